/**
 * A table of links, read and written: the meaning of its lines, which are refused and why, and the shelves that an
 * import makes. Pure code; it runs in a thread, because a long table takes a second.
 */
import { readPlaylistRows } from '~/engine/formats'
import { readCsv } from '~/engine/lists'
import { csvLine, csvText, byteOrderMark } from '~/text/csv'
import { decodeText } from '~/text/decode'
import { shortened } from '~/text/graphemes'
import { nameKeyOf } from '~/text/name-key'
import { readXlsxCells, writeXlsx, type OddCells, type XlsxSheet } from '~/platform/xlsx.server'
import { keyOf, targetKeyOf, type Kept } from './entries'
import { readName, readNamed, showAngle } from './forms'
import { columnOf, columnsOf, headingsIn, isRightToLeft, widthsOf } from './headings'
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
import type {
  Duplicates,
  ImportMode,
  ImportReport,
  LineReason,
  LinkService,
  OddLine,
  Place,
  TableColumn,
  TableFormat,
  TemplateFormat,
} from './types'

/** Why a file is not a table: `data.cause` of Q2301. */
export type TableCause = 'unreadable' | 'too-large' | 'empty'
/** `said`: the columns and line numbers, if the file's format defines them. */
type Cells = {
  rows: string[][]
  odd: OddCells
  said?: { columns: readonly TableColumn[]; lines: readonly number[] }
}

/** One character more than a cell may have, so that a cell that was cut can be recognised. */
const bounds = { lines: tableLinesMax, columns: tableColumnsMax, cellCharacters: cellCharactersMax + 1 }
const isCut = (cell: string): boolean => cell.length > cellCharactersMax
/** Text that a person wrote contains none of these. */
const binary = /[\u0000-\u0008\u000e-\u001f]/
const separators = [',', ';', '\t', '|'] as const

/**
 * A cell that begins like a formula gets an apostrophe when it is written as CSV (text/csv.ts), and reading removes it.
 * A text that begins with an apostrophe gets another one, so that nothing is lost.
 */
