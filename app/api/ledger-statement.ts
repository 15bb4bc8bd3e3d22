/** A ledger account in a period, for the operator: as a statement, and complete as a file. */
import { z } from 'zod'
import { findAccountByName } from '~/modules/account/account.server'
import {
  accountId,
  accountStatement,
  parseAccountId,
  statementEntries,
  wallet,
  type AccountName,
  type StatementEntry,
} from '~/modules/ledger/ledger.server'
import { currencies, printAmount, scales, type Currency } from '~/text/amount'
import { beginDownload } from '~/web/download-slots.server'
import { byteOrderMark, csvLine, csvNumber, csvText } from '~/text/csv'
import { fail, ok } from '~/errors/table'
import { checkRange, days, moment, timesOf, userOf } from './common'
import { data, type Endpoint } from './endpoint'
import { operatorEndpoint } from './operator'

/** An amount as decimal text, with all the decimals of its currency. */
const amountText = z.string().meta({ description: 'decimal text' })
const show = (amount: bigint, currency: Currency): string => printAmount(amount, { scale: scales[currency] })

/** Finds an account by its name in the ledger; for a customer's name, the wallet. */
const findNamed = async (text: string): Promise<AccountName | null> => {
  const name = parseAccountId(text)
  if (name !== null) return name
  const account = await findAccountByName(text)
  return account === null ? null : wallet(account.id)
}
const accountWord = { show: 'USER|ACCOUNT', missing: 'The customer or the ledger account' }
const spanInput = z
  .object({
    account: z
      .string('A0422')
      .trim()
      .min(1, 'A0422')
      .max(400, 'A0422')
      .meta({ description: 'a ledger account, or a customer’s name for the wallet' }),
    ...days,
  })
  .superRefine(checkRange)
const spanOptions = { from: { show: 'DAY' }, to: { show: 'DAY' } } as const
/** The maximum number of entries in an answer; the export has all. */
const maxShown = 500
const exportedTogether = 1000

const statementLine = operatorEndpoint('GET /operator/ledger/statement', {
  summary:
    'An account’s statement for a period: its balance before and after, the sums of income and expense, and its entries in order, at most 500 (`shown`; the export has all). `account`: as /operator/ledger/accounts names it, or a customer’s name for the wallet.',
  input: spanInput,
  output: z.object({
    account: z.string(),
    currency: z.enum(currencies),
    opening: amountText,
    income: amountText,
    expense: amountText,
    closing: amountText,
    entries: z.number().int(),
    shown: z.number().int(),
    items: z.array(
      z.object({
        seq: z.number().int(),
        at: moment,
        kind: z.string(),
        amount: amountText,
        balance: amountText,
        number: z.string().nullable().meta({ description: 'the transaction number that its customer sees' }),
        transferId: z.string(),
        orderId: z.string().nullable(),
        actor: z.string(),
        note: z.string().nullable(),
      }),
    ),
  }),
  codes: ['A0404', 'A0422'],
  command: {
    name: 'ledger statement',
    words: { account: accountWord },
    options: spanOptions,
    help: 'an account from one day to another, with its balance before and after',
    answer: [
      { say: '{account}: {opening} {currency} before' },
      { table: ['seq', 'at', 'kind', 'amount', 'balance', 'number', 'orderId', 'transferId', 'actor', 'note'] },
      { say: '{entries} entries ({shown} shown): {income} came, {expense} went' },
      { say: '{account}: {closing} {currency} after' },
    ],
  },
  handler: async ({ input }) => {
    const name = await findNamed(input.account)
    if (name === null) return fail('A0404')
    const { from, before } = timesOf(input)
    const { opening, closing, income, expense, entries, first, last } = await accountStatement(name, {
      from,
      to: before,
    })
    const { value: rows = [] } = await statementEntries(name, { first, last }, maxShown).next()
    const print = (amount: bigint): string => show(amount, name.currency)
    const found = rows ?? []
    return data({
      account: accountId(name),
      currency: name.currency,
      opening: print(opening),
      income: print(income),
      expense: print(expense),
      closing: print(closing),
      entries,
      shown: found.length,
      items: found.map(({ seq, at, amount, balanceAfter, transferId, transfer }) => ({
        ...{ seq, at, kind: transfer.kind, amount: print(amount), balance: print(balanceAfter) },
        ...{ number: transfer.number, transferId, orderId: transfer.orderId },
        ...{ actor: transfer.actor, note: transfer.note },
      })),
    })
  },
})

const exportColumns = [
  'seq',
  'at',
  'kind',
  'amount',
  'balance',
  'number',
  'transferId',
  'reversesId',
  'orderId',
  'attemptId',
  'refundId',
  'actor',
  'note',
] as const
const exportLineOf = (name: AccountName, entry: StatementEntry): string => {
  const { seq, at, amount, balanceAfter, transferId, transfer } = entry
  const text = (value: string | null): string => csvText(value ?? '')
  return csvLine([
    csvNumber(String(seq)),
    text(at.toISOString()),
    text(transfer.kind),
    csvNumber(show(amount, name.currency)),
    csvNumber(show(balanceAfter, name.currency)),
    ...[transfer.number, transferId, transfer.reversesId, transfer.orderId, transfer.attemptId].map(text),
    ...[transfer.refundId, transfer.actor, transfer.note].map(text),
  ])
}
const exportLine = operatorEndpoint('GET /operator/ledger/export', {
  summary:
    'An account’s entries from one day to another as CSV (RFC 4180, UTF-8 with a byte order mark, CRLF), in order and whole. It is generated while it is sent: one that breaks off is incomplete.',
  input: spanInput,
  output: 'file',
  codes: ['A0404', 'A0422', 'A0503'],
  command: {
    name: 'ledger export',
    words: { account: accountWord },
    options: spanOptions,
    help: 'an account’s entries as CSV',
    answer: [{ say: '{file}: {bytes} bytes' }],
  },
  handler: async ({ input, caller }) => {
    const { userId } = userOf(caller)
    const name = await findNamed(input.account)
    if (name === null) return fail('A0404')
    const { from, before } = timesOf(input)
    const fileName = `${accountId(name).replaceAll('/', '-')}.csv`
    return {
      kind: 'flow',
      type: 'text/csv; charset=utf-8',
      fileName,
      begin: () =>
        beginDownload(userId, async () => {
          const chunks = statementEntries(name, await accountStatement(name, { from, to: before }), exportedTogether)
          let head: string | null = byteOrderMark + csvLine(exportColumns)
          return ok({
            next: async () => {
              const { done, value } = await chunks.next()
              const lines = done === true ? [] : value.map((entry) => exportLineOf(name, entry))
              const text = (head ?? '') + lines.join('')
              head = null
              return text === '' ? null : Buffer.from(text)
            },
            end: () => undefined,
          })
        }),
    }
  },
})

export const ledgerStatementEndpoints: readonly Endpoint[] = [statementLine, exportLine]
