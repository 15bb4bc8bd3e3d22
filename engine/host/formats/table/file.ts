/**
 * A table as text and rows of cells. The text has one letter a byte, or one a unit of UTF-16, so a place in the text is
 * a place in the file. Rows are read in time that grows with the file, whatever its quotation marks do.
 */
import { toBytes, toLetters } from '../enigma/letters'
import { skipBlank, trimEnd } from '../m3u/info'

export type TableText = {
  text: string
  /** The order of bytes in UTF-16; null for text of bytes. */
  wide: 'le' | 'be' | null
  /** Half a unit at the end of a cut file. */
  rest: Uint8Array
  /** Where the text begins behind a mark. */
  start: number
  eol: '\n' | '\r'
}

/** An engine takes no more arguments at once than some ten thousand. */
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

/** So much of a file tells the order of its bytes. */
const orderBytes = 4096
/** Letters of ASCII, blanks and ends of lines have a byte of 0 in UTF-16, and every table has many of them. */
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
  // Old computers ended lines with CR alone.
  const eol = text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
  return { text, wide, rest: wide === null ? new Uint8Array(0) : bytes.slice(bytes.length & ~1), start, eol }
}

/** The bytes of a text in the encoding of the file that it came from. */
export const closeText = (text: string, { wide, rest }: Pick<TableText, 'wide' | 'rest'>): Uint8Array => {
  if (wide === null) return toBytes(text)
  const bytes = new Uint8Array(text.length * 2 + rest.length)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), wide === 'le')
  bytes.set(rest, text.length * 2)
  return bytes
}

/** Cells further to the right have no meaning. */
export const columnsMax = 256
/** A cell in quotation marks with more lines has a mark that was never meant to open one. */
const linesInCell = 50
const blanksMax = 8

/** Reads the cells of one row after another. */
export class Rows {
  /** Where the cells of the last row begin and end, with their quotation marks. */
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

  /** Reads the row at a place, which is not before the last one's; returns where the next row begins. */
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
   * Behind the quotation marks of a cell, or `at` where it has none. As spreadsheets do it, a mark closes the cell that
   * isn't one of a pair; one that would close it in the middle of another cell of a later line was never meant to.
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

  /** Behind the first mark that is not one of a pair; -1 where there is none. */
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

/** Finds a letter at or behind places that never go back: the text is searched once. */
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

/** What a cell says, without the quotation marks around it, still in the file's letters. */
export const unquoted = (cell: string): string => {
  const start = skipBlank(cell, 0, cell.length)
  const end = trimEnd(cell, start, cell.length)
  if (cell.charCodeAt(start) !== 34) return cell.slice(start, end)
  const isClosed = end > start + 1 && cell.charCodeAt(end - 1) === 34
  return cell.slice(start + 1, isClosed ? end - 1 : end).replaceAll('""', '"')
}
