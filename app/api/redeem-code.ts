/** Redeeming a code: the call of /api/wallet that does what the page /wallet/code does. */
import { z } from 'zod'
import { redeemCode } from '~/modules/redeem-code/redeem-code.server'
import { moment, needBatch, userOf } from './common'
import { data, type Endpoint } from './endpoint'
import { amount } from './order-shape'
import { walletSpendEndpoint } from './wallet'

export const redeemCodeEndpoints: readonly Endpoint[] = [
  walletSpendEndpoint('POST /wallet/customer/codes/redeem', {
    summary:
      'Exchange a code for Mango. It may be written in either case, with or without MG and dashes, in the digits of any language. MC1300 (`context`): empty, shape or check (mistyped), ended, withdrawn. MC1302: used; with `at` and `amount` where this account has used it. B0005: too many were wrong, a captcha for `redeem` is needed. `batch` (8 to 64 letters, digits, `_-`, or the header Idempotency-Key) is required: a repeat gets the first answer (200 instead of 201).',
    input: z.object({ code: z.string('A0422').max(200, 'A0422'), batch: z.string('A0422').optional() }),
    output: z.object({
      amount: amount.meta({ description: 'what was credited to the wallet, in Mango' }),
      number: z.string().meta({ description: 'of the wallet’s transaction' }),
      at: moment,
    }),
    codes: ['A0409', 'A0422', 'B0005', 'MC1000', 'MC1013', 'MC1300', 'MC1301', 'MC1302'],
    handler: async ({ input, caller, visit }) => {
      const named = needBatch(input)
      if (!named.ok) return named
      const redeemed = await redeemCode(userOf(caller).userId, named.value, visit)
      if (!redeemed.ok) return redeemed
      const { isNew, ...answer } = redeemed.value
      return data(answer, { status: isNew ? 201 : 200 })
    },
  }),
]
