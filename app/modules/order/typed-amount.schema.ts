/**
 * Amounts that come with an order, the same in form and API: in any script that people write them in, never a number.
 */
import { z } from 'zod'
import { printAmount, readAmount, scales } from '~/text/amount'

/** The most points that anybody could have, far above what is given. */
const mostPoints = 999_999_999_999n

/** An amount as a page has shown it, in 1/10000 USD or Mango. */
export const shownAmount = z
  .string('A0422')
  .max(60, 'A0422')
  .transform((text, context): bigint => {
    const read = readAmount(text, { scale: scales.USD, zero: 'allowed' })
    if (read.ok) return read.value
    context.addIssue({ code: 'custom', message: 'A0422' })
    return z.NEVER
  })

/** What was shown as a price, in USD; answered as it is printed, so that one price is always the same text. */
export const shownPrice = shownAmount.transform((amount) => printAmount(amount, { scale: scales.USD }))

/** A whole number of points. */
export const wholePoints = z
  .string('A0422')
  .max(60, 'A0422')
  .transform((text, context): bigint => {
    const read = readAmount(text, { scale: scales.POINTS, max: mostPoints, zero: 'allowed' })
    if (read.ok) return read.value
    context.addIssue({ code: 'custom', message: 'A0422' })
    return z.NEVER
  })
