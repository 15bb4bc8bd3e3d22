/**
 * Merges two lists: finds what only the other list has, and the edit that takes it. Pure engine code; runs on the main
 * or worker thread.
 */
import {
  planAdditions,
  collectChannels,
  mapGroups,
  mergedOrder,
  planMerge,
  type ListRow,
  type ListRows,
  type MergePlace,
} from '~/engine/lists'
import { limits, type Operation, type Satellite } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { drawIds } from '../edit/drawn-ids'
import { applyKeepRules, countKeepable, type Keepable } from '../edit/keep-rules'
import { compareValues, countValues, planValues, showValues, type MergeValues, type ValuesPlan } from './merge-values'
import { openOther, readBoth, type Other } from './other'
import type { MergeTake } from './other.schema'
import type { KeepCounts, MergeRow, Paging, ReconcileClash } from '../types'
import type { Left } from './whole-edits'
import type { Host, Stored } from '../engine/stored'

type Two = { mine: Stored; theirs: Other; sameFile: boolean }

export type MergePreview = {
  /** How many channels only the other list has; `matching` of them match the search. */
  missing: number
  matching: number
  rows: MergeRow[]
  /** How many channels of both lists have another name, or other favourites, in the other list. */
  names: number
  favourites: number
  missingGroups: string[]
  /** By kind: how many channels, satellites, transponders or groups of both have other values in the other list. */
  values: MergeValues
  /** Differences of one kind, if requested, and how many there are. */
  differences: ReconcileClash[]
  differing: number
  /** How many more channels this list can take. */
  room: number
}

/** Searches by name, SID and whole MHz, as in a list's own search. */
const matches = (row: ListRow, search: string): boolean =>
  search === '' ||
  row.key.includes(search) ||
  (/^\d+$/.test(search) &&
    [row.sid, row.frequencyKHz === null ? null : Math.round(row.frequencyKHz / 1000)].some(
      (number) => number !== null && String(number).startsWith(search),
    ))

export const previewMerge = (
  host: Host,
  { mine, theirs, sameFile, search, show, paging }: Two & { search: string; show: MergeTake | null; paging: Paging },
): MergePreview => {
  const compared = compareValues(host, { mine, theirs, sameFile })
  const [a, b] = [compared.mine.rows, compared.theirs.rows]
  const { missing, names, favourites, missingGroups } = planMerge(a, b, sameFile)
  const found = missing.filter((row) => matches(row, search.trim().toLowerCase()))
  const from = (paging.page - 1) * paging.size
  return {
    missing: missing.length,
    matching: found.length,
    rows: found.slice(from, from + paging.size),
    names: names.length,
    favourites: new Set(favourites.flatMap(({ ids }) => ids)).size,
    missingGroups,
    values: countValues(compared),
    ...showValues(compared, show),
    room: Math.max(0, limits.channelsPerList - a.rows.length),
  }
}

/** A channel as the rules for keeping see it. */
const keepable = (row: ListRow): Keepable => ({
  type: row.type,
  isFree: row.scrambled === false,
  isFavourite: row.favourites !== 0,
  angle: row.angle,
})

/** What the user can choose from, if not all channels fit. */
const countIncoming = (incoming: readonly ListRow[], room: number, named: readonly Satellite[]): KeepCounts => {
  const satellites = new Map<number | null, number>()
  for (const { angle } of incoming) satellites.set(angle, (satellites.get(angle) ?? 0) + 1)
  return {
    ...countKeepable(incoming.map(keepable)),
    limit: room,
    satellites: [...satellites].map(([angle, channels]) => {
      const { name = '' } = named.find((one) => one.angle === angle && one.name !== '') ?? {}
      return { name, angle, channels }
    }),
  }
}

export type MergeAsk = {
  /** Channels of the other list by id; `all`: every missing channel that matches `search`. */
  wanted: readonly number[] | 'all'
  search: string
  place: MergePlace
  names: boolean
  favourites: boolean
  /** Kinds of values to take for items that both have, and single differences by their keys. */
  take: readonly MergeTake[]
  pick: readonly string[]
  keep: readonly string[]
}
export type MergeEdit = {
  operations: Operation[]
  added: number
  renamed: number
  favoured: number
  /** Channels, satellites, transponders and groups that get other values. */
  changed: number
  left: Left[]
}

/** Favourites, locks and skips that incoming channels have in the other list. `groups`: my group for each of theirs. */
export const planMarks = (
  a: Pick<ListRows, 'groupIds'>,
  rows: readonly ListRow[],
  groups: readonly number[],
  idOf: (row: ListRow) => number,
): Operation[] => {
  const operations: Operation[] = []
  groups.forEach((to, group) => {
    const ids = rows.filter(({ favourites }) => ((favourites >>> group) & 1) === 1).map(idOf)
    if (to >= 0 && ids.length > 0) operations.push({ op: 'favourite', group: a.groupIds[to] ?? to, ids, value: true })
  })
  for (const op of ['lock', 'skip'] as const) {
    const ids = rows.filter((row) => row[op]).map(idOf)
    if (ids.length > 0) operations.push({ op, ids, value: true })
  }
  return operations
}

/**
 * Adds rows of the other list to mine, after the operations `first`. Rows that mine had and deleted are restored, the
 * others are added. Returns the operations and each row's id in mine; a row that can't be added has no id.
 */
