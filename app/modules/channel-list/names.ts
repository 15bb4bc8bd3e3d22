/**
 * Names of a list's channels in other languages: which channel an uploaded name means, and the list as it reads in one
 * language. A name belongs to a channel by satellite, transponder (± 2 MHz) and SID, so it outlives a replaced file. A
 * channel that somebody has renamed since keeps the name that they wrote. Pure code and the engine's own work.
 */
import { limits, nameLanguages, type Engine, type NameLanguage, type OpenList } from '~/engine/types'
import { countGraphemes } from '~/text/graphemes'
import { byteOrderMark, csvLine, csvText } from '~/text/csv'
import { readTable } from './csv'
import { fitTogether, nameKeyOf } from './identity'

/** A name in one language. `name`: the channel's own name when it was given; `''` where that was not said. */
export type NameEntry = {
  place: string
  frequencyKHz: number | null
  polarisation: string | null
  name: string
  text: string
}
export type NamesRead =
  | { ok: true; entries: Partial<Record<NameLanguage, NameEntry[]>>; unknown: number; refused: number }
  | { ok: false; reason: 'no-language' | 'no-names' | 'no-columns' }

type Identity = Omit<NameEntry, 'text'> & { id: number }

const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const isName = (text: string): boolean =>
  text !== '' && !controls.test(text) && text.length < 2000 && countGraphemes(text) <= limits.nameCharacters

/** What identifies the living channels of a list. */
const identitiesOf = (list: OpenList): Identity[] => {
  const names = list.names()
  const satellites = list.satellites().map(({ name, angle }) => (angle === null ? `n${nameKeyOf(name)}` : `a${angle}`))
  const transponders = list.transponders()
  const { id, satellite, transponder, sid, length } = list.columns()
  return Array.from({ length }, (_, at): Identity => {
    const { frequencyKHz = null, polarisation = null } = transponders[transponder[at] ?? -1] ?? {}
    const place = `${satellites[satellite[at] ?? -1] ?? ''} ${sid[at] ?? -1}`
    return { id: id[at] ?? 0, place, frequencyKHz, polarisation, name: names[at] ?? '' }
  })
}

const byPlace = <T extends { place: string }>(all: readonly T[]): Map<string, T[]> => {
  const index = new Map<string, T[]>()
  for (const one of all) {
    const there = index.get(one.place)
    if (there) there.push(one)
    else index.set(one.place, [one])
  }
  return index
}

/** The name that a channel has in a language, if any: of several at one place the one with its own name. */
const textFor = (channel: Identity, index: ReadonlyMap<string, NameEntry[]>): string | null => {
  const key = nameKeyOf(channel.name)
  const near = (index.get(channel.place) ?? []).filter((entry) => fitTogether(entry, channel))
  const own = near.find((entry) => entry.name === channel.name) ?? near.find((entry) => nameKeyOf(entry.name) === key)
  if (own) return own.text
  const [one, ...others] = near.filter((entry) => entry.name === '')
  return one && others.length === 0 ? one.text : null
}

/**
 * The names of a list's channels in one language, by id; only where there is one, and where it differs. What an edit of
 * the list itself set goes before what was uploaded.
 */
export const namesFor = (
  list: OpenList,
  entries: readonly NameEntry[],
  language: NameLanguage,
): [id: number, name: string][] => {
  const index = byPlace(entries)
  const edited = list.namesIn(language)
  return identitiesOf(list).flatMap((channel, place): [number, string][] => {
    const text = edited[place] ?? textFor(channel, index)
    return text === null || text === channel.name ? [] : [[channel.id, text]]
  })
}

const angleText = /^(\d{1,3}(?:[.,]\d)?)\s*°?\s*([EW])$/i
/** "19.2E" in tenths of a degree eastward; null for anything else. */
const angleOf = (text: string): number | null => {
  const match = angleText.exec(text.trim())
  if (!match?.[1]) return null
  const tenths = Math.round(Number(match[1].replace(',', '.')) * 10)
  return match[2]?.toUpperCase() === 'W' ? (3600 - tenths) % 3600 : tenths
}
const showAngle = (angle: number): string =>
  angle > 1800 ? `${((3600 - angle) / 10).toFixed(1)}W` : `${(angle / 10).toFixed(1)}E`

const columnNames = ['number', 'name', 'satellite', 'frequency', 'polarisation', 'sid'] as const
const isLanguage = (text: string): text is NameLanguage => nameLanguages.some((language) => language === text)

