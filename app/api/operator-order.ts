/** The operator's endpoints for orders and recharges of all accounts: finding, refunding, cancelling for a customer. */
import { z } from 'zod'
import { requestRefund } from '~/modules/grant/grant.server'
import { cancelOrder, findOrderFor, listAllOrders, type OrderForOperator } from '~/modules/order/order.server'
import { serialNumber } from '~/modules/registry/registry.schema'
import { readAmount, scales } from '~/text/amount'
import { decimalOfUnits } from '~/text/decimal'
import { fail } from '~/errors/table'
import { checkRange, needBatch, paged } from './common'
import { answered, data, type Endpoint, shown } from './endpoint'
import { proposalAnswer, proposalOutput } from './grant-shape'
import { by, neededWhy, operatorEndpoint } from './operator'
import { listInput, readListFilter } from './operator-account'
import { amount, numberInput, orderDetailsOutput, orderOutput, statuses } from './order-shape'
import {
  cancelRecharge,
  findRechargeFor,
  listAllRecharges,
  type RechargeForOperator,
} from '~/modules/recharge/recharge.server'
import { rechargeStatusIds } from '~/modules/recharge/recharge.states'
import { rechargeDetailsOutput, rechargeOutput } from '~/modules/recharge/view.schema'

export const batchInput = z.string('A0422').optional().meta({ description: '8 to 64 letters, digits, _ or -' })
/** What the commands for one order or one recharge show of its payments. */
const paymentRows = {
  table: ['method', 'label', 'amount', 'coinAmount', 'coinReceived', 'payinHash', 'updatedAt', 'id'],
  rows: 'payments',
} as const
const listOptions = { user: { show: 'NAME' }, from: { show: 'DAY' }, to: { show: 'DAY' } } as const
const orderWord = { show: 'NUMBER', missing: 'The order’s number' }

const forOperator = orderDetailsOutput
  .extend({
    id: z.string().meta({ description: 'as the audit log and the ledger name it' }),
    userId: z.string(),
    userName: z.string(),
    formerStatus: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'for a deleted order: its status without the deletion' }),
    reason: z.string().nullable(),
    refundable: amount.meta({ description: 'what can still be refunded, in USD' }),
  })
  .meta({ id: 'OperatorOrder' })
const showOrder = ({ details, ...more }: OrderForOperator): z.output<typeof forOperator> => ({ ...details, ...more })

const statusRule = `0 pending, 1 completed, 2 cancelled, 3 deleted, 4 failed, 5 cancel failed, 6 refunded, 7 confirming or 8 partial paid`

const listOrdersLine = operatorEndpoint('GET /operator/orders', {
  summary:
    'Orders of all accounts, newest first; `number` is a number or the beginning of one. Deleted ones (3) are listed only if asked for.',
  input: z
    .object({
      ...listInput(statuses),
      sn: serialNumber.optional(),
    })
    .superRefine(checkRange),
  output: paged(orderOutput.extend({ userName: z.string(), reason: z.string().nullable() }).meta({ id: 'OrderEntry' })),
  codes: ['A0422', 'D1107', 'I1301'],
  command: {
    name: 'orders list',
    options: {
      status: { show: 'N', rule: statusRule },
      number: { rule: 'an order’s number, or its beginning' },
      user: listOptions.user,
      sn: { show: 'SN', rule: 'a serial number of 12 digits' },
      from: listOptions.from,
      to: listOptions.to,
    },
    help: 'orders of all customers, newest first',
    answer: [
      {
        table: ['number', 'status', 'userName', 'sn', 'payPrice', 'actuallyPaid', 'createdAt', 'expiresAt', 'reason'],
      },
    ],
  },
  handler: async ({ input }) => {
    const { page, size, sn = null } = input
    const filter = await readListFilter(input, statuses)
    if (!filter.ok) return filter
    const { orders, total } = await listAllOrders({ ...filter.value, sn }, { page, size })
    return data({ page, size, total, items: orders })
  },
})

