/**
 * Reads a table as text and rows of cells. The text has one character per byte, or per UTF-16 unit, so an offset in the
 * text is an offset in the file. The time to read rows is linear in the file's size, whatever its quotation marks do.
 */
import { toBytes, toLetters } from '../letters'
import { skipBlank, trimEnd } from '../m3u/info'

export type TableText = {
  text: string
  /** The byte order of UTF-16; null for single bytes. */
  wide: 'le' | 'be' | null
  /** Half a unit at the end of a truncated file. */
  rest: Uint8Array
  /** Where the text begins after a byte-order mark. */
  start: number
  eol: '\n' | '\r'
}

/** JavaScript engines accept some ten thousand arguments per call. */
const unitsAtOnce = 8192

const wideText = (bytes: Uint8Array, isLittle: boolean): string => {
  const units = new Uint16Array(bytes.length >> 1)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < units.length; at++) units[at] = view.getUint16(at * 2, isLittle)
  const pieces: string[] = []
  for (let at = 0; at < units.length; at += unitsAtOnce)
    pieces.push(String.fromCharCode(...units.subarray(at, at + unitsAtOnce)))
  return pieces.join('')
}

/** How many bytes are examined to find the byte order. */
const orderBytes = 4096
/** In UTF-16, ASCII letters, blanks and line ends contain a zero byte, and every table has many of them. */
const orderWithoutMark = (bytes: Uint8Array): TableText['wide'] => {
  const end = Math.min(bytes.length & ~1, orderBytes)
  let [little, big] = [0, 0]
  for (let at = 0; at < end; at += 2) {
    const one = bytes[at] ?? 0
    const other = bytes[at + 1] ?? 0
    if (other === 0 && one > 0 && one < 0x80) little++
    else if (one === 0 && other > 0 && other < 0x80) big++
  }
  const least = Math.max(4, end / 16)
  return little >= least && little > big * 8 ? 'le' : big >= least && big > little * 8 ? 'be' : null
}
const orderOf = (bytes: Uint8Array): TableText['wide'] =>
  bytes[0] === 0xff && bytes[1] === 0xfe
    ? 'le'
    : bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'be'
      : orderWithoutMark(bytes)

export const isWide = (bytes: Uint8Array): boolean => orderOf(bytes) !== null

export const openText = (bytes: Uint8Array): TableText => {
  const wide = orderOf(bytes)
  const text = wide === null ? toLetters(bytes) : wideText(bytes, wide === 'le')
  const start = text.startsWith('\ufeff') ? 1 : text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  // Old computers ended lines with CR only.
  const eol = text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
  return { text, wide, rest: wide === null ? new Uint8Array(0) : bytes.slice(bytes.length & ~1), start, eol }
}

/** The bytes of a text in the encoding of its file. */
export const closeText = (text: string, { wide, rest }: Pick<TableText, 'wide' | 'rest'>): Uint8Array => {
  if (wide === null) return toBytes(text)
  const bytes = new Uint8Array(text.length * 2 + rest.length)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), wide === 'le')
  bytes.set(rest, text.length * 2)
  return bytes
}

/** `isEscaped`: in quoted cells a backslash stands before marks, as databases write them; others double a mark. */
export type Quotes = { mark: '"' | "'"; isEscaped: boolean }
export const usualQuotes: Quotes = { mark: '"', isEscaped: false }
/** How a table's rows are divided into cells. */
export type RowForm = { separator: string; eol: TableText['eol']; quotes: Quotes }

/** Cells further to the right are ignored. */
export const columnsMax = 256
/** If a quoted cell would have more lines than this, its opening mark was not meant as one. */
const linesInCell = 50
const blanksMax = 8

/** Reads the cells of one row after another. */
export class Rows {
  /** Where the cells of the last row begin and end, including their quotation marks. */
  readonly starts: number[] = []
  readonly ends: number[] = []
  count = 0
  private readonly nextSeparator: (from: number) => number
  private readonly nextEnd: (from: number) => number

  private readonly separator: string
  private readonly eol: string
  private readonly quotes: Quotes

  constructor(
    private readonly text: string,
    { separator, eol, quotes }: RowForm,
  ) {
    this.separator = separator
    this.eol = eol
    this.quotes = quotes
    this.nextSeparator = finderOf(text, separator)
    this.nextEnd = finderOf(text, eol)
  }

  /** Reads the row at an offset not before the last row's; returns where the next row begins. */
  read(from: number): number {
    const { text } = this
    this.count = 0
    for (let at = from; ;) {
      const behind = this.behindQuoted(at)
      const separator = this.nextSeparator(behind)
      const end = this.nextEnd(behind)
      const isLast = end <= separator
      let stop = isLast ? end : separator
      if (isLast && this.eol === '\n' && stop > at && text.charCodeAt(stop - 1) === 13) stop--
      if (this.count < columnsMax) {
        this.starts[this.count] = at
        this.ends[this.count++] = stop
      }
      if (isLast) return Math.min(end + 1, text.length)
      at = separator + 1
    }
  }

  cell(at: number): string {
    return at >= 0 && at < this.count ? this.text.slice(this.starts[at], this.ends[at]) : ''
  }

