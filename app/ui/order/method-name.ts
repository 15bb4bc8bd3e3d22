/** The display name of a payment method. Coins have names of their own, the same in every language. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** Coins by the specification's payment methods 4 to 16. */
const coins: Readonly<Record<number, { name: string; symbol: string }>> = {
  4: { name: 'Ethereum', symbol: 'ETH' },
  5: { name: 'Litecoin', symbol: 'LTC' },
  6: { name: 'XRP', symbol: 'XRP' },
  7: { name: 'DASH', symbol: 'DASH' },
  8: { name: 'Cardano', symbol: 'ADA' },
  9: { name: 'Solana', symbol: 'SOL' },
  10: { name: 'Uniswap', symbol: 'UNI' },
  11: { name: 'Monero', symbol: 'XMR' },
  12: { name: 'USDT', symbol: 'USDT' },
  13: { name: 'VeChain', symbol: 'VET' },
  14: { name: 'Dogecoin', symbol: 'DOGE' },
  15: { name: 'Bitcoin Cash', symbol: 'BCH' },
  16: { name: 'Bitcoin', symbol: 'BTC' },
}
/** Null for a method that is not a coin. */
export const coinSymbolOf = (method: number): string | null => coins[method]?.symbol ?? null
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
  return coins[method]?.name ?? t(`method.${known ?? 'other'}`)
}

/** Returns the name of a method by its id and, if known, by its key. */
export const useMethodName = (): ((method: { method: number; key?: string }) => string) => {
  const { t } = useTranslation('order')
  return (method) => methodNameOf(t, method)
}
