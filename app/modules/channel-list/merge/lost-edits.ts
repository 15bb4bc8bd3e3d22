/**
 * A box can't edit fields that its file format lacks, so their old values are kept. Example: a box that loads a list as
 * SatcoDX saves it without locks and favourites, though its owner never removed them. To find such values, the old list
 * is written again in the new file's format. Where writing lost a value, and the new file has what was left of it, the
 * old value is restored. Pure engine code.
 *
 * The engine's `mergeWhole` can't replace this. For a merge, another word for an unnamed encryption, a track made from
 * a PID and a language, and a frequency rounded to MHz are no changes; here they are the lost values.
 */
import {
  addedIdMin,
  formats,
  nameLanguages,
  partFields,
  type AudioTrack,
  type ChannelDetails,
  type ChannelValue,
  type Dialect,
  type NewChannel,
  type OpenList,
  type Operation,
  type SatelliteValues,
  type TransponderValues,
} from '~/engine/types'
import { isStreamed, recordFields } from '~/engine/lists'
import { isChannelValue } from '~/engine/rules'
import { pairVersions } from './pairs'
import type { Host, Stored } from '../engine/stored'

/** The id that a restored item gets if the new file doesn't have it. */
export const addedIdOf = (id: number): number => (id >= addedIdMin ? id : addedIdMin + id)

/** The fields that an edit can restore one by one. */
const valueFields = ['type', ...recordFields] as const
type ValueField = (typeof valueFields)[number]
/**
 * Related record fields. SatcoDX has the first track's PID and language but no track, and a codec's kind but no name. A
 * box that changes one of these has changed the field.
 */
const relatedFields: Partial<Record<ValueField, readonly (keyof ChannelDetails)[]>> = {
  audio: ['audioPid', 'broadcastLanguage'],
  videoType: ['system'],
}

type Row = {
  id: number
  name: string
  lock: boolean
  skip: boolean
  favourites: number
  satellite: number
  transponder: number
  /** By `valueFields`; null if the list has no value. */
  values: (ChannelValue | null)[]
  /** By `valueFields`: the value together with its related record fields. */
  related: unknown[][]
}
export type Read = {
  rows: Row[]
  groups: { id: number; index: number; name: string }[]
  satellites: ({ id: number } & Record<keyof SatelliteValues, string | number | null>)[]
  transponders: ({ id: number; satellite: number } & Record<keyof TransponderValues, string | number | null>)[]
  groupOrders: [group: number, order: readonly number[]][]
}

