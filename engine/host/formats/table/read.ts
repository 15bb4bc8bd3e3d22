/**
 * Splits a table into records: a row that names a channel, with the rows before it that don't, such as comments.
 * ChanSort's neutral list is a table without headings: number, name and “onid-tsid-sid”.
 */
import { byName, numberField } from '../../channel-fields'
import type { Polarisation } from '../../types'
import { decodeLetters, type Part } from '../letters'
import type { Channel, List } from '../model'
import { lettersOf, plain, withoutDegrees, type Charset, type Letters } from '../m3u/encoding'
import { skipBlank, trimEnd } from '../m3u/info'
import { groupsIn, Titles, type Title } from '../m3u/titles'
import { Places } from '../places'
import { isHexHeading, languageOf, tableNumbers, type Column } from './columns'
import { columnsMax, openText, Rows, unquoted, usualQuotes, type RowForm, type TableText } from './file'
import { findHead, type Head } from './head'
import {
  angleInName,
  BareUnit,
  compassOf,
  directionLetter,
  hexKindOf,
  isPosition,
  readAngle,
  readNumber,
  unreadNumber,
  type Compass,
  type NumberKind,
} from './numbers'
import { tuningColumns, tuningIn, type TuningKey } from './tuning'
import {
  isYes,
  readPolarisation,
  readFec,
  readScrambled,
  countsFromZero,
  isFineFraction,
  readType,
  type TypeCount,
} from './words'

/** `row`: where the channel's own row begins. */
export type Entry = Part & { row: number }
export type Table = TableText &
  RowForm & {
    columns: readonly (Column | null)[]
    /** Where the rows after the heading begin. */
    body: number
    entries: Entry[]
    tail: Part
    typeCount: TypeCount
    compass: Compass
    /** Whether a cell writes an FEC as a fraction with more than one digit. */
    hasFineFecs: boolean
    /** Columns whose numbers are hexadecimal without saying so in each cell. */
    hex: ReadonlySet<Column>
    letters: Letters
    titles: Titles
  }

const neutralColumns = ['number', 'name', 'identity'] as const
const guessedBy: ReadonlySet<Column | null | undefined> = new Set(['name', 'satellite', 'provider', 'groups'])

/** UTF-16 text needs no decoding. */
const wideLetters: Letters = {
  decode: (letters) => plain(letters).replace(/[\ud800-\udfff]/gu, '\ufffd'),
  encode: (text) => text.replace(/[\r\n]/g, ' '),
}

const isBlank = (text: string): boolean => skipBlank(text, 0, text.length) === text.length
const signs = String.raw`[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]`
/**
 * Where a spreadsheet would execute a text: at its start, and after characters that some take for the start of another
 * cell. An apostrophe prevents that; a text that has one there gets two.
 */
const run = new RegExp(String.raw`(^|[,;|\t])('*)(?=${signs})`, 'g')
const guardedRun = new RegExp(String.raw`(^|[,;|\t])'('*)(?=${signs})`, 'g')
export const guarded = (text: string): string => text.replaceAll(run, "$1'$2")
const unguarded = (text: string): string => (text.includes("'") ? text.replaceAll(guardedRun, '$1$2') : text)

/** “onid-tsid-sid”, perhaps after something else; empty if it is not that. */
const idsIn = (text: string): (number | null)[] => {
  if (text === '') return []
  const parts = text.slice(-40).split('-').slice(-3)
  return parts.length < 3 ? [] : parts.map((id) => readNumber('id', id))
}

