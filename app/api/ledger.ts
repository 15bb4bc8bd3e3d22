/** The operator's view of the ledger: accounts, their entries, the trial balance; and grants with a reason. */
import { z } from 'zod'
import { requestGrant, transferOfGrant } from '~/modules/grant/grant.server'
import {
  balanceOf,
  listAccountsOf,
  listEntries,
  parseAccountId,
  scaleOf,
  takeBackCredit,
  points,
  trialBalance,
  accountId,
  wallet,
} from '~/modules/ledger/ledger.server'
import { currencies, printAmount, readAmount, scales, type Currency } from '~/text/amount'
import { fail } from '~/errors/table'
import { moment, pageSizeInput, wholeNumber } from './common'
import { answered, data, type Endpoint } from './endpoint'
import { by, neededWhy, operatorEndpoint } from './operator'
import { accountNamed } from './operator-account'
import { again, isAgain, proposalAnswer, proposalOf, proposalOutput, statusOfGrant } from './grant-shape'

/** An amount as decimal text, with all the decimals of its currency. */
const amountText = z.string().meta({ description: 'decimal text' })
const show = (amount: bigint, currency: Currency): string => printAmount(amount, { scale: scales[currency] })

const userName = z.string('A0422').trim().min(1, 'A0422').max(400, 'A0422')
const userWord = { show: 'USER', missing: 'The account’s name' }
const balances = { balance: amountText, held: amountText, available: amountText }

const creditLine = operatorEndpoint('POST /operator/ledger/credit', {
  summary:
    'Gives Mango or points to a customer, with a reason that is kept in the ledger and in the audit log. The same `batch` gives once (200 instead of 201). An amount above what one operator may give waits for a second operator (202, `proposal`).',
  input: z.object({
    user: userName,
    currency: z.enum(['MANGO', 'POINTS'], 'A0422'),
    amount: z
      .string('A0422')
      .meta({ description: 'more than 0: at most 10 000 Mango with four decimals, or 1 000 000 points' }),
    batch: z.string('A0422').optional().meta({ description: '8 to 64 letters, digits, _ or -' }),
    why: neededWhy,
  }),
  output: z.object({
    transferId: z.string().nullable().meta({ description: 'null while it waits, or if it was refused' }),
    ...proposalOutput,
    user: z.string(),
    currency: z.enum(currencies),
    amount: amountText,
    balance: amountText,
    again,
  }),
  codes: ['A0409', 'A0422', 'I1301', 'MC1013'],
  command: {
    name: 'ledger credit',
    words: { user: userWord },
    options: { currency: { strict: true }, amount: { reading: 'amount' } },
    usage: 'USER --currency MANGO|POINTS --amount AMOUNT --batch NAME --why TEXT',
    help: 'give Mango or points with a reason, once for each batch',
    confirm: 'Give {amount} {currency} to {user}?',
    answer: [
      {
        say: '{user} got {amount} {currency} and has {balance} now ({transferId}).',
        when: 'transferId',
        unless: 'again',
      },
      {
        say: 'This was given already: {user} got {amount} {currency} by it, and has {balance} now ({transferId}).',
        when: 'again',
      },
      proposalAnswer,
    ],
  },
  handler: async ({ input, caller }) => {
    const { batch } = input
    // A repeated call must never move money twice.
    if (batch === undefined) return fail('A0422', { field: 'batch' })
    const { currency } = input
    const amount = readAmount(input.amount, { scale: scales[currency] })
    if (!amount.ok) return fail('A0422', { field: 'amount', data: { reason: amount.problem } })
    const found = await accountNamed(input.user)
    if (!found.ok) return found
    const account = found.value
    const asked = { kind: 'credit', currency, amount: amount.value, userIds: [account.id] } as const
    const done = await requestGrant(by(caller, input.why), asked, batch)
    if (!done.ok) return done
    const { id } = done.value
    const transferId = done.value.state === 'done' ? transferOfGrant('credit', id, account.id) : null
    const { balance } = await balanceOf(currency === 'MANGO' ? wallet(account.id) : points(account.id))
    const shown = { user: account.userName, currency, amount: show(amount.value, currency) }
    const answer = {
      transferId,
      ...proposalOf(done.value),
      ...shown,
      balance: show(balance, currency),
      again: isAgain(done.value),
    }
    return data(answer, { status: statusOfGrant(done.value) })
  },
})

