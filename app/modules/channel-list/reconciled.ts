/**
 * A three-way merge of what a list is now and what a box saved, from what the box had loaded: what each side alone did,
 * the clashes, and the edit that makes one version of both. Pure work of the engine, on either thread.
 */
import {
  isWholeValueAllowed,
  mergeWhole,
  readWhole,
  type ListRow,
  type ListRows,
  type SameFile,
  type Side,
  type WholeClash,
  type WholeClashField,
  type WholeCounts,
  type WholeField,
  type WholeList,
  type WholePlan,
  type WholeValue,
} from '~/engine/lists'
import type { ChannelField, ChannelValue, NameLanguage, Operation } from '~/engine/types'
import { describeSide } from './compare'
import { describePart, describeValue, type FieldValue } from './field-values'
import { bringMarks, bringRows, drawIds, type MergeEdit } from './merged'
import type { DifferenceSide } from './types'
import type { Host, Stored } from './work'

export type ReconcileClash = {
  key: string
  field: WholeClashField
  /** The satellite, transponder, group or category that it is about; null where it is about a channel or the order. */
  part: string | null
  mine: DifferenceSide | null
  theirs: DifferenceSide | null
  /** The field's values; null where the sides say them, or there is none. */
  values: { mine: FieldValue; theirs: FieldValue } | null
  /** What holds where nobody chooses. */
  default: Side
}
export type Reconciled = {
  counts: WholeCounts
  clashes: ReconcileClash[]
  total: number
  missingGroups: string[]
  operations: Operation[]
  left: MergeEdit['left']
}

/** The most clashes that are shown; the others have their defaults, with which nothing is lost. */
const clashesShown = 200

const describeClash = (clash: WholeClash, a: WholeList, b: WholeList): ReconcileClash => {
  const { key, field, mine, theirs, values, part } = clash
  return {
    key,
    field,
    part: part && (describePart(part.kind, part.mine, a.parts) ?? describePart(part.kind, part.theirs, b.parts)),
    mine: mine && describeSide(mine, a.rows.groups),
    theirs: theirs && describeSide(theirs, b.rows.groups),
    values: values && {
      mine: describeValue(field, values[0], a.parts),
      theirs: describeValue(field, values[1], b.parts),
    },
    default: clash.default,
  }
}

/** The operation that gives channels their values in one field; several where a field is two. */
export const valueOperations = (field: WholeField, values: [id: number, value: WholeValue][]): Operation[] => {
  const fit = values.filter(([, value]) => isWholeValueAllowed(field, value))
  if (fit.length === 0) return []
  if (field === 'number') return [{ op: 'numbers', numbers: fit as [number, number | null][] }]
  if (field.startsWith('name.'))
    return [{ op: 'names-in', language: field.slice(5) as NameLanguage, names: fit as [number, string | null][] }]
  if (field !== 'access')
    return [{ op: 'values', field: field as ChannelField, values: fit as [number, ChannelValue][] }]
  const access = fit as [number, { scrambled: boolean; encryption: string | null }][]
  return [
    { op: 'values', field: 'scrambled', values: access.map(([id, { scrambled }]) => [id, scrambled]) },
    { op: 'values', field: 'encryption', values: access.map(([id, { encryption }]) => [id, encryption]) },
  ]
}

/** What was to be added and could not be, so that nothing may name it. */
const idsOf = (refused: readonly Operation[]): ReadonlySet<number> =>
  new Set(refused.flatMap((one) => (one.op === 'add' && one.target !== 'channel' ? [one.id] : [])))

/** Names, fields and marks of channels that both have. */
const channelEdits = (plan: WholePlan, missing: ReadonlySet<number>): Operation[] => {
  const operations: Operation[] = []
  const { names, favourites } = plan.rows
  if (names.length > 0)
    operations.push({ op: 'names', names: names.map(({ id, name }): [number, string] => [id, name]) })
  for (const { field, values } of plan.values) {
    const isPart = field === 'transponder' || field === 'category'
    operations.push(
      ...valueOperations(field, isPart ? values.filter(([, value]) => !missing.has(Number(value))) : values),
    )
  }
  for (const op of ['lock', 'skip'] as const) {
    if (plan.rows[op].on.length > 0) operations.push({ op, ids: plan.rows[op].on, value: true })
    if (plan.rows[op].off.length > 0) operations.push({ op, ids: plan.rows[op].off, value: false })
  }
  for (const { group: index, on, off } of favourites) {
    const group = plan.groupIds[index] ?? -1
    if (group < 0 || missing.has(group)) continue
    if (on.length > 0) operations.push({ op: 'favourite', group, ids: on, value: true })
    if (off.length > 0) operations.push({ op: 'favourite', group, ids: off, value: false })
  }
  return operations
}

