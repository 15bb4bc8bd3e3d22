/** The display name of a payment method. Coins have names of their own, the same in every language. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** By the specification's payment methods 4 to 16. */
const coinNames: Readonly<Record<number, string>> = {
  4: 'Ethereum',
  5: 'Litecoin',
  6: 'XRP',
  7: 'DASH',
  8: 'Cardano',
  9: 'Solana',
  10: 'Uniswap',
  11: 'Monero',
  12: 'USDT',
  13: 'VeChain',
  14: 'Dogecoin',
  15: 'Bitcoin Cash',
  16: 'Bitcoin',
}
/** The currency symbols of coins. */
const coinSymbols: Readonly<Record<number, string>> = {
  4: 'ETH',
  5: 'LTC',
  6: 'XRP',
  7: 'DASH',
  8: 'ADA',
  9: 'SOL',
  10: 'UNI',
  11: 'XMR',
  12: 'USDT',
  13: 'VET',
  14: 'DOGE',
  15: 'BCH',
  16: 'BTC',
}
/** Null for a method that is not a coin. */
export const coinSymbolOf = (method: number): string | null => coinSymbols[method] ?? null
const keys = ['card', 'web-wallet', 'device-wallet', 'h5', 'mango', 'points', 'undecided'] as const
type Key = (typeof keys)[number]
/** Methods without a key: -1 is the specification's, 0 is none yet, those from 100 are the portal's own. */
const keyByMethod: Readonly<Record<number, Key>> = {
  [-1]: 'card',
  0: 'undecided',
  100: 'mango',
  101: 'points',
  102: 'web-wallet',
  103: 'device-wallet',
  104: 'h5',
}

/** Nothing had been chosen yet to pay with. */
export const isUndecided = (method: number): boolean => keyByMethod[method] === 'undecided'

export const methodNameOf = (t: TFunction<'order'>, { method, key }: { method: number; key?: string }): string => {
  const known = keys.find((one) => one === key) ?? keyByMethod[method]
  return coinNames[method] ?? t(`method.${known ?? 'other'}`)
}

/** Returns the name of a method by its id and, if known, by its key. */
export const useMethodName = (): ((method: { method: number; key?: string }) => string) => {
  const { t } = useTranslation('order')
  return (method) => methodNameOf(t, method)
}
