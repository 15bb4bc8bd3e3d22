/**
 * A wallet's owner is told what came into it by the house's hand, and what the operator has done with it. The
 * telling is a job, written in the transaction of the fact and ended in that of the message: none is lost, and each
 * comes once.
 */
import type { Transaction } from '~/platform/db.server'
import { oneOff } from '~/platform/jobs.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import { ok } from '~/errors/table'

/** Amounts as decimal text. `number`: of the transaction. `reason`: the operator's words for the owner. */
export type GivenFact =
  | { kind: 'code'; amount: string; number: string }
  | { kind: 'gift'; currency: 'MANGO' | 'POINTS'; amount: string }
  | { kind: 'frozen' | 'closed'; reason: string }
  | { kind: 'reopened' }

/** The message in every language; words belong to a room above. */
export const givenTexts = provided<(fact: GivenFact) => MessageTexts>('the words about what came into a wallet')

type Told = { userId: string; key: string; fact: GivenFact }

export const tellOfGiven = oneOff<Told>('tell-of-given', async ({ userId, key, fact }, run) => {
  const texts = givenTexts(fact)
  await transact(async (tx) => {
    await run.endWith(tx)
    await notifyAccountIn(tx, userId, `wallet ${key}`, texts, { isOwnAct: fact.kind === 'code' })
    return ok(null)
  })
})

/** Plans it with the fact. `key` names the fact: the same one is told once. */
export const tellWalletOwner = async (tx: Transaction, userId: string, key: string, fact: GivenFact): Promise<void> => {
  await tellOfGiven.enqueue(tx, { key, payload: { userId, key, fact } })
}
