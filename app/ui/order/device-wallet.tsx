/**
 * Shows what needs the wallet of this device only in a browser that has one. Without scripts nobody can know, and such
 * a wallet does not work: it stays hidden.
 */
import { useEffect, useState, type ReactNode } from 'react'

export type WalletWindow = {
  ApplePaySession?: { canMakePayments?: () => boolean }
  PaymentRequest?: unknown
  navigator?: { userAgentData?: { brands?: readonly { brand: string }[] } }
}

/**
 * Apple Pay says by itself whether it can pay. Google Pay belongs to Google's own Chrome: others that are built from
 * the same source have the payment requests, but no wallet. To ask Google about the person would tell it of every
 * visit. A browser that refuses to tell has none.
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