export const planRowAdditions = (
  host: Host,
  { mine, theirs, sameFile, seed, first = [] }: Two & { seed: string; first?: readonly Operation[] },
  rows: readonly ListRow[],
): { operations: Operation[]; refused: Operation[]; ids: Map<number, number>; left: Left[] } => {
  if (rows.length === 0 && first.length === 0) return { operations: [], refused: [], ids: new Map(), left: [] }
  const collected =
    rows.length === 0
      ? []
      : collectChannels(
          openOther(host, theirs),
          rows.map(({ id }) => id),
        )
  const list = host.open(mine)
  // Apply `first` before adding channels. If my list has no room for one of these operations, skip only that one.
  const refused = new Set<Operation>()
  if (first.length > 0) {
    host.changed()
    if (!list.apply([...first]).ok)
      for (const operation of first) if (!list.apply([operation]).ok) refused.add(operation)
  }
  const gone = new Set(sameFile ? list.removed().map(({ id }) => id) : [])
  const back = rows.filter(({ id }) => gone.has(id)).map(({ id }) => id)
  const additions = planAdditions(
    list,
    collected.filter(({ channel }) => !gone.has(channel.id)),
    drawIds(seed),
  )
  for (const id of back) additions.ids.set(id, id)
  return {
    ...additions,
    refused: [...refused],
    operations: [
      ...first.filter((one) => !refused.has(one)),
      ...(back.length > 0 ? [{ op: 'restore' as const, ids: back }] : []),
      ...additions.operations,
    ],
  }
}

/** The plan for the requested values; null without any, to save the comparison. */
const valuesOf = (
  host: Host,
  two: Two,
  { take, pick }: MergeAsk,
  coming: readonly ListRow[],
  seed: string,
): ValuesPlan | null =>
  take.length + pick.length === 0
    ? null
    : planValues(compareValues(host, two), { take, pick }, coming, drawIds(`${seed} parts`))

/**
 * The edit that takes what was requested. Q2202 with the counts of incoming channels if they don't fit, C1111 if the
 * rules leave too many or none, A0422 if they can't be read.
 */
export const mergeInto = (
  host: Host,
  { asked, seed, ...two }: Two & { asked: MergeAsk; seed: string },
): Result<MergeEdit> => {
  const [a, b] = readBoth(host, two.mine, two.theirs)
  const search = asked.search.trim().toLowerCase()
  const named = new Set(asked.wanted === 'all' ? [] : asked.wanted)
  const plan = planMerge(a, b, two.sameFile)
  const isWanted = (row: ListRow): boolean => (asked.wanted === 'all' ? matches(row, search) : named.has(row.id))
  const orderWith = (rows: readonly ListRow[]): number[] =>
    mergedOrder(a, b, new Set(rows.map(({ id }) => id)), two.sameFile)
  const wanted = plan.missing.filter(isWanted)
  // Added in the order in which they will be.
  let incoming =
    asked.place === 'end' ? wanted : orderWith(wanted).flatMap((id) => (id < 0 ? (b.rows[-1 - id] ?? []) : []))
  const room = Math.max(0, limits.channelsPerList - a.rows.length)
  const counted = (): KeepCounts => countIncoming(incoming, room, openOther(host, two.theirs).satellites())
  if (asked.keep.length > 0) {
    const kept = applyKeepRules(incoming, keepable, asked.keep)
    if (kept === null) return fail('A0422', { field: 'keep' })
    if (kept.length === 0 || kept.length > room)
      return fail('C1111', { field: 'keep', data: { ...counted(), kept: kept.length } })
    incoming = kept
  } else if (incoming.length > room) return fail('Q2202', { field: 'keep', data: counted() })
  const values = valuesOf(host, two, asked, incoming, seed)
  const additions = planRowAdditions(host, { ...two, seed, first: values?.first ?? [] }, incoming)
  const { operations, refused, ids, left } = additions
  const taken = incoming.filter(({ id }) => ids.has(id))
  const idOf = ({ id }: ListRow): number => ids.get(id) ?? -1
  const groups = asked.favourites ? mapGroups(a.groups, b.groups) : []
  operations.push(...planMarks(a, taken, groups, idOf))
  const names = asked.names ? plan.names : []
  const favourites = asked.favourites ? plan.favourites : []
  if (names.length > 0)
    operations.push({ op: 'names', names: names.map(({ id, name }): [number, string] => [id, name]) })
  for (const { group, ids: joining } of favourites)
    operations.push({ op: 'favourite', group: a.groupIds[group] ?? group, ids: joining, value: true })
  const others = values?.after(refused, ids)
  operations.push(...(others?.operations ?? []))
  if (asked.place === 'place' && taken.length > 0) {
    const order = orderWith(taken).flatMap((id) => (id < 0 ? (ids.get(b.rows[-1 - id]?.id ?? -1) ?? []) : id))
    operations.push({ op: 'order', order })
  }
  return ok({
    operations,
    added: taken.length,
    renamed: names.length,
    favoured: new Set(favourites.flatMap(({ ids: joining }) => joining)).size,
    changed: values?.changed ?? 0,
    left: [...(others?.left ?? []), ...left],
  })
}
