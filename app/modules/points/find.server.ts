/** A customer's points: the balance, the entries with their source, the orders paid with points. */
import { db, type Prisma } from '~/platform/db.server'
import {
  accountId,
  balanceOf,
  points,
  pointsTypes,
  type Balance,
  type PointsType,
} from '~/modules/ledger/ledger.server'

/** The account's balance in points. */
export const pointsOf = (userId: string): Promise<Balance> => balanceOf(points(userId))

/** `number`: the transaction's; `orderNumber`: the order that took or returned the points. */
export type PointsEntry = {
  number: string | null
  at: Date
  type: PointsType
  amount: bigint
  balanceAfter: bigint
  orderNumber: string | null
}

export const pointsTypeIds = Object.values(pointsTypes)

/** `from` and `before`: [from, before) by entry time. */
export type PointsFilter = { type?: PointsType | null; from?: Date | null; before?: Date | null }

/** The account's entries, newest first. */
export const listPointsEntries = async (
  userId: string,
  { type, from, before }: PointsFilter,
  { page, size }: { page: number; size: number },
): Promise<{ items: PointsEntry[]; total: number }> => {
  const where: Prisma.LedgerEntryWhereInput = {
    accountId: accountId(points(userId)),
    type: type ?? undefined,
    at: { gte: from ?? undefined, lt: before ?? undefined },
  }
  const [rows, total] = await db.$transaction([
    db.ledgerEntry.findMany({
      where,
      orderBy: { seq: 'desc' },
      skip: (page - 1) * size,
      take: size,
      select: {
        at: true,
        type: true,
        amount: true,
        balanceAfter: true,
        transfer: { select: { number: true, orderId: true } },
      },
    }),
    db.ledgerEntry.count({ where }),
  ])
  const orderIds = [...new Set(rows.flatMap(({ transfer }) => transfer.orderId ?? []))]
  const orders = await db.order.findMany({
    where: { id: { in: orderIds }, userId, status: { not: 3 } },
    select: { id: true, number: true },
  })
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  const items = rows.map(({ at, type: seen, amount, balanceAfter, transfer }) => ({
    number: transfer.number,
    at,
    type: seen as PointsType,
    amount,
    balanceAfter,
    orderNumber: transfer.orderId === null ? null : (numbers.get(transfer.orderId) ?? null),
  }))
  return { items, total }
}
