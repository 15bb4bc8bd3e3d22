/**
 * The operator's endpoints for payments: what needs manual handling and the possible actions, unusable provider events,
 * which payment methods are offered, and the comparison of the ledger with the providers' settlements.
 */
import { z } from 'zod'
import { findAccountByName } from '~/modules/account/account.server'
import {
  applyDeposit,
  askForAddress,
  creditDeposit,
  listEvents,
  listForPerson,
  listMethods,
  notePersonLooked,
  recoverPayments,
  retryEvent,
  returnDeposit,
  setMethod,
  unrecovered,
  type Recovered,
  disagreements,
  reconcileBy,
} from '~/modules/payment/payment.server'
import { eventOutput, eventStates, personOutput } from '~/modules/payment/operator.schema'
import { isCountry } from '~/modules/verification/contact.schema'
import { printAmount, readAmount, scales } from '~/text/amount'
import { fail, ok, type Result } from '~/errors/table'
import { checkRange, days, flag, listOf, moment, onOff, paged, pagingInput, timesOf } from './common'
import { answered, data, done, endpoint, type Endpoint } from './endpoint'
import { by, neededWhy, operator, operatorEndpoint, why } from './operator'
import { addressInput, amount, methodInput, tagInput } from './order-shape'

const provider = z.enum(['nowpayments', 'stripe'])
const usd = (units: bigint): string => printAmount(units, { scale: scales.USD })
const id = z.string('A0422').min(1, 'A0422').max(64, 'A0422')
/** A deposit, and its value if its provider gave none. */
const valuedInput = z.object({
  id,
  usd: z
    .string('A0422')
    .max(60, 'A0422')
    .optional()
    .meta({ description: 'USD as decimal text, only if the provider gave no value' }),
  why: neededWhy,
})
const valueOf = ({ usd }: z.output<typeof valuedInput>): Result<bigint | null> => {
  if (usd === undefined) return ok(null)
  const read = readAmount(usd, { scale: scales.USD })
  return read.ok ? ok(read.value) : fail('A0422', { field: 'usd', data: { reason: read.problem } })
}
const depositWord = { show: 'DEPOSIT', missing: 'The deposit’s id' }

