/** Loads the watch over a signed-in page once the browser has nothing better to do. */
import { useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'

export const SessionWatchLater = ({ userId }: { userId: string }) => {
  const { i18n } = useTranslation()
  const [Watch, setWatch] = useState<ComponentType | null>(null)
  useEffect(() => {
    let gone = false
    const load = () => {
      void Promise.all([import('./session-watch'), i18n.loadNamespaces('session')]).then(([module]) => {
        if (!gone) setWatch(() => module.default)
      }, () => undefined)
    }
    const timer = setTimeout(load, 300)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [i18n, userId])
  return Watch ? <Watch key={userId} /> : null
}
