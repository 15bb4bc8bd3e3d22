/**
 * Loads a page again that the browser brings back from memory, as it was when its person left for a provider: its order
 * has gone on since, and its form has been sent.
 */
import { useEffect } from 'react'

export const useFreshOnReturn = (): void => {
  useEffect(() => {
    const look = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload()
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [])
}
