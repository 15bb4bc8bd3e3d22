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

  constructor(
    private readonly text: string,
    private readonly separator: string,
    private readonly eol: string,
  ) {
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

  /**
   * The offset after a quoted cell, or `at` if it isn't quoted. As in spreadsheets, a mark that is not doubled closes
   * the cell. A mark that would close it in the middle of another cell on a later line was not meant to.
   */
  private behindQuoted(at: number): number {
    const { text } = this
    let open = at
    while (open < at + blanksMax && text.charCodeAt(open) === 32) open++
    if (text.charCodeAt(open) !== 34) return at
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

  /** The offset after the first mark that is not doubled; -1 if there is none. */
  private closing(from: number): number {
    const { text } = this
    for (let at = text.indexOf('"', from); at >= 0;) {
      let end = at + 1
      while (text.charCodeAt(end) === 34) end++
      if ((end - at) % 2 === 1) return end
      at = text.indexOf('"', end)
    }
    return -1
  }
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
export const unquoted = (cell: string): string => {
  const start = skipBlank(cell, 0, cell.length)
  const end = trimEnd(cell, start, cell.length)
  if (cell.charCodeAt(start) !== 34) return cell.slice(start, end)
  const isClosed = end > start + 1 && cell.charCodeAt(end - 1) === 34
  return cell.slice(start + 1, isClosed ? end - 1 : end).replaceAll('""', '"')
}
