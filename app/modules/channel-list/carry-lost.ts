/**
 * What a file's format has no place for is no edit of whoever sends the file back: a box that loads a list as SatcoDX
 * and saves it has neither locks nor favourites in its file, and its owner never took them away. The list as it was is
 * written once more in the file's format: where that lost a value, and the new file says what was lost to it, the value
 * of before lives on. Pure work of the engine.
 */
import { addedIdMin, type ChannelValue, type OpenList, type Operation } from '~/engine/types'
import { recordFields } from '~/engine/lists'
import { mapIds } from './identity'
import type { Host, Stored } from './work'

/** The fields that an edit can set back, one by one. */
const valueFields = ['type', ...recordFields.filter((field) => field !== 'url')] as const

type Row = {
  id: number
  name: string
  lock: boolean
  skip: boolean
  favourites: number
  satellite: number
  /** By `valueFields`; null where nothing is said. */
  values: (ChannelValue | null)[]
  /** What tells it from the others, for pairs that a name and a place leave open. */
  key: string
}
type Read = {
  rows: Row[]
  groups: { id: number; index: number; name: string }[]
  satellites: { id: number; name: string }[]
  groupOrders: [group: number, order: readonly number[]][]
}

const readAll = (list: OpenList): Read => {
  const transponders = list.transponders()
  const rows = list.channels(0, list.length()).flatMap((channel): Row[] => {
    const details = list.channel(channel.id)
    if (details === null) return []
    const { frequencyKHz = null, polarisation = null } = transponders[channel.transponder] ?? {}
    const { id, name, lock, skip, favourites, satellite, sid } = channel
    const key = [name, satellite, frequencyKHz, polarisation, sid].join('\n')
    return [{ id, name, lock, skip, favourites, satellite, values: valueFields.map((field) => details[field]), key }]
  })
  const orders = list.cells().get('group.order') ?? new Map<number, never>()
  return {
    rows,
    groups: list.favouriteGroups().map(({ id, index, name }) => ({ id, index, name })),
    satellites: list.satellites().map(({ id, name }) => ({ id, name })),
    groupOrders: [...orders].map(([group]) => [group, list.groupOrder(group)]),
  }
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
/** True where writing took the value away and the file that came says what was left of it. */
const isLost = (was: unknown, served: unknown, now: unknown): boolean => !same(was, served) && same(served, now)

/** The channels of the written file in the one that came: by identity, and alike ones in their order. */
const pairFiles = (host: Host, served: Stored, after: Stored, written: Read, now: Read): Map<number, number> => {
  const { found, ambiguous } = mapIds(host, { before: served, after, ids: written.rows.map(({ id }) => id) })
  const pairs = new Map(found.map(({ id, to }) => [id, to]))
  const open = new Set(ambiguous.map(({ id }) => id))
  if (open.size === 0) return pairs
  const taken = new Set(pairs.values())
  const byKey = (rows: readonly Row[]): Map<string, Row[]> => {
    const groups = new Map<string, Row[]>()
    for (const row of rows) {
      const there = groups.get(row.key)
      if (there === undefined) groups.set(row.key, [row])
      else there.push(row)
    }
    return groups
  }
  const theirs = byKey(now.rows.filter(({ id }) => !taken.has(id)))
  for (const [key, rows] of byKey(written.rows.filter(({ id }) => open.has(id)))) {
    const others = theirs.get(key) ?? []
    if (others.length === rows.length) rows.forEach(({ id }, at) => pairs.set(id, others[at]?.id ?? id))
  }
  return pairs
}

/** Groups that the format lost, or whose names it did; and each group of before by what the new file calls it. */
const groupEdits = (was: Read, served: Read, now: Read): { edits: Operation[]; ids: Map<number, number> } => {
  const edits: Operation[] = []
  const ids = new Map<number, number>()
  was.groups.forEach(({ id, name }, place) => {
    const [given, there] = [served.groups[place], now.groups[place]]
    if (given === undefined) {
      if (there !== undefined) return
      const added = id >= addedIdMin ? id : addedIdMin + id
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

type Triple = { was: Row; served: Row; now: Row }

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

const favouriteEdits = (
  triples: readonly Triple[],
  sides: Record<'was' | 'served' | 'now', Read>,
  ids: ReadonlyMap<number, number>,
): Operation[] =>
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

const valueEdits = (triples: readonly Triple[]): Operation[] =>
  valueFields.flatMap((field, at): Operation[] => {
    const byValue = new Map<string, { value: ChannelValue; ids: number[] }>()
    for (const { was, served, now } of triples) {
      const value = was.values[at] ?? null
      if (value === null || !isLost(value, served.values[at], now.values[at])) continue
      const key = JSON.stringify(value)
      const there = byValue.get(key)
      if (there === undefined) byValue.set(key, { value, ids: [now.id] })
      else there.ids.push(now.id)
    }
    return [...byValue.values()].map(({ value, ids }) => ({ op: 'set', target: 'channel', ids, field, value }))
  })

/** Satellites whose names were cut. */
const satelliteEdits = (triples: readonly Triple[], sides: Record<'was' | 'served' | 'now', Read>): Operation[] => {
  const names = new Map<number, string>()
  for (const { was, served, now } of triples) {
    const [before, given, there] = [
      sides.was.satellites[was.satellite],
      sides.served.satellites[served.satellite],
      sides.now.satellites[now.satellite],
    ]
    if (before === undefined || given === undefined || there === undefined || names.has(there.id)) continue
    if (isLost(before.name, given.name, there.name)) names.set(there.id, before.name)
  }
  return [...names].map(([id, name]) => ({ op: 'set', target: 'satellite', id, values: { name } }))
}

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

/** The edits that give the new file back what its format lost of the list before; none where it loses nothing. */
export const lostEdits = (host: Host, { before, after }: { before: Stored; after: Stored }): Operation[] => {
  const { dialect } = host.open(after)
  const format = dialect === 'chl' ? 'chl' : 'sdx'
  const list = host.open(before)
  const { bytes, losses } = list.write(format)
  if (losses.length === 0) return []
  const was = readAll(list)
  const file = bytes.slice()
  host.changed()
  const opened = host.engine.open(file)
  // A list of which nothing can be written has nothing that came back.
  if (!opened.ok) return []
  const served = readAll(opened.list)
  const stored = { key: `written ${before.key} ${format}`, source: file, state: opened.list.state() }
  if (served.rows.length !== was.rows.length) return []
  host.changed()
  const now = readAll(host.open(after))
  host.changed()
  const pairs = pairFiles(host, stored, after, served, now)
  const nowById = new Map(now.rows.map((row) => [row.id, row]))
  // The file has its channels in the list's order.
  const triples = was.rows.flatMap((row, at): Triple[] => {
    const given = served.rows[at]
    const there = nowById.get(pairs.get(given?.id ?? -1) ?? -1)
    return given === undefined || there === undefined ? [] : [{ was: row, served: given, now: there }]
  })
  const sides = { was, served, now }
  const groups = groupEdits(was, served, now)
  const channels = new Map(triples.map(({ was: one, now: there }) => [one.id, there.id]))
  return [
    ...satelliteEdits(triples, sides),
    ...markEdits(triples),
    ...valueEdits(triples),
    ...groups.edits,
    ...favouriteEdits(triples, sides, groups.ids),
    ...(dialect === 'chl' ? [] : orderEdits(was, groups.ids, channels)),
  ]
}