/** A comment is alone in its row. */
const isRemarkRow = (rows: Rows): boolean => {
  if (!/^(?:#|\/\/)/.test(rows.cell(0).slice(0, 2))) return false
  for (let at = 1; at < rows.count; at++) if (!isBlank(rows.cell(at))) return false
  return true
}

/** A line of dashes below a heading, as text tables have it. */
const isRuleRow = (rows: Rows): boolean => {
  let isDrawn = false
  for (let at = 0; at < rows.count; at++) {
    const cell = rows.cell(at)
    if (isBlank(cell)) continue
    if (!/^\s*:?[-=+\u2014]{2,}:?\s*$/.test(cell.slice(0, 200))) return false
    isDrawn = true
  }
  return isDrawn
}

/** Reads the cells of rows that name channels; calls `take` with each, and where it begins and ends. */
const eachRow = (
  table: TableText & RowForm & Pick<Table, 'columns' | 'body'>,
  heading: string,
  take: (rows: Rows, row: number, end: number) => boolean,
): void => {
  const { text, wide, columns, body } = table
  const [name, url, sid, identity] = (['name', 'url', 'sid', 'identity'] as const).map((column) =>
    columns.indexOf(column),
  )
  const decode = wide === null ? decodeLetters : (letters: string): string => letters
  const rows = new Rows(text, table)
  /** The text of a cell that isn't blank. */
  const said = (place = -1): string => (isBlank(rows.cell(place)) ? '' : decode(rows.inner(place)))
  const isChannel = (row: number, end: number): boolean => {
    if (columns.length > 1 && (isRemarkRow(rows) || isRuleRow(rows))) return false
    // Concatenated files repeat their headings.
    if (heading !== '' && text.startsWith(heading, row) && trimEnd(text, row, end) - row === heading.length)
      return false
    if (said(name) !== '' || said(url) !== '') return true
    return readNumber('id', said(sid)) !== null || (idsIn(said(identity)).pop() ?? null) !== null
  }
  for (let row = body; row < text.length;) {
    const end = rows.read(row)
    if ((rows.count > 1 || rows.cell(0) !== '') && isChannel(row, end) && !take(rows, row, end)) return
    row = end
  }
}

const idColumns: readonly Column[] = [...tableNumbers, 'audioPid']
/** Counts the cells of columns of ids, to find out which columns are hexadecimal. */
class HexCells {
  private readonly counts = new Map<Column, { all: number; hex: number; isDecimal: boolean }>()
  private readonly places: readonly (readonly [Column, number])[]

  constructor(columns: readonly (Column | null)[]) {
    this.places = idColumns.flatMap((column) => {
      const at = columns.indexOf(column)
      return at < 0 ? [] : [[column, at] as const]
    })
  }
  take(rows: Rows): void {
    for (const [column, at] of this.places) {
      const cell = rows.inner(at)
      if (isBlank(cell)) continue
      const count = this.counts.get(column) ?? { all: 0, hex: 0, isDecimal: false }
      this.counts.set(column, count)
      const kind = hexKindOf(cell.slice(0, 40))
      count.all++
      if (kind === 'hex') count.hex++
      else if (kind === 'no') count.isDecimal = true
    }
  }
  /** Most hexadecimal ids of four digits have a letter; a few among many numbers are slips. */
  columns(headings: readonly string[]): ReadonlySet<Column> {
    const found = this.places.filter(([column, at]) => {
      const { all = 0, hex = 0, isDecimal = true } = this.counts.get(column) ?? {}
      return !isDecimal && (isHexHeading(headings[at] ?? '') || (hex > 0 && hex * 2 >= all))
    })
    return new Set(found.map(([column]) => column))
  }
}

/** Null if there are more channels than `max`. */
export const readTable = (bytes: Uint8Array, max: number, charset: Charset, isNeutral: boolean): Table | null => {
  const opened = openText(bytes)
  const { text, start } = opened
  const head = isNeutral ? null : findHead(opened, true)
  const body = head?.end ?? (isNeutral ? start : text.length)
  const form: RowForm = { separator: head?.separator ?? ';', eol: opened.eol, quotes: head?.quotes ?? usualQuotes }
  const columns: (Column | null)[] = head?.columns.slice() ?? [...(isNeutral ? neutralColumns : [])]
  const heading = head === null ? '' : text.slice(head.start, trimEnd(text, head.start, head.end))
  const entries: Entry[] = []
  const headings = heading.split(form.separator, columnsMax).map((cell) => unquoted(cell, form.quotes))
  const names: string[] = []
  let from = body
  let typeCount: TypeCount = 'dvb'
  let hasFineFecs = false
  const directions = new Set<string>()
  const bareUnit = new BareUnit()
  const hexCells = new HexCells(columns)
  eachRow({ ...opened, ...form, columns, body }, heading, (rows, row, end) => {
    if (entries.length === 0 && head !== null) settleColumns(columns, head, rows)
    entries.push({ start: from, row, end })
    from = end
    hexCells.take(rows)
    if (countsFromZero(rows.inner(columns.indexOf('type')))) typeCount = 'from-zero'
    if (isFineFraction(rows.inner(columns.indexOf('fec')))) hasFineFecs = true
    bareUnit.take(rows.inner(columns.indexOf('angle')))
    for (const column of ['angle', 'satellite'] as const)
      directions.add(directionLetter(rows.cell(columns.indexOf(column))))
    if (opened.wide === null && /[\u0080-\u00ff]/.test(text.slice(row, end)))
      for (let at = 0; at < rows.count; at++) if (guessedBy.has(columns[at])) names.push(rows.inner(at))
    return entries.length <= max
  })
  if (entries.length > max) return null
  // If all names are ASCII, the heading is the evidence for the encoding.
  if (!names.some((name) => /[\u0080-\u00ff]/.test(withoutDegrees(name)))) names.push(...headings)
  const letters = opened.wide === null ? lettersOf(names, charset) : wideLetters
  const tail = { start: from, end: text.length }
  const compass = compassOf(directions, languageOf(headings.map(decodeLetters)), bareUnit.unit)
  const hex = hexCells.columns(headings)
  const said = { typeCount, hasFineFecs, compass, hex }
  return { ...opened, ...form, columns, body, entries, tail, ...said, letters, titles: new Titles() }
}

/** No satellite transmits below it; transponders' numbers are lower. */
const minKHz = 950_000
/**
 * “Position” may be a channel's or a satellite's, even if there is a channel number; “Transponder” may be its number or
 * its tuning values: the first row decides.
 */
const settleColumns = (columns: (Column | null)[], { spare, transponder }: Head, rows: Rows): void => {
  const said = (place: number): string => decodeLetters(rows.inner(place))
  const places = [columns.indexOf('number'), ...spare].filter((at) => at >= 0)
  const at = places.find((place) => isPosition(said(place)))
  if (at !== undefined && !columns.includes('angle')) columns[at] = 'angle'
  const cell = transponder < 0 ? '' : said(transponder)
  if (cell !== '' && tuningIn(cell, 'frequency') === null && (readNumber('frequency', cell) ?? 0) < minKHz)
    columns[transponder] = null
}

/** ASCII is the same in every encoding; without blanks around it. */
const isPlain = /^(?:[!-~](?:[ -~]*[!-~])?)?$/
/** The content of a cell. */
export const textOf = ({ letters, quotes }: Table, cell: string): string => {
  const inner = unquoted(cell, quotes)
  const text = isPlain.test(inner) ? inner : letters.decode(inner.replaceAll('\r\n', '\n')).trim()
  return unguarded(text)
}

/** The text of a row's cell in a column; empty if it has none. */
export type Said = (column: Column) => string

export const numberKinds: Partial<Record<Column, NumberKind>> = {
  ...{ number: 'number', frequency: 'frequency', symbolRate: 'rate', audioPid: 'pid' },
  ...byName(tableNumbers, (name) => {
    const { part, isPid } = numberField(name)
    return part === 'service' ? 'id' : isPid ? 'pid' : 'other'
  }),
}

type Row = { no: number; hasMore: boolean }
const channelOf = (said: Said, { no, hasMore }: Row, places: Places, table: Table): Channel => {
  const number = (column: Column): number | null => {
    const [text, kind] = [said(column), numberKinds[column]]
    return text === '' || kind === undefined ? null : readNumber(kind, text, table.hex.has(column))
  }
  const numbers = byName(tableNumbers, (name) => {
    const [value, [least, most]] = [number(name), numberField(name).bounds]
    return value === null || value < least || value > most ? null : value
  })
  const [onid = null, tsid = null, sid = null] = idsIn(said('identity'))
  const ids = { sid: numbers.sid ?? sid, onid: numbers.onid ?? onid, tsid: numbers.tsid ?? tsid }
  const audioPid = number('audioPid')
  const scrambled = said('scrambled')
  return {
    no,
    transponder: transponderOf(said, ids, places, table),
    type: readType(said('type'), table.typeCount),
    serviceType: null,
    ...{ teletextPid: null, ...numbers, ...ids },
    ...{ name: said('name'), provider: said('provider'), systems: [], url: said('url'), videoType: '' },
    scrambled: scrambled === '' ? null : readScrambled(scrambled),
    ...{ lock: isYes(said('lock')), skip: isYes(said('skip')), number: number('number') },
    numberText: number('number') === null ? unreadNumber(said('number')) : '',
    more: hasMore,
    audio: audioPid ? [{ pid: audioPid, type: '', language: '', dolby: false }] : [],
  }
}

const unknown = { kHz: null, polarisation: null, symbolRate: null, fec: '', system: null, modulation: null }
/** A row's values about its transponder: from their own columns, or from a cell that contains several. */
const tuningOf = (said: Said): Record<TuningKey, string> => {
  const values = {
    ...{ frequency: said('frequency'), polarisation: said('polarisation') },
    ...{ symbolRate: said('symbolRate'), fec: said('fec') },
  }
  for (const column of tuningColumns) {
    const text = said(column)
    for (const [key, { start, end }] of tuningIn(text, column) ?? [])
      if (key === column || values[key] === '') values[key] = text.slice(start, end)
  }
  return values
}

const transponderOf = (
  said: Said,
  { onid, tsid }: Pick<Channel, 'onid' | 'tsid'>,
  places: Places,
  { compass, hasFineFecs }: Table,
): number | null => {
  const tuning = tuningOf(said)
  const kHz = readNumber('frequency', tuning.frequency)
  const place = said('angle')
  const named = said('satellite')
  const angle = (place === '' ? null : readAngle(place, compass)) ?? angleInName(named, compass)
  // A position whose side or unit isn't certain stays a name until somebody sets it.
  const isUnsure = angle === null && (isPosition(place) || (compass.bare === null && /\d/.test(place)))
  const name = named === '' && isUnsure ? place : named
  if (kHz !== null) {
    const polarisation: Polarisation | null = readPolarisation(tuning.polarisation)
    const symbolRate = readNumber('rate', tuning.symbolRate)
    const satellite = angle === null && name === '' ? null : places.satellite(angle, name)
    const fec = readFec(tuning.fec, hasFineFecs)
    return places.transponder({ ...unknown, satellite, kHz, polarisation, symbolRate, fec })
  }
  if (onid === null && tsid === null) return null
  const satellite = angle === null ? null : places.satellite(angle, name)
  return places.transponder({ satellite, ...unknown }, `${onid ?? ''}-${tsid ?? ''}`)
}

/** Reads the rows of entries one after another; calls `take` with each. */
export const eachEntry = (table: Table, take: (said: Said, rows: Rows, no: number) => void): void => {
  const rows = new Rows(table.text, table)
  const places = new Map(table.columns.flatMap((column, at) => (column === null ? [] : [[column, at] as const])))
  const said: Said = (column) => {
    const at = places.get(column)
    return at === undefined || at >= rows.count ? '' : textOf(table, rows.cell(at))
  }
  table.entries.forEach(({ row }, no) => {
    rows.read(row)
    take(said, rows, no)
  })
}

export const listOf = (table: Table): List => {
  const list: List = { satellites: [], transponders: [], channels: [], groups: [] }
  const places = new Places(list)
  const titles: Title[] = []
  eachEntry(table, (said, rows, no) => {
    let hasMore = false
    for (let at = 0; at < rows.count && !hasMore; at++)
      hasMore = (table.columns[at] ?? null) === null && !isBlank(rows.inner(at))
    list.channels.push(channelOf(said, { no, hasMore }, places, table))
    titles.push(table.titles.of(said('groups')))
  })
  list.groups = groupsIn(titles)
  return list
}
