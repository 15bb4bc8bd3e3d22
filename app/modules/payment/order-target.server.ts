/** Orders as payment targets: what is due, what a deposit becomes, and what banks and providers take back. */
import { now, nowMs } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { quote } from '~/modules/catalogue/catalogue.server'
import { keptCredited, keptPaysOrder, post, settleDebt, surplusId } from '~/modules/ledger/ledger.server'
import {
  canBeGiven,
  canPostParts,
  closeUnbound,
  dueOf,
  endByDispute,
  fulfilOrder,
  giveCashbackAgain,
  isOpen,
  isWithinLimits,
  checkBuyer,
  lockOrder,
  moveOrder,
  noteFailed,
  noteProviderRefund,
  noteSeen,
  noteShort,
  noteUnseen,
  orderStatuses,
  refundable,
  statusOf,
  takeBackCashback,
  tellOwner,
  type OrderRow,
} from '~/modules/order/order.server'
import type { CreditReason } from '~/modules/outbox/outbox.server'
import { unitsOfDecimal } from '~/text/decimal'
import { fail, type Failure } from '~/errors/table'
import { decideDeposit, type DepositStanding } from './deposit.states'
import { meanings } from './payment.states'
import { actor, creditedReport, creditKept, oweGivenBack, settle } from './settle.server'
import type { DepositRow } from './rows'
import { sumOf, waitingOf } from './store.server'
import type { Target } from './target'

const isPaid = (order: OrderRow): boolean => statusOf(order) === orderStatuses.completed
const isSettled = (order: OrderRow): boolean => isPaid(order) || statusOf(order) === orderStatuses.refunded

/** Why an order can't be paid now; null if it can. */
const getPayBlocker = (order: OrderRow): Failure | null => {
  if (isPaid(order)) return fail('R1001')
  if (!isOpen(order)) return fail('OP10014')
  if (statusOf(order) === orderStatuses.confirming) return fail('OP10015')
  return order.payUntil.getTime() <= nowMs() ? fail('OP10014', { data: { context: 'window-over' } }) : null
}

/** The unpaid rest of an order. */
const restOf = async (tx: Transaction, order: OrderRow): Promise<bigint> => {
  const rest = dueOf(order) - sumOf(await waitingOf(tx, { kind: 'order', id: order.id }))
  return rest > 0n ? rest : 0n
}

/** The price holds while no plan costs more than the order says. */
const priceHolds = async (tx: Transaction, order: OrderRow): Promise<boolean> => {
  const at = now()
  for (const { planId, payPrice } of order.lines) {
    const present = await quote(planId, at, tx)
    if (present === null || present.payPrice > payPrice) return false
  }
  return true
}

const standingFor = async (tx: Transaction, order: OrderRow): Promise<DepositStanding> => {
  if (isSettled(order)) return 'done'
  const canPost = await canPostParts(tx, order)
  if (isOpen(order)) return canPost && (await canBeGiven(tx, order, 'open')) ? 'open' : 'gone'
  // The customer cancelled the order or gave the box away, or the money was already returned once.
  if (order.reason !== 'window-over' || !canPost || !(await canBeGiven(tx, order, 'late'))) return 'gone'
  return (await priceHolds(tx, order)) && (await isWithinLimits(tx, order)) ? 'late' : 'gone'
}

/**
 * Stores what the providers settle for an order, as far as they report it in USD: the sum over all payments that paid
 * it.
 */
const noteOutcome = async (tx: Transaction, orderId: string): Promise<void> => {
  const attempts = await tx.paymentAttempt.findMany({
    where: {
      orderId,
      deposits: { some: { result: 'order' } },
      outcomeAmount: { not: null },
      outcomeCurrency: { in: ['usd', 'usdttrc20', 'usdt'] },
    },
    select: { outcomeAmount: true },
  })
  if (attempts.length === 0) return
  const outcomePrice = attempts.reduce((all, { outcomeAmount }) => all + unitsOfDecimal(outcomeAmount ?? '0', 4), 0n)
  await tx.order.update({ where: { id: orderId }, data: { outcomePrice } })
}

