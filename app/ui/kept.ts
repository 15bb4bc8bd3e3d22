/** Text typed on this page before a captcha or the end of a session, so that forms can show it again. */
import { createContext } from 'react'

export const KeptContext = createContext<Record<string, string | string[]> | null>(null)
