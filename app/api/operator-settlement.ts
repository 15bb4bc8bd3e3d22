/** The operator's comparison of the ledger with the settlements of payment providers. */
import { z } from 'zod'
import { disagreements, reconcileBy } from '~/modules/payment/payment.server'
import { printAmount } from '~/text/amount'
import { checkRange, days, moment, timesOf } from './common'
import { data, endpoint, type Endpoint } from './endpoint'
import { by, operator, why } from './operator'

const amount = z.string().meta({ description: 'USD as decimal text' })
const usd = (units: bigint): string => printAmount(units, { scale: 4 })
const provider = z.enum(['nowpayments', 'stripe'])
/** Longer lists are refused; a person who has more begins with a shorter period. */
const maxItems = 500

const providerOutput = z.object({
  provider,
  problem: z.enum(['off', 'silent', 'unreadable']).nullable().meta({
    description:
      'off: it is not configured; silent: its list could not be read now; unreadable: some of its lines can’t be read',
  }),
  read: z.number().int().meta({ description: 'lines that were read and booked now' }),
  matched: z.number().int().meta({ description: 'payments on which both sides agree' }),
  pending: z.number().int().meta({ description: 'payments that only one side has had for a short time' }),
  fees: amount.meta({ description: 'booked as fees of this period, in USD' }),
  payouts: amount.meta({ description: 'booked as paid out in this period, in USD' }),
  clearing: amount.meta({ description: 'what the provider owes by the ledger, in USD' }),
  owes: amount.meta({ description: 'what it owes by all of its own lines, in USD' }),
})
const itemOutput = z.object({
  provider,
  what: z.enum(['ours', 'theirs', 'amount', 'fee', 'currency', 'lost', 'balance']).meta({
    description:
      'ours: only the ledger has it; theirs: only the provider has it; amount: the amounts differ; fee: more was withheld than a fee can be; currency: not settled in US dollars; lost: the portal started it and no longer knows it, as after a backup was restored; balance: nothing is on its way, and the sums of ledger and provider differ',
  }),
  payment: z.string().nullable().meta({ description: 'the provider’s id' }),
  word: z.string().nullable().meta({ description: 'the provider’s word for it' }),
  attemptId: z.string().nullable(),
  number: z.string().nullable().meta({ description: 'the order or recharge' }),
  customer: z.string().nullable().meta({ description: 'whose a lost payment was, if that is known' }),
  ours: amount,
  theirs: amount,
  at: moment,
})

const reconcileLine = endpoint('POST /operator/reconcile', {
  summary:
    'Reads what payment providers have settled (Stripe’s balance transactions, NOWPayments’ payments), books fees and payouts, each line once, and compares each payment of a period with the ledger: the last 31 days, or the given days. `disagree` counts differences and lists that could not be read.',
  access: operator,
  limit: { points: 30, seconds: 60 },
  input: z.object({ ...days, provider: provider.optional(), why }).superRefine(checkRange),
  output: z.object({
    from: moment,
    to: moment,
    providers: z.array(providerOutput),
    items: z.array(itemOutput),
    disagree: z.number().int(),
  }),
  codes: ['A0422'],
  command: {
    name: 'reconcile',
    options: { provider: { strict: true }, from: { show: 'DAY' }, to: { show: 'DAY' } },
    usage: '[--provider stripe|nowpayments] [--from DAY] [--to DAY]',
    help: 'compare the ledger with what payment providers settled; exit 1 where they don’t agree',
    beside: 'ledger trial-balance',
    failures: 'disagree',
    answer: [
      {
        table: ['provider', 'read', 'matched', 'pending', 'fees', 'payouts', 'clearing', 'owes', 'problem'],
        rows: 'providers',
      },
      { table: ['provider', 'what', 'number', 'customer', 'payment', 'word', 'ours', 'theirs', 'at'], rows: 'items' },
      { say: 'Disagreements: {disagree}' },
    ],
  },
  handler: async ({ input, caller }) => {
    const { from, before } = timesOf(input)
    const done = await reconcileBy(by(caller, input.why), { from, to: before, only: input.provider ?? null })
    return data({
      ...done,
      providers: done.providers.map((one) => ({
        ...one,
        fees: usd(one.fees),
        payouts: usd(one.payouts),
        clearing: usd(one.clearing),
        owes: usd(one.owes),
      })),
      items: done.items.slice(0, maxItems).map((one) => ({ ...one, ours: usd(one.ours), theirs: usd(one.theirs) })),
      disagree: disagreements(done),
    })
  },
})

export const operatorSettlementEndpoints: readonly Endpoint[] = [reconcileLine]
