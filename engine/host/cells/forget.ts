/**
 * Frees room for additions. Items that were added and removed again lose their cells once nothing more could be added,
 * the oldest first; earlier states still have them. Whatever anything in the list depends on stays.
 */
import { limits } from '../types'
import type { Edits, Kind } from './edits'
import type { Model } from './model'

/** What this needs to know about the list. */
export type Present = {
  readonly edits: Edits
  readonly model: Model
  /** Number of records in the source. */
  readonly sourceRows: number
  isLive(channel: number): boolean
}

/**
 * The transponders used by channels outside `without`, including deleted channels: restoring one restores its
 * transponder.
 */
const transpondersInUse = ({ edits, model, sourceRows }: Present, without: ReadonlySet<number>): Set<number> => {
  const used = new Set<number>()
  for (let row = 0; row < sourceRows; row++) used.add(model.transponderOf(row))
  edits.added.channel.forEach((id, at) => {
    if (!without.has(id)) used.add(model.transponderOf(sourceRows + at))
  })
  return used
}

const deletedChannels = ({ edits, isLive }: Present): number[] => edits.added.channel.filter((id) => !isLive(id))

/** Removed parts of a kind that nothing depends on, once these channels are gone. */
const unusedParts = (present: Present, kind: Exclude<Kind, 'channel'>, without: ReadonlySet<number>): number[] => {
  const { edits, model } = present
  const gone = edits.added[kind].filter((id) => edits.get(`${kind}.gone`, id) === true)
  if (kind === 'satellite') {
    const used = new Set([...model.allTransponders.values()].map(({ satellite }) => satellite))
    return gone.filter((id) => !used.has(id))
  }
  if (kind !== 'transponder') return gone
  // Removing a satellite removes its transponders.
  const lost = edits.added.transponder.filter((id) => !model.transponderById.has(id))
  const used = transpondersInUse(present, without)
  return lost.filter((id) => !used.has(id))
}

/** The older half of what may go, or more if needed: making room for several additions at once happens less often. */
const olderOf = (ids: readonly number[], needed: number): number[] =>
  ids.slice(0, Math.max(needed, Math.ceil(ids.length / 2)))

export type Leaving = { kind: Kind; ids: ReadonlySet<number> }

/**
 * What to remove next so that `needed` more of a kind fit; null if too many are in use. Each step is chosen from what
 * the previous one left.
 */
export const nextLeaving = (present: Present, kind: Kind, needed: number): Leaving | null => {
  if (kind === 'channel') {
    const ids = deletedChannels(present)
    return ids.length < needed ? null : { kind, ids: new Set(olderOf(ids, needed)) }
  }
  const unused = unusedParts(present, kind, new Set())
  if (unused.length >= needed) return { kind, ids: new Set(olderOf(unused, needed)) }
  if (kind === 'group' || kind === 'category') return null
  // Channels on removed parts were deleted with them.
  const deleted = new Set(deletedChannels(present))
  const transponders = unusedParts(present, 'transponder', deleted)
  const on = new Set(transponders)
  const standing = [...deleted].filter((id) => on.has(present.model.transponderOf(present.model.rowOf(id))))
  if (standing.length > 0) return { kind: 'channel', ids: new Set(standing) }
  if (kind === 'satellite' && transponders.length > 0) return { kind: 'transponder', ids: on }
  return null
}

/** Removes ids from the cells that hold ids. */
const dropFromOrders = (edits: Edits, { kind, ids }: Leaving): void => {
  const table = kind === 'channel' ? 'group.order' : `list.${kind}`
  for (const id of [...(edits.table(table)?.keys() ?? [])]) {
    const order = edits.order(table, id)
    if (order?.some((one) => ids.has(one)))
      edits.put(
        table,
        id,
        order.filter((one) => !ids.has(one)),
      )
  }
}

/** Removes all cells of what leaves from the edits. */
export const dropCells = (edits: Edits, leaving: Leaving): void => {
  for (const table of [...edits.cells.keys()])
    if (table.startsWith(`${leaving.kind}.`)) for (const id of leaving.ids) edits.put(table, id, undefined)
  dropFromOrders(edits, leaving)
  edits.drop(leaving.kind, leaving.ids)
}

/** By how many the additions of a kind would exceed what a state keeps. */
export const additionsOver = ({ added }: Edits, kind: Kind, count: number): number =>
  added[kind].length + count - limits.added[kind]
