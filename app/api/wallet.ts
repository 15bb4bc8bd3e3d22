/** A customer's wallet: the calls of /api/wallet, which use the same functions as the pages of /wallet. */
import { z } from 'zod'
import { fail } from '~/errors/table'
import { balanceOf, wallet, walletTypes, type WalletType } from '~/modules/ledger/ledger.server'
import { amount, heldOutput, transactionOutput } from '~/modules/wallet/view.schema'
import { findTransaction, listTransactions, openWallet, walletState } from '~/modules/wallet/wallet.server'
import { plainReference } from '~/text/digits'
import { mangoText } from '~/web/wallet/amounts.server'
import { beginStatementFile, plainWords, statementFile } from '~/web/wallet/statement-file.server'
import { viewSums, viewTransactions } from '~/web/wallet/statement.server'
import { transactionFile } from '~/web/wallet/transaction-file.server'
import { checkRange, moment, pageSizeInput, timesOf, userOf, wholeNumber, needBatch, zonedDays } from './common'
import { data, type Endpoint, endpointsFor } from './endpoint'
import { limit } from './order'
import { readerLanguage } from './order-shape'
import { redeemCode } from '~/modules/redeem-code/redeem-code.server'

export const reads = { who: 'user', scope: 'wallet:read' } as const
export const spends = { who: 'user', scope: 'wallet:spend' } as const
export const walletReadEndpoint = endpointsFor(reads, limit)
export const walletSpendEndpoint = endpointsFor(spends, limit)

const accountOutput = z
  .object({
    state: z.enum(['none', 'open', 'frozen', 'closed']).meta({ description: 'none: it was not opened yet' }),
    openedAt: moment.nullable(),
    reason: z.string().nullable().meta({ description: 'why it is frozen or closed' }),
    balance: amount,
    held: amount.meta({ description: 'set aside for orders that are being paid, or frozen' }),
    available: amount.meta({ description: 'what can be spent now' }),
    holds: z.array(heldOutput).meta({ description: 'what `held` consists of' }),
    owed: amount.meta({ description: 'in USD: a bank took a payment back, and the next recharge pays it first' }),
    transferable: amount.meta({ description: 'what can be sent to others now' }),
    transferableLater: z
      .array(z.object({ amount, from: moment }))
      .meta({ description: 'bought by card: it can be sent to others from then on, and spent here before that' }),
  })
  .meta({ id: 'Wallet' })

const accountOf = async (userId: string): Promise<z.output<typeof accountOutput>> => {
  const [state, { balance, available, held, owed, transferable, later }, mango] = await Promise.all([
    walletState(userId),
    viewSums(userId),
    balanceOf(wallet(userId)),
  ])
  return {
    state: state?.state ?? 'none',
    openedAt: state?.openedAt ?? null,
    reason: state?.reason ?? null,
    balance,
    held: mangoText(mango.held),
    available,
    holds: held,
    owed,
    transferable,
    transferableLater: later,
  }
}

const types = Object.values(walletTypes)
/** The specification's value for All is -1, which a pattern of digits doesn't match. */
const typeInput = z
  .preprocess(
    (value) => (typeof value === 'string' && /^-?\d$/.test(value) ? Number(value) : value),
    z.number('A0422').refine((value) => value === -1 || types.some((one) => one === value), 'A0422'),
  )
  .default(-1)
  .meta({ enum: [-1, ...types], description: 'the type; -1 is all' })
const searchInput = {
  ...zonedDays,
  type: typeInput,
  direction: z.enum(['income', 'expense'], 'A0422').optional(),
}
type SearchInput = z.output<z.ZodObject<typeof searchInput>>
const searchOfInput = (input: SearchInput) => ({
  type: input.type === -1 ? null : (input.type as WalletType),
  direction: input.direction ?? null,
  ...timesOf(input),
})
const place = wholeNumber(1, 2_147_483_647).optional()
const numberInput = z.object({ number: z.string('A0404').max(40, 'A0404').transform(plainReference) })

