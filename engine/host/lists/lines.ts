/**
 * Reads a spreadsheet's cells as lines that name channels: by name, SID or number, in columns that a heading names or
 * that fit the list best. Cells are only compared, never run or shown as anything but text.
 */
import { headingOf } from '../formats/table/columns'
import { looseKeyOf } from '../name-finder'
import type { OrderLine } from './order'
import type { ListRows } from './rows'

/** A spreadsheet's cells as text, line by line. */
export type Grid = string[][]
export const gridLimits = { lines: 20_000, columns: 30, cellCharacters: 200 } as const

export const lineMeanings = ['auto', 'name', 'sid', 'number'] as const
/** By what the lines name a channel. */
export type LineMeaning = (typeof lineMeanings)[number]

const separators = [',', ';', '\t', '|'] as const

/** The separator that most of the first lines have equally often; null if there is one column. */
function separatorOf(text: string): string | null {
  const lines = text.slice(0, 20_000).split(/\r\n|\n|\r/, 20)
  let best: string | null = null
  let most = 0
  for (const separator of separators) {
    const counts = lines.filter((line) => line !== '').map((line) => line.split(separator).length - 1)
    const least = Math.min(...counts)
    const score = counts.length === 0 ? 0 : least > 0 ? 1000 + least : counts.filter((count) => count > 0).length
    if (score > most) [best, most] = [separator, score]
  }
  return best
}

export type GridBounds = { lines: number; columns: number; cellCharacters: number }

/**
 * Reads CSV with any usual separator, RFC 4180's quotes, or plain lines. Empty lines are kept, so that line numbers are
 * right. `separator`: if it is known.
 */
export function readCsv(
  text: string,
  bounds: GridBounds = gridLimits,
  separator: string | null = separatorOf(text),
): Grid {
  const cut = (cell: string): string => cell.trim().slice(0, bounds.cellCharacters)
  const grid: Grid = []
  let line: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length && grid.length < bounds.lines) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') cell += text[at]
        else if (text[at + 1] === '"') {
          cell += '"'
          at++
        } else break
      }
      at++
    }
    const from = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
    if (line.length < bounds.columns) line.push(cut(cell + text.slice(from, at)))
    if (text[at] === separator && separator !== null) {
      at++
      // A line may end after a separator: then its last cell is empty.
      if (at < text.length && text[at] !== '\n' && text[at] !== '\r') continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    grid.push(line)
    line = []
  }
  if (line.length > 0 && grid.length < bounds.lines) grid.push(line)
  return grid
}

const columns = ['name', 'sid', 'number', 'frequency'] as const
type Column = (typeof columns)[number]
type Columns = Partial<Record<Column, number>>

/** Headings are the words that tables of channels use; a line such as “Channel 5” is not a heading. */
const columnOf = (cell: string): Column | null => {
  if (/\p{Nd}/u.test(cell)) return null
  if (/^(?:tp|transponder|mhz)$/i.test(cell)) return 'frequency'
  const found = headingOf(cell)?.column
  return columns.find((column) => column === found) ?? null
}

/** A whole number in any of the portal's digits; null for other text. */
export function numberIn(cell: string): number | null {
  const plain = cell
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\.0+$/, '')
  return /^\d{1,8}$/.test(plain) ? Number(plain) : null
}

/** Guesses the columns of a grid without headings by what fits the list. */
function guessColumns(grid: Grid, mine: ListRows): Columns {
  const names = new Set(mine.rows.map(({ name }) => looseKeyOf(name)))
  names.delete('')
  const sids = new Set(mine.rows.map(({ sid }) => sid))
  const width = Math.max(0, ...grid.slice(0, 200).map((line) => line.length))
  let named = { at: -1, hits: 0 }
  let served = { at: -1, hits: 0 }
  let numbered = -1
  for (let at = 0; at < width; at++) {
    let [nameHits, sidHits, numbers] = [0, 0, 0]
    for (const line of grid) {
      const cell = line[at] ?? ''
      const number = numberIn(cell)
      if (number !== null) numbers++
      if (number !== null && sids.has(number)) sidHits++
      else if (number === null && names.has(looseKeyOf(cell))) nameHits++
    }
    if (nameHits > named.hits) named = { at, hits: nameHits }
    if (sidHits > served.hits) served = { at, hits: sidHits }
    if (numbers * 2 > grid.length && numbered < 0) numbered = at
  }
  if (named.hits > 0) return { name: named.at }
  if (served.hits * 2 > grid.length) return { sid: served.at }
  return numbered < 0 ? (width > 0 ? { name: 0 } : {}) : { number: numbered }
}

/** The first column whose cells are of the requested kind. */
function columnFor(meaning: 'name' | 'sid' | 'number', grid: Grid): Columns {
  const width = Math.max(0, ...grid.slice(0, 200).map((line) => line.length))
  for (let at = 0; at < width; at++) {
    const cells = grid.map((line) => line[at] ?? '').filter((cell) => cell !== '')
    const numbers = cells.filter((cell) => numberIn(cell) !== null).length
    if (cells.length > 0 && (meaning === 'name') === numbers * 2 < cells.length) return { [meaning]: at }
  }
  return { [meaning]: 0 }
}

/** The lines that name a channel; `line` is the line's number in the file. */
export function linesOf(grid: Grid, meaning: LineMeaning, mine: ListRows): OrderLine[] {
  const head = grid.findIndex((line) => line.some((cell) => cell !== ''))
  const headed: Columns = {}
  grid[head]?.forEach((cell, at) => {
    const column = columnOf(cell)
    if (column !== null) headed[column] ??= at
  })
  const hasHead = Object.keys(headed).length > 0
  const body = hasHead ? grid.slice(head + 1) : grid
  const asked = meaning === 'auto' ? null : (headed[meaning] ?? null)
  const columns: Columns =
    meaning !== 'auto'
      ? asked === null
        ? columnFor(meaning, body)
        : { [meaning]: asked }
      : hasHead && (headed.name ?? headed.sid ?? headed.number) !== undefined
        ? headed
        : guessColumns(body, mine)
  const first = grid.length - body.length
  return body.flatMap((line, index): OrderLine[] => {
    const cellOf = (column: Column): string => line[columns[column] ?? -1] ?? ''
    const named = cellOf('name')
    const [sid, number] = [numberIn(cellOf('sid')), numberIn(cellOf('number'))]
    const frequency = numberIn(cellOf('frequency'))
    if (named === '' && sid === null && number === null) return []
    return [
      {
        line: first + index + 1,
        text: line
          .filter((cell) => cell !== '')
          .join(' · ')
          .slice(0, gridLimits.cellCharacters),
        name: named === '' ? null : named,
        sid,
        // A number next to a name only counts the lines.
        number: named === '' && sid === null ? number : null,
        frequencyMHz: frequency === null ? null : frequency > 100_000 ? Math.round(frequency / 1000) : frequency,
      },
    ]
  })
}
