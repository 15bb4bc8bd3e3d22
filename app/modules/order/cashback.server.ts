/**
 * Cashback: a share of what an order was paid with, beside points, comes back as Mango in the transaction that
 * completes
 * it. What goes back of that money takes its share of the cashback along, as far as the wallet has it.
 */
import type { Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { afterCommit } from '~/platform/transact.server'
import { balanceOf, cashbackPaid, cashbackTakenBack, post, wallet } from '~/modules/ledger/ledger.server'
import type { OrderRow } from './store.server'
import { methodIds, usdOfMango } from './types'

const idOf = (orderId: string): string => `cashback/${orderId}`
/** Points are a gift of the house already; what they paid gives none. */
const withoutPoints = (price: bigint, order: OrderRow): bigint =>
  order.parts
    .filter(({ method, state }) => method === methodIds.points && state !== 'released')
    .reduce((rest, { amount }) => rest - amount, price)

/** Pays it, once for each order. Answers how much, 0n where there is none. */
export const payCashback = async (tx: Transaction, order: OrderRow, actor: string): Promise<bigint> => {
  const { id: orderId, userId } = order
  const amount = (withoutPoints(order.payPrice, order) * BigInt(env.cashbackPercent)) / 100n
  if (amount <= 0n) return 0n
  const movement = cashbackPaid({ userId, mango: amount, usd: usdOfMango(amount) })
  const posted = await post(tx, { id: idOf(orderId), actor, orderId, ...movement })
  if (!posted.ok) throw new Error('promotion has no floor')
  return amount
}

/** What went back of an order's money, or was taken by a bank that keeps it. */
const goneOf = async (tx: Transaction, orderId: string): Promise<bigint> => {
  const refunds = await tx.orderRefund.findMany({ where: { orderId, state: 'done' }, select: { amount: true } })
  const disputes = await tx.dispute.findMany({
    where: { orderId, withdrawnTransferId: { not: null }, reinstatedTransferId: null },
    select: { amount: true },
  })
  return [...refunds, ...disputes].reduce((all, { amount }) => all + amount, 0n)
}

/**
 * Takes back the share of an order's cashback that belongs to what went back of its money, less what was taken before.
 * Where the wallet has less, the rest is taken with the next refund, or let go: nobody owes a gift. Call it after the
 * refund was posted. Answers what was taken.
 */
export const takeBackCashback = async (tx: Transaction, order: OrderRow, actor: string): Promise<bigint> => {
  const { id: orderId, userId } = order
  const entries = await tx.ledgerEntry.findMany({
    where: {
      transfer: { orderId, kind: { in: [cashbackPaid.kind, cashbackTakenBack.kind] } },
      account: { kind: 'wallet' },
    },
    select: { amount: true },
  })
  const given = entries.reduce((all, { amount }) => (amount > 0n ? all + amount : all), 0n)
  if (given === 0n) return 0n
  const left = entries.reduce((all, { amount }) => all + amount, 0n)
  const base = withoutPoints(order.actuallyPaid, order)
  const gone = await goneOf(tx, orderId)
  const due = base <= 0n || gone >= base ? given : (given * gone) / base
  const more = due - (given - left)
  if (more <= 0n) return 0n
  const { available } = await balanceOf(wallet(userId), tx)
  const taken = more < available ? more : available
  if (taken < more)
    afterCommit(tx, 'the log', () =>
      log.warn({ order: order.number, missing: String(more - taken) }, 'cashback is spent'),
    )
  if (taken <= 0n) return 0n
  const movement = cashbackTakenBack({ userId, mango: taken, usd: usdOfMango(taken) })
  const posted = await post(tx, { id: `${idOf(orderId)}/back/${entries.length}`, actor, orderId, ...movement })
  if (!posted.ok) throw new Error('what a wallet has was more than it has')
  return taken
}
