/**
 * The page's nonce for its own scripts. Known on the server only: a browser hides it, and hydration does not need it.
 */
import { createContext, useContext } from 'react'

export const NonceContext = createContext<string | undefined>(undefined)
export const useNonce = (): string | undefined => useContext(NonceContext)
