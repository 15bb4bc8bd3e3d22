/**
 * The tools for whole lists: previews what one would do, and does it as one edit that can be undone. A tool works on
 * the revision that the user saw; its plan is computed again from that revision, so that it does only what was shown.
 */
import { fail, ok, type Result } from '~/errors/table'
import { limits, type Operation } from '~/engine/types'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { workOn } from '../engine/heavy.server'
import { applyOperations } from '../edit/revise.server'
import { storedOf } from '../storage/source.server'
import { findShown, findShownOf } from '../storage/shown.server'
import {
  findChangeable,
  findNewest,
  findState,
  findVisible,
  nameFor,
  readsDraft,
  type StateRow,
} from '../storage/store.server'
import type { OtherList, ToolPlan } from './tool-facts'
import { tools, type ToolAsk } from './tools.schema'
import type { Actor, Edited, Paging, ToolCounts, ToolRow } from '../types'
import type { Stored } from '../engine/stored'

/**
 * How many published lists are read for satellites and transponders, newest first: a satellite may be in only one of
 * them.
 */
const skyListsMax = 64

/** Another list that a tool reads, in a revision. */
export type ToolList = { id: string; name: string; revision: number }
/**
 * What a tool works with besides its list. `lists`: the revisions that the user saw, to repeat a plan. `bytes`: a file
 * instead of a list.
 */
export type ToolOthers = {
  from?: string | undefined
  lists?: readonly Pick<ToolList, 'id' | 'revision'>[]
  bytes?: Uint8Array
}

export type ToolPreview = {
  revision: number
  source: string
  /** Channels in the list. */
  channels: number
  lists: ToolList[]
  /** False if the other list is a file that can't be read. */
  read: boolean
  counts: ToolCounts
  satellites: string[]
  rows: ToolRow[]
  /** Total rows; for duplicates, groups. */
  total: number
}

/** The lists that the tool reads: the named one, or the newest published ones. */
const findOthers = async (
  actor: Actor,
  id: string,
  tool: ToolAsk['tool'],
  { from, lists = [], bytes }: ToolOthers,
): Promise<Result<{ others: OtherList[]; lists: ToolList[] }>> => {
  if (bytes !== undefined) return ok({ others: [{ bytes }], lists: [] })
  const revisionOf = (listId: string): number | undefined => lists.find((one) => one.id === listId)?.revision
  const open = async (listId: string): Promise<Result<{ stored: Stored; list: ToolList }>> => {
    const visible = await findVisible(actor, listId)
    if (!visible.ok) return visible
    const list = visible.value
    const seen = revisionOf(listId)
    const first = await findShownOf(actor, list, seen ?? null)
    // If the revision that the user saw is gone, read the newest. But copying goes by ids, and another version of
    // another account's list has other ids.
    const mayRetry = !first.ok && seen !== undefined && (tool !== 'copy' || readsDraft(actor, list))
    const found = mayRetry ? await findShownOf(actor, list, null) : first
    if (!found.ok) return found
    const row = found.value
    return ok({ stored: await storedOf(row), list: { id: listId, name: nameFor(actor, list), revision: row.number } })
  }
  if (from !== undefined && from !== '') {
    const opened = await open(from)
    if (!opened.ok) return { ...opened, field: 'from' }
    return ok({ others: [opened.value.stored], lists: [opened.value.list] })
  }
  if (tools[tool].other !== 'system') return ok({ others: [], lists: [] })
  const newest = await db.channelList.findMany({
    where: { kind: 'system', deletedAt: null, publishedId: { not: null }, id: { not: id } },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    take: skyListsMax,
    select: { id: true },
  })
  const opened = await Promise.all(newest.map((one) => open(one.id)))
  const found = opened.flatMap((one) => (one.ok ? [one.value] : []))
  return ok({ others: found.map(({ stored }) => stored), lists: found.map(({ list }) => list) })
}

const plan = async (
  actor: Actor,
  row: StateRow,
  others: OtherList[],
  asked: ToolAsk,
  paging: Paging | null,
  seed: string,
): Promise<Result<ToolPlan>> => {
  const stored = await storedOf(row)
  return workOn(actor.userId, 'planTool', { stored, others, asked, paging, seed })
}

/**
 * What a tool would do with the newest revision of a list; `paging` counts rows, or groups for duplicates. C1101, also
 * for the other list (field `from`); I1009 or A0503 when work on long lists has to wait.
 */
export const previewTool = async (
  actor: Actor,
  id: string,
  asked: ToolAsk,
  others: ToolOthers,
  paging: Paging,
): Promise<Result<ToolPreview>> => {
  const [shown, opened] = await Promise.all([findShown(actor, id), findOthers(actor, id, asked.tool, others)])
  if (!shown.ok) return shown
  if (!opened.ok) return opened
  const newest = shown.value.revision
  const planned = await plan(actor, newest, opened.value.others, asked, paging, '')
  if (!planned.ok) return planned
  const { read, counts, satellites, rows, total } = planned.value
  return ok({
    read,
    revision: newest.number,
    source: newest.sourceId,
    channels: newest.channels,
    lists: opened.value.lists,
    counts,
    satellites,
    rows,
    total,
  })
}

type Seen = { base: number; batch?: string | undefined }
/** A tool's operations, how many channels or parts they affect, and the rows that were asked for. */
export type ToolEdit = { operations: Operation[]; count: number; rows: ToolRow[] }

/**
 * The operations that do what a tool showed on revision `base`, if there are any; the same `batch` gives the same ones.
 * Q2202 if the list would have more than 2000 channels; C1101, C1108.
 */
export const planToolEdit = async (
  actor: Actor,
  id: string,
  asked: ToolAsk,
  others: ToolOthers,
  { base, batch }: Seen,
  paging: Paging | null = null,
): Promise<Result<ToolEdit>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  const [seen, opened] = await Promise.all([findState(id, base), findOthers(actor, id, asked.tool, others)])
  if (!opened.ok) return opened
  // If the revision is no longer kept, the batch is refused with what can still be done.
  const row = seen ?? (await findNewest(id))
  if (row === null) return fail('C1101')
  const planned = await plan(actor, row, opened.value.others, asked, paging, batch ?? makeId())
  if (!planned.ok) return planned
  const { operations, counts, rows } = planned.value
  const channels = row.channels + (asked.tool === 'copy' ? counts.changes : 0)
  if (asked.tool === 'copy' && channels > limits.channelsPerList)
    return fail('Q2202', { data: { reason: 'copy', channels, limit: limits.channelsPerList } })
  return ok({ operations, count: counts.changes, rows })
}

/**
 * Does what a tool showed on revision `base`, as one edit with one undo: merged with later edits, or C1104, like any
 * batch. C1106 with the reason `nothing-selected` if there is nothing to do; other codes as for `planToolEdit` and
 * `applyOperations`.
 */
export const applyTool = async (
  actor: Actor,
  id: string,
  asked: ToolAsk,
  others: ToolOthers,
  input: Seen & { source?: string | undefined },
): Promise<Result<Edited>> => {
  const planned = await planToolEdit(actor, id, asked, others, input)
  if (!planned.ok) return planned
  const { operations } = planned.value
  return operations.length === 0
    ? fail('C1106', { data: { reason: 'nothing-selected' } })
    : applyOperations(actor, id, { ...input, operations })
}
