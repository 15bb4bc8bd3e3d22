/** The endpoints for recharging a wallet and for its USDT record. The pages of /wallet call the same functions. */
import { z } from 'zod'
import {
  checkNow,
  chooseRechargePayment,
  listUsdt,
  rechargeMethods,
  rechargePage,
  rechargeWays,
} from '~/modules/payment/payment.server'
import { cancelRecharge, createRecharge, leftToday, listRecharges } from '~/modules/recharge/recharge.server'
import { rechargeStatusIds } from '~/modules/recharge/recharge.states'
import { rechargeAmount } from '~/modules/recharge/typed-amount.schema'
import { rechargeMethodOutput, rechargeOutput, rechargePageOutput, usdtOutput } from '~/modules/recharge/view.schema'
import { printAmount, scales } from '~/text/amount'
import { codes } from '~/errors/table'
import {
  checkRange,
  needBatch,
  oneOf,
  paged,
  pagingInput,
  timesOf,
  typedNumber,
  userOf,
  visitOfCaller,
  zonedDays,
} from './common'
import { answered, data, type Answer, type Call, type Endpoint } from './endpoint'
import { amount, methodInput, numberInput } from './order-shape'
import { beginPayment } from './payment'
import { walletReadEndpoint, walletSpendEndpoint } from './wallet'

const onlyNumber = z.object({ number: numberInput })
/** Any number: the module decides which methods recharge a wallet (OP1001). */
const wayInput = z
  .preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,4}$/.test(value) ? Number(value) : value),
    z.number('OP1001').int('OP1001'),
  )
  .meta({ enum: [...rechargeWays], description: 'a method’s id: GET /api/wallet/customer/recharge-methods' })
const amountInput = rechargeAmount.meta({
  description: 'USD as decimal text with two decimals at most: 50 or 50.25',
})

/** The recharge as it is now: the answer of every action. */
const presentRecharge = async (
  call: Pick<Call<{ number: string }>, 'caller' | 'input'>,
  attemptId: string | null = null,
): Promise<Answer<z.output<typeof rechargePageOutput>>> =>
  answered(await rechargePage(userOf(call.caller).userId, call.input.number, { attemptId }))

const lists: readonly Endpoint[] = [
  walletReadEndpoint('GET /wallet/customer/recharge-methods', {
    summary:
      'Ways to recharge that are offered to this account now, with the minimum and maximum of each in USD, and what may still be recharged within 24 hours.',
    output: z.object({ items: z.array(rechargeMethodOutput).readonly(), leftToday: amount }),
    handler: async ({ caller }) => {
      const { userId } = userOf(caller)
      const [items, left] = await Promise.all([rechargeMethods(userId), leftToday(userId)])
      return data({ items, leftToday: printAmount(left, { scale: scales.USD }) })
    },
  }),
  walletReadEndpoint('GET /wallet/customer/recharges', {
    summary: 'The record of recharges, newest first: way, amount, state and time.',
    input: z
      .object({
        ...pagingInput,
        ...zonedDays,
        number: typedNumber.optional(),
        status: oneOf(...rechargeStatusIds).optional(),
        method: methodInput.optional(),
      })
      .superRefine(checkRange),
    output: paged(rechargeOutput),
    codes: ['A0422', 'D1107'],
    handler: async ({ input, caller }) => {
      const { page, size, number = null, status, method = null } = input
      const { from, before } = timesOf(input)
      const statuses = status === undefined ? null : rechargeStatusIds.filter((one) => one === status)
      const filter = { number, statuses, method, from, to: before }
      const { recharges, total } = await listRecharges(userOf(caller).userId, filter, { page, size })
      return data({ page, size, total, items: recharges })
    },
  }),
  walletReadEndpoint('GET /wallet/customer/usdt', {
    summary:
      'The USDT record: deposits of method 12 for orders and recharges, newest first, with address, hash, amount, rate and state. `underway`: seen and not confirmed yet, not in any count.',
    input: z.object({ ...pagingInput, ...zonedDays }).superRefine(checkRange),
    output: paged(usdtOutput).extend({ underway: z.array(usdtOutput).readonly() }),
    codes: ['A0422', 'D1107'],
    handler: async ({ input, caller }) => {
      const { page, size } = input
      const { from, before } = timesOf(input)
      const { deposits, underway, total } = await listUsdt(userOf(caller).userId, { from, to: before }, { page, size })
      return data({ page, size, total, items: deposits, underway })
    },
  }),
]

