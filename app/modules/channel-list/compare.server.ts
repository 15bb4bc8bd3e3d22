/**
 * Compares a list's newest version with a box's save that waits beside it, for the owner who has to choose. Stores
 * nothing.
 */
import { fail, ok, type Result } from '~/errors/table'
import { workOn } from './heavy.server'
import { getSource } from './source.server'
import { findNewest, findState, findVisible, keyOf, nicknamesBeside, describeList } from './store.server'
import type { Actor, BesideComparison, DifferenceField, DifferenceKind, Paging } from './types'

/** Null where nothing waits for this actor. C1101; I1009 or A0503 when long lists have to wait. */
export const compareBeside = async (
  actor: Actor,
  id: string,
  { show, page, size }: Paging & { show: DifferenceKind | DifferenceField | null },
): Promise<Result<BesideComparison | null>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const { beside } = describeList(actor, found.value, await nicknamesBeside([found.value]))
  if (beside === null) return ok(null)
  const [newest, waiting] = await Promise.all([findNewest(id), findState(id, beside.revision)])
  if (newest === null || waiting === null) return fail('C1101')
  const [mine, theirs] = await Promise.all([getSource(newest.sourceId), getSource(waiting.sourceId)])
  const compared = await workOn(actor.userId, 'compareVersions', {
    mine: { key: keyOf(newest), source: mine.bytes, state: newest.state },
    theirs: { key: keyOf(waiting), source: theirs.bytes, state: waiting.state },
    sameFile: newest.sourceId === waiting.sourceId,
    show,
    paging: { page, size },
  })
  if (!compared.ok) return compared
  const { counts, total, items } = compared.value
  return ok({ beside, revision: newest.number, counts, differences: { items, total, page, size } })
}
