/**
 * Writes docs/recharges.md: the states of a recharge and what happens to money, from the tables that the program runs
 * on. The amounts of its examples are computed by the program's own functions.
 */
import { decideRecharge, enoughFor } from '~/modules/payment/deposit.states'
import {
  rechargeEdges,
  rechargeEventNames,
  rechargeEvents,
  rechargeStatusIds,
} from '~/modules/recharge/recharge.states'
import { rechargeRanges } from '~/modules/recharge/types'
import { printAmount } from '~/text/amount'
import { arrows, fence, statusNames } from './order-document'

const usd = (amount: bigint): string => printAmount(amount, { scale: 4 })
const whole = (amount: bigint): string => printAmount(amount, { scale: 4, digits: 0 })

const diagram = (): string =>
  [
    `${fence}mermaid`,
    'stateDiagram-v2',
    ...rechargeStatusIds.map((id) => `    s${id}: ${id} ${statusNames[id] ?? ''}`),
    '    [*] --> s0: asked for',
    ...arrows(rechargeEdges, (id) => `s${id}`),
    fence,
  ].join('\n')

const asked = 500_000n
const examples = [
  { what: 'exactly the requested amount, in time or late', kept: 0n, worth: asked, rightAsset: true },
  { what: 'short, within the tolerance of 0.5 %', kept: 0n, worth: enoughFor(asked), rightAsset: true },
  { what: 'short', kept: 0n, worth: 200_000n, rightAsset: true },
  { what: 'the rest of it, which the portal did not wait for', kept: 200_000n, worth: 300_000n, rightAsset: true },
  { what: 'too much', kept: 0n, worth: 620_000n, rightAsset: true },
  { what: 'double: all of it had been received before', kept: asked, worth: asked, rightAsset: true },
  { what: 'after the customer cancelled, or after the window’s end', kept: 0n, worth: asked, rightAsset: true },
  { what: 'in another coin, or of unknown worth', kept: 0n, worth: 120_000n, rightAsset: false },
]
const table = (): string =>
  [
    `| what is received for a recharge of ${usd(asked)} USD | worth | received before | what happens to it |`,
    '|---|---|---|---|',
    ...examples.map(({ what, ...one }) => {
      const decision = decideRecharge({ asked, ...one })
      const said =
        decision.result === 'person'
          ? 'an operator decides: it is credited at the provider’s value or theirs, or sent back by hand and the hash entered'
          : `${usd(decision.credit)} is credited, the recharge is ${decision.event === 'paid' ? '1 completed' : '8 partial paid'}`
      return `| ${what} | ${usd(one.worth)} | ${usd(one.kept)} | ${said} |`
    }),
  ].join('\n')

const text = (): string => `# Recharges

Made from the program’s tables by \`npm run docs:api\`; a test fails when it is out of date.

A recharge is Mango that a customer buys: 1 USD is 1 Mango, and there are no fees. It is paid in the same
way as orders ([orders.md](orders.md), [payments.md](payments.md)): with attempts, callbacks, polls, lists and operators.

| method | from | to |
|---|---|---|
| card, web wallet, device wallet, H5 | ${whole(rechargeRanges.card.least)} | ${whole(rechargeRanges.card.most)} USD |
| digital currency | ${whole(rechargeRanges.coin.least)} or the minimum of the coin’s provider | ${whole(rechargeRanges.coin.most)} USD |

Amounts have at most two decimals. An account has at most one unpaid recharge (OP10013), which can be paid for ten minutes
(\`RECHARGE_WINDOW_MINUTES\`), and can recharge up to \`RECHARGE_DAILY_MOST\` USD in 24 hours, counting received and still
payable amounts. The wallet must be opened and not closed.

## Status of a recharge
${diagram()}

| event | meaning |
|---|---|
${rechargeEventNames.map((event) => `| ${event} | ${rechargeEvents[event]} |`).join('\n')}

## What happens to money
${table()}

- Every deposit is credited as type 4 (top-up) in the transaction that confirms it, whatever the recharge’s status is by
  then. Nothing waits for a rest.
- Debts to a bank are paid from it first, as a separate entry.
- **If a provider returns a recharge by itself**, the amount is owed, and the wallet pays it at once as far as it can
  (\`recharge-given-back\`). Of 50.0000 with 30.0000 left in the wallet, 20.0000 is owed, and the next recharge pays it.
- **A dispute** freezes the wallet and makes a debt, as for orders; once everything is withdrawn the recharge is 6, and
  1 again if the bank returns the money.
- A recharge that was started for an order names it, and its page leads back there; Mango is never spent without its
  customer. Continuing an unpaid recharge from an order’s page assigns it to that order. If the order is over, the page
  and the message name the newest unpaid order that the wallet can pay.
`

export const makeRechargeDocuments = (): Record<string, string> => ({ 'recharges.md': text() })
