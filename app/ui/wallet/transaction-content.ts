/** The contents of one transaction, in the reader's language: the same for its page and for the PDF. */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import { directionOf } from '~/i18n/languages'
import type { TransactionView } from '~/modules/wallet/view'
import { amountsOf, isZero, minus, type Amounts } from '../order/amounts'
import { coinSymbolOf, methodNameOf } from '../order/method-name'
import { productsOf } from '../order/products'
import type { ReceiptContent, ReceiptFact } from '../order/receipt-content'
import { transactionText } from './transaction-text'

type Needs = {
  /** `t` of the namespace `wallet`. */
  t: TFunction<'wallet'>
  /** `t` of the namespace `order`. */
  ofOrder: TFunction<'order'>
  format: Formats
  issuer: { name: string; contact: string | null }
  customer: string
}

type Way = NonNullable<TransactionView['way']>
/** What arrived, in its coin. */
const receivedOf = ({ method, received }: Way, amounts: Amounts): string | null => {
  const coin = coinSymbolOf(method)
  return received === null || coin === null ? null : amounts.coin(received, coin)
}
/** For a coin with several networks: the one that is accepted. */
const networks: Readonly<Record<number, string>> = { 12: 'TRC-20' }
/** "USDT (TRC-20)", "Bitcoin". */
const wayOf = (ofOrder: TFunction<'order'>, way: Way): string => {
  const network = networks[way.method]
  return network === undefined ? methodNameOf(ofOrder, way) : `${methodNameOf(ofOrder, way)} (${network})`
}

export const transactionContent = (
  one: TransactionView,
  { t, ofOrder, format, issuer, customer }: Needs,
): ReceiptContent => {
  const amounts = amountsOf(ofOrder, format)
  const products = productsOf(ofOrder, format)
  const { order, way, exchange, counterparty, note } = one
  const isOut = one.direction === 'expense'
  const fact = (label: string, value: string | null, more: Partial<ReceiptFact> = {}): ReceiptFact[] =>
    value === null ? [] : [{ label, value, ...more }]
  const received = way === null ? null : receivedOf(way, amounts)
  // Without the direction mark, a right-to-left line separates the sign from its digits.
  const sign = (directionOf(format.language) === 'rtl' ? '\u200e' : '') + (isOut ? '−' : '+')
  return {
    title: t('transaction.title'),
    issuer: { label: ofOrder('receipt.issuer'), ...issuer },
    facts: [
      ...fact(t('transaction.number'), one.number, { isCode: true }),
      ...fact(t('transaction.at'), format.dateTime(one.at)),
      ...fact(ofOrder('receipt.customer'), customer),
      ...fact(t('transaction.type'), t(`details.type.${one.type}`)),
      ...fact(t('transaction.direction'), t(`details.${one.direction}`)),
      ...fact(t('transaction.counterparty'), counterparty),
      ...fact(t('transaction.way'), way === null ? null : wayOf(ofOrder, way)),
      ...fact(t('transaction.came'), received, { isCode: true }),
      ...fact(t('transaction.order'), order?.number ?? null, { isCode: true }),
      ...(one.what === 'code'
        ? fact(t('transaction.code'), note, { isCode: true })
        : fact(t('transaction.note'), note)),
      ...fact(t('transaction.balance'), amounts.mango(one.balance)),
      ...fact(t('transaction.exchangeAmount'), exchange === null ? null : amounts.mango(exchange.amount)),
      ...fact(t('transaction.exchangeAt'), exchange === null ? null : format.dateTime(exchange.at)),
    ],
    itemLabels: { item: t('transaction.what'), amount: t('transaction.amount') },
    items: [
      {
        name: transactionText(t, one),
        detail: order === null || order.products.length === 0 ? '' : products.words(order.products),
        amount: sign + amounts.plain(minus(one.amount, one.fee)),
      },
    ],
    sums: [
      { label: t('transaction.fee'), amount: (isZero(one.fee) ? '' : sign) + amounts.mango(one.fee) },
      {
        label: t('transaction.mango'),
        amount: sign + amounts.mango(one.mango.replace('-', '')),
        isTotal: true,
      },
    ],
    paidLabel: '',
    paid: [],
    note: t('transaction.footnote'),
  }
}
