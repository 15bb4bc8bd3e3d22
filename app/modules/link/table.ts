/**
 * A table of links, read and written: what its lines say, which of them are refused and why, and the shelves that an
 * import makes of it. Pure code; it runs in a thread, because a long table takes a second.
 */
import { readCsv } from '~/engine/lists'
import { csvLine, csvText, byteOrderMark } from '~/text/csv'
import { decodeText } from '~/text/decode'
import { shortened } from '~/text/graphemes'
import { nameKeyOf } from '~/text/name-key'
import { readXlsxCells, writeXlsx, type OddCells } from '~/platform/xlsx.server'
import type { Kept } from './entries'
import { nameMaxOf, readName, readTarget, showAngle } from './forms'
import { columnOf, columnsOf, headingsIn, isRightToLeft } from './headings'
import {
  categoriesMax,
  cellCharactersMax,
  linksMax,
  oddLinesMax,
  shortNameMax,
  shownValueMax,
  tableColumnsMax,
  tableLinesMax,
  tableUnpackedMax,
} from './limits'
import type { ImportMode, ImportReport, LineReason, LinkService, OddLine, TableColumn, TableFormat } from './types'

/** Why a file is no table: `data.cause` of Q2301. */
export type TableCause = 'unreadable' | 'too-large' | 'empty'
type Cells = { rows: string[][]; odd: OddCells }

/** One character more than a cell may have: what was cut is told from what fits. */
const bounds = { lines: tableLinesMax, columns: tableColumnsMax, cellCharacters: cellCharactersMax + 1 }
const isCut = (cell: string): boolean => cell.length > cellCharactersMax
/** No text that a person made has these. */
const binary = /[\u0000-\u0008\u000e-\u001f]/
const separators = [',', ';', '\t', '|'] as const

/**
 * Signs that begin a formula get an apostrophe before them when text is written as CSV (text/csv.ts), which is taken
 * away again when it is read. A text that has one of its own there gets another, so that nothing is lost.
 */
