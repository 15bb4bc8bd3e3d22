/**
 * How orders end unpaid: the customer cancels, the payment window closes, the rest does not come. At each of these ends
 * the provider is asked first, outside of any transaction: if it says that the order is paid, payment wins.
 */
import { now, nowMs } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { db } from '~/platform/db.server'
import { oneOff } from '~/platform/jobs.server'
import { consume } from '~/platform/limits.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, recordAudit, type By } from '~/modules/audit/audit.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { boundNow } from './box.server'
import { extendParts, releaseParts } from './part.server'
import { creditWaiting, endPayments } from './payment-side.server'
import { moveOf, orderStatuses, type OrderEvent } from './order.states'
import { isOpen, lockOrder, moveOrder, standing, statusOf, type OrderRow } from './store.server'
import { confirmingWindowMs, holdGraceMs, restWindowMs } from './types'

/** Why an order is over, as its row says it. */
export type EndReason = 'cancelled' | 'window-over' | 'rest-missing' | 'unbound'

const silentTries = 3
/**
 * Closes the payments of an order that is paid or over: nobody is to pay it twice. A provider that does not answer is
 * asked again, and once more at the end of the window.
 */
export const closePaymentsOf = oneOff<{ orderId: string }>('close-payments', async ({ orderId }, run) => {
  const ended = await endPayments(orderId, 'cancelled')
  if (ended === 'silent' && run.tries <= silentTries) throw new Error('the provider does not answer')
})
/** Plans that, in the transaction that ends or pays the order. */
export const planClosing = async (tx: Transaction, { id }: Pick<OrderRow, 'id'>, event: OrderEvent): Promise<void> => {
  if ((await tx.paymentAttempt.count({ where: { orderId: id, openKey: { not: null } } })) === 0) return
  await closePaymentsOf.enqueue(tx, { key: `${id}/${event}/${nowMs()}`, payload: { orderId: id } })
}

/**
 * Closes an order: what waited for a rest is credited, points and Mango are given back, its services are free for
 * another order.
 */
const close = async (
  tx: Transaction,
  order: OrderRow,
  reason: EndReason,
  event: OrderEvent = reason,
): Promise<boolean> => {
  if (moveOf(standing(order), event) === null) return false
  const credited = await creditWaiting(tx, order, reason === 'unbound' ? 'cancelled' : reason)
  await moveOrder(tx, order, event, { reason, ...(credited > 0n ? { actuallyPaid: 0n } : {}) })
  await releaseParts(tx, order)
  await tx.openOrderService.deleteMany({ where: { orderId: order.id } })
  order.open = []
  await planClosing(tx, order, event)
  return true
}

/** Closes an order whose box has left the account; its payments are closed at their providers afterwards. */
export const closeUnbound = async (tx: Transaction, order: OrderRow): Promise<boolean> =>
  isOpen(order) && close(tx, order, 'unbound')
/** Nothing is on its way any more, and the box is not the account's. */
const closeIfUnbound = async (tx: Transaction, order: OrderRow): Promise<boolean> =>
  (await boundNow(tx, order)) !== 'own' && closeUnbound(tx, order)

/**
 * A box is unbound: what was ordered for it and is not paid is closed, and stands in no new owner's way. A payment that
 * is on its way may still pay its order.
 */
export const closeOrdersOfBox = async (tx: Transaction, { sn }: { sn: string }): Promise<void> => {
  const open = await tx.order.findMany({ where: { open: { some: { sn } } }, select: { id: true } })
  for (const { id } of open) {
    const order = await lockOrder(tx, id)
    if (statusOf(order) !== orderStatuses.confirming) await closeUnbound(tx, order)
  }
}

/**
 * The end of an order's window, for payment or for the rest. It is planned with the order and whenever the end moves,
 * and looks at the order as it is then.
 */
