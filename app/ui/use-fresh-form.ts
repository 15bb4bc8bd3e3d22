/** The key of a form that keeps what was typed until something succeeds or another page is opened. */
import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/**
 * A refusal and a revalidation keep the key, so React keeps the fields. A success redirects, even to the same address,
 * and a new key then empties the form.
 */
export const useFreshForm = (isRefused: boolean): string => {
  const { key } = useLocation()
  const [kept, setKept] = useState(key)
  if (!isRefused && kept !== key) setKept(key)
  return isRefused ? kept : key
}
