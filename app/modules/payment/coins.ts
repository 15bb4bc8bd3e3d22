/**
 * The portal's 13 digital currencies, with the facts that customers and code need. Keys are the payment provider's
 * currency codes; ids are those of SPEC.md's payment methods.
 */

export const coinKeys = [
  'btc',
  'ltc',
  'xrp',
  'dash',
  'ada',
  'sol',
  'uni',
  'xmr',
  'usdttrc20',
  'vet',
  'doge',
  'bch',
  'eth',
] as const
export type Coin = (typeof coinKeys)[number]

export type CoinFacts = Readonly<{
  /** The payment method's id. */
  method: number
  name: string
  symbol: string
  /** The network that a deposit must use: money sent over another one is lost or needs an operator. */
  network: string
  /** Decimal places that the network supports. */
  decimals: number
}>

export const coinFacts: Readonly<Record<Coin, CoinFacts>> = {
  eth: { method: 4, name: 'Ethereum', symbol: 'ETH', network: 'Ethereum', decimals: 18 },
  ltc: { method: 5, name: 'Litecoin', symbol: 'LTC', network: 'Litecoin', decimals: 8 },
  xrp: { method: 6, name: 'XRP', symbol: 'XRP', network: 'XRP Ledger', decimals: 6 },
  dash: { method: 7, name: 'Dash', symbol: 'DASH', network: 'Dash', decimals: 8 },
  ada: { method: 8, name: 'Cardano', symbol: 'ADA', network: 'Cardano', decimals: 6 },
  sol: { method: 9, name: 'Solana', symbol: 'SOL', network: 'Solana', decimals: 9 },
  uni: { method: 10, name: 'Uniswap', symbol: 'UNI', network: 'Ethereum (ERC-20)', decimals: 18 },
  xmr: { method: 11, name: 'Monero', symbol: 'XMR', network: 'Monero', decimals: 12 },
  usdttrc20: { method: 12, name: 'Tether', symbol: 'USDT', network: 'TRON (TRC-20)', decimals: 6 },
  vet: { method: 13, name: 'VeChain', symbol: 'VET', network: 'VeChainThor', decimals: 18 },
  doge: { method: 14, name: 'Dogecoin', symbol: 'DOGE', network: 'Dogecoin', decimals: 8 },
  bch: { method: 15, name: 'Bitcoin Cash', symbol: 'BCH', network: 'Bitcoin Cash', decimals: 8 },
  btc: { method: 16, name: 'Bitcoin', symbol: 'BTC', network: 'Bitcoin', decimals: 8 },
}

export const isCoin = (key: string): key is Coin => (coinKeys as readonly string[]).includes(key)
/** How people write a coin's symbol, by the provider's code; for a coin the portal doesn't offer, the code itself. */
export const symbolOf = (key: string): string => (isCoin(key) ? coinFacts[key].symbol : key.toUpperCase())
/** The coin of a payment method; null for methods that aren't coins. */
export const coinOfMethod = (method: number): Coin | null =>
  coinKeys.find((key) => coinFacts[key].method === method) ?? null
