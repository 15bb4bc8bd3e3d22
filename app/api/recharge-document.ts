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
  { what: 'exactly what was asked for, in time or late', kept: 0n, worth: asked, rightAsset: true },
  { what: 'short, within the tolerance of 0.5 %', kept: 0n, worth: enoughFor(asked), rightAsset: true },
  { what: 'short', kept: 0n, worth: 200_000n, rightAsset: true },
  { what: 'the rest of it, which nobody waited for', kept: 200_000n, worth: 300_000n, rightAsset: true },
  { what: 'too much', kept: 0n, worth: 620_000n, rightAsset: true },
  { what: 'double: all of it had come before', kept: asked, worth: asked, rightAsset: true },
  { what: 'after the customer cancelled, or after the window’s end', kept: 0n, worth: asked, rightAsset: true },
  { what: 'in another coin, or of unknown worth', kept: 0n, worth: 120_000n, rightAsset: false },
]
const table = (): string =>
  [
    `| what comes for a recharge of ${usd(asked)} USD | worth | came before | what becomes of it |`,
    '|---|---|---|---|',
    ...examples.map(({ what, ...one }) => {
      const decision = decideRecharge({ asked, ...one })
      const said =
        decision.result === 'person'
          ? 'a person looks; then it is credited at the provider’s value or theirs, or sent back by hand and the hash entered'
          : `${usd(decision.credit)} is credited, the recharge is ${decision.event === 'paid' ? '1 completed' : '8 partial paid'}`
      return `| ${what} | ${usd(one.worth)} | ${usd(one.kept)} | ${said} |`
    }),
  ].join('\n')

const text = (): string => `# Recharges

Made from the tables of the program by \`npm run docs:api\`; a test says when it is out of date.

A recharge is Mango that a customer buys: 1 USD is 1 Mango, and there are no fees. It is paid by the machinery that pays
orders ([orders.md](orders.md), [payments.md](payments.md)): the same attempts, callbacks, polls, lists and persons.

| way | from | to |
|---|---|---|
| card, web wallet, device wallet, H5 | ${whole(rechargeRanges.card.least)} | ${whole(rechargeRanges.card.most)} USD |
| digital currency | ${whole(rechargeRanges.coin.least)} or what the coin’s provider takes at the least | ${whole(rechargeRanges.coin.most)} USD |

Amounts have two decimals at most. An account has one unpaid recharge (OP10013), which can be paid for ten minutes
(\`RECHARGE_WINDOW_MINUTES\`), and recharges up to \`RECHARGE_DAILY_MOST\` USD in 24 hours: what came, and what can still be
paid. The wallet must have been opened and not be closed.

## Status of a recharge
${diagram()}

| event | meaning |
|---|---|
${rechargeEventNames.map((event) => `| ${event} | ${rechargeEvents[event]} |`).join('\n')}

## What becomes of money
${table()}

- Whatever comes is credited as type 4 (top-up) in the transaction that confirms it, whatever the recharge is by then. Nobody
  waits for a rest, so nothing of a recharge ever waits.
- What is owed since a bank took a payment back is paid from it first, as an entry of its own.
- **A provider gives a recharge back by itself**: so much is owed, and the wallet pays it at once as far as it can
  (\`recharge-given-back\`). Of 50.0000 with 30.0000 left in the wallet, 20.0000 is owed, and the next recharge pays it.
- **A dispute** freezes the wallet and makes a debt, as for orders; once all is withdrawn the recharge is 6, and 1 again where
  the bank gives it back.
- A recharge that was begun for an order names it, and its page leads back there; Mango is never taken without its customer.
  Going on to an unpaid recharge from an order makes the recharge one for that order. Where the order is over, the page
  and the message name the newest unpaid order that the wallet can pay.
`

export const makeRechargeDocuments = (): Record<string, string> => ({ 'recharges.md': text() })