export const readAll = (list: OpenList): Read => {
  const transponders = list.transponders()
  const rows = list.channels(0, list.length()).flatMap((channel): Row[] => {
    const details = list.channel(channel.id)
    if (details === null) return []
    const { id, name, lock, skip, favourites, satellite, transponder } = channel
    const values = valueFields.map((field) => details[field])
    const related = valueFields.map((field) => [field, ...(relatedFields[field] ?? [])].map((one) => details[one]))
    return [{ id, name, lock, skip, favourites, satellite, transponder, values, related }]
  })
  const orders = list.cells().get('group.order') ?? new Map<number, never>()
  return {
    rows,
    groups: list.favouriteGroups().map(({ id, index, name }) => ({ id, index, name })),
    satellites: list.satellites(),
    transponders: transponders.map((one) => ({ ...one, band: one.band ?? null })),
    groupOrders: [...orders].map(([group]) => [group, list.groupOrder(group)]),
  }
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
/** True if writing lost the value and the new file has what writing left of it. */
const isLost = (was: unknown, served: unknown, now: unknown): boolean => !same(was, served) && same(served, now)

/**
 * Restores groups that the format lost, or whose names it lost. `ids` maps each old group to its id in the new file.
 */
const groupEdits = (was: Read, served: Read, now: Read): { edits: Operation[]; ids: Map<number, number> } => {
  const edits: Operation[] = []
  const ids = new Map<number, number>()
  was.groups.forEach(({ id, name }, place) => {
    const [given, there] = [served.groups[place], now.groups[place]]
    if (given === undefined) {
      if (there !== undefined) return
      const added = addedIdOf(id)
      edits.push({ op: 'add', target: 'group', id: added, values: { name } })
      ids.set(id, added)
    } else if (there !== undefined) {
      if (isLost(name, given.name, there.name))
        edits.push({ op: 'set', target: 'group', id: there.id, values: { name } })
      ids.set(id, there.id)
    }
  })
  return { edits, ids }
}

type Sides = Record<'was' | 'served' | 'now', Read>
export type Triple = { was: Row; served: Row; now: Row }

const markEdits = (triples: readonly Triple[]): Operation[] => {
  const edits: Operation[] = []
  const names = triples
    .filter(({ was, served, now }) => isLost(was.name, served.name, now.name))
    .map(({ was, now }): [number, string] => [now.id, was.name])
  if (names.length > 0) edits.push({ op: 'names', names })
  for (const op of ['lock', 'skip'] as const) {
    const ids = triples.filter(({ was, served, now }) => was[op] && isLost(was[op], served[op], now[op]))
    if (ids.length > 0) edits.push({ op, ids: ids.map(({ now }) => now.id), value: true })
  }
  return edits
}

const favouriteEdits = (triples: readonly Triple[], sides: Sides, ids: ReadonlyMap<number, number>): Operation[] =>
  sides.was.groups.flatMap((group, place): Operation[] => {
    const to = ids.get(group.id)
    if (to === undefined) return []
    const has = (row: Row, index: number | undefined): boolean =>
      index !== undefined && ((row.favourites >>> index) & 1) === 1
    const lost = triples.filter(
      ({ was, served, now }) =>
        has(was, group.index) &&
        !has(served, sides.served.groups[place]?.index) &&
        !has(now, sides.now.groups[place]?.index),
    )
    return lost.length === 0 ? [] : [{ op: 'favourite', group: to, ids: lost.map(({ now }) => now.id), value: true }]
  })

/** Null is a value too: a placeholder that a format must write is not an edit. A missing address is not restored. */
const canSet = (field: ValueField, value: ChannelValue | null): value is ChannelValue =>
  value === null ? field !== 'url' && isChannelValue(field, null) : true

/**
 * The old tracks, with a changed PID or language applied to the first one. Formats with only those two fields need
 * this; if the new file says more about its tracks, or nothing, the tracks stay as they are.
 */
const retuned = (before: ChannelValue | null, served: unknown, now: unknown): ChannelValue | null => {
  const [first, ...more] = (before ?? []) as AudioTrack[]
  const [hadTracks, hadPid, hadLanguage] = served as AudioColumns
  const [tracks, pid, language] = now as AudioColumns
  if (first === undefined || hadTracks.length > 0 || tracks.length > 0 || pid === null) return before
  const its = language === hadLanguage ? first.language : (language ?? '')
  return [{ ...first, pid: pid === hadPid ? first.pid : pid, language: its }, ...more]
}
type AudioColumns = [tracks: AudioTrack[], pid: number | null, language: string | null]

const valueEdits = (triples: readonly Triple[]): Operation[] =>
  valueFields.flatMap((field, at): Operation[] => {
    const byValue = new Map<string, { value: ChannelValue; ids: number[] }>()
    for (const { was, served, now } of triples) {
      const before = was.values[at] ?? null
      if (same(before, served.values[at])) continue
      const isKept = same(served.related[at], now.related[at])
      const value = isKept || field !== 'audio' ? before : retuned(before, served.related[at], now.related[at])
      if ((!isKept && value === before) || !canSet(field, value)) continue
      // Don't restore an empty list of tracks: the format made a track from the PID, and the file still has that PID.
      if (Array.isArray(value) && value.length === 0) continue
      const key = JSON.stringify(value)
      const there = byValue.get(key)
      if (there === undefined) byValue.set(key, { value, ids: [now.id] })
      else there.ids.push(now.id)
    }
    return [...byValue.values()].map(({ value, ids }) => ({ op: 'set', target: 'channel', ids, field, value }))
  })

/** Restores what satellites or transponders of these channels lost. A null value has nothing to restore. */
const partEdits = (target: 'satellite' | 'transponder', triples: readonly Triple[], sides: Sides): Operation[] => {
  const found = new Map<number, Record<string, unknown>>()
  for (const { was, served, now } of triples) {
    const [before, given, there] = [
      sides.was[`${target}s`][was[target]],
      sides.served[`${target}s`][served[target]],
      sides.now[`${target}s`][now[target]],
    ] as (Partial<Record<string, unknown>> & { id: number })[]
    if (before === undefined || given === undefined || there === undefined || found.has(there.id)) continue
    // If the box moved the channel, it says nothing about its old place.
    if (['frequencyKHz', 'polarisation', 'angle'].some((field) => given[field] !== there[field])) continue
    found.set(
      there.id,
      Object.fromEntries(
        partFields[target]
          .filter((field) => before[field] !== null && isLost(before[field], given[field], there[field]))
          .map((field) => [field, before[field]]),
      ),
    )
  }
  // One edit for each value, so that a value that nobody may type doesn't take others with it.
  return [...found].flatMap(([id, values]) =>
    Object.entries(values).map(([field, value]): Operation => {
      const one: object = { [field]: value }
      return target === 'satellite' ? { op: 'set', target, id, values: one } : { op: 'set', target, id, values: one }
    }),
  )
}

/** Channels received only from an address; the written file leaves them out. */
export const readStreamed = (list: OpenList, left: ReadonlySet<number>): ChannelDetails[] => {
  if (left.size === 0) return []
  const transponders = list.transponders()
  return list.channels(0, list.length()).flatMap(({ id, transponder }): ChannelDetails[] => {
    const details = left.has(id) ? list.channel(id) : null
    return details !== null && isStreamed(details, transponders[transponder] ?? null) ? [details] : []
  })
}

/** Adds the streamed channels again at their old positions, with everything that the list says about them. */
const streamedEdits = (
  streamed: readonly ChannelDetails[],
  { was, now }: Sides,
  groupIds: ReadonlyMap<number, number>,
): Operation[] =>
  streamed.flatMap((details, at): Operation[] => {
    const { name, type, position, category, number, lock, skip, favourites } = details
    const id = addedIdOf(details.id)
    // A record added without a SID gets SID 0.
    const values = [
      ...recordFields.map((field) => [field, details[field]] as const),
      ...nameLanguages.map((language) => [`name.${language}`, details.names[language] ?? null] as const),
      ['category', category] as const,
    ].filter(([field, value]) => (value !== null || field === 'sid') && isChannelValue(field, value))
    const channel: NewChannel = {
      ...Object.fromEntries(values),
      id,
      name,
      type: type === 'radio' ? 'radio' : 'tv',
      transponder: null,
    }
    // The new list has fewer places if the box removed channels.
    const to = Math.min(position, now.rows.length + at + 1)
    const edits: Operation[] = [{ op: 'add', target: 'channel', channels: [channel], to }]
    if (number !== position) edits.push({ op: 'numbers', numbers: [[id, number]] })
    if (lock) edits.push({ op: 'lock', ids: [id], value: true })
    if (skip) edits.push({ op: 'skip', ids: [id], value: true })
    for (const { id: group, index } of was.groups) {
      const there = groupIds.get(group)
      if (there !== undefined && ((favourites >>> index) & 1) === 1)
        edits.push({ op: 'favourite', group: there, ids: [id], value: true })
    }
    return edits
  })

const orderEdits = (
  { groupOrders }: Read,
  ids: ReadonlyMap<number, number>,
  channels: ReadonlyMap<number, number>,
): Operation[] =>
  groupOrders.flatMap(([group, order]): Operation[] => {
    const to = ids.get(group)
    const there = order.flatMap((id) => channels.get(id) ?? [])
    return to === undefined || there.length === 0 ? [] : [{ op: 'group-order', group: to, order: there }]
  })

/**
 * The edits that restore what a format lost. Each triple is a channel as it was, as written to the file, and as it is
 * now.
 */
export const editsOf = (
  triples: readonly Triple[],
  sides: Sides,
  streamed: readonly ChannelDetails[],
  dialect: Dialect,
  groups = groupEdits(sides.was, sides.served, sides.now),
): Operation[] => {
  const { was } = sides
  const channels = new Map(triples.map(({ was: one, now: there }) => [one.id, there.id]))
  for (const { id } of streamed) channels.set(id, addedIdOf(id))
  return [
    ...partEdits('satellite', triples, sides),
    ...partEdits('transponder', triples, sides),
    ...markEdits(triples),
    ...valueEdits(triples),
    ...groups.edits,
    ...favouriteEdits(triples, sides, groups.ids),
    ...streamedEdits(streamed, sides, groups.ids),
    ...(dialect === 'chl' ? [] : orderEdits(was, groups.ids, channels)),
  ]
}

/** The edits that restore what the new file's format lost from the old list; empty if nothing was lost. */
export const lostEdits = (host: Host, { before, after }: { before: Stored; after: Stored }): Operation[] => {
  const { dialect } = host.open(after)
  const format = dialect === 'chl' ? 'chl' : 'sdx'
  const list = host.open(before)
  const { bytes, losses } = list.write(format)
  // A list without cells, written in its own dialect, loses only what its writer reports. Lists with cells and other
  // dialects are compared.
  if (losses.length === 0 && list.dialect === formats[format] && list.cells().size === 0) return []
  const left = new Set(losses.flatMap(({ code, ids }) => (code === 'left-out' ? ids : [])))
  const was = readAll(list)
  const streamed = readStreamed(list, left)
  const file = bytes.slice()
  host.changed()
  const opened = host.engine.open(file)
  // If nothing of the list can be written, nothing can have come back.
  if (!opened.ok) return []
  const served = readAll(opened.list)
  const stored = { key: `written ${before.key} ${format}`, source: file, state: opened.list.state() }
  const written = was.rows.filter(({ id }) => !left.has(id))
  if (served.rows.length !== written.length) return []
  host.changed()
  const now = readAll(host.open(after))
  host.changed()
  const pairs = pairVersions(host, { before: stored, after })
  const nowById = new Map(now.rows.map((row) => [row.id, row]))
  // The file has its channels in the list's order.
  const triples = written.flatMap((row, at): Triple[] => {
    const given = served.rows[at]
    const there = nowById.get(pairs.get(given?.id ?? -1) ?? -1)
    return given === undefined || there === undefined ? [] : [{ was: row, served: given, now: there }]
  })
  return editsOf(triples, { was, served, now }, streamed, dialect)
}
