/**
 * Writes docs/orders.md: states, fields and what happens to money, from the tables that the program runs on. The
 * amounts of its examples are computed by the program's own functions.
 */
import { orderFields, paymentFields, type FieldMeaning } from '~/modules/order/order-fields.schema'
import { orderEdges, orderEventNames, orderEvents, orderStatuses, statusIds } from '~/modules/order/order.states'
import { attemptEdges, attemptStates, meanings, unknownWord, words } from '~/modules/payment/payment.states'
import { decideDeposit, enoughFor, type DepositCase } from '~/modules/payment/deposit.states'
import { printAmount } from '~/text/amount'

export const statusNames: Readonly<Record<number, string>> = {
  0: 'pending payment',
  1: 'completed',
  2: 'cancelled',
  3: 'deleted',
  4: 'payment failed',
  5: 'cancel-payment failed',
  6: 'refunded',
  7: 'confirming',
  8: 'partial paid',
}
const usd = (amount: bigint): string => printAmount(amount, { scale: 4 })

type Edge = { from: string | number; event: string; to: string | number }
/** Edges between the same two states become one arrow. */
export const arrows = (edges: readonly Edge[], name: (state: string | number) => string): string[] => {
  const together = new Map<string, string[]>()
  for (const { from, event, to } of edges) {
    const key = `    ${name(from)} --> ${name(to)}`
    together.set(key, [...(together.get(key) ?? []), event])
  }
  return [...together].map(([arrow, events]) => `${arrow}: ${events.join(', ')}`)
}
export const fence = '```'

const orderDiagram = (): string =>
  [
    `${fence}mermaid`,
    'stateDiagram-v2',
    ...statusIds.map((id) => `    s${id}: ${id} ${statusNames[id] ?? ''}`),
    `    [*] --> s${orderStatuses.pending}: placed`,
    ...arrows(orderEdges, (id) => `s${id}`),
    fence,
  ].join('\n')

const attemptDiagram = (): string =>
  [
    `${fence}mermaid`,
    'stateDiagram-v2',
    `    [*] --> ${attemptStates[0]}`,
    ...arrows(attemptEdges, String),
    fence,
  ].join('\n')

const fieldTable = (fields: readonly FieldMeaning[]): string =>
  [
    '| in the specification | in the API | meaning |',
    '|---|---|---|',
    ...fields.map(({ called, field, meaning }) => `| ${called} | \`${field}\` | ${meaning} |`),
  ].join('\n')

const price = 125_000n
type Example = { what: string; case: Omit<DepositCase, 'due'>; then?: string }
const right = { before: 0n, rightAsset: true }
const examples: readonly Example[] = [
  { what: 'exactly what is due', case: { ...right, standing: 'open', worth: price } },
  { what: 'short, within the tolerance of 0.5 %', case: { ...right, standing: 'open', worth: enoughFor(price) } },
  {
    what: 'short',
    case: { ...right, standing: 'open', worth: 50_000n },
    then: 'not sent within 24 hours: 5.0000 is credited and the order is cancelled',
  },
  { what: 'the rest of it', case: { ...right, standing: 'open', before: 50_000n, worth: 75_000n } },
  { what: 'more than the rest', case: { ...right, standing: 'open', before: 50_000n, worth: 80_000n } },
  { what: 'surplus', case: { ...right, standing: 'open', worth: 130_000n } },
  { what: 'after the window’s end, the price still holds', case: { ...right, standing: 'late', worth: price } },
  {
    what: 'the same, short',
    case: { ...right, standing: 'late', worth: 50_000n },
  },
  {
    what: 'after the window’s end, the price has changed',
    case: { ...right, standing: 'gone', worth: price },
  },
  { what: 'after the customer cancelled', case: { ...right, standing: 'gone', worth: price } },
  { what: 'double: the order is already paid', case: { ...right, standing: 'done', worth: price } },
  {
    what: 'in another coin than requested',
    case: { standing: 'open', before: 0n, worth: 120_000n, rightAsset: false },
    then: 'then it is credited at the provider’s value, applied to the order, or sent back by hand and the hash entered',
  },
]
const resultOf = ({ case: one, then }: Example): string => {
  const decision = decideDeposit({ due: price, ...one })
  const said =
    decision.result === 'order'
      ? `the order is paid with ${usd(decision.toOrder)}${decision.credit > 0n ? `; ${usd(decision.credit)} is credited to the wallet` : ''}`
      : decision.result === 'wait'
        ? `partial paid: ${usd(decision.missing)} is missing`
        : decision.result === 'credit'
          ? `${usd(decision.credit)} is credited to the wallet`
          : 'an operator decides'
  return then === undefined ? said : `${said}; ${then}`
}
const depositTable = (): string =>
  [
    `| what comes for an order of ${usd(price)} USD | worth | waiting before | what happens to it |`,
    '|---|---|---|---|',
    ...examples.map((one) => `| ${one.what} | ${usd(one.case.worth)} | ${usd(one.case.before)} | ${resultOf(one)} |`),
  ].join('\n')

