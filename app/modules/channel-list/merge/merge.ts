/**
 * Merges a batch of edits with a stale base with what others have done since: three states of one source, compared cell
 * by cell. Nothing is lost silently: a change by one side is kept, differing changes by both are reported.
 */
import { movedBetween, placeBehind } from '~/engine/lists'
import type { Encoding, Operation } from '~/engine/types'
import { compareMore, isEditedElsewhere, joinPart, type More } from './merge-cells'
import { channelsOf, operationFacts, withChannels } from '../edit/operation-ids'
import type { Clash } from '../types'

export type Cell = { name: string; renamed: boolean; lock: boolean; skip: boolean; favourites: number }
/** One state: the live channels in order, and the editable cells of the channels that a batch names (`namedBy`). */
export type Snapshot = {
  order: Uint32Array
  /** The groups of each channel of `order`, as bits. */
  favourites: ArrayLike<number>
  live: ReadonlySet<number>
  cells: ReadonlyMap<number, Cell>
  encoding: Encoding
} & More
/** `operations`: the batch for the newest state. It is also set with clashes, to find what it would do there. */
export type Merged = { ok: true; operations: Operation[] } | { ok: false; clashes: Clash[]; operations: Operation[] }

type Touched = {
  name: Set<number>
  lock: Set<number>
  skip: Set<number>
  /** Group → ids. */
  favourites: Map<number, Set<number>>
  deleted: Set<number>
  moved: Set<number>
  named: Set<number>
  whole: boolean
  encoding: boolean
}

/** What a batch sets by name. Sorting all channels, or giving a whole order, moves everything. */
const touchedBy = (operations: readonly Operation[]): Touched => {
  const touched: Touched = {
    name: new Set(),
    lock: new Set(),
    skip: new Set(),
    favourites: new Map(),
    deleted: new Set(),
    moved: new Set(),
    named: new Set(),
    whole: false,
    encoding: false,
  }
  for (const operation of operations) {
    const { op } = operation
    if (op === 'order' || (op === 'sort' && operation.ids === undefined)) touched.whole = true
    if (op === 'encoding') touched.encoding = true
    const ids = channelsOf(operation)
    if (op === 'sort') {
      for (const id of ids) touched.moved.add(id)
      continue
    }
    const key = operationFacts[op].sets
    let set = key === undefined ? undefined : touched[key]
    if (op === 'favourite') {
      set = touched.favourites.get(operation.group) ?? new Set()
      touched.favourites.set(operation.group, set)
    }
    for (const id of ids) {
      touched.named.add(id)
      set?.add(id)
    }
  }
  return touched
}

/** The channels whose cells a merge of this batch compares. */
export const namedBy = (operations: readonly Operation[]): ReadonlySet<number> => touchedBy(operations).named

const sameOrder = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** Positions of ids, from 1. */
const positionsOf = (order: ArrayLike<number>): Map<number, number> => {
  const positions = new Map<number, number>()
  for (let at = 0; at < order.length; at++) positions.set(order[at] ?? 0, at + 1)
  return positions
}

/** What a batch was made on, its result there, and the newest state. */
type Sides = { base: Snapshot; mine: Snapshot; theirs: Snapshot }
type TellPart = (id: number) => void
type TellClash = (
  field: Clash['field'],
  id: number | null,
  mineValue: Clash['mine'],
  theirValue: Clash['theirs'],
  group?: number,
) => void

/** Channels that one side deleted and the other edited. */
const compareExistence = ({ base, mine, theirs }: Sides, touched: Touched, clash: TellClash): void => {
  // Others deleted a channel that the batch edits but does not delete.
  for (const id of touched.named) {
    if (base.live.has(id) && !theirs.live.has(id) && mine.live.has(id)) clash('existence', id, true, false)
  }
  // Others edited a channel that the batch deletes.
  // Removing a satellite deletes its channels without naming them.
  const deleted = new Set([...touched.deleted, ...[...base.live].filter((id) => !mine.live.has(id))])
  for (const id of deleted) {
    const was = base.cells.get(id)
    const is = theirs.cells.get(id)
    if (mine.live.has(id) || was === undefined || is === undefined) continue
    if (isEditedElsewhere(base, theirs, id)) {
      clash('existence', id, false, true)
      continue
    }
    const renamed = was.renamed !== is.renamed || (is.renamed && was.name !== is.name)
    if (renamed || was.lock !== is.lock || was.skip !== is.skip || was.favourites !== is.favourites)
      clash('existence', id, false, true)
  }
}

