/**
 * Completes a paid order: takes points and Mango, gives the box its periods, and sets the status. Everything happens in
 * the transaction of the last payment, so it is complete and happens once: the status update is guarded, a transfer's
 * id is that of its part, and a line has one period per service.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { makeId } from '~/platform/random.server'
import { afterCommit } from '~/platform/transact.server'
import { grantPeriods, type ServiceKey } from '~/modules/entitlement/entitlement.server'
import { boxNow } from './box.server'
import { payCashback } from './cashback.server'
import { planClosing } from './end.server'
import { usd } from './find.server'
import { postParts } from './part.server'
import { dueOf, isInternal, moveOrder, type OrderRow } from './store.server'
import { tellOwner } from './notify.server'

const servicesOf = (line: { services: string }): ServiceKey[] => line.services.split(',') as ServiceKey[]

type Collected = { method: number; amount: bigint }
/**
 * Stores what providers collected as one part per method, in order of payment. An accepted shortfall is added to the
 * last part, so that the parts add up to the price.
 */
const notePaidParts = async (tx: Transaction, order: OrderRow, collected: readonly Collected[]): Promise<void> => {
  const paid = new Map<number, bigint>()
  for (const { method, amount } of collected) if (amount > 0n) paid.set(method, (paid.get(method) ?? 0n) + amount)
  const methods = [...paid.keys()]
  const at = now()
  let rest = dueOf(order)
  const [first, ...others] = order.parts.filter((one) => !isInternal(one))
  await tx.paymentPart.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } })
  for (const [index, method] of methods.entries()) {
    const amount = index === methods.length - 1 ? rest : (paid.get(method) ?? 0n)
    rest -= amount
    const data = { method, amount, units: amount, state: 'paid', updatedAt: at }
    if (index === 0 && first !== undefined) await tx.paymentPart.update({ where: { id: first.id }, data })
    else
      await tx.paymentPart.create({
        data: { id: makeId(), orderId: order.id, currency: 'USD', createdAt: at, ...data },
      })
  }
}

/**
 * `collected`: the providers' payments, each with its method. `renews`: an automatic renewal that the owner agreed to
 * before.
 */
export const fulfilOrder = async (
  tx: Transaction,
  order: OrderRow,
  {
    event,
    collected,
    actor,
    renews,
  }: {
    event: 'paid' | 'paid-late'
    collected: readonly Collected[]
    actor: string
    renews?: true
  },
): Promise<void> => {
  const at = now()
  const own = await postParts(tx, order, actor)
  const paid = collected.reduce((all, { amount }) => all + amount, own)
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
  await notePaidParts(tx, order, collected)
  await tx.openOrderService.deleteMany({ where: { orderId: order.id } })
  const moved = await moveOrder(tx, order, event, {
    actuallyPaid: paid,
    paidAt: at,
    serviceEndsAt,
    reason: null,
  })
  if (!moved) throw new Error(`the order ${order.id} can't be paid from its status ${order.status}`)
  order.open = []
  const cashback = await payCashback(tx, order, paid, actor)
  await planClosing(tx, order, event)
  const until = serviceEndsAt?.toISOString() ?? null
  await tellOwner(tx, order.id, 'paid', {
    kind: 'paid',
    amount: usd(paid),
    until,
    ...(renews && { renews }),
    ...(cashback > 0n && { cashback: usd(cashback) }),
  })
  afterCommit(tx, 'the log', () => log.info({ order: order.number, event }, 'an order is paid'))
}