const wordTable = (): string =>
  [
    '| NOWPayments says | Stripe says | payment status | label | order event | what of the amount counts |',
    '|---|---|---|---|---|---|',
    ...words.map((word) => {
      const { statusId, label, order, counts, stripe } = meanings[word]
      return `| ${word} | ${stripe ?? '–'} | ${statusId} | ${label} | ${order ?? '–'} | ${counts} |`
    }),
    `| any other word | any other word | ${unknownWord.statusId} | ${unknownWord.label} | – (an operator is notified) | nothing |`,
  ].join('\n')

const makeOrderDocument = (): string => `# Orders and payments

Made from the program’s tables by \`npm run docs:api\`; a test fails when it is out of date.

## Status of an order
${orderDiagram()}

| event | meaning |
|---|---|
${orderEventNames.map((event) => `| ${event} | ${orderEvents[event]} |`).join('\n')}

A deleted order is hidden from its owner’s list; late events still change the status that it had before.

## Fields of an order
${fieldTable(orderFields)}

## Payment attempts
Each attempt to pay is a separate row; at most one per method is open. The provider’s reports move it:

${attemptDiagram()}

${wordTable()}

If a method is chosen again, its existing payment is shown as long as it is still valid. When an order is paid or over,
its other payments are closed at their providers: at once, again at the end of its window, at each later poll, and if one
was just being started, as soon as its provider has answered. Payments closed like this are “deleted”. A payment that
brought money stays “partial-paid”, and “finished” once it has paid its order together with others.

A status without an edge from the attempt’s present state changes nothing. Money is not counted by statuses but by
deposits: each confirmed one has exactly one result.

## Fields of a payment record
${fieldTable(paymentFields)}

## What happens to money
${depositTable()}

- Coins count at the rate of their payment while that is valid; later, and for repeated or other deposits, at the
  provider’s value. If it gives none, an operator decides, unless it gives one later. Money is never counted before it
  is confirmed.
- The rest of a partly paid order can be sent for 24 hours, by the same payment if it is above the coin’s minimum,
  otherwise by another method; or the customer has the received part credited at once.
- Late money pays the order as long as the plan costs no more than the order says, the order’s Mango and points parts
  can be taken again (from a wallet that is not frozen), and the limits below are kept: 36 months ahead, and a free plan
  once at a time. Otherwise it is credited. A cancelled order stays cancelled and the money is credited.
- **A box that leaves the account** takes its unpaid orders with it: they are cancelled, and later money is credited. A
  payment that is already on its way still pays its order, unless another account has bound the box: then it is
  credited. So is money for a service that may no longer be sold in the buyer’s declared country.
- **Nothing left to pay** (a price of 0, or points and Mango for all of it): the order is completed when it is created,
  by the same steps as any other.
- The operator can apply a waiting deposit to its order (\`payments apply\`): it is decided on as if it had come in the
  right coin.
- **Money that can’t be credited** is returned by hand. \`payments ask-address\` asks its customer for an address of the
  received coin. Nobody is asked earlier, because most deposits are credited. The address’s checksum must be right
  (OP10017), and it must not be an address of the customer’s own payments. Each change is reported by message and mail,
  until \`payments return\` enters the hash. That command names the address that was really used; if it differs from the
  customer’s, the answer is A0409 without \`--other-address true\`, and both are in the audit log. Nothing is credited,
  and the deposit’s result is \`returned\`. Once an address was requested, a value that the provider reports later settles
  nothing automatically.
- A deposit in another coin, or of unknown value, is listed for an operator together with its payment. Once it is
  decided, both leave the list, unless another deposit of that payment still waits.
- **Refunds** never exceed what was paid minus what is disputed. A refund of the whole price takes back the unused part
  of the period (6 refunded); a partial refund leaves the order completed. Example: paid 12.5000, refunded 4.0000 to the
  wallet: completed, 8.5000 can still be refunded; refunded 8.5000 more: refunded. If only points paid, a refund of 0 is
  the whole: the points are returned. A surplus is wallet credit already, so nobody refunds it. A closed wallet takes no
  refund and no credit of a waiting deposit (MC1013). More than one operator may give waits for a second one
  (decision 0412).
- **Chargebacks**: an inquiry changes nothing. A dispute freezes its amount in the wallet, as far as it has it; once the
  money is withdrawn, what is owed then. When the bank has withdrawn 12.5000, the customer owes 12.5000, the unused part
  of the period is taken back and settles its share of the debt, and the order is refunded (6). When the bank returns
  the money, the debt ends and the rest is credited. Earlier refunds settle nothing: paid 12.5000, refunded 4.0000 to
  the wallet, withdrawn 12.5000 at once: the period settles 8.5000, and 4.0000 is owed. Money that had been credited and
  paid for no order is owed completely; the order and its period stay. Debts beyond what is frozen are paid by the next
  external money that becomes Mango (decision 0432). The order’s page, its receipt and \`bank\` in the API show what was
  taken, what of it ended with the service, what the wallet has paid, what is frozen until when, and what is owed.
- **A partial chargeback**: the order's service ends completely, and the unused share of the other payments is returned:
  Mango and other money as wallet credit, points as points. Paid with 200 points, 3.0000 Mango and 7.5000 by card, half
  of the time used, 7.5000 withdrawn: 3.7500 is owed, 1.5000 Mango and 100 points are returned.
- **A refund and a chargeback of one payment**: a requested refund counts as given. If the provider grants both, the
  refund is owed; if it refuses the refund, the period settles everything. A refund that a provider accepted but could
  not deliver becomes wallet credit, or reduces the debt if a bank took the payment meanwhile.
- An order's end of service is that of its periods: after a refund the moment of the refund (none if nothing was used),
  and earlier for later orders of the box, whose periods move forward.

## What can be ordered
- **Minimum amounts** of the active coins are read at start and every five minutes, and forgotten after an hour without
  an answer. An order whose rest is below the known minimum is refused (P1001) before anything is created. The portal
  never asks Google whether its wallet has a card, because Google would learn of every visit.
- **A part in Mango** leaves whole cents to the other method, so page, order and provider show one amount. If Mango pays
  the whole price, a ticked part is ignored.
- **A plan that costs nothing** is refused while a period that the box got from it for free has not ended (R2001,
  \`free\`).
- **At most 36 months ahead**: an order whose service would run longer is refused (M4203, with the latest end). A longer
  plan can be bought if it begins at once.
- **Ordering again** names the order, not its plans: the server finds what is still sold, at today’s prices.
- **A press on an order that has changed meanwhile** leads to its page with the reason. A form without a plan for each
  of its products orders nothing.
- **An order’s box** must still be the payer’s when late money arrives; whether the service may be sold in their country
  is checked again (A0451). Moving a broken box takes along the orders of its present owner.
- **The operator** can cancel an order in 7, which its customer can’t (P1002), because a coin may stay unconfirmed for
  days.

## The payment page and the receipt
- With scripts the page polls every six seconds while it is visible; without, a refresh in \`<noscript>\` does. Neither
  counts as an action of the person, or waiting for a coin would keep a session alive. The refresh does not ask the
  provider.
- Returning from a card’s page makes the portal ask the provider; the URL proves nothing.
- The method that was chosen last is shown. The other methods stay open, because somebody may have sent money to the
  first address.
- A receipt is drawn with the fonts in \`app/web/order/fonts\`: a server may have none, and each machine others. It is
  drawn only when its bytes are sent, not for HEAD and 304. Its weak ETag is derived from its texts.

## Cashback
\`CASHBACK_PERCENT\` of what was paid without points, truncated to 1/10000, is given as a separate transfer from
promotion, in the transaction that completes the order. The ledger keeps the percentage with the order’s own entry.
- A refund takes back the cashback of everything refunded by then, minus what was taken before, after the refund’s own
  entry.
- If the wallet has less, the rest is dropped, or taken with the next refund: a gift makes no debt.
- A bank that takes a payment back counts as a refund once its money leaves. The cashback is taken from available money,
  otherwise from frozen money, before a debt is paid from it.
- When the bank returns the money, the customer gets the cashback again for the used part.
`

/** Files in docs/ with their text. */
export const makeOrderDocuments = (): Record<string, string> => ({ 'orders.md': makeOrderDocument() })
