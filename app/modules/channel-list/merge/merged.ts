/**
 * Merges two lists: finds what only the other list has, and the edit that takes it. Pure engine code; runs on the main
 * or worker thread.
 */
import { createHash } from 'node:crypto'
import {
  planAdditions,
  carryChannels,
  mapGroups,
  mergedOrder,
  missingRows,
  planMerge,
  type Incoming,
  type ListRow,
  type ListRows,
  type MergePlace,
} from '~/engine/lists'
import { addedIdMin, limits, type Operation, type Satellite } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { keepRuleSchema } from '../channel-list.schema'
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
  const missing = missingRows(a, b, sameFile)
  const found = missing.filter((row) => matches(row, search.trim().toLowerCase()))
  const { names, favourites, missingGroups } = planMerge(
    a,
    b,
    { wanted: new Set(), place: 'end', names: true, favourites: true },
    sameFile,
  )
  const from = (paging.page - 1) * paging.size
  return {
    missing: missing.length,
    matching: found.length,
    rows: found
      .slice(from, from + paging.size)
      .map(({ id, position, name, angle, frequencyKHz, polarisation, symbolRate, sid, type, scrambled }) => ({
        id,
        position,
        name,
        angle,
        frequencyKHz,
        polarisation,
        symbolRate,
        sid,
        type,
        scrambled,
      })),
    names: names.length,
    favourites: new Set(favourites.flatMap(({ ids }) => ids)).size,
    missingGroups,
    values: countValues(compared),
    ...showValues(compared, show),
    room: Math.max(0, limits.channelsPerList - a.rows.length),
  }
}

const isFree = ({ scrambled }: ListRow): boolean => scrambled === false

/** What the user can choose from, if not all channels fit. */
const countIncoming = (incoming: readonly Incoming[], room: number, named: readonly Satellite[]): KeepCounts => {
  const counts: KeepCounts = {
    channels: incoming.length,
    limit: room,
    tv: 0,
    radio: 0,
    data: 0,
    other: 0,
    free: 0,
    favourites: 0,
    satellites: [],
  }
  const satellites = new Map<number | null, number>()
  for (const { row } of incoming) {
    counts[row.type]++
    if (isFree(row)) counts.free++
    if (row.favourites !== 0) counts.favourites++
    satellites.set(row.angle, (satellites.get(row.angle) ?? 0) + 1)
  }
  for (const [angle, channels] of satellites) {
    const { name = '' } = named.find((one) => one.angle === angle && one.name !== '') ?? {}
    counts.satellites.push({ name, angle, channels })
  }
  return counts
}

/** The incoming channels that the rules keep; null if a rule can't be read. */
const keepIncoming = (incoming: readonly Incoming[], rules: readonly string[]): Incoming[] | null => {
  let kept = [...incoming]
  let first = Number.POSITIVE_INFINITY
  for (const rule of rules) {
    if (!keepRuleSchema.safeParse(rule).success) return null
    const [kind, value = ''] = rule.split(':')
    const values = new Set(value.split(','))
    if (kind === 'first') first = Math.min(first, Number(value))
    else if (kind === 'free') kept = kept.filter(({ row }) => isFree(row))
    else if (kind === 'favourites') kept = kept.filter(({ row }) => row.favourites !== 0)
    else if (kind === 'type') kept = kept.filter(({ row }) => values.has(row.type))
    else {
      const angles = new Set([...values].map((angle) => Number(angle) % 3600))
      kept = kept.filter(({ row }) => row.angle !== null && angles.has(row.angle))
    }
  }
  return kept.slice(0, first)
}

/** Draws ids for added items: unpredictable for others, but the same if the same form is sent again. */
export const drawIds = (seed: string): (() => number) => {
  const drawn = new Set<number>()
  let count = 0
  return () => {
    for (;;) {
      const digest = createHash('sha256').update(`${seed} ${count++}`).digest()
      const id = addedIdMin + (digest.readUInt32BE(0) % addedIdMin)
      if (drawn.has(id)) continue
      drawn.add(id)
      return id
    }
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
  const carried =
    rows.length === 0
      ? []
      : carryChannels(
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
  const brought = planAdditions(
    list,
    carried.filter(({ channel }) => !gone.has(channel.id)),
    drawIds(seed),
  )
  for (const id of back) brought.ids.set(id, id)
  return {
    ...brought,
    refused: [...refused],
    operations: [
      ...first.filter((one) => !refused.has(one)),
      ...(back.length > 0 ? [{ op: 'restore' as const, ids: back }] : []),
      ...brought.operations,
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
  const wanted =
    asked.wanted === 'all'
      ? new Set(b.rows.filter((row) => matches(row, search)).map(({ id }) => id))
      : new Set(asked.wanted)
  const plan = planMerge(a, b, { ...asked, wanted }, two.sameFile)
  const room = Math.max(0, limits.channelsPerList - a.rows.length)
  const counted = (): KeepCounts => countIncoming(incoming, room, openOther(host, two.theirs).satellites())
  let { incoming } = plan
  if (asked.keep.length > 0) {
    const kept = keepIncoming(incoming, asked.keep)
    if (kept === null) return fail('A0422', { field: 'keep' })
    if (kept.length === 0 || kept.length > room)
      return fail('C1111', { field: 'keep', data: { ...counted(), kept: kept.length } })
    incoming = kept
  } else if (incoming.length > room) return fail('Q2202', { field: 'keep', data: counted() })
  // The next channels take the places of those that can't be added.
  const placed = planMerge(a, b, { ...asked, wanted: new Set(incoming.map(({ row }) => row.id)) }, two.sameFile)
  const rows = placed.incoming.map(({ row }) => row)
  const values = valuesOf(host, two, asked, rows, seed)
  const { operations, refused, ids, left } = planRowAdditions(host, { ...two, seed, first: values?.first ?? [] }, rows)
  const taken = rows.filter(({ id }) => ids.has(id))
  const idOf = ({ id }: ListRow): number => ids.get(id) ?? -1
  const groups = asked.favourites ? mapGroups(a.groups, b.groups) : []
  operations.push(...planMarks(a, taken, groups, idOf))
  if (plan.names.length > 0)
    operations.push({ op: 'names', names: plan.names.map(({ id, name }): [number, string] => [id, name]) })
  for (const { group, ids: joining } of plan.favourites)
    operations.push({ op: 'favourite', group: a.groupIds[group] ?? group, ids: joining, value: true })
  const others = values?.after(refused, ids)
  operations.push(...(others?.operations ?? []))
  if (asked.place === 'place' && taken.length > 0) {
    const again = planMerge(a, b, { ...asked, wanted: new Set(taken.map(({ id }) => id)) }, two.sameFile)
    const own = a.rows.map(({ id }) => id)
    operations.push({ op: 'order', order: mergedOrder(own, again.incoming, idOf) })
  }
  return ok({
    operations,
    added: taken.length,
    renamed: plan.names.length,
    favoured: new Set(plan.favourites.flatMap(({ ids: joining }) => joining)).size,
    changed: values?.changed ?? 0,
    left: [...(others?.left ?? []), ...left],
  })
}
