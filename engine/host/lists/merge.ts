/**
 * Plans what a merge takes from the other list: channels that are missing here and, by choice, names or favourites of
 * channels that both have. Changes nothing itself.
 */
import { pairRows } from './pair'
import { type ListRow, type ListRows, isNameAllowed, mapGroups } from './rows'

export const mergePlaces = ['end', 'place'] as const
/** Where missing channels go: behind the last one, or behind their neighbour in the other list. */
export type MergePlace = (typeof mergePlaces)[number]

/** A channel of the other list to be added, at index `at` of the merged order. */
export type Incoming = { row: ListRow; at: number }
export type MergePlan = {
  /** In the order of the merged list. */
  incoming: Incoming[]
  /** Both lists have the channel; the other one has this name. */
  names: { id: number; from: string; name: string }[]
  /** By my group: channels that are favourites there and not here. */
  favourites: { group: number; ids: number[] }[]
  /** Groups of the other list that this one lacks, by name: their favourites can't be taken. */
  missingGroups: string[]
}

/** The channels that only the other list has, in its order. */
export function missingRows(mine: ListRows, theirs: ListRows, sameFile = false): ListRow[] {
  const taken = new Set(pairRows(mine.rows, theirs.rows, sameFile))
  return theirs.rows.filter((_, at) => !taken.has(at))
}

/** The indexes in the merged order of rows that go behind their neighbour in the other list. */
function placesOf(mine: ListRows, theirs: ListRows, to: Int32Array, wanted: ReadonlySet<number>): Incoming[] {
  const here = new Map<number, number>()
  mine.rows.forEach((_, at) => {
    if ((to[at] ?? -1) >= 0) here.set(to[at] ?? 0, at)
  })
  /** The rows behind each of my indexes; −1 is the front. */
  const behind = new Map<number, ListRow[]>()
  let anchor = -1
  theirs.rows.forEach((row, at) => {
    const mineAt = here.get(at)
    if (mineAt !== undefined) anchor = mineAt
    else if (wanted.has(row.id)) {
      const there = behind.get(anchor)
      if (there === undefined) behind.set(anchor, [row])
      else there.push(row)
    }
  })
  const incoming: Incoming[] = []
  const place = (index: number): void => {
    for (const row of behind.get(index) ?? []) incoming.push({ row, at: index + 1 + incoming.length })
  }
  for (let index = -1; index < mine.rows.length; index++) place(index)
  return incoming
}

/**
 * `wanted`: ids of the other list; ids of channels that are not missing are ignored. `names` and `favourites`: whether
 * to take them for channels that both have.
 */
export function planMerge(
  mine: ListRows,
  theirs: ListRows,
  asked: { wanted: ReadonlySet<number> | 'all'; place: MergePlace; names: boolean; favourites: boolean },
  sameFile = false,
): MergePlan {
  const to = pairRows(mine.rows, theirs.rows, sameFile)
  const taken = new Set(to)
  const missing = theirs.rows.filter(
    (row, at) => !taken.has(at) && (asked.wanted === 'all' || asked.wanted.has(row.id)),
  )
  const incoming =
    asked.place === 'end'
      ? missing.map((row, index) => ({ row, at: mine.rows.length + index }))
      : placesOf(mine, theirs, to, new Set(missing.map(({ id }) => id)))
  const names: MergePlan['names'] = []
  const groups = mapGroups(mine.groups, theirs.groups)
  const joining = new Map<number, number[]>()
  mine.rows.forEach((row, at) => {
    const other = theirs.rows[to[at] ?? -1]
    if (other === undefined) return
    if (asked.names && other.name !== row.name && isNameAllowed(other.name))
      names.push({ id: row.id, from: row.name, name: other.name })
    if (!asked.favourites || other.favourites === 0) return
    groups.forEach((group, theirGroup) => {
      if (group < 0 || ((other.favourites >>> theirGroup) & 1) === 0 || ((row.favourites >>> group) & 1) === 1) return
      const ids = joining.get(group)
      if (ids === undefined) joining.set(group, [row.id])
      else ids.push(row.id)
    })
  })
  const used = theirs.rows.reduce((bits, { favourites }) => bits | favourites, 0)
  return {
    incoming,
    names,
    favourites: [...joining].sort(([a], [b]) => a - b).map(([group, ids]) => ({ group, ids })),
    missingGroups: theirs.groups.filter((_, group) => (groups[group] ?? -1) < 0 && ((used >>> group) & 1) === 1),
  }
}

/** The merged order: my ids with the new ones at their places. `idOf` gives an incoming row's id in this list. */
export function mergedOrder(
  mine: readonly number[],
  incoming: readonly Incoming[],
  idOf: (row: ListRow) => number,
): number[] {
  const order: number[] = []
  let next = 0
  for (const { row, at } of incoming) {
    while (order.length < at && next < mine.length) order.push(mine[next++] ?? 0)
    order.push(idOf(row))
  }
  while (next < mine.length) order.push(mine[next++] ?? 0)
  return order
}