export const endOrderWindow = oneOff<{ orderId: string }>('end-order-window', async ({ orderId }, run) => {
  const before = await db.order.findUnique({ where: { id: orderId }, include: { open: true } })
  if (before === null || before.payUntil.getTime() > nowMs()) return
  // Paid or over before: what could still be paid at a provider is closed, if it was not.
  if (!isOpen(before)) return closePaymentsOf.work({ orderId }, run)
  const ended = await endPayments(orderId, 'window-over')
  if (ended === 'paid' || ended === 'on-its-way') return
  // Its page may still be paid: that is late money then, and it acts.
  if (ended === 'silent' && run.tries <= silentTries) throw new Error('the provider does not answer')
  await transact(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!isOpen(order) || order.payUntil.getTime() > nowMs()) return { ok: true }
    const isPartial = statusOf(order) === orderStatuses.partial
    if (isPartial) await close(tx, order, 'rest-missing')
    else await close(tx, order, 'window-over')
    return { ok: true }
  })
})

/** Plans the end anew, where it has moved or something that stopped the countdown is gone. */
export const planEnd = async (tx: Transaction, order: Pick<OrderRow, 'id'>, at: Date): Promise<void> => {
  const runAt = at.getTime() < nowMs() ? now() : at
  await endOrderWindow.enqueue(tx, {
    key: `${order.id}/${runAt.getTime()}`,
    runAt,
    payload: { orderId: order.id },
  })
}

/** Something was seen on the chain: the countdown stops, and what is held stays held. */
export const noteSeen = async (tx: Transaction, order: OrderRow): Promise<void> => {
  if (!isOpen(order)) return
  if (await moveOrder(tx, order, 'seen')) await extendParts(tx, order, new Date(nowMs() + confirmingWindowMs))
}

/** What was seen is gone: the order waits again, or its window is over. */
export const noteUnseen = async (tx: Transaction, order: OrderRow): Promise<void> => {
  if (!isOpen(order) || (await closeIfUnbound(tx, order))) return
  if (await moveOrder(tx, order, 'unseen')) await planEnd(tx, order, order.payUntil)
}

/** A confirmed payment was too little: there is time for the rest. `paid`: what came in all. */
export const noteShort = async (tx: Transaction, order: OrderRow, paid: bigint): Promise<void> => {
  if (await closeIfUnbound(tx, order)) return
  const restUntil = new Date(nowMs() + restWindowMs)
  // Further parts give no further day.
  const isFirst = order.actuallyPaid === 0n
  const payUntil = isFirst && restUntil > order.payUntil ? restUntil : order.payUntil
  if (!(await moveOrder(tx, order, 'short', { actuallyPaid: paid, payUntil }))) return
  await extendParts(tx, order, new Date(payUntil.getTime() + holdGraceMs))
  await planEnd(tx, order, payUntil)
}

/** A payment failed at its provider, and no other is open. */
export const noteFailed = async (tx: Transaction, order: OrderRow): Promise<void> => {
  if (!isOpen(order) || (await closeIfUnbound(tx, order))) return
  // The customer wanted it cancelled, and nothing stands in the way any more.
  if (statusOf(order) === orderStatuses.cancelFailed) await close(tx, order, 'cancelled', 'failed')
  // The look at the window's end may be over, because the payment was on its way then.
  else if (await moveOrder(tx, order, 'failed')) await planEnd(tx, order, order.payUntil)
}

/** How long after its window an order that still stands open is looked at again. */
const overdueMs = 10 * 60_000
/** Looks again at orders whose end did not come, for whatever reason. Returns how many. */
export const endOverdue = async (): Promise<number> => {
  const overdue = await db.order.findMany({
    // What is on its way has no end to miss, however many there are.
    where: {
      open: { some: {} },
      status: { not: orderStatuses.confirming },
      payUntil: { lt: new Date(nowMs() - overdueMs) },
    },
    orderBy: { payUntil: 'asc' },
    select: { id: true, payUntil: true },
    take: 200,
  })
  for (const order of overdue)
    await transact(async (tx) => {
      await planEnd(tx, order, order.payUntil)
      return { ok: true }
    })
  return overdue.length
}

