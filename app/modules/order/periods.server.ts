/** Takes back service periods that an order bought, and keeps the orders' end times up to date. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { takeBack } from '~/modules/entitlement/entitlement.server'
import { orderChanged, type OrderRow } from './store.server'

/** Updates when the last period of each order ends; null if none is left. */
const noteEnds = async (tx: Transaction, lineIds: readonly string[]): Promise<void> => {
  const orders = await tx.order.findMany({
    where: { lines: { some: { id: { in: [...lineIds] } } } },
    select: {
      id: true,
      userId: true,
      serviceEndsAt: true,
      lines: { select: { periods: { where: { voidedAt: null }, select: { endsAt: true } } } },
    },
  })
  for (const { id, userId, serviceEndsAt, lines } of orders) {
    const ends = lines.flatMap(({ periods }) => periods.map(({ endsAt }) => endsAt.getTime()))
    const last = ends.length === 0 ? null : new Date(Math.max(...ends))
    if (last?.getTime() === serviceEndsAt?.getTime()) continue
    await tx.order.update({ where: { id }, data: { serviceEndsAt: last, updatedAt: now() } })
    orderChanged.notifyAfter(tx, { orderId: id, userId })
  }
}

/**
 * Takes back the unused part of an order's periods. Later periods then begin sooner, and their orders' end times are
 * updated.
 */
export const takeBackPeriods = async (tx: Transaction, order: OrderRow, reason: string): Promise<void> => {
  const at = now()
  const touched = new Set<string>()
  for (const { id } of order.lines) {
    const { moved } = await takeBack(tx, id, at, reason)
    touched.add(id)
    for (const { orderLineId } of moved) if (orderLineId !== null) touched.add(orderLineId)
  }
  await noteEnds(tx, [...touched])
}
