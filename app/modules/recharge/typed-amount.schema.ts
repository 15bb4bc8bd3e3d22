/** The amount of a recharge as people type it, the same in form and API: text, because programs round numbers. */
import { z } from 'zod'
import { readAmount, scales, type AmountProblem } from '~/text/amount'

/** Amounts outside every method's range stand in for these problems, so that the error shows the method's range. */
const outside: Partial<Record<AmountProblem, bigint>> = {
  zero: 0n,
  negative: 0n,
  'too-large': 10n ** 18n,
  // No method accepts less than a cent.
  'too-many-decimals': 1n,
}

/** In 1/10000 USD. A0422 if it is not an amount; the range is checked with the method. */
export const rechargeAmount = z
  .string('A0422')
  .max(60, 'A0422')
  .transform((text, context): bigint => {
    const read = readAmount(text, { scale: scales.USD })
    const value = read.ok ? read.value : outside[read.problem]
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: 'A0422' })
    return z.NEVER
  })
