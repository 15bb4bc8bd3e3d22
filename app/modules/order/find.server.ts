/** Reads an account's orders: the list, one order, the unfinished ones. Amounts are returned as decimal text. */
import { db, type Prisma } from '~/platform/db.server'
import { balanceOf, creditedFor, unusedOfDispute, wallet } from '~/modules/ledger/ledger.server'
import { findWalletBlocker } from '~/modules/wallet/wallet.server'
import { fail, ok, type Result } from '~/errors/table'
import { printAmount } from '~/text/amount'
import { chargesOf } from './charged'
import { boxNow } from './box.server'
import { bankViewOf } from './debt.server'
import { heldDeposits } from './payment-side.server'
import { dueOf, internalMethods, isOpen, statusOf } from './store.server'
import { orderStatuses, unpaidStatuses, type Status } from './order.states'
import { isPaidPoints, methodIds, pointsBackId, pointWorth } from './types'
import type {
  OrderAct,
  OrderDetails,
  OrderStatus,
  OrderSummary,
  PaymentLabel,
  PaymentRecord,
  PaymentShare,
} from './view'

export const usd = (amount: bigint): string => printAmount(amount, { scale: 4 })
const iso = (at: Date): string => at.toISOString()

/** Only the fields of a list row: reading a hundred complete orders takes three times as long. */
const summarySelect = {
  number: true,
  status: true,
  formerStatus: true,
  boxName: true,
  sn: true,
  payPrice: true,
  actuallyPaid: true,
  createdAt: true,
  payUntil: true,
  serviceEndsAt: true,
  lines: { select: { productNames: true, months: true } },
  open: { select: { service: true } },
  parts: {
    where: { method: { in: [...internalMethods] } },
    select: { method: true, amount: true, units: true, state: true },
  },
} satisfies Prisma.OrderSelect
type SummaryRow = Prisma.OrderGetPayload<{ select: typeof summarySelect }>
export const detailsInclude = {
  lines: { include: { periods: { where: { voidedAt: null }, orderBy: { startsAt: 'asc' } } } },
  open: true,
  parts: { orderBy: { createdAt: 'asc' } },
  attempts: { orderBy: { createdAt: 'asc' } },
  refunds: { orderBy: { createdAt: 'asc' } },
  disputes: { where: { withdrawnTransferId: { not: null } }, orderBy: { createdAt: 'asc' } },
  _count: { select: { disputes: true } },
} satisfies Prisma.OrderInclude
export type DetailsRow = Prisma.OrderGetPayload<{ include: typeof detailsInclude }>

/** A product's name as copied into the order, in the reader's language, otherwise in English. */
const nameOf = (line: { productNames: string }, language: string): string => {
  const names = JSON.parse(line.productNames) as Record<string, string>
  return names[language] ?? names.en ?? ''
}
const productsOf = (
  { lines }: { lines: readonly { productNames: string; months: number }[] },
  language: string,
): { name: string; months: number }[] => lines.map((line) => ({ name: nameOf(line, language), months: line.months }))

const actsOf = (order: Pick<SummaryRow, 'status' | 'formerStatus' | 'open'>): OrderAct[] => {
  if (order.status === orderStatuses.deleted) return []
  const status = statusOf(order)
  const acts: OrderAct[] = []
  if (isOpen(order)) {
    // While a payment is being confirmed, it can be neither repeated nor cancelled.
    if (status !== orderStatuses.confirming) acts.push('pay', 'cancel')
    return acts
  }
  if (status === orderStatuses.completed || status === orderStatuses.refunded) acts.push('receipt')
  acts.push('order-again', 'delete')
  return acts
}

/** See docs/orders.md: the end of the window while it can be paid, then the end of the paid service. */
const expiresAt = (order: Pick<SummaryRow, 'status' | 'formerStatus' | 'open' | 'payUntil' | 'serviceEndsAt'>) => {
  if (isOpen(order)) return statusOf(order) === orderStatuses.confirming ? null : iso(order.payUntil)
  return order.serviceEndsAt === null ? null : iso(order.serviceEndsAt)
}

