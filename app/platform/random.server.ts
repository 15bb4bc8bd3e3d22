/** Ids, tokens, codes and digests. All randomness on the server comes from here and from the system's generator. */
import {
  createHash,
  createHmac,
  generateKeyPairSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
  webcrypto,
  type KeyPairKeyObjectResult,
} from 'node:crypto'
import { nowMs } from './clock.server'

const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Writes `value` in Crockford base 32, padded with zeros from the left. */
const base32 = (value: bigint, digits: number): string => {
  let text = ''
  for (let rest = value; text.length < digits; rest >>= 5n) text = idAlphabet.charAt(Number(rest & 31n)) + text
  return text
}
const randomBits = (bytes: number): bigint => BigInt(`0x${randomBytes(bytes).toString('hex')}`)
const tailLimit = 1n << 80n
const lastId = { timeMs: -1, tail: 0n }

/**
 * Makes an id: 26 characters of Crockford base 32, first the creation time (48 bits), then 80 random bits. Within one
 * process and millisecond a later id is always greater: its tail is the previous tail plus 48 random bits. So sorting
 * by time and id gives the order in which rows were made, and no id can be guessed from another.
 */
export const makeId = (): string => {
  const timeMs = nowMs()
  const next = timeMs === lastId.timeMs ? lastId.tail + randomBits(6) + 1n : tailLimit
  lastId.tail = next < tailLimit ? next : randomBits(10)
  lastId.timeMs = timeMs
  return base32(BigInt(timeMs), 10) + base32(lastId.tail, 16)
}

/** Makes a secret for a client: `prefix` and 256 random bits in base64url. Store only its `sha256`. */
export const makeToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url')

/** Makes a key pair for signatures (Ed25519). Encrypt its private half before storing it. */
export const makeSigningKeys = (): KeyPairKeyObjectResult => generateKeyPairSync('ed25519')

/** Letters that are hard to confuse when read aloud or from a screen. */
export const codeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ'
/** Makes a code for a person to type; every letter is equally likely. */
export const makeCode = (length: number, alphabet: string = codeAlphabet): string => {
  let code = ''
  for (let i = 0; i < length; i++) code += alphabet.charAt(randomInt(alphabet.length))
  return code
}

/** Digest as lower-case hex. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
/** Digesting more than this in one call would hold up every request. */
const digestedAtOnce = 1024 * 1024
/** The same digest for data that may be large, computed outside the event loop. */
export const digestOf = async (bytes: Uint8Array): Promise<string> =>
  bytes.length <= digestedAtOnce || !(bytes.buffer instanceof ArrayBuffer)
    ? sha256(bytes)
    : Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
/** HMAC-SHA256 as lower-case hex. */
export const hmacSha256 = (key: string | Uint8Array, data: string | Uint8Array): string =>
  createHmac('sha256', key).update(data).digest('hex')
/** Compares two secrets in constant time. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

export { randomBytes, randomInt }
