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
  { what: 'double: the order is paid already', case: { ...right, standing: 'done', worth: price } },
  {
    what: 'in another coin than was asked for',
    case: { standing: 'open', before: 0n, worth: 120_000n, rightAsset: false },
    then: 'after the operator’s look it is credited at the provider’s value, put towards the order, or sent back by hand and the hash entered',
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
          : 'a person looks'
  return then === undefined ? said : `${said}; ${then}`
}
const depositTable = (): string =>
  [
    `| what comes for an order of ${usd(price)} USD | worth | waiting before | what becomes of it |`,
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
    `| any other word | any other word | ${unknownWord.statusId} | ${unknownWord.label} | – (somebody is told) | nothing |`,
  ].join('\n')

const makeOrderDocument = (): string => `# Orders and payments

Made from the tables of the program by \`npm run docs:api\`; a test says when it is out of date.

## Status of an order
${orderDiagram()}

| event | meaning |
|---|---|
${orderEventNames.map((event) => `| ${event} | ${orderEvents[event]} |`).join('\n')}

A deleted order is hidden from its owner’s list; late facts act on the status that it had before.

## Fields of an order
${fieldTable(orderFields)}

## Payment attempts
Each try to pay is a row of its own; at most one a method is open. What a provider says moves it:

${attemptDiagram()}

${wordTable()}

A method that is chosen again shows its own payment again while that fits. When an order is paid or over, its other
payments are closed at their providers: at once, again at the end of its window, by each later look at them, and where one
was being begun meanwhile, as soon as its provider has answered. What the portal closed so is “deleted”. A payment that
brought money keeps saying so: “partial-paid”, and “finished” once it has paid its order together with others.

A word that leads nowhere from where the attempt is changes nothing. Money is not counted by words but by deposits: each
confirmed one has exactly one result.

## Fields of a payment record
${fieldTable(paymentFields)}

## What becomes of money
${depositTable()}

- What is sent in coins counts at the rate of its payment while that holds; later, and in repeated or other deposits, at
  the provider’s value. Where it gives none, a person looks, unless it says one later. It is never counted before it is
  confirmed.
- The rest of a partly paid order can be sent for 24 hours, by the same purchase where it is above the coin’s minimum,
  else by another method; or what came is credited at once.
- Late money pays the order while the plan still costs no more than the order says and the box’s Mango and points parts
  can be taken again; a cancelled order stays cancelled and the money is credited.
- **A box that leaves the account** takes its unpaid orders with it: they are cancelled, and what comes later is credited. A
  payment that is on its way then still pays its order, unless another account has bound the box: then it is credited. So
  is money for a service that may not be sold any more where its buyer says to be.
- **Nothing left to pay** (a price of 0, or points and Mango for all of it): the order is completed when it is made, by the
  same steps as any other.
- The operator can put a deposit that waits for a person towards its order (\`payments apply\`): it is decided about as if it
  had come in the right coin.
- **What can’t be credited** goes back by hand. \`payments ask-address\` asks its customer for an address of the coin that
  came. Nobody is asked earlier, because most deposits are credited. The address’s checksum must be right (OP10017), and
  it is none of the customer’s own payments. Each change is told by message and mail, until \`payments return\` enters
  the hash. That command names the address really sent to; another one than the customer’s is A0409 without
  \`--other-address true\`, and both stand in the audit log. Nothing is credited, and the deposit’s result is
  \`returned\`. Once an address was asked for, a worth that the provider says later settles nothing by itself.
- A deposit in another coin, or of unknown worth, is listed for a person together with its payment. When it is decided,
  both leave the list, unless another deposit of that payment still waits.
- **Refunds** never exceed what was paid less what is disputed. A refund of the whole price takes back the unused
  part of the period (6 refunded); one of a part leaves the order completed. Example: paid 12.5000, refunded 4.0000 to the
  wallet: completed, 8.5000 can still be refunded; refunded 8.5000 more: refunded. Where points alone paid, a refund of
  0 is the whole: the points go back.
- **Chargebacks**: a warning changes nothing. A dispute freezes the wallet for its amount, as far as there is something; once
  the money is withdrawn, for what is owed then. When the bank has withdrawn 12.5000, the customer owes 12.5000, the unused part of the period is taken back and settles its
  share of the debt, and the order is refunded (6). When the bank gives it back, the debt ends and the rest is credited.
  Of what was refunded before, nothing is settled: paid 12.5000, refunded 4.0000 to the wallet, withdrawn 12.5000 at
  once: the period settles 8.5000, and 4.0000 is owed. Money that had been credited and paid no order is owed whole; the
  order and its period stay. What is owed beyond what is frozen is paid by the next money that comes from outside and
  becomes Mango (decision 0432). The order’s page, its receipt and \`bank\` in the API say what was taken, what of it
  ended with the service, what the wallet has paid, what is frozen until when, and what is owed.
- **A chargeback of a part**: the order's service ends as a whole, and the unused share of what else had paid it goes
  back: Mango and other money as wallet credit, points as points. Paid with 200 points, 3.0000 Mango and 7.5000 by card,
  half of the time used, 7.5000 withdrawn: 3.7500 is owed, 1.5000 Mango and 100 points come back.
- **A refund and a chargeback of one payment**: a refund that is being asked for counts as given. Where the provider
  grants both, the refund is owed; where it refuses the refund, the period settles the whole. A refund that a provider
  took on and could not deliver becomes wallet credit, or ends the debt where a bank took the payment meanwhile.
- An order's end of service is that of its periods as they are: after a refund the moment of the cut (none where nothing
  was used), and earlier for later orders of the box, whose periods move forward.

## What can be ordered
- **Least amounts** of the coins that are on are read at the start and every five minutes, and forgotten after an hour
  without an answer. An order whose rest is below the known one is refused (P1001) before anything is made. The portal
  never asks Google whether its wallet has a card: Google would learn of every visit.
- **A part in Mango** leaves whole cents to the other method, so page, order and provider say one sum. Where Mango pays the
  whole price, a ticked part is ignored.
- **A plan that costs nothing** is refused while a period that the box got from it for nothing has not ended (R2001,
  \`free\`).
- **At most 36 months ahead**: an order whose service would run further is refused (M4203, with until when it is sold). A
  longer plan can be bought where it begins at once.
- **Ordering again** names the order, not its plans: the server finds what is still sold, at today’s prices.
- **A press on an order that has moved on** leads to its page with the reason. A form without a plan for each of its
  products orders nothing.
- **An order’s box** must still be the payer’s for late money; whether the service may be sold there is asked again
  (A0451). A broken box’s move takes the orders of its present owner along.
- **The operator** can cancel an order in 7, which its customer can’t (P1002): a coin may stay unconfirmed for days.

## The payment page and the receipt
- With scripts the page asks every six seconds while it is seen; without, a refresh in \`<noscript>\` does. Neither is an
  act of its person, or waiting for a coin would keep a session alive. The refresh asks no provider.
- Coming back from a card’s page makes the portal ask the provider; the address proves nothing.
- The method that was chosen last is shown. The other methods stay open: somebody may have sent to the first address.
- A receipt is drawn with the fonts in \`app/web/order/fonts\`: a server may have none, and each machine others. It is drawn
  only where its bytes are sent, not for HEAD and 304. Its tag is that of its words, and weak.

## Cashback
\`CASHBACK_PERCENT\` of what was paid otherwise than by points, cut to 1/10000, is given as a transfer of its own from
promotion, in the transaction that completes the order. The ledger keeps the percentage with the order’s own entry.
- A refund takes back the share of all that went back by then, less what was taken before, after the refund’s own entry.
- Where the wallet has less, the rest is let go, or taken by the next refund: a gift makes no debt.
- A bank that takes a payment back counts as a refund once its money leaves. The cashback comes out of what is free, else
  out of what is frozen, before a debt is paid from it.
- When the bank gives back what it took, the customer gets the cashback again for the part that was used.
`

/** Files in docs/ with their text. */
export const makeOrderDocuments = (): Record<string, string> => ({ 'orders.md': makeOrderDocument() })
