/**
 * Writes a list as a new table, or into the table that it came from, where bytes that no edit concerns stay unchanged.
 */
import { gather } from '../../gather'
import { lineEndOf, patched, toBytes, toLetters, type Put } from '../letters'
import type { Channel, List } from '../model'
import { editedNames, groupNames, hasSameNames, maxGroupLength, renamedGroups } from '../m3u/titles'
import type { NamedFile } from '../types'
import { headings, type Column } from './columns'
import { closeText, quoted, Rows, usualQuotes, type RowForm } from './file'
import { angleWriter, isPosition, numberWriter, readNumber, usualCompass, type Compass } from './numbers'
import { eachEntry, guarded, numberKinds, textOf, type Entry, type Table } from './read'
import { isTuningColumn, tuningIn, tuningKeys, type TuningKey, type TuningParts } from './tuning'
import { answerWriter, polarisationWriter, readFec, readPolarisation, typeWriter, type TypeCount } from './words'

// ---- What a list says in a column ----

type Answer = 'scrambled' | 'lock' | 'skip'
const isAnswer = (column: Column): column is Answer => column === 'scrambled' || column === 'lock' || column === 'skip'

type Value = string | number | boolean | null
/** Groups are written by name, so that a file's further groups stay. */
type ValueColumn = Exclude<Column, 'groups'>

/** Text shared by many channels is written for each, so a short file could become a huge one. */
const shared = (text: string | undefined): string => (text ?? '').slice(0, maxGroupLength)
const idOf = (id: number | null): number => id ?? 0

const valueOf = (column: ValueColumn, channel: Channel, { satellites, transponders }: List): Value => {
  const one = transponders[channel.transponder ?? -1]
  const satellite = satellites[one?.satellite ?? -1]
  switch (column) {
    case 'number':
      return channel.number ?? null
    case 'satellite':
      return shared(satellite?.name)
    case 'angle':
      return satellite?.angle ?? null
    case 'frequency':
      return one?.kHz ?? null
    case 'polarisation':
      return one?.polarisation ?? ''
    case 'symbolRate':
      return one?.symbolRate ?? null
    case 'fec':
      return shared(one?.fec)
    case 'lock':
    case 'skip':
      return channel[column] ?? false
    case 'audioPid':
      return channel.audio[0]?.pid || null
    case 'identity':
      return `${idOf(channel.onid)}-${idOf(channel.tsid)}-${idOf(channel.sid)}`
    default:
      return channel[column] ?? null
  }
}

// ---- Cells ----

/** A value in a column, in the style of its other cells. */
type Writer = (value: Value) => string
type Ways = { typeCount: TypeCount; compass: Compass; hex: ReadonlySet<Column> }
const usualWays: Ways = { typeCount: 'dvb', compass: usualCompass, hex: new Set() }
const writerOf = (column: ValueColumn, cells: readonly string[], { typeCount, compass, hex }: Ways): Writer => {
  const kind = numberKinds[column]
  const known =
    (write: Writer): Writer =>
    (value) =>
      value === null ? '' : write(value)
  if (kind !== undefined) {
    const write = numberWriter(kind, cells, hex.has(column))
    return known((value) => write(Number(value)))
  }
  if (column === 'angle') {
    const write = angleWriter(cells, compass)
    return known((value) => write(Number(value)))
  }
  if (isAnswer(column)) {
    const write = answerWriter(cells)
    return known((value) => write(value === true))
  }
  if (column === 'type') {
    const write = typeWriter(cells, typeCount)
    return known((value) => write(value as Channel['type']))
  }
  const write = column === 'polarisation' ? polarisationWriter(cells) : String
  return known((value) => write(String(value)))
}
const texts: ReadonlySet<Column> = new Set(['name', 'satellite', 'fec', 'provider', 'groups', 'url', 'polarisation'])
const isText = (column: Column): boolean => texts.has(column)

/** Texts that may also be numbers. */
const isStyled = (column: Column): boolean => column === 'satellite' || column === 'polarisation'

type Place = { column: Column; isQuoted: boolean; isFirst: boolean }
/**
 * A cell with one character per byte. Texts are quoted for every separator, as some spreadsheet splits at each of them.
 * The first column may contain a comment.
 */
