/**
 * The encodings of a playlist. People combine playlists from several sources, so each name and value is decoded
 * separately: as UTF-8 if valid, otherwise in the one legacy encoding that the file's other names suggest.
 */
import { upperHalfOf } from '../../text/charset'
import type { Encoding } from '../../types'
import { decodeLetters, toLetters } from '../letters'

/** How names are decoded that aren't UTF-8. */
export type Charset = {
  /** The user's choice for this file; null if there is none. */
  chosen: Encoding | null
  /** Guesses the single-byte encoding of names, given with one character per byte. */
  guess(names: readonly string[]): Encoding
}

export type Letters = {
  decode(letters: string): string
  /** Encodes like `like`, the text that was there; in UTF-8 if that encoding lacks a character. */
  encode(text: string, like: string): string
}

const ascii = /^[\0-\u007f]*$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const bytesOf = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
/** Decodes UTF-8; null if invalid. */
const fromUtf8 = (letters: string): string | null => {
  try {
    return utf8.decode(bytesOf(letters))
  } catch {
    return null
  }
}

/** As lists show it: line ends and tabs become spaces, other control characters are removed. */
export const plain = (text: string): string =>
  /[\0-\u001f\u007f-\u009f\ufeff]/.test(text)
    ? text.replace(/[\t\n\r]/g, ' ').replace(/[\0-\u001f\u007f-\u009f\ufeff]/g, '')
    : text

/** Invisible characters: zero-width spaces, soft hyphens, direction marks. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]/
const isUnseen = (text: string, at: number): boolean => /\s/.test(text.charAt(at)) || unseen.test(text.charAt(at))
/** A text without blanks and invisible characters at its ends, which mean nothing. */
export const trimUnseen = (text: string): string => {
  if (!unseen.test(text)) return text.trim()
  let [start, end] = [0, text.length]
  while (start < end && isUnseen(text, start)) start++
  while (end > start && isUnseen(text, end - 1)) end--
  return text.slice(start, end)
}

/** How many bytes are not ASCII, and how many of them form valid UTF-8. */
const countHigh = (letters: string): { high: number; wide: number } => {
  let [high, wide] = [0, 0]
  for (let at = 0; at < letters.length; at++) {
    const code = letters.charCodeAt(at)
    if (code < 0x80) continue
    high++
    const more = code >= 0xc2 && code <= 0xf4 ? (code < 0xe0 ? 1 : code < 0xf0 ? 2 : 3) : 0
    let next = at + 1
    while (next <= at + more && (letters.charCodeAt(next) & 0xc0) === 0x80) next++
    if (more === 0 || next <= at + more) continue
    high += more
    wide += more + 1
    at += more
  }
  return { high, wide }
}
/** `broken`: UTF-8 with a few invalid bytes. */
type Kind = 'ascii' | 'utf-8' | 'broken' | 'odd'
const kindByBytes = (letters: string): Kind => {
  const { high, wide } = countHigh(letters)
  if (high === 0) return 'ascii'
  if (high === wide && fromUtf8(letters) !== null) return 'utf-8'
  return wide * 2 >= high ? 'broken' : 'odd'
}

/** Two bytes of a legacy encoding may happen to be the UTF-8 of a symbol: “ТВ” in ISO 8859-5 is “²”. */
const isSurelyUtf8 = (letters: string): boolean => /[\u0800-\uffff]|(?![\0-\u007f])\p{L}/u.test(fromUtf8(letters) ?? '')

/** A degree sign after a number has this byte in almost every encoding, so it is no evidence for one. */
export const withoutDegrees = (letters: string): string => letters.replace(/(\d ?)[\u00b0\u00ba]/g, '$1')

/** `names`: those of the file; every name that isn't ASCII is evidence. */
export const lettersOf = (names: Iterable<string>, { chosen, guess }: Charset): Letters => {
  const kindOf = (letters: string): Kind => {
    const kind = kindByBytes(letters)
    if (chosen === null || kind === 'ascii') return kind
    if (chosen === 'utf-8') return kind === 'odd' ? 'broken' : kind
    return kind === 'utf-8' && isSurelyUtf8(letters) ? 'utf-8' : 'odd'
  }
  let [wide, odd] = [0, 0]
  const evidence: string[] = []
  for (const name of names) {
    const kind = kindOf(name)
    if (kind === 'ascii') continue
    if (kind !== 'odd') {
      wide++
      continue
    }
    odd++
    const telling = withoutDegrees(name)
    if (!ascii.test(telling)) evidence.push(telling)
  }
  const isUtf8 = chosen === null ? wide >= odd : chosen === 'utf-8'
  const encoding = chosen ?? (evidence.length === 0 ? 'windows-1252' : guess(evidence))
  const half = encoding === 'utf-8' ? '' : upperHalfOf(encoding)
  const fromHalf = (letters: string): string => {
    let text = ''
    for (let at = 0; at < letters.length; at++) {
      const code = letters.charCodeAt(at)
      text += code < 0x80 ? letters.charAt(at) : half.charAt(code - 0x80)
    }
    return text
  }
  const decode = (letters: string): string => {
    const kind = kindOf(letters)
    if (kind === 'ascii') return plain(letters)
    if (kind === 'utf-8') return plain(fromUtf8(letters) ?? '')
    return plain(kind === 'odd' && half !== '' ? fromHalf(letters) : decodeLetters(letters))
  }
  /** The text in the legacy encoding; null if it would be read back as something else. */
  const encodeOdd = (text: string): string | null => {
    let letters = ''
    for (const letter of text) {
      const place = letter < '\u0080' || letter === '\ufffd' ? -1 : half.indexOf(letter)
      if (letter >= '\u0080' && place < 0) return null
      letters += place < 0 ? letter : String.fromCharCode(0x80 + place)
    }
    return decode(letters) === text ? letters : null
  }
  return {
    decode,
    encode: (given, like) => {
      const text = given.replace(/[\r\n]/g, ' ')
      if (ascii.test(text)) return text
      const kind = kindOf(like)
      const isOdd = kind === 'ascii' ? !isUtf8 : kind === 'odd'
      return (isOdd ? encodeOdd(text) : null) ?? toLetters(new TextEncoder().encode(text))
    },
  }
}
