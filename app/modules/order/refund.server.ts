/**
 * Refunds money of an order by an operator's action: to the wallet as Mango, or the way it came. Refunds plus what a
 * bank has taken back never exceed what was paid in money; points return as points, together with the last of the
 * money.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { moneyKeyLivesMs, once } from '~/platform/idempotency.server'
import { provided } from '~/platform/provided.server'
import { makeId } from '~/platform/random.server'
import { afterCommit, transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import {
  balanceOf,
  debtSettledByPeriod,
  payOwed,
  post,
  receivable,
  refundAtProvider,
  refundOfPoints,
  refundToWallet,
  reverse,
} from '~/modules/ledger/ledger.server'
import { findGivingBlocker } from '~/modules/wallet/wallet.server'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { printAmount } from '~/text/amount'
import { takeBackCashback } from './cashback.server'
import { usd } from './find.server'
import { lockOrder, moveOrder, statusOf, type OrderRow } from './store.server'
import { orderStatuses } from './order.states'
import { takeBackPeriods } from './periods.server'
import { tellOwner } from './notify.server'
import { methodIds, pointsBackId, usdOfMango } from './types'
import { pointsWorthOf, settleUnused } from './unused.server'

/**
 * Asks the provider of an order's payment to refund money. `refused`: it never will; `later`: it did not answer, and
 * the same refund is asked again with the same key; `no-payment`: no payment of this order can take it back.
 */
export type ProviderRefund =
  | { outcome: 'done'; providerRefundId: string; provider: string; attemptId: string }
  | { outcome: 'refused' | 'no-payment'; why: string }
  | { outcome: 'later'; why: string }
export const refundAtSource = provided<
  (refund: { id: string; orderId: string; amount: bigint }) => Promise<ProviderRefund>
>('how a provider gives money back')
/**
 * The largest amount that a single payment of an order can still refund at its provider, in 1/10000 USD; 0 if nothing
 * was paid there.
 */
export const maxRefundAtSource = provided<(tx: Transaction, orderId: string) => Promise<bigint>>(
  'what a provider can give back',
)

/** The money that can still be refunded. */
export const refundable = async (tx: Transaction, order: OrderRow): Promise<bigint> => {
  const refunds = await tx.orderRefund.findMany({ where: { orderId: order.id, state: { in: ['asked', 'done'] } } })
  const disputes = await tx.dispute.findMany({ where: { orderId: order.id, ...standing } })
  const gone = [...refunds, ...disputes].reduce((all, { amount }) => all + amount, 0n)
  return order.actuallyPaid - pointsWorthOf(order) - gone
}

/** Whether only points, or nothing, paid an order: then a money refund of zero is complete. */
const isWithoutMoney = (order: OrderRow): boolean => order.actuallyPaid === pointsWorthOf(order)

/**
 * When all money of an order has been refunded: returns its points, ends its periods, and marks it refunded. Returns
 * whether that happened, and the points.
 */
const finishIfWhole = async (
  tx: Transaction,
  order: OrderRow,
  actor: string,
): Promise<{ isOver: boolean; points: bigint }> => {
  // A bank has ended the order before: the unused part was returned then.
  if (statusOf(order) !== orderStatuses.completed) return { isOver: false, points: 0n }
  const pending = await tx.orderRefund.count({ where: { orderId: order.id, state: 'asked' } })
  if (pending > 0 || (await refundable(tx, order)) > 0n) return { isOver: false, points: 0n }
  let points = 0n
  for (const part of order.parts.filter(({ method, state }) => method === methodIds.points && state === 'paid')) {
    const back = refundOfPoints({ userId: order.userId, points: part.units, usd: part.amount })
    await post(tx, { id: pointsBackId(part.id), actor, orderId: order.id, ...back })
    points += part.units
  }
  await tx.paymentPart.updateMany({
    where: { orderId: order.id, state: 'paid' },
    data: { state: 'refunded', updatedAt: now() },
  })
  await takeBackPeriods(tx, order, 'refunded')
  await moveOrder(tx, order, 'refunded', { reason: 'refunded' })
  return { isOver: true, points }
}

/** Pays debts from a refund to the wallet, except its cashback. */
const payFromRefund = (
  tx: Transaction,
  { id: orderId, userId }: OrderRow,
  { id, most, actor }: { id: string; most: bigint; actor: string },
) => payOwed(tx, userId, { id: `refund/${id}/debt`, most, actor, orderId })

