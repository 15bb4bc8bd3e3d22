/**
 * Notifies a wallet's owner about gifts, redeemed codes and the operator's actions. Notifying is a job that is written
 * in the event's transaction and ends in the message's transaction: no notice is lost or sent twice.
 */
import type { Transaction } from '~/platform/db.server'
import { oneOff } from '~/platform/jobs.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import { ok } from '~/errors/table'

/** Amounts as decimal text. `number`: the transaction number. `reason`: the operator's words for the owner. */
export type GivenEvent =
  | { kind: 'code'; amount: string; number: string }
  | { kind: 'gift'; currency: 'MANGO' | 'POINTS'; amount: string }
  | { kind: 'frozen' | 'closed'; reason: string }
  | { kind: 'reopened' }

/** The message in every language; a higher module provides the texts. */
export const givenTexts = provided<(fact: GivenEvent) => MessageTexts>('the words about what came into a wallet')

type Notification = { userId: string; key: string; fact: GivenEvent }

export const tellOfGiven = oneOff<Notification>('tell-of-given', async ({ userId, key, fact }, run) => {
  const texts = givenTexts(fact)
  await transact(async (tx) => {
    await run.endWith(tx)
    await notifyAccountIn(tx, userId, `wallet ${key}`, texts, { isOwnAct: fact.kind === 'code' })
    return ok(null)
  })
})

/** Schedules the notice in the event's transaction. `key` identifies it, so that it is sent only once. */
export const tellWalletOwner = async (
  tx: Transaction,
  userId: string,
  key: string,
  fact: GivenEvent,
): Promise<void> => {
  await tellOfGiven.enqueue(tx, { key, payload: { userId, key, fact } })
}
