/** What orders know of boxes: who owns an order's box now, what was bought and paid for it, and its replacement. */
import { type Transaction, db } from '~/platform/db.server'
import { checkRegion } from '~/modules/catalogue/catalogue.server'
import { fail, type Result } from '~/errors/table'
import type { OrderRow } from './store.server'
import { now } from '~/platform/clock.server'
import { orderStatuses } from './order.states'

/** The box that now has the services: a replacement box takes over those of the broken one, including older orders. */
export const boxNow = async (tx: Transaction, sn: string): Promise<string> => {
  const box = await tx.registeredBox.findUnique({ where: { sn }, select: { movedToSn: true } })
  return box === null || box.movedToSn === null ? sn : boxNow(tx, box.movedToSn)
}

type Bound = 'own' | 'nobodys' | 'anothers'
export const boundNow = async (tx: Transaction, order: Pick<OrderRow, 'sn' | 'userId'>): Promise<Bound> => {
  const sn = await boxNow(tx, order.sn)
  const device = await tx.device.findUnique({ where: { sn }, select: { userId: true } })
  const userId = device?.userId ?? null
  return userId === null ? 'nobodys' : userId === order.userId ? 'own' : 'anothers'
}

const servicesOf = (order: OrderRow): string[] => order.lines.flatMap(({ services }) => services.split(','))

/**
 * Whether a payment may start: the box still belongs to the account (OP10014), and its services are sold in the
 * account's region (A0451).
 */
export const checkBuyer = async (tx: Transaction, order: OrderRow): Promise<Result<null>> => {
  if ((await boundNow(tx, order)) !== 'own') return fail('OP10014', { data: { context: 'unbound' } })
  return checkRegion(order.userId, servicesOf(order), tx)
}

/**
 * Whether the ordered services can be given when the money arrives. While the order is open, the box must not belong to
 * another account, because periods belong to the serial number. Later, it must be the account's own.
 */
export const canBeGiven = async (tx: Transaction, order: OrderRow, when: 'open' | 'late'): Promise<boolean> => {
  const bound = await boundNow(tx, order)
  if (bound === 'anothers' || (bound === 'nobodys' && when === 'late')) return false
  return (await checkRegion(order.userId, servicesOf(order), tx)).ok
}

/** A product and its number of months. */
export type Bought = { productId: string; months: number }

/** Limit of periods read; a box has few services, and only the latest of each counts. */
const maxRead = 200

/**
 * For each service of the box, what this account last paid for. Excludes purchases by other accounts and periods that
 * were taken back completely.
 */
export const boughtFor = async (userId: string, sn: string): Promise<ReadonlyMap<string, Bought>> => {
  const periods = await db.servicePeriod.findMany({
    where: { sn, voidedAt: null, orderLine: { order: { userId } } },
    orderBy: [{ endsAt: 'desc' }, { id: 'desc' }],
    take: maxRead,
    select: { service: true, orderLine: { select: { productId: true, months: true } } },
  })
  const bought = new Map<string, Bought>()
  for (const { service, orderLine } of periods)
    if (orderLine !== null && !bought.has(service)) bought.set(service, orderLine)
  return bought
}

const { completed, refunded, deleted } = orderStatuses
/** The services were given, or taken back. */
const settled = [completed, refunded]

/** Whether this box has an order that is unpaid or whose payment is on its way. */
export const hasOpenOrders = async (tx: Transaction, sn: string): Promise<boolean> =>
  (await tx.openOrderService.count({ where: { sn } })) > 0

/**
 * Moves the orders that may still give their box a service: open ones, and those that a late payment can revive.
 * Settled orders keep the serial number on their receipt; their periods are found by their lines. A former owner's
 * orders stay too: the new number isn't theirs.
 */
export const moveOrdersOfBox = async (tx: Transaction, from: string, to: string): Promise<void> => {
  const device = await tx.device.findUnique({ where: { sn: to }, select: { userId: true } })
  const userId = device?.userId ?? null
  if (userId === null) return
  await tx.order.updateMany({
    where: {
      sn: from,
      userId,
      status: { notIn: settled },
      NOT: { status: deleted, formerStatus: { in: settled } },
    },
    data: { sn: to, updatedAt: now() },
  })
  await tx.openOrderService.updateMany({ where: { sn: from, order: { userId } }, data: { sn: to } })
}

/** An inquiry moves no money, and a won dispute has returned it. */
const harmless = ['warning', 'won']

/**
 * Returns the boxes whose owner has a completed order for them, paid by the given time, for which providers collected
 * at least `least` (1/10000 USD) after refunds, without a dispute except inquiries and won ones; each as `userId sn`.
 */
export const listPaidFromOutside = async (
  boxes: readonly { sn: string; userId: string }[],
  { least, until }: { least: bigint; until: Date },
): Promise<ReadonlySet<string>> => {
  if (boxes.length === 0) return new Set()
  const rows = await db.order.findMany({
    where: {
      sn: { in: boxes.map(({ sn }) => sn) },
      status: orderStatuses.completed,
      paidAt: { lte: until },
      attempts: { some: { state: 'paid' } },
      disputes: { none: { state: { notIn: harmless } } },
    },
    select: {
      userId: true,
      sn: true,
      attempts: { where: { state: 'paid' }, select: { amount: true } },
      refunds: { where: { state: { in: ['asked', 'done'] } }, select: { amount: true } },
    },
  })
  const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((all, { amount }) => all + amount, 0n)
  const kept = rows.filter(({ attempts, refunds }) => sum(attempts) - sum(refunds) >= least)
  return new Set(kept.map(({ userId, sn }) => `${userId} ${sn}`))
}
