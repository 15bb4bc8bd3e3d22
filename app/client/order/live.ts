/**
 * Keeps the payment page up to date: polls every six seconds while the tab is visible, with growing pauses if no answer
 * comes, and stops at an end. Such a call is not an action of the person and doesn't keep the session alive.
 */
import { useEffect, useState } from 'react'

const everyMs = 6000
const maxMs = 60_000

/** `initial`: what the page was loaded with. `address` answers the same as JSON; null if nothing can change. */
export const useLive = <T>(initial: T, address: string | null, isLive: (state: T) => boolean): T => {
  const [state, setState] = useState(initial)
  // A new load (after an action, or of another order) replaces what was polled before.
  const [base, setBase] = useState(initial)
  if (base !== initial) {
    setBase(initial)
    setState(initial)
  }
  const goesOn = address !== null && isLive(state)
  useEffect(() => {
    if (!goesOn) return
    const stop = new AbortController()
    let pauseMs = everyMs
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      try {
        const answer = await fetch(address, {
          headers: { 'x-portal-background': '1', accept: 'application/json' },
          credentials: 'same-origin',
          cache: 'no-store',
          redirect: 'error',
          signal: stop.signal,
        })
        // The session watch tells the person that it has ended.
        if (answer.status === 401 || answer.status === 404) return
        if (answer.ok) setState((await answer.json()) as T)
        pauseMs = answer.ok ? everyMs : Math.min(maxMs, pauseMs * 2)
      } catch {
        pauseMs = Math.min(maxMs, pauseMs * 2)
      }
      if (!stop.signal.aborted) later()
    }
    const later = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void ask(), pauseMs)
    }
    const onSeen = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', onSeen)
    later()
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [goesOn, address])
  return state
}
