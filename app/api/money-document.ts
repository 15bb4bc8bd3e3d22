/**
 * The tables and diagrams of docs/orders.md, docs/recharges.md and docs/ledger.md, made from the tables that the
 * program runs on. The amounts of their examples are computed by the program's own functions. Each stands between the
 * lines `<!-- its name -->` and `<!-- /its name -->` of its document; the rest is written by hand.
 */
import { accountKinds, chart, maxCredit, journeys, type AccountName } from '~/modules/ledger/ledger.server'
import { orderFields, paymentFields, type FieldMeaning } from '~/modules/order/order-fields.schema'
import { orderEdges, orderEventNames, orderEvents, orderStatuses, statusIds } from '~/modules/order/order.states'
import { decideDeposit, decideRecharge, enoughFor, type DepositCase } from '~/modules/payment/deposit.states'
import { attemptEdges, attemptStates, meanings, unknownWord, words } from '~/modules/payment/payment.states'
import {
  rechargeEdges,
  rechargeEventNames,
  rechargeEvents,
  rechargeStatusIds,
} from '~/modules/recharge/recharge.states'
import { rechargeRanges } from '~/modules/recharge/types'
import { printAmount, scales, type Currency } from '~/text/amount'

const usd = (amount: bigint): string => printAmount(amount, { scale: scales.USD })
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---|').join('')}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')

const statusNames: Readonly<Record<number, string>> = {
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
type Edge = { from: string | number; event: string; to: string | number }
/** Edges between the same two states become one arrow. */
const arrows = (edges: readonly Edge[], name: (state: string | number) => string): string[] => {
  const together = new Map<string, string[]>()
  for (const { from, event, to } of edges) {
    const key = `${name(from)} --> ${name(to)}`
    together.set(key, [...(together.get(key) ?? []), event])
  }
  return [...together].map(([arrow, events]) => `${arrow}: ${events.join(', ')}`)
}
const diagram = (lines: readonly string[]): string =>
  ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `    ${line}`), '```'].join('\n')
const statusDiagram = (ids: readonly number[], first: string, edges: readonly Edge[]): string =>
  diagram([
    ...ids.map((id) => `s${id}: ${id} ${statusNames[id] ?? ''}`),
    `[*] --> s${orderStatuses.pending}: ${first}`,
    ...arrows(edges, (id) => `s${id}`),
  ])
const eventTable = <E extends string>(names: readonly E[], events: Readonly<Record<E, string>>): string =>
  table(
    ['event', 'meaning'],
    names.map((event) => [event, events[event]]),
  )
const fieldTable = (fields: readonly FieldMeaning[]): string =>
  table(
    ['in the specification', 'in the API', 'meaning'],
    fields.map(({ called, field, meaning }) => [called, `\`${field}\``, meaning]),
  )