/** For an open order, money actually paid waits for the rest. */
const restOf = (order: SummaryRow): bigint => {
  const rest = isOpen(order) ? dueOf(order) - order.actuallyPaid : 0n
  return rest > 0n ? rest : 0n
}
const endReasons = ['cancelled', 'window-over', 'rest-missing', 'unbound'] as const

const summaryOf = (order: SummaryRow, language: string): OrderSummary => ({
  number: order.number,
  status: order.status as OrderStatus,
  products: productsOf(order, language),
  boxName: order.boxName,
  sn: order.sn,
  payPrice: usd(order.payPrice),
  actuallyPaid: usd(order.actuallyPaid),
  rest: usd(restOf(order)),
  createdAt: iso(order.createdAt),
  expiresAt: expiresAt(order),
  acts: actsOf(order),
})

const shareOf = (part: DetailsRow['parts'][number], charged: bigint): PaymentShare => ({
  kind: part.method === methodIds.points ? 'points' : part.method === methodIds.mango ? 'mango' : 'external',
  method: part.method,
  amount: usd(part.amount),
  charged: usd(charged),
  units:
    part.method === methodIds.points
      ? printAmount(part.units, { scale: 0 })
      : part.method === methodIds.mango
        ? usd(part.units)
        : null,
  state: part.state as PaymentShare['state'],
})

/** SPEC's payment record, for any kind of target. */
export const recordOf = (attempt: DetailsRow['attempts'][number]): PaymentRecord => ({
  id: attempt.id,
  method: attempt.method,
  statusId: attempt.statusId as PaymentRecord['statusId'],
  label: attempt.label as PaymentLabel,
  createdAt: iso(attempt.createdAt),
  updatedAt: iso(attempt.updatedAt),
  payinAddress: attempt.payAddress,
  payinExtraId: attempt.payExtraId,
  payinHash: attempt.payinHash,
  fixedRate: attempt.fixedRate,
  feePaidByUser: attempt.feePaidByUser,
  serviceFee: attempt.serviceFee,
  currency: 1,
  amount: usd(attempt.amount),
  coin: attempt.coin,
  coinAmount: attempt.payAmount,
  coinReceived: attempt.actuallyPaid,
  rate: attempt.rate,
})

type RefundView = OrderDetails['refunds'][number]
/** What was returned of the points that paid an order, at their worth. */
const returnedPoints = async ({ parts }: DetailsRow): Promise<RefundView[]> => {
  const ids = parts.filter(isPaidPoints).map(({ id }) => pointsBackId(id))
  if (ids.length === 0) return []
  const found = await db.ledgerEntry.findMany({
    where: { transferId: { in: ids }, account: { kind: 'points' } },
    select: { amount: true, at: true },
  })
  return found.map(({ amount, at }) => ({ amount: usd(amount * pointWorth), to: 'points', state: 'done', at: iso(at) }))
}

/** What a bank has taken and keeps; once it has returned it, the unused part, which became wallet credit. */
const returnedByDispute = async (dispute: DetailsRow['disputes'][number]): Promise<RefundView[]> => {
  const { id, reinstatedTransferId, updatedAt } = dispute
  const isKept = reinstatedTransferId === null
  const amount = isKept ? dispute.amount : await unusedOfDispute(db, id)
  return amount === 0n
    ? []
    : [{ amount: usd(amount), to: isKept ? 'bank' : 'wallet', state: 'done', at: iso(updatedAt) }]
}

