/** When a new file replaces a list's file, carries over what only the portal stores for the list. */
import { isCellState } from '~/engine/needs-cells'
import { ok, type Result } from '~/errors/table'
import { workOn } from '../engine/heavy.server'
import { storedOf, type Source } from '../storage/source.server'
import { keyOf, type StateRow } from '../storage/store.server'

/** The state to store for the new file. I1009 or A0503 when work on long lists has to wait. */
export const carryOverState = async (
  who: string,
  newest: StateRow,
  source: Source,
  state: Uint8Array,
): Promise<Result<Uint8Array>> => {
  // The unchanged file of an unedited list lacks nothing.
  if (source.id === newest.sourceId && !isCellState(newest.state) && Buffer.compare(newest.state, state) === 0)
    return ok(state)
  return workOn(who, 'carryOverEdits', {
    before: await storedOf(newest),
    after: { key: `after ${keyOf(newest)} ${source.id}`, source: source.bytes, state },
  })
}
