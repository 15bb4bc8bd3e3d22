/**
 * Whether the rows around the window are rendered: they wait until the first ones are painted and the browser is idle,
 * or the person scrolls.
 */
import { startTransition, useEffect, useState } from 'react'

/** The longest wait if the browser reports idle time, and the wait if it does not. */
const settleMs = { most: 1000, blind: 200 } as const

export const useSettled = (): boolean => {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const settle = () => startTransition(() => setSettled(true))
    const canIdle = 'requestIdleCallback' in window
    const turn = canIdle
      ? window.requestIdleCallback(settle, { timeout: settleMs.most })
      : window.setTimeout(settle, settleMs.blind)
    window.addEventListener('wheel', settle, { passive: true, once: true })
    return () => {
      if (canIdle) window.cancelIdleCallback(turn)
      else window.clearTimeout(turn)
      window.removeEventListener('wheel', settle)
    }
  }, [])
  return isSettled
}