/** Groups that the batch removes, although others put channels in or took some out. */
const compareRemovedGroups = ({ base, theirs }: Sides, operations: readonly Operation[], clash: TellPart): void => {
  const membersOf = ({ order, favourites, groups }: Snapshot, group: number): Set<number> => {
    const bit = groups.get(group) ?? group
    return new Set(Array.from(order).filter((_, at) => (((favourites[at] ?? 0) >>> bit) & 1) === 1))
  }
  for (const operation of operations) {
    if (operation.op !== 'remove' || operation.target !== 'group') continue
    const { id } = operation
    if (!base.groups.has(id) || !theirs.groups.has(id)) continue
    const [was, is] = [membersOf(base, id), membersOf(theirs, id)]
    const joined = [...is].some((one) => !was.has(one))
    const left = [...was].some((one) => theirs.live.has(one) && !is.has(one))
    if (joined || left) clash(id)
  }
}

/** Cells and the encoding that both sides set differently. */
const compareCells = ({ base, mine, theirs }: Sides, touched: Touched, clash: TellClash): void => {
  /**
   * Conflicts if the channel is live on both sides and their cell differs from the base and from mine. A channel that
   * both restored or added has no cell in the base; then `isTheirs` says whether they set it.
   */
  const compare = (
    ids: Iterable<number>,
    differs: (a: Cell, b: Cell) => boolean,
    isTheirs: (is: Cell) => boolean,
    tell: (id: number, mineCell: Cell, theirCell: Cell) => void,
  ): void => {
    for (const id of ids) {
      const was = base.cells.get(id)
      const wanted = mine.cells.get(id)
      const is = theirs.cells.get(id)
      if (wanted === undefined || is === undefined || !differs(wanted, is)) continue
      if (was === undefined ? isTheirs(is) : differs(was, is)) tell(id, wanted, is)
    }
  }
  // A name from the source reads differently in another encoding; that alone is not a rename.
  const nameDiffers = (a: Cell, b: Cell): boolean =>
    (a.renamed || b.renamed) && (a.renamed !== b.renamed || a.name !== b.name)
  compare(
    touched.name,
    nameDiffers,
    (is) => is.renamed,
    (id, a, b) => clash('name', id, a.name, b.name),
  )
  for (const mark of ['lock', 'skip'] as const)
    compare(
      touched[mark],
      (a, b) => a[mark] !== b[mark],
      (is) => is[mark],
      (id, a, b) => clash(mark, id, a[mark], b[mark]),
    )
  for (const [group, ids] of touched.favourites) {
    const has = (cell: Cell, side: Snapshot): boolean =>
      ((cell.favourites >>> (side.groups.get(group) ?? group)) & 1) === 1
    for (const id of ids) {
      const [was, wanted, is] = [base.cells.get(id), mine.cells.get(id), theirs.cells.get(id)]
      if (wanted === undefined || is === undefined) continue
      const [before, my, their] = [was !== undefined && has(was, base), has(wanted, mine), has(is, theirs)]
      if (before !== their && my !== their) clash('favourite', id, my, their, theirs.groups.get(group) ?? group)
    }
  }
  if (touched.encoding && theirs.encoding !== base.encoding && theirs.encoding !== mine.encoding)
    clash('encoding', null, mine.encoding, theirs.encoding)
}

/** True if the batch gives positions for the channels that it adds or restores. */
const hasPlaces = (operations: readonly Operation[]): boolean =>
  operations.some(
    (operation) =>
      (operation.op === 'restore' || (operation.op === 'add' && operation.target === 'channel')) &&
      operation.to !== undefined,
  )

/**
 * The order of all remaining channels after both sides' moves and additions. Null if a conflict is reported, or if that
 * is already the newest order with the batch's additions at its end.
 */
