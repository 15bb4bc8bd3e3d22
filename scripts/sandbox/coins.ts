/** The sandbox's digital currencies: invented but plausible rates and limits; addresses with correct checksums. */
import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, base58xmr, base58xrp, bech32, type BytesCoder } from '@scure/base'

export type SandboxCoin = {
  /** One coin in USD. */
  usd: string
  /** The smallest amount that is accepted, in the coin. */
  minimum: string
  /** Decimal places that its network supports: no wallet sends a finer amount. */
  decimals: number
  network: string
  /** An asset that people send to such an address by mistake. */
  mistaken: string
}
export const sandboxCoins: Readonly<Record<string, SandboxCoin>> = {
  btc: { usd: '97250.5', minimum: '0.00003', decimals: 8, network: 'btc', mistaken: 'bch' },
  ltc: { usd: '88.12', minimum: '0.03', decimals: 8, network: 'ltc', mistaken: 'btc' },
  xrp: { usd: '2.31', minimum: '1.2', decimals: 6, network: 'xrp', mistaken: 'rlusd' },
  dash: { usd: '41.2', minimum: '0.06', decimals: 8, network: 'dash', mistaken: 'btc' },
  ada: { usd: '0.78', minimum: '3', decimals: 6, network: 'ada', mistaken: 'djed' },
  sol: { usd: '182.4', minimum: '0.015', decimals: 9, network: 'sol', mistaken: 'usdcsol' },
  uni: { usd: '8.93', minimum: '0.3', decimals: 18, network: 'eth', mistaken: 'usdterc20' },
  xmr: { usd: '158.7', minimum: '0.018', decimals: 12, network: 'xmr', mistaken: 'btc' },
  usdttrc20: { usd: '1.0002', minimum: '2.5', decimals: 6, network: 'trx', mistaken: 'trx' },
  vet: { usd: '0.0325', minimum: '80', decimals: 18, network: 'vet', mistaken: 'vtho' },
  doge: { usd: '0.186', minimum: '14', decimals: 8, network: 'doge', mistaken: 'ltc' },
  bch: { usd: '478.2', minimum: '0.006', decimals: 8, network: 'bch', mistaken: 'btc' },
  eth: { usd: '3120.75', minimum: '0.0009', decimals: 18, network: 'eth', mistaken: 'usdterc20' },
}
/** Rates for other assets that may be sent by mistake. */
export const furtherRates: Readonly<Record<string, string>> = {
  rlusd: '1',
  djed: '0.99',
  usdcsol: '1',
  usdterc20: '1.0001',
  trx: '0.243',
  vtho: '0.0021',
}

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()
const withSum = (coder: BytesCoder, version: number, hash: Uint8Array): string => {
  const body = Buffer.concat([Buffer.from([version]), hash])
  return coder.encode(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]))
}

const cashLetters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
const cashAddr = (hash: Uint8Array): string => {
  const words = bech32.toWords(Buffer.concat([Buffer.from([0]), hash]))
  const prefix = Array.from('bitcoincash', (letter) => letter.charCodeAt(0) & 31)
  let sum = 1n
  for (const word of [...prefix, 0, ...words, 0, 0, 0, 0, 0, 0, 0, 0]) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    for (const [bit, generator] of generators.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator
  }
  sum ^= 1n
  const check = [7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n].map((at) => Number((sum >> (at * 5n)) & 31n))
  return `bitcoincash:${[...words, ...check].map((word) => cashLetters[word]).join('')}`
}

/** Hex with EIP-55's case. */
const ethereum = (hash: Uint8Array): string => {
  const digits = Buffer.from(hash).toString('hex')
  const bits = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  return `0x${Array.from(digits, (digit, at) => (Number.parseInt(bits[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}

const monero = (keys: Uint8Array): string => {
  const body = Buffer.concat([Buffer.from([18]), keys])
  return base58xmr.encode(Buffer.concat([body, keccak_256(body).subarray(0, 4)]))
}

/** The address of a payment, and for XRP its destination tag. Nobody has its keys, because it is made from a digest. */
export const addressFor = (coin: string, paymentId: string): { address: string; tag: string | null } => {
  const long = sha256(Buffer.from(`mango sandbox ${coin} ${paymentId}`))
  const short = long.subarray(0, 20)
  const plain = (address: string) => ({ address, tag: null })
  switch (coin) {
    case 'btc':
      return plain(bech32.encode('bc', [0, ...bech32.toWords(short)]))
    case 'ltc':
      return plain(bech32.encode('ltc', [0, ...bech32.toWords(short)]))
    case 'doge':
      return plain(withSum(base58, 0x1e, short))
    case 'dash':
      return plain(withSum(base58, 0x4c, short))
    case 'usdttrc20':
      return plain(withSum(base58, 0x41, short))
    case 'bch':
      return plain(cashAddr(short))
    case 'xrp':
      // One account for all payments, as the real provider has it: the tag tells them apart.
      return {
        address: withSum(base58xrp, 0, sha256(Buffer.from('mango sandbox xrp')).subarray(0, 20)),
        tag: String(Number(BigInt(paymentId) % 4_294_967_296n)),
      }
    case 'ada':
      return plain(
        bech32.encode('addr', bech32.toWords(Buffer.concat([Buffer.from([0x61]), long.subarray(0, 28)])), false),
      )
    case 'sol':
      return plain(base58.encode(long))
    case 'xmr':
      return plain(monero(Buffer.concat([long, sha256(long)])))
    default:
      return plain(ethereum(short))
  }
}
