/**
 * Merges two versions of a list that were changed separately: the current list (`mine`), what a box saved (`theirs`),
 * and what the box had loaded (`base`). A change by one side is taken; differing changes by both are a clash for the
 * user to decide. Without a base, every difference that can't be combined is a clash. Changes nothing itself.
 */
import { outOfOrder, placeBehind } from './moved'
import { pairRows } from './pair'
import { type ListRow, type ListRows, isNameAllowed, mapGroups } from './rows'

export type ClashOfRows = {
  /** The key that a choice uses: the field and the channel. */
  key: string
  field: 'name' | 'lock' | 'skip' | 'existence' | 'position' | 'order'
  mine: ListRow | null
  theirs: ListRow | null
}
export const sides = ['mine', 'theirs'] as const
export type Side = (typeof sides)[number]
/** By the clash's key. Clashes that are not named get their default, with which no channel is lost. */
export type Choices = ReadonlyMap<string, Side>
/** In `order`, an incoming channel is −1 − its index in `theirs.rows`. */
export type ThreeWayPlan = {
  names: { id: number; name: string }[]
  lock: { on: number[]; off: number[] }
  skip: { on: number[]; off: number[] }
  favourites: { group: number; on: number[]; off: number[] }[]
  removed: number[]
  /** Indexes in `theirs.rows`. */
  added: number[]
  /** The whole new order; null if it is the current one. */
  order: number[] | null
}
/** How many channels the merge changes because only the box changed them. */
export type ThreeWayCounts = Record<'name' | 'lock' | 'skip' | 'favourites' | 'position' | 'added' | 'removed', number>
export type ThreeWay = {
  clashes: ClashOfRows[]
  counts: ThreeWayCounts
  /** Favourite groups of the box that the list lacks. */
  missingGroups: string[]
  plan(choices: Choices): ThreeWayPlan
}

/** If both sides changed more positions than this, ask one question instead: whose order. */
const positionClashesMax = 50

export const defaultSideOf = ({ field, mine }: ClashOfRows): Side =>
  field === 'existence' && mine === null ? 'theirs' : 'mine'

/** A channel in the three versions; null if a version lacks it. */
export type Trio = {
  base: ListRow | null
  mine: ListRow | null
  theirs: ListRow | null
  baseAt: number
  mineAt: number
  theirsAt: number
}
export type SameFile = { mine: boolean; theirs: boolean; both: boolean }

/** Every channel once, with its row in each of the three versions. */
export function triosOf(base: ListRows | null, mine: ListRows, theirs: ListRows, sameFile: SameFile): Trio[] {
  const baseRows = base?.rows ?? []
  const toMine = pairRows(baseRows, mine.rows, sameFile.mine)
  const toTheirs = pairRows(baseRows, theirs.rows, sameFile.theirs)
  const mineKnown = new Set(toMine)
  const theirsKnown = new Set(toTheirs)
  const trios = baseRows.map((row, at): Trio => {
    const [mineAt, theirsAt] = [toMine[at] ?? -1, toTheirs[at] ?? -1]
    const [a, b] = [mine.rows[mineAt] ?? null, theirs.rows[theirsAt] ?? null]
    return { base: row, mine: a, theirs: b, baseAt: at, mineAt, theirsAt }
  })
  // Channels that the base lacks: added by one side, or by both.
  const mineNew = [...mine.rows.keys()].filter((at) => !mineKnown.has(at))
  const theirsNew = [...theirs.rows.keys()].filter((at) => !theirsKnown.has(at))
  const rowsAt = (list: ListRows, places: readonly number[]): ListRow[] => places.flatMap((at) => list.rows[at] ?? [])
  const between = pairRows(rowsAt(mine, mineNew), rowsAt(theirs, theirsNew), sameFile.both)
  const met = new Set(between)
  mineNew.forEach((mineAt, index) => {
    const theirsAt = theirsNew[between[index] ?? -1] ?? -1
    trios.push({
      base: null,
      mine: mine.rows[mineAt] ?? null,
      theirs: theirs.rows[theirsAt] ?? null,
      baseAt: -1,
      mineAt,
      theirsAt,
    })
  })
  theirsNew.forEach((theirsAt, index) => {
    const added = theirs.rows[theirsAt] ?? null
    if (!met.has(index)) trios.push({ base: null, mine: null, theirs: added, baseAt: -1, mineAt: -1, theirsAt })
  })
  return trios
}

