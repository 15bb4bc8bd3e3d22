/**
 * A file as a text with one character per byte, so that an offset in the text is an offset in the file; and its names,
 * each of which may be in UTF-8 or windows-1252.
 */

const units = new TextDecoder('utf-16le', { ignoreBOM: true })
export const toLetters = (bytes: Uint8Array): string => units.decode(Uint16Array.from(bytes))

export const toBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

export type Part = { start: number; end: number }
/** A line: `end` is before its terminator, `next` after it. */
export type Line = Part & { next: number }

/** Splits at LF, CRLF, and the CR CR LF of a twice converted file. */
export const linesIn = (text: string): Line[] => {
  const lines: Line[] = []
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start)
    const stop = found < 0 ? text.length : found
    let end = stop
    while (end > start && text[end - 1] === '\r') end--
    const next = Math.min(stop + 1, text.length)
    lines.push({ start, end, next })
    start = next
  }
  return lines
}

/** Splits [start, end) into at most `max` parts; the last one takes the rest. */
export const splitAt = (text: string, { start, end }: Part, separator: string, max: number): Part[] => {
  const line = text.slice(start, end)
  const parts: Part[] = []
  for (let from = 0; ;) {
    const found = parts.length === max - 1 ? -1 : line.indexOf(separator, from)
    parts.push({ start: start + from, end: found < 0 ? end : start + found })
    if (found < 0) return parts
    from = found + separator.length
  }
}

const upper =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/** A multi-byte UTF-8 sequence: shortest form, no surrogates. */
const wide =
  '[\u00c2-\u00df][\u0080-\u00bf]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]|\u00ed[\u0080-\u009f][\u0080-\u00bf]|' +
  '[\u00e1-\u00ec\u00ee\u00ef][\u0080-\u00bf]{2}|\u00f0[\u0090-\u00bf][\u0080-\u00bf]{2}|' +
  '[\u00f1-\u00f3][\u0080-\u00bf]{3}|\u00f4[\u0080-\u008f][\u0080-\u00bf]{2}'
const wideLetter = new RegExp(wide)
const beyondAscii = new RegExp(`${wide}|[\u0080-\u00ff]`, 'g')

const pointOf = (letters: string): number => {
  const first = letters.charCodeAt(0)
  let point = first & (letters.length === 2 ? 31 : letters.length === 3 ? 15 : 7)
  for (let at = 1; at < letters.length; at++) point = point * 64 + (letters.charCodeAt(at) & 63)
  return point
}

/**
 * Reads UTF-8, and as windows-1252 each byte that is not: a file may mix both, and one bad byte spoils only one
 * character.
 */
export const decodeLetters = (letters: string): string =>
  /[\u0080-\u00ff]/.test(letters)
    ? letters.replace(beyondAscii, (found) =>
        found.length > 1
          ? String.fromCodePoint(pointOf(found))
          : found < '\u00a0'
            ? upper.charAt(found.charCodeAt(0) - 0x80)
            : found,
      )
    : letters

/**
 * A name as lists show it: line ends and tabs become spaces, other control characters (emphasis marks too) are removed.
 */
export const decode = (letters: string): string => {
  const text = decodeLetters(letters)
  return /[\0-\u001f\u007f-\u009f]/.test(text)
    ? text.replace(/[\t\n\r]/g, ' ').replace(/[\0-\u001f\u007f-\u009f]/g, '')
    : text
}

const encodeUtf8 = (text: string): string => toLetters(new TextEncoder().encode(text))
/** The text in windows-1252; null if a character is missing there. */
const encodeSmall = (text: string): string | null => {
  let letters = ''
  for (const letter of text) {
    const code = letter.charCodeAt(0)
    const place = upper.indexOf(letter)
    if (code < 0x80 || (code >= 0xa0 && code < 0x100)) letters += letter
    else if (place >= 0) letters += String.fromCharCode(0x80 + place)
    else return null
  }
  return letters
}

/**
 * Writes text as the file does: in UTF-8, or in windows-1252 if nothing in the file is UTF-8 and every character exists
 * there.
 */
export const encoderFor = (file: string): ((text: string) => string) => {
  let utf8: boolean | null = null
  return (text) => {
    if (!/[^\0-\u007f]/.test(text)) return text
    utf8 ??= wideLetter.test(file) || !/[\u0080-\u00ff]/.test(file)
    const small = utf8 ? null : encodeSmall(text)
    return small !== null && decodeLetters(small) === text ? small : encodeUtf8(text)
  }
}

export type Encode = (text: string) => string
/** How the names of a folder are read, and written into one of its files. */
export type FolderLetters = { decode: (letters: string) => string; encoderFor: (file: string) => Encode }

/** The terminator of the first line. */
export const lineEndOf = (text: string): string => {
  const at = text.indexOf('\n')
  if (at <= 0 || text[at - 1] !== '\r') return '\n'
  return text[at - 2] === '\r' ? '\r\r\n' : '\r\n'
}

/** A range of a text with its new content. */
export type Put = Part & { value: string }

/** The range [start, end) of a text with its replacements, which never overlap. */
export const patched = (text: string, { start, end }: Part, puts: readonly Put[]): string => {
  let piece = ''
  let from = start
  for (const put of [...puts].sort((one, other) => one.start - other.start || one.end - other.end)) {
    if (put.start < from || put.end > end) continue
    piece += text.slice(from, put.start) + put.value
    from = put.end
  }
  return piece + text.slice(from, end)
}

/** Joins lines; each gets a terminator, except the last. `ends`: what counts as one. */
export const joinLines = (pieces: readonly string[], lineEnd: string, ends = lineEnd.slice(-1)): string => {
  const given = pieces.filter((piece) => piece !== '')
  return given
    .map((piece, at) => (ends.includes(piece.slice(-1)) || at === given.length - 1 ? piece : piece + lineEnd))
    .join('')
}
