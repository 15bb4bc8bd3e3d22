/** What happened in a wallet, by days. Texts are in the namespaces `wallet` and `order`. */
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { TransactionView } from '~/modules/wallet/view'
import { Icon } from '../icon'
import { useAmounts } from '../order/amounts'
import { useMethodName } from '../order/method-name'
import { orderPath } from '../order/order-path'
import { useProducts } from '../order/products'
import { SignedMango } from './signed'
import { useWhat, whatIcons } from './what'

export const transactionPath = (number: string): string => `/wallet/transactions/${number}`

/** The parts of a line, with points between those that are there. */
const Joined = ({ parts }: { parts: readonly (ReactNode | null)[] }) => (
  <>
    {parts
      .filter((part) => part !== null)
      .map((part, index) => (
        <Fragment key={index}>
          {index === 0 ? null : ' · '}
          {part}
        </Fragment>
      ))}
  </>
)

/** A text with a value that keeps to its own direction; what stands around the value keeps to the page's. */
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
  const format = useFormat()
  const amounts = useAmounts()
  const products = useProducts()
  const methodName = useMethodName()
  const what = useWhat()
  const { order, way } = one
  const bought = order === null || order.products.length === 0 ? null : products.words(order.products)
  // What was bought says more than that something was.
  const isNamed = bought !== null && (one.what === 'purchase' || one.what === 'api') && !one.takesBack
  return (
    <li className="wallet-row">
      <span className="wallet-icon">
        <Icon name={whatIcons[one.what]} />
      </span>
      <div className="wallet-row-main">
        <a className="name" href={transactionPath(one.number)}>
          {isNamed ? <bdi>{bought}</bdi> : what(one)}
        </a>{' '}
        <span className="wallet-row-more">
          <Joined
            parts={[
              isNamed ? what(one) : bought === null ? null : <bdi>{bought}</bdi>,
              one.counterparty === null ? null : (
                <bdi>{t(one.what === 'sent' ? 'details.to' : 'details.from', { name: one.counterparty })}</bdi>
              ),
              way === null ? null : methodName(way),
              one.note === null ? null : (
                <Around key="note" text={(note) => t('details.noteOf', { note })} value={one.note} />
              ),
              order === null ? null : (
                <a className="wallet-unbroken" href={orderPath(order.number)}>
                  <Around text={(number) => t('details.order', { number })} value={order.number} />
                </a>
              ),
              <time className="wallet-unbroken" dateTime={one.at}>
                {format.time(one.at)}
              </time>,
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
  const format = useFormat()
  const days = new Map<string, TransactionView[]>()
  for (const one of items) {
    const day = one.at.slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return (
    <div className="wallet-days">
      {[...days].map(([day, ones]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 className="wallet-day" id={`day-${day}`}>
            <time dateTime={day}>{format.day(day, now)}</time>
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
