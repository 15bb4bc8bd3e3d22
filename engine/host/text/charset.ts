/** The letters of the single-byte encodings, from the table that the engine's own is generated from. */
import type { Encoding } from '../types'
import { upperHalves } from './charset-table'

/** The 128 letters of bytes 0x80–0xFF, U+FFFD for undefined bytes. */
export const upperHalfOf = (encoding: Exclude<Encoding, 'utf-8'>): string => {
  const half = upperHalves[encoding]
  return Array.from({ length: 128 - half.length }, (_, i) => String.fromCharCode(0x80 + i)).join('') + half
}
