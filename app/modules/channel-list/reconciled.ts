/**
 * A three-way merge of what a list is now and what a box saved, from what the box had loaded: what each side alone did,
 * the clashes, and the edit that makes one version of both. Pure work of the engine, on either thread.
 */
import {
  defaultSideOf,
  mapGroups,
  mergeThree,
  readRows,
  type ClashOfRows,
  type ListRow,
  type Side,
  type ThreeWayCounts,
} from '~/engine/lists'
import type { Operation } from '~/engine/types'
import { describeSide } from './compare'
import { bringMarks, bringRows, type MergeEdit } from './merged'
import type { DifferenceSide } from './types'
import type { Host, Stored } from './work'

export type ReconcileClash = {
  key: string
  field: ClashOfRows['field']
  mine: DifferenceSide | null
  theirs: DifferenceSide | null
  /** What holds where nobody chooses. */
  default: Side
}
export type Reconciled = {
  counts: ThreeWayCounts
  clashes: ReconcileClash[]
  total: number
  missingGroups: string[]
  operations: Operation[]
  left: MergeEdit['left']
}

/** The most clashes that are shown; the others have their defaults, with which nothing is lost. */
const clashesShown = 200

/** `base` null: what the box had loaded is not known, so that every difference is a clash. */
export const reconcile = (
  host: Host,
  {
    base,
    mine,
    theirs,
    same,
    choices,
    seed,
  }: {
    base: Stored | null
    mine: Stored
    theirs: Stored
    same: { mine: boolean; theirs: boolean; both: boolean }
    choices: readonly (readonly [key: string, side: Side])[]
    seed: string
  },
): Reconciled => {
  const was = base === null ? null : readRows(host.open(base))
  const [a, b] = [readRows(host.open(mine)), readRows(host.open(theirs))]
  const merge = mergeThree(was, a, b, same)
  const plan = merge.plan(new Map(choices))
  const added = plan.added.flatMap((at) => b.rows[at] ?? [])
  const { operations, ids, left } = bringRows(host, { mine, theirs, sameFile: same.both, seed }, added)
  const idOf = ({ id }: ListRow): number => ids.get(id) ?? -1
  operations.push(
    ...bringMarks(
      a,
      added.filter(({ id }) => ids.has(id)),
      mapGroups(a.groups, b.groups),
      idOf,
    ),
  )
  if (plan.names.length > 0)
    operations.push({ op: 'names', names: plan.names.map(({ id, name }): [number, string] => [id, name]) })
  for (const op of ['lock', 'skip'] as const) {
    if (plan[op].on.length > 0) operations.push({ op, ids: plan[op].on, value: true })
    if (plan[op].off.length > 0) operations.push({ op, ids: plan[op].off, value: false })
  }
  for (const { group, on, off } of plan.favourites) {
    const of = { op: 'favourite' as const, group: a.groupIds[group] ?? group }
    if (on.length > 0) operations.push({ ...of, ids: on, value: true })
    if (off.length > 0) operations.push({ ...of, ids: off, value: false })
  }
  if (plan.removed.length > 0) operations.push({ op: 'delete', ids: plan.removed })
  if (plan.order !== null) {
    const order = plan.order.flatMap((id) => {
      const row = id < 0 ? b.rows[-1 - id] : undefined
      return row === undefined ? [id] : (ids.get(row.id) ?? [])
    })
    if (order.length > 0) operations.push({ op: 'order', order })
  }
  return {
    counts: merge.counts,
    clashes: merge.clashes.slice(0, clashesShown).map((one) => ({
      key: one.key,
      field: one.field,
      mine: one.mine === null ? null : describeSide(one.mine, a.groups),
      theirs: one.theirs === null ? null : describeSide(one.theirs, b.groups),
      default: defaultSideOf(one),
    })),
    total: merge.clashes.length,
    missingGroups: merge.missingGroups,
    operations,
    left,
  }
}
