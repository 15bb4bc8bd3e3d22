/**
 * Writes docs/ledger.md: the chart of accounts and the double entries of every journey, from the tables that the
 * program runs on.
 */
import { accountKinds, chart, creditMost, journeys, type AccountName } from '~/modules/ledger/ledger.server'
import { printAmount, scales, type Currency } from '~/text/amount'

const print = (amount: bigint, currency: Currency): string => printAmount(amount, { scale: scales[currency] })
const signed = (amount: bigint, currency: Currency): string =>
  `${amount > 0n ? '+' : '−'}${print(amount < 0n ? -amount : amount, currency)} ${currency}`
const accountText = ({ kind, owner }: AccountName): string => (owner === '' ? kind : `${kind} of ${owner}`)

const chartTable = (): string =>
  [
    '| account | one for each | currencies | may go below nothing | what it holds |',
    '|---|---|---|---|---|',
    ...accountKinds.map((kind) => {
      const { owner, currencies, floor, means } = chart[kind]
      const whose = owner === 'house' ? 'house (one)' : owner
      return `| ${kind} | ${whose} | ${currencies.join(', ')} | ${floor === null ? 'yes' : 'no'} | ${means} |`
    }),
  ].join('\n')

const journeyTable = (): string =>
  [
    '| kind | when | entries (an example) |',
    '|---|---|---|',
    ...journeys.map(({ name, means, movement }) => {
      const lines = movement.lines.map(
        ({ account, amount }) => `${accountText(account)} ${signed(amount, account.currency)}`,
      )
      return `| ${name} | ${means} | ${lines.join('<br>')} |`
    }),
  ].join('\n')

const currencyTable = (): string =>
  [
    '| currency | counted in | example |',
    '|---|---|---|',
    ...Object.entries(scales).map(([currency, scale]) => {
      const unit = scale === 0 ? 'whole ones' : `1/${10 ** scale}`
      return `| ${currency} | ${unit} | 125000 is ${printAmount(125_000n, { scale })} |`
    }),
  ].join('\n')

const makeLedgerDocument = (): string => `# The ledger

Made from the tables of the program by \`npm run docs:api\`; a test says when it is out of date.

Everything that anybody has, owes or has earned is a balance of an account, and a balance changes by transfers alone. A
transfer has two lines or more; in each currency they sum to zero. It is never changed and never removed: the database
itself refuses that (triggers). A slip is taken back by another transfer with the opposite lines, once. Each transfer has
an id that is made from what causes it, so the same cause never moves money twice.

A balance above zero is what the house owes to the account’s owner, or has earned; one below zero is what somebody owes
to the house, or has cost it.

## Currencies
${currencyTable()}

1 Mango is 1 USD; 100 points are 1 Mango. Amounts of coins are no accounts: what a provider saw arrive counts in USD.

## Accounts
${chartTable()}

## What is moved, and when
${journeyTable()}

A transfer that takes another one back has its kind with \`-reversed\` behind it.

- **Points are paid for by promotion.** Points that are given cost nothing until they are spent; then the house pays the
  order’s revenue what they are worth. So revenue is the whole price of what was sold, and promotion says what points
  and gifts have cost.
- **Mango is always backed.** Whatever becomes Mango puts as many dollars into exchange: a deposit, a refund, or
  promotion for a gift. In exchange the dollars are what all customers’ Mango is worth.

## Holds
An amount can be set aside: it stays in the balance and can’t be spent or set aside again. A hold is posted by a transfer
that takes at most what was held (the rest is free again), or voided, or expires at its end, which a job sees to. It ends
once. Past its end it can’t be posted, even where the job has not come by yet.

## Debts
What a bank takes back is owed by the customer (receivable). While the dispute is open, what the wallet had when the money was
withdrawn is frozen for as much of the debt; where it is lost, that is taken. The rest is paid by the next money that
comes from outside and becomes Mango: a recharge, or an order’s money that came late, twice or too much. It is credited
and, in the same transaction, taken by another transfer, never more than came, than is owed and than can be spent.

Whatever sets a customer’s own money free pays first what is owed, in the same transaction (decision 0432). The rule stands
where money becomes free: in \`hold.server.ts\` for each hold of a wallet that is voided, expires or is posted for less, a
freeze like what was set aside for an order; at refunds to the wallet, after the cashback that belongs to them has gone;
and at the withdrawal itself. A freeze is judged by its end: past it it covers no debt, and what it holds can’t be spent
until the job that ends it has paid. So no such money is free while something is owed. Gifts, codes, cashback and what
another customer sends pay no debt where they come after it; they can pay orders, and can’t be sent on.

## By the operator
\`ledger credit\` gives at most ${print(creditMost.MANGO, 'MANGO')} Mango or ${print(creditMost.POINTS, 'POINTS')} points at a
time, with a reason; \`gifts give\` gives to each of many, \`codes create\` makes codes that become Mango. Above a limit a
second operator confirms each of them (decision 0412). \`ledger take-back\` takes a credit or gift back; \`ledger accounts\`, \`ledger entries\`,
\`ledger statement\`, \`ledger export\` and \`ledger trial-balance\` show what stands there; \`reconcile\` compares it with
what providers have settled. Every act is in the audit log.

## Statements
An entry keeps its transfer’s time and the type that its owner sees (\`entry-types.ts\`); \`post\` writes both, and they never
change. A kind that moves a wallet or points without a type there throws. A part of an order for the API product has
type 6 instead of 2; what pays a debt to a bank has type 5. A page is named by the entry that it goes on
from, not by a number, and nothing is counted: counting what a filter finds would read all of it. Each question has an
index of just the entries it means. Days are days of UTC. An entry is judged by its own time, so a clock that was set
back hides nothing.

## What is always true
The checks \`ledger-…\` of \`prisma/checks\`, asked of every restored backup and at the end of every test: transfers sum to zero and have
all their lines; entries are numbered without gaps and go on from each other; a balance is the sum of its entries, and
what is held the sum of the open holds; nothing is below its floor.
`

/** Files in docs/ with their text. */
export const makeLedgerDocuments = (): Record<string, string> => ({ 'ledger.md': makeLedgerDocument() })
