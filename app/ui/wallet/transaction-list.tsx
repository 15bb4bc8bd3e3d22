/** The transactions of a wallet, by day. Texts are in the namespaces `wallet` and `order`. */
import { useTranslation } from 'react-i18next'
import { useLocalFormat, useFormat } from '~/i18n/format'
import type { TransactionView } from '~/modules/wallet/view'
import { Dotted } from '~/ui/dotted'
import { Icon } from '~/ui/icon'
import { useAmounts } from '~/ui/order/amounts'
import { useMethodName } from '~/ui/order/method-name'
import { orderPath } from '~/ui/order/order-path'
import { useProducts } from '~/ui/order/products'
import { useTransactionText, transactionIcons } from './transaction-text'

/** `mango`: decimal text, negative for an expense. */
const SignedMango = ({ mango }: { mango: string }) => {
  const isOut = mango.startsWith('-')
  const text = useFormat().truncated(isOut ? mango.slice(1) : mango, 4)
  return (
    <span className={isOut ? undefined : 'wallet-in'}>
      <bdi dir="ltr">{`${isOut ? '−' : '+'}${text}`}</bdi>
    </span>
  )
}

export const transactionPath = (number: string): string => `/wallet/transactions/${number}`

/** A text with a value that keeps its own direction; the text around the value keeps the page's. */
const Around = ({ text, value }: { text: (value: string) => string; value: string }) => {
  const [before = '', after = ''] = text('\u0000').split('\u0000')
  return (
    <span>
      {before}
      <bdi>{value}</bdi>
      {after}
    </span>
  )
}

const Row = ({ one }: { one: TransactionView }) => {
  const { t } = useTranslation('wallet')
  const format = useLocalFormat()
  const amounts = useAmounts()
  const products = useProducts()
  const methodName = useMethodName()
  const what = useTransactionText()
  const { order, way } = one
  const bought = order === null || order.products.length === 0 ? null : products.words(order.products)
  return (
    <li className="wallet-row">
      <span className="wallet-icon">
        <Icon name={transactionIcons[one.what]} />
      </span>
      <div className="wallet-row-main">
        {/* The purpose says more than the type, so it comes first in every row that has one. */}
        <a className="name" href={transactionPath(one.number)}>
          {bought ?? what(one)}
        </a>{' '}
        <span className="wallet-row-more">
          <Dotted
            parts={[
              bought === null ? null : { key: 'what', text: what(one) },
              one.counterparty === null
                ? null
                : {
                    key: 'other',
                    text: (
                      <bdi>{t(one.what === 'sent' ? 'details.to' : 'details.from', { name: one.counterparty })}</bdi>
                    ),
                  },
              way === null ? null : { key: 'way', text: methodName(way) },
              one.note === null
                ? null
                : { key: 'note', text: <Around text={(note) => t('details.noteOf', { note })} value={one.note} /> },
              order === null
                ? null
                : {
                    key: 'order',
                    className: 'wallet-row-order',
                    text: (
                      <a className="wallet-unbroken" href={orderPath(order.number)}>
                        <Around text={(number) => t('details.order', { number })} value={order.number} />
                      </a>
                    ),
                  },
              {
                key: 'at',
                text: (
                  <time className="wallet-unbroken" dateTime={one.at}>
                    {format.time(one.at)}
                  </time>
                ),
              },
            ]}
          />
        </span>
      </div>
      <span className="wallet-row-amount">
        <SignedMango mango={one.mango} />
      </span>{' '}
      <span className="wallet-row-balance">{t('details.after', { amount: amounts.mango(one.balance) })}</span>
    </li>
  )
}

export const TransactionList = ({ items, now }: { items: readonly TransactionView[]; now: string }) => {
  const format = useLocalFormat()
  const days = new Map<string, TransactionView[]>()
  for (const one of items) {
    const day = format.dayOf(one.at)
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return (
    <div className="stack wallet-days">
      {[...days].map(([day, ones]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 className="wallet-day" id={`day-${day}`}>
            <time dateTime={day}>{format.day(day, format.dayOf(now))}</time>
          </h3>
          <ul>
            {ones.map((one) => (
              <Row key={one.number} one={one} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
