/**
 * Decodes the encodings of coin addresses and verifies their checksums: Base58Check, Bech32 and Bech32m, CashAddr,
 * Monero's Base58 and the CBOR of Cardano's Byron era. Pure; runs on server and browser.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base58xmr, base58xrp, bech32, bech32m, type BytesCoder } from '@scure/base'

/** The decoded bytes, or whether the format or the checksum was wrong. */
export type Read<T> = T | 'format' | 'checksum'

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

const decode = (coder: BytesCoder, text: string): Uint8Array | null => {
  try {
    const bytes = coder.decode(text)
    // Reject non-canonical text, so that each value has exactly one spelling.
    return coder.encode(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

/** Decodes a body of one of these lengths that is followed by the first four bytes of its digest. */
const readCheck = (
  coder: BytesCoder,
  digest: (body: Uint8Array) => Uint8Array,
  text: string,
  lengths: readonly number[],
): Read<Uint8Array> => {
  // Decoding time grows with the square of the length, so reject lengths that can't fit before decoding.
  const [least, most] = [Math.min(...lengths) + 4, Math.max(...lengths) + 4]
  if (text.length < least || text.length > most * 1.5) return 'format'
  const bytes = decode(coder, text)
  if (bytes === null || !lengths.includes(bytes.length - 4)) return 'format'
  const body = bytes.subarray(0, -4)
  return sameBytes(digest(body).subarray(0, 4), bytes.subarray(-4)) ? body : 'checksum'
}
const twice = (body: Uint8Array): Uint8Array => sha256(sha256(body))
/** Base58 with a double SHA-256. */
export const readBase58Check = (text: string, lengths: readonly number[]): Read<Uint8Array> =>
  readCheck(base58, twice, text, lengths)
/** Base58Check with the XRP Ledger's alphabet. */
export const readXrpCheck = (text: string, lengths: readonly number[]): Read<Uint8Array> =>
  readCheck(base58xrp, twice, text, lengths)
/** Monero's Base58 in blocks, with Keccak-256. */
export const readMoneroCheck = (text: string, lengths: readonly number[]): Read<Uint8Array> =>
  readCheck(base58xmr, keccak_256, text, lengths)

/** Base58 without a checksum. */
export const readBase58 = (text: string): Uint8Array | null => (text.length > 128 ? null : decode(base58, text))

const bech32Form = /^([!-~]{1,83})1([02-9ac-hj-np-z]{6,})$/
/** The prefix before the separator if the text looks like Bech32; otherwise null. */
export const bech32Prefix = (text: string): string | null => {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null
  return bech32Form.exec(text.toLowerCase())?.[1] ?? null
}

export type Words = { words: number[]; coder: 'bech32' | 'bech32m' }
/** Bech32 or Bech32m, whichever checksum matches. `most` is the maximum text length. */
export const readBech32 = (text: string, most: number): Read<Words> => {
  if (text.length > most || bech32Prefix(text) === null) return 'format'
  const plain = bech32.decodeUnsafe(text, most)
  if (plain !== undefined) return { words: plain.words, coder: 'bech32' }
  const modified = bech32m.decodeUnsafe(text, most)
  return modified === undefined ? 'checksum' : { words: modified.words, coder: 'bech32m' }
}
/** Converts 5-bit groups to bytes; null if the leftover bits aren't zero or are more than four. */
export const wordsToBytes = (words: number[]): Uint8Array | null => bech32.fromWordsUnsafe(words) ?? null

const cashLetters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const cashGenerators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n] as const
const cashPolymod = (values: readonly number[]): bigint => {
  let sum = 1n
  for (const value of values) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value)
    cashGenerators.forEach((generator, bit) => {
      if (((top >> BigInt(bit)) & 1n) === 1n) sum ^= generator
    })
  }
  return sum ^ 1n
}
const cashSizes = [20, 24, 28, 32, 40, 48, 56, 64] as const
export type Cash = { prefix: string; type: number; hash: Uint8Array }
/**
 * Reads CashAddr with its 40-bit checksum. A text without a prefix is checked against each of `prefixes`. Type 0 is a
 * key, 1 is a script, 2 and 3 are the same with tokens.
 */