const personLines: readonly Endpoint[] = [
  operatorEndpoint('GET /operator/payments', {
    summary:
      'Payments, deposits and provider events that wait for an operator, oldest first, each with its reason; an unknown status word of a provider is in `word`.',
    output: z.object({ items: z.array(personOutput) }),
    command: {
      name: 'payments list',
      help: 'what waits for a person, and why',
      answer: [
        {
          table: [
            'at',
            'kind',
            'reason',
            'orderNumber',
            'rechargeNumber',
            'userName',
            'provider',
            'amount',
            'word',
            'address',
            'tag',
            'id',
          ],
        },
      ],
    },
    handler: async () => data({ items: await listForPerson() }),
  }),
  operatorEndpoint('POST /operator/payments/deposits/{id}/credit', {
    summary:
      'Credit a waiting deposit to its customer’s wallet, at the provider’s value; `usd` is the value if the provider gave none: at most what one operator may give alone (A0422, `most`), and counted towards that.',
    input: valuedInput,
    output: z.object({ usd: amount }),
    codes: ['A0404', 'A0409', 'A0422', 'MC1013'],
    command: {
      name: 'payments credit',
      words: { id: depositWord },
      options: { usd: { reading: 'amount' } },
      help: 'credit a deposit to the customer’s wallet; --usd where the provider gave no value',
      confirm: 'Credit the deposit {id}?',
      answer: [{ say: 'Credited: {usd} USD.' }],
    },
    handler: async ({ input, caller }) => {
      const value = valueOf(input)
      if (!value.ok) return value
      return answered(await creditDeposit(by(caller, input.why), { depositId: input.id, usd: value.value }))
    },
  }),
  operatorEndpoint('POST /operator/payments/deposits/{id}/apply', {
    summary:
      'Apply a waiting deposit to its order, at the provider’s value; `usd` is the value if the provider gave none, at most as for `credit`. `result` says what happened: it paid the order, waits for the rest, or was credited because the order can take nothing any more. A repeat gets the same answer.',
    input: valuedInput,
    output: z.object({ result: z.enum(['order', 'wait', 'credit']), usd: amount }),
    codes: ['A0404', 'A0409', 'A0422'],
    command: {
      name: 'payments apply',
      words: { id: depositWord },
      options: { usd: { reading: 'amount' } },
      help: 'put a deposit towards its order; --usd where the provider gave no value',
      confirm: 'Put the deposit {id} towards its order?',
      answer: [{ say: '{usd} USD: {result}.' }],
    },
    handler: async ({ input, caller }) => {
      const value = valueOf(input)
      if (!value.ok) return value
      return answered(await applyDeposit(by(caller, input.why), { depositId: input.id, usd: value.value }))
    },
  }),
  operatorEndpoint('POST /operator/payments/deposits/{id}/ask-address', {
    summary:
      'Decide that a waiting deposit can’t be credited: its customer is notified, and asked for an address of its coin. Once given, the address is in the list.',
    input: z.object({ id, why: neededWhy }),
    output: z.null(),
    codes: ['A0404', 'A0409', 'A0422'],
    command: {
      name: 'payments ask-address',
      words: { id: depositWord },
      help: 'a deposit can’t be credited: ask its customer for an address to send it back to',
      answer: [{ say: 'The customer is asked for an address.' }],
    },
    handler: async ({ input, caller }) => done(await askForAddress(by(caller, input.why), input.id)),
  }),
  operatorEndpoint('POST /operator/payments/deposits/{id}/return', {
    summary:
      'Record that a deposit was sent back by hand: the address, and the hash of the transaction. If it is not the customer’s current address, the answer is A0409 with that one in `address`, unless `otherAddress` says that it was sent to another: the customer is told so.',
    input: z.object({
      id,
      address: addressInput,
      tag: tagInput.optional().meta({ description: 'the tag or memo that went with it' }),
      hash: z.string('A0422').trim().min(8, 'A0422').max(200, 'A0422').meta({ description: '8 to 200 characters' }),
      otherAddress: onOff
        .optional()
        .meta({ description: 'true if it was sent to another address than the customer gives now' }),
      why: neededWhy,
    }),
    output: z.null(),
    codes: ['A0404', 'A0409', 'A0422', 'OP10017'],
    command: {
      name: 'payments return',
      words: { id: depositWord },
      options: { address: { rule: 'an address of the deposit’s coin' } },
      help: 'a deposit was sent back by hand: to where, and the transaction’s hash',
      confirm: 'Was {id} sent back to {address}, as {hash}?',
      answer: [{ say: 'Noted as sent back.' }],
    },
    handler: async ({ input, caller }) => {
      const { id: depositId, address, tag = null, hash, otherAddress: isOther = false } = input
      return done(await returnDeposit(by(caller, input.why), { depositId, address, tag, hash, isOther }))
    },
  }),
  operatorEndpoint('POST /operator/payments/{id}/looked', {
    summary:
      'Mark a payment or an event as checked by a person: it leaves the list. With `again` its provider is asked, or the event processed, once more.',
    input: z.object({
      id,
      kind: z.enum(['payment', 'event'], 'A0422').default('payment'),
      again: flag,
      why: neededWhy,
    }),
    output: z.null(),
    codes: ['A0404', 'A0422'],
    command: {
      name: 'payments looked',
      words: { id: { show: 'ID', missing: 'The payment’s or event’s id' } },
      options: { kind: { rule: 'payment or event' } },
      help: 'it needs nobody any more; --again: have it asked about once more',
      answer: [{ say: 'Noted.' }],
    },
    handler: async ({ input, caller }) => {
      const { kind, again } = input
      return done(await notePersonLooked(by(caller, input.why), { kind, id: input.id, again }))
    },
  }),
]