/** Finishes a refund: the order ends if its last money is refunded, and its owner is notified. */
const finish = async (
  tx: Transaction,
  order: OrderRow,
  refund: { id: string; amount: bigint; to: 'wallet' | 'provider' },
  actor: string,
): Promise<void> => {
  const { isOver, points } = await finishIfWhole(tx, order, actor)
  const { id, amount, to } = refund
  const cashback = await takeBackCashback(tx, order, actor)
  const debt = to === 'wallet' ? await payFromRefund(tx, order, { id, most: amount - cashback, actor }) : null
  const fact = {
    kind: 'refunded',
    amount: usd(amount),
    to,
    points: String(points),
    isOver,
    ...(cashback > 0n && { cashback: usd(cashback) }),
    ...(debt !== null && debt.paid > 0n && { debt: { paid: usd(debt.paid), owed: usd(debt.owed) } }),
  } as const
  await tellOwner(tx, order.id, `refund ${id}`, fact)
}

const system = 'system'
/** In 1/10000 USD. */
const cent = 100n
/** The amount rounded down to whole cents. */
const inCents = (amount: bigint): string => printAmount(amount - (amount % cent), { scale: 4, digits: 2 })
type Asked = { number: string; amount: bigint; to: 'wallet' | 'provider' }
/** `why`: set if a refund failed because no payment of the order can be returned the way it came. */
type Refunded = { refundId: string; state: 'asked' | 'done'; why?: 'coins' }

const toWallet = async (tx: Transaction, order: OrderRow, refundId: string, amount: bigint, actor: string) => {
  const movement = refundToWallet({ userId: order.userId, mango: amount, usd: usdOfMango(amount) })
  const id = `refund/${refundId}`
  const posted = await post(tx, { id, actor, orderId: order.id, refundId, ...movement })
  if (!posted.ok) throw new Error('revenue has no floor')
  await tx.orderRefund.update({ where: { id: refundId }, data: { state: 'done', transferId: id, doneAt: now() } })
}

const standing = { withdrawnTransferId: { not: null }, reinstatedTransferId: null }
/** A refund won't happen after all: if a bank has ended the service, the unused part of this money is returned. */
const settleUnusedAgain = async (tx: Transaction, order: OrderRow): Promise<boolean> => {
  const ended = await tx.dispute.findFirst({ where: { orderId: order.id, unusedMs: { not: null } } })
  if (ended === null) return false
  const made = await settleUnused(tx, order, ended)
  const cashback = await takeBackCashback(tx, order, system)
  if (made !== null) await payFromRefund(tx, order, { id: made.id, most: made.amount - cashback, actor: system })
  return true
}
/** The customer's debt, if a bank keeps money of this order. */
const owedFor = async (tx: Transaction, order: OrderRow): Promise<bigint> => {
  if (statusOf(order) !== orderStatuses.refunded) return 0n
  if ((await tx.dispute.count({ where: { orderId: order.id, ...standing } })) === 0) return 0n
  const { balance } = await balanceOf(receivable(order.userId), tx)
  return balance < 0n ? -balance : 0n
}

/** Books a provider's refund, whoever asked for it. */
export const noteProviderRefund = async (
  tx: Transaction,
  order: OrderRow,
  refund: { id: string; providerRefundId: string; provider: string; attemptId: string; amount: bigint },
  actor: string,
): Promise<void> => {
  const { id: refundId, providerRefundId, provider, attemptId, amount } = refund
  const id = `refund/${refundId}`
  const movement = refundAtProvider({ provider, usd: amount })
  const posted = await post(tx, { id, actor, orderId: order.id, attemptId, refundId, ...movement })
  if (!posted.ok) throw new Error('revenue has no floor')
  await tx.orderRefund.update({
    where: { id: refundId },
    data: { state: 'done', providerRefundId, attemptId, transferId: id, doneAt: now() },
  })
  await finish(tx, order, { id: refundId, amount, to: 'provider' }, actor)
}