const acts: readonly Endpoint[] = [
  walletSpendEndpoint('POST /wallet/customer/recharges', {
    summary:
      'Recharge the wallet by `amount` USD, which become the same amount of Mango, and start paying by `method`. `problem` says why that could not be started; the recharge exists, and its payment can be started again. `order`: an unpaid order of the account that it is for. `batch` (8 to 64 letters, digits, `_-`, or the header Idempotency-Key) is required: a repeat gets the same recharge.',
    input: z.object({
      amount: amountInput,
      method: wayInput,
      order: numberInput.optional().meta({ description: 'the number of an order of the account' }),
      batch: z.string('A0422').optional(),
    }),
    output: z
      .object({
        number: z.string(),
        problem: z
          .enum(Object.keys(codes))
          .nullable()
          .meta({ description: 'why the payment could not be started; the recharge exists' }),
      })
      .meta({ id: 'PlacedRecharge' }),
    codes: [
      'A0409',
      'A0422',
      'MC1000',
      'MC1010',
      'MC1013',
      'OP1001',
      'OP10012',
      'OP10013',
      'OP10015',
      'P1000',
      'R1000',
    ],
    handler: async (call) => {
      const kept = needBatch(call.input)
      if (!kept.ok) return kept
      const { amount: typed, method, order = null, batch } = kept.value
      const { userId } = userOf(call.caller)
      const visit = visitOfCaller(call.caller, call.visit)
      const placed = await createRecharge({ userId, amount: typed, method, order, batch, visit })
      if (!placed.ok) return placed
      const { number, problem } = placed.value
      return data({ number, problem: problem?.code ?? null })
    },
  }),
  walletReadEndpoint('GET /wallet/customer/recharges/{number}', {
    summary:
      'One recharge and how it is paid: the address, tag and amount to send or the provider’s page, the received amount, the state, and what can be done now. It asks no provider, so it can be called often.',
    input: onlyNumber,
    output: rechargePageOutput,
    codes: ['R1000'],
    handler: (call) => presentRecharge(call),
  }),
  walletSpendEndpoint('POST /wallet/customer/recharges/{number}/pay', {
    summary:
      'Start paying an unpaid recharge by `method`, which may be another one that accepts its amount. A payment that is still valid is returned again.',
    input: onlyNumber.extend({ method: wayInput, batch: z.string('A0422').optional() }),
    output: rechargePageOutput,
    codes: [
      'A0409',
      'A0422',
      'B0005',
      'MC1000',
      'MC1013',
      'OP1001',
      'OP10012',
      'OP10014',
      'OP10015',
      'P1001',
      'R1000',
      'R1001',
    ],
    handler: async (call) => {
      const begun = await beginPayment(call, chooseRechargePayment)
      return begun.ok ? presentRecharge(call, begun.value.attemptId) : begun
    },
  }),
  walletReadEndpoint('POST /wallet/customer/recharges/{number}/check', {
    summary: 'Ask the providers about a recharge’s payments now. The portal asks by itself as well.',
    input: onlyNumber,
    output: rechargePageOutput,
    codes: ['P1004', 'R1000'],
    handler: async (call) => {
      const checked = await checkNow(userOf(call.caller).userId, call.input.number, 'recharge')
      return checked.ok ? presentRecharge(call) : checked
    },
  }),
  walletSpendEndpoint('POST /wallet/customer/recharges/{number}/cancel', {
    summary:
      'Cancel an unpaid recharge; its payments are closed at their providers first. Money that still arrives is credited.',
    input: onlyNumber,
    output: rechargePageOutput,
    codes: ['OP10014', 'OP10015', 'P1002', 'R1000'],
    handler: async (call) => {
      const cancelled = await cancelRecharge(userOf(call.caller).userId, call.input.number)
      return cancelled.ok ? presentRecharge(call) : cancelled
    },
  }),
]

export const rechargeEndpoints: readonly Endpoint[] = [...lists, ...acts]
