/**
 * Ends sessions and explains why. An ended session keeps its row, so that its person learns the reason; its storage key
 * is removed at once.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { fail, type Code, type Failure } from '~/errors/table'
import { forgetActs } from './activity.server'

/**
 * `elsewhere`: a new sign-in replaced it; `remote`: its person signed it out from another session. `reuse`: an old
 * refresh token came back, so somebody else may have it.
 */
export const endReasons = [
  'exit',
  'idle',
  'expired',
  'elsewhere',
  'remote',
  'disabled',
  'password',
  'operator',
  'reuse',
] as const
export type EndReason = (typeof endReasons)[number]

const endCodes: Record<EndReason, Code> = {
  exit: 'I1305',
  idle: 'I1303',
  expired: 'I1303',
  elsewhere: 'I1306',
  remote: 'I1306',
  disabled: 'U6008',
  password: 'I1305',
  operator: 'I1305',
  reuse: 'I1305',
}

/** Parses the reason in a row; one that this version does not know counts as an exit. */
export const parseEndReason = (text: string | null): EndReason => endReasons.find((known) => known === text) ?? 'exit'
/** The answer to a call of an ended session; I1306 has a sentence for each of its two causes. */
export const failureOfEnd = (text: string | null): Failure => {
  const reason = parseEndReason(text)
  return fail(endCodes[reason], reason === 'remote' ? { data: { context: reason } } : {})
}

/** Ends these sessions; those already ended keep their reason. */
export const endRows = async (
  ids: readonly string[],
  reason: EndReason,
  tx: Pick<Transaction, 'session'> = db,
): Promise<void> => {
  if (ids.length === 0) return
  await tx.session.updateMany({
    where: { id: { in: [...ids] }, endedAt: null },
    data: { endedAt: now(), endReason: reason, storageKey: null },
  })
  for (const id of ids) forgetActs(id)
}
