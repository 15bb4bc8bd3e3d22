/**
 * What happens when everything is paid: points and Mango are taken, the box gets its periods, the order is completed.
 * All of it in the transaction of the last money, so that it happens as a whole and once: the order's status is
 * guarded, a transfer's id is that of its part, and a line has one period a service.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { afterCommit } from '~/platform/transact.server'
import { grantPeriods, type ServiceKey } from '~/modules/entitlement/entitlement.server'
import { usd } from './find.server'
import { postParts } from './part.server'
import { isInternal, moveOrder, type OrderRow } from './store.server'
import { tellOwner } from './tell.server'

const servicesOf = (line: { services: string }): ServiceKey[] => line.services.split(',') as ServiceKey[]

/** A broken box's services go on in the box that took its place, also what was ordered before. */
const boxNow = async (tx: Transaction, sn: string): Promise<string> => {
  const box = await tx.registeredBox.findUnique({ where: { sn }, select: { movedToSn: true } })
  return box === null || box.movedToSn === null ? sn : boxNow(tx, box.movedToSn)
}

/** `collected`: what providers brought for it. `renews`: it was ordered by an agreement of before. */
export const fulfilOrder = async (
  tx: Transaction,
  order: OrderRow,
  {
    event,
    collected,
    method,
    actor,
    renews,
  }: {
    event: 'paid' | 'paid-late'
    collected: bigint
    method: number | null
    actor: string
    renews?: true
  },
): Promise<void> => {
  const at = now()
  const own = await postParts(tx, order, actor)
  let serviceEndsAt: Date | null = null
  const sn = await boxNow(tx, order.sn)
  for (const line of order.lines) {
    const periods = await grantPeriods(tx, {
      sn,
      services: servicesOf(line),
      months: line.months,
      at,
      orderLineId: line.id,
    })
    for (const { endsAt } of periods) if (serviceEndsAt === null || endsAt > serviceEndsAt) serviceEndsAt = endsAt
  }
  for (const part of order.parts.filter((one) => !isInternal(one)))
    await tx.paymentPart.update({
      where: { id: part.id },
      data: { state: 'paid', updatedAt: at, ...(method === null ? {} : { method }) },
    })
  await tx.openOrderService.deleteMany({ where: { orderId: order.id } })
  const moved = await moveOrder(tx, order, event, {
    actuallyPaid: own + collected,
    paidAt: at,
    serviceEndsAt,
    reason: null,
  })
  if (!moved) throw new Error(`the order ${order.id} can't be paid from its status ${order.status}`)
  order.open = []
  const until = serviceEndsAt?.toISOString() ?? null
  await tellOwner(tx, order.id, 'paid', {
    kind: 'paid',
    amount: usd(own + collected),
    until,
    ...(renews && { renews }),
  })
  afterCommit(tx, 'the log', () => log.info({ order: order.number, event }, 'an order is paid'))
}
