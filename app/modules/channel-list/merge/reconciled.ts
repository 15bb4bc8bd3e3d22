/**
 * A three-way merge of the current list, a box's save, and what the box had loaded: what each side alone did, the
 * clashes, and the edit that makes one version of both. Pure engine code; runs on the main or worker thread.
 */
import {
  mergeWhole,
  readWhole,
  type ListRow,
  type ListRows,
  type SameFile,
  type Side,
  type WholeCounts,
  type WholePlan,
} from '~/engine/lists'
import type { Operation } from '~/engine/types'
import { drawIds } from '../edit/drawn-ids'
import { planMarks, planRowAdditions } from './merged'
import { channelEdits, comingEdits, describeClash, idsOf, leftParts, leftValues, type Left } from './whole-edits'
import type { ReconcileClash } from '../types'
import type { Host, Stored } from '../engine/stored'

export type Reconciled = {
  counts: WholeCounts
  clashes: ReconcileClash[]
  total: number
  missingGroups: string[]
  operations: Operation[]
  left: Left[]
}

/** The maximum number of clashes shown; the others get their defaults, with which nothing is lost. */
const maxClashesShown = 200

/** Deletes channels and sets orders. Applied last, to the channels that are then in the list. */
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

type Sides = {
  /** Null: it is unknown what the box had loaded, so every difference is a clash. */
  base: Stored | null
  mine: Stored
  theirs: Stored
  same: SameFile
}

/** `all`: the side that wins every clash without a choice of its own. */
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
  // If one of them is a `.chl`, the box may have got it with values that its writer had to fill in.
  const versions = [mine, theirs, ...(base === null ? [] : [base])]
  const filled = versions.some((one) => host.open(one).dialect === 'chl') ? 'chl' : 'satcodx'
  const before = base === null ? null : readWhole(host.open(base), filled)
  const [a, b] = [readWhole(host.open(mine), filled), readWhole(host.open(theirs), filled)]
  const merge = mergeWhole(before, a, b, same)
  const chosen = new Map<string, Side>(all === null ? [] : merge.clashes.map(({ key }) => [key, all]))
  for (const [key, side] of choices) chosen.set(key, side)
  const plan = merge.plan(chosen, drawIds(`${seed} parts`))
  const added = plan.rows.added.flatMap((at) => b.rows.rows[at] ?? [])
  const { operations, refused, ids, left } = planRowAdditions(
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
    ...planMarks(
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
    clashes: merge.clashes.slice(0, maxClashesShown).map((one) => describeClash(one, a, b)),
    total: merge.clashes.length,
    missingGroups: merge.missingGroups,
    operations,
    left: [
      ...leftParts(refused, a.parts),
      ...leftValues(plan.lost, b.parts),
      ...left,
      ...merge.fixed.map(({ id, name }): Left => ({ id, name, why: 'fixed' })),
    ],
  }
}
