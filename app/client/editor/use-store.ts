/** The store for components: a snapshot that changes only when something did, and the browser's events. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'

export const useSnapshot = (store: EditorStore): Snapshot =>
  useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot)

export const useMedia = (query: string): boolean => {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches)
  useEffect(() => {
    const media = window.matchMedia(query)
    const listener = () => setMatches(media.matches)
    listener()
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }, [query])
  return matches
}

/**
 * Tells the store about its surroundings: network, tab, other windows. Warns before closing only when something could
 * be lost.
 */
export const useSurroundings = (store: EditorStore): void => {
  useEffect(() => {
    const wake = () => store.wake()
    const seen = () => (document.visibilityState === 'visible' ? store.wake() : store.flush())
    const leaving = () => store.flush()
    const warn = (event: BeforeUnloadEvent) => {
      if (!store.safe()) event.preventDefault()
    }
    window.addEventListener('online', wake)
    window.addEventListener('offline', leaving)
    window.addEventListener('pagehide', leaving)
    window.addEventListener('beforeunload', warn)
    document.addEventListener('visibilitychange', seen)
    return () => {
      window.removeEventListener('online', wake)
      window.removeEventListener('offline', leaving)
      window.removeEventListener('pagehide', leaving)
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [store])
}
