/** Finds a table's heading row and its separator. */
import { decodeLetters } from '../letters'
import { headingOf, type Column, type Heading } from './columns'
import { hasEscapes, markOf, openText, Rows, type Quotes, type TableText } from './file'

const separators = [';', ',', '\t', '|'] as const
/** The heading is near the start, after comments. */
export const sampleBytes = 64 * 1024
const linesMax = 50
/** Longer headings are cut here. */
const lineMax = 8192

export type Head = {
  separator: string
  quotes: Quotes
  /** The meaning of each cell of a row. */
  columns: (Column | null)[]
  /** More columns of numbers: one may contain positions. */
  spare: number[]
  /** The column of transponders if no other one has frequencies; −1 if there is none. */
  transponder: number
  /** The heading's own row. */
  start: number
  end: number
}

const older = [
  ...(['windows-1252', 'windows-1251', 'windows-1256', 'windows-1254', 'windows-1250'] as const),
  ...(['koi8-r', 'iso-8859-5', 'iso-8859-6'] as const),
] as const
const decoders = new Map<string, TextDecoder>()
const decodeIn = (encoding: string, letters: string): string => {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding)
  decoders.set(encoding, decoder)
  return decoder.decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))
}
/** How many cells before a heading's end are tried in the legacy encodings: each costs as much as eight others. */
const olderCellsMax = 512
type Tries = { left: number }
/** The meaning of a heading in UTF-8, or in whichever legacy encoding gives it one. */
const meaningOf = (letters: string, isWide: boolean, tries: Tries): Heading | null => {
  if (letters.length > 200) return null
  const found = headingOf(isWide ? letters : decodeLetters(letters))
  if (found !== null || isWide || !/[\u0080-\u00ff]/.test(letters) || --tries.left < 0) return found
  for (const encoding of older) {
    const heading = headingOf(decodeIn(encoding, letters))
    if (heading !== null) return heading
  }
  return null
}

/** Each column once: the first cell that names it. */
const columnsIn = (rows: Rows, isWide: boolean, tries: Tries): Pick<Head, 'columns' | 'spare' | 'transponder'> => {
  const found = Array.from({ length: rows.count }, (_, at) => meaningOf(rows.inner(at), isWide, tries))
  const own = new Set(found.flatMap((heading) => (heading?.isOwn ? [heading.column] : [])))
  const isNumbered = found.some((heading) => heading?.column === 'number')
  const taken = new Set<Column>()
  const spare: number[] = []
  const columns = found.map((heading, at) => {
    if (heading === null || heading.isTransponder) return null
    if (heading.column === 'number' && taken.has('number')) spare.push(at)
    const isOther = !heading.isOwn && own.has(heading.column)
    // “Channel” next to “Name” is a number.
    const column = isOther && heading.isBoth && !isNumbered ? 'number' : heading.column
    if ((isOther && column === heading.column) || taken.has(column)) return null
    taken.add(column)
    return column
  })
  const transponder = taken.has('frequency') ? -1 : found.findIndex((heading) => heading?.isTransponder)
  if (transponder >= 0) columns[transponder] = 'frequency'
  return { columns, spare, transponder }
}

const countOf = (columns: readonly (Column | null)[]): number => columns.filter((column) => column !== null).length
/** Besides names, a table of channels has a column that only channels have. */
const isTableHead = (columns: readonly (Column | null)[]): boolean =>
  columns.includes('name') &&
  columns.some((column) => column !== null && column !== 'name' && column !== 'lock' && column !== 'skip')

/** The separator that a first line such as “sep=;” names. */
const namedSeparator = (line: string): string | null => /^"?sep=([^\w"\r\n])"?\s*$/i.exec(line)?.[1] ?? null

type Line = { start: number; isFirst: boolean; separators: readonly string[] }
/**
 * The line as a heading, with the separator that gives most known columns; and as one that has only a column of
 * channels. Below a file's first line a heading needs three known columns, or a row of several cells after it, because
 * prose may contain a line of two such words.
 */
const headAt = (
  { text, wide, eol }: TableText,
  line: Line,
  tries: Tries,
): { whole: Head | null; names: Head | null } => {
  const { start, isFirst } = line
  const part = text.slice(start, Math.min(text.length, start + lineMax))
  const wholeRows = part.slice(0, start + part.length < text.length ? part.lastIndexOf(eol) + 1 : part.length)
  let whole: Head | null = null
  let names: Head | null = null
  for (const separator of line.separators) {
    const quotes = { mark: markOf(wholeRows, separator, eol), isEscaped: false }
    const rows = new Rows(part, { separator, eol, quotes })
    const next = rows.read(0)
    const found = columnsIn(rows, wide !== null, tries)
    const { columns } = found
    const head = { separator, quotes, ...found, start, end: start + next }
    const count = countOf(columns)
    if (isFirst && columns.includes('name')) names ??= head
    const isHead = isTableHead(columns) && (isFirst || count > 2 || (rows.read(next) > next && rows.count > 1))
    if (isHead && count > countOf(whole?.columns ?? [])) whole = head
  }
  return { whole, names }
}

/** `isRead`: the file is known to be a table, which may have only names. */
export const findHead = (table: TableText, isRead: boolean): Head | null => {
  const { text, wide, eol } = table
  const limit = Math.min(text.length, wide === null ? sampleBytes : sampleBytes / 2)
  let named: string | null = null
  let first: Head | null = null
  let lines = 0
  const tries = { left: olderCellsMax }
  for (let start = table.start, next = 0; start < limit && lines < linesMax; start = next) {
    const found = text.indexOf(eol, start)
    next = found < 0 ? text.length : found + 1
    const line = text.slice(start, Math.min(next, start + lineMax))
    if (line.trim() === '') continue
    lines++
    const sign = lines === 1 ? namedSeparator(line) : null
    named ??= sign
    if (sign !== null) continue
    const isFirst = lines === (named === null ? 1 : 2)
    const { whole, names } = headAt(table, { start, isFirst, separators: named === null ? separators : [named] }, tries)
    first ??= isRead ? names : null
    if (whole !== null) return settled(table, whole)
  }
  return first && settled(table, first)
}

/** A heading may be longer than the part that is examined, and escapes may stand anywhere in the file. */
const settled = ({ text, eol }: TableText, head: Head): Head => {
  const { separator, start } = head
  const quotes = { ...head.quotes, isEscaped: hasEscapes(text, separator, head.quotes.mark) }
  return { ...head, quotes, end: new Rows(text, { separator, eol, quotes }).read(start) }
}

export const isTable = (bytes: Uint8Array): boolean =>
  findHead(openText(bytes.subarray(0, sampleBytes)), false) !== null
