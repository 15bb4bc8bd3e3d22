/**
 * Further payments: a deposit that comes to an address after its payment is one of the provider's own, which names its
 * parent or our reference. Each that is heard of gets a row before anything else is done about it, and is asked about
 * like an attempt's own payment (poll.server.ts), so that neither a lost callback nor a lost answer loses its money.
 */
import { now, secondMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { meanings } from './payment.states'
import type { Said } from './provider'
import type { AttemptRow } from './rows'
import { onItsWayLabels, watchedMs } from './store.server'

/** The first question, where a word has just come. */
const firstPauseMs = 20 * secondMs

/**
 * Remembers a payment that stood in the provider's list; it is asked about at once. False where it is known already.
 */
export const watchFurther = async (
  { id: attemptId, provider }: Pick<AttemptRow, 'id' | 'provider'>,
  providerId: string,
): Promise<boolean> => {
  const at = now()
  const pollUntil = new Date(at.getTime() + watchedMs)
  const added = await db.$executeRaw`
    INSERT INTO "FurtherPayment" ("id", "provider", "providerId", "attemptId", "nextPollAt", "pollUntil", "createdAt")
    VALUES (${makeId()}, ${provider}, ${providerId}, ${attemptId}, ${at}, ${pollUntil}, ${at})
    ON CONFLICT ("provider", "providerId") DO NOTHING`
  return added === 1
}

/**
 * Notes what was said of a further payment, in the transaction that takes it in; true where that is new. A card's
 * second session is asked about by nobody: its events tell.
 */
export const noteFurther = async (
  tx: Transaction,
  { id: attemptId, provider }: Pick<AttemptRow, 'id' | 'provider'>,
  { paymentKey: providerId, said, word }: { paymentKey: string; said: Said; word: string },
): Promise<boolean> => {
  if (provider !== 'nowpayments') return true
  const at = now()
  const where = { provider_providerId: { provider, providerId } }
  const before = await tx.furtherPayment.findUnique({ where })
  if (before?.lastWord === word) return false
  const isOnItsWay = said !== 'unknown' && onItsWayLabels.includes(meanings[said].label)
  const data = {
    lastWord: word,
    onItsWaySince: isOnItsWay ? (before?.onItsWaySince ?? at) : null,
    pollUntil: new Date(at.getTime() + watchedMs),
  }
  const nextPollAt = new Date(at.getTime() + firstPauseMs)
  // One that is asked about no more, and has news, is watched again.
  if (before !== null)
    await tx.furtherPayment.update({ where, data: { ...data, nextPollAt: before.nextPollAt ?? nextPollAt } })
  else
    await tx.furtherPayment.create({
      data: { ...data, id: makeId(), provider, providerId, attemptId, nextPollAt, createdAt: at },
    })
  return true
}
