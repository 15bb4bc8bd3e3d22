/**
 * The tables and diagrams of docs/orders.md, docs/recharges.md and docs/ledger.md, made from the tables that the
 * program runs on. Each stands between the lines `<!-- its name -->` and `<!-- /its name -->` of its document; the
 * rest is written by hand.
 */
import { accountKinds, chart, maxCredit, journeys, type AccountName } from '~/modules/ledger/ledger.server'
import { orderEdges, orderEventNames, orderEvents, orderStatuses, statusIds } from '~/modules/order/order.states'
import { attemptEdges, attemptStates, meanings, unknownWord, words } from '~/modules/payment/payment.states'
import {
  rechargeEdges,
  rechargeEventNames,
  rechargeEvents,
  rechargeStatusIds,
} from '~/modules/recharge/recharge.states'
import { printAmount, scales, type Currency } from '~/text/amount'

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
    attempts: diagram([`[*] --> ${attemptStates[0]}`, ...arrows(attemptEdges, String)]),
    words: wordTable(),
  }),
  'recharges.md': () => ({
    status: statusDiagram(rechargeStatusIds, 'asked for', rechargeEdges),
    events: eventTable(rechargeEventNames, rechargeEvents),
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