const apostrophes = /(^|[;|])'('*(?:["\s\p{Cf}\p{Cc}])*[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu
const withOneMore = (text: string): string => (text.includes("'") ? text.replace(apostrophes, "$1''$2") : text)
const withOneLess = (text: string): string => (text.includes("'") ? text.replace(apostrophes, '$1$2') : text)

const readText = (bytes: Uint8Array): Cells | TableCause => {
  const text = decodeText(bytes)
  if (binary.test(text.slice(0, 65_536))) return 'unreadable'
  // Excel's own way to say which sign separates: the line counts, and says nothing else.
  const said = /^\ufeff?sep=(.)\r?\n/i.exec(text)?.[1]
  const first = text
    .slice(0, 100_000)
    .split(/\r\n|\n|\r/, 12)
    .join('\n')
  let best: string | undefined = said
  let most = 1
  if (best === undefined)
    for (const separator of separators) {
      const found = readCsv(first, bounds, separator).map((row) => row.filter((cell) => columnOf(cell) !== null).length)
      const count = Math.max(0, ...found)
      if (count > most) [best, most] = [separator, count]
    }
  const rows = best === undefined ? readCsv(text, bounds) : readCsv(text, bounds, best)
  if (said !== undefined) rows[0] = []
  return { rows: rows.map((row) => row.map((cell) => (isCut(cell) ? cell : withOneLess(cell)))), odd: new Map() }
}

/** The cells of a table's file, or why it is none. */
export const readCells = (bytes: Uint8Array): Cells | TableCause => {
  if (bytes.length === 0) return 'empty'
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  let cells: Cells | TableCause
  if (isZip) {
    const read = readXlsxCells(bytes, { ...bounds, unpackedBytes: tableUnpackedMax }, { merged: true })
    cells = !read.ok ? read.reason : read.isCut ? 'too-large' : read
  } else cells = readText(bytes)
  if (typeof cells === 'string') return cells
  if (cells.rows.length >= tableLinesMax) return 'too-large'
  return cells.rows.some((row) => row.some((cell) => cell !== '')) || cells.odd.size > 0 ? cells : 'empty'
}

/** A heading stands in one of the first lines: other programs put a title before it. */
const headingWithin = 10

/** Where each column stands, and the line behind the heading; without a heading they are the template's. */
const findColumns = (
  service: LinkService,
  rows: readonly string[][],
): { at: Map<TableColumn, number>; from: number | null } => {
  for (const [line, row] of rows.slice(0, headingWithin).entries()) {
    const at = new Map<TableColumn, number>()
    row.forEach((cell, index) => {
      const column = columnOf(cell)
      if (column !== null && !at.has(column)) at.set(column, index)
    })
    if (at.size >= 2 && at.has('name')) return { at, from: line + 1 }
  }
  return { at: new Map(columnsOf(service).map((column, index) => [column, index])), from: null }
}

/** What stands: `keys` are those of the links' names. */
export type Standing = {
  id: string
  name: string
  nameKey: string
  logo: string | null
  lastId: number
  entries: readonly Kept[]
}
/** A shelf as the import leaves it. `id`: null for a new one. */
export type Planned = {
  id: string | null
  name: string
  nameKey: string
  logo: string | null
  lastId: number
  entries: readonly Kept[]
}
export type Obstacle = { code: 'Q2102' | 'Q2203' | 'Q2205'; data: Record<string, unknown> }
export type Plan = { report: Omit<ImportReport, 'obstacle'>; obstacle: Obstacle | null; shelves: Planned[] }

type Making = Planned & { keys: Set<string>; before: ReadonlySet<string>; isNew: boolean; fresh: Kept[] }

const makingOf = (one: Standing, mode: ImportMode): Making => {
  const before = new Set(mode === 'replace' ? [] : one.entries.map(({ name }) => nameKeyOf(name)))
  return { ...one, keys: new Set(before), before, isNew: false, fresh: [] }
}

type Line = Partial<Record<TableColumn, string>>
type Wrong = Omit<OddLine, 'value' | 'name'>
type Lines = { line: number; cells: Line; odd: Wrong | null }[]

/** Why a line is refused of which a cell is so long that it was cut; a picture of such a name is simply not there. */
const cutReasons: Partial<Record<TableColumn, LineReason>> = {
  category: 'category-too-long',
  name: 'name-too-long',
  address: 'url-too-long',
  satellite: 'satellite-invalid',
  tp: 'tp-range',
  sid: 'sid-range',
}

const shown = (text: string): string => {
  const short = shortened(text)
  return short.length > shownValueMax ? `${[...short].slice(0, shownValueMax).join('')}…` : short
}

/** The lines with something in a column of ours. */
const linesOf = (service: LinkService, { rows, odd }: Cells): { lines: Lines; isHeaded: boolean } => {
  const { at, from } = findColumns(service, rows)
  const columns = columnsOf(service).flatMap((column) => {
    const index = at.get(column)
    return index === undefined ? [] : [{ column, index }]
  })
  const lines: Lines = []
  for (let row = from ?? 0; row < rows.length; row++) {
    const cells: Line = {}
    let wrong: Wrong | null = null
    let isEmpty = true
    for (const { column, index } of columns) {
      const value = rows[row]?.[index] ?? ''
      const reason = odd.get(row)?.[index] ?? (isCut(value) ? cutReasons[column] : undefined)
      if (reason !== undefined) wrong ??= { line: row + 1, column, reason }
      if (value === '' && reason === undefined) continue
      isEmpty = false
      cells[column] = value
    }
    if (!isEmpty) lines.push({ line: row + 1, cells, odd: wrong })
  }
  return { lines, isHeaded: from !== null }
}

type Shelves = Map<string, Making>

const categoryReasons: Partial<Record<LineReason, LineReason>> = {
  'name-empty': 'category-empty',
  'name-too-long': 'category-too-long',
  'name-control': 'category-control',
}

/** The link of a line, or the column and reason for which it is none. */
const readLine = (
  service: LinkService,
  cells: Line,
): { ok: true; value: Pick<Kept, 'name' | 'target'> } | { ok: false; column: TableColumn; reason: LineReason } => {
  const name = readName(cells.name ?? '', nameMaxOf(service))
  if (!name.ok) return { ok: false, column: 'name', reason: name.rule }
  const target = readTarget(cells)
  if (!target.ok) return { ok: false, column: target.field, reason: target.rule }
  return { ok: true, value: { name: name.value, target: target.value } }
}

/** The shelves that an import fills: those that stand, unless they are replaced, and those that its lines name. */
const makeShelves = (standing: readonly Standing[], mode: ImportMode) => {
  const before = new Map(standing.map((one) => [one.nameKey, one]))
  const all: Shelves = mode === 'add' ? new Map(standing.map((one) => [one.nameKey, makingOf(one, mode)])) : new Map()
  const named = new Set<Making>()
  return {
    all,
    named,
    /** The shelf of a name that was judged. */
    of: (name: string): Making => {
      const nameKey = nameKeyOf(name)
      let shelf = all.get(nameKey)
      if (shelf === undefined) {
        const stood = before.get(nameKey)
        const plain = { id: '', name, nameKey, logo: null, lastId: 0, entries: [] }
        shelf = makingOf(stood ?? plain, mode)
        if (stood === undefined) Object.assign(shelf, { id: null, isNew: true })
        all.set(nameKey, shelf)
      }
      named.add(shelf)
      return shelf
    },
  }
}

/** Counts lines, and keeps the first of them with what stands there. */
const makeOddLines = () => {
  const kept: OddLine[] = []
  let count = 0
  return {
    kept,
    count: () => count,
    tell: (line: number, cells: Line, column: TableColumn, reason: LineReason): void => {
      if (count++ < oddLinesMax)
        kept.push({ line, name: shown(cells.name ?? ''), column, value: shown(cells[column] ?? ''), reason })
    },
  }
}

/** Why nothing of an import can be taken, whatever becomes of its lines. */
const obstacleOf = (service: LinkService, planned: readonly Planned[], isEmpty: boolean): Obstacle | null => {
  const context = service === 'audio' ? { context: 'audio' } : {}
  if (isEmpty) return { code: 'Q2205', data: context }
  if (service === 'mylink' && planned.length > categoriesMax)
    return { code: 'Q2102', data: { limit: categoriesMax, count: planned.length } }
  const long = planned.find(({ entries }) => entries.length > linksMax)
  if (long === undefined) return null
  const of = service === 'mylink' ? { category: long.name } : context
  return { code: 'Q2203', data: { limit: linksMax, count: long.entries.length, ...of } }
}

/** Judges names of categories, each once. */
const makeCategories = () => {
  const judged = new Map<string, ReturnType<typeof readName>>()
  return (text: string): ReturnType<typeof readName> => {
    let read = judged.get(text)
    if (read === undefined) judged.set(text, (read = readName(text, shortNameMax)))
    return read
  }
}

const hasNoLink = ({ name, address, satellite, tp, sid }: Line): boolean =>
  [name, address, satellite, tp, sid].every((one) => one === undefined)

/** What an import of these cells does to what stands. `pictures`: those that the account may name. */
export const planTable = (
  service: LinkService,
  cells: Cells,
  standing: readonly Standing[],
  { mode, pictures, atMs }: { mode: ImportMode; pictures: ReadonlySet<string>; atMs: number },
): Plan => {
  const shelves = makeShelves(standing, mode)
  const [refused, noted] = [makeOddLines(), makeOddLines()]
  const readCategory = makeCategories()
  const { lines, isHeaded } = linesOf(service, cells)
  let channels = 0
  for (const { line, cells: cell, odd } of lines) {
    const refuse = (column: TableColumn, reason: LineReason): void => refused.tell(line, cell, column, reason)
    if (odd !== null) {
      refuse(odd.column, odd.reason)
      continue
    }
    const category = service === 'mylink' ? readCategory(cell.category ?? '') : ({ ok: true, value: '' } as const)
    if (!category.ok) {
      refuse('category', categoryReasons[category.rule] ?? 'category-control')
      continue
    }
    let logo = cell.logo?.toLowerCase() ?? null
    if (logo !== null && !pictures.has(logo)) {
      noted.tell(line, cell, 'logo', 'logo-unknown')
      logo = null
    }
    // A line of a category alone makes the category, and says its picture; without headings it could be anything.
    if (isHeaded && service === 'mylink' && hasNoLink(cell)) {
      const shelf = shelves.of(category.value)
      if (logo !== null) shelf.logo = logo
      continue
    }
    const read = readLine(service, cell)
    if (!read.ok) {
      refuse(read.column, read.reason)
      continue
    }
    const shelf = shelves.of(category.value)
    const key = nameKeyOf(read.value.name)
    if (shelf.keys.has(key)) {
      refuse('name', shelf.before.has(key) ? 'name-exists' : 'name-twice')
      continue
    }
    shelf.keys.add(key)
    shelf.fresh.push({ id: shelf.lastId + shelf.fresh.length + 1, ...read.value, logo, at: atMs })
    channels++
  }
  const planned = [...shelves.all.values()].map(({ id, name, nameKey, logo, lastId, entries, fresh }): Planned => ({
    id,
    name,
    nameKey,
    logo,
    lastId: lastId + fresh.length,
    entries: mode === 'replace' ? fresh : fresh.length === 0 ? entries : [...entries, ...fresh],
  }))
  const gone = mode === 'replace' ? standing : []
  return {
    report: {
      lines: lines.length,
      channels,
      categories: [...shelves.named].map(({ name, fresh, isNew }) => ({ name, channels: fresh.length, isNew })),
      gone: {
        categories: service === 'audio' ? 0 : gone.filter(({ nameKey }) => !shelves.all.has(nameKey)).length,
        channels: gone.reduce((sum, { entries }) => sum + entries.length, 0),
      },
      refused: refused.count(),
      refusedLines: refused.kept,
      noted: noted.count(),
      notedLines: noted.kept,
    },
    // What would take everything away and bring no link is a wrong file, whatever categories it names.
    obstacle: obstacleOf(service, planned, channels === 0 && (mode === 'replace' || shelves.named.size === 0)),
    shelves: planned,
  }
}

const rowOf = (columns: readonly TableColumn[], cells: Line): string[] => columns.map((column) => cells[column] ?? '')

/** The lines of what stands; a category that is empty or has a picture has a line of its own. */
const rowsOf = (service: LinkService, shelves: readonly Pick<Standing, 'name' | 'logo' | 'entries'>[]): string[][] => {
  const columns = columnsOf(service)
  return shelves.flatMap(({ name, logo, entries }) => {
    const own = service === 'mylink' && (entries.length === 0 || logo !== null)
    const lines = entries.map((entry) =>
      rowOf(columns, {
        category: name,
        name: entry.name,
        ...(entry.target.place === null
          ? { address: entry.target.address }
          : {
              satellite: showAngle(entry.target.place.angle),
              tp: String(entry.target.place.tp),
              sid: String(entry.target.place.sid),
            }),
        ...(entry.logo === null ? {} : { logo: entry.logo }),
      }),
    )
    return own ? [rowOf(columns, { category: name, ...(logo === null ? {} : { logo }) }), ...lines] : lines
  })
}

const widths: Record<TableColumn, number> = {
  category: 20,
  name: 30,
  address: 50,
  satellite: 11,
  tp: 9,
  sid: 9,
  logo: 14,
}

/** A table's file: the template where there are no shelves. */
export const writeTable = (
  service: LinkService,
  shelves: readonly Pick<Standing, 'name' | 'logo' | 'entries'>[],
  { format, language }: { format: TableFormat; language: string },
): Uint8Array => {
  const rows = [headingsIn(service, language), ...rowsOf(service, shelves)]
  if (format === 'xlsx')
    return writeXlsx(rows, {
      title: service === 'mylink' ? 'MyLink' : 'Audio',
      rightToLeft: isRightToLeft(language),
      widths: columnsOf(service).map((column) => widths[column]),
    })
  const text = rows.map((row) => csvLine(row.map((cell) => csvText(withOneMore(cell))))).join('')
  return new TextEncoder().encode(byteOrderMark + text)
}
