/**
 * Names of a list's channels in other languages, which are cells of the list. Turns a file or a table into edits,
 * writes the table to fill in, and shows the list in one language. Pure code and engine code.
 */
import type { Grid } from '~/engine/lists'
import { makeNameFinder } from '~/engine/fold'
import { columnsOf, indexOf, matchLists, nameKey, type ToolColumns } from '~/engine/tools'
import { limits, nameLanguages, polarisations, type NameLanguage, type OpenList, type Operation } from '~/engine/types'
import { keptName, refuseName } from '~/engine/rules'
import { byteOrderMark, csvLine, csvText } from '~/text/csv'
import { latinDigits } from '~/text/digits'
import { openOther, type Other } from '../merge/other'
import { openSheet, type Sheet } from '../files/sheet'
import type { Paged, Paging } from '../types'
import { pageOf } from '../engine/view'
import type { Host, Stored } from '../engine/stored'

/** Where names come from: another list's file, or the cells of a spreadsheet. */
export type GivenNames = { kind: 'list'; other: Other } | { kind: 'lines'; sheet: Sheet }
/**
 * `language`: that of a list's file, or of lines without a heading. `replace`: remove names that are not given, in the
 * languages that are.
 */
export type NamesAsk = { language: NameLanguage | null; replace: boolean }

/** `none`: no channel matches; `several`: more than one does; `refused`: the name breaks the rules for names. */
export type OddNameWhy = 'none' | 'several' | 'refused'
/** A line of a table, counted from 1, or a channel's number in a file, that gives no name. */
export type OddName = { line: number; text: string; why: OddNameWhy }
export type NameChange = {
  id: number
  position: number
  /** The channel's own name. */
  name: string
  language: NameLanguage
  before: string | null
  /** Null: the name is removed. */
  after: string | null
}
/** Counts for one language: how many channels get a name, get another name, keep theirs, or lose theirs. */
export type NamesInLanguage = { language: NameLanguage; fresh: number; changed: number; same: number; gone: number }
export type NamesRead =
  | { ok: false; reason: 'no-language' | 'no-columns' | 'no-names' }
  | {
      ok: true
      languages: NamesInLanguage[]
      odd: Record<OddNameWhy, number>
      lines: OddName[]
      changes: Paged<NameChange>
      operations: Operation[]
    }

/** The maximum number of lines without a name that are listed one by one. */
const maxOddShown = 100

const isLanguage = (text: string): text is NameLanguage => nameLanguages.some((language) => language === text)
/** True for a table with a column for a language, even if its other columns could be read as a list. */
export const isNameTable = (grid: Grid): boolean =>
  (grid[0] ?? []).some((cell) => isLanguage(cell.trim().toLowerCase()))

/** The given names, by language and channel place. */
type Given = { names: Map<NameLanguage, Map<number, string>>; odd: OddName[] }

/** A cell that was cut doesn't hold a whole name. */
const maxCellLength = 200
const isName = (text: string): boolean =>
  text.length < maxCellLength && refuseName(keptName(text), limits.nameCharacters) === null
