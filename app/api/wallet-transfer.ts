/**
 * Transfers of Mango to another customer, and the payment password: the calls of /api/wallet, which use the same
 * functions as the pages of /wallet. The payment password is set and recovered by a signed-in person only, never by an
 * API token.
 */
import { z } from 'zod'
import { codeSchema } from '~/modules/verification/contact.schema'
import {
  changePaymentPassword,
  minTransfer,
  paymentPasswordState,
  previewTransfer,
  recoverPaymentPassword,
  sendPaymentPasswordCode,
  setPaymentPassword,
  transfer,
  transferableOf,
  transferLimits,
} from '~/modules/wallet/wallet.server'
import { mangoText } from '~/web/wallet/amounts.server'
import { moment, needBatch, oneOf, personEndpoint, userOf } from './common'
import { answered, data, done, type Endpoint } from './endpoint'
import { amount } from './order-shape'
import { walletReadEndpoint, walletSpendEndpoint } from './wallet'

const typed = (most: number) => z.string('A0422').max(most, 'A0422')
const digits = typed(1000).meta({ description: 'six digits' })
const newFields = { newPassword: digits, repeatPassword: digits.optional() }

const limitsOutput = z
  .object({
    transferable: amount.meta({ description: 'what can be sent to others now' }),
    later: z
      .array(z.object({ amount, from: moment }))
      .meta({ description: 'Mango that was bought by card, with the moment from which it can be sent' }),
    dayLeft: amount.meta({ description: 'what can still be sent of the amount of 24 hours' }),
    dayMost: amount,
    transfersLeft: z.number().int(),
    transfersMost: z.number().int(),
    least: amount,
    passwordSetAt: moment.nullable().meta({ description: 'null: there is no payment password yet' }),
    attemptsLeft: z.number().int().meta({ description: 'wrong payment passwords that are allowed before it locks' }),
    lockedUntil: moment.nullable(),
  })
  .meta({ id: 'WalletLimits' })

