/**
 * Wallet data as pages and the API see it, with the descriptions for the API's documents. Amounts are decimal text,
 * times ISO 8601 in UTC. The types are in view.ts.
 */
import { z } from 'zod'

/** ISO 8601, in UTC. */
export const moment = z.iso.datetime()
/** An amount in an answer. */
export const amount = z.string().meta({ description: 'decimal text: 12.5000' })

/** A held amount. */
export const heldOutput = z.object({
  amount,
  until: moment,
  frozen: z.boolean().meta({ description: 'for a payment that a bank may take back' }),
  order: z.string().nullable().meta({ description: 'the order’s number' }),
})

/** A line of the statement. */
export const transactionOutput = z
  .object({
    number: z.string().meta({ description: 'the transaction number' }),
    type: z.literal([0, 1, 2, 3, 4, 5, 6, 7]).meta({
      description:
        '0 transfer, 1 code redemption, 2 service purchase, 3 order cashback, 4 top-up, 5 refunded, 6 API services, 7 platform gift',
    }),
    what: z
      .enum([
        'sent',
        'received',
        'code',
        'purchase',
        'cashback',
        'recharge',
        'refunded',
        'surplus',
        'debt',
        'api',
        'gift',
      ])
      .meta({
        description:
          'the type, with a transfer’s direction; surplus: more arrived for an order than it cost; debt: it paid what a bank had taken back',
      }),
    takesBack: z.boolean().meta({ description: 'it takes an earlier one back' }),
    direction: z.enum(['income', 'expense']),
    at: moment,
    amount: amount.meta({ description: 'what moved, in USD' }),
    mango: amount.meta({ description: 'the same in Mango, below zero for an expense' }),
    balance: amount.meta({ description: 'after it, in Mango' }),
    fee: amount.meta({ description: 'network or service fee, in Mango' }),
    counterparty: z
      .string()
      .nullable()
      .meta({ description: 'the other account of a transfer: as its sender typed it, to its recipient an initial' }),
    note: z.string().nullable(),
    order: z
      .object({
        number: z.string(),
        products: z.array(z.object({ name: z.string(), months: z.number().int() })).readonly(),
      })
      .nullable(),
    way: z
      .object({
        method: z.number().int(),
        coin: z.string().nullable(),
        network: z.string().nullable(),
        received: z.string().nullable().meta({ description: 'in the coin' }),
      })
      .nullable()
      .meta({ description: 'how a recharge or another deposit came' }),
    exchange: z.object({ amount, at: moment }).nullable().meta({ description: 'a code’s worth and time' }),
  })
  .meta({ id: 'WalletTransaction' })
