/** The amount of a recharge as people type it, the same in form and API: text, since programs round numbers. */
import { z } from 'zod'
import { readAmount, scales, type AmountProblem } from '~/text/amount'

/** In their place comes an amount that no way takes, and whose refusal says what the way does take. */
const outside: Partial<Record<AmountProblem, bigint>> = {
  zero: 0n,
  negative: 0n,
  'too-large': 10n ** 18n,
  // Less than a cent is not paid by any way.
  'too-many-decimals': 1n,
}

/** In 1/10000 USD. A0422 for what is no amount; which amounts a way takes is judged with the way. */
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
