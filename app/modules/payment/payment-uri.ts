/**
 * Builds the text of a payment's QR code: the coin's payment URI with address and amount, so that a wallet fills in
 * both. Amounts stay decimal text from the provider to the code, never numbers. Wallets agree on no URI for TRON and
 * VeChain, so their code holds only the address. The page always shows amount, address and tag as text too.
 * ui/qr.server.ts draws the code.
 */
import { coinFacts, type Coin } from './coins'

/** UNI's contract on Ethereum, whose `transfer` an ERC-681 URI calls. */
export const uniswapContract = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'

/** Normalizes decimal text: "010.500" becomes "10.5"; null if it is not an amount above zero. */
const plainAmount = (text: string): string | null => {
  const [, whole = '', part = ''] = /^0*(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? []
  const places = part.replace(/0+$/, '')
  const amount = places === '' ? whole : `${whole}.${places}`
  return /[1-9]/.test(amount) ? amount : null
}

/**
 * Converts an amount to the coin's smallest units: "1.5" ETH is "1500000000000000000" wei. Null if the coin has fewer
 * decimal places than the amount, so that nothing is rounded.
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
  /** The coin's amount as decimal text; null to leave the amount to the person. */
  amount: string | null
  /** XRP's destination tag. */
  tag?: string | null
}

/** Joins a URI with percent-encoded values; omits fields without a value. */
const join = (base: string, fields: Readonly<Record<string, string | null>>): string => {
  const query = Object.entries(fields)
    .filter((field): field is [string, string] => field[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return query.length === 0 ? base : `${base}?${query.join('&')}`
}

/** BIP 21 and similar schemes: decimal amounts in the coin's main unit. */
const schemes = {
  btc: 'bitcoin',
  ltc: 'litecoin',
  doge: 'dogecoin',
  dash: 'dash',
  bch: 'bitcoincash',
  sol: 'solana',
  ada: 'web+cardano',
} as const

/** The text of the QR code. An amount that the coin can't represent exactly is omitted rather than rounded. */
export const makePaymentUri = ({ coin, address, amount, tag = null }: PaymentUriParts): string => {
  const decimal = amount === null || toSmallestUnits(coin, amount) === null ? null : plainAmount(amount)
  // A CashAddr already has the scheme, which must not appear twice.
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