type Bits = (row: ListRow) => number
const isEdited = (base: ListRow, row: ListRow, baseBits: Bits, bits: Bits): boolean =>
  base.name !== row.name || base.lock !== row.lock || base.skip !== row.skip || baseBits(base) !== bits(row)

/** Favourites by my group numbers; groups that I lack are left out. */
function bitsIn(mine: readonly string[], of: readonly string[]): Bits {
  const groups = mapGroups(mine, of)
  return ({ favourites }) => {
    let bits = 0
    groups.forEach((to, group) => {
      if (to >= 0 && ((favourites >>> group) & 1) === 1) bits |= 1 << to
    })
    return bits >>> 0
  }
}

/**
 * `trios`: the channels, if already paired. `isEditedBeyond`: whether a side changed a channel beyond its row; then it
 * is a clash if the other side deletes it.
 */
export function mergeThree(
  base: ListRows | null,
  mine: ListRows,
  theirs: ListRows,
  sameFile: SameFile,
  {
    trios = triosOf(base, mine, theirs, sameFile),
    isEditedBeyond = () => false,
  }: { trios?: readonly Trio[]; isEditedBeyond?: (trio: Trio, side: Side) => boolean } = {},
): ThreeWay {
  const mineBits: Bits = ({ favourites }) => favourites
  const theirBits = bitsIn(mine.groups, theirs.groups)
  const baseBits = bitsIn(mine.groups, base?.groups ?? [])
  const clashes: ClashOfRows[] = []
  const names: ThreeWayPlan['names'] = []
  const flags = { lock: { on: [] as number[], off: [] as number[] }, skip: { on: [] as number[], off: [] as number[] } }
  const joined = new Map<number, { on: number[]; off: number[] }>()
  const removed: number[] = []
  const added: number[] = []
  const favoured = new Set<number>()
  const clash = (field: ClashOfRows['field'], one: Trio): void => {
    const { mine: a, theirs: b } = one
    clashes.push({ key: `${field}.${a === null ? `t${b?.id ?? ''}` : a.id}`, field, mine: a, theirs: b })
  }
  for (const one of trios) {
    const { base: was, mine: a, theirs: b, theirsAt } = one
    if (a === null && b === null) continue
    if (a === null || b === null) {
      if (was === null) {
        if (a === null) added.push(theirsAt)
      } else if (a !== null) {
        if (isEdited(was, a, baseBits, mineBits) || isEditedBeyond(one, 'mine')) clash('existence', one)
        else removed.push(a.id)
      } else if (b !== null && (isEdited(was, b, baseBits, theirBits) || isEditedBeyond(one, 'theirs')))
        clash('existence', one)
      continue
    }
    if (a.name !== b.name) {
      if (was === null || (was.name !== a.name && was.name !== b.name)) clash('name', one)
      else if (was.name === a.name && isNameAllowed(b.name)) names.push({ id: a.id, name: b.name })
    }
    for (const field of ['lock', 'skip'] as const) {
      if (a[field] === b[field]) continue
      if (was === null) clash(field, one)
      else if (was[field] === a[field]) flags[field][b[field] ? 'on' : 'off'].push(a.id)
    }
    // A bit that both changed is the same on both sides; without a base both sides' favourites are kept.
    const [mineSet, theirSet] = [mineBits(a), theirBits(b)]
    const changed = was === null ? theirSet & ~mineSet : (theirSet ^ baseBits(was)) & (theirSet ^ mineSet)
    for (let group = 0; group < 32; group++) {
      if (((changed >>> group) & 1) === 0) continue
      const there = joined.get(group) ?? { on: [], off: [] }
      joined.set(group, there)
      there[((theirSet >>> group) & 1) === 1 ? 'on' : 'off'].push(a.id)
      favoured.add(a.id)
    }
  }
  const orders = compareOrders(base, trios, clash, clashes)
  const used = theirs.rows.reduce((bits, { favourites }) => bits | favourites, 0)
  const groups = mapGroups(mine.groups, theirs.groups)
  return {
    clashes,
    counts: {
      name: names.length,
      lock: flags.lock.on.length + flags.lock.off.length,
      skip: flags.skip.on.length + flags.skip.off.length,
      favourites: favoured.size,
      position: orders.theirs.size,
      added: added.length,
      removed: removed.length,
    },
    missingGroups: theirs.groups.filter((_, group) => (groups[group] ?? -1) < 0 && ((used >>> group) & 1) === 1),
    plan: (choices) => {
      const sideOf = (one: ClashOfRows): Side => choices.get(one.key) ?? defaultSideOf(one)
      const plan: ThreeWayPlan = {
        names: [...names],
        lock: { on: [...flags.lock.on], off: [...flags.lock.off] },
        skip: { on: [...flags.skip.on], off: [...flags.skip.off] },
        favourites: [...joined].sort(([a], [b]) => a - b).map(([group, { on, off }]) => ({ group, on, off })),
        removed: [...removed],
        added: [...added],
        order: null,
      }
      const moved = new Set(orders.theirs)
      let whole = false
      for (const one of clashes) {
        if (sideOf(one) !== 'theirs') continue
        if (one.field === 'order') whole = true
        else if (one.field === 'existence') {
          if (one.mine !== null) plan.removed.push(one.mine.id)
          else if (one.theirs !== null) plan.added.push(one.theirs.position - 1)
        } else if (one.mine !== null && one.theirs !== null) {
          if (one.field === 'name') {
            if (isNameAllowed(one.theirs.name)) plan.names.push({ id: one.mine.id, name: one.theirs.name })
          } else if (one.field === 'position') moved.add(one.mine.id)
          else plan[one.field][one.theirs[one.field] ? 'on' : 'off'].push(one.mine.id)
        }
      }
      plan.order = orderOf(mine, theirs, trios, plan, whole ? null : moved)
      return plan
    },
  }
}

