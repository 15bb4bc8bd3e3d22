/**
 * What was added to a list and removed again makes way where nothing more could be added: its cells leave the state,
 * the oldest first, and earlier states still have it. What anything in the list stands on stays.
 */
import { limits } from '../types'
import type { Edits, Kind } from './edits'
import type { Model } from './model'

/** What is asked of the list. */
export type Present = {
  readonly edits: Edits
  readonly model: Model
  /** Records of the source. */
  readonly sourceRows: number
  isLive(channel: number): boolean
}

/** The transponders that any channel but these has, deleted channels too: they bring theirs back. */
const transpondersInUse = ({ edits, model, sourceRows }: Present, without: ReadonlySet<number>): Set<number> => {
  const used = new Set<number>()
  for (let row = 0; row < sourceRows; row++) used.add(model.transponderOf(row))
  edits.added.channel.forEach((id, at) => {
    if (!without.has(id)) used.add(model.transponderOf(sourceRows + at))
  })
  return used
}

const deletedChannels = ({ edits, isLive }: Present): number[] => edits.added.channel.filter((id) => !isLive(id))

/** Removed parts of a kind that nothing stands on, where these channels are gone. */
const unusedParts = (present: Present, kind: Exclude<Kind, 'channel'>, without: ReadonlySet<number>): number[] => {
  const { edits, model } = present
  const gone = edits.added[kind].filter((id) => edits.get(`${kind}.gone`, id) === true)
  if (kind === 'satellite') {
    const used = new Set([...model.allTransponders.values()].map(({ satellite }) => satellite))
    return gone.filter((id) => !used.has(id))
  }
  if (kind !== 'transponder') return gone
  // A removed satellite takes its transponders with it.
  const lost = edits.added.transponder.filter((id) => !model.transponderById.has(id))
  const used = transpondersInUse(present, without)
  return lost.filter((id) => !used.has(id))
}

/** The older half of what may go, or as many as are needed: room is made seldom, and for more than one. */
const olderOf = (ids: readonly number[], needed: number): number[] =>
  ids.slice(0, Math.max(needed, Math.ceil(ids.length / 2)))

export type Leaving = { kind: Kind; ids: ReadonlySet<number> }

/**
 * What leaves, step by step, so that `needed` more of a kind fit in; null where too much of it is in use. Each step is
 * chosen of what the one before has left.
 */
export const nextLeaving = (present: Present, kind: Kind, needed: number): Leaving | null => {
  if (kind === 'channel') {
    const ids = deletedChannels(present)
    return ids.length < needed ? null : { kind, ids: new Set(olderOf(ids, needed)) }
  }
  const unused = unusedParts(present, kind, new Set())
  if (unused.length >= needed) return { kind, ids: new Set(olderOf(unused, needed)) }
  if (kind === 'group' || kind === 'category') return null
  // What stands on removed parts has been deleted with them.
  const deleted = new Set(deletedChannels(present))
  const transponders = unusedParts(present, 'transponder', deleted)
  const on = new Set(transponders)
  const standing = [...deleted].filter((id) => on.has(present.model.transponderOf(present.model.rowOf(id))))
  if (standing.length > 0) return { kind: 'channel', ids: new Set(standing) }
  if (kind === 'satellite' && transponders.length > 0) return { kind: 'transponder', ids: on }
  return null
}

/** Takes ids out of the cells that hold ids. */
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

/** Takes all cells of what leaves out of the edits. */
export const dropCells = (edits: Edits, leaving: Leaving): void => {
  for (const table of [...edits.cells.keys()])
    if (table.startsWith(`${leaving.kind}.`)) for (const id of leaving.ids) edits.put(table, id, undefined)
  dropFromOrders(edits, leaving)
  edits.drop(leaving.kind, leaving.ids)
}

/** How many more of a kind there would be than a state keeps. */
export const additionsOver = ({ added }: Edits, kind: Kind, count: number): number =>
  added[kind].length + count - limits.added[kind]