const apostrophes = /(^|[;|])'('*(?:["\s\p{Cf}\p{Cc}])*[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu
const withOneMore = (text: string): string => (text.includes("'") ? text.replace(apostrophes, "$1''$2") : text)
const withOneLess = (text: string): string => (text.includes("'") ? text.replace(apostrophes, '$1$2') : text)

const playlist = /^\ufeff?\s*#EXT(?:M3U|INF)/i
/** The category for playlist entries that name none. */
const playlistCategory = 'M3U'
const cut = (text: string): string => text.slice(0, cellCharactersMax + 1)

const readM3u = (text: string): Cells | TableCause => {
  const found = readPlaylistRows(new TextEncoder().encode(text), tableLinesMax)
  if (found === null) return 'too-large'
  const rows = found.map(({ name, group, address, logo }) => [group || playlistCategory, name, address, logo].map(cut))
  const playlistColumns = ['category', 'name', 'address', 'logo'] as const
  return { rows, odd: new Map(), said: { columns: playlistColumns, lines: found.map(({ line }) => line) } }
}

const readText = (bytes: Uint8Array): Cells | TableCause => {
  const text = decodeText(bytes)
  if (binary.test(text.slice(0, 65_536))) return 'unreadable'
  if (playlist.test(text.slice(0, 1000))) return readM3u(text)
  // Excel's line that names the separator: it is counted, and otherwise ignored.
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

/** The cells of a table's file, or why it is not a table. */
export const readCells = (bytes: Uint8Array): Cells | TableCause => {
  if (bytes.length === 0) return 'empty'
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  let cells: Cells | TableCause
  if (isZip) {
    const read = readXlsxCells(bytes, { ...bounds, unpackedBytes: tableUnpackedMax }, { merged: true, dates: true })
    cells = !read.ok ? read.reason : read.isCut ? 'too-large' : read
  } else cells = readText(bytes)
  if (typeof cells === 'string') return cells
  if (cells.rows.length >= tableLinesMax && cells.said === undefined) return 'too-large'
  return cells.rows.some((row) => row.some((cell) => cell !== '')) || cells.odd.size > 0 ? cells : 'empty'
}

/** The heading is in one of the first lines: other programs put a title before it. */
const headingWithin = 10

/** The position of each column, and the line after the heading; without a heading, the template's columns. */
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

export type Standing = {
  id: string
  name: string
  nameKey: string
  logoId: string | null
  lastId: number
  entries: readonly Kept[]
}
/** A shelf after the import. `id`: null for a new one; `isSame`: nothing but perhaps its place has changed. */
export type Planned = Omit<Standing, 'id'> & { id: string | null; isSame: boolean }
export type Obstacle = { code: 'Q2102' | 'Q2203' | 'Q2205'; data: Record<string, unknown> }
/** `refused`: all of the lines, for a file of them; the report has the first ones. */
export type Plan = {
  report: Omit<ImportReport, 'obstacle'>
  obstacle: Obstacle | null
  shelves: Planned[]
  refused: RefusedLine[]
}

type Line = Partial<Record<TableColumn, string>>
type Wrong = { column: TableColumn; reason: LineReason }
type Read = { line: number; cells: Line; wrong: Wrong | null }
/** A line with the column in question, and why it is refused or mentioned. */
export type RefusedLine = Omit<Read, 'wrong'> & Wrong

/** Why a line with a cell that was cut is refused; a picture with such an id simply doesn't exist. */
const cutReasons: Partial<Record<TableColumn, LineReason>> = {
  category: 'category-too-long',
  name: 'name-too-long',
  address: 'url-too-long',
  satellite: 'satellite-invalid',
  tp: 'tp-range',
  sid: 'sid-range',
}

/** The lines that have something in a known column. */
const linesOf = (service: LinkService, { rows, odd, said }: Cells): { lines: Read[]; isHeaded: boolean } => {
  const { at, from } =
    said === undefined
      ? findColumns(service, rows)
      : { at: new Map(said.columns.map((column, index) => [column, index])), from: null }
  const lineOf = (row: number): number => said?.lines[row] ?? row + 1
  const columns = columnsOf(service).flatMap((column) => {
    const index = at.get(column)
    return index === undefined ? [] : [{ column, index }]
  })
  const lines: Read[] = []
  for (let row = from ?? 0; row < rows.length; row++) {
    const cells: Line = {}
    let wrong: Wrong | null = null
    let isEmpty = true
    for (const { column, index } of columns) {
      const value = rows[row]?.[index] ?? ''
      const reason = odd.get(row)?.[index] ?? (isCut(value) ? cutReasons[column] : undefined)
      if (reason !== undefined) wrong ??= { column, reason }
      if (value === '' && reason === undefined) continue
      isEmpty = false
      cells[column] = value
    }
    if (!isEmpty) lines.push({ line: lineOf(row), cells, wrong })
  }
  return { lines, isHeaded: from !== null }
}

/** A shelf that an import fills. */
type Making = Omit<Planned, 'entries'> & {
  entries: Kept[]
  /** Why another link can't have a name, by the name's key. */
  taken: Map<string, LineReason>
  /** The places of links by target. */
  targets: Map<string, number>
  added: number
}
/** A link of a shelf, by its place. */
type Known = { shelf: Making; at: number }

const makingOf = ({ entries, ...one }: Omit<Planned, 'isSame'>, mode: ImportMode): Making => {
  const standing = mode === 'replace' ? [] : entries
  return {
    ...one,
    entries: [...standing],
    taken: new Map(standing.map((entry) => [keyOf(entry), 'name-exists'])),
    targets: new Map(standing.map((entry, at) => [targetKeyOf(entry), at])),
    isSame: mode === 'add',
    added: 0,
  }
}

/** The shelves that an import fills: the existing ones, unless they are replaced, and those that its lines name. */
const makeShelves = (standing: readonly Standing[], mode: ImportMode) => {
  const before = new Map(standing.map((one) => [one.nameKey, one]))
  const all = new Map<string, Making>()
  if (mode === 'add') for (const one of standing) all.set(one.nameKey, makingOf(one, mode))
  const named = new Set<Making>()
  const first = new Map<string, Known>()
  for (const shelf of all.values())
    for (const [target, at] of shelf.targets) if (!first.has(target)) first.set(target, { shelf, at })
  return {
    all,
    named,
    /** The shelf of a name that was already checked. */
    of: (name: string): Making => {
      const nameKey = nameKeyOf(name)
      const fresh = { id: null, name, nameKey, logoId: null, lastId: 0, entries: [] }
      const shelf = all.get(nameKey) ?? makingOf(before.get(nameKey) ?? fresh, mode)
      all.set(nameKey, shelf)
      named.add(shelf)
      return shelf
    },
    /**
     * The link that already has this address or place: one of the line's category, which includes earlier lines,
     * otherwise an existing one of the first other category. A file that names a link in two categories means both.
     */
    findKnown: (nameKey: string, target: string): Known | null => {
      const shelf = all.get(nameKey)
      const at = shelf?.targets.get(target)
      return shelf === undefined || at === undefined ? (first.get(target) ?? null) : { shelf, at }
    },
  }
}

/** Adds a link after the others, unless its name is taken. */
const addLink = (shelf: Making, link: Omit<Kept, 'id'>): LineReason | null => {
  const key = keyOf(link)
  const taken = shelf.taken.get(key)
  if (taken !== undefined) return taken
  shelf.taken.set(key, 'name-twice')
  const target = targetKeyOf(link)
  if (!shelf.targets.has(target)) shelf.targets.set(target, shelf.entries.length)
  shelf.entries.push({ id: ++shelf.lastId, ...link })
  shelf.added++
  shelf.isSame = false
  return null
}

/** A known link takes over the name and picture of its line, unless the name is taken. */
const updateLink = ({ shelf, at }: Known, { name, logo }: Pick<Kept, 'name' | 'logo'>): LineReason | null => {
  const present = shelf.entries[at]
  if (present === undefined) return null
  const after = { ...present, name, logo: logo ?? present.logo }
  const [key, own] = [keyOf(after), keyOf(present)]
  if (key !== own) {
    const taken = shelf.taken.get(key)
    if (taken !== undefined) return taken
    shelf.taken.delete(own)
    shelf.taken.set(key, 'name-twice')
  }
  shelf.isSame &&= after.name === present.name && after.logo === present.logo
  shelf.entries[at] = after
  return null
}

/** Why an import as a whole is impossible, whatever its lines are. */
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

const categoryReasons: Partial<Record<LineReason, LineReason>> = {
  'name-empty': 'category-empty',
  'name-too-long': 'category-too-long',
  'name-control': 'category-control',
}

const hasNoLink = ({ name, address, satellite, tp, sid }: Line): boolean =>
  [name, address, satellite, tp, sid].every((one) => one === undefined)

const shown = (text: string): string => {
  const short = shortened(text)
  return short.length > shownValueMax ? `${[...short].slice(0, shownValueMax).join('')}…` : short
}
/** The first lines of a kind, as the report shows them. */
const firstOf = <L, T>(lines: readonly L[], show: (line: L) => T): T[] => lines.slice(0, oddLinesMax).map(show)
const showOdd = ({ line, cells, column, reason }: RefusedLine): OddLine => ({
  line,
  name: shown(cells.name ?? ''),
  column,
  value: shown(cells[column] ?? ''),
  reason,
})

export type PlanAsk = { mode: ImportMode; duplicates: Duplicates; pictures: ReadonlySet<string>; atMs: number }

/** What importing these cells would change. `pictures`: those that the account may use. */
export const planTable = (
  service: LinkService,
  cells: Cells,
  standing: readonly Standing[],
  { mode, duplicates, pictures, atMs }: PlanAsk,
): Plan => {
  const shelves = makeShelves(standing, mode)
  const { lines, isHeaded } = linesOf(service, cells)
  const [refused, noted]: [RefusedLine[], RefusedLine[]] = [[], []]
  const known: { line: number; name: string; target: string; category: string }[] = []
  const places: { line: number; name: string; target: string; place: Place }[] = []
  /** Takes a line, or returns the column and reason for refusing it. */
  const take = ({ line, cells: cell, wrong }: Read): Wrong | null => {
    if (wrong !== null) return wrong
    const category =
      service === 'mylink' ? readName(cell.category ?? '', shortNameMax) : ({ ok: true, value: '' } as const)
    if (!category.ok) return { column: 'category', reason: categoryReasons[category.rule] ?? 'category-control' }
    const picture = cell.logo?.toLowerCase() ?? null
    const logo = picture !== null && pictures.has(picture) ? picture : null
    /** The line is imported. */
    const taken = (): null => {
      if (picture !== logo) noted.push({ line, cells: cell, column: 'logo', reason: 'logo-unknown' })
      return null
    }
    // A line with only a category creates the category and sets its picture; without a heading it could be anything.
    if (isHeaded && service === 'mylink' && hasNoLink(cell)) {
      const shelf = shelves.of(category.value)
      shelf.isSame &&= logo === null || logo === shelf.logoId
      shelf.logoId = logo ?? shelf.logoId
      return taken()
    }
    const read = readNamed(service, { ...cell, name: cell.name ?? '' })
    if (!read.ok) return { column: read.field, reason: read.rule }
    const { name, target: to } = read.value
    const target = targetKeyOf(read.value)
    const stands = shelves.findKnown(nameKeyOf(category.value), target)
    if (stands !== null) known.push({ line, name, target, category: stands.shelf.name })
    if (stands !== null && duplicates === 'skip') return null
    const isUpdate = stands !== null && duplicates === 'update'
    const reason = isUpdate
      ? updateLink(stands, { name, logo })
      : addLink(shelves.of(category.value), { name, target: to, logo, at: atMs })
    if (reason !== null) return { column: 'name', reason }
    if (!isUpdate && to.place !== null) places.push({ line, name, target, place: to.place })
    return taken()
  }
  for (const one of lines) {
    const wrong = take(one)
    if (wrong !== null) refused.push({ line: one.line, cells: one.cells, ...wrong })
  }
  const planned = [...shelves.all.values()]
  const gone = mode === 'replace' ? standing : []
  const channels = planned.reduce((sum, { added }) => sum + added, 0)
  return {
    report: {
      lines: lines.length,
      channels,
      categories: [...shelves.named].map(({ id, name, added }) => ({ name, channels: added, isNew: id === null })),
      gone: {
        categories: service === 'audio' ? 0 : gone.filter(({ nameKey }) => !shelves.all.has(nameKey)).length,
        channels: gone.reduce((sum, { entries }) => sum + entries.length, 0),
      },
      refused: refused.length,
      refusedLines: firstOf(refused, showOdd),
      known: known.length,
      knownLines: firstOf(known, ({ target, name, ...one }) => ({ ...one, name: shown(name), value: shown(target) })),
      places: firstOf(places, ({ line, name, target, place: { angle, tp, sid } }) => {
        return { line, name: shown(name), value: target, satellite: angle, tp, sid }
      }),
      duplicates,
      noted: noted.length,
      notedLines: firstOf(noted, showOdd),
    },
    // An import that would remove everything and add no link is surely the wrong file, whatever categories it names.
    obstacle: obstacleOf(
      service,
      planned,
      channels === 0 && (mode === 'replace' || shelves.named.size + known.length === 0),
    ),
    shelves: planned,
    refused,
  }
}

const rowOf = (columns: readonly TableColumn[], cells: Line): string[] => columns.map((column) => cells[column] ?? '')

/** The lines of the existing links; a category that is empty or has a picture gets a line of its own. */
const rowsOf = (
  service: LinkService,
  shelves: readonly Pick<Standing, 'name' | 'logoId' | 'entries'>[],
): string[][] => {
  const columns = columnsOf(service)
  return shelves.flatMap(({ name, logoId: logo, entries }) => {
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

/** A table with its heading. `reason`: the heading of one more column; `sheet`: a second one, in a workbook. */
const fileOf = (
  service: LinkService,
  rows: readonly (readonly string[])[],
  { format, language }: FileAsk,
  { reason, sheet }: { reason?: string; sheet?: Omit<XlsxSheet, 'widths'> } = {},
): Uint8Array => {
  const headings = [...headingsIn(service, language), ...(reason === undefined ? [] : [reason])]
  const all = [headings, ...rows]
  if (format === 'xlsx') {
    const sheets: XlsxSheet[] = [
      {
        title: service === 'mylink' ? 'MyLink' : 'Audio',
        rows: all,
        widths: [...widthsOf(service), 60].slice(0, headings.length),
      },
    ]
    if (sheet !== undefined) sheets.push({ ...sheet, widths: [20, 90] })
    return writeXlsx(sheets, isRightToLeft(language))
  }
  const text = all.map((row) => csvLine(row.map((cell) => csvText(withOneMore(cell))))).join('')
  return new TextEncoder().encode(byteOrderMark + text)
}
type FileAsk = { format: TemplateFormat; language: string }

/**
 * A playlist. Places are written where players expect addresses, and imports understand them. Empty categories are left
 * out.
 */
const writeM3u = (service: LinkService, shelves: readonly Pick<Standing, 'name' | 'entries'>[]): Uint8Array => {
  const lines = ['#EXTM3U']
  for (const { name: group, entries } of shelves) {
    // Attributes can't contain quotation marks.
    const isPlain = !group.includes('"')
    for (const entry of entries) {
      const logo = entry.logo === null ? '' : ` tvg-logo="${entry.logo}"`
      lines.push(`#EXTINF:-1${logo}${service === 'mylink' && isPlain ? ` group-title="${group}"` : ''},${entry.name}`)
      if (service === 'mylink' && !isPlain) lines.push(`#EXTGRP:${group}`)
      lines.push(targetKeyOf(entry))
    }
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

/** Everything that exists, as a file. */
export const writeTable = (
  service: LinkService,
  shelves: readonly Pick<Standing, 'name' | 'logoId' | 'entries'>[],
  { format, language }: { format: TableFormat; language: string },
): Uint8Array =>
  format === 'm3u' ? writeM3u(service, shelves) : fileOf(service, rowsOf(service, shelves), { format, language })

/** The texts of a template in its reader's language: three links, and what each column is for. */
export type TemplateWords = {
  category: string
  names: readonly [string, string, string]
  sheet: string
  columnText: (column: TableColumn) => string
}
const examples = ['https://example.org/live/news.m3u8', 'http://example.org:8000/radio', ['19.2E', '11362', '11110']]

/** An empty table: its heading, three example lines, and in a workbook a sheet that explains the columns. */
export const writeTemplate = (service: LinkService, words: TemplateWords, ask: FileAsk): Uint8Array => {
  const columns = columnsOf(service)
  const heading = headingsIn(service, ask.language)
  const rows = examples.map((target, at) =>
    rowOf(columns, {
      category: words.category,
      name: words.names[at] ?? '',
      ...(typeof target === 'string'
        ? { address: target }
        : { satellite: target[0]!, tp: target[1]!, sid: target[2]! }),
    }),
  )
  const told = columns.map((column, at) => [heading[at] ?? '', words.columnText(column)])
  return fileOf(service, rows, ask, { sheet: { title: words.sheet, rows: [[words.sheet, ''], ...told] } })
}

/** The texts in a file of refused lines: the heading of the reason column, and each reason's sentence. */
export type RefusedWords = { heading: string; reasons: Readonly<Record<string, string>> }
/** The refused lines, to be corrected and sent again, each with its reason after the columns. */
export const writeRefused = (
  service: LinkService,
  lines: readonly RefusedLine[],
  { reasons, heading, ...ask }: FileAsk & RefusedWords,
): Uint8Array => {
  const columns = columnsOf(service)
  const headings = headingsIn(service, ask.language)
  const nameOf = (column: TableColumn): string => headings[columns.indexOf(column)] ?? ''
  const rows = lines.map(({ cells, column, reason }) => [
    ...rowOf(columns, cells),
    `${nameOf(column)}: ${reasons[reason] ?? reason}`,
  ])
  return fileOf(service, rows, ask, { reason: heading })
}