/** What a coming channel has besides its record. */
const comingEdits = (
  { coming }: WholePlan,
  rows: readonly ListRow[],
  ids: ReadonlyMap<number, number>,
  missing: ReadonlySet<number>,
): Operation[] => {
  const of = (field: 'category' | 'number'): [number, number][] =>
    coming.flatMap((one): [number, number][] => {
      const id = ids.get(rows[one.at]?.id ?? -1)
      const value = one[field]
      return id === undefined || value === null || (field === 'category' && missing.has(value)) ? [] : [[id, value]]
    })
  return (['category', 'number'] as const).flatMap((field) => valueOperations(field, of(field)))
}

/** Channels that are deleted, and orders: the last, over what is then in the list. */
const orderEdits = (
  plan: WholePlan,
  rows: readonly ListRow[],
  ids: ReadonlyMap<number, number>,
  missing: ReadonlySet<number>,
): Operation[] => {
  const operations: Operation[] = []
  const named = (order: readonly number[]): number[] =>
    order.flatMap((id) => (id < 0 ? (ids.get(rows[-1 - id]?.id ?? -1) ?? []) : [id]))
  if (plan.rows.removed.length > 0) operations.push({ op: 'delete', ids: plan.rows.removed })
  for (const { group, order } of plan.groupOrders) {
    const there = named(order)
    if (there.length > 0 && !missing.has(group)) operations.push({ op: 'group-order', group, order: there })
  }
  if (plan.rows.order !== null) {
    const order = named(plan.rows.order)
    if (order.length > 0) operations.push({ op: 'order', order })
  }
  return [...operations, ...plan.removals]
}

/** What can't come because my list has another one of the same place or name. */
export const leftParts = (refused: readonly Operation[], parts: WholeList['parts']): MergeEdit['left'] =>
  refused.flatMap((one): MergeEdit['left'] => {
    if ((one.op !== 'add' && one.op !== 'set') || one.target === 'channel') return []
    const { values } = one as { values: { name?: string } }
    const name = values.name ?? describePart(one.target, one.id, parts) ?? ''
    return [{ id: one.id, name, why: one.target }]
  })

type Sides = {
  /** Null: what the box had loaded is not known, so that every difference is a clash. */
  base: Stored | null
  mine: Stored
  theirs: Stored
  same: SameFile
}

/** `all`: one side for every clash that is not chosen by itself. */
export const reconcile = (
  host: Host,
  {
    base,
    mine,
    theirs,
    same,
    choices,
    all = null,
    seed,
  }: Sides & { choices: readonly (readonly [key: string, side: Side])[]; all?: Side | null; seed: string },
): Reconciled => {
  const before = base === null ? null : readWhole(host.open(base))
  const [a, b] = [readWhole(host.open(mine)), readWhole(host.open(theirs))]
  const merge = mergeWhole(before, a, b, same)
  const chosen = new Map<string, Side>(all === null ? [] : merge.clashes.map(({ key }) => [key, all]))
  for (const [key, side] of choices) chosen.set(key, side)
  const plan = merge.plan(chosen, drawIds(`${seed} parts`))
  const added = plan.rows.added.flatMap((at) => b.rows.rows[at] ?? [])
  const { operations, refused, ids, left } = bringRows(
    host,
    { mine, theirs, sameFile: same.both, seed, first: plan.parts },
    added,
  )
  const missing = idsOf(refused)
  const groupsOf: Pick<ListRows, 'groupIds'> = { groupIds: plan.groupIds }
  const groups = plan.groups.map((to) => {
    const id = plan.groupIds[to] ?? -1
    return id < 0 || missing.has(id) ? -1 : to
  })
  operations.push(
    ...bringMarks(
      groupsOf,
      added.filter(({ id }) => ids.has(id)),
      groups,
      ({ id }) => ids.get(id) ?? -1,
    ),
    ...channelEdits(plan, missing),
    ...comingEdits(plan, b.rows.rows, ids, missing),
    ...orderEdits(plan, b.rows.rows, ids, missing),
  )
  return {
    counts: merge.counts,
    clashes: merge.clashes.slice(0, clashesShown).map((one) => describeClash(one, a, b)),
    total: merge.clashes.length,
    missingGroups: merge.missingGroups,
    operations,
    left: [...leftParts(refused, a.parts), ...left],
  }
}
