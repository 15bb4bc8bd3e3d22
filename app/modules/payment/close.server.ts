/**
 * Closes payments at their providers. A card's page is expired there. A coin address can't be closed, so it is only
 * hidden, and stays watched, like a payment that the provider doesn't list. The provider's answer is applied first: a
 * payment wins over closing.
 */
import { db } from '~/platform/db.server'
import type { PaymentsEnd } from '~/modules/order/order.server'
import { askAttempt, takeSession } from './ask.server'
import { moveByPortal, settleSeen } from './report.server'
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
    // The provider says "expired" even when the portal ended the session because the customer cancelled.
    const isCancelled = why === 'cancelled' && answer.value.providerStatus === 'expired'
    await takeSession(attempt, isCancelled ? { ...answer.value, providerStatus: 'cancelled' } : answer.value)
    return isLive((await reread(attempt.id)).state) ? 'refused' : 'closed'
  }
  // The provider refuses if the session is complete or already over: its current state decides.
  const asked = await askAttempt(attempt.id)
  if (!isLive((await reread(attempt.id)).state)) return 'closed'
  await moveByPortal(attempt.id, 'close-refused')
  return answer.fault.kind === 'refused' && asked !== 'silent' ? 'refused' : 'silent'
}

/** Closes one attempt, as far as its provider allows. */
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

/** Closes all payments of an order or a recharge and returns the resulting state. */
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

/** Closes an attempt that could still be paid although its order or recharge is paid or over. */
export const closeIfOver = async (attemptId: string): Promise<void> => {
  const attempt = await reread(attemptId)
  if (!isLive(attempt.state)) return
  const target = await readTarget(refOf(attempt))
  if (!target.isOpen()) await closeAttempt(attemptId, 'cancelled')
}
