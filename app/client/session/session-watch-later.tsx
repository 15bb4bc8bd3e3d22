/** Loads the watch over a signed-in page when a person first does something on it, or after ten seconds: the first look is not made to wait for it; where nobody is signed in nothing stays in session storage. */
import { useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'

const laterMs = 10_000
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
  const [Watch, setWatch] = useState<ComponentType<{ given: boolean }> | null>(null)
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
    if (left !== null && left !== userId) void import('~/client/editor/journal').then(({ clearJournals }) => clearJournals(left)).catch(() => undefined)
  }, [left, userId])
  useEffect(() => {
    if (userId === null) return
    let gone = false
    let begun = false
    const load = () => {
      if (begun) return
      begun = true
      Promise.all([import('./session-watch'), i18n.loadNamespaces('session')]).then(([module]) => {
        if (!gone) setWatch(() => module.default)
      }, () => {
        // A chunk that did not come (the network was cut) is asked for at the next act, or when the network is back.
        begun = false
      })
    }
    const timer = setTimeout(load, laterMs)
    for (const act of firstActs) document.addEventListener(act, load, { capture: true, passive: true })
    addEventListener('online', load)
    return () => {
      gone = true
      clearTimeout(timer)
      for (const act of firstActs) document.removeEventListener(act, load, { capture: true })
      removeEventListener('online', load)
    }
  }, [i18n, userId])
  return Watch && userId !== null ? <Watch key={userId} given={given} /> : null
}
