/** When renewals are made and retried, and what prevents them. Pure functions. */
import type { Quote } from '~/modules/catalogue/catalogue.server'
import { dayMs, hourMs } from '~/platform/clock.server'

/**
 * How long before its end a service is renewed: a day before the three-day reminder, so that nobody is reminded of a
 * renewed service, and owners with too little Mango have four days left.
 */
export const renewBeforeMs = 4 * dayMs
/** In days, as pages show it. */
export const renewBeforeDays = renewBeforeMs / dayMs
/** The pause between tries: only the owner changes the balance, and has been told. */
export const tryAgainMs = dayMs
/** The last try comes this long before the end, so that the hourly job runs in between. */
export const lastTryMs = 2 * hourMs

/** When a service with this end is renewed. */
export const renewsAt = (endsAt: Date): Date => new Date(endsAt.getTime() - renewBeforeMs)

/** When a failed try is repeated. After the last try, the next run finds the service ended. */
export const nextTry = (at: Date, endsAt: Date): Date => {
  const last = endsAt.getTime() - lastTryMs
  if (at.getTime() >= last) return endsAt
  return new Date(Math.min(at.getTime() + tryAgainMs, last))
}

/**
 * Why a plan, at its current quote (null if not sold), can't renew what was agreed to; null if it can. not-sold: it is
 * no longer sold for this length, or everybody has the service; price: it costs more than the owner agreed to.
 */
export const obstacleOf = (
  agreed: { service: string; months: number; price: bigint },
  present: Quote | null,
  isGranted: boolean,
): 'not-sold' | 'price' | null => {
  if (present === null || isGranted || present.months !== agreed.months) return 'not-sold'
  if (!(present.services as readonly string[]).includes(agreed.service)) return 'not-sold'
  return present.payPrice > agreed.price ? 'price' : null
}