/** Asks the provider for a refund in the state `asked`; repeats use the same key. */
export const settleAskedRefund = async (refundId: string): Promise<Result<Refunded>> => {
  const refund = await db.orderRefund.findUniqueOrThrow({ where: { id: refundId } })
  if (refund.state !== 'asked') return ok({ refundId, state: 'done' })
  const { orderId, amount, actor } = refund
  const answer = await refundAtSource({ id: refundId, orderId, amount })
  if (answer.outcome === 'later') return ok({ refundId, state: 'asked' })
  return transact(async (tx): Promise<Result<Refunded>> => {
    const order = await lockOrder(tx, orderId)
    const present = await tx.orderRefund.findUniqueOrThrow({ where: { id: refundId } })
    if (present.state !== 'asked') return ok({ refundId, state: 'done' })
    if (answer.outcome === 'done') {
      await noteProviderRefund(tx, order, { id: refundId, amount, ...answer }, actor)
      return ok({ refundId, state: 'done' })
    }
    await tx.orderRefund.update({ where: { id: refundId }, data: { state: 'failed', doneAt: now() } })
    await settleUnusedAgain(tx, order)
    const failed = { refundId, state: 'failed' as 'done' }
    return ok(answer.outcome === 'no-payment' ? { ...failed, why: 'coins' } : failed)
  })
}

/**
 * Handles a refund that the provider had accepted but could not deliver: it still has the money. If a bank took the
 * payment back in the meantime, the money settles the debt; otherwise it becomes wallet credit, because the customer
 * was told of the refund. Repeating it changes nothing.
 */
export const noteRefundFailed = async (tx: Transaction, refundId: string): Promise<void> => {
  const { orderId } = await tx.orderRefund.findUniqueOrThrow({ where: { id: refundId } })
  const order = await lockOrder(tx, orderId)
  const refund = await tx.orderRefund.findUniqueOrThrow({ where: { id: refundId } })
  const { state, amount, transferId, attemptId, to } = refund
  if (state !== 'done' || to !== 'provider' || transferId === null) return
  const back = await reverse(tx, transferId, { id: `${transferId}/failed`, actor: system })
  if (!back.ok) throw new Error(`the refund ${refundId} could not be taken out of the books`)
  await tx.orderRefund.update({ where: { id: refundId }, data: { state: 'failed', doneAt: now() } })
  if (await settleUnusedAgain(tx, order)) return
  const owed = await owedFor(tx, order)
  const settled = owed < amount ? owed : amount
  if (settled > 0n) {
    const movement = debtSettledByPeriod({ userId: order.userId, usd: settled })
    await post(tx, { id: `refund/${refundId}/debt`, actor: system, orderId, attemptId, ...movement })
  }
  if (amount === settled) return
  const id = `${refundId}-wallet`
  const why = 'its provider could not deliver the refund'
  const data = { id, orderId, amount: amount - settled, to: 'wallet', actor: system, why, createdAt: now() }
  await tx.orderRefund.create({ data })
  await toWallet(tx, order, id, amount - settled, system)
  await finish(tx, order, { id, amount: amount - settled, to: 'wallet' }, system)
}

/** `id`: the refund's. `amount` in 1/10000 USD. */
type OneRefund = Asked & { id: string }

/** The paid order, locked, if it has this much to refund. R1000, R2001, MC1013 as for `refundOrder`. */
const findRefundable = async (
  tx: Transaction,
  { number, amount, to }: Asked,
): Promise<Result<{ order: OrderRow; isPointsBack: boolean }>> => {
  const found = await tx.order.findUnique({ where: { number }, select: { id: true } })
  if (found === null) return fail('R1000')
  const order = await lockOrder(tx, found.id)
  if (statusOf(order) !== orderStatuses.completed) return fail('R2001', { data: { context: 'not-paid' } })
  const rest = await refundable(tx, order)
  const atSource = to === 'provider' ? await maxRefundAtSource(tx, order.id) : 0n
  // If no payment can take it back, the provider's side reports that.
  const most = atSource > 0n && atSource < rest ? atSource : rest
  const isPointsBack = amount === 0n && to === 'wallet' && isWithoutMoney(order)
  if (amount > most || (amount <= 0n && !isPointsBack))
    return fail('R2001', { field: 'amount', data: { context: 'amount', most: usd(most) } })
  // Providers only accept whole cents.
  if (to === 'provider' && amount % cent !== 0n)
    return fail('R2001', { field: 'amount', data: { context: 'cents', most: inCents(most) } })
  const closed = to === 'wallet' && !isPointsBack ? await findGivingBlocker(order.userId, tx) : null
  return closed ?? ok({ order, isPointsBack })
}