/** Must be text: a program that sends a number sends a rounded one. */
const transferFields = {
  recipient: typed(1000).meta({
    description:
      'a user name, an e-mail, a phone with its area code (+20…), the SN of a bound box, or the number of a received transfer: to its sender',
  }),
  amount: typed(200).meta({ description: 'decimal text: 12.5' }),
  note: typed(4000).default('').meta({ description: 'one line of at most 100 characters, which the recipient reads' }),
}
const previewOutput = z
  .object({
    recipient: z.string(),
    initial: z.string().meta({ description: 'the first letter of the recipient’s user name' }),
    seen: z.string().meta({ description: 'to be sent with the transfer: the same recipient, without a new look-up' }),
    amount,
    fee: amount,
    total: amount.meta({ description: 'what leaves the wallet' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'TransferPreview' })

const walletCodes = ['MC1000', 'MC1013'] as const
const newCodes = ['A0422', 'I1107', 'I1111'] as const
const transferCodes = [
  ...walletCodes,
  'MC1002',
  'MC1003',
  'MC1007',
  'MC1008',
  'MC1009',
  'MC1010',
  'MC1012',
  'MC1014',
  'MC1104',
  'A0422',
  'I1106',
  'I1108',
  'I1109',
  'I1110',
  'I1309',
  'I1009',
] as const

const passwordEndpoints: readonly Endpoint[] = [
  personEndpoint('POST /wallet/customer/password', {
    summary:
      'Set the first payment password of the wallet: six digits, with the account’s own password. A0422 (data.reason six-digits), I1111 for digits that everybody would try first, A0409 if one is already set.',
    sealed: ['newPassword', 'repeatPassword', 'password'],
    input: z.object({ ...newFields, password: typed(1000).meta({ description: 'the account’s password' }) }),
    output: z.null(),
    codes: [...walletCodes, ...newCodes, 'A0409', 'A0424', 'I1302', 'I1309', 'A0503'],
    handler: async ({ caller, input, visit }) => done(await setPaymentPassword(userOf(caller).userId, input, visit)),
  }),
  personEndpoint('PUT /wallet/customer/password', {
    summary:
      'Change the payment password with the old one; at most five times a day, setting and recovery included (I1009), and only to a different one (A0422, data.reason same). MC1005 says in data.left how many attempts are left; the tenth wrong one locks it (MC1105, data.until).',
    sealed: ['newPassword', 'repeatPassword', 'oldPassword'],
    input: z.object({ ...newFields, oldPassword: digits }),
    output: z.null(),
    codes: [...walletCodes, ...newCodes, 'MC1005', 'MC1104', 'MC1105', 'A0409', 'A0424', 'A0503'],
    handler: async ({ caller, input, visit }) => done(await changePaymentPassword(userOf(caller).userId, input, visit)),
  }),
  personEndpoint('POST /wallet/customer/password/code', {
    summary: 'Send a code for a new payment password to the account’s own e-mail (type 1) or phone (2).',
    input: z.object({
      type: oneOf(1, 2).default(1),
    }),
    output: z.object({
      channel: z.enum(['mail', 'sms']).nullable(),
      sentTo: z.string().nullable(),
      expiresInSeconds: z.number().int(),
      againInSeconds: z.number().int(),
    }),
    codes: [...walletCodes, 'A0422', 'I1101', 'I1105', 'I1210', 'B0005', 'A0503'],
    handler: async ({ caller, input, visit }) =>
      answered(await sendPaymentPasswordCode(userOf(caller).userId, input.type === 2 ? 'sms' : 'mail', visit)),
  }),
  personEndpoint('POST /wallet/customer/password/recover', {
    summary: 'Set a new payment password with that code, which also ends a lock.',
    sealed: ['newPassword', 'repeatPassword'],
    input: z.object({ ...newFields, code: codeSchema }),
    output: z.null(),
    codes: [...walletCodes, ...newCodes, 'A0424', 'I1102', 'I1103', 'I1104', 'I1113', 'I1114', 'I1210', 'A0503'],
    handler: async ({ caller, input, visit }) =>
      done(await recoverPaymentPassword(userOf(caller).userId, input, visit)),
  }),
]

const transferEndpoints: readonly Endpoint[] = [
  walletReadEndpoint('GET /wallet/customer/limits', {
    summary:
      'What the account can send to others now and later, what is left of the daily limit, and its payment password.',
    output: limitsOutput,
    handler: async ({ caller }) => {
      const { userId } = userOf(caller)
      const [free, limits, password] = await Promise.all([
        transferableOf(userId),
        transferLimits(userId),
        paymentPasswordState(userId),
      ])
      return data({
        transferable: mangoText(free.amount),
        later: free.later.map(({ amount: waits, from }) => ({ amount: mangoText(waits), from })),
        dayLeft: mangoText(limits.amount),
        dayMost: mangoText(limits.maxAmount),
        transfersLeft: limits.count,
        transfersMost: limits.maxCount,
        least: mangoText(minTransfer),
        passwordSetAt: password.setAt,
        attemptsLeft: password.left,
        lockedUntil: password.lockedUntil,
      })
    },
  }),
  walletSpendEndpoint('POST /wallet/customer/transfers/preview', {
    summary:
      'What a transfer would do: nothing is done. One answer (MC1009) for a recipient who does not exist, is disabled or has no open wallet; look-ups are limited per day (I1009).',
    input: z.object(transferFields),
    output: previewOutput,
    codes: transferCodes,
    handler: async ({ caller, input, visit }) => {
      const seen = await previewTransfer(userOf(caller).userId, input, visit)
      if (!seen.ok) return seen
      const { amount: units, fee, total, ...rest } = seen.value
      return data({ ...rest, amount: mangoText(units), fee: mangoText(fee), total: mangoText(total) })
    },
  }),
  walletSpendEndpoint('POST /wallet/customer/transfers', {
    summary:
      'Send Mango to another customer, at once: 201, or 200 if it was already done under this `batch` (8 to 64 letters, digits, `_-`, or the header Idempotency-Key), which is required. If the fee has changed, the answer is MC1011 with the new one in data.fee, and nothing was done. MC1106 says in data.left how many attempts are left; the tenth wrong payment password locks it (MC1105, data.until).',
    sealed: ['paymentPassword'],
    input: z.object({
      ...transferFields,
      fee: typed(60).default('0').meta({ description: 'as the preview showed it' }),
      seen: typed(1000).optional(),
      paymentPassword: digits,
      batch: z.string('A0422').optional(),
    }),
    output: z.object({ number: z.string() }),
    codes: [...transferCodes, 'MC1011', 'MC1105', 'MC1106', 'A0409', 'A0424', 'A0503'],
    handler: async ({ caller, input, visit }) => {
      const named = needBatch(input)
      if (!named.ok) return named
      const sent = await transfer(userOf(caller).userId, named.value, visit)
      return sent.ok ? data({ number: sent.value.number }, { status: sent.value.isNew ? 201 : 200 }) : sent
    },
  }),
]

export const walletTransferEndpoints: readonly Endpoint[] = [...transferEndpoints, ...passwordEndpoints]
