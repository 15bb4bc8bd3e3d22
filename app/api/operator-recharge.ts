/** The operator's endpoints for recharges of all accounts: finding one, and cancelling for a customer. */
import { z } from 'zod'
import {
  cancelRecharge,
  findRechargeFor,
  listAllRecharges,
  type RechargeForOperator,
} from '~/modules/recharge/recharge.server'
import { rechargeStatusIds } from '~/modules/recharge/recharge.states'
import { rechargeDetailsOutput, rechargeOutput } from '~/modules/recharge/view.schema'
import { checkRange, paged } from './common'
import { answered, data, type Endpoint, shown } from './endpoint'
import { by, neededWhy, operatorEndpoint } from './operator'
import { listInput, readListFilter } from './operator-account'
import { numberInput } from './order-shape'

const numberWord = { show: 'NUMBER', missing: 'The recharge’s number' }
const forOperator = rechargeDetailsOutput
  .extend({
    id: z.string().meta({ description: 'as the audit log names it' }),
    userId: z.string(),
    userName: z.string(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'OperatorRecharge' })
const showRecharge = ({ details, ...more }: RechargeForOperator): z.output<typeof forOperator> => ({
  ...details,
  ...more,
})

const listLine = operatorEndpoint('GET /operator/recharges', {
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
      user: { show: 'NAME' },
      from: { show: 'DAY' },
      to: { show: 'DAY' },
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

const showLine = operatorEndpoint('GET /operator/recharges/{number}', {
  summary: 'One recharge of any account with its payments and the deposits that are checked by hand.',
  input: z.object({ number: numberInput }),
  output: forOperator,
  codes: ['R1000'],
  command: {
    name: 'recharges show',
    words: { number: numberWord },
    help: 'one recharge with its payments',
    beside: 'recharges list',
    answer: [
      { say: '{number}: status {status}, {userName}' },
      { say: 'asked for {amount}, credited {credited}, refunded {givenBack}; id {id}' },
      { say: 'started {createdAt}, until {expiresAt|or -}, arrived {paidAt|or -} ({reason|or no remark})' },
      {
        table: ['method', 'label', 'amount', 'coinAmount', 'coinReceived', 'payinHash', 'updatedAt', 'id'],
        rows: 'payments',
      },
    ],
  },
  handler: async ({ input }) => shown(await findRechargeFor(input.number), showRecharge),
})

const cancelLine = operatorEndpoint('POST /operator/recharges/{number}/cancel', {
  summary:
    'Cancel an unpaid recharge for its customer, even while a payment seems to be on its way; money that still arrives is credited.',
  input: z.object({ number: numberInput, why: neededWhy }),
  output: z.object({ number: z.string() }),
  codes: ['A0422', 'OP10014', 'P1002', 'R1000'],
  command: {
    name: 'recharges cancel',
    words: { number: numberWord },
    help: 'cancel an unpaid recharge for its customer',
    beside: 'recharges show',
    confirm: 'Cancel {number}?',
    answer: [{ say: '{number} is cancelled.' }],
  },
  handler: async ({ input, caller }) => {
    const found = await findRechargeFor(input.number)
    if (!found.ok) return found
    return answered(await cancelRecharge(found.value.userId, input.number, by(caller, input.why)))
  },
})

export const operatorRechargeEndpoints: readonly Endpoint[] = [listLine, showLine, cancelLine]
