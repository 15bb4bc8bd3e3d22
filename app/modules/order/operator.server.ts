/** The operator's view of any account's order. */
import { db } from '~/platform/db.server'
import { fail, ok, type Result } from '~/errors/table'
import { detailsInclude, detailsOf, usd } from './find.server'
import { orderStatuses } from './order.states'
import { refundable } from './refund.server'
import { statusOf } from './store.server'
import type { OrderDetails } from './view'

export type OrderForOperator = {
  id: string
  userId: string
  userName: string
  /** For a deleted order: its status before. */
  formerStatus: number | null
  /** Why it ended unpaid. */
  reason: string | null
  /** What can still be refunded, in USD. */
  refundable: string
  details: OrderDetails
}

/** Finds an order of any account, deleted or not. R1000. */
export const findOrderFor = async (number: string): Promise<Result<OrderForOperator>> => {
  const row = await db.order.findUnique({
    where: { number },
    include: { ...detailsInclude, user: { select: { userName: true } } },
  })
  if (row === null) return fail('R1000')
  const { id, userId, formerStatus, reason, user } = row
  const isPaid = statusOf(row) === orderStatuses.completed
  const details = await detailsOf(row, 'en')
  const most = isPaid ? await refundable(db, row) : 0n
  return ok({ id, userId, userName: user.userName, formerStatus, reason, refundable: usd(most), details })
}
