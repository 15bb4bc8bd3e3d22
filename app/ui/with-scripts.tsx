/**
 * Renders controls that need scripts only once scripts run: text browsers show everything in the markup, even what
 * styles hide.
 */
import { useEffect, useState, type ReactNode } from 'react'

export const useScripts = (): boolean => {
  const [run, setRun] = useState(false)
  useEffect(() => setRun(true), [])
  return run
}

export const WithScripts = ({ children }: { children: ReactNode }) => (useScripts() ? <>{children}</> : null)