  /** The content of a cell without its quotation marks. */
  inner(at: number): string {
    return unquoted(this.cell(at), this.quotes)
  }

  /**
   * The offset after a quoted cell, or `at` if it isn't quoted. As in spreadsheets, a mark that is not doubled closes
   * the cell. A mark that would close it in the middle of another cell on a later line was not meant to.
   */
  private behindQuoted(at: number): number {
    const { text } = this
    let open = at
    while (open < at + blanksMax && text.charCodeAt(open) === 32) open++
    if (text.charAt(open) !== this.quotes.mark) return at
    const close = this.closing(open + 1)
    if (close < 0) return at
    const next = skipSpaces(text, close)
    const follows = text.charAt(next)
    const isEnd = follows === '' || follows === this.separator || follows === '\n' || follows === '\r'
    const lineEnd = this.nextEnd(at)
    if (lineEnd >= close) return isEnd || open === at ? close : at
    if (!isEnd) return at
    let lines = 0
    for (let end = lineEnd; end >= 0 && end < close; end = text.indexOf(this.eol, end + 1))
      if (++lines > linesInCell) return at
    return close
  }

  /** The offset after the first mark that is neither doubled nor escaped; -1 if there is none. */
  private closing(from: number): number {
    const { text } = this
    const { mark, isEscaped } = this.quotes
    for (let at = text.indexOf(mark, from); at >= 0;) {
      let end = at + 1
      if (!isEscaped || !isEscapedAt(text, at, from)) {
        while (text.charAt(end) === mark) end++
        if ((end - at) % 2 === 1) return end
      }
      at = text.indexOf(mark, end)
    }
    return -1
  }
}

/** Whether an odd number of backslashes stands before an offset. */
const isEscapedAt = (text: string, at: number, from: number): boolean => {
  let start = at
  while (start > from && text.charCodeAt(start - 1) === 92) start--
  return (at - start) % 2 === 1
}

const skipSpaces = (text: string, from: number): number => {
  let at = from
  while (at < from + blanksMax && text.charCodeAt(at) === 32) at++
  return at
}

/** Finds a character from increasing offsets, so that the text is searched only once. */
const finderOf = (text: string, letter: string): ((from: number) => number) => {
  let found = -1
  return (from) => {
    if (found < from) {
      const next = text.indexOf(letter, from)
      found = next < 0 ? text.length : next
    }
    return found
  }
}

/** The content of a cell without its quotation marks, still with one character per byte. */
export const unquoted = (cell: string, { mark, isEscaped }: Quotes): string => {
  const start = skipBlank(cell, 0, cell.length)
  const end = trimEnd(cell, start, cell.length)
  if (cell.charAt(start) !== mark) return cell.slice(start, end)
  const isClosed = end > start + 1 && cell.charAt(end - 1) === mark
  const inner = cell.slice(start + 1, isClosed ? end - 1 : end).replaceAll(mark + mark, mark)
  return isEscaped ? inner.replaceAll(/\\([\\"'])/g, '$1') : inner
}

/** The text as a quoted cell. */
export const quoted = (letters: string, { mark, isEscaped }: Quotes): string =>
  mark + (isEscaped ? letters.replaceAll(/[\\"']/g, String.raw`\$&`) : letters.replaceAll(mark, mark + mark)) + mark

/** How many rows are examined to find out what quotes their cells. */
const quotedRows = 20
/** Separators are single characters, escaped here for a class of them. */
const inClass = (separator: string): string => separator.replace(/[\\\]^-]/, String.raw`\$&`)

/**
 * The mark that quotes cells: apostrophes if every heading is in them, or if they open and close cells in most rows and
 * never only one of both.
 */
export const markOf = (text: string, separator: string, eol: TableText['eol']): Quotes['mark'] => {
  if (!text.includes("'")) return '"'
  const between = `[${inClass(separator)}]`
  const rows = text.split(eol, quotedRows).filter((row) => row.trim() !== '')
  if (new RegExp(`^'[^']*'(?:${between}'[^']*')+\r?$`).test(rows[0] ?? '')) return "'"
  const opening = new RegExp(`(?:^|${between}) {0,8}'`, 'g')
  const closing = new RegExp(`' {0,8}(?=${between}|\r?$)`, 'g')
  const counts = rows.map((row) => [row.match(opening)?.length ?? 0, row.match(closing)?.length ?? 0] as const)
  const within = counts.filter(([opened]) => opened > 0).length
  return within > 1 && within * 2 > rows.length && counts.every(([opened, closed]) => opened === closed) ? "'" : '"'
}

/** Whether a mark within a quoted cell has a backslash before it; one at a cell's end belongs to its text. */
export const hasEscapes = (text: string, separator: string, mark: Quotes['mark']): boolean => {
  if (!text.includes(`\\${mark}`)) return false
  const end = ` {0,8}(?:[${inClass(separator)}\r\n]|$)`
  const start = `(?:^|[${inClass(separator)}\r\n]) {0,8}${mark}`
  return new RegExp(`${start}[^${mark}\r\n]*\\\\${mark}(?:${mark}${end}|(?!${mark}|${end}))`).test(text)
}