/** What only the box moved (my ids); channels that both moved become clashes. */
function compareOrders(
  base: ListRows | null,
  trios: readonly Trio[],
  clash: (field: ClashOfRows['field'], one: Trio) => void,
  clashes: ClashOfRows[],
): { theirs: Set<number> } {
  const common = trios.filter(
    ({ base: was, mine: a, theirs: b }) => a !== null && b !== null && (was !== null || !base),
  )
  const idsBy = (at: 'mineAt' | 'theirsAt'): Trio[] => [...common].sort((a, b) => a[at] - b[at])
  const differ = (a: readonly Trio[], b: readonly Trio[]): boolean => a.some((one, at) => one !== b[at])
  const [mineOrder, theirOrder] = [idsBy('mineAt'), idsBy('theirsAt')]
  if (!differ(mineOrder, theirOrder)) return { theirs: new Set() }
  const whole = (): { theirs: Set<number> } => {
    clashes.push({ key: 'order', field: 'order', mine: null, theirs: null })
    return { theirs: new Set() }
  }
  if (base === null) return whole()
  const placeIn = (order: readonly Trio[]): number[] => order.map(({ base: was }) => was?.position ?? 0)
  const pick = (order: readonly Trio[]): Set<Trio> => {
    const moved = new Set(outOfOrder(placeIn(order)))
    return new Set(order.filter((_, at) => moved.has(at)))
  }
  const [byMine, byTheirs] = [pick(mineOrder), pick(theirOrder)]
  const both = [...byTheirs].filter((one) => byMine.has(one))
  if (both.length > positionClashesMax) return whole()
  for (const one of both.sort((a, b) => a.mineAt - b.mineAt)) clash('position', one)
  return { theirs: new Set([...byTheirs].filter((one) => !byMine.has(one)).map(({ mine: a }) => a?.id ?? 0)) }
}

/** The merged order; `moved` null: theirs as a whole. Null if the result is my order. */
function orderOf(
  mine: ListRows,
  theirs: ListRows,
  trios: readonly Trio[],
  { removed, added }: ThreeWayPlan,
  moved: ReadonlySet<number> | null,
): number[] | null {
  if (added.length === 0 && moved?.size === 0) return null
  const gone = new Set(removed)
  const order = mine.rows.map(({ id }) => id).filter((id) => !gone.has(id))
  const coming = new Set(added)
  const mineOf = new Map<number, number>()
  for (const { mine: a, theirsAt } of trios) if (a !== null && theirsAt >= 0) mineOf.set(theirsAt, a.id)
  const guide = theirs.rows.flatMap((_, at) => {
    const id = mineOf.get(at)
    if (id !== undefined) return gone.has(id) ? [] : [id]
    return coming.has(at) ? [-1 - at] : []
  })
  const placed = moved ?? new Set(guide)
  // The guide places everything, so channels that only my list has stay after their neighbour.
  if (moved === null) {
    const guided = new Set(guide)
    const own = new Set(order.filter((id) => !guided.has(id)))
    return placeBehind(guide, order, own)
  }
  const all = new Set([...placed, ...added.map((at) => -1 - at)])
  return placeBehind(order, guide, all)
}
