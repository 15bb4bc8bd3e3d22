/** Finds the current owner of an order's box: it may have been unbound, bound by somebody else, or replaced. */
import type { Transaction } from '~/platform/db.server'
import { checkRegion } from '~/modules/catalogue/catalogue.server'
import { fail, type Result } from '~/errors/table'
import type { OrderRow } from './store.server'

/** The box that now has the services: a replacement box takes over those of the broken one, including older orders. */
export const boxNow = async (tx: Transaction, sn: string): Promise<string> => {
  const box = await tx.registeredBox.findUnique({ where: { sn }, select: { movedToSn: true } })
  return box === null || box.movedToSn === null ? sn : boxNow(tx, box.movedToSn)
}

type Bound = 'own' | 'nobodys' | 'anothers'
export const boundNow = async (tx: Transaction, order: Pick<OrderRow, 'sn' | 'userId'>): Promise<Bound> => {
  const sn = await boxNow(tx, order.sn)
  const device = await tx.device.findUnique({ where: { sn }, select: { userId: true } })
  const userId = device?.userId ?? null
  return userId === null ? 'nobodys' : userId === order.userId ? 'own' : 'anothers'
}

const servicesOf = (order: OrderRow): string[] => order.lines.flatMap(({ services }) => services.split(','))

/**
 * Whether a payment may start: the box still belongs to the account (OP10014), and its services are sold in the
 * account's region (A0451).
 */
export const checkBuyer = async (tx: Transaction, order: OrderRow): Promise<Result<null>> => {
  if ((await boundNow(tx, order)) !== 'own') return fail('OP10014', { data: { context: 'unbound' } })
  return checkRegion(order.userId, servicesOf(order), tx)
}

/**
 * Whether the ordered services can be given when the money arrives. While the order is open, the box must not belong to
 * another account, because periods belong to the serial number. Later, it must be the account's own.
 */
export const canBeGiven = async (tx: Transaction, order: OrderRow, when: 'open' | 'late'): Promise<boolean> => {
  const bound = await boundNow(tx, order)
  if (bound === 'anothers' || (bound === 'nobodys' && when === 'late')) return false
  return (await checkRegion(order.userId, servicesOf(order), tx)).ok
}
