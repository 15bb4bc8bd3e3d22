/**
 * What becomes of a confirmed deposit, decided by the pure table of deposit.states.ts and done in the transaction that
 * confirms it: it pays its order, waits for the rest, becomes wallet credit, or waits for a person. Each has one
 * result.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { quote } from '~/modules/catalogue/catalogue.server'
import {
  depositKept,
  keptCredited,
  keptPaysOrder,
  keptReturned,
  post,
  settleDebt,
} from '~/modules/ledger/ledger.server'
import {
  canBeGiven,
  canPostParts,
  closeUnbound,
  dueOf,
  fulfilOrder,
  isOpen,
  noteShort,
  orderStatuses,
  statusOf,
  tellOwner,
  usd,
  type OrderRow,
} from '~/modules/order/order.server'
import type { CreditReason } from '~/modules/outbox/outbox.server'
import { unitsOfDecimal } from '~/text/decimal'
import { symbolOf } from './coins'
import { decideDeposit, type DepositStanding } from './deposit.states'
import { meanings } from './payment.states'
import { callPerson, sumOf, waitingOf, type AttemptRow, type DepositRow } from './store.server'

/** Who moves money that a provider reported. */
export const actor = 'system'

/** How much of which coin came, as people are told it. */
export const coinsOf = ({ amount, coin }: Pick<DepositRow, 'amount' | 'coin'>): { amount: string; coin: string } => ({
  amount,
  coin: symbolOf(coin ?? 'usd'),
})

const keep = async (tx: Transaction, deposit: DepositRow, orderId: string): Promise<void> => {
  const { id, provider, usd, attemptId } = deposit
  const posted = await post(tx, { id: `deposit/${id}`, actor, orderId, attemptId, ...depositKept({ provider, usd }) })
  if (!posted.ok) throw new Error('what waits has no floor')
}

const settle = async (tx: Transaction, id: string, result: string, transferId: string | null): Promise<void> => {
  const { count } = await tx.deposit.updateMany({
    where: { id, OR: [{ result: null }, { result: 'person' }] },
    data: { result, transferId, settledAt: now() },
  })
  if (count === 0) throw new Error(`the deposit ${id} has its result already`)
}

/** Makes wallet credit of what was kept. 1 USD is 1 Mango. */
export const creditKept = async (
  tx: Transaction,
  { userId, orderId }: { userId: string; orderId: string },
  deposits: readonly DepositRow[],
  why: CreditReason,
  by: string = actor,
): Promise<bigint> => {
  for (const { id, usd, attemptId } of deposits) {
    const transferId = usd > 0n ? `deposit/${id}/credit` : null
    if (transferId !== null) {
      const movement = keptCredited({ userId, mango: usd, usd })
      const posted = await post(tx, { id: transferId, actor: by, orderId, attemptId, note: why, ...movement })
      if (!posted.ok) throw new Error('what waits has no floor')
      await settleDebt(tx, userId, { cause: transferId, actor: by, orderId, attemptId })
    }
    await settle(tx, id, 'credit', transferId)
  }
  const amount = sumOf(deposits)
  const [first] = deposits
  if (amount > 0n && first !== undefined)
    await tellOwner(tx, orderId, `credit ${first.id}`, { kind: 'credited', amount: usd(amount), why })
  return amount
}

/** What was kept went back to where it came from: by the provider itself, or `sent` by hand. */
export const returnKept = async (
  tx: Transaction,
  orderId: string,
  { id, provider, usd, attemptId, amount, coin }: DepositRow,
  sent: { address: string; tag: string | null; hash: string; instead: string | null } | null,
  by: string,
): Promise<void> => {
  const transferId = usd > 0n ? `deposit/${id}/back` : null
  if (transferId !== null)
    await post(tx, { id: transferId, actor: by, orderId, attemptId, ...keptReturned({ provider, usd }) })
  await settle(tx, id, sent === null ? 'refund' : 'returned', transferId)
  const fact = { kind: 'returned', ...coinsOf({ amount, coin }), sent } as const
  await tellOwner(tx, orderId, `return ${id}`, fact)
}

/** Credits what came for an order and waited for its rest. */
export const creditWaitingOf = async (tx: Transaction, order: OrderRow, why: CreditReason): Promise<bigint> =>
  creditKept(tx, { userId: order.userId, orderId: order.id }, await waitingOf(tx, order.id), why)

/** The price holds while each plan still costs no more than the order says. */
const priceHolds = async (tx: Transaction, order: OrderRow): Promise<boolean> => {
  const at = now()
  for (const { planId, payPrice } of order.lines) {
    const present = await quote(planId, at, tx)
    if (present === null || present.payPrice > payPrice) return false
  }
  return true
}

