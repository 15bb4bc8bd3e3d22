/**
 * Single-byte encodings for strings outside of the engine's memory, for tools, fixtures and tests. Uses the table that
 * the engine's own is generated from. The engine itself reads and writes lists.
 */
import type { Encoding } from '../types'
import { upperHalves } from './charset-table'

/** The 128 letters of bytes 0x80–0xFF, U+FFFD for undefined bytes. */
export const upperHalfOf = (encoding: Exclude<Encoding, 'utf-8'>): string => {
  const half = upperHalves[encoding]
  return Array.from({ length: 128 - half.length }, (_, i) => String.fromCharCode(0x80 + i)).join('') + half
}

/** Text as bytes, or null if a letter is not in the encoding. */
export const encodeString = (text: string, encoding: Encoding): Uint8Array | null => {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  const half = upperHalfOf(encoding)
  const bytes: number[] = []
  for (const letter of text) {
    const byte = letter < '\u0080' ? letter.charCodeAt(0) : letter === '\ufffd' ? -1 : half.indexOf(letter) + 0x80
    if (byte < 0 || (letter >= '\u0080' && byte < 0x80)) return null
    bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

/** Bytes as text. */
export const decodeString = (bytes: Uint8Array, encoding: Encoding): string => {
  if (encoding === 'utf-8') return new TextDecoder('utf-8').decode(bytes)
  const half = upperHalfOf(encoding)
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : half.charAt(byte - 0x80))).join('')
}
