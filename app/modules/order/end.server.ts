/**
 * Ends unpaid orders: the customer cancels, the payment window closes, or the rest doesn't come. Each time the provider
 * is asked first, outside any transaction: if it reports a payment, the payment wins.
 */
import { now, nowMs } from '~/platform/clock.server'
import { type Transaction, db } from '~/platform/db.server'
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
import { endWithBinding } from '~/modules/device/device.server'

/** Why an order has ended, as stored in its row. */
export type EndReason = 'cancelled' | 'window-over' | 'rest-missing' | 'unbound'

const silentTries = 3
/**
 * Closes the payments of an order that is paid or over, so that nobody pays it twice. If a provider doesn't answer, it
 * is asked again, and once more at the end of the window.
 */
export const closePaymentsOf = oneOff<{ orderId: string }>('close-payments', async ({ orderId }, run) => {
  const ended = await endPayments(orderId, 'cancelled')
  if (ended === 'silent' && run.tries <= silentTries) throw new Error('the provider does not answer')
})
/** Schedules that in the transaction that ends or pays the order. */
export const planClosing = async (tx: Transaction, { id }: Pick<OrderRow, 'id'>, event: OrderEvent): Promise<void> => {
  if ((await tx.paymentAttempt.count({ where: { orderId: id, openKey: { not: null } } })) === 0) return
  await closePaymentsOf.enqueue(tx, { key: `${id}/${event}/${nowMs()}`, payload: { orderId: id } })
}

/** Closes an order: credits waiting deposits, releases points and Mango, and frees its services for another order. */
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
/** Closes the order if the box no longer belongs to the account; call it when no payment is on its way. */
const closeIfUnbound = async (tx: Transaction, order: OrderRow): Promise<boolean> =>
  (await boundNow(tx, order)) !== 'own' && closeUnbound(tx, order)

/**
 * Closes the unpaid orders of an unbound box, so that they don't block a new owner. A payment on its way can still pay
 * its order.
 */
export const closeOrdersOfBox = async (tx: Transaction, { sn }: { sn: string }): Promise<void> => {
  const open = await tx.order.findMany({ where: { open: { some: { sn } } }, select: { id: true } })
  for (const { id } of open) {
    const order = await lockOrder(tx, id)
    if (statusOf(order) !== orderStatuses.confirming) await closeUnbound(tx, order)
  }
}

/**
 * Runs at the end of an order's window, for payment or for the rest. It is scheduled with the order and whenever the
 * end moves, and checks the order's current state.
 */
export const endOrderWindow = oneOff<{ orderId: string }>('end-order-window', async ({ orderId }, run) => {
  const before = await db.order.findUnique({ where: { id: orderId }, include: { open: true } })
  if (before === null || before.payUntil.getTime() > nowMs()) return
  // The order was already paid or over: close any payment that is still open at a provider.
  if (!isOpen(before)) return closePaymentsOf.work({ orderId }, run)
  const ended = await endPayments(orderId, 'window-over')
  if (ended === 'paid' || ended === 'on-its-way') return
  // Its page can still be paid: that money is then handled as late.
  if (ended === 'silent' && run.tries <= silentTries) throw new Error('the provider does not answer')
  await transact(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!isOpen(order) || order.payUntil.getTime() > nowMs()) return
    const isPartial = statusOf(order) === orderStatuses.partial
    if (isPartial) await close(tx, order, 'rest-missing')
    else await close(tx, order, 'window-over')
  })
})

/** Reschedules the end, after it has moved or a payment that stopped the countdown is gone. */
export const planEnd = async (tx: Transaction, order: Pick<OrderRow, 'id'>, at: Date): Promise<void> => {
  const runAt = at.getTime() < nowMs() ? now() : at
  await endOrderWindow.enqueue(tx, {
    key: `${order.id}/${runAt.getTime()}`,
    runAt,
    payload: { orderId: order.id },
  })
}

/** A payment was seen on the chain: the countdown stops, and holds are extended. */
export const noteSeen = async (tx: Transaction, order: OrderRow): Promise<void> => {
  if (!isOpen(order)) return
  if (await moveOrder(tx, order, 'seen')) await extendParts(tx, order, new Date(nowMs() + confirmingWindowMs))
}

/** The payment that was seen is gone: the order waits again, or its window is over. */
export const noteUnseen = async (tx: Transaction, order: OrderRow): Promise<void> => {
  if (!isOpen(order) || (await closeIfUnbound(tx, order))) return
  if (await moveOrder(tx, order, 'unseen')) await planEnd(tx, order, order.payUntil)
}

