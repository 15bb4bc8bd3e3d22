/**
 * What only a running script can do stands on no page before scripts run: text browsers show whatever the markup has,
 * whatever hides it.
 */
import { useEffect, useState, type ReactNode } from 'react'

export const useScripts = (): boolean => {
  const [run, setRun] = useState(false)
  useEffect(() => setRun(true), [])
  return run
}

export const WithScripts = ({ children }: { children: ReactNode }) => (useScripts() ? <>{children}</> : null)
