/**
 * Shows its content only in a browser that has this device's wallet. Without scripts that is unknown, and such a wallet
 * does not work, so it stays hidden.
 */
import { useEffect, useState, type ReactNode } from 'react'

export type WalletWindow = {
  ApplePaySession?: { canMakePayments?: () => boolean }
  PaymentRequest?: unknown
  navigator?: { userAgentData?: { brands?: readonly { brand: string }[] } }
}

/**
 * Apple Pay reports whether it can pay. Google Pay belongs to Google's own Chrome: browsers built from the same source
 * have the payment requests, but no wallet. Asking Google about the person would tell it of every visit. A browser that
 * refuses to tell counts as without.
 */
export const hasWallet = (browser: WalletWindow): boolean => {
  try {
    const { ApplePaySession: apple } = browser
    if (apple !== undefined) return apple.canMakePayments?.() === true
    const brands = browser.navigator?.userAgentData?.brands ?? []
    return typeof browser.PaymentRequest === 'function' && brands.some(({ brand }) => brand === 'Google Chrome')
  } catch {
    return false
  }
}

export const WithDeviceWallet = ({ children }: { children: ReactNode }) => {
  const [has, setHas] = useState(false)
  useEffect(() => setHas(hasWallet(window as WalletWindow)), [])
  return has ? <>{children}</> : null
}
