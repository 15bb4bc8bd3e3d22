/** Moves orders to the box that replaces another. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { orderStatuses } from './order.states'

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