const mergeOrders = (
  { base, mine, theirs }: Sides,
  touched: Touched,
  operations: readonly Operation[],
  clash: TellClash,
): number[] | null => {
  const common = (order: ArrayLike<number>): number[] =>
    Array.from(order).filter((id) => base.live.has(id) && mine.live.has(id) && theirs.live.has(id))
  const baseOrder = common(base.order)
  const mineOrder = common(mine.order)
  const theirOrder = common(theirs.order)
  const isMoved = !sameOrder(baseOrder, mineOrder) && !sameOrder(mineOrder, theirOrder)
  if (!isMoved && !hasPlaces(operations)) return null
  /** What the batch adds, and what others have added. */
  const fresh = Array.from(mine.order).filter((id) => !base.live.has(id) && !theirs.live.has(id))
  const foreign = new Set(Array.from(theirs.order).filter((id) => !base.live.has(id) && !mine.live.has(id)))
  const stays = (id: number): boolean => theirs.live.has(id) && !(base.live.has(id) && !mine.live.has(id))
  const theirFinal = Array.from(theirs.order).filter(stays)
  if (sameOrder(baseOrder, theirOrder)) {
    const additions = new Set(fresh)
    const mineFinal = Array.from(mine.order).filter((id) => stays(id) || additions.has(id))
    return placeBehind([...mineFinal, ...foreign], theirFinal, foreign)
  }
  if (touched.whole && isMoved) {
    clash('order', null, null, null)
    return null
  }
  const theirMoved = movedBetween(baseOrder, theirOrder)
  // Moves, steps and sorts of some channels leave all others in order, so the named channels explain the batch.
  const mineMoved = new Set([...touched.moved].filter((id) => mine.live.has(id) && theirs.live.has(id)))
  const minePositions = positionsOf(mine.order)
  const theirPositions = positionsOf(theirs.order)
  if (isMoved)
    for (const id of mineMoved)
      if (theirMoved.has(id)) clash('position', id, minePositions.get(id) ?? null, theirPositions.get(id) ?? null)
  return placeBehind([...theirFinal, ...fresh], Array.from(mine.order), new Set([...mineMoved, ...fresh]))
}

/** The batch for the newest state: channels that are gone are left out, and moves become the merged order. */
const joinOperations = (theirs: Snapshot, operations: readonly Operation[], order: number[] | null): Operation[] => {
  const joined: Operation[] = []
  const comes = new Set<number>()
  /** What the batch itself has deleted so far. */
  const gone = new Set<number>()
  for (const operation of operations) {
    if (operation.op === 'restore') for (const id of operation.ids) comes.add(id)
    else if (operation.op === 'add' && operation.target === 'channel')
      for (const { id } of operation.channels) comes.add(id)
  }
  for (const operation of operations) {
    switch (operation.op) {
      case 'move':
      case 'step':
      case 'sort':
      case 'order':
      case 'swap':
        break
      case 'encoding':
        joined.push(operation)
        break
      case 'restore': {
        // Others may have restored it too. The merged order contains the positions.
        const ids = operation.ids.filter((id) => !theirs.live.has(id) || gone.has(id))
        if (ids.length > 0) joined.push({ op: 'restore', ids })
        break
      }
      case 'add':
        joined.push(
          operation.target === 'channel' ? { op: 'add', target: 'channel', channels: operation.channels } : operation,
        )
        break
      case 'remove':
      case 'arrange': {
        const part = joinPart(operation, theirs)
        if (part !== null) joined.push(part)
        break
      }
      default: {
        if (operation.op === 'delete') for (const id of operation.ids) gone.add(id)
        // By then, channels that the batch itself adds exist.
        const living = withChannels(operation, (id) => (theirs.live.has(id) || comes.has(id) ? id : undefined))
        if (living !== null) joined.push(living)
      }
    }
  }
  if (order !== null) joined.push({ op: 'order', order })
  return joined
}

/**
 * Merges three states: `base` is what the batch was made on, `mine` is base with the batch applied, `theirs` is the
 * newest state. Applying the resulting operations to `theirs` does what the batch wanted.
 */
export const mergeBatch = (
  base: Snapshot,
  mine: Snapshot,
  theirs: Snapshot,
  operations: readonly Operation[],
): Merged => {
  const sides = { base, mine, theirs }
  const touched = touchedBy(operations)
  const clashes: Clash[] = []
  const nameOf = (id: number): string | null => (theirs.cells.get(id) ?? base.cells.get(id))?.name ?? null
  const clash: TellClash = (field, id, mineValue, theirValue, group) =>
    void clashes.push({
      field,
      id,
      channel: id === null ? null : nameOf(id),
      mine: mineValue,
      theirs: theirValue,
      ...(group === undefined ? {} : { group }),
    })
  compareExistence(sides, touched, clash)
  compareCells(sides, touched, clash)
  const parts = compareMore(sides, operations, nameOf)
  clashes.push(...parts)
  compareRemovedGroups(sides, operations, (id) => {
    const channel = base.parts.group.get(id) ?? null
    if (!parts.some((one) => one.field === 'group' && one.channel === channel))
      clashes.push({ field: 'group', id: null, channel, mine: false, theirs: true })
  })
  const order = mergeOrders(sides, touched, operations, clash)
  return clashes.length > 0
    ? { ok: false, clashes, operations: joinOperations(theirs, operations, null) }
    : { ok: true, operations: joinOperations(theirs, operations, order) }
}
