/**
 * A three-way merge over everything that an edit can set. `three-way.ts` compares rows and their order; this compares
 * every other field of each channel, the order inside groups, and satellites, transponders, groups and categories with
 * their values. A change by one side is taken; differing changes by both are a clash. Changes nothing itself.
 */
import { gather } from '../gather'
import type { Operation, OperationOf, PartKind } from '../types'
import { pairSatellites } from './parts'
import { mapGroups, type ListRow, type ListRows } from './rows'
import { defaultSideOf, mergeThree, triosOf } from './three-way'
import type { Choices, SameFile, Side, ThreeWayCounts, ThreeWayPlan, Trio } from './three-way'
import { alignGroups, compareGroupOrders, comparePartsOf, compareValues } from './three-way-parts'
import type { PartTrio, WholeClash } from './three-way-parts'
import { wholeFields, type WholeField, type WholeList, type WholeValue } from './whole'

export type WholeCounts = ThreeWayCounts & Record<'details' | 'category' | 'number' | 'groupOrder' | PartKind, number>
/** In an order, an incoming channel is −1 − its index in `theirs.rows`. */
export type WholePlan = {
  rows: ThreeWayPlan
  /** Edits of satellites, transponders, groups and categories; apply them first. */
  parts: Operation[]
  /** Removals of groups; apply them last. */
  removals: OperationOf<'remove'>[]
  /** By field, with ids of this list. */
  values: { field: WholeField; values: [id: number, value: WholeValue][] }[]
  /**
   * Values that are taken but can't be set, because their part has no room here or breaks a rule. `id`: the channel's
   * id here, null for an incoming one. `part`: the part by its id there.
   */
  lost: { field: WholeField; id: number | null; part: { kind: PartKind; theirs: number } }[]
  /** Categories and numbers of incoming channels, by index in `theirs.rows`. */
  coming: { at: number; category: number | null; number: number | null }[]
  groupOrders: { group: number; order: number[] }[]
  /** My groups' ids by the index that `rows.favourites` uses; −1 for a group that is not added. */
  groupIds: number[]
  /** For each group of `theirs` its index in `groupIds`, −1 if there is none. */
  groups: number[]
}
export type WholeMerge = {
  clashes: WholeClash[]
  counts: WholeCounts
  /** Favourite groups of the other side that don't fit. */
  missingGroups: string[]
  /** Channels whose records the other side changed in ways that no edit can set. */
  fixed: ListRow[]
  /**
   * `drawId`: returns a new random id with each call. `bringsAll` false: categories that only the other side has are
   * added only if a channel gets one.
   */
  plan(choices: Choices, drawId: () => number, bringsAll?: boolean): WholePlan
}

/** Gives satellites that one version moved the same key as in the other version, so that their channels are found. */
const aligned = (to: WholeList, from: WholeList, sameFile: boolean): ListRows => {
  if (sameFile) return from.rows
  const keys = (list: WholeList): Map<number, string> => {
    const { satellites } = list.parts
    const found = new Map<number, string>()
    list.rows.rows.forEach(({ satellite }, at) => {
      const carrier = list.values[at]?.[wholeFields.indexOf('transponder')]
      const place = carriers.get(list)?.get(carrier as number)
      const id = place === undefined ? undefined : satellites[place]?.id
      if (id !== undefined && satellite !== null) found.set(id, satellite)
    })
    return found
  }
  const carriers = new Map(
    [to, from].map((list) => [list, new Map(list.parts.transponders.map((one) => [one.id, one.satellite]))]),
  )
  const [there, here] = [keys(to), keys(from)]
  const renamed = new Map<string, string>()
  for (const [id, other] of pairSatellites(from.parts.satellites, to.parts.satellites, false)) {
    const [was, is] = [here.get(id), there.get(other)]
    if (was !== undefined && is !== undefined && was !== is) renamed.set(was, is)
  }
  if (renamed.size === 0) return from.rows
  const rows = from.rows.rows.map((row) => ({ ...row, satellite: renamed.get(row.satellite ?? '') ?? row.satellite }))
  return { ...from.rows, rows }
}

const [typeAt, videoTypeAt] = [wholeFields.indexOf('type'), wholeFields.indexOf('videoType')]

/** My channels for which the other side changed what no edit can set. */
const fixedIn = (
  { base, mine, theirs }: Record<'mine' | 'theirs', WholeList> & { base: WholeList | null },
  trios: readonly Trio[],
): ListRow[] => {
  const found: ListRow[] = []
  for (const { mine: own, baseAt, mineAt, theirsAt } of trios) {
    const [was, is] = [base?.fixed[baseAt], theirs.fixed[theirsAt]]
    if (own === null || !was || !is || (is[0] === was[0] && is[1] === was[1])) continue
    const my = mine.fixed[mineAt]
    const isNew = (at: 0 | 1): boolean => is[at] !== was[at] && is[at] !== my?.[at]
    // The system follows from the type and the video type, which are merged.
    const isSame = (at: number): boolean => base?.values[baseAt]?.[at] === theirs.values[theirsAt]?.[at]
    if (isNew(1) || (isNew(0) && isSame(typeAt) && isSame(videoTypeAt))) found.push(own)
  }
  return found
}