/** Pays the order from the deposits; a surplus of the last one is credited. */
const payOrder = async (
  tx: Transaction,
  order: OrderRow,
  {
    deposits,
    event,
    credit,
  }: {
    deposits: readonly DepositRow[]
    event: 'paid' | 'paid-late'
    credit: bigint
  },
): Promise<void> => {
  const { id: orderId, userId } = order
  const last = deposits.at(-1)
  const collected: { method: number; amount: bigint }[] = []
  for (const one of deposits) {
    const toOrder = one.usd - (one === last ? credit : 0n)
    const { method } = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: one.attemptId } })
    collected.push({ method, amount: toOrder })
    const transferId = toOrder > 0n ? `deposit/${one.id}/order` : null
    if (transferId !== null)
      await post(tx, { id: transferId, actor, orderId, attemptId: one.attemptId, ...keptPaysOrder({ usd: toOrder }) })
    await settle(tx, one.id, 'order', transferId)
  }
  if (credit > 0n && last !== undefined) {
    const id = surplusId(last.id)
    const movement = keptCredited({ userId, mango: credit, usd: credit })
    await post(tx, { id, actor, orderId, attemptId: last.attemptId, note: 'surplus', ...movement })
    const debt = await settleDebt(tx, userId, { cause: id, orderId, attemptId: last.attemptId })
    await tellOwner(tx, orderId, `surplus ${last.id}`, creditedReport(credit, 'surplus', debt))
  }
  const { statusId, label } = meanings.finished
  await tx.paymentAttempt.updateMany({
    where: { id: { in: deposits.map(({ attemptId }) => attemptId) }, label: 'partial-paid' },
    data: { statusId, label, updatedAt: now() },
  })
  await noteOutcome(tx, orderId)
  await fulfilOrder(tx, order, { event, collected, actor })
}

/** The wallet paid the last part of the rest: waiting deposits now pay the order together with it. */
export const payWithWaiting = async (tx: Transaction, order: OrderRow): Promise<void> => {
  const deposits = await waitingOf(tx, { kind: 'order', id: order.id })
  await payOrder(tx, order, { deposits, event: 'paid', credit: 0n })
}

/** Credits deposits that waited for the rest of an order. */
export const creditWaitingOf = async (tx: Transaction, order: OrderRow, why: CreditReason): Promise<bigint> => {
  const target = orderTarget(order)
  return creditKept(tx, target, await waitingOf(tx, target.ref), why)
}

const settleDeposit = async (
  tx: Transaction,
  order: OrderRow,
  { deposit, rightAsset }: { deposit: DepositRow; rightAsset: boolean },
): Promise<'settled' | 'person'> => {
  const target = orderTarget(order)
  const before = (await waitingOf(tx, target.ref)).filter(({ id }) => id !== deposit.id)
  const decision = decideDeposit({
    standing: await standingFor(tx, order),
    due: dueOf(order),
    before: sumOf(before),
    worth: deposit.usd,
    rightAsset,
  })
  const all = [...before, deposit]
  switch (decision.result) {
    case 'order':
      await payOrder(tx, order, { deposits: all, event: decision.event, credit: decision.credit })
      return 'settled'
    case 'wait':
      await noteShort(tx, order, sumOf(all))
      return 'settled'
    case 'credit':
      await creditKept(tx, target, all, isSettled(order) ? 'double' : 'late')
      // The order can't be given to this box any more, whatever else is paid for it.
      if (isOpen(order) && !(await canBeGiven(tx, order, 'open'))) await closeUnbound(tx, order)
      return 'settled'
    case 'person':
      return 'person'
  }
}

/** A refund that the provider made by itself. `refundId` and `owedId` name the resulting refund and debt. */
type GivenBack = { refundId: string; owedId: string; why: string; providerRefundId: string; amount: bigint }

/** The part of a deposit that paid its order and was not refunded to its source. */
const restOfPart = async (tx: Transaction, { id, attemptId }: DepositRow, orderId: string): Promise<bigint> => {
  const [part, refunds] = await Promise.all([
    tx.ledgerEntry.findFirst({
      where: { transferId: `deposit/${id}/order`, account: { kind: 'revenue' } },
      select: { amount: true },
    }),
    tx.orderRefund.findMany({ where: { orderId, attemptId, to: 'provider', state: { in: ['asked', 'done'] } } }),
  ])
  return refunds.reduce((rest, { amount }) => rest - amount, part?.amount ?? 0n)
}

/**
 * Books a refund that the provider made by itself: as a normal refund, up to what the deposit paid for the order and
 * what is still refundable. The rest had become Mango or was returned before, so the customer owes it.
 */
const noteGivenBack = async (
  tx: Transaction,
  order: OrderRow,
  deposit: DepositRow,
  { refundId: id, owedId, why, providerRefundId, amount: all }: GivenBack,
): Promise<void> => {
  const { provider, attemptId } = deposit
  const mosts = isPaid(order) ? [await refundable(tx, order), await restOfPart(tx, deposit, order.id)] : [0n]
  const most = mosts.reduce((least, one) => (one < least ? one : least), all)
  const amount = most > 0n ? most : 0n
  if (amount > 0n) {
    await tx.orderRefund.create({
      data: { id, orderId: order.id, attemptId, amount, to: 'provider', actor, why, createdAt: now() },
    })
    await noteProviderRefund(tx, order, { id, amount, providerRefundId, provider, attemptId }, actor)
  }
  if (amount < all)
    await oweGivenBack(tx, orderTarget(order), { id: owedId, provider, attemptId, amount: all - amount })
}

