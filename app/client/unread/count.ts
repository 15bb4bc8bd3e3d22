/** How many messages wait to be read, as this page's scripts last heard; until they have, the server's count stands. */
import { useEffect, useSyncExternalStore } from 'react'

let live: number | null = null
const listeners = new Set<() => void>()

/** The newest count; null gives way to the server's. */
export const holdUnread = (count: number | null): void => {
  if (live === count) return
  live = count
  for (const listener of listeners) listener()
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
  useEffect(() => holdUnread(null), [frame])
  return heard ?? frame.unread
}
