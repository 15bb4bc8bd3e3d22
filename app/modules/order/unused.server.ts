/**
 * Settles an order after a bank has taken back part of its money and its service has ended. For every part of the
 * price, the customer gets back the share of the unused time: the bank's share reduces the debt, other money becomes
 * wallet credit, and points become points again. What was used stays paid or owed.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import {
  balanceOf,
  debtSettledByPeriod,
  disputeWonCredited,
  post,
  receivable,
  refundOfPoints,
  refundToWallet,
} from '~/modules/ledger/ledger.server'
import { takeBackCashback } from './cashback.server'
import { usd } from './find.server'
import { takeBackPeriods } from './periods.server'
import { moveOrder, type OrderRow } from './store.server'
import { tellOwner } from './notify.server'
import { isPaidPoints, methodIds, pointsBackId, pointWorth, usdOfMango } from './types'

const actor = 'system'
/** A cent in 1/10000 USD. */
const unitsOfCent = 100n
export type DisputeRow = NonNullable<Awaited<ReturnType<Transaction['dispute']['findUnique']>>>

export const pointsWorthOf = (order: OrderRow): bigint =>
  order.parts.filter(isPaidPoints).reduce((all, { amount }) => all + amount, 0n)

const idOfRest = ({ id }: DisputeRow): string => `unused-${id}`

/** How much of an order's service time is unused now, and how much it was in total. */
const unusedTime = async (tx: Transaction, order: OrderRow): Promise<{ unusedMs: bigint; wholeMs: bigint }> => {
  const periods = await tx.servicePeriod.findMany({
    where: { orderLineId: { in: order.lines.map(({ id }) => id) }, voidedAt: null },
  })
  const at = now().getTime()
  let wholeMs = 0n
  let unusedMs = 0n
  for (const { startsAt, endsAt } of periods) {
    wholeMs += BigInt(endsAt.getTime() - startsAt.getTime())
    unusedMs += BigInt(Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), at)))
  }
  return { unusedMs, wholeMs }
}

/** The order's money, minus refunds that are done or pending, and minus what banks took before. */
const moneyLeft = async (tx: Transaction, order: OrderRow, dispute: DisputeRow): Promise<bigint> => {
  const refunds = await tx.orderRefund.findMany({
    where: { orderId: order.id, state: { in: ['asked', 'done'] }, id: { not: { startsWith: idOfRest(dispute) } } },
  })
  const before = await tx.dispute.findMany({
    where: {
      orderId: order.id,
      id: { not: dispute.id },
      createdAt: { lte: dispute.createdAt },
      withdrawnTransferId: { not: null },
      reinstatedTransferId: null,
    },
  })
  const gone = [...refunds, ...before].reduce((all, { amount }) => all + amount, 0n)
  const left = order.actuallyPaid - pointsWorthOf(order) - gone
  return left > 0n ? left : 0n
}

/**
 * Credits the customer with the surplus if more of a debt was settled than there was, because the wallet had paid it.
 */
export const creditOverpaid = async (
  tx: Transaction,
  { userId, orderId }: { userId: string; orderId: string | null },
  { id, attemptId, most }: { id: string; attemptId: string | null; most: bigint },
): Promise<bigint> => {
  const { balance } = await balanceOf(receivable(userId), tx)
  const credit = balance < most ? balance : most
  if (credit <= 0n) return 0n
  const movement = disputeWonCredited({ userId, mango: credit, usd: credit })
  await post(tx, { id, actor, orderId, attemptId, ...movement })
  return credit
}

const settleDebt = async (tx: Transaction, order: OrderRow, dispute: DisputeRow, share: bigint): Promise<void> => {
  const { id, attemptId } = dispute
  const prefix = `dispute/${id}/period`
  const posted = await tx.ledgerEntry.findMany({
    where: { transferId: { startsWith: prefix }, account: { kind: 'receivable' } },
    select: { amount: true },
  })
  const more = posted.reduce((rest, { amount }) => rest - amount, share)
  if (more <= 0n) return
  const common = { actor, orderId: order.id, attemptId }
  const transferId = posted.length === 0 ? prefix : `${prefix}/${posted.length}`
  await post(tx, { id: transferId, ...common, ...debtSettledByPeriod({ userId: order.userId, usd: more }) })
  const owner = { userId: order.userId, orderId: order.id }
  const credited = await creditOverpaid(tx, owner, { id: `${transferId}/credit`, attemptId, most: more })
  if (credited > 0n)
    await tellOwner(tx, order.id, transferId, { kind: 'credited', amount: usd(credited), why: 'dispute-won' })
}

