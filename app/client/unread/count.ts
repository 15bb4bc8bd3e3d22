/**
 * The number of unread messages, as this page's scripts last learned; until then the server's count applies. Each count
 * has a moment. One that was requested before something newer was learned, in this tab or another, is ignored.
 */
import { useEffect, useSyncExternalStore } from 'react'

let live: number | null = null
let heldAt = 0
/**
 * Starts with the time of day and advances with every known moment, never backwards, whatever the machine's clock does.
 */
let clock = 0
const listeners = new Set<() => void>()

/** The current moment for ordering counts. Take it when a count is requested, not when it is answered. */
export const unreadMoment = (): number => {
  clock = Math.max(Date.now(), clock + 1)
  return clock
}

/** Sets the newest count; null restores the server's. Returns false and changes nothing if a newer one is known. */
export const holdUnread = (count: number | null, at = unreadMoment()): boolean => {
  clock = Math.max(clock, at)
  if (at < heldAt) return false
  heldAt = at
  if (live === count) return true
  live = count
  for (const listener of listeners) listener()
  return true
}
export const heldUnread = (): number | null => live

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const onServer = (): null => null

/** The count to show. `frame` is the server's value for the whole frame: each new one takes precedence. */
export const useUnread = (frame: { unread: number }): number => {
  const learned = useSyncExternalStore(subscribe, heldUnread, onServer)
  useEffect(() => {
    holdUnread(null)
  }, [frame])
  return learned ?? frame.unread
}

let onRead: ((count: number, at: number) => void) | null = null
/** Something was read on this page: this many are left. */
export const noteRead = (count: number): void => {
  const at = unreadMoment()
  holdUnread(count, at)
  onRead?.(count, at)
}
/**
 * The session watch tells the session's other tabs. What was read before it was loaded is reported at once. Returns a
 * function that unsubscribes.
 */
export const listenToReads = (listener: (count: number, at: number) => void): (() => void) => {
  onRead = listener
  if (live !== null) listener(live, heldAt)
  return () => {
    if (onRead === listener) onRead = null
  }
}
