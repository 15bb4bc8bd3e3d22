/**
 * Loads the watch over a signed-in page when a person first does something on it, or after ten seconds, and on a
 * session's first page as soon as it stands: the first look is not made to wait for it, the first count is there at
 * once; where nobody is signed in nothing stays in session storage.
 */
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { storedKey } from './stored-key'

const laterMs = 10_000
/** Right after the page has become usable. */
const soonMs = 50
const isFirstPage = (): boolean => {
  try {
    return sessionStorage.getItem(storedKey) === null
  } catch {
    return false
  }
}
const firstActs = ['pointerdown', 'keydown', 'touchstart'] as const

export type SessionWatchLaterProps = {
  userId: string | null
  /** The page's forms show what was typed before. */
  given: boolean
  /** Who has just left by Exit. */
  left: string | null
}

export const SessionWatchLater = ({ userId, given, left }: SessionWatchLaterProps) => {
  const { i18n } = useTranslation()
  const [Watch, setWatch] = useState<ComponentType<{ given: boolean; wasActive: () => boolean }> | null>(null)
  const active = useRef(false)
  const wasActive = useCallback(() => active.current, [])
  useEffect(() => {
    if (userId !== null) return
    try {
      sessionStorage.clear()
    } catch {
      // A browser that refuses storage has nothing in it.
    }
  }, [userId])
  // Exit clears as it is pressed; one that was pressed before the scripts ran is made good here.
  useEffect(() => {
    if (left !== null && left !== userId)
      void import('~/client/editor/save/journal')
        .then(({ clearJournals }) => clearJournals(left))
        .catch(() => undefined)
  }, [left, userId])
  useEffect(() => {
    if (userId === null) return
    let gone = false
    let begun = false
    const load = () => {
      if (begun) return
      begun = true
      Promise.all([import('./session-watch'), i18n.loadNamespaces('session')]).then(
        ([module]) => {
          if (!gone) setWatch(() => module.default)
        },
        () => {
          // A chunk that did not come (the network was cut) is asked for at the next act, or when the network is back.
          begun = false
        },
      )
    }
    const act = () => {
      // Told by the watch as soon as it is there: the person was here before it.
      active.current = true
      load()
    }
    const timer = setTimeout(load, isFirstPage() ? soonMs : laterMs)
    for (const name of firstActs) document.addEventListener(name, act, { capture: true, passive: true })
    addEventListener('online', load)
    return () => {
      gone = true
      clearTimeout(timer)
      for (const name of firstActs) document.removeEventListener(name, act, { capture: true })
      removeEventListener('online', load)
    }
  }, [i18n, userId])
  return Watch && userId !== null ? <Watch key={userId} given={given} wasActive={wasActive} /> : null
}