/** Credits money that was paid for the order in other ways. Returns the refund that became wallet credit now. */
const creditRest = async (tx: Transaction, order: OrderRow, dispute: DisputeRow, share: bigint) => {
  const own = await tx.orderRefund.findMany({ where: { id: { startsWith: idOfRest(dispute) } } })
  const amount = own.reduce((rest, one) => rest - one.amount, share)
  if (amount <= 0n) return null
  const at = now()
  const id = own.length === 0 ? idOfRest(dispute) : `${idOfRest(dispute)}-${own.length}`
  const { id: orderId, userId } = order
  const transferId = `refund/${id}`
  const movement = refundToWallet({ userId, mango: amount, usd: usdOfMango(amount) })
  await post(tx, { id: transferId, actor, orderId, refundId: id, ...movement })
  const why = 'the unused part of what was paid otherwise than by the payment that a bank took back'
  await tx.orderRefund.create({
    data: { id, orderId, amount, to: 'wallet', state: 'done', transferId, actor, why, createdAt: at, doneAt: at },
  })
  return { id, amount }
}

const givePointsBack = async (tx: Transaction, order: OrderRow, shareOf: (whole: bigint) => bigint) => {
  let given = 0n
  for (const part of order.parts.filter(({ method, state }) => method === methodIds.points && state === 'paid')) {
    const id = pointsBackId(part.id)
    const back = shareOf(part.units)
    if (back <= 0n || (await tx.ledgerTransfer.count({ where: { id } })) > 0) continue
    const movement = refundOfPoints({ userId: order.userId, points: back, usd: back * pointWorth })
    await post(tx, { id, actor, orderId: order.id, ...movement })
    if (back === part.units)
      await tx.paymentPart.update({ where: { id: part.id }, data: { state: 'refunded', updatedAt: now() } })
    given += back
  }
  return given
}

/**
 * Returns the unused part of an order whose service a dispute has ended. If more of its money turns up later because a
 * refund was refused, call it again: it only returns the difference. Returns the refund that became wallet credit, or
 * null if there was none. Debts are paid from it only after the cashback was taken back.
 */
export const settleUnused = async (
  tx: Transaction,
  order: OrderRow,
  dispute: DisputeRow,
): Promise<{ id: string; amount: bigint } | null> => {
  const { amount, unusedMs, wholeMs } = dispute
  if (unusedMs === null || wholeMs === null || wholeMs === 0n) return null
  const shareOf = (whole: bigint): bigint => (whole * unusedMs) / wholeMs
  const left = await moneyLeft(tx, order, dispute)
  const taken = amount < left ? amount : left
  // The used part is owed in whole cents: nobody can pay less, and an unpayable debt would block the wallet from
  // sending forever.
  const used = taken - shareOf(taken)
  await settleDebt(tx, order, dispute, taken - (used - (used % unitsOfCent)))
  const made = await creditRest(tx, order, dispute, shareOf(left - taken))
  const points = await givePointsBack(tx, order, shareOf)
  const credited = made?.amount ?? 0n
  if (credited === 0n && points === 0n) return null
  const fact = { kind: 'refunded', amount: usd(credited), to: 'wallet', points: String(points), isOver: false } as const
  const refunds = await tx.orderRefund.count({ where: { id: { startsWith: idOfRest(dispute) } } })
  await tellOwner(tx, order.id, `unused ${dispute.id} ${refunds}`, fact)
  return made
}

/** A bank has taken money that had paid the order: ends its service and returns the unused part of the rest. */
export const endByDispute = async (tx: Transaction, order: OrderRow, dispute: DisputeRow): Promise<void> => {
  const time = await unusedTime(tx, order)
  const noted = await tx.dispute.update({ where: { id: dispute.id }, data: time })
  await takeBackPeriods(tx, order, 'charged-back')
  await moveOrder(tx, order, 'charged-back', { reason: 'charged-back' })
  await settleUnused(tx, order, noted)
  await takeBackCashback(tx, order, actor)
}
