/**
 * The remaining time, counted by how long the page is open, not by the browser's clock. Without scripts it shows the
 * remaining time when the page was made, and the deadline.
 */
import { useEffect, useState } from 'react'
import { useFormat } from '~/i18n/format'

export const Countdown = ({ seconds }: { seconds: number }) => {
  const format = useFormat()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const begunMs = performance.now()
    setLeft(seconds)
    if (seconds <= 0) return
    const timer = setInterval(() => {
      const now = Math.max(0, seconds - Math.floor((performance.now() - begunMs) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <span className="countdown" role="timer" dir="ltr">
      {format.clock(left)}
    </span>
  )
}