const standingFor = async (tx: Transaction, order: OrderRow): Promise<DepositStanding> => {
  const status = statusOf(order)
  if (status === orderStatuses.completed || status === orderStatuses.refunded) return 'done'
  const canPost = await canPostParts(tx, order)
  if (isOpen(order)) return canPost && (await canBeGiven(tx, order, 'open')) ? 'open' : 'gone'
  // The customer said no or gave the box away, or was given the money back once already.
  if (order.reason !== 'window-over' || !canPost || !(await canBeGiven(tx, order, 'late'))) return 'gone'
  return (await priceHolds(tx, order)) ? 'late' : 'gone'
}

/** What the providers settle for an order, as far as they say it in USD: of every payment that paid it. */
export const noteOutcome = async (tx: Transaction, orderId: string): Promise<void> => {
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

/** The deposits pay their order; what is too much of the last one is credited. */
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
    const id = `deposit/${last.id}/surplus`
    const movement = keptCredited({ userId, mango: credit, usd: credit })
    await post(tx, { id, actor, orderId, attemptId: last.attemptId, note: 'surplus', ...movement })
    await settleDebt(tx, userId, { cause: id, orderId, attemptId: last.attemptId })
    await tellOwner(tx, orderId, `surplus ${last.id}`, { kind: 'credited', amount: usd(credit), why: 'surplus' })
  }
  const { statusId, label } = meanings.finished
  await tx.paymentAttempt.updateMany({
    where: { id: { in: deposits.map(({ attemptId }) => attemptId) }, label: 'partial-paid' },
    data: { statusId, label, updatedAt: now() },
  })
  await noteOutcome(tx, orderId)
  await fulfilOrder(tx, order, { event, collected, actor })
}

/** The last of the rest was paid from the wallet: what waited pays its order together with it. */
export const payWithWaiting = async (tx: Transaction, order: OrderRow): Promise<void> => {
  const deposits = await waitingOf(tx, order.id)
  await payOrder(tx, order, { deposits, event: 'paid', credit: 0n })
}

/** Gives a confirmed deposit its one result. `order` is locked. */
export const settleDeposit = async (
  tx: Transaction,
  {
    order,
    attempt,
    deposit,
    rightAsset,
  }: {
    order: OrderRow
    attempt: AttemptRow
    deposit: DepositRow
    rightAsset: boolean
  },
): Promise<void> => {
  const { usd } = deposit
  if (usd > 0n) await keep(tx, deposit, order.id)
  const before = (await waitingOf(tx, order.id)).filter(({ id }) => id !== deposit.id)
  const decision = decideDeposit({
    standing: await standingFor(tx, order),
    due: dueOf(order),
    before: sumOf(before),
    worth: usd,
    // What nobody can say the worth of is looked at too.
    rightAsset: rightAsset && usd > 0n,
  })
  const all = [...before, deposit]
  switch (decision.result) {
    case 'order':
      return payOrder(tx, order, {
        deposits: all,
        event: decision.event,
        credit: decision.credit,
      })
    case 'wait':
      return noteShort(tx, order, sumOf(all))
    case 'credit': {
      const isDouble = statusOf(order) === orderStatuses.completed || statusOf(order) === orderStatuses.refunded
      await creditKept(tx, { userId: order.userId, orderId: order.id }, all, isDouble ? 'double' : 'late')
      // It can't be given to this box any more, whatever else is paid for it.
      if (isOpen(order) && !(await canBeGiven(tx, order, 'open'))) await closeUnbound(tx, order)
      return
    }
    case 'person':
      await tx.deposit.update({
        where: { id: deposit.id },
        data: { result: 'person', state: rightAsset ? 'confirmed' : 'wrong-asset', settledAt: now() },
      })
      await tellOwner(tx, order.id, `look ${deposit.id}`, { kind: 'looked-at', ...coinsOf(deposit) })
      return callPerson(tx, attempt, rightAsset ? 'worthless' : 'wrong-asset')
  }
}

/** A deposit that nobody knew the worth of when it came is booked once somebody has said it. */
export const keepLate = async (tx: Transaction, deposit: DepositRow, orderId: string, by: string): Promise<void> => {
  const { id, provider, usd, attemptId } = deposit
  await post(tx, { id: `deposit/${id}`, actor: by, orderId, attemptId, ...depositKept({ provider, usd }) })
}

/** Why a deposit calls a person: when its last one is decided, its payment needs nobody any more. */
const depositReasons = ['wrong-asset', 'worthless']
export const noteDecided = async (tx: Transaction, attemptId: string): Promise<void> => {
  if ((await tx.deposit.count({ where: { attemptId, result: 'person' } })) > 0) return
  await tx.paymentAttempt.updateMany({
    where: { id: attemptId, personReason: { in: depositReasons } },
    data: { personReason: null, updatedAt: now() },
  })
}