/** Drop the apostrophe before text that a spreadsheet would take for a formula: it is not part of the name. */
const plainCell = (cell: string): string => (/^'[=+\-@＝＋－＠﹢﹣﹦﹫−]/u.test(cell) ? cell.slice(1) : cell).trim()

const angleText = /^(\d{1,3}(?:[.,]\d)?)\s*°?\s*([EW])$/i
/** "19.2E" in tenths of a degree eastward; null for other text. */
const angleOf = (text: string): number | null => {
  const match = angleText.exec(text)
  if (!match?.[1]) return null
  const tenths = Math.round(Number(match[1].replace(',', '.')) * 10)
  return match[2]?.toUpperCase() === 'W' ? (3600 - tenths) % 3600 : tenths
}
const showAngle = (angle: number): string =>
  angle > 1800 ? `${((3600 - angle) / 10).toFixed(1)}W` : `${(angle / 10).toFixed(1)}E`

const columnNames = ['number', 'name', 'satellite', 'frequency', 'polarisation', 'sid'] as const
type Column = (typeof columnNames)[number]
const numberOf = (text: string): number => Number(/^\d{1,6}$/.exec(latinDigits(text))?.[0] ?? 0)

/** Finds the channels that a line can mean: by orbital place and transponder, by name, by number. */
const makeFinder = (mine: ToolColumns) => {
  const byName = makeNameFinder(
    mine.names.map((_, place) => place),
    (place) => mine.names[place] ?? '',
  )
  const sky = indexOf(mine)
  const inSky = (angle: number, cell: (column: Column) => string): number[] => {
    const asked: ToolColumns = {
      length: 1,
      id: [0],
      names: [cell('name')],
      satellite: [0],
      satelliteKeys: [`a${angle}`],
      frequencyKHz: [Math.round(Number(latinDigits(cell('frequency')).replace(',', '.') || -1) * 1000)],
      polarisation: [polarisations.findIndex((one) => one === cell('polarisation').toUpperCase()) + 1],
      sid: [cell('sid') === '' ? -1 : numberOf(cell('sid'))],
      type: [3],
      favourites: [0],
    }
    const found = matchLists(asked, sky)[0] ?? -1
    return found >= 0 ? [found] : found === -2 ? [-1, -1] : []
  }
  /** Returns no place, one, or several. */
  return (cell: (column: Column) => string): readonly number[] => {
    const angle = angleOf(cell('satellite'))
    // A line with a place in the sky can't mean a channel elsewhere.
    if (angle !== null && cell('sid') !== '' && cell('frequency') !== '') return inSky(angle, cell)
    const place = numberOf(cell('number')) - 1
    const name = cell('name')
    // A number alone means the current list; with a name, both have to match.
    const isThere = place >= 0 && place < mine.length
    if (isThere && (name === '' || nameKey(name) === nameKey(mine.names[place] ?? ''))) return [place]
    return byName(name).found
  }
}

const last = (cells: readonly string[]): string | undefined => cells.filter((cell) => cell !== '').at(-1)

/** Reads a table with a heading, or lines with a channel's name or number and its name in the language. */
const readTable = (mine: ToolColumns, grid: Grid, language: NameLanguage | null): Given | 'no-columns' => {
  const heading = (grid[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const hasHeading = heading.some(isLanguage)
  if (!hasHeading && (language === null || grid.every((cells) => !/[\t;,]/.test(cells.join('\t'))))) return 'no-columns'
  const columns = hasHeading
    ? heading.flatMap((cell, at) => (isLanguage(cell) ? [{ language: cell, at }] : []))
    : [{ language: language ?? 'en', at: -1 }]
  const at = Object.fromEntries(columnNames.map((name) => [name, heading.indexOf(name)])) as Record<Column, number>
  const find = makeFinder(mine)
  const given: Given = { names: new Map(), odd: [] }
  grid.forEach((cells, index) => {
    if (hasHeading && index === 0) return
    // Each pasted line may have another separator.
    const split = hasHeading || cells.length > 1 ? cells : (cells[0] ?? '').split(/[\t;,]/)
    const filled = split.map(plainCell)
    const texts = columns.map((one) => ({ ...one, text: (one.at < 0 ? last(filled.slice(1)) : filled[one.at]) ?? '' }))
    if (texts.every(({ text }) => text === '')) return
    const cell = (column: Column): string => {
      if (hasHeading) return filled[at[column]] ?? ''
      const [first = ''] = filled
      const isNumber = numberOf(first) > 0
      return column === 'number' && isNumber ? first : column === 'name' && !isNumber ? first : ''
    }
    const found = find(cell)
    const tell = (why: OddNameWhy, text: string): void => void given.odd.push({ line: index + 1, text, why })
    const [place] = found
    if (place === undefined || found.length > 1) {
      tell(place === undefined ? 'none' : 'several', filled.filter((one) => one !== '').join(' · '))
      return
    }
    for (const one of texts) {
      if (one.text === '') continue
      if (!isName(one.text)) tell('refused', one.text)
      else given.names.set(one.language, (given.names.get(one.language) ?? new Map()).set(place, keptName(one.text)))
    }
  })
  return given
}

/** A list as a source of names. `others`: its names in other languages, by place. */
type NameSource = { columns: ToolColumns; others: Map<NameLanguage, (string | null)[]> }
const readSource = (list: OpenList): NameSource => ({
  columns: columnsOf(list),
  others: new Map(
    nameLanguages.flatMap((language) => {
      const names = list.namesIn(language)
      return names.every((name) => name === null) ? [] : [[language, names] as const]
    }),
  ),
})

/**
 * Reads another list: its names in other languages, or its own names if it is in `language` itself. A name that equals
 * this list's own says nothing.
 */
const readOther = (mine: ToolColumns, { columns, others }: NameSource, language: NameLanguage | null): Given => {
  const taken: [NameLanguage, readonly (string | null)[]][] =
    language === null ? [...others] : [[language, others.get(language) ?? columns.names]]
  const names = new Map(taken.map(([one]) => [one, new Map<number, string>()]))
  const given: Given = { names, odd: [] }
  const used = new Set<number>()
  matchLists(mine, indexOf(columns)).forEach((found, place) => {
    if (found < 0) return
    used.add(found)
    for (const [one, texts] of taken) {
      const text = texts[found] ?? ''
      if (text.trim() === '' || keptName(text) === mine.names[place]) continue
      if (isName(text)) names.get(one)?.set(place, keptName(text))
      else given.odd.push({ line: found + 1, text, why: 'refused' })
    }
  })
  for (let at = 0; at < columns.length; at++) {
    const text = taken.map(([, texts]) => texts[at] ?? '').find((one) => one.trim() !== '')
    if (!used.has(at) && text !== undefined) given.odd.push({ line: at + 1, text, why: 'none' })
  }
  return given
}

/** Compares the given names with the list's: every name that would change. */
const compareNames = (
  list: OpenList,
  { names }: Given,
  { replace }: NamesAsk,
): { languages: NamesInLanguage[]; changes: NameChange[] } => {
  const changes: NameChange[] = []
  const own = list.names()
  const { id: ids } = list.columns()
  const languages = nameLanguages.flatMap((language): NamesInLanguage[] => {
    const given = names.get(language)
    if (given === undefined) return []
    const counts = { language, fresh: 0, changed: 0, same: 0, gone: 0 }
    list.namesIn(language).forEach((before, place) => {
      const after = given.get(place) ?? null
      if (after === null && (before === null || !replace)) return
      if (after === before) counts.same++
      else {
        counts[after === null ? 'gone' : before === null ? 'fresh' : 'changed']++
        changes.push({ id: ids[place] ?? 0, position: place + 1, name: own[place] ?? '', language, before, after })
      }
    })
    return [counts]
  })
  return { languages, changes }
}

const operationsOf = (changes: readonly NameChange[]): Operation[] =>
  nameLanguages.flatMap((language): Operation[] => {
    const own = changes.filter((change) => change.language === language)
    return own.length === 0
      ? []
      : [{ op: 'names-in', language, names: own.map(({ id, after }): [number, string | null] => [id, after]) }]
  })

/** Finds the channel for every given name, and the edits that apply the names. Changes nothing. */
export const readNames = (
  host: Host,
  { stored, given, paging, ...ask }: NamesAsk & { stored: Stored; given: GivenNames; paging: Paging },
): NamesRead => {
  // The engine holds one list at a time, so read the other one first.
  const theirs = given.kind === 'list' ? readSource(openOther(host, given.other)) : null
  const list = host.open(stored)
  const mine = columnsOf(list)
  if (theirs !== null && ask.language === null && theirs.others.size === 0) return { ok: false, reason: 'no-language' }
  const read =
    theirs === null
      ? readTable(mine, given.kind === 'lines' ? openSheet(given.sheet) : [], ask.language)
      : readOther(mine, theirs, ask.language)
  if (read === 'no-columns') return { ok: false, reason: 'no-columns' }
  if (read.odd.length === 0 && [...read.names.values()].every(({ size }) => size === 0))
    return { ok: false, reason: 'no-names' }
  const { languages, changes } = compareNames(list, read, ask)
  const odd = { none: 0, several: 0, refused: 0 }
  for (const { why } of read.odd) odd[why]++
  return {
    ok: true,
    languages,
    odd,
    lines: read.odd.slice(0, maxOddShown),
    changes: { items: pageOf(changes, paging), total: changes.length, ...paging },
    operations: operationsOf(changes),
  }
}

/** The names in a language, by id, that differ from the channel's own. */
export const namesFor = (list: OpenList, language: NameLanguage): [id: number, name: string][] => {
  const own = list.names()
  const { id } = list.columns()
  return list
    .namesIn(language)
    .flatMap((name, place): [number, string][] =>
      name === null || name === own[place] ? [] : [[id[place] ?? 0, name]],
    )
}

/** The edit that removes all names in a language, including those of deleted channels; empty if there are none. */
export const namesGone = (list: OpenList, language: NameLanguage): Operation[] => {
  const ids = [...(list.cells().get(`channel.name.${language}`)?.keys() ?? [])]
  return ids.length === 0 ? [] : [{ op: 'names-in', language, names: ids.map((id): [number, null] => [id, null]) }]
}

/** A table to fill in: every channel, with its current names. */
export const writeNameTable = (list: OpenList): string => {
  const satellites = list.satellites()
  const transponders = list.transponders()
  const { satellite, transponder, sid } = list.columns()
  const others = nameLanguages.map((language) => list.namesIn(language))
  const rows = list.names().map((name, place) => {
    const angle = satellites[satellite[place] ?? -1]?.angle ?? null
    const { frequencyKHz = null, polarisation = null } = transponders[transponder[place] ?? -1] ?? {}
    return [
      String(place + 1),
      name,
      angle === null ? '' : showAngle(angle),
      frequencyKHz === null ? '' : String(frequencyKHz / 1000),
      polarisation ?? '',
      (sid[place] ?? -1) < 0 ? '' : String(sid[place]),
      ...others.map((names) => names[place] ?? ''),
    ]
  })
  return byteOrderMark + [[...columnNames, ...nameLanguages], ...rows].map((row) => csvLine(row.map(csvText))).join('')
}

/** The list's edit state with its channels' names in one language; nothing else changes. */
export const stateInLanguage = (list: OpenList, language: NameLanguage): Uint8Array => {
  const names = namesFor(list, language)
  if (names.length > 0) {
    const done = list.apply([{ op: 'names', names }])
    if (!done.ok) throw new Error(`a name in another language was refused: ${done.code}`)
  }
  return list.state()
}