export const detailsOf = async (order: DetailsRow, language: string): Promise<OrderDetails> => {
  const charges = chargesOf(order)
  return {
    ...summaryOf(order, language),
    originalPrice: usd(order.originalPrice),
    activityPrice: order.activityPrice === null ? null : usd(order.activityPrice),
    outcomePrice: order.outcomePrice === null ? null : usd(order.outcomePrice),
    credited: usd(await creditedFor(order.id)),
    endedBy: isOpen(order) ? null : (endReasons.find((reason) => reason === order.reason) ?? null),
    paidAt: order.paidAt === null ? null : iso(order.paidAt),
    updatedAt: iso(order.updatedAt),
    lines: order.lines.map((line) => ({
      name: nameOf(line, language),
      months: line.months,
      services: line.services.split(','),
      originalPrice: usd(line.originalPrice),
      activityPrice: line.activityPrice === null ? null : usd(line.activityPrice),
      payPrice: usd(line.payPrice),
      periods: line.periods.map(({ service, startsAt, endsAt }) => ({
        service,
        startsAt: iso(startsAt),
        endsAt: iso(endsAt),
      })),
    })),
    shares: order.parts.map((part, index) => shareOf(part, charges[index] ?? 0n)),
    payments: order.attempts.map(recordOf),
    held: await heldDeposits(order.id),
    refunds: [
      ...order.refunds.map(({ amount, to, state, createdAt, doneAt }) => ({
        amount: usd(amount),
        to: to as 'wallet' | 'provider',
        state: state as 'asked' | 'done' | 'failed',
        at: iso(doneAt ?? createdAt),
      })),
      ...(await returnedPoints(order)),
      ...(await Promise.all(order.disputes.map(returnedByDispute))).flat(),
    ],
    bank: order._count.disputes === 0 ? null : await bankViewOf(order),
  }
}

/** An order's name on pages about something else. */
export type OrderName = { number: string; products: { name: string; months: number }[] }
/** The names of some of an account's orders, by id; products in the reader's language. */
export const namesOfOrders = async (
  userId: string,
  ids: readonly string[],
  language: string,
): Promise<ReadonlyMap<string, OrderName>> => {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const found = await db.order.findMany({
    where: { id: { in: asked }, userId },
    select: { id: true, number: true, lines: { select: { productNames: true, months: true } } },
  })
  return new Map(found.map((order) => [order.id, { number: order.number, products: productsOf(order, language) }]))
}

/** Filters a list of orders. `from` and `to`: [from, to) by order time. */
export type OrderFilter = {
  /** An order number or its beginning. */
  number?: string | null
  statuses?: readonly Status[] | null
  sn?: string | null
  from?: Date | null
  to?: Date | null
}

/**
 * Filters by a number or its beginning. Other characters find nothing: the database treats "%" and "_" as wildcards.
 */
const byNumber = (typed: string): Prisma.OrderWhereInput => {
  const number = typed.trim().toUpperCase()
  return { number: /^[0-9A-Z-]*$/.test(number) ? { startsWith: number } : { in: [] } }
}

const whereOf = ({ number, statuses, sn, from, to }: OrderFilter): Prisma.OrderWhereInput => ({
  ...(number == null || number === '' ? {} : byNumber(number)),
  status: { in: [...(statuses ?? [0, 1, 2, 4, 5, 6, 7, 8])] },
  sn: sn || undefined,
  createdAt: { gte: from ?? undefined, lt: to ?? undefined },
})

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const satisfies Prisma.OrderOrderByWithRelationInput[]
const findPage = (where: Prisma.OrderWhereInput, page: number, size: number): Promise<[SummaryRow[], number]> =>
  Promise.all([
    db.order.findMany({
      where,
      select: summarySelect,
      orderBy: [...newestFirst],
      skip: (page - 1) * size,
      take: size,
    }),
    db.order.count({ where }),
  ])

/** The account's orders, newest first; deleted ones only if status 3 is requested. */
export const listOrders = async (
  userId: string,
  filter: OrderFilter,
  { page, size, language }: { page: number; size: number; language: string },
): Promise<{ orders: OrderSummary[]; total: number }> => {
  const where = { ...whereOf(filter), userId }
  const [rows, total] = await findPage(where, page, size)
  return { orders: rows.map((row) => summaryOf(row, language)), total }
}

/** How points pay an order: held until the rest is paid, taken, or returned with a refund. */
export const pointsStates = ['held', 'paid', 'refunded'] as const
export type PointsOrder = OrderSummary & {
  /** Whole points, and their value in USD. */
  points: string
  worth: string
  pointsState: (typeof pointsStates)[number]
}