export const readCashAddr = (text: string, prefixes: readonly string[]): Read<Cash> => {
  if (text.length > 140 || (text !== text.toLowerCase() && text !== text.toUpperCase())) return 'format'
  const lower = text.toLowerCase()
  const at = lower.indexOf(':')
  const payload = lower.slice(at + 1)
  const words = Array.from(payload, (letter) => cashLetters.indexOf(letter))
  if (at === 0 || words.length < 8 || words.includes(-1)) return 'format'
  const prefix = (at > 0 ? [lower.slice(0, at)] : prefixes).find(
    (one) => cashPolymod([...Array.from(one, (letter) => letter.charCodeAt(0) & 31), 0, ...words]) === 0n,
  )
  if (prefix === undefined) return 'checksum'
  const bytes = wordsToBytes(words.slice(0, -8))
  const version = bytes?.[0]
  if (bytes === null || version === undefined || version > 127 || bytes.length - 1 !== cashSizes[version & 7])
    return 'format'
  return { prefix, type: version >> 3, hash: bytes.subarray(1) }
}

/** The CRC-32 that zip files and Byron addresses use. */
const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ ((sum & 1) === 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

/** A CBOR value, limited to what addresses use; maps are lists of pairs. */
type Cbor = number | Uint8Array | { list: Cbor[] } | { pairs: [Cbor, Cbor][] } | { tag: number; of: Cbor }
const readCbor = (bytes: Uint8Array): Cbor | null => {
  let at = 0
  const next = (): number => {
    const byte = bytes[at]
    if (byte === undefined) throw new RangeError('cut')
    at += 1
    return byte
  }
  const value = (depth: number): Cbor => {
    const first = next()
    const [kind, small] = [first >> 5, first & 31]
    if (depth > 4 || small > 26) throw new RangeError('not of an address')
    let size = small
    if (small >= 24) {
      size = 0
      for (let left = 1 << (small - 24); left > 0; left--) size = size * 256 + next()
    }
    switch (kind) {
      case 0:
        return size
      case 2: {
        if (size > bytes.length - at) throw new RangeError('cut')
        at += size
        return bytes.subarray(at - size, at)
      }
      case 4:
        if (size > 8) throw new RangeError('not of an address')
        return { list: Array.from({ length: size }, () => value(depth + 1)) }
      case 5:
        if (size > 8) throw new RangeError('not of an address')
        return { pairs: Array.from({ length: size }, () => [value(depth + 1), value(depth + 1)]) }
      case 6:
        return { tag: size, of: value(depth + 1) }
      default:
        throw new RangeError('not of an address')
    }
  }
  try {
    const read = value(0)
    return at === bytes.length ? read : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
const listOf = (value: Cbor | null, length: number): Cbor[] | null =>
  typeof value === 'object' && value !== null && 'list' in value && value.list.length === length ? value.list : null

/**
 * Reads a Byron address: [24(bytes), CRC-32], where the bytes hold [root, attributes, type]. Attribute 2 marks a test
 * network.
 */
export const readByron = (text: string): Read<{ mainnet: boolean }> => {
  const bytes = text.length < 50 ? null : readBase58(text)
  const outer = bytes === null ? null : listOf(readCbor(bytes), 2)
  const [tagged, sum] = outer ?? []
  if (typeof tagged !== 'object' || !('tag' in tagged) || tagged.tag !== 24 || !(tagged.of instanceof Uint8Array))
    return 'format'
  if (typeof sum !== 'number') return 'format'
  if (crc32(tagged.of) !== sum) return 'checksum'
  const [root, attributes, type] = listOf(readCbor(tagged.of), 3) ?? []
  if (!(root instanceof Uint8Array) || root.length !== 28 || typeof type !== 'number' || type > 2) return 'format'
  if (typeof attributes !== 'object' || !('pairs' in attributes)) return 'format'
  return { mainnet: attributes.pairs.every(([key]) => key !== 2) }
}
