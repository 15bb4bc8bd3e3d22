/** Matches pasted lines with a list's channels outside the event loop, because that work goes over both. */
import { ok, type Result } from '~/errors/table'
import { workOn } from '../engine/heavy.server'
import type { Pasted } from './pasted'
import { findShown } from '../storage/shown.server'
import { storedOf } from '../storage/source.server'
import type { Actor } from '../types'

export type PastedIn = Pasted & { revision: number; source: string }

/** What each line means in the newest version. Changes nothing. C1101; I1009 or A0503 when it has to wait. */
export const matchLines = async (actor: Actor, id: string, text: string): Promise<Result<PastedIn>> => {
  const found = await findShown(actor, id)
  if (!found.ok) return found
  const newest = found.value.revision
  const stored = await storedOf(newest)
  const pasted = await workOn(actor.userId, 'findPasted', { stored, text })
  return pasted.ok ? ok({ ...pasted.value, revision: newest.number, source: newest.sourceId }) : pasted
}