/** The account's orders paid fully or partly with points, newest first; deleted ones are omitted. */
export const listPointsOrders = async (
  userId: string,
  filter: Pick<OrderFilter, 'from' | 'to'>,
  { page, size, language }: { page: number; size: number; language: string },
): Promise<{ orders: PointsOrder[]; total: number }> => {
  const paid = { method: methodIds.points, state: { in: [...pointsStates] } }
  const where = { ...whereOf(filter), userId, parts: { some: paid } }
  const [rows, total] = await findPage(where, page, size)
  const orders = rows.map((row) => {
    const part = row.parts.find(({ method }) => method === methodIds.points)
    return {
      ...summaryOf(row, language),
      points: printAmount(part?.units ?? 0n, { scale: 0 }),
      worth: usd(part?.amount ?? 0n),
      pointsState: (part?.state ?? 'held') as PointsOrder['pointsState'],
    }
  })
  return { orders, total }
}

/** One order of the account with its lines, parts, payment records and refunds. R1000. */
export const orderDetails = async (userId: string, number: string, language: string): Promise<Result<OrderDetails>> => {
  const row = await db.order.findFirst({ where: { userId, number }, include: detailsInclude })
  return row === null ? fail('R1000') : ok(await detailsOf(row, language))
}

/**
 * The plans of an order, to order them again, and the box that now has its services; null if the order isn't the
 * account's.
 */
export const whatWasOrdered = async (
  userId: string,
  number: string,
): Promise<{ sn: string; lines: { productId: string; planId: string }[] } | null> => {
  const found = await db.order.findFirst({
    where: { userId, number },
    select: { sn: true, lines: { select: { productId: true, planId: true } } },
  })
  return found === null ? null : { ...found, sn: await boxNow(db, found.sn) }
}

export type OpenOrder = { number: string; products: OrderSummary['products'] }
/** The account's unpaid order that blocks another order for these services of a box. */
export const openOrderFor = async (
  userId: string,
  { sn, services, language }: { sn: string; services: readonly string[]; language: string },
): Promise<OpenOrder | null> => {
  const found = await db.openOrderService.findFirst({
    where: { sn, service: { in: [...services] }, order: { userId } },
    include: { order: { select: { number: true, lines: true } } },
  })
  if (found === null) return null
  return { number: found.order.number, products: productsOf(found.order, language) }
}

/** Orders that can still be paid or whose payment is on its way, in the order in which they end. */
export const unfinishedOf = async (userId: string, language: string): Promise<OrderSummary[]> => {
  const rows = await db.order.findMany({
    where: { userId, status: { in: [...unpaidStatuses] }, open: { some: {} } },
    select: summarySelect,
    orderBy: { payUntil: 'asc' },
    take: 20,
  })
  return rows.map((row) => summaryOf(row, language))
}

/** The account's newest unpaid order that its wallet can pay now; null if there is none. */
export const payableNow = async (userId: string): Promise<string | null> => {
  const [rows, { available }, closed] = await Promise.all([
    db.order.findMany({
      where: { userId, open: { some: {} } },
      select: summarySelect,
      orderBy: [...newestFirst],
      take: 20,
    }),
    balanceOf(wallet(userId)),
    findWalletBlocker(userId),
  ])
  if (closed !== null) return null
  return rows.find((row) => actsOf(row).includes('pay') && restOf(row) <= available)?.number ?? null
}

/** Orders of all accounts, for the operator. */
export const listAllOrders = async (
  filter: OrderFilter & { userId?: string | null },
  { page, size }: { page: number; size: number },
): Promise<{ orders: (OrderSummary & { userName: string; reason: string | null })[]; total: number }> => {
  const where = { ...whereOf(filter), ...(filter.userId == null ? {} : { userId: filter.userId }) }
  const [rows, total] = await Promise.all([
    db.order.findMany({
      where,
      select: { ...summarySelect, reason: true, user: { select: { userName: true } } },
      orderBy: [...newestFirst],
      skip: (page - 1) * size,
      take: size,
    }),
    db.order.count({ where }),
  ])
  return {
    orders: rows.map((row) => ({ ...summaryOf(row, 'en'), userName: row.user.userName, reason: row.reason })),
    total,
  }
}
