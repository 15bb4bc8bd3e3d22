/** When a renewal is made and tried again, and what keeps it from being made: pure. */
import type { Quote } from '~/modules/catalogue/catalogue.server'
import { dayMs, hourMs } from '~/platform/clock.server'

/**
 * How long before its end a service is renewed: a day before the reminder of three days, so that nobody is reminded of
 * what is renewed, and whoever has too little Mango is told with four days left.
 */
export const renewBeforeMs = 4 * dayMs
/** In days, as pages say it. */
export const renewBeforeDays = renewBeforeMs / dayMs
/** The pause between two tries: a balance changes by its owner's doing, and that owner has been told. */
export const tryAgainMs = dayMs
/** The last try is so long before the end that the hourly job comes by between the two. */
export const lastTryMs = 2 * hourMs

/** From when on a service with this end is renewed. */
export const renewsAt = (endsAt: Date): Date => new Date(endsAt.getTime() - renewBeforeMs)

/** When a try that has failed is repeated. After the last one the next look finds the end. */
export const nextTry = (at: Date, endsAt: Date): Date => {
  const last = endsAt.getTime() - lastTryMs
  if (at.getTime() >= last) return endsAt
  return new Date(Math.min(at.getTime() + tryAgainMs, last))
}

/**
 * Why a plan, as it is sold (null where it is not), can't renew what was agreed to. not-sold: it is not sold for this
 * length any more, or everybody has the service; price: it costs more than its owner has agreed to.
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
