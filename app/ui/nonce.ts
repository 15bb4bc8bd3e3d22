/** The nonce for the page's own scripts. Only the server knows it: browsers hide it, and hydration does not need it. */
import { createContext, useContext } from 'react'

export const NonceContext = createContext<string | undefined>(undefined)
export const useNonce = (): string | undefined => useContext(NonceContext)
