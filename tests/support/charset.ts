/** Text in the encodings that lists come in, apart from the engine. */
import { upperHalfOf } from '../../engine/host/text/charset'
import type { Encoding } from '../../engine/host/types'

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
