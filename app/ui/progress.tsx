/** The thin line over the page while the next one loads; a short wait shows nothing. */
import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'

const patienceMs = 120

export const Progress = () => {
  const busy = useNavigation().state !== 'idle'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [busy])
  return shown ? <div className="progress" aria-hidden="true" /> : null
}