/** A confirmed payment was too small: there is time to send the rest. `paid`: the total received. */
export const noteShort = async (tx: Transaction, order: OrderRow, paid: bigint): Promise<void> => {
  if (await closeIfUnbound(tx, order)) return
  const restUntil = new Date(nowMs() + restWindowMs)
  // Only the first partial payment extends the time.
  const isFirst = order.actuallyPaid === 0n
  const payUntil = isFirst && restUntil > order.payUntil ? restUntil : order.payUntil
  if (!(await moveOrder(tx, order, 'short', { actuallyPaid: paid, payUntil }))) return
  await extendParts(tx, order, new Date(payUntil.getTime() + holdGraceMs))
  await planEnd(tx, order, payUntil)
}

/** A payment failed at its provider, and no other is open. */
export const noteFailed = async (tx: Transaction, order: OrderRow): Promise<void> => {
  if (!isOpen(order) || (await closeIfUnbound(tx, order))) return
  // The customer had cancelled, and nothing prevents that any more.
  if (statusOf(order) === orderStatuses.cancelFailed) await close(tx, order, 'cancelled', 'failed')
  // The job at the window's end may have run already, while the payment was on its way.
  else if (await moveOrder(tx, order, 'failed')) await planEnd(tx, order, order.payUntil)
}

/** How long after its window an open order is checked again. */
const overdueMs = 10 * 60_000
/** Reschedules orders whose end was missed for any reason. Returns how many. */
export const endOverdue = async (): Promise<number> => {
  const overdue = await db.order.findMany({
    // Orders with a payment on its way have no end to miss, so they are excluded.
    where: {
      open: { some: {} },
      status: { not: orderStatuses.confirming },
      payUntil: { lt: new Date(nowMs() - overdueMs) },
    },
    orderBy: { payUntil: 'asc' },
    select: { id: true, payUntil: true },
    take: 200,
  })
  for (const order of overdue) await transact((tx) => planEnd(tx, order, order.payUntil))
  return overdue.length
}

const findOwn = (userId: string, number: string) =>
  db.order.findFirst({ where: { userId, number }, include: { open: true } })

/** Why an order can't be cancelled any more; null if it can. */
const checkCancel = (order: { status: number; formerStatus: number | null }, operator: By | null): Failure | null => {
  const status = statusOf(order)
  if (status === orderStatuses.completed) return fail('R1001')
  // A payment may stay on its way forever: an operator can end such an order, and money that still arrives is late.
  if (status === orderStatuses.confirming && operator === null)
    return fail('P1002', { data: { context: 'confirming' } })
  return null
}

/**
 * Cancels an unpaid order of the account after closing its payments at their providers. R1000 no such order; R1001 it
 * is paid (even if the provider only says so now); P1002 a payment is on its way, or the provider would not close it
 * (then the status is 5, and it can be cancelled again); OP10014 it is not unpaid; I1009. `operator`: who cancels for
 * the customer, and why; operators can cancel even while a payment is on its way.
 */
export const cancelOrder = async (
  userId: string,
  number: string,
  operator: By | null = null,
): Promise<Result<{ number: string }>> => {
  const before = await findOwn(userId, number)
  if (before === null) return fail('R1000')
  const refused = checkCancel(before, operator)
  if (refused !== null) return refused
  if (!isOpen(before)) return fail('OP10014')
  if (operator === null) {
    const allowed = await consume('order-cancel', userId)
    if (!allowed.ok) return tooMany(allowed)
  }
  const ended = await endPayments(before.id, 'cancelled')
  const done = await transact(async (tx): Promise<Result<'cancelled' | 'refused'>> => {
    const order = await lockOrder(tx, before.id)
    const late = checkCancel(order, operator)
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
 * Ends a partly paid order: the received money becomes wallet credit at once. R1000; OP10014 it is not partly paid;
 * P1002 more is on its way.
 */
export const creditWhatCame = async (userId: string, number: string): Promise<Result<{ number: string }>> => {
  const before = await findOwn(userId, number)
  if (before === null) return fail('R1000')
  if (statusOf(before) !== orderStatuses.partial) return fail('OP10014')
  return cancelOrder(userId, number)
}

/**
 * Hides an order from its owner's list; later events still take effect. R1000; R2001 it is not over yet (cancel it
 * first).
 */
export const deleteOrder = (userId: string, number: string): Promise<Result<{ number: string }>> =>
  transact(async (tx): Promise<Result<{ number: string }>> => {
    const found = await tx.order.findFirst({ where: { userId, number }, select: { id: true } })
    if (found === null) return fail('R1000')
    const order = await lockOrder(tx, found.id)
    // Already deleted: the same request again.
    if (order.status === orderStatuses.deleted) return ok({ number })
    if (isOpen(order)) return fail('R2001', { data: { context: 'open' } })
    if (!(await moveOrder(tx, order, 'deleted'))) return fail('R2001', { data: { context: 'open' } })
    return ok({ number })
  })

/** Called once at start; returns a function that disconnects it. */
export const connectOrders = (): (() => void) => endWithBinding(closeOrdersOfBox)
