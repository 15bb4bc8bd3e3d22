/** How an order was paid without any external payment. Texts: `order:record.KEY`. */
import type { OrderDetails } from '~/modules/order/view'
import { isZero } from './amounts'

/** Null if a payment was begun for it, or nothing was due. */
export const paidWithout = ({
  payments,
  shares,
}: Pick<OrderDetails, 'payments' | 'shares'>): 'wallet' | 'points' | 'both' | null => {
  if (payments.length > 0) return null
  const has = (kind: 'mango' | 'points'): boolean => shares.some((one) => one.kind === kind && !isZero(one.amount))
  if (has('mango')) return has('points') ? 'both' : 'wallet'
  return has('points') ? 'points' : null
}
