/** Amounts entered with an order, the same in form and API: in any script that people write, never a JSON number. */
import { z } from 'zod'
import { printAmount, readAmount, scales } from '~/text/amount'

/** More points than anybody could have. */
const maxPoints = 999_999_999_999n

const amountText = (how: Parameters<typeof readAmount>[1]) =>
  z
    .string('A0422')
    .max(60, 'A0422')
    .transform((text, context): bigint => {
      const read = readAmount(text, how)
      if (read.ok) return read.value
      context.addIssue({ code: 'custom', message: 'A0422' })
      return z.NEVER
    })

/** An amount as shown on a page, in 1/10000 USD or Mango. */
export const shownAmount = amountText({ scale: scales.USD, zero: 'allowed' })
/** A price as shown, in USD; returned in printed form, so that equal prices are equal text. */
export const shownPrice = shownAmount.transform((amount) => printAmount(amount, { scale: scales.USD }))
/** A whole number of points. */
export const wholePoints = amountText({ scale: scales.POINTS, max: maxPoints, zero: 'allowed' })
