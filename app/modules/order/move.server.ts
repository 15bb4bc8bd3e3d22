/** Orders of a box that another one replaces. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { orderStatuses } from './order.states'

const { completed, refunded, deleted } = orderStatuses
/** What was bought is given, or taken back. */
const settled = [completed, refunded]

/** Whether something is to be paid for this box, or is on its way. */
export const hasOpenOrders = async (tx: Transaction, sn: string): Promise<boolean> =>
  (await tx.openOrderService.count({ where: { sn } })) > 0

/**
 * Orders that may still give their box a service go to the new one: the open ones, and those that a late payment can
 * bring back. What is settled keeps the serial number that stands on its receipt; its periods are found by its lines.
 * So does what a former owner ordered: the new number is none of theirs.
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