/** Books a refund to the wallet; stores one to the provider, who is asked after the commit. */
const bookRefund = async (tx: Transaction, by: By, order: OrderRow, { id, amount, to }: OneRefund): Promise<string> => {
  const data = { id, orderId: order.id, amount, to, actor: by.userId, why: by.why ?? '', createdAt: now() }
  await tx.orderRefund.create({ data })
  if (to === 'wallet') {
    await toWallet(tx, order, id, amount, by.userId)
    await finish(tx, order, { id, amount, to }, by.userId)
  }
  const detail = `${usd(amount)} USD, ${to}`
  await recordActBy(by, { action: 'order.refund', subject: order.id, detail }, tx)
  return detail
}

/** The same for a refund that a second operator confirmed; returns its description. R1000, R2001, MC1013. */
export const performRefund = async (tx: Transaction, by: By, refund: OneRefund): Promise<Result<string>> => {
  const found = await findRefundable(tx, refund)
  if (!found.ok) return found
  const detail = await bookRefund(tx, by, found.value.order, refund)
  if (refund.to === 'provider') afterCommit(tx, 'ask a provider for a refund', () => settleAskedRefund(refund.id))
  return ok(`${detail}, order ${refund.number}`)
}

/** The state of a stored refund; a provider that has not answered is asked again. P1001 the provider refused. */
export const settleRefund = async (refundId: string): Promise<Result<Refunded>> => {
  const settled = await settleAskedRefund(refundId)
  if (!settled.ok) return settled
  const after = await db.orderRefund.findUniqueOrThrow({ where: { id: refundId } })
  if (after.state === 'failed') return fail('P1001', { data: { context: settled.value.why ?? 'refund' } })
  return ok({ refundId, state: after.state === 'done' ? 'done' : 'asked' })
}

/** Whether a refund waits for a second operator; it is proposed then. */
export type AskSecond = (tx: Transaction, by: By, refund: OneRefund) => Promise<Result<{ waits: boolean }>>
const alone: AskSecond = () => Promise.resolve(ok({ waits: false }))

/**
 * Refunds money of a paid order. `amount` in 1/10000 USD. R1000 no such order; R2001 it is not paid, the amount exceeds
 * what can be refunded in total or to one payment (data.most), or a provider refund is not in whole cents (data.most:
 * the largest that is); MC1013 the wallet is closed; P1001 the provider refused. `asked`: the provider has not
 * answered, and is asked again; `proposed`: a second operator must confirm it.
 */
export const refundOrder = async (
  by: By,
  asked: Asked & { batch?: string | undefined },
  askSecond: AskSecond = alone,
): Promise<Result<Refunded | { refundId: string; state: 'proposed' }>> => {
  const { number, amount, to, batch } = asked
  const named = {
    owner: by.userId,
    purpose: 'order.refund',
    key: batch,
    asked: { number, amount, to },
    livesMs: moneyKeyLivesMs,
  }
  type Kept = { refundId: string; waits?: true }
  const done = await once<Kept, Failure>(named, (commit) =>
    commit(async (tx): Promise<Result<Kept>> => {
      const found = await findRefundable(tx, asked)
      if (!found.ok) return found
      const { order, isPointsBack } = found.value
      const refundId = makeId()
      if (isPointsBack) {
        const { points } = await finishIfWhole(tx, order, by.userId)
        const fact = { kind: 'refunded', amount: '0', to, points: String(points), isOver: true } as const
        await tellOwner(tx, order.id, 'points-back', fact)
        await recordActBy(by, { action: 'order.refund', subject: order.id, detail: 'points' }, tx)
        return ok({ refundId })
      }
      const refund = { id: refundId, number, amount, to }
      const second = await askSecond(tx, by, refund)
      if (!second.ok) return second
      if (second.value.waits) return ok({ refundId, waits: true })
      await bookRefund(tx, by, order, refund)
      return ok({ refundId })
    }),
  )
  if (!done.ok) return done
  const { refundId, waits } = done.value
  if (waits === true) return ok({ refundId, state: 'proposed' })
  return to === 'wallet' ? ok({ refundId, state: 'done' }) : settleRefund(refundId)
}

/** Repeats refunds that a provider has not answered yet. Returns how many. */
export const askRefundsAgain = async (): Promise<number> => {
  const open = await db.orderRefund.findMany({ where: { state: 'asked', to: 'provider' }, take: 100 })
  for (const { id } of open) await settleAskedRefund(id)
  return open.length
}
