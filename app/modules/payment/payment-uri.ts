/**
 * What the QR code of a payment holds: the coin's payment URI with address and amount, so that a wallet fills both in.
 * Amounts are decimal text from the provider to the code, never numbers. TRON and VeChain have no URI that wallets
 * agree on: their code holds the address. The page shows amount, address and tag as text beside it in any case.
 * The code is drawn by ui/qr.server.ts.
 */
import { coinFacts, type Coin } from './coins'

/** UNI's contract on Ethereum, whose `transfer` an ERC-681 URI calls. */
export const uniswapContract = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'

/** Decimal text without what says nothing: "010.500" is "10.5"; null for what is no amount above zero. */
const plainAmount = (text: string): string | null => {
  const [, whole = '', part = ''] = /^0*(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? []
  const places = part.replace(/0+$/, '')
  const amount = places === '' ? whole : `${whole}.${places}`
  return /[1-9]/.test(amount) ? amount : null
}

/**
 * An amount in the coin's smallest units: "1.5" ETH is "1500000000000000000" wei. Null where the coin has not so many
 * places, so that nothing is rounded.
 */
export const toSmallestUnits = (coin: Coin, amount: string): string | null => {
  const [whole = '', part = ''] = plainAmount(amount)?.split('.') ?? []
  const { decimals } = coinFacts[coin]
  return whole === '' || part.length > decimals ? null : String(BigInt(whole + part.padEnd(decimals, '0')))
}

export type PaymentUriParts = {
  coin: Coin
  /** As the provider gave it. */
  address: string
  /** The coin's amount as decimal text; null for a code that leaves it to the person. */
  amount: string | null
  /** XRP's destination tag. */
  tag?: string | null
}

/** Joins a URI, every value percent-encoded; fields without a value are left out. */
const join = (base: string, fields: Readonly<Record<string, string | null>>): string => {
  const query = Object.entries(fields)
    .filter((field): field is [string, string] => field[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return query.length === 0 ? base : `${base}?${query.join('&')}`
}

/** BIP 21 and what is made like it: the coin's own units, in decimals. */
const schemes = {
  btc: 'bitcoin',
  ltc: 'litecoin',
  doge: 'dogecoin',
  dash: 'dash',
  bch: 'bitcoincash',
  sol: 'solana',
  ada: 'web+cardano',
} as const

/** The text of the QR code. An amount that the coin can't carry exactly is left out rather than rounded. */
export const makePaymentUri = ({ coin, address, amount, tag = null }: PaymentUriParts): string => {
  const decimal = amount === null || toSmallestUnits(coin, amount) === null ? null : plainAmount(amount)
  // A CashAddr brings its own scheme, which must not stand twice.
  const plain = coin === 'bch' ? address.replace(/^bitcoincash:/i, '') : address
  const to = encodeURIComponent(plain)
  switch (coin) {
    case 'eth':
      return join(`ethereum:${to}@1`, { value: decimal === null ? null : toSmallestUnits(coin, decimal) })
    case 'uni':
      return join(`ethereum:${uniswapContract}@1/transfer`, {
        address,
        uint256: decimal === null ? null : toSmallestUnits(coin, decimal),
      })
    case 'xmr':
      return join(`monero:${to}`, { tx_amount: decimal })
    case 'xrp':
      return join(`ripple:${to}`, { amount: decimal, dt: tag })
    case 'usdttrc20':
    case 'vet':
      return address
    default:
      return join(`${schemes[coin]}:${to}`, { amount: decimal })
  }
}
