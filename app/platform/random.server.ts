/** Ids, tokens, codes and digests. All randomness on the server comes from here and from the system's generator. */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual, webcrypto } from 'node:crypto'
import { nowMs } from './clock.server'

const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Makes an id: 26 characters of Crockford base 32, ordered by creation time (48 bits), then 80 random bits. */
export const makeId = (): string => {
  let timeMs = nowMs()
  let head = ''
  for (let i = 0; i < 10; i++) {
    head = idAlphabet.charAt(timeMs % 32) + head
    timeMs = Math.floor(timeMs / 32)
  }
  let tail = ''
  for (const byte of randomBytes(16)) tail += idAlphabet.charAt(byte & 31)
  return head + tail
}

/** Makes a secret for a client: `prefix` and 256 random bits in base64url. Store only its `sha256`. */
export const makeToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url')

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
/** The same digest for data that may be large: it is computed outside of the event loop. */
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