/** Reads a table: a channel by its place in the sky, or by its number in the list as it is now. */
const readNameTable = (list: OpenList, rows: readonly (readonly string[])[]): NamesRead => {
  const head = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const languages = head.flatMap((cell, at) => (isLanguage(cell) ? [{ language: cell, at }] : []))
  if (languages.length === 0) return { ok: false, reason: 'no-columns' }
  const at = Object.fromEntries(columnNames.map((name) => [name, head.indexOf(name)])) as Record<
    (typeof columnNames)[number],
    number
  >
  const identities = identitiesOf(list)
  const index = byPlace(identities)
  const channelOf = (cells: readonly string[]): Identity | undefined => {
    const cell = (name: (typeof columnNames)[number]): string => (cells[at[name]] ?? '').trim()
    const angle = angleOf(cell('satellite'))
    if (angle === null) return identities[Number(/^\d{1,6}$/.exec(cell('number'))?.[0] ?? 0) - 1]
    const asked = {
      frequencyKHz: cell('frequency') === '' ? null : Math.round(Number(cell('frequency').replace(',', '.')) * 1000),
      polarisation: cell('polarisation').toUpperCase() || null,
    }
    const near = (index.get(`a${angle} ${Number(cell('sid') || -1)}`) ?? []).filter((one) => fitTogether(one, asked))
    return (
      near.find((one) => one.name === cell('name')) ??
      near.find((one) => nameKeyOf(one.name) === nameKeyOf(cell('name'))) ??
      (near.length === 1 ? near[0] : undefined)
    )
  }
  const entries: Partial<Record<NameLanguage, NameEntry[]>> = {}
  let unknown = 0
  let refused = 0
  for (const cells of rows.slice(1)) {
    const texts = languages.map(({ language, at: column }) => ({ language, text: (cells[column] ?? '').trim() }))
    if (texts.every(({ text }) => text === '')) continue
    const channel = channelOf(cells)
    if (!channel) unknown++
    else
      for (const { language, text } of texts) {
        if (text === '') continue
        const { id: _, ...identity } = channel
        if (isName(text)) (entries[language] ??= []).push({ ...identity, text: text.normalize('NFC') })
        else refused++
      }
  }
  return { ok: true, entries, unknown, refused }
}

/**
 * Reads uploaded names: a table (CSV) with a column for each language, or the same list in one language as a file that
 * the engine opens; `language` says which.
 */
export const readNames = (
  engine: Engine,
  open: () => OpenList,
  bytes: Uint8Array,
  language: NameLanguage | null,
): NamesRead => {
  const other = engine.open(bytes)
  if (!other.ok) {
    const rows = readTable(bytes)
    return rows === null ? { ok: false, reason: 'no-names' } : readNameTable(open(), rows)
  }
  if (language === null) return { ok: false, reason: 'no-language' }
  const given = identitiesOf(other.list)
  const index = byPlace(given)
  const own = identitiesOf(open())
  const found: NameEntry[] = []
  const used = new Set<number>()
  let refused = 0
  for (const { id: _, ...channel } of own) {
    const near = (index.get(channel.place) ?? []).filter((one) => fitTogether(one, channel))
    const [one] = near
    if (!one || near.length > 1) continue
    used.add(one.id)
    const text = one.name.trim().normalize('NFC')
    if (isName(text)) found.push({ ...channel, text })
    else if (text !== '') refused++
  }
  return { ok: true, entries: { [language]: found }, unknown: given.length - used.size, refused }
}

/** A table to be filled in: every channel, with the names that there are. */
export const writeNameTable = (list: OpenList, known: Partial<Record<NameLanguage, readonly NameEntry[]>>): string => {
  const indexes = nameLanguages.map((language) => byPlace(known[language] ?? []))
  const satellites = list.satellites()
  const { satellite, sid } = list.columns()
  const rows = identitiesOf(list).map((channel, place) => {
    const angle = satellites[satellite[place] ?? -1]?.angle ?? null
    return [
      String(place + 1),
      channel.name,
      angle === null ? '' : showAngle(angle),
      channel.frequencyKHz === null ? '' : String(channel.frequencyKHz / 1000),
      channel.polarisation ?? '',
      (sid[place] ?? -1) < 0 ? '' : String(sid[place]),
      ...indexes.map((index) => textFor(channel, index) ?? ''),
    ]
  })
  return byteOrderMark + [[...columnNames, ...nameLanguages], ...rows].map((row) => csvLine(row.map(csvText))).join('')
}

/** The list's edit state with its channels' names in one language; nothing else of it changes. */
export const stateInLanguage = (list: OpenList, entries: readonly NameEntry[], language: NameLanguage): Uint8Array => {
  let names = namesFor(list, entries, language)
  // A name that this list's rules refuse is left out; the others are set.
  while (names.length > 0) {
    const done = list.apply([{ op: 'names', names }])
    if (done.ok) break
    const kept = names.filter(([id]) => id !== done.id)
    names = kept.length === names.length ? [] : kept
  }
  return list.state()
}