const details: readonly Endpoint[] = [
  walletReadEndpoint('GET /wallet/customer/transactions', {
    summary:
      'The wallet’s transactions, newest first. A wallet may be too long to be counted: a page says where the next one continues, `older` for `before` and `newer` for `after`, null if there is none.',
    input: z
      .object({
        ...searchInput,
        size: pageSizeInput,
        before: place.meta({ description: 'a page’s `older`' }),
        after: place.meta({ description: 'a page’s `newer`; not together with `before`' }),
      })
      .superRefine(checkRange)
      .refine(({ before, after }) => before === undefined || after === undefined, { error: 'A0422', path: ['after'] }),
    output: z.object({
      items: z.array(transactionOutput),
      older: z.number().int().nullable(),
      newer: z.number().int().nullable(),
    }),
    codes: ['A0422', 'MC1000'],
    handler: async (call) => {
      const { userId } = userOf(call.caller)
      if ((await walletState(userId)) === null) return fail('MC1000')
      const { items, older, newer } = await listTransactions(userId, searchOfInput(call.input), call.input)
      return data({ items: await viewTransactions(userId, items, readerLanguage(call)), older, newer })
    },
  }),
  walletReadEndpoint('GET /wallet/customer/transactions/{number}', {
    summary: 'One transaction of the wallet.',
    input: numberInput,
    output: transactionOutput,
    codes: ['A0404'],
    handler: async (call) => {
      const { userId } = userOf(call.caller)
      const found = await findTransaction(userId, call.input.number)
      if (!found.ok) return found
      const [shown] = await viewTransactions(userId, [found.value], readerLanguage(call))
      return shown === undefined ? fail('A0404') : data(shown)
    },
  }),
  walletReadEndpoint('GET /wallet/customer/transactions/{number}/receipt', {
    summary: 'The receipt of a transaction, as a PDF in the reader’s language.',
    input: numberInput,
    output: 'file',
    codes: ['A0404'],
    handler: async (call) => {
      const { userId, userName } = userOf(call.caller)
      const language = readerLanguage(call)
      const found = await findTransaction(userId, call.input.number)
      if (!found.ok) return found
      const [shown] = await viewTransactions(userId, [found.value], language)
      if (shown === undefined) return fail('A0404')
      return { kind: 'made', ...transactionFile(shown, { userId, customer: userName, language, origin: call.origin }) }
    },
  }),
  walletReadEndpoint('GET /wallet/customer/statement', {
    summary:
      'The same search as CSV (RFC 4180, UTF-8 with a byte order mark, CRLF), newest first, complete. Columns have the names of WalletTransaction’s fields; a text that a spreadsheet would execute begins with an apostrophe, amounts are plain numbers. It is generated while it is sent, so its length is not known beforehand; one that breaks off is incomplete. At most 3 million entries an hour, two statements at once.',
    input: z.object(searchInput).superRefine(checkRange),
    output: 'file',
    codes: ['A0422', 'MC1000', 'A0503'],
    handler: async (call) => {
      const { userId } = userOf(call.caller)
      if ((await walletState(userId)) === null) return fail('MC1000')
      const search = searchOfInput(call.input)
      return {
        kind: 'flow',
        ...statementFile(),
        begin: () => beginStatementFile(userId, search, plainWords),
      }
    },
  }),
]

const account: readonly Endpoint[] = [
  walletReadEndpoint('GET /wallet/customer/account', {
    summary: 'The wallet: whether it is open, and its balance. Refunds come in even before it is opened.',
    output: accountOutput,
    handler: async ({ caller }) => data(await accountOf(userOf(caller).userId)),
  }),
  walletSpendEndpoint('POST /wallet/customer/account', {
    summary: 'Open the wallet: 201 the first time, 200 if it is already open.',
    output: accountOutput,
    codes: ['MC1001', 'MC1013'],
    handler: async ({ caller }) => {
      const { userId } = userOf(caller)
      const opened = await openWallet(userId)
      return opened.ok ? data(await accountOf(userId), { status: opened.value.isNew ? 201 : 200 }) : opened
    },
  }),
]

const codes: readonly Endpoint[] = [
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

export const walletEndpoints: readonly Endpoint[] = [...account, ...details, ...codes]
