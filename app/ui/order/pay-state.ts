/** Which of its faces the payment page shows, worked out from what the server says. Pure, for server and browser. */
import type { PaymentPage } from '~/modules/order/view'

export type PayFace =
  | 'choose'
  | 'preparing'
  | 'slow'
  | 'send'
  | 'card'
  | 'seen'
  | 'part'
  | 'expired'
  | 'failed'
  | 'unknown'
  | 'done'
  | 'refunded'
  | 'cancelled'
  | 'ended'

/** A payment was begun and its provider has not said yet where to pay it. */
const isPreparing = ({ step, attempt }: PaymentPage): boolean =>
  step === 'waiting' &&
  (attempt === null || (attempt.kind === 'card' && attempt.url === null && attempt.label === 'waiting'))

/** `choosing`: the person asked for another way to pay. */
export const faceOf = (page: PaymentPage, choosing: boolean): PayFace => {
  const { order, step, attempt, may } = page
  if (order.status === 6) return 'refunded'
  if (order.status === 1 || step === 'finished') return 'done'
  const label = attempt?.label
  if (label === 'confirming' || label === 'waiting-for-confirmation' || label === 'finished') return 'seen'
  if (order.status === 2 && order.endedBy === 'cancelled') return 'cancelled'
  // Its payments are closed too, but no time ran out.
  if (order.status === 2 && order.endedBy === 'unbound') return 'ended'
  if (choosing && may.payAnotherWay) return 'choose'
  // A page of this face is not loaded again by itself: somebody is choosing there.
  if (isPreparing(page)) return page.isSlow && may.payAnotherWay ? 'slow' : 'preparing'
  if (label === 'unknown') return 'unknown'
  if (label === 'partial-paid') return 'part'
  if (step !== 'ended' && attempt !== null && label === 'waiting') return attempt.kind === 'coin' ? 'send' : 'card'
  if (label === 'failed' && may.payAnotherWay) return 'failed'
  if (label === 'expired') return 'expired'
  return may.payAnotherWay ? 'choose' : 'ended'
}

const live: ReadonlySet<PayFace> = new Set(['preparing', 'send', 'card', 'seen', 'part', 'unknown'])
/** True while something may still happen without its person: such a page keeps itself up to date. */
export const isLive = (page: PaymentPage, choosing: boolean): boolean => live.has(faceOf(page, choosing))

/**
 * Until when this can be paid: the order's window or the address, whichever ends first; of a partly paid order until
 * when the rest may come. Null where nothing runs out.
 */
export const payEnd = ({ attempt, order }: PaymentPage): string | null => {
  if (attempt === null || order.status === 8) return order.expiresAt
  const { validUntil } = attempt
  if (validUntil === null || order.expiresAt === null) return validUntil
  return Date.parse(validUntil) < Date.parse(order.expiresAt) ? validUntil : order.expiresAt
}

/** How much time is left, in whole seconds by the server's clock; null where nothing runs out. */
export const secondsLeft = (page: PaymentPage): number | null => {
  const end = payEnd(page)
  return end === null ? null : Math.max(0, Math.floor((Date.parse(end) - Date.parse(page.now)) / 1000))
}
