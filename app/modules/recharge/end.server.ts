/**
 * Ends recharges: by money, by the end of the payment window, or by the customer. In the last two cases the provider is
 * asked first, outside any transaction: if it reports a payment, the payment wins.
 */
import { now, nowMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { oneOff } from '~/platform/jobs.server'
import { consume } from '~/platform/limits.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, recordAudit, type By } from '~/modules/audit/audit.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { endRechargePayments } from './payment-side.server'
import { rechargeStatuses } from './recharge.states'
import { isOpen, lockRecharge, moveRecharge, statusOf, type RechargeRow } from './store.server'

const silentTries = 3
/** Closes the payments of a recharge that is over, so that nobody pays it twice. */
export const closeRechargePayments = oneOff<{ rechargeId: string }>(
  'close-recharge-payments',
  async ({ rechargeId }, run) => {
    const ended = await endRechargePayments(rechargeId, 'cancelled')
    if (ended === 'silent' && run.tries <= silentTries) throw new Error('the provider does not answer')
  },
)
const planClosing = async (tx: Transaction, { id }: RechargeRow, why: string): Promise<void> => {
  if ((await tx.paymentAttempt.count({ where: { rechargeId: id, openKey: { not: null } } })) === 0) return
  await closeRechargePayments.enqueue(tx, { key: `${id}/${why}/${nowMs()}`, payload: { rechargeId: id } })
}

/** Lets the customer start another recharge. */
const free = { openKey: null }

/** Marks a recharge as credited, and closes its other payments. */
export const noteRecharged = async (tx: Transaction, recharge: RechargeRow, event: 'paid' | 'short'): Promise<void> => {
  const moved = await moveRecharge(tx, recharge, event, {
    ...free,
    reason: null,
    paidAt: recharge.paidAt ?? now(),
  })
  if (moved) await planClosing(tx, recharge, event)
}

const close = async (
  tx: Transaction,
  recharge: RechargeRow,
  reason: 'cancelled' | 'window-over',
  event: 'cancelled' | 'window-over' | 'failed' = reason,
): Promise<boolean> => {
  if (!(await moveRecharge(tx, recharge, event, { ...free, reason }))) return false
  await planClosing(tx, recharge, event)
  return true
}

/** Runs at the end of a recharge's window, and checks the recharge's current state. */
export const endRechargeWindow = oneOff<{ rechargeId: string }>('end-recharge-window', async ({ rechargeId }, run) => {
  const before = await db.recharge.findUnique({ where: { id: rechargeId } })
  if (before === null || before.payUntil.getTime() > nowMs()) return
  // It was already paid or over: close any payment that is still open at a provider.
  if (!isOpen(before)) return closeRechargePayments.work({ rechargeId }, run)
  const ended = await endRechargePayments(rechargeId, 'window-over')
  if (ended === 'paid' || ended === 'on-its-way') return
  // Its page can still be paid: that money is then credited.
  if (ended === 'silent' && run.tries <= silentTries) throw new Error('the provider does not answer')
  await transact(async (tx) => {
    const recharge = await lockRecharge(tx, rechargeId)
    if (isOpen(recharge)) await close(tx, recharge, 'window-over')
  })
})

/** Reschedules the end after a payment that stopped the countdown is gone. */
const planEnd = async (tx: Transaction, { id, payUntil }: Pick<RechargeRow, 'id' | 'payUntil'>): Promise<void> => {
  const runAt = payUntil.getTime() < nowMs() ? now() : payUntil
  await endRechargeWindow.enqueue(tx, { key: `${id}/${runAt.getTime()}`, runAt, payload: { rechargeId: id } })
}

/** A payment was seen on the chain: the countdown stops. */
export const noteRechargeSeen = async (tx: Transaction, recharge: RechargeRow): Promise<void> => {
  if (isOpen(recharge)) await moveRecharge(tx, recharge, 'seen')
}
/** The payment that was seen is gone: the recharge waits again, or its window is over. */
export const noteRechargeUnseen = async (tx: Transaction, recharge: RechargeRow): Promise<void> => {
  if (isOpen(recharge) && (await moveRecharge(tx, recharge, 'unseen'))) await planEnd(tx, recharge)
}
/** A payment failed at its provider, and no other is open. */
export const noteRechargeFailed = async (tx: Transaction, recharge: RechargeRow): Promise<void> => {
  if (!isOpen(recharge)) return
  // The customer had cancelled, and nothing prevents that any more.
  if (statusOf(recharge) === rechargeStatuses.cancelFailed) await close(tx, recharge, 'cancelled', 'failed')
  else if (await moveRecharge(tx, recharge, 'failed')) await planEnd(tx, recharge)
}

/** How long after its window an open recharge is checked again. */
const overdueMs = 10 * 60_000
/** Reschedules recharges whose end was missed for any reason. Returns how many. */
export const endOverdueRecharges = async (): Promise<number> => {
  const overdue = await db.recharge.findMany({
    where: {
      openKey: { not: null },
      status: { not: rechargeStatuses.confirming },
      payUntil: { lt: new Date(nowMs() - overdueMs) },
    },
    orderBy: { payUntil: 'asc' },
    take: 200,
  })
  for (const recharge of overdue) await transact((tx) => planEnd(tx, recharge))
  return overdue.length
}

/** Why a recharge can't be cancelled; null if it can. */
const checkCancel = (recharge: RechargeRow, operator: By | null): Failure | null => {
  // A payment may stay on its way forever: an operator can end such a recharge, and money that arrives is still
  // credited.
  if (statusOf(recharge) === rechargeStatuses.confirming && operator === null)
    return fail('OP10015', { data: { context: 'recharge' } })
  return isOpen(recharge) ? null : fail('OP10014', { data: { context: 'recharge' } })
}

/**
 * Cancels an unpaid recharge of the account after closing its payments at their providers. R1000 no such recharge;
 * OP10014 it is not unpaid; OP10015 a payment is on its way; P1002 the provider would not close it (then the status is
 * 5, and it can be cancelled again); I1009. `operator`: who cancels for the customer; operators can cancel even while a
 * payment is on its way.
 */
export const cancelRecharge = async (
  userId: string,
  number: string,
  operator: By | null = null,
): Promise<Result<{ number: string }>> => {
  const before = await db.recharge.findFirst({ where: { userId, number } })
  if (before === null) return fail('R1000', { data: { context: 'recharge' } })
  const refused = checkCancel(before, operator)
  if (refused !== null) return refused
  if (operator === null) {
    const allowed = await consume('order-cancel', userId)
    if (!allowed.ok) return tooMany(allowed)
  }
  const ended = await endRechargePayments(before.id, 'cancelled')
  const done = await transact(async (tx): Promise<Result<'cancelled' | 'refused'>> => {
    const recharge = await lockRecharge(tx, before.id)
    const late = checkCancel(recharge, operator)
    if (late !== null) return late
    if (ended === 'on-its-way' && operator === null) return fail('OP10015', { data: { context: 'recharge' } })
    if (ended === 'refused' || ended === 'silent') {
      await moveRecharge(tx, recharge, 'cancel-refused')
      return ok('refused')
    }
    await close(tx, recharge, 'cancelled')
    const act = { action: 'recharge.cancel', subject: recharge.id }
    await (operator === null ? recordAudit({ ...act, actor: userId }, tx) : recordActBy(operator, act, tx))
    return ok('cancelled')
  })
  if (!done.ok) return done
  return done.value === 'cancelled' ? ok({ number }) : fail('P1002', { data: { context: ended } })
}