const quotedCell = (
  letters: string,
  { separator, quotes }: Pick<RowForm, 'separator' | 'quotes'>,
  { column, isQuoted, isFirst }: Place,
): string => {
  const needs =
    (isText(column) && /["\r\n;,\t]/.test(letters)) ||
    letters.includes(quotes.mark) ||
    letters.includes(separator) ||
    (isFirst && /^(?:#|\/\/)/.test(letters))
  return needs || isQuoted ? quoted(letters, quotes) : letters
}
const isAscii = /^[ -~]*$/

// ---- New tables ----

const inUtf8 = (text: string): string =>
  isAscii.test(text) ? text : toLetters(new TextEncoder().encode(text.replace(/[\r\n]/g, ' ')))

/** A number such as “10.1”, which a table has room for (a neutral list has not), and which is read again as it is. */
const isNumberPair = (text: string | undefined): text is string =>
  /^\d{1,5}[.:_-]\d{1,5}$/.test(text ?? '') && readNumber('number', text ?? '') === null

type NewTable = { columns: readonly Column[]; separator: string; lineEnd: string }
const newRows = (list: List, { columns, separator, lineEnd }: NewTable): string[] => {
  const names = groupNames(list)
  const writers = columns.map((column) =>
    column === 'groups' ? null : { column, write: writerOf(column, [], usualWays) },
  )
  return list.channels.map((channel, place) => {
    const cells = columns.map((column, at) => {
      const writer = writers[at]
      const value = writer ? valueOf(writer.column, channel, list) : (names[place] ?? []).join(';')
      const content =
        column === 'number' && columns.includes('url') && isNumberPair(channel.numberText)
          ? channel.numberText
          : (writer?.write(column === 'number' ? value || place + 1 : value) ?? String(value))
      const text = isText(column) ? guarded(content) : content
      return quotedCell(
        inUtf8(text),
        { separator, quotes: usualQuotes },
        { column, isQuoted: false, isFirst: at === 0 },
      )
    })
    return cells.join(separator) + lineEnd
  })
}

export const writeTable = (list: List): NamedFile[] => {
  const columns = Object.keys(headings) as (keyof typeof headings)[]
  const head = columns.map((column) => headings[column]).join(',')
  const rows = newRows(list, { columns, separator: ',', lineEnd: '\r\n' })
  // Spreadsheets read UTF-8 only with a byte-order mark.
  return [{ name: '', bytes: toBytes(`\u00ef\u00bb\u00bf${head}\r\n${rows.join('')}`) }]
}

/** ChanSort's neutral list. */
export const writeNeutral = (list: List): NamedFile[] => {
  const rows = newRows(list, { columns: ['number', 'name', 'identity'], separator: ';', lineEnd: '\n' })
  return [{ name: '', bytes: toBytes(rows.join('')) }]
}

// ---- Into the upload ----

/** How many rows are read to find out how a column writes its values. */
const sampleRows = 2000

type Styles = {
  /** The writer for a column's cells, or for other cells in their place. */
  writer: (at: number, column: ValueColumn) => Writer
  isQuoted: (at: number) => boolean
  /** A cell of a column that contains several values of a transponder; empty if there is none. */
  severalIn: (at: number) => string
}
/** The style of the columns; determined only when an edit needs it. */
const stylesOf = (table: Table): Styles => {
  const cells: string[][] = table.columns.map(() => [])
  const quotes: boolean[] = []
  const several: string[] = []
  const partCells = new Map<string, string[]>()
  const writers = new Map<string, Writer>()
  let isRead = false
  const take = (at: number, column: Column, text: string): void => {
    const parts = isTuningColumn(column) ? tuningIn(text, column) : null
    if (parts === null) {
      if (!isText(column) || isStyled(column)) cells[at]?.push(text)
      return
    }
    several[at] ??= text
    for (const [key, { start, end }] of parts) gather(partCells, `${at} ${key}`, text.slice(start, end))
  }
  const read = (): void => {
    if (isRead) return
    isRead = true
    eachEntry({ ...table, entries: table.entries.slice(0, sampleRows) }, (_said, rows) => {
      for (const [at, column] of table.columns.entries()) {
        const cell = rows.cell(at)
        if (column === null || cell === '') continue
        quotes[at] = quotes[at] !== false && cell.startsWith(table.quotes.mark)
        const isLooked = !isText(column) || isStyled(column) || isTuningColumn(column)
        const text = isLooked ? textOf(table, cell) : ''
        if (text !== '' && text.length <= 40) take(at, column, text)
      }
    })
  }
  return {
    writer: (at, column) => {
      read()
      const key = `${at} ${column}`
      const write = writers.get(key) ?? writerOf(column, partCells.get(key) ?? cells[at] ?? [], table)
      writers.set(key, write)
      return write
    },
    isQuoted: (at) => {
      read()
      return quotes[at] ?? false
    },
    severalIn: (at) => {
      read()
      return several[at] ?? ''
    },
  }
}

type Edit = { was: Channel; is: Channel; namesWere: readonly string[]; names: readonly string[] }
type Context = {
  table: Table
  made: List
  now: List
  styles: Styles
  renamed: ReadonlyMap<string, string>
  /** Whether satellites are named only by their positions. */
  isPlaced: boolean
}

/** The value in a part of a cell, for comparison with the wanted one. */
const partValue = (key: TuningKey, text: string, { hasFineFecs }: Table): Value =>
  key === 'polarisation'
    ? readPolarisation(text)
    : key === 'fec'
      ? readFec(text, hasFineFecs)
      : readNumber(key === 'frequency' ? 'frequency' : 'rate', text)

/** A cell that contains several values of a transponder, with the changed ones replaced. */
const severalOf = ({ table, now, styles }: Context, at: number, channel: Channel, like: string, parts: TuningParts) => {
  const puts = [...parts].flatMap(([key, part]): Put[] => {
    const value = valueOf(key, channel, now)
    const old = like.slice(part.start, part.end)
    if (partValue(key, old, table) === value) return []
    const written = styles.writer(at, key)(value)
    const isSmall = key === 'polarisation' && old === old.toLowerCase()
    return [{ ...part, value: isSmall ? written.toLowerCase() : written }]
  })
  return patched(like, { start: 0, end: like.length }, puts).trim()
}

/** A channel's cell in a column, with one character per byte. `old`: the cell that it replaces. */
const cellOf = (context: Context, at: number, channel: Channel, names: readonly string[], old: string): string => {
  const { table, now, styles, isPlaced } = context
  const column = table.columns[at]
  if (column === null || column === undefined) return old
  let content = names.join(';')
  const like = isTuningColumn(column) ? (old === '' ? styles.severalIn(at) : textOf(table, old)) : ''
  const parts = isTuningColumn(column) ? tuningIn(like, column) : null
  if (parts !== null) {
    content = valueOf('frequency', channel, now) === null ? '' : severalOf(context, at, channel, like, parts)
  } else if (column !== 'groups') {
    const value = valueOf(column, channel, now)
    const angle = valueOf('angle', channel, now)
    const isPlace = column === 'satellite' && isPlaced && angle !== null && isPosition(String(value))
    content = isPlace ? styles.writer(at, 'angle')(angle) : styles.writer(at, column)(value)
    // Something may precede the ids.
    if (column === 'identity') content = [...textOf(table, old).split('-').slice(0, -3), content].join('-')
  }
  const encoded = table.letters.encode(isText(column) ? guarded(content) : content, old)
  const isQuoted = old === '' ? styles.isQuoted(at) : old.startsWith(table.quotes.mark)
  return quotedCell(encoded, table, { column, isQuoted, isFirst: at === 0 })
}

/** `isSeveral`: only a cell that contains several values of a transponder differs. */
type Changed = { at: number; isSeveral: boolean }
/** The columns whose value has changed. */
const changedColumns = ({ table, made, now, isPlaced }: Context, { was, is, namesWere, names }: Edit): Changed[] => {
  const differs = (column: ValueColumn): boolean => valueOf(column, was, made) !== valueOf(column, is, now)
  const isTuned = tuningKeys.some(differs)
  return table.columns.flatMap((column, at) => {
    if (column === null) return []
    const isOther =
      column === 'groups'
        ? !hasSameNames(namesWere, names)
        : column === 'number'
          ? (is.number ?? null) !== null && differs(column)
          : differs(column) || (column === 'satellite' && isPlaced && differs('angle'))
    return isOther || (isTuned && isTuningColumn(column)) ? [{ at, isSeveral: !isOther }] : []
  })
}

const entryText = (context: Context, entry: Entry, edit: Edit): string => {
  const { table, renamed } = context
  const whole = table.text.slice(entry.start, entry.end)
  const changed = changedColumns(context, edit)
  if (changed.length === 0) return whole
  const row = table.text.slice(entry.row, entry.end)
  const rows = new Rows(row, table)
  rows.read(0)
  const puts: Put[] = []
  const further: string[] = []
  for (const { at, isSeveral } of changed) {
    const old = rows.cell(at)
    const column = table.columns[at]
    if (isSeveral && (!isTuningColumn(column) || tuningIn(textOf(table, old), column) === null)) continue
    let { names } = edit
    if (column === 'groups') {
      const there = table.titles.of(textOf(table, old)).names
      names = editedNames({ there, was: edit.namesWere, is: names }, renamed)
    }
    const cell = cellOf(context, at, edit.is, names, old)
    if (at < rows.count) puts.push({ start: rows.starts[at] ?? 0, end: rows.ends[at] ?? 0, value: cell })
    else further[at - rows.count] = cell
  }
  // A row may end before its last column.
  const end = rows.ends[rows.count - 1] ?? 0
  const more = Array.from(further, (cell) => table.separator + (cell ?? '')).join('')
  if (/[^\s]/.test(more.replaceAll(table.separator, ''))) puts.push({ start: end, end, value: more })
  const front = table.text.slice(entry.start, entry.row)
  return front + patched(row, { start: 0, end: row.length }, puts)
}

const newRow = (context: Context, channel: Channel, place: number, names: readonly string[]): string =>
  context.table.columns
    .map((column, at) =>
      cellOf(
        context,
        at,
        column === 'number' ? { ...channel, number: channel.number || place + 1 } : channel,
        names,
        '',
      ),
    )
    .join(context.table.separator)

/** The entry of each record. A list that an earlier reader made from other rows is matched by names. */
const entriesOf = (table: Table, { channels }: List): (number | null)[] => {
  if (channels.length === table.entries.length) return channels.map((_, record) => record)
  const waiting = new Map<string, number[]>()
  eachEntry(table, (said, _rows, no) => {
    const name = said('name')
    gather(waiting, name, no)
  })
  for (const places of waiting.values()) places.reverse()
  return channels.map(({ name }) => waiting.get(name)?.pop() ?? null)
}

/** Joins rows; each gets a terminator, except the last. */
const joinRows = (pieces: readonly string[], lineEnd: string, eol: string): string => {
  const given = pieces.filter((piece) => piece !== '')
  return given.map((piece, at) => (piece.endsWith(eol) || at === given.length - 1 ? piece : piece + lineEnd)).join('')
}

/** `made`: the list as first made from the upload. */
export const rewriteTable = (table: Table, made: List, now: List): NamedFile[] => {
  const { text, entries, eol, columns, body, tail } = table
  const [namesWere, names] = [groupNames(made), groupNames(now)]
  const isPlaced = columns.includes('satellite') && !columns.includes('angle')
  const context: Context = { table, made, now, styles: stylesOf(table), renamed: renamedGroups(made, now), isPlaced }
  const records = entriesOf(table, made)
  const lineEnd = eol === '\r' ? '\r' : lineEndOf(text)
  const pieces = now.channels.map((is, place) => {
    const was = made.channels[is.no ?? -1]
    const entry = entries[records[is.no ?? -1] ?? -1]
    const own = names[place] ?? []
    if (is.no === null || was === undefined || entry === undefined) return newRow(context, is, place, own) + lineEnd
    return entryText(context, entry, { was, is, namesWere: namesWere[is.no] ?? [], names: own })
  })
  // Rows that the list never had stay in the file.
  const known = new Set(records)
  for (const [no, entry] of entries.entries()) if (!known.has(no)) pieces.push(text.slice(entry.start, entry.end))
  const start = text.slice(0, body)
  // A byte-order mark at the start is not a line of its own.
  const isMark = body <= table.start
  const rows = joinRows([...(isMark ? [] : [start]), ...pieces, text.slice(tail.start, tail.end)], lineEnd, eol)
  return [{ name: '', bytes: closeText(isMark ? start + rows : rows, table) }]
}
