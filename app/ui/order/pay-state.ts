/** Decides which face the payment page shows, from the server's state. Pure, for server and browser. */
import { reloadParameter } from '~/i18n/handle'
import type { HeldDeposit, PaymentPage, PaymentState } from '~/modules/order/view'
import type { RechargePage } from '~/modules/recharge/view'
import { orderPath, rechargePath } from './order-path'

/** The payment page of an order or of a recharge. */
export type PaidPage = PaymentPage | RechargePage

/** The facts about the payable object that the payment page needs. */
export type Paid = {
  status: number
  endedBy: 'cancelled' | 'window-over' | 'rest-missing' | 'unbound' | null
  expiresAt: string | null
  price: string
  /** The addresses of its own page, of its payment, and of the question before it is cancelled. */
  path: string
  payPath: string
  cancelPath: string
  held: readonly HeldDeposit[]
}

export const paidOf = (page: PaidPage): Paid => {
  if ('order' in page) {
    const { number, status, endedBy, expiresAt, payPrice: price, held } = page.order
    const paths = {
      path: orderPath(number),
      payPath: orderPath(number, 'pay'),
      cancelPath: orderPath(number, 'cancel'),
    }
    return { status, endedBy, expiresAt, price, held, ...paths }
  }
  const { number, status, endedBy, expiresAt, amount: price, held } = page.recharge
  const path = rechargePath(number)
  return { status, endedBy, expiresAt, price, held, path, payPath: path, cancelPath: rechargePath(number, 'cancel') }
}

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

/** A payment was begun, but its provider has not said yet where to pay. */
const isPreparing = ({ step, attempt }: PaymentState): boolean =>
  step === 'waiting' &&
  (attempt === null || (attempt.kind === 'card' && attempt.url === null && attempt.label === 'waiting'))

/** `choosing`: the person asked for another payment method. */
export const faceOf = (page: PaidPage, choosing: boolean): PayFace => {
  const { step, attempt, may } = page
  const { status, endedBy } = paidOf(page)
  if (status === 6) return 'refunded'
  if (status === 1 || step === 'finished') return 'done'
  const label = attempt?.label
  if (label === 'confirming' || label === 'waiting-for-confirmation' || label === 'finished') return 'seen'
  if (status === 2 && endedBy === 'cancelled') return 'cancelled'
  // Its payments are closed too, but no time ran out.
  if (status === 2 && endedBy === 'unbound') return 'ended'
  if (choosing && may.payAnotherWay) return 'choose'
  // This face is not reloaded automatically, because the person is choosing.
  if (isPreparing(page)) return page.isSlow && may.payAnotherWay ? 'slow' : 'preparing'
  if (label === 'unknown') return 'unknown'
  if (label === 'partial-paid') return 'part'
  if (step !== 'ended' && attempt !== null && label === 'waiting') return attempt.kind === 'coin' ? 'send' : 'card'
  if (label === 'failed' && may.payAnotherWay) return 'failed'
  if (label === 'expired') return 'expired'
  return may.payAnotherWay ? 'choose' : 'ended'
}

const live: ReadonlySet<PayFace> = new Set(['preparing', 'send', 'card', 'seen', 'part', 'unknown'])
/** True while the state may change without the person: such a page keeps itself up to date. */
export const isLive = (page: PaidPage, choosing: boolean): boolean => live.has(faceOf(page, choosing))

/** Often enough to see a payment arrive, rarely enough to read the page. */
const reloadSeconds = 20
/** Most providers answer within a second or two. */
const preparingSeconds = 5

/** For browsers without scripts: how the page reloads itself while the state may still change. */
export const payReload = ({ state: { page }, choosing }: { state: { page: PaidPage }; choosing: boolean }) =>
  isLive(page, choosing)
    ? {
        to: `${paidOf(page).payPath}?${reloadParameter}=1`,
        afterSeconds: faceOf(page, choosing) === 'preparing' ? preparingSeconds : reloadSeconds,
      }
    : null

/**
 * The payment deadline: the end of the window or of the address, whichever comes first; for a partly paid order, the
 * deadline for the remainder. Null if nothing expires.
 */
export const payEnd = (page: PaidPage): string | null => {
  const { attempt } = page
  const { status, expiresAt } = paidOf(page)
  if (attempt === null || status === 8) return expiresAt
  const { validUntil } = attempt
  if (validUntil === null || expiresAt === null) return validUntil
  return Date.parse(validUntil) < Date.parse(expiresAt) ? validUntil : expiresAt
}

/** The time left, in whole seconds by the server's clock; null if nothing expires. */
export const secondsLeft = (page: PaidPage): number | null => {
  const end = payEnd(page)
  return end === null ? null : Math.max(0, Math.floor((Date.parse(end) - Date.parse(page.now)) / 1000))
}
