/**
 * Plans what a merge can take from the other list: channels that are missing here, names and favourites of channels
 * that both have. Changes nothing itself.
 */
import { placeBehind } from './moved'
import { pairRows } from './pair'
import { isNameAllowed, type ListRow, type ListRows } from './rows'
import { mergeThree } from './three-way'

export const mergePlaces = ['end', 'place'] as const
/** Where missing channels go: after the last one, or after their neighbour in the other list. */
export type MergePlace = (typeof mergePlaces)[number]

export type MergePlan = {
  /** Channels that only the other list has, in its order. */
  missing: ListRow[]
  /** Both lists have the channel; the other one has this name. */
  names: { id: number; name: string }[]
  /** By my group: channels that are favourites there and not here. */
  favourites: { group: number; ids: number[] }[]
  /** Groups of the other list that this one lacks, by name: their favourites can't be taken. */
  missingGroups: string[]
}

/** `sameFile`: the ids of both come from one source. */
export function planMerge(mine: ListRows, theirs: ListRows, sameFile = false): MergePlan {
  const merge = mergeThree(null, mine, theirs, { mine: false, theirs: false, both: sameFile })
  const { added, favourites } = merge.plan(new Map())
  return {
    missing: added.flatMap((at) => theirs.rows[at] ?? []),
    names: merge.clashes.flatMap(({ field, mine: own, theirs: other }) =>
      field === 'name' && own !== null && other !== null && isNameAllowed(other.name)
        ? [{ id: own.id, name: other.name }]
        : [],
    ),
    favourites: favourites.map(({ group, on }) => ({ group, ids: on })),
    missingGroups: merge.missingGroups,
  }
}

/**
 * My ids with the wanted channels of the other list after their neighbour there. `wanted`: by their ids there; in the
 * order, each is −1 − its index in `theirs.rows`.
 */
export function mergedOrder(mine: ListRows, theirs: ListRows, wanted: ReadonlySet<number>, sameFile = false): number[] {
  const back = new Map<number, number>()
  pairRows(mine.rows, theirs.rows, sameFile).forEach((to, at) => back.set(to, mine.rows[at]?.id ?? -1))
  const coming = new Set<number>()
  const guide = theirs.rows.flatMap(({ id }, at) => {
    const own = back.get(at)
    if (own !== undefined) return [own]
    if (!wanted.has(id)) return []
    coming.add(-1 - at)
    return [-1 - at]
  })
  return placeBehind(
    mine.rows.map(({ id }) => id),
    guide,
    coming,
  )
}