const recoveredOutput = z
  .object({
    provider,
    payment: z.string().meta({ description: 'the provider’s id' }),
    number: z.string().nullable().meta({ description: 'the order or recharge that it was for' }),
    rechargeNumber: z.string().nullable().meta({ description: 'the recharge that was recreated for it' }),
    userName: z.string().nullable(),
    amount: amount.meta({ description: 'what was asked for, in USD' }),
    word: z.string().meta({ description: 'the provider’s own word' }),
    at: moment,
    outcome: z.enum(['taken', 'person', 'watched', 'no-customer', 'strange']).meta({
      description:
        'taken: its order or recharge is known, and follows the usual rules; person: its money waits in the list; watched: nothing has arrived yet; no-customer: nobody knows whose it is; strange: not as the portal creates them',
    }),
  })
  .meta({ id: 'RecoveredPayment' })
const showRecovered = (one: Recovered): z.output<typeof recoveredOutput> => ({
  ...one,
  amount: usd(one.amount),
})
const recoverOutput = z.object({
  items: z.array(recoveredOutput),
  problems: z.array(
    z.object({
      provider,
      problem: z.enum(['off', 'silent', 'unreadable']).meta({
        description:
          'off: it is not configured; silent: its list could not be read now; unreadable: something in it can’t be read',
      }),
    }),
  ),
  left: z.number().int(),
})
const recoverLines: readonly Endpoint[] = [
  endpoint('POST /operator/payments/recover', {
    summary:
      'After a backup was restored: read the providers’ own lists since a day (by default the last 31) and recover each payment that the portal had started and no longer knows, once. If its order or recharge is known, it is paid or credited as usual; if only its customer is, the money waits in the list for an operator; `left` counts payments of unknown customers and lists that could not be read completely. With `payment` and `user` an operator names the customer of one of them, and needs another operator to credit it above what one may give alone.',
    access: operator,
    limit: { points: 30, seconds: 60 },
    input: z
      .object({
        from: days.from,
        payment: id.optional().meta({ description: 'the provider’s id of a payment whose customer is unknown' }),
        user: z
          .string('A0422')
          .trim()
          .min(1, 'A0422')
          .max(400, 'A0422')
          .optional()
          .meta({ description: 'the user name of its customer' }),
        why: neededWhy,
      })
      .superRefine(checkRange)
      .superRefine(({ payment, user }, context) => {
        if ((payment === undefined) !== (user === undefined))
          context.addIssue({ code: 'custom', path: [user === undefined ? 'user' : 'payment'], message: 'A0422' })
      }),
    output: recoverOutput,
    codes: ['A0404', 'A0409', 'A0422'],
    command: {
      name: 'payments recover',
      options: { from: { show: 'DAY' }, payment: { show: 'ID' }, user: { show: 'NAME' } },
      usage: '[--from DAY] [--payment ID --user NAME] --why TEXT',
      help: 'after a restore: take in what came at the providers since the backup; exit 1 where somebody is still needed',
      failures: 'left',
      answer: [
        {
          table: ['at', 'provider', 'payment', 'number', 'rechargeNumber', 'userName', 'amount', 'word', 'outcome'],
          rows: 'items',
        },
        { table: ['provider', 'problem'], rows: 'problems' },
        { say: 'Still open: {left}' },
      ],
    },
    handler: async ({ input, caller }) => {
      const { payment, user } = input
      const account = user === undefined ? null : await findAccountByName(user)
      if (user !== undefined && account?.role !== 'customer') return fail('A0404', { field: 'user' })
      const done = await recoverPayments(by(caller, input.why), {
        since: timesOf({ from: input.from }).from,
        named: payment === undefined || account === null ? null : { payment, userId: account.id },
      })
      if (!done.ok) return done
      const { items, problems } = done.value
      return data({ items: items.map(showRecovered), problems: [...problems], left: unrecovered(done.value) })
    },
  }),
]