const takeBackLine = operatorEndpoint('POST /operator/ledger/take-back', {
  summary: 'Takes back, as a whole and once, what an operator gave. The first entries stay; opposite ones are added.',
  input: z.object({
    transfer: z.string('A0422').min(1, 'A0422').max(120, 'A0422'),
    why: neededWhy,
  }),
  output: z.object({ transferId: z.string() }),
  codes: ['A0404', 'A0409', 'A0422', 'R1002'],
  command: {
    name: 'ledger take-back',
    words: { transfer: { show: 'TRANSFER', missing: 'The transfer’s id' } },
    help: 'take back what was given by mistake',
    confirm: 'Take {transfer} back?',
    answer: [{ say: 'Taken back ({transferId}).' }],
  },
  handler: async ({ input, caller }) => answered(await takeBackCredit(by(caller, input.why), input.transfer)),
})

const accountsLine = operatorEndpoint('GET /operator/ledger/accounts', {
  summary: 'A customer’s accounts in the ledger: wallet, points and what the customer owes, if they have been opened.',
  input: z.object({ user: userName }),
  output: z.object({ items: z.array(z.object({ account: z.string(), currency: z.enum(currencies), ...balances })) }),
  codes: ['A0422', 'I1301'],
  command: {
    name: 'ledger accounts',
    words: { user: userWord },
    help: 'what a customer has and owes',
    answer: [{ table: ['account', 'currency', 'balance', 'held', 'available'] }],
  },
  handler: async ({ input }) => {
    const found = await accountNamed(input.user)
    if (!found.ok) return found
    const account = found.value
    const items = (await listAccountsOf(account.id)).map(({ account: name, balance, held, available }) => ({
      account: accountId(name),
      currency: name.currency,
      balance: show(balance, name.currency),
      held: show(held, name.currency),
      available: show(available, name.currency),
    }))
    return data({ items })
  },
})

const entriesLine = operatorEndpoint('GET /operator/ledger/entries', {
  summary:
    'An account’s entries, newest first; `before` is the lowest `seq` of the page before. Accounts are named as /operator/ledger/accounts and the trial balance do: `wallet/MANGO/…`, `revenue/USD`.',
  input: z.object({
    account: z.string('A0422').max(120, 'A0422'),
    before: wholeNumber(1, 2_147_483_647).optional().meta({ description: 'the lowest number of the page before' }),
    size: pageSizeInput,
  }),
  output: z.object({
    items: z.array(
      z.object({
        seq: z.number().int(),
        at: moment,
        kind: z.string(),
        amount: amountText,
        balance: amountText,
        transferId: z.string(),
        orderId: z.string().nullable(),
        actor: z.string(),
        note: z.string().nullable(),
      }),
    ),
    total: z.number().int(),
  }),
  codes: ['A0404', 'A0422'],
  command: {
    name: 'ledger entries',
    words: { account: { show: 'ACCOUNT', missing: 'The ledger account' } },
    help: 'an account’s entries, newest first',
    answer: [{ table: ['seq', 'at', 'kind', 'amount', 'balance', 'orderId', 'transferId', 'actor', 'note'] }],
  },
  handler: async ({ input }) => {
    const name = parseAccountId(input.account)
    if (name === null) return fail('A0404')
    const digits = { scale: scaleOf(name) }
    const { items, total } = await listEntries(name, { before: input.before ?? null, size: input.size })
    return data({
      items: items.map((one) => ({
        ...one,
        amount: printAmount(one.amount, digits),
        balance: printAmount(one.balanceAfter, digits),
      })),
      total,
    })
  },
})

const trialLine = operatorEndpoint('GET /operator/ledger/trial-balance', {
  summary:
    'The sums of all accounts by kind and currency. In each currency they sum to zero; `unbalanced` counts others.',
  output: z.object({
    items: z.array(
      z.object({
        kind: z.string(),
        currency: z.enum(currencies),
        accounts: z.number().int(),
        balance: amountText,
        held: amountText,
      }),
    ),
    unbalanced: z.number().int(),
  }),
  command: {
    name: 'ledger trial-balance',
    help: 'the sums of all accounts; exit 1 where they are not zero',
    failures: 'unbalanced',
    answer: [
      { table: ['kind', 'currency', 'accounts', 'balance', 'held'] },
      { say: 'Currencies out of balance: {unbalanced}' },
    ],
  },
  handler: async () => {
    const rows = await trialBalance()
    const sums = currencies.map((one) =>
      rows.filter(({ currency }) => currency === one).reduce((sum, { balance }) => sum + balance, 0n),
    )
    const items = rows.map(({ kind, currency, accounts, balance, held }) => ({
      kind,
      currency,
      accounts,
      balance: show(balance, currency),
      held: show(held, currency),
    }))
    return data({ items, unbalanced: sums.filter((sum) => sum !== 0n).length })
  },
})

export const ledgerEndpoints: readonly Endpoint[] = [creditLine, takeBackLine, accountsLine, entriesLine, trialLine]
