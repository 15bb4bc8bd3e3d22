/**
 * Shows what needs the wallet of this device only in a browser that has one. Without scripts nobody can know, and such
 * a wallet does not work: it stays hidden.
 */
import { useEffect, useState, type ReactNode } from 'react'

type WalletWindow = { ApplePaySession?: { canMakePayments?: () => boolean } }

/**
 * Apple Pay says by itself whether it can pay; Google Pay belongs to the browsers whose payment requests know enrolled
 * cards. To ask Google about the person would tell it of every visit. A browser that refuses to tell has none.
 */
const hasWallet = (): boolean => {
  try {
    const apple = (window as WalletWindow).ApplePaySession
    if (apple !== undefined) return apple.canMakePayments?.() === true
    return typeof PaymentRequest === 'function' && 'hasEnrolledInstrument' in PaymentRequest.prototype
  } catch {
    return false
  }
}

export const WithDeviceWallet = ({ children }: { children: ReactNode }) => {
  const [has, setHas] = useState(false)
  useEffect(() => setHas(hasWallet()), [])
  return has ? <>{children}</> : null
}