const eventLines: readonly Endpoint[] = [
  operatorEndpoint('GET /operator/events', {
    summary: 'Events reported by providers, oldest first: those that are not done, or those of one `state`.',
    input: z.object({ ...pagingInput, state: z.enum(eventStates, 'A0422').optional() }),
    output: paged(eventOutput),
    codes: ['A0422'],
    command: {
      name: 'events list',
      options: { state: { rule: eventStates.join(', ') } },
      help: 'what providers told that is not done yet',
      answer: [{ table: ['receivedAt', 'provider', 'state', 'tries', 'nextTryAt', 'error', 'id'] }],
    },
    handler: async ({ input }) => {
      return data({ ...input, ...(await listEvents({ ...input, state: input.state ?? null })) })
    },
  }),
  operatorEndpoint('POST /operator/events/{id}/retry', {
    summary: 'Process an event now that is waiting or was given up.',
    input: z.object({ id, why: neededWhy }),
    output: z.null(),
    codes: ['A0404', 'A0422'],
    command: {
      name: 'events retry',
      words: { id: { show: 'ID', missing: 'The event’s id' } },
      answer: [{ say: 'It is worked on now.' }],
    },
    handler: async ({ input, caller }) => done(await retryEvent(by(caller, input.why), input.id)),
  }),
]

const countryCode = z
  .string('A0422')
  .trim()
  .regex(/^[A-Za-z]{2}$/, 'A0422')
  .transform((text) => text.toUpperCase())
  .refine(isCountry, 'A0422')

const methodLines: readonly Endpoint[] = [
  operatorEndpoint('GET /operator/methods', {
    summary: 'All ways to pay: whether each is on, and in which countries (null: everywhere).',
    output: z.object({
      items: z.array(
        z.object({
          method: z.number().int(),
          key: z.string(),
          enabled: z.boolean(),
          countries: z.array(z.string()).readonly().nullable(),
        }),
      ),
    }),
    command: {
      name: 'methods list',
      help: 'ways to pay: which are on, and where',
      answer: [{ table: ['method', 'key', 'enabled', { name: 'countries', of: '{countries|words|or all}' }] }],
    },
    handler: async () => data({ items: await listMethods() }),
  }),
  operatorEndpoint('PUT /operator/methods/{method}', {
    summary:
      'Switch a way to pay on or off, and allow it in some countries only; without `countries` everywhere. Payments already started with it continue.',
    input: z.object({
      method: methodInput,
      on: onOff,
      countries: listOf(countryCode, 250).optional().meta({ description: 'country codes of two letters, one each' }),
      why: neededWhy,
    }),
    output: z.null(),
    codes: ['A0404', 'A0422'],
    command: [
      {
        name: 'methods on',
        words: { method: { show: 'METHOD', missing: 'The method’s id' } },
        options: { countries: { as: 'country', show: 'XX', reading: 'many' } },
        fixed: { on: true },
        help: 'offer a way to pay, everywhere or in each --country',
        answer: [{ say: 'It is offered.' }],
      },
      {
        name: 'methods off',
        words: { method: { show: 'METHOD', missing: 'The method’s id' } },
        fixed: { on: false },
        without: ['countries'],
        help: 'offer it no more; what was begun by it goes on',
        confirm: 'Offer the method {method} no more?',
        answer: [{ say: 'It is not offered any more.' }],
      },
    ],
    handler: async ({ input, caller }) => {
      const { method, on: enabled, countries } = input
      const asked = { method, enabled, countries: countries === undefined ? null : [...new Set(countries)].sort() }
      return done(await setMethod(by(caller, input.why), asked))
    },
  }),
]

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

export const operatorPaymentEndpoints: readonly Endpoint[] = [
  ...personLines,
  ...recoverLines,
  ...eventLines,
  ...methodLines,
  reconcileLine,
]
