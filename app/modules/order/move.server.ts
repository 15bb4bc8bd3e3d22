/** Orders of a box that another one replaces. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { orderStatuses } from './order.states'

const { pending, confirming, partial, completed, refunded, deleted } = orderStatuses
/** What was bought is given, or taken back. */
const settled = [completed, refunded]

/** Whether something is to be paid for this box, or is on its way. */
export const hasOpenOrders = async (tx: Transaction, sn: string): Promise<boolean> =>
  (await tx.order.count({ where: { sn, status: { in: [pending, confirming, partial] } } })) > 0

/**
 * Orders that may still give their box a service go to the new one: the open ones, and those that a late payment can
 * bring back. What is settled keeps the serial number that stands on its receipt; its periods are found by its lines.
 */
export const moveOrdersOfBox = async (tx: Transaction, from: string, to: string): Promise<void> => {
  await tx.order.updateMany({
    where: {
      sn: from,
      status: { notIn: settled },
      NOT: { status: deleted, formerStatus: { in: settled } },
    },
    data: { sn: to, updatedAt: now() },
  })
  await tx.openOrderService.updateMany({ where: { sn: from }, data: { sn: to } })
}
