/**
 * Finds channels of a list's earlier file in its newest one; long lists are handled outside the event loop, like all
 * work on them.
 */
import { ok, type Result } from '~/errors/table'
import { workOn } from '../engine/heavy.server'
import { getSource, storedWith } from '../storage/source.server'
import { findShown } from '../storage/shown.server'
import { findLast, readsDraft } from '../storage/store.server'
import type { Actor, Mapping } from '../types'

/**
 * Finds the channels `ids` of the file `source` in the newest one. `source` names a file that the list had; if it is no
 * longer kept, nothing is found (`kept` false). C1101, as for any list; I1009 or A0503 when work on long lists has to
 * wait.
 */
export const mapChannels = async (
  actor: Actor,
  listId: string,
  asked: { source: string; ids: readonly number[] },
): Promise<Result<Mapping>> => {
  const found = await findShown(actor, listId)
  if (!found.ok) return found
  const { row, revision: newest } = found.value
  const ids = [...new Set(asked.ids)]
  const head = { revision: newest.number, source: newest.sourceId, from: asked.source }
  // Only files of this list count; for another account's list, only the published one.
  const earlier = readsDraft(actor, row)
    ? await findLast({ listId, sourceId: asked.source })
    : asked.source === newest.sourceId
      ? newest
      : null
  if (earlier === null)
    return ok({ ...head, kept: false, found: [], missing: ids.map((id) => ({ id, name: null })), ambiguous: [] })
  const [before, after] = await Promise.all([getSource(earlier.sourceId), getSource(newest.sourceId)])
  const mapped = await workOn(actor.userId, 'mapIds', {
    before: storedWith(earlier, before),
    after: storedWith(newest, after),
    ids,
    isReading: before.origin !== null && before.origin.id === after.origin?.id,
  })
  return mapped.ok ? ok({ ...head, kept: true, ...mapped.value }) : mapped
}
