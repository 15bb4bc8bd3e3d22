/**
 * Turns a box's save into edits of the version that it had loaded, in that version's own file. Pure engine code; runs
 * on the main or worker thread.
 */
import type { Operation } from '~/engine/types'
import { reconcile, type Reconciled } from './reconciled'
import type { Host, Stored } from '../engine/stored'

/** Ranges of positions, from 1 and inclusive, in the list that the box got: the part that its file covers. */
export type Part = { ranges: readonly (readonly [number, number])[] }

/**
 * All of `all`: those in `wanted` take their joint positions in the order of `wanted`; further ones of `wanted` follow
 * their neighbour there.
 */
export const fillPlaces = (all: readonly number[], wanted: readonly number[]): number[] => {
  const there = new Set(all)
  const known = wanted.filter((id) => there.has(id))
  const moved = new Set(known)
  const first: number[] = []
  const followers = new Map<number, number[]>()
  let leader: number | undefined
  for (const id of wanted) {
    if (there.has(id)) {
      leader = id
      continue
    }
    if (leader === undefined) first.push(id)
    else followers.set(leader, [...(followers.get(leader) ?? []), id])
  }
  let next = 0
  const filled = all.flatMap((id) => {
    const one = moved.has(id) ? (known[next++] ?? id) : id
    return [one, ...(followers.get(one) ?? [])]
  })
  return [...first, ...filled]
}

/**
 * The edits for a file with only a part of the list: missing channels were not deleted, except at the positions that
 * the file says it covers (`told`: the channels there).
 */
export const withoutLosses = (
  operations: readonly Operation[],
  order: readonly number[],
  orderOfGroup: (group: number) => readonly number[],
  told: ReadonlySet<number> = new Set(),
): Operation[] => {
  const deleted = new Set(
    operations.flatMap((one) => (one.op === 'delete' ? one.ids.filter((id) => told.has(id)) : [])),
  )
  const stays = (id: number): boolean => !deleted.has(id)
  const left = new Map<number, Set<number>>()
  return operations.flatMap((one): Operation[] => {
    if (one.op === 'remove') return []
    if (one.op === 'delete') return deleted.size === 0 ? [] : [{ op: 'delete', ids: [...deleted] }]
    if (one.op === 'favourite' && !one.value) left.set(one.group, new Set([...(left.get(one.group) ?? []), ...one.ids]))
    if (one.op === 'order') return [{ ...one, order: fillPlaces(order.filter(stays), one.order) }]
    if (one.op === 'group-order') {
      const gone = left.get(one.group)
      const stay = orderOfGroup(one.group).filter((id) => stays(id) && gone?.has(id) !== true)
      return [{ ...one, order: fillPlaces(stay, one.order) }]
    }
    return [one]
  })
}

/**
 * What a save changed in `before`, and which changes no edit can express. `served`: what the box got, if the save has
 * not got back what its format lost; otherwise null. `part`: the file has only some of the channels, those at these
 * positions and maybe others, and all others stay. `seed` determines the ids of what was added.
 */
export const ownEdits = (
  host: Host,
  asked: { before: Stored; served: Stored | null; theirs: Stored; part: Part | null; seed: string },
): Pick<Reconciled, 'operations' | 'left'> => {
  const { before, served, theirs, part, seed } = asked
  const { operations, left } = reconcile(host, {
    base: served ?? before,
    mine: before,
    theirs,
    same: { mine: served === null, theirs: false, both: false },
    choices: [],
    all: 'theirs',
    seed,
  })
  if (part === null) return { operations, left }
  const list = host.open(before)
  const order = Array.from(list.columns().id)
  const told = new Set(part.ranges.flatMap(([from, to]) => order.slice(from - 1, to)))
  return { operations: withoutLosses(operations, order, (group) => list.groupOrder(group), told), left }
}
