/**
 * Reloads a page that the browser restores from memory as it was when the person left for a provider: the order has
 * moved on since, and the form has been sent.
 */
import { useEffect } from 'react'

export const useFreshOnReturn = (): void => {
  useEffect(() => {
    const reloadRestored = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload()
    }
    addEventListener('pageshow', reloadRestored)
    return () => removeEventListener('pageshow', reloadRestored)
  }, [])
}