export function mergeWhole(base: WholeList | null, mine: WholeList, theirs: WholeList, same: SameFile): WholeMerge {
  const lists = { base, mine, theirs }
  const theirRows = aligned(base ?? mine, theirs, base === null ? same.both : same.theirs)
  const mineRows = base === null ? mine.rows : aligned(base, mine, same.mine)
  const trios = triosOf(base?.rows ?? null, mineRows, theirRows, same)
  const parts = comparePartsOf(lists, trios, same)
  const channels = compareValues(lists, trios, parts)
  const groups = alignGroups(lists, parts)
  const rows = mergeThree(
    base === null ? null : groups.named(base.rows, 'base'),
    groups.named(mineRows, 'mine'),
    groups.named(theirRows, 'theirs'),
    same,
    { trios, isEditedBeyond: channels.isEdited },
  )
  const orders = compareGroupOrders(lists, trios, parts)
  const rowOf = (list: WholeList, row: ListRow | null): ListRow | null =>
    row === null ? null : (list.rows.rows[row.position - 1] ?? null)
  const clashes: WholeClash[] = [
    ...parts.clashes.map(({ clash }) => clash),
    ...rows.clashes.map((one): WholeClash => ({
      ...one,
      mine: rowOf(mine, one.mine),
      theirs: rowOf(theirs, one.theirs),
      values: null,
      part: null,
      default: defaultSideOf(one),
    })),
    ...channels.clashes.map(({ clash }) => clash),
    ...orders.clashes.map(({ clash }) => clash),
  ]
  const countOf = (test: (field: WholeField) => boolean): number =>
    new Set(channels.taken.filter(({ field }) => test(field)).map(({ id }) => id)).size
  const isName = (field: WholeField): boolean => field.startsWith('name.')
  return {
    clashes,
    counts: {
      ...rows.counts,
      name: rows.counts.name + countOf(isName),
      details: countOf((field) => field !== 'category' && field !== 'number' && !isName(field)),
      category: countOf((field) => field === 'category') + parts.countOf('category'),
      number: countOf((field) => field === 'number'),
      groupOrder: orders.taken.length,
      satellite: parts.countOf('satellite'),
      transponder: parts.countOf('transponder'),
      group: parts.countOf('group'),
    },
    missingGroups: groups.missing,
    fixed: fixedIn(lists, trios),
    plan: (choices, drawId, bringsAll) => {
      const sideOf = ({ key, default: otherwise }: WholeClash): Side => choices.get(key) ?? otherwise
      const done = parts.plan(sideOf, drawId, bringsAll)
      const plan = rows.plan(new Map(clashes.map((one) => [one.key, sideOf(one)])))
      const byField = new Map<WholeField, [number, WholeValue][]>()
      const chosen = channels.clashes.filter(({ clash }) => sideOf(clash) === 'theirs').map(({ change }) => change)
      const live = new Set(mine.rows.rows.map(({ id }) => id))
      for (const id of plan.removed) live.delete(id)
      const lost: WholePlan['lost'] = []
      const lose = (field: WholeField, id: number | null, { kind, theirs: other }: PartTrio): void => {
        if (other !== null) lost.push({ field, id, part: { kind, theirs: other } })
      }
      for (const { field, id, value, trio } of [...channels.taken, ...chosen]) {
        if (!live.has(id)) continue
        const own = trio === null ? value : done.idOf(trio)
        if (trio !== null && own === null) {
          lose(field, id, trio)
          continue
        }
        gather(byField, field, [id, own])
      }
      const ids = groups.idsBy(done.idOf)
      return {
        rows: plan,
        parts: done.operations,
        removals: done.removals,
        values: [...byField].map(([field, values]) => ({ field, values })),
        lost,
        coming: plan.added.flatMap((at) => {
          const [category, number] = (['category', 'number'] as const).map(
            (field) => theirs.values[at]?.[wholeFields.indexOf(field)] ?? null,
          ) as (number | null)[]
          const trio = category === null ? null : (parts.trioOf('theirs', 'category', category ?? -1) ?? null)
          const own = trio === null ? null : done.idOf(trio)
          if (trio !== null && own === null) lose('category', null, trio)
          return own === null && number === null ? [] : [{ at, category: own, number: number ?? null }]
        }),
        groupOrders: [...orders.taken, ...orders.clashes.filter(({ clash }) => sideOf(clash) === 'theirs')].flatMap(
          ({ trio, order }) => {
            const group = done.idOf(trio)
            return group === null ? [] : [{ group, order: order.filter((id) => id < 0 || live.has(id)) }]
          },
        ),
        groupIds: ids,
        groups: mapGroups(groups.mineNames, groups.theirNames),
      }
    },
  }
}
