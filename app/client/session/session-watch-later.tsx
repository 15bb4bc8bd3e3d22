/** Loads the watch over a signed-in page once the browser has nothing better to do; where nobody is signed in nothing stays in session storage. */
import { useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'

const laterMs = 300

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
    const timer = setTimeout(() => {
      Promise.all([import('./session-watch'), i18n.loadNamespaces('session')]).then(([module]) => {
        if (!gone) setWatch(() => module.default)
      }, () => undefined)
    }, laterMs)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [i18n, userId])
  return Watch && userId !== null ? <Watch key={userId} given={given} /> : null
}
