/**
 * The contents of a receipt, in the reader's language: the same for the page and for the PDF. Only paid orders have
 * one.
 */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import type { OrderDetails, PaymentShare } from '~/modules/order/view'
import { amountsOf, isZero, minus } from './amounts'
import { methodNameOf } from './method-name'
import { productsOf } from './products'

/** `isCode`: written left to right in every language; `isSerial`: in groups, as printed on the box. */
export type ReceiptFact = { label: string; value: string; isCode?: true; isSerial?: true }
export type ReceiptItem = { name: string; detail: string; amount: string }
export type ReceiptSum = { label: string; amount: string; isTotal?: true }
export type ReceiptContent = {
  title: string
  issuer: { label: string; name: string; contact: string | null }
  facts: readonly ReceiptFact[]
  itemLabels: { item: string; amount: string }
  items: readonly ReceiptItem[]
  sums: readonly ReceiptSum[]
  paidLabel: string
  paid: readonly ReceiptSum[]
  note: string
}

type Needs = {
  /** `t` of the namespace `order`. */
  t: TFunction<'order'>
  format: Formats
  issuer: { name: string; contact: string | null }
  customer: string
}

export const receiptContent = (order: OrderDetails, { t, format, issuer, customer }: Needs): ReceiptContent => {
  const amounts = amountsOf(t, format)
  const products = productsOf(t, format)
  const shareName = ({ kind, method, units }: PaymentShare): string =>
    kind === 'points' && units !== null
      ? amounts.points(units)
      : kind === 'mango' && units !== null
        ? amounts.mango(units)
        : methodNameOf(t, { method })
  const discount = minus(order.originalPrice, order.payPrice)
  const back = order.refunds.filter(({ state }) => state === 'done')
  // Money that a bank took beyond the refunds has been paid again, or is owed: nothing is refunded twice.
  const { taken, unused, paid } = order.bank ?? { taken: '0', unused: '0', paid: '0' }
  const bank = [
    { label: t('bank.paid'), amount: paid },
    { label: t('bank.owed'), amount: minus(minus(taken, unused), paid) },
  ]
  return {
    title: t('receipt.title'),
    issuer: { label: t('receipt.issuer'), ...issuer },
    facts: [
      { label: t('fact.number'), value: order.number, isCode: true },
      { label: t('fact.createdAt'), value: format.dateTime(order.createdAt) },
      ...(order.paidAt === null ? [] : [{ label: t('fact.paidAt'), value: format.dateTime(order.paidAt) }]),
      { label: t('receipt.customer'), value: customer },
      { label: t('fact.boxName'), value: order.boxName },
      { label: t('fact.sn'), value: order.sn, isCode: true, isSerial: true },
    ],
    itemLabels: { item: t('receipt.item'), amount: t('pay.amount') },
    items: order.lines.map((line) => {
      const ends = line.periods.map(({ endsAt }) => endsAt).sort()
      const begins = line.periods.map(({ startsAt }) => startsAt).sort()
      const [from, to] = [begins[0], ends.at(-1)]
      return {
        name: line.name,
        detail:
          // If it was taken back on its first day, no period is left.
          from === undefined || to === undefined || format.date(from) === format.date(to)
            ? products.period(line.months)
            : t('product', {
                name: products.period(line.months),
                period: t('fromTo', { from: format.date(from), to: format.date(to) }),
              }),
        amount: amounts.usd(line.originalPrice),
      }
    }),
    sums: [
      ...(isZero(discount) ? [] : [{ label: t('receipt.discount'), amount: amounts.less(discount) }]),
      { label: t('receipt.total'), amount: amounts.usd(order.payPrice), isTotal: true },
    ],
    paidLabel: t('receipt.paidWith'),
    paid: [
      ...order.shares
        .filter(({ state }) => state === 'paid' || state === 'refunded')
        .map((share) => ({ label: shareName(share), amount: amounts.usd(share.charged) })),
      ...back.map(({ amount, to }) => ({
        label: t('product', { name: t('receipt.refunded'), period: t(`refund.${to}`) }),
        amount: amounts.less(amount),
      })),
      ...bank.filter(({ amount }) => !isZero(amount)).map((one) => ({ ...one, amount: amounts.usd(one.amount) })),
    ],
    note: [
      ...(isZero(order.credited) ? [] : [t('pay.creditedText', { amount: amounts.mango(order.credited) })]),
      t('receipt.note'),
    ].join(' '),
  }
}
