/**
 * Tracks further payments: a later deposit to an address is a separate payment at the provider, which names its parent
 * or our reference. Each gets a row before anything else is done, and is polled like an attempt's own payment
 * (poll.server.ts), so that neither a lost callback nor a lost answer loses its money.
 */
import { now, secondMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { meanings } from './payment.states'
import type { CoinPayment, ProviderStatus } from './provider'
import type { AttemptRow } from './rows'
import { onItsWayLabels, watchedMs } from './store.server'

/** Delay of the first poll after a report has just arrived. */
const firstPauseMs = 20 * secondMs

/** The attempt that a coin payment in the provider's list belongs to: by its id, its parent's, or our reference. */
export const findCoinAttempt = ({ id, parentId, reference }: CoinPayment): Promise<AttemptRow | null> =>
  db.paymentAttempt.findFirst({
    where: {
      provider: 'nowpayments',
      OR: [
        { providerId: { in: [id, parentId].filter((one) => one !== null) } },
        ...(reference === null ? [] : [{ id: reference }]),
      ],
    },
  })

/** Stores a payment found in the provider's list and polls it at once. False if it is already known. */
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
 * Records a report of a further payment in the transaction that applies it; true if the status is new. A card's second
 * session is never polled: its events report it.
 */
export const noteFurther = async (
  tx: Transaction,
  { id: attemptId, provider }: Pick<AttemptRow, 'id' | 'provider'>,
  {
    paymentKey: providerId,
    providerStatus,
    word,
  }: { paymentKey: string; providerStatus: ProviderStatus; word: string },
): Promise<boolean> => {
  if (provider !== 'nowpayments') return true
  const at = now()
  const where = { provider_providerId: { provider, providerId } }
  const before = await tx.furtherPayment.findUnique({ where })
  if (before?.lastWord === word) return false
  const isOnItsWay = providerStatus !== 'unknown' && onItsWayLabels.includes(meanings[providerStatus].label)
  const data = {
    lastWord: word,
    onItsWaySince: isOnItsWay ? (before?.onItsWaySince ?? at) : null,
    pollUntil: new Date(at.getTime() + watchedMs),
  }
  const nextPollAt = new Date(at.getTime() + firstPauseMs)
  // If polling had ended, a new status starts it again.
  if (before !== null)
    await tx.furtherPayment.update({ where, data: { ...data, nextPollAt: before.nextPollAt ?? nextPollAt } })
  else
    await tx.furtherPayment.create({
      data: { ...data, id: makeId(), provider, providerId, attemptId, nextPollAt, createdAt: at },
    })
  return true
}