const price = 125_000n
type Example = { what: string; case: Omit<DepositCase, 'due'>; then?: string }
const right = { before: 0n, rightAsset: true }
const deposits: readonly Example[] = [
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
  table(
    [`what comes for an order of ${usd(price)} USD`, 'worth', 'waiting before', 'what happens to it'],
    deposits.map((one) => [one.what, usd(one.case.worth), usd(one.case.before), resultOf(one)]),
  )

const wordTable = (): string =>
  table(
    ['NOWPayments says', 'Stripe says', 'payment status', 'label', 'order event', 'what of the amount counts'],
    [
      ...words.map((word) => {
        const { statusId, label, order, counts, stripe } = meanings[word]
        return [word, stripe ?? '–', String(statusId), label, order ?? '–', counts]
      }),
      [
        ...['any other word', 'any other word', String(unknownWord.statusId), unknownWord.label],
        ...['– (an operator is notified)', 'nothing'],
      ],
    ],
  )

const asked = 500_000n
const recharges = [
  { what: 'exactly the requested amount, in time or late', kept: 0n, worth: asked, rightAsset: true },
  { what: 'short, within the tolerance of 0.5 %', kept: 0n, worth: enoughFor(asked), rightAsset: true },
  { what: 'short', kept: 0n, worth: 200_000n, rightAsset: true },
  { what: 'the rest of it, which the portal did not wait for', kept: 200_000n, worth: 300_000n, rightAsset: true },
  { what: 'too much', kept: 0n, worth: 620_000n, rightAsset: true },
  { what: 'double: all of it had been received before', kept: asked, worth: asked, rightAsset: true },
  { what: 'after the customer cancelled, or after the window’s end', kept: 0n, worth: asked, rightAsset: true },
  { what: 'in another coin, or of unknown worth', kept: 0n, worth: 120_000n, rightAsset: false },
]
const rechargeTable = (): string =>
  table(
    [`what is received for a recharge of ${usd(asked)} USD`, 'worth', 'received before', 'what happens to it'],
    recharges.map(({ what, ...one }) => {
      const decision = decideRecharge({ asked, ...one })
      const said =
        decision.result === 'person'
          ? 'an operator decides: it is credited at the provider’s value or theirs, or sent back by hand and the hash entered'
          : `${usd(decision.credit)} is credited, the recharge is ${decision.event === 'paid' ? '1 completed' : '8 partial paid'}`
      return [what, usd(one.worth), usd(one.kept), said]
    }),
  )
const rangeTable = (): string => {
  const { card, coin } = rechargeRanges
  const whole = (amount: bigint): string => printAmount(amount, { scale: scales.USD, digits: 0 })
  return table(
    ['method', 'from', 'to'],
    [
      ['card, web wallet, device wallet, H5', whole(card.least), `${whole(card.most)} USD`],
      ['digital currency', `${whole(coin.least)} or the minimum of the coin’s provider`, `${whole(coin.most)} USD`],
    ],
  )
}

const print = (amount: bigint, currency: Currency): string => printAmount(amount, { scale: scales[currency] })
const signed = (amount: bigint, currency: Currency): string =>
  `${amount > 0n ? '+' : '−'}${print(amount < 0n ? -amount : amount, currency)} ${currency}`
const accountText = ({ kind, owner }: AccountName): string => (owner === '' ? kind : `${kind} of ${owner}`)

const chartTable = (): string =>
  table(
    ['account', 'one for each', 'currencies', 'may be negative', 'what it holds'],
    accountKinds.map((kind) => {
      const { owner, currencies, floor, means } = chart[kind]
      const whose = owner === 'house' ? 'house (one)' : owner
      return [kind, whose, currencies.join(', '), floor === null ? 'yes' : 'no', means]
    }),
  )

const journeyTable = (): string =>
  table(
    ['kind', 'when', 'entries (an example)'],
    journeys.map(({ name, means, movement }) => {
      const lines = movement.lines.map(
        ({ account, amount }) => `${accountText(account)} ${signed(amount, account.currency)}`,
      )
      return [name, means, lines.join('<br>')]
    }),
  )

const currencyTable = (): string =>
  table(
    ['currency', 'counted in', 'example'],
    Object.entries(scales).map(([currency, scale]) => [
      currency,
      scale === 0 ? 'whole ones' : `1/${10 ** scale}`,
      `125000 is ${printAmount(125_000n, { scale })}`,
    ]),
  )

/** The made parts of each document, by their names. */
const parts: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'orders.md': () => ({
    status: statusDiagram(statusIds, 'placed', orderEdges),
    events: eventTable(orderEventNames, orderEvents),
    'order fields': fieldTable(orderFields),
    attempts: diagram([`[*] --> ${attemptStates[0]}`, ...arrows(attemptEdges, String)]),
    words: wordTable(),
    'payment fields': fieldTable(paymentFields),
    deposits: depositTable(),
  }),
  'recharges.md': () => ({
    ranges: rangeTable(),
    status: statusDiagram(rechargeStatusIds, 'asked for', rechargeEdges),
    events: eventTable(rechargeEventNames, rechargeEvents),
    deposits: rechargeTable(),
  }),
  'ledger.md': () => ({
    currencies: currencyTable(),
    accounts: chartTable(),
    journeys: journeyTable(),
    most: `At most at a time: ${print(maxCredit.MANGO, 'MANGO')} Mango, ${print(maxCredit.POINTS, 'POINTS')} points.`,
  }),
}

/** The documents that have made parts. */
export const moneyDocuments = Object.keys(parts)
/** Makes the parts of a document anew. Throws if it has no place for one. */
export const fillMoneyDocument = (name: string, text: string): string =>
  Object.entries(parts[name]?.() ?? {}).reduce((filled, [part, made]) => {
    const [begin, end] = [`<!-- ${part} -->\n`, `\n<!-- /${part} -->`]
    const from = filled.indexOf(begin)
    const to = filled.indexOf(end)
    if (from < 0 || to < from) throw new Error(`docs/${name} has no place for ${part}`)
    return filled.slice(0, from + begin.length) + made + filled.slice(to)
  }, text)
