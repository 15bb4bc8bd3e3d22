/**
 * Closes payments at their providers. A card's page is ended there; an address can't be, so it is only shown no more,
 * and watched on, as a payment is that the provider does not list. What the provider says first is taken in: payment
 * wins.
 */
import { db } from '~/platform/db.server'
import type { PaymentsEnd } from '~/modules/order/order.server'
import { askAttempt, takeSession } from './ask.server'
import { moveByPortal, settleSeen } from './fact.server'
import { isLive } from './payment.states'
import type { AttemptRow } from './rows'
import { onItsWayLabels } from './store.server'
import { openStripe } from './stripe.server'
import { attemptsOf, refOf, type TargetRef } from './target'
import { readTarget } from './target.server'

type Closed = 'closed' | 'refused' | 'silent'
type Why = 'cancelled' | 'window-over'

const reread = (id: string): Promise<AttemptRow> => db.paymentAttempt.findUniqueOrThrow({ where: { id } })

const closeCard = async (attempt: AttemptRow, why: Why): Promise<Closed> => {
  const client = openStripe()
  if (client === null || attempt.providerId === null) return 'silent'
  await moveByPortal(attempt.id, 'close-asked')
  const answer = await client.expireSession(attempt.providerId)
  if (answer.ok) {
    // The provider calls expired what the portal has ended because its payer wanted that.
    const isCancelled = why === 'cancelled' && answer.value.said === 'expired'
    await takeSession(attempt, isCancelled ? { ...answer.value, said: 'cancelled' } : answer.value)
    return isLive((await reread(attempt.id)).state) ? 'refused' : 'closed'
  }
  // Refused because it is complete, or over already: what it is now decides.
  const asked = await askAttempt(attempt.id)
  if (!isLive((await reread(attempt.id)).state)) return 'closed'
  await moveByPortal(attempt.id, 'close-refused')
  return answer.fault.kind === 'refused' && asked !== 'silent' ? 'refused' : 'silent'
}

/** Ends one attempt, as far as that can be done. */
export const closeAttempt = async (attemptId: string, why: Why): Promise<Closed> => {
  const asked = await askAttempt(attemptId)
  const attempt = await reread(attemptId)
  if (!isLive(attempt.state)) return 'closed'
  if (onItsWayLabels.includes(attempt.label)) return 'closed'
  if (attempt.provider === 'stripe') return closeCard(attempt, why)
  if (asked === 'silent') return 'silent'
  await moveByPortal(attemptId, why === 'cancelled' ? 'cancelled' : 'expired')
  return 'closed'
}

/** Closes all payments of an order or a recharge, and says how it stands then. */
export const closePayments = async (ref: TargetRef, why: Why): Promise<PaymentsEnd> => {
  const attempts = await db.paymentAttempt.findMany({
    where: { ...attemptsOf(ref), state: { in: ['creating', 'open', 'closing'] } },
    orderBy: { createdAt: 'asc' },
  })
  const closed: Closed[] = []
  for (const { id } of attempts) closed.push(await closeAttempt(id, why))
  await settleSeen(ref)
  const target = await readTarget(ref)
  const isSilent = closed.includes('silent')
  if (target.isSettled()) return isSilent ? 'silent' : 'paid'
  if (target.isConfirming()) return 'on-its-way'
  if (closed.includes('refused')) return 'refused'
  return isSilent ? 'silent' : 'closed'
}

/** Closes an attempt of what is paid or over already, and that could be paid all the same. */
export const closeIfOver = async (attemptId: string): Promise<void> => {
  const attempt = await reread(attemptId)
  if (!isLive(attempt.state)) return
  const target = await readTarget(refOf(attempt))
  if (!target.isOpen()) await closeAttempt(attemptId, 'cancelled')
}
