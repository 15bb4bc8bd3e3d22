/**
 * A file that is being amended: its bytes as a text of one letter each, the places that change, and the lines that
 * every one of these dialects but one is made of.
 */

/** How many bytes become letters at once: an engine takes no more arguments than some ten thousand. */
const piece = 8192

const lettersOf = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return text
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A line: `end` is before its terminator, `next` behind it. */
export type Line = { start: number; end: number; next: number }

export type Draft = {
  /** A letter for each byte. */
  text: string
  lines: () => Line[]
  /** What ends the first line. */
  lineEnd: () => string
  /** A text in the file's letters, for `put`; null where it has not all of them. */
  encode: (value: string) => string | null
  /** Replaces [start, end); places never overlap. */
  put: (start: number, end: number, value: string) => void
  /** The bytes with all of it; the same ones where nothing was put. */
  bytes: () => Uint8Array
}

export const draftOf = (source: Uint8Array): Draft => {
  const text = lettersOf(source)
  let utf8: boolean | null = null
  const puts: { start: number; end: number; value: string; made: number }[] = []
  return {
    text,
    lines: () => {
      const lines: Line[] = []
      for (let start = 0; start < text.length;) {
        const found = text.indexOf('\n', start)
        const stop = found < 0 ? text.length : found
        const end = stop > start && text[stop - 1] === '\r' ? stop - 1 : stop
        lines.push({ start, end, next: Math.min(stop + 1, text.length) })
        start = stop + 1
      }
      return lines
    },
    lineEnd: () => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n'),
    encode: (value) => {
      utf8 ??= isUtf8(source)
      if (utf8) return lettersOf(new TextEncoder().encode(value))
      return /^[ -~\u00a0-\u00ff]*$/.test(value) ? value : null
    },
    put: (start, end, value) => {
      if (text.slice(start, end) !== value) puts.push({ start, end, value, made: puts.length })
    },
    bytes: () => {
      if (puts.length === 0) return source
      puts.sort((one, other) => one.start - other.start || one.end - other.end || one.made - other.made)
      let all = ''
      let from = 0
      for (const { start, end, value } of puts) {
        all += text.slice(from, start) + value
        from = end
      }
      all += text.slice(from)
      return Uint8Array.from(all, (letter) => letter.charCodeAt(0))
    },
  }
}

/** A part of a text between separators. */
export type Part = { start: number; end: number }
/** Splits [start, end) into at most `most` parts, of which the last takes the rest. */
export const partsOf = (text: string, { start, end }: Part, separator: string, most: number): Part[] => {
  const parts: Part[] = []
  let from = start
  while (parts.length < most) {
    const found = parts.length === most - 1 ? -1 : text.indexOf(separator, from)
    const stop = found < 0 || found > end ? end : found
    parts.push({ start: from, end: stop })
    if (stop >= end) break
    from = stop + 1
  }
  return parts
}
