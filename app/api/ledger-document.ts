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
    '| account | one for each | currencies | may be negative | what it holds |',
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

Made from the program’s tables by \`npm run docs:api\`; a test fails when it is out of date.

Everything that anybody has, owes or has earned is the balance of an account, and balances change only by transfers. A
transfer has two or more lines; in each currency they sum to zero. It is never changed or removed: the database
itself refuses that (triggers). A mistake is reversed by another transfer with the opposite lines, once. Each transfer’s
id is derived from its cause, so the same cause never moves money twice.

A positive balance is what the house owes to the account’s owner, or has earned; a negative one is what somebody owes to
the house, or what something has cost it.

## Currencies
${currencyTable()}

1 Mango is 1 USD; 100 points are 1 Mango. There are no accounts in coins: a deposit counts with its value in USD.

## Accounts
${chartTable()}

## Transfers and their entries
${journeyTable()}

A transfer that reverses another one has its kind with \`-reversed\` appended.

- **Points are paid for by promotion.** Given points cost nothing until they are spent; then the house pays their worth
  to revenue. So revenue is the whole price of everything sold, and promotion shows what points and gifts have cost.
- **Mango is always backed.** Everything that becomes Mango adds as many dollars to exchange: from a deposit, a refund,
  or from promotion for a gift. The dollars in exchange equal all customers’ Mango.

## Holds
An amount can be held: it stays in the balance but can’t be spent or held again. A hold is posted by a transfer that
takes at most the held amount (the rest is released), or voided, or it expires at its end, which a job handles. It ends
once. After its end it can’t be posted, even if the job has not run yet.

## Debts
The customer owes what a bank takes back (receivable). While the dispute is open, the wallet’s money at the time of the
withdrawal is frozen for that much of the debt; if the dispute is lost, the frozen money pays it. The rest is paid by
the next external money that becomes Mango: a recharge, or an order’s money that came late, twice or too much. It is
credited and, in the same transaction, taken by another transfer, but never more than came in, is owed and can be spent.

Releasing a customer’s own money first pays debts, in the same transaction (decision 0432). The rule is implemented
where money is released: in \`hold.server.ts\` for each hold of a wallet that is voided, expires or is posted for less,
both freezes and holds for orders; in refunds to the wallet, after their cashback was taken back; and in the withdrawal
itself. A freeze is valid until its end: after that it covers no debt, and its money can’t be spent until the job that
ends it has paid debts. So no such money is available while something is owed. Gifts, codes, cashback and Mango from
other customers pay no debt; they can pay for orders, but can’t be sent on.

## By the operator
\`ledger credit\` gives at most ${print(creditMost.MANGO, 'MANGO')} Mango or ${print(creditMost.POINTS, 'POINTS')} points at a
time, with a reason; \`gifts give\` gives to each of many, \`codes create\` creates codes for Mango. Above a limit a
second operator must confirm them (decision 0412). \`ledger take-back\` reverses a credit or gift; \`ledger accounts\`,
\`ledger entries\`, \`ledger statement\`, \`ledger export\` and \`ledger trial-balance\` show the ledger; \`reconcile\` compares
it with the providers’ settlements. Every action is in the audit log.

## Statements
An entry stores its transfer’s time and the type that its owner sees (\`entry-types.ts\`); \`post\` writes both, and they
never change. A kind that changes a wallet or points without a type there throws. A part of an order for the API product
has type 6 instead of 2; a payment of a debt to a bank has type 5. A page is identified by the entry from which it
continues, not by a number, and nothing is counted, because a count would read all entries that match. Each query has an
index of just the matching entries. Days are in UTC. An entry is filtered by its own time, so a clock that was set back
hides nothing.

## What is always true
The checks \`ledger-…\` of \`prisma/checks\` run on every restored backup and at the end of every test: transfers sum to zero
and have all their lines; entries are numbered without gaps and continue each other; a balance is the sum of its entries,
and the held amount the sum of the open holds; no account is below its minimum.
`

/** Files in docs/ with their text. */
export const makeLedgerDocuments = (): Record<string, string> => ({ 'ledger.md': makeLedgerDocument() })
