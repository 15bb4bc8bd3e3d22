/** Pasted lines are matched with a list's channels outside of the event loop, like all work that goes over both. */
import { fail, ok, type Result } from '~/errors/table'
import { workOn } from './heavy.server'
import type { Pasted } from './pasted'
import { findNewest, findVisible } from './store.server'
import { storedOf } from './two-lists.server'
import type { Actor } from './types'

export type PastedIn = Pasted & { revision: number; source: string }

/** What each line means in the newest version. Changes nothing. C1101; I1009 or A0503 when it has to wait. */
export const matchLines = async (actor: Actor, id: string, text: string): Promise<Result<PastedIn>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  const stored = await storedOf(newest)
  const pasted = await workOn(actor.userId, 'findPasted', { stored, text })
  return pasted.ok ? ok({ ...pasted.value, revision: newest.number, source: newest.sourceId }) : pasted
}
