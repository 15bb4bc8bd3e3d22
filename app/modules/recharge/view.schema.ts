/**
 * Recharges as pages and the API see them, with the descriptions for the API's documents. Amounts are decimal text
 * (USD, which is the same in Mango), times ISO 8601 in UTC. The types are in view.ts.
 */
import { z } from 'zod'
import { heldOutput, paymentFieldsOutput, recordOutput } from '~/modules/order/view.schema'
import { amount, moment } from '~/modules/wallet/view.schema'
import { rechargeStatusIds } from './recharge.states'

const summaryFields = {
  number: z.string(),
  status: z.literal(rechargeStatusIds).meta({
    description:
      '0 pending, 1 completed, 2 cancelled, 4 payment failed, 5 cancel failed, 6 refunded, 7 confirming, 8 less arrived than was asked for, and it is credited',
  }),
  method: z.number().int().meta({ description: 'the method by which it is or was paid, or that was last tried' }),
  amount: amount.meta({ description: 'what was asked for, in USD, which is the same in Mango' }),
  credited: amount.meta({ description: 'what arrived and became Mango' }),
  givenBack: amount.meta({ description: 'how much of it its provider has refunded or a bank has taken back' }),
  createdAt: moment,
  updatedAt: moment,
  paidAt: moment.nullable(),
  expiresAt: moment.nullable().meta({ description: 'until when it can be paid; null if there is no limit' }),
  acts: z
    .array(z.enum(['pay', 'cancel']))
    .readonly()
    .meta({ description: 'what can be done with it now' }),
}
export const rechargeOutput = z.object(summaryFields).meta({ id: 'Recharge' })

export const rechargeDetailsOutput = z
  .object({
    ...summaryFields,
    endedBy: z.enum(['cancelled', 'window-over']).nullable(),
    order: z
      .object({ number: z.string(), isOpen: z.boolean().meta({ description: 'it can still be paid' }) })
      .nullable()
      .meta({ description: 'the order that it was started for' }),
    payable: z.string().nullable().meta({
      description: 'once it has arrived and no order waits for it: the newest order that the wallet can pay now',
    }),
    payments: z.array(recordOutput).readonly(),
    held: z.array(heldOutput).readonly(),
  })
  .meta({ id: 'RechargeDetails' })

export const rechargePageOutput = z
  .object({ recharge: rechargeDetailsOutput, ...paymentFieldsOutput })
  .meta({ id: 'RechargePayment' })

export const rechargeMethodOutput = z
  .object({
    method: z.number().int(),
    key: z.string(),
    kind: z.enum(['coin', 'card']),
    symbol: z.string().nullable(),
    network: z.string().nullable(),
    onlyWhere: z.literal('device-wallet').nullable(),
    /** In USD; the minimum is the provider's if that is higher than SPEC's. */
    least: amount,
    most: amount,
  })
  .meta({ id: 'RechargeMethod' })

export const usdtOutput = z
  .object({
    id: z.string(),
    target: z.object({ kind: z.enum(['order', 'recharge']), number: z.string() }),
    payinAddress: z.string().nullable(),
    payinHash: z.string().nullable(),
    amount: z.string().meta({ description: 'in USDT, as the provider said it' }),
    worth: amount.nullable().meta({ description: 'its value in USD; null while nobody has decided it' }),
    rate: z.string().nullable().meta({ description: 'USD for one USDT, at which its amount was asked for' }),
    state: z.enum(['confirming', 'waits', 'paid', 'credited', 'checked', 'returned']).meta({
      description:
        'seen and not confirmed; it waits for the rest of its order; it has paid its order; it became Mango; a person is checking it; it was sent back',
    }),
    at: moment,
  })
  .meta({ id: 'UsdtDeposit' })
