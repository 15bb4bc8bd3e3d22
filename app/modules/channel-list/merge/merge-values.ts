/**
 * Takes values from the other list for channels, satellites and transponders that both lists have, besides names and
 * favourites: by kind, or one difference at a time. Pure engine code; runs on the main or worker thread.
 */
import {
  mergeWhole,
  readWhole,
  wholeFields,
  type Side,
  type WholeClash,
  type WholeClashField,
  type WholeList,
  type WholeMerge,
  type WholePlan,
} from '~/engine/lists'
import type { Operation } from '~/engine/types'
import { openOther, type Other } from './other'
import { mergeTakes, type MergeTake } from './other.schema'
import { channelEdits, comingEdits, describeClash, idsOf, leftParts, leftValues, type Left } from './whole-edits'
import type { ReconcileClash } from '../types'
import type { Host, Stored } from '../engine/stored'

export type MergeValues = Record<MergeTake, number>
/** The kind of a differing field; null if a merge takes it in other ways, or not at all. */
const kindOf = (field: WholeClashField): MergeTake | null => {
  const [head = '', part] = field.split('.')
  if (head === 'lock' || head === 'skip') return 'marks'
  if (head === 'category') return 'categories'
  if (head === 'number') return 'numbers'
  if (field === 'group.order') return 'groupOrder'
  if (part === 'existence' || head === 'group') return null
  if (head === 'satellite' || (head === 'transponder' && part !== undefined)) return 'sky'
  if (head === 'name') return part === undefined ? null : 'languages'
  return wholeFields.some((one) => one === field) ? 'details' : null
}

export type ComparedValues = { mine: WholeList; theirs: WholeList; merge: WholeMerge; sameFile: boolean }
/** Both lists with everything they hold; leaves `theirs` open. */
export const compareValues = (
  host: Host,
  { mine, theirs, sameFile }: { mine: Stored; theirs: Other; sameFile: boolean },
): ComparedValues => {
  const a = readWhole(host.open(mine))
  const b = readWhole(openOther(host, theirs))
  return { mine: a, theirs: b, merge: mergeWhole(null, a, b, { mine: false, theirs: false, both: sameFile }), sameFile }
}

/** The item that a difference is about, so that two differences of one channel count once. */
const subjectOf = ({ mine, part }: WholeClash): string =>
  part === null ? String(mine?.id ?? '') : `${part.kind} ${part.mine ?? ''}`

/** How many channels, satellites, transponders or groups differ, by kind. */
export const countValues = ({ merge }: ComparedValues): MergeValues => {
  const found = new Map<MergeTake, Set<string>>()
  for (const clash of merge.clashes) {
    const kind = kindOf(clash.field)
    if (kind !== null) found.set(kind, (found.get(kind) ?? new Set()).add(subjectOf(clash)))
  }
  return Object.fromEntries(mergeTakes.map((kind) => [kind, found.get(kind)?.size ?? 0])) as MergeValues
}

/** The maximum number of differences shown at once; taking a whole kind includes those that are not shown. */
const maxDifferencesShown = 200

/** The differences of one kind, as the user is shown them. */
export const showValues = (
  { mine, theirs, merge }: ComparedValues,
  kind: MergeTake | null,
): { differences: ReconcileClash[]; differing: number } => {
  const found = kind === null ? [] : merge.clashes.filter(({ field }) => kindOf(field) === kind)
  return {
    differences: found.slice(0, maxDifferencesShown).map((one) => describeClash(one, mine, theirs)),
    differing: found.length,
  }
}

export type ValuesAsked = {
  /** Kinds that are taken completely. */
  take: readonly MergeTake[]
  /** Single differences to take, by their keys. */
  pick: readonly string[]
}
export type ValuesPlan = {
  /** Operations to apply before channels are added. */
  first: Operation[]
  /** How many channels, satellites, transponders or groups it changes. */
  changed: number
  /** `ids`: from the other list's ids to those of the added channels. */
  after(refused: readonly Operation[], ids: ReadonlyMap<number, number>): { operations: Operation[]; left: Left[] }
}

/** `coming`: the other list's channels that the same merge adds. */
export const planValues = (
  { mine, theirs, merge }: ComparedValues,
  { take, pick }: ValuesAsked,
  coming: readonly { id: number }[],
  drawId: () => number,
): ValuesPlan => {
  const [kinds, keys] = [new Set(take), new Set(pick)]
  const chosen = new Map<string, Side>()
  const taken: WholeClash[] = []
  for (const clash of merge.clashes) {
    const kind = kindOf(clash.field)
    const isTaken = kind !== null && (kinds.has(kind) || keys.has(clash.key))
    chosen.set(clash.key, isTaken ? 'theirs' : 'mine')
    if (isTaken) taken.push(clash)
  }
  for (const { id } of coming) chosen.set(`existence.t${id}`, 'theirs')
  const whole = merge.plan(chosen, drawId, false)
  // The merge itself handles names, favourites, places and additions. A merge by hand adds no groups.
  const rows = { ...whole.rows, names: [], favourites: [], removed: [], order: null }
  const isNewGroup = (one: Operation): boolean => one.op === 'add' && one.target === 'group'
  const plan: WholePlan = {
    ...whole,
    rows,
    coming: whole.coming.map((one) => ({
      ...one,
      category: kinds.has('categories') ? one.category : null,
      number: kinds.has('numbers') ? one.number : null,
    })),
  }
  const used = new Set<unknown>([
    ...plan.values.flatMap(({ field, values }) => (field === 'category' ? values.map(([, value]) => value) : [])),
    ...plan.coming.map(({ category }) => category),
  ])
  const isUnused = (one: Operation): boolean => one.op === 'add' && one.target === 'category' && !used.has(one.id)
  const own = new Set(mine.parts.groups.map(({ id }) => id))
  const lost = plan.lost.filter(({ id }) => id !== null || kinds.has('categories'))
  const isLost = ({ field, mine: row }: WholeClash): boolean =>
    lost.some((one) => one.field === field && one.id !== null && one.id === row?.id)
  return {
    first: plan.parts.filter((one) => !isNewGroup(one) && !isUnused(one)),
    changed: new Set(taken.filter((clash) => !isLost(clash)).map(subjectOf)).size,
    after: (refused, ids) => {
      const missing = idsOf(refused)
      const named = (order: readonly number[]): number[] =>
        order.flatMap((id) => (id < 0 ? (ids.get(theirs.rows.rows[-1 - id]?.id ?? -1) ?? []) : [id]))
      return {
        operations: [
          ...channelEdits(plan, missing),
          ...comingEdits(plan, theirs.rows.rows, ids, missing),
          ...plan.groupOrders.flatMap(({ group, order }): Operation[] => {
            const there = own.has(group) ? named(order) : []
            return there.length === 0 ? [] : [{ op: 'group-order', group, order: there }]
          }),
        ],
        left: [...leftParts(refused, mine.parts), ...leftValues(lost, theirs.parts)],
      }
    },
  }
}
