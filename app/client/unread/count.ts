/**
 * How many messages wait to be read, as this page's scripts last heard; until they have, the server's count stands.
 * Each count has its moment: what was asked before something newer was heard, in this tab or another, changes nothing.
 */
import { useEffect, useSyncExternalStore } from 'react'

let live: number | null = null
let heldAt = 0
/**
 * Begins with the time of day, goes on with every moment that is heard of, and never back, whatever the machine's clock
 * does.
 */
let clock = 0
const listeners = new Set<() => void>()

/** Now, as counts are ordered by. Taken when a count is asked for, not when it is answered. */
export const unreadMoment = (): number => {
  clock = Math.max(Date.now(), clock + 1)
  return clock
}

/** The newest count; null gives way to the server's. False, and nothing changes, where a newer one is known. */
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

/** The count to show. `frame` is what the server said of the whole frame: each time it speaks anew it knows best. */
export const useUnread = (frame: { unread: number }): number => {
  const heard = useSyncExternalStore(subscribe, heldUnread, onServer)
  useEffect(() => {
    holdUnread(null)
  }, [frame])
  return heard ?? frame.unread
}

let tell: ((count: number, at: number) => void) | null = null
/** Something was read on this page: so many are left. */
export const noteRead = (count: number): void => {
  const at = unreadMoment()
  holdUnread(count, at)
  tell?.(count, at)
}
/**
 * The watch over the page tells the session's other tabs. What was read before it came is told at once. Gives the way
 * to stop.
 */
export const listenToReads = (listener: (count: number, at: number) => void): (() => void) => {
  tell = listener
  if (live !== null) listener(live, heldAt)
  return () => {
    if (tell === listener) tell = null
  }
}
