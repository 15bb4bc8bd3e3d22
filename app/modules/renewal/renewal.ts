/** When a renewal is made, and when it is tried again: pure. */
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