const findOwn = (userId: string, number: string) =>
  db.order.findFirst({ where: { userId, number }, include: { open: true } })

/** Why an order can't be cancelled any more; null where it can. */
const judgeCancel = (order: { status: number; formerStatus: number | null }, operator: By | null): Failure | null => {
  const status = statusOf(order)
  if (status === orderStatuses.completed) return fail('R1001')
  // A payment may be on its way for ever: the operator ends such an order, and what comes all the same is late money.
  if (status === orderStatuses.confirming && operator === null)
    return fail('P1002', { data: { context: 'confirming' } })
  return null
}

/**
 * Cancels an unpaid order of the account: its payments are closed at their providers first. R1000 no such order; R1001
 * it is paid (also where the provider says so now); P1002 a payment is on its way, or the provider would not close it
 * (then the order is 5, and can be cancelled again); OP10014 it is not unpaid; I1009.
 * `operator`: who does it in the customer’s place, and why; a payment that is on its way does not stand in that way.
 */
export const cancelOrder = async (
  userId: string,
  number: string,
  operator: By | null = null,
): Promise<Result<{ number: string }>> => {
  const before = await findOwn(userId, number)
  if (before === null) return fail('R1000')
  const refused = judgeCancel(before, operator)
  if (refused !== null) return refused
  if (!isOpen(before)) return fail('OP10014')
  if (operator === null) {
    const allowed = await consume('order-cancel', userId)
    if (!allowed.ok) return tooMany(allowed)
  }
  const ended = await endPayments(before.id, 'cancelled')
  const done = await transact(async (tx): Promise<Result<'cancelled' | 'refused'>> => {
    const order = await lockOrder(tx, before.id)
    const late = judgeCancel(order, operator)
    if (late !== null) return late
    if (!isOpen(order)) return fail('OP10014')
    if (ended === 'on-its-way' && operator === null) return fail('P1002', { data: { context: 'confirming' } })
    if (ended === 'refused' || ended === 'silent') {
      await moveOrder(tx, order, 'cancel-refused')
      return ok('refused')
    }
    if (!(await close(tx, order, 'cancelled'))) return fail('OP10014')
    const act = { action: 'order.cancel', subject: order.id }
    await (operator === null ? recordAudit({ ...act, actor: userId }, tx) : recordActBy(operator, act, tx))
    return ok('cancelled')
  })
  if (!done.ok) return done
  return done.value === 'cancelled' ? ok({ number }) : fail('P1002', { data: { context: ended } })
}

/**
 * Ends a partly paid order: what came becomes wallet credit at once. R1000; OP10014 where it is not partly paid; P1002
 * while more is on its way.
 */
export const creditWhatCame = async (userId: string, number: string): Promise<Result<{ number: string }>> => {
  const before = await findOwn(userId, number)
  if (before === null) return fail('R1000')
  if (statusOf(before) !== orderStatuses.partial) return fail('OP10014')
  return cancelOrder(userId, number)
}

/**
 * Hides an order from its owner's list; what is still to come acts all the same. R1000; R2001 where it is not over yet
 * (cancel it first).
 */
export const deleteOrder = (userId: string, number: string): Promise<Result<{ number: string }>> =>
  transact(async (tx): Promise<Result<{ number: string }>> => {
    const found = await tx.order.findFirst({ where: { userId, number }, select: { id: true } })
    if (found === null) return fail('R1000')
    const order = await lockOrder(tx, found.id)
    // Deleted already: the same wish again.
    if (order.status === orderStatuses.deleted) return ok({ number })
    if (isOpen(order)) return fail('R2001', { data: { context: 'open' } })
    if (!(await moveOrder(tx, order, 'deleted'))) return fail('R2001', { data: { context: 'open' } })
    return ok({ number })
  })
