/**
 * Compares a list's newest version with the box's save that waits beside it, so that the owner can choose. Stores
 * nothing.
 */
import { fail, ok, type Result } from '~/errors/table'
import { LRUCache } from 'lru-cache'
import { db } from '~/platform/db.server'
import { limits } from '~/engine/types'
import { workOn } from '../engine/heavy.server'
import { changesKept } from '../limits'
import { storedOf } from '../storage/source.server'
import { findNewest, findState, findVisible, conflictCopyNicknames, describeList } from '../storage/store.server'
import type { Actor, BesideComparison, DifferenceField, DifferenceKind, Paging } from '../types'

export type Changes = { added: number; removed: number; changed: number }
/** Two versions never change, so neither do their differences. */
const known = new LRUCache<string, Changes>({ max: changesKept })
/**
 * What a version changed since an earlier one, for an actor who may see both: of a ready-made list, versions that all
 * boxes had. Null if unknown, or if it would have to wait for other work.
 */
export const countChanges = async (
  actor: Actor,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<Changes | null> => {
  const found = await findVisible(actor, id)
  if (!found.ok || from === to) return null
  if (found.value.kind !== 'user') {
    const out = await db.listPublication.findMany({
      where: { listId: id, revision: { in: [from, to] }, outAt: { not: null } },
      distinct: ['revision'],
      select: { revision: true },
    })
    if (out.length < 2) return null
  }
  const key = `${id} ${from} ${to}`
  const before = known.get(key)
  if (before !== undefined) return before
  const [mine, theirs] = await Promise.all([findState(id, from), findState(id, to)])
  if (mine === null || theirs === null) return null
  if (Math.max(mine.channels, theirs.channels) > limits.channelsPerList) return null
  const compared = await workOn(actor.userId, 'compareVersions', {
    mine: await storedOf(mine),
    theirs: await storedOf(theirs),
    sameFile: mine.sourceId === theirs.sourceId,
    show: null,
    paging: { page: 1, size: 1 },
  })
  if (!compared.ok) return null
  const { added, removed, changed } = compared.value.counts
  known.set(key, { added, removed, changed })
  return { added, removed, changed }
}

/** Null if nothing waits for this actor. C1101; I1009 or A0503 when work on long lists has to wait. */
export const compareConflictCopy = async (
  actor: Actor,
  id: string,
  { show, page, size }: Paging & { show: DifferenceKind | DifferenceField | null },
): Promise<Result<BesideComparison | null>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const { beside } = describeList(actor, found.value, await conflictCopyNicknames([found.value]))
  if (beside === null) return ok(null)
  const [newest, waiting] = await Promise.all([findNewest(id), findState(id, beside.revision)])
  if (newest === null || waiting === null) return fail('C1101')
  const compared = await workOn(actor.userId, 'compareVersions', {
    mine: await storedOf(newest),
    theirs: await storedOf(waiting),
    sameFile: newest.sourceId === waiting.sourceId,
    show,
    paging: { page, size },
  })
  if (!compared.ok) return compared
  const { counts, total, items } = compared.value
  return ok({ beside, revision: newest.number, counts, differences: { items, total, page, size } })
}
