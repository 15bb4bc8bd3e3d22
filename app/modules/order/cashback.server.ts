/**
 * Pays cashback: a share of the payment for an order, except points, returns as Mango in the transaction that completes
 * the order. When money is refunded, its share of the cashback is taken back, as far as the wallet has it.
 */
import type { Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { afterCommit } from '~/platform/transact.server'
import {
  balanceOf,
  cashbackPaid,
  cashbackTakenBack,
  freezeLess,
  listFrozen,
  post,
  unusedOfDispute,
  wallet,
} from '~/modules/ledger/ledger.server'
import type { OrderRow } from './store.server'
import { methodIds, usdOfMango } from './types'

const idOf = (orderId: string): string => `cashback/${orderId}`
/** Points are already a gift, so they earn no cashback. */
const withoutPoints = (price: bigint, order: OrderRow): bigint =>
  order.parts
    .filter(({ method, state }) => method === methodIds.points && state !== 'released')
    .reduce((rest, { amount }) => rest - amount, price)

type Asked = { id: string; amount: bigint; actor: string }
const give = async (
  tx: Transaction,
  { id: orderId, userId }: OrderRow,
  { id, amount, actor }: Asked,
): Promise<void> => {
  const movement = cashbackPaid({ userId, mango: amount, usd: usdOfMango(amount) })
  const posted = await post(tx, { id, actor, orderId, ...movement })
  if (!posted.ok) throw new Error('promotion has no floor')
}

/** Pays the cashback once per order. `paid`: the total paid for the order. Returns the amount, 0n if none. */
export const payCashback = async (tx: Transaction, order: OrderRow, paid: bigint, actor: string): Promise<bigint> => {
  const amount = (withoutPoints(paid, order) * BigInt(env.cashbackPercent)) / 100n
  if (amount <= 0n) return 0n
  await give(tx, order, { id: idOf(order.id), amount, actor })
  return amount
}

/**
 * The order's money that was refunded or kept by a bank. If a bank returned what it took, only the part that the
 * customer was not charged for counts: the unused time.
 */
const goneOf = async (tx: Transaction, orderId: string): Promise<bigint> => {
  const refunds = await tx.orderRefund.findMany({ where: { orderId, state: 'done' }, select: { amount: true } })
  const disputes = await tx.dispute.findMany({
    where: { orderId, withdrawnTransferId: { not: null } },
    select: { id: true, amount: true, attemptId: true, reinstatedTransferId: true },
  })
  let gone = refunds.reduce((all, { amount }) => all + amount, 0n)
  for (const { id, amount, attemptId, reinstatedTransferId } of disputes) {
    // A payment that became wallet credit paid nothing of the order.
    if ((await tx.deposit.count({ where: { attemptId, result: 'order' } })) === 0) continue
    gone += reinstatedTransferId === null ? amount : await unusedOfDispute(tx, id)
  }
  return gone
}

/** Takes cashback back from the wallet, even money frozen for a bank's claim. Returns the amount taken. */
const take = async (tx: Transaction, order: OrderRow, { id, amount, actor }: Asked): Promise<bigint> => {
  const { id: orderId, userId } = order
  let missing = amount - (await balanceOf(wallet(userId), tx)).available
  const frozen = missing > 0n ? await listFrozen(userId, tx) : []
  // Money frozen for this order's own claim goes first.
  for (const one of [...frozen].sort((a, b) => Number(b.orderId === orderId) - Number(a.orderId === orderId))) {
    if (missing <= 0n) break
    await freezeLess(tx, one, one.amount - missing)
    missing -= one.amount
  }
  const { available } = await balanceOf(wallet(userId), tx)
  const taken = amount < available ? amount : available
  if (taken < amount)
    afterCommit(tx, 'the log', () =>
      log.warn({ order: order.number, missing: String(amount - taken) }, 'cashback is spent'),
    )
  if (taken <= 0n) return 0n
  const movement = cashbackTakenBack({ userId, mango: taken, usd: usdOfMango(taken) })
  const posted = await post(tx, { id, actor, orderId, ...movement })
  if (!posted.ok) throw new Error('what a wallet has was more than it has')
  return taken
}

/** The cashback that was given and not taken back, and how much is due for the money that stays. */
const standingOf = async (
  tx: Transaction,
  order: OrderRow,
): Promise<{ left: bigint; due: bigint; entries: number }> => {
  const entries = await tx.ledgerEntry.findMany({
    where: {
      transfer: { orderId: order.id, kind: { in: [cashbackPaid.kind, cashbackTakenBack.kind] } },
      account: { kind: 'wallet' },
    },
    select: { transferId: true, amount: true },
  })
  const given = entries.find(({ transferId }) => transferId === idOf(order.id))?.amount ?? 0n
  const base = withoutPoints(order.actuallyPaid, order)
  const gone = given === 0n ? 0n : await goneOf(tx, order.id)
  const lost = base <= 0n || gone >= base ? given : (given * gone) / base
  const left = entries.reduce((all, { amount }) => all + amount, 0n)
  return { left, due: given - lost, entries: entries.length }
}

/**
 * Takes back the cashback of refunded money, minus what was taken before. If the wallet has less, the rest is taken
 * with the next refund, or dropped: nobody owes a gift. Call it after the refund was posted. Returns the amount taken.
 */
export const takeBackCashback = async (tx: Transaction, order: OrderRow, actor: string): Promise<bigint> => {
  const { left, due, entries } = await standingOf(tx, order)
  if (left <= due) return 0n
  return take(tx, order, { id: `${idOf(order.id)}/back/${entries}`, amount: left - due, actor })
}

/** Gives cashback again after a bank has returned money, for what the customer was charged. */
export const giveCashbackAgain = async (tx: Transaction, order: OrderRow, actor: string): Promise<void> => {
  const { left, due, entries } = await standingOf(tx, order)
  if (left < due) await give(tx, order, { id: `${idOf(order.id)}/again/${entries}`, amount: due - left, actor })
}