const showOrderLine = operatorEndpoint('GET /operator/orders/{number}', {
  summary: 'One order of any account with its lines, parts, payments and refunds, deleted or not.',
  input: z.object({ number: numberInput }),
  output: forOperator,
  codes: ['R1000'],
  command: {
    name: 'orders show',
    words: { number: orderWord },
    help: 'one order with its payments and refunds',
    answer: [
      { say: '{number}: status {status}, {userName}, box {sn} ({boxName})' },
      { say: 'was {formerStatus} before it was deleted', when: 'formerStatus' },
      { say: 'ordered {createdAt}, until {expiresAt|or -}, paid {paidAt|or -} ({reason|or no remark})' },
      { say: 'price {payPrice}, paid {actuallyPaid}, can still go back {refundable}; id {id}' },
      { each: 'lines', say: '{name}, {months|count month}: {payPrice}' },
      { table: ['method', 'amount', 'units', 'state'], rows: 'shares' },
      paymentRows,
      { table: ['amount', 'to', 'state', 'at'], rows: 'refunds' },
    ],
  },
  handler: async ({ input }) => shown(await findOrderFor(input.number), showOrder),
})

const refundOrderLine = operatorEndpoint('POST /operator/orders/{number}/refund', {
  summary:
    'Refund a paid order: to the customer’s wallet as Mango, or the way it was paid, which only cards allow. A refund of the whole price ends the unused part of the period. The same `batch` refunds once; `asked`: the provider has not answered yet, and is asked again. An amount above what one operator may give waits for a second operator (202, `proposal`).',
  input: z.object({
    number: numberInput,
    amount: z.string('A0422').max(60, 'A0422').meta({
      description: 'USD as decimal text, at most what can be refunded; 0 returns what was paid without money',
    }),
    to: z.enum(['wallet', 'provider'], 'A0422'),
    batch: batchInput,
    why: neededWhy,
  }),
  output: z.object({
    refundId: z.string(),
    number: z.string(),
    amount,
    to: z.enum(['wallet', 'provider']),
    proposal: proposalOutput.proposal,
    state: z.enum(['asked', 'done', 'waiting', 'refused', 'expired']),
  }),
  codes: ['A0409', 'A0422', 'MC1013', 'P1001', 'R1000', 'R2001'],
  command: {
    name: 'orders refund',
    words: { number: orderWord },
    options: {
      amount: { reading: 'amount' },
      to: { strict: true, rule: 'wallet or provider' },
    },
    usage: 'NUMBER --amount USD --to wallet|provider --batch NAME --why TEXT',
    help: 'give money back, once for each batch',
    confirm: 'Give {amount} USD of {number} back, to the {to}?',
    answer: [
      { say: '{amount} USD of {number} go back to the {to}: {state} ({refundId}).', unless: 'proposal' },
      proposalAnswer,
    ],
  },
  handler: async ({ input, caller }) => {
    const named = needBatch(input)
    if (!named.ok) return named
    const { number, to, batch, why } = named.value
    const read = readAmount(input.amount, { scale: scales.USD, zero: 'allowed' })
    if (!read.ok) return fail('A0422', { field: 'amount', data: { reason: read.problem } })
    const refunded = await requestRefund(by(caller, why), { number, amount: read.value, to, batch })
    if (!refunded.ok) return refunded
    const { refundId, state } = refunded.value
    const proposal = state === 'asked' || state === 'done' ? null : refundId
    const shown = { refundId, number, amount: decimalOfUnits(read.value, scales.USD), to, proposal, state }
    return data(shown, { status: proposal === null ? 200 : 202 })
  },
})

const cancelOrderLine = operatorEndpoint('POST /operator/orders/{number}/cancel', {
  summary: 'Cancel an unpaid order for its customer; its payments are closed at their providers first.',
  input: z.object({ number: numberInput, why: neededWhy }),
  output: z.object({ number: z.string() }),
  codes: ['A0422', 'OP10014', 'P1002', 'R1000', 'R1001'],
  command: {
    name: 'orders cancel',
    words: { number: orderWord },
    help: 'cancel an unpaid order for its customer',
    confirm: 'Cancel {number}?',
    answer: [{ say: '{number} is cancelled.' }],
  },
  handler: async ({ input, caller }) => {
    const found = await findOrderFor(input.number)
    if (!found.ok) return found
    return answered(await cancelOrder(found.value.userId, input.number, by(caller, input.why)))
  },
})

