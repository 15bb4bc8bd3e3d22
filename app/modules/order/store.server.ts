/** Reads an order under a lock, and has the only function that changes its status. */
import { now } from '~/platform/clock.server'
import type { Prisma, Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { methodIds } from './types'
import { moveOf, standingOf, type OrderEvent, type Standing, type Status } from './order.states'
import { fail, type Failure } from '~/errors/table'
import { printAmount, scales } from '~/text/amount'

export const orderInclude = { lines: true, parts: true, open: true } satisfies Prisma.OrderInclude
export type OrderRow = Prisma.OrderGetPayload<{ include: typeof orderInclude }>
export type PartRow = OrderRow['parts'][number]

/** Something about an order has changed: its page and lists update. */
export const orderChanged = makeEvent<{ orderId: string; userId: string }>('an order changed', { awaited: false })

/**
 * Locks and reads an order for a change. The first statement writes, so that what is read is still true when it is
 * changed, even with several processes.
 */
export const lockOrder = async (tx: Transaction, id: string): Promise<OrderRow> => {
  await tx.$executeRaw`UPDATE "Order" SET "status" = "status" WHERE "id" = ${id}`
  return tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude })
}

export const standing = (order: { status: number; formerStatus: number | null }): Standing => ({
  status: order.status as Status,
  formerStatus: order.formerStatus as Status | null,
})
/** The effective status: for a deleted order the one before. */
export const statusOf = (order: { status: number; formerStatus: number | null }): Status => standingOf(standing(order))

/** Whether it can be paid as ordered: its services are still reserved for its box. */
export const isOpen = (order: { open: readonly unknown[] }): boolean => order.open.length > 0

/**
 * Moves an order by an event; false if the event is not allowed in its status. Throws if the status is not the one
 * read: call `lockOrder` first in the transaction.
 */
export const moveOrder = async (
  tx: Transaction,
  order: OrderRow,
  event: OrderEvent,
  data: Prisma.OrderUpdateManyMutationInput = {},
): Promise<boolean> => {
  const next = moveOf(standing(order), event)
  if (next === null) return false
  const { id, userId, status, formerStatus } = order
  const { count } = await tx.order.updateMany({
    where: { id, status, formerStatus },
    data: { ...data, ...next, updatedAt: now() },
  })
  if (count === 0) throw new Error(`the order ${id} is not what it was read as`)
  order.status = next.status
  order.formerStatus = next.formerStatus
  orderChanged.notifyAfter(tx, { orderId: id, userId })
  return true
}

/** Points and Mango: paid from the portal's own ledger. */
export const internalMethods: readonly number[] = [methodIds.mango, methodIds.points]
export const isInternal = ({ method }: { method: number }): boolean => internalMethods.includes(method)
/** The total that the providers have to collect. */
export const dueOf = (order: { payPrice: bigint; parts: readonly Pick<PartRow, 'method' | 'amount'>[] }): bigint =>
  order.parts.filter(isInternal).reduce((rest, { amount }) => rest - amount, order.payPrice)

/** `toPay`: the correct sum in 1/10000 USD. Nothing was done. */
export const otherSum = (toPay: bigint): Failure =>
  fail('A0409', { data: { context: 'sum', toPay: printAmount(toPay, { scale: scales.USD }) } })
