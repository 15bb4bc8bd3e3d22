/** Writes a lamedb after edits; bytes that no edit concerns stay unchanged. */
import type { Channel } from '../model'
import { keyText, type Database, type Key, type ServiceRecord } from './database'
import type { Changes } from './changes'
import type { AddedTransponder, Edit } from './keys'
import { joinLines, lineEndOf, patched, type Encode, type Part, type Put } from '../letters'
import {
  editedFacts,
  editedTuning,
  newFacts,
  newTuning,
  numberFact,
  readTuning,
  typeOf,
  withNamedStreams,
  withoutFlags,
} from './values'

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0')
const keyLetters = ({ space, tsid, onid }: Key): string => `${hex(space, 8)}:${hex(tsid, 4)}:${hex(onid, 4)}`

type Version = Database['version']
/** Names in a lamedb 5 are quoted. */
const nameIn = (version: Version, name: string): string => (version === 5 ? name.replaceAll('"', "'") : name)

export const serviceText = (
  version: Version,
  channel: Channel,
  { key, encode, lineEnd }: { key: Key; encode: Encode; lineEnd: string },
): string => {
  const number = channel.ownFacts?.find((fact) => fact.startsWith(numberFact))?.slice(numberFact.length) ?? '0'
  const head = `${hex(channel.sid ?? 0, 4)}:${keyLetters(key)}:${typeOf(channel)}:${number}`
  const name = encode(nameIn(version, channel.name))
  const facts = newFacts(channel, encode)
  return version === 5
    ? `s:${head}:0,"${name}",${facts}${lineEnd}`
    : `${head}${lineEnd}${name}${lineEnd}${facts}${lineEnd}`
}

/** The lines of a new transponder: its tuning from the upload, with edits. */
export const transponderText = (version: Version, { key, tuning, own }: AddedTransponder, lineEnd: string): string => {
  const isOther = own !== null && own.letter !== 's'
  const fields =
    own === null ? newTuning(tuning) : isOther ? own.fields : editedTuning(own.fields, readTuning(own.fields), tuning)
  const letter = own?.letter ?? 's'
  const notations = { 3: withoutFlags, 4: (same: readonly string[]) => same, 5: withNamedStreams }
  const written = letter === 's' ? notations[version](fields) : fields
  const said = `${letter}${version === 5 ? ':' : ' '}${written.join(':')}`
  return version === 5
    ? `t:${keyLetters(key)},${said}${lineEnd}`
    : `${keyLetters(key)}${lineEnd}\t${said}${lineEnd}/${lineEnd}`
}

/** Puts a key into its three fields, keeping their widths. */
const keyPuts = (text: string, fields: readonly (Part | undefined)[], was: Key, is: Key): Put[] =>
  (['space', 'tsid', 'onid'] as const).flatMap((name, at) => {
    const field = fields[at]
    if (field === undefined || was[name] === is[name]) return []
    return [{ ...field, value: hex(is[name], text.slice(field.start, field.end).length) }]
  })

const transponderPuts = ({ text, transponders }: Database, { keyNow, tunings }: Changes): Put[] =>
  transponders.flatMap(({ key, fields, tuning }) => {
    const name = keyText(key)
    const puts = keyPuts(text, fields, key, keyNow.get(name) ?? key)
    const change = tunings.get(name)
    if (change === undefined || tuning === null) return puts
    const values = tuning.map(({ start, end }) => text.slice(start, end))
    const now = editedTuning(values, change.was, change.is)
    return [...puts, ...tuning.map((field, at) => ({ ...field, value: now[at] ?? '' }))]
  })

/** A service's record with its edits. */
const editedService = (
  { text, version }: Database,
  record: ServiceRecord,
  { edit, key, encode }: { edit: Edit | null; key: Key; encode: Encode },
): string => {
  const puts = keyPuts(text, record.fields.slice(1), record.key, key)
  if (edit !== null) {
    const { was, is } = edit
    const [sid, , , , type] = record.fields
    if (sid && is.sid !== was.sid && is.sid !== null && is.sid < 65_536) puts.push({ ...sid, value: hex(is.sid, 4) })
    if (type && is.type !== was.type) puts.push({ ...type, value: String(typeOf(is)) })
    if (is.name !== was.name) puts.push({ ...record.name, value: encode(nameIn(version, is.name)) })
    const facts = text.slice(record.facts.start, record.facts.end)
    const now = editedFacts(facts, edit, encode)
    // In a lamedb 5 a comma separates a name from its facts.
    const comma = version === 5 && facts === '' ? ',' : ''
    if (now !== null) puts.push({ ...record.facts, value: comma + now })
  }
  return puts.length === 0 ? text.slice(record.start, record.end) : patched(text, record, puts)
}

/** A service in its new position: a record of this file with its current channel, or the text of a new one. */
export type Placed = { at: number; edit: Edit | null; key: Key } | string

/** Writes a database: records in their new order, and other text in its old position. */
export const rewriteDatabase = (database: Database, services: readonly Placed[], changes: Changes): string => {
  const { text, version, services: records } = database
  const lineEnd = lineEndOf(text)
  const encode = changes.folder.letters.encoderFor(text)
  const added = changes.added.map((one) => transponderText(version, one, lineEnd)).join('')
  const end = database.transpondersEnd
  const puts = transponderPuts(database, changes).concat(added === '' ? [] : [{ start: end, end, value: added }])
  puts.sort((one, other) => one.start - other.start || one.end - other.end)
  let used = 0
  /** The text of [start, end) without records. */
  const between = (start: number, stop: number): string => {
    const from = used
    while (used < puts.length && (puts[used] as Put).end <= stop) used++
    return patched(text, { start, end: stop }, puts.slice(from, used))
  }
  const pieces: string[] = []
  let slot = 0
  let at = 0
  const gap = (): void => {
    const next = records[slot]
    const stop = next?.start ?? (records.length === 0 ? database.servicesEnd : at)
    if (stop > at) pieces.push(between(at, stop))
    at = Math.max(at, stop)
  }
  for (const service of services) {
    if (slot === 0) gap()
    if (typeof service === 'string') {
      pieces.push(service)
      continue
    }
    if (slot > 0) gap()
    at = Math.max(at, records[slot++]?.end ?? at)
    const { edit, key } = service
    pieces.push(editedService(database, records[service.at] as ServiceRecord, { edit, key, encode }))
  }
  for (; slot < records.length; slot++) {
    gap()
    at = Math.max(at, records[slot]?.end ?? at)
  }
  return joinLines([...pieces, between(at, text.length)], lineEnd)
}
