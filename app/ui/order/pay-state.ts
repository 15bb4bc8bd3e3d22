/** Which of its faces the payment page shows, worked out from what the server says. Pure, for server and browser. */
import { reloadParameter } from '~/i18n/handle'
import type { HeldDeposit, PaymentPage, PaymentState } from '~/modules/order/view'
import type { RechargePage } from '~/modules/recharge/view'
import { orderPath, rechargePath } from './order-path'

/** The payment page of an order or of a recharge. */
export type PaidPage = PaymentPage | RechargePage

/** What is paid, as far as the page of its payment asks. */
export type Paid = {
  status: number
  endedBy: 'cancelled' | 'window-over' | 'rest-missing' | 'unbound' | null
  expiresAt: string | null
  price: string
  /** Its own page, the one of its payment, and the question before it is cancelled. */
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

/** A payment was begun and its provider has not said yet where to pay it. */
const isPreparing = ({ step, attempt }: PaymentState): boolean =>
  step === 'waiting' &&
  (attempt === null || (attempt.kind === 'card' && attempt.url === null && attempt.label === 'waiting'))

/** `choosing`: the person asked for another way to pay. */
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
export const isLive = (page: PaidPage, choosing: boolean): boolean => live.has(faceOf(page, choosing))

/** Often enough to see a payment arrive, seldom enough to read the page. */
const reloadSeconds = 20
/** Most providers answer within a second or two. */
const preparingSeconds = 5

/** For browsers without scripts: how the page loads itself again, for as long as something may still happen. */
export const payReload = ({ state: { page }, choosing }: { state: { page: PaidPage }; choosing: boolean }) =>
  isLive(page, choosing)
    ? {
        to: `${paidOf(page).payPath}?${reloadParameter}=1`,
        afterSeconds: faceOf(page, choosing) === 'preparing' ? preparingSeconds : reloadSeconds,
      }
    : null

/**
 * Until when this can be paid: its window or the address, whichever ends first; of a partly paid order until
 * when the rest may come. Null where nothing runs out.
 */
export const payEnd = (page: PaidPage): string | null => {
  const { attempt } = page
  const { status, expiresAt } = paidOf(page)
  if (attempt === null || status === 8) return expiresAt
  const { validUntil } = attempt
  if (validUntil === null || expiresAt === null) return validUntil
  return Date.parse(validUntil) < Date.parse(expiresAt) ? validUntil : expiresAt
}

/** How much time is left, in whole seconds by the server's clock; null where nothing runs out. */
export const secondsLeft = (page: PaidPage): number | null => {
  const end = payEnd(page)
  return end === null ? null : Math.max(0, Math.floor((Date.parse(end) - Date.parse(page.now)) / 1000))
}