/** Whether the deposit's use is known, so that it can be taken back. */
const isUsed = ({ result }: DepositRow): boolean => result === 'order' || result === 'credit'

const takeBack = async (tx: Transaction, order: OrderRow, deposit: DepositRow): Promise<boolean> => {
  const { id, usd: amount } = deposit
  if (!isUsed(deposit) || amount <= 0n) return false
  const refundId = `provider-${id}`
  const owedId = `deposit/${id}/given-back`
  const noted = [
    await tx.orderRefund.count({ where: { id: refundId } }),
    await tx.ledgerTransfer.count({ where: { id: owedId } }),
  ]
  if (noted.some((count) => count > 0)) return true
  const why = 'refunded by the provider'
  await noteGivenBack(tx, order, deposit, { refundId, owedId, why, providerRefundId: id, amount })
  return true
}

/** Handles refunds made on the provider's own page, beyond those that the portal asked for. */
const noteCharge = async (
  tx: Transaction,
  order: OrderRow,
  { id, refunded, deposit }: { id: string; refunded: bigint; deposit: DepositRow },
): Promise<'done' | 'later' | 'person'> => {
  const { attemptId } = deposit
  const refunds = await tx.orderRefund.findMany({
    where: { orderId: order.id, to: 'provider', state: { in: ['asked', 'done'] } },
  })
  // The provider's answer to the portal's own refund request must come first.
  if (refunds.some(({ state }) => state === 'asked')) return 'later'
  const known = refunds.filter((one) => one.attemptId === attemptId).reduce((all, one) => all + one.amount, 0n)
  const prefix = `charge/${id}/`
  const owed = await tx.ledgerEntry.findMany({
    where: { transferId: { startsWith: prefix }, account: { kind: 'clearing' } },
    select: { amount: true },
  })
  const amount = owed.reduce((rest, one) => rest - one.amount, refunded - known)
  if (amount <= 0n) return 'done'
  if (!isUsed(deposit)) return 'person'
  const why = 'refunded at the provider'
  const named = { refundId: `provider-${id}-${refunded}`, owedId: `${prefix}${refunded}`, why }
  await noteGivenBack(tx, order, deposit, { ...named, providerRefundId: `${id}/${refunded}`, amount })
  return 'done'
}

/** Wraps an order, locked or read-only, as a payment target. */
export const orderTarget = (order: OrderRow): Target => {
  const { id, number, userId } = order
  const ref = { kind: 'order', id } as const
  return {
    ref,
    number,
    userId,
    orderId: id,
    isOpen: () => isOpen(order),
    isConfirming: () => statusOf(order) === orderStatuses.confirming,
    isSettled: () => isSettled(order),
    judge: () => getPayBlocker(order),
    checkPayer: (tx) => checkBuyer(tx, order),
    rest: (tx) => restOf(tx, order),
    noteBegun: async (tx, method) => {
      if (statusOf(order) === orderStatuses.failed) await moveOrder(tx, order, 'retried')
      await tx.paymentPart.updateMany({
        where: { orderId: id, state: 'planned' },
        data: { method, updatedAt: now() },
      })
    },
    noteSeen: (tx) => noteSeen(tx, order),
    noteUnseen: (tx) => noteUnseen(tx, order),
    noteShort: (tx, waiting) => noteShort(tx, order, waiting),
    noteFailed: (tx) => noteFailed(tx, order),
    noteLess: async (tx) => {
      const actuallyPaid = sumOf(await waitingOf(tx, ref))
      await tx.order.update({ where: { id }, data: { actuallyPaid, updatedAt: now() } })
    },
    noteOutcome: (tx) => noteOutcome(tx, id),
    settle: (tx, came) => settleDeposit(tx, order, came),
    credit: async (tx, deposit, by) => {
      await creditKept(tx, orderTarget(order), [deposit], 'wrong-asset', by)
    },
    takeBack: (tx, deposit) => takeBack(tx, order, deposit),
    noteCharge: (tx, charge) => noteCharge(tx, order, charge),
    noteWithdrawn: async (tx, { dispute, deposit }) => {
      const isOver = deposit.result === 'order' && isPaid(order)
      if (isOver) await endByDispute(tx, order, dispute)
      else await takeBackCashback(tx, order, actor)
      return isOver
    },
    noteReinstated: (tx) => giveCashbackAgain(tx, order, actor),
    tell: (tx, about, fact) => tellOwner(tx, id, about, fact),
  }
}

export const lockOrderTarget = async (tx: Transaction, id: string): Promise<Target> =>
  orderTarget(await lockOrder(tx, id))