const rechargeWord = { show: 'NUMBER', missing: 'The recharge’s number' }
const rechargeForOperator = rechargeDetailsOutput
  .extend({
    id: z.string().meta({ description: 'as the audit log names it' }),
    userId: z.string(),
    userName: z.string(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'OperatorRecharge' })
const showRecharge = ({ details, ...more }: RechargeForOperator): z.output<typeof rechargeForOperator> => ({
  ...details,
  ...more,
})

const listRechargesLine = operatorEndpoint('GET /operator/recharges', {
  summary: 'Recharges of all accounts, newest first; `number` is a number or the beginning of one.',
  input: z.object(listInput(rechargeStatusIds)).superRefine(checkRange),
  output: paged(
    rechargeOutput.extend({ userName: z.string(), reason: z.string().nullable() }).meta({ id: 'RechargeEntry' }),
  ),
  codes: ['A0422', 'D1107', 'I1301'],
  command: {
    name: 'recharges list',
    options: {
      status: {
        show: 'N',
        rule: '0 pending, 1 completed, 2 cancelled, 4 failed, 5 cancel failed, 6 given back, 7 confirming or 8 short',
      },
      number: { rule: 'a recharge’s number, or its beginning' },
      ...listOptions,
    },
    help: 'recharges of all accounts, newest first',
    answer: [
      {
        table: ['number', 'status', 'userName', 'method', 'amount', 'credited', 'givenBack', 'createdAt'],
      },
    ],
  },
  handler: async ({ input }) => {
    const { page, size } = input
    const filter = await readListFilter(input, rechargeStatusIds)
    if (!filter.ok) return filter
    const { recharges, total } = await listAllRecharges(filter.value, { page, size })
    return data({ page, size, total, items: recharges })
  },
})

const showRechargeLine = operatorEndpoint('GET /operator/recharges/{number}', {
  summary: 'One recharge of any account with its payments and the deposits that are checked by hand.',
  input: z.object({ number: numberInput }),
  output: rechargeForOperator,
  codes: ['R1000'],
  command: {
    name: 'recharges show',
    words: { number: rechargeWord },
    help: 'one recharge with its payments',
    answer: [
      { say: '{number}: status {status}, {userName}' },
      { say: 'asked for {amount}, credited {credited}, refunded {givenBack}; id {id}' },
      { say: 'started {createdAt}, until {expiresAt|or -}, arrived {paidAt|or -} ({reason|or no remark})' },
      paymentRows,
    ],
  },
  handler: async ({ input }) => shown(await findRechargeFor(input.number), showRecharge),
})

const cancelRechargeLine = operatorEndpoint('POST /operator/recharges/{number}/cancel', {
  summary:
    'Cancel an unpaid recharge for its customer, even while a payment seems to be on its way; money that still arrives is credited.',
  input: z.object({ number: numberInput, why: neededWhy }),
  output: z.object({ number: z.string() }),
  codes: ['A0422', 'OP10014', 'P1002', 'R1000'],
  command: {
    name: 'recharges cancel',
    words: { number: rechargeWord },
    help: 'cancel an unpaid recharge for its customer',
    confirm: 'Cancel {number}?',
    answer: [{ say: '{number} is cancelled.' }],
  },
  handler: async ({ input, caller }) => {
    const found = await findRechargeFor(input.number)
    if (!found.ok) return found
    return answered(await cancelRecharge(found.value.userId, input.number, by(caller, input.why)))
  },
})

export const operatorOrderEndpoints: readonly Endpoint[] = [
  listOrdersLine,
  showOrderLine,
  refundOrderLine,
  cancelOrderLine,
  listRechargesLine,
  showRechargeLine,
  cancelRechargeLine,
]
