/** Everything about one order: its fields, what was bought, how it is paid, the payment record, refunds. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, useLocalFormat } from '~/i18n/format'
import type { BankView, OrderDetails, PaymentRecord } from '~/modules/order/view'
import { Card } from '../card'
import { Code, SerialNumber } from '../code'
import { Icon } from '../icon'
import { Tag } from '../tag'
import { isZero, useAmounts } from './amounts'
import { Facts, Moment, MomentInUtc, type Fact } from './facts'
import { HeldCard } from './held'
import { coinSymbolOf, isUndecided, useMethodName } from './method-name'
import { paidWithout } from './paid-without'
import { useProducts } from './products'
import { useRate } from './rate'
import { LabelTag, StatusTag } from './status-tag'
import { Sum } from './sum'

/** The order itself. Its expiration time is the end of the payment window and, once paid, the end of the period. */
const OrderFacts = ({ order }: { order: OrderDetails }) => {
  const { t } = useTranslation('order')
  const products = useProducts()
  const format = useFormat()
  const isPaid = order.paidAt !== null
  return (
    <Card title={t('section.order')}>
      <Facts
        facts={[
          [t('fact.number'), <Code key="n">{order.number}</Code>],
          [t('fact.status'), <StatusTag key="t" status={order.status} />],
          order.expiresAt === null
            ? null
            : isPaid
              ? [t('fact.endsAt'), <MomentInUtc key="e" at={order.expiresAt} />]
              : [t('fact.payUntil'), <Moment key="e" at={order.expiresAt} />],
          [t('fact.product'), <bdi key="p">{format.series(order.products.map(({ name }) => name))}</bdi>],
          [t('fact.period'), format.series([...new Set(order.lines.map(({ months }) => products.period(months)))])],
          [t('fact.boxName'), <bdi key="b">{order.boxName}</bdi>],
          [t('fact.sn'), <SerialNumber key="s" sn={order.sn} />],
          [t('fact.createdAt'), <Moment key="c" at={order.createdAt} />],
          order.paidAt === null ? null : [t('fact.paidAt'), <Moment key="a" at={order.paidAt} />],
          [t('fact.updatedAt'), <Moment key="u" at={order.updatedAt} />],
        ]}
      />
    </Card>
  )
}

type Line = OrderDetails['lines'][number]
/** The period, from and until; only once if all services of a product have the same period. */
const Periods = ({ periods }: Pick<Line, 'periods'>) => {
  const { t } = useTranslation(['order', 'services'])
  const format = useFormat()
  const [first] = periods
  const inWords = ({ startsAt, endsAt }: Line['periods'][number]): string =>
    t('fromTo', { from: format.date(startsAt), to: format.date(endsAt) })
  if (first === undefined) return null
  const isOne = periods.every(({ startsAt, endsAt }) => startsAt === first.startsAt && endsAt === first.endsAt)
  return (
    <ul className="small muted">
      {isOne ? (
        <li>{inWords(first)}</li>
      ) : (
        periods.map((period) => (
          <li key={`${period.service}${period.startsAt}`}>
            {t('common:label', { label: t(`services:${period.service}.name`) })} {inWords(period)}
          </li>
        ))
      )}
    </ul>
  )
}

const Lines = ({ order }: { order: OrderDetails }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const products = useProducts()
  return (
    <Card title={t('section.lines')}>
      <ul className="stack stack-tight order-lines">
        {order.lines.map((line, index) => (
          <li key={`${index}${line.name}`}>
            <div className="split">
              <p className="strong">{products.one(line)}</p>
              <p className="n">
                {line.activityPrice !== null && line.activityPrice !== line.originalPrice ? (
                  <>
                    <s className="muted">{amounts.plain(line.originalPrice)}</s>{' '}
                  </>
                ) : null}
                {amounts.usd(line.payPrice)}
              </p>
            </div>
            <Periods periods={line.periods} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const shareTones = { planned: 'warn', held: 'info', paid: 'ok', released: 'quiet', refunded: 'quiet' } as const

const Prices = ({ order }: { order: OrderDetails }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const nameOf = useMethodName()
  const shares = order.shares.filter(({ kind, state, method }) => {
    if (kind !== 'external') return true
    // For a partly paid order the price, the received amount and the missing amount are enough: the whole is no longer
    // due.
    if (state === 'planned') return order.status !== 8
    // An order can end before a payment method is chosen: then none was left unpaid.
    return state !== 'released' || !isUndecided(method)
  })
  return (
    <Card title={t('section.price')}>
      <dl className="sums">
        <Sum label={t('fact.originalPrice')}>{amounts.usd(order.originalPrice)}</Sum>
        {order.activityPrice === null ? null : (
          <Sum label={t('fact.activityPrice')}>{amounts.usd(order.activityPrice)}</Sum>
        )}
        <Sum label={<strong>{t('fact.payPrice')}</strong>}>
          <strong>{amounts.usd(order.payPrice)}</strong>
        </Sum>
        {shares.map((share) => (
          <Sum
            key={`${share.kind}${share.method}${share.state}`}
            label={
              share.kind === 'points' && share.units !== null
                ? amounts.points(share.units)
                : share.kind === 'mango' && share.units !== null
                  ? amounts.mango(share.units)
                  : nameOf(share)
            }
            tag={
              <Tag tone={shareTones[share.state]}>
                {t(`shareState.${share.kind === 'external' && share.state === 'released' ? 'notPaid' : share.state}`)}
              </Tag>
            }
          >
            {amounts.usd(share.charged)}
          </Sum>
        ))}
        <Sum label={t('fact.actuallyPaid')}>{amounts.usd(order.actuallyPaid)}</Sum>
        {isZero(order.rest) ? null : <Sum label={<strong>{t('pay.restDue')}</strong>}>{amounts.usd(order.rest)}</Sum>}
        {isZero(order.credited) ? null : <Sum label={t('fact.credited')}>{amounts.mango(order.credited)}</Sum>}
      </dl>
    </Card>
  )
}

/** Details between the portal and its providers, collapsed, because no customer needs them to pay. */
const Folded = ({ facts }: { facts: readonly (Fact | null)[] }) => {
  const { t } = useTranslation('order')
  return facts.every((fact) => fact === null) ? null : (
    <details className="choices-more">
      <summary>
        {t('act.details')} <Icon name="down" className="choices-mark" />
      </summary>
      <Facts facts={facts} />
    </details>
  )
}

const Payment = ({ payment, outcome }: { payment: PaymentRecord; outcome: string | null }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const nameOf = useMethodName()
  const rateOf = useRate()
  const symbol = coinSymbolOf(payment.method)
  /** Amounts of coins as the provider reported them; a card payment is money. */
  const coin = (text: string | null): ReactNode =>
    text === null ? null : symbol === null ? amounts.usd(text) : <Code>{amounts.coin(text, symbol)}</Code>
  const rate = (text: string | null): ReactNode => (text === null || symbol === null ? null : rateOf(symbol, text))
  const code = (text: string | null): ReactNode => (text === null ? null : <Code className="order-code">{text}</Code>)
  const told = (label: string, value: ReactNode): Fact | null => (value === null ? null : [label, value])
  const yes = (is: boolean): string => t(is ? 'yes' : 'no')
  return (
    <li className="order-payment">
      <div className="split">
        <h3>{nameOf(payment)}</h3>
        <LabelTag label={payment.label} />
      </div>
      <Facts
        facts={[
          [t('record.amount'), amounts.usd(payment.amount)],
          told(t('record.coinAmount'), coin(payment.coinAmount)),
          told(t('record.received'), coin(payment.coinReceived)),
          told(t('record.rate'), rate(payment.rate)),
          told(t('record.tag'), code(payment.payinExtraId)),
          told(t('record.address'), code(payment.payinAddress)),
          told(t('record.hash'), code(payment.payinHash)),
          [t('record.createdAt'), <Moment key="c" at={payment.createdAt} />],
          [t('record.updatedAt'), <Moment key="u" at={payment.updatedAt} />],
        ]}
      />
      <Folded
        facts={[
          told(t('record.serviceFee'), coin(payment.serviceFee)),
          payment.coin === null ? null : [t('record.fixedRate'), yes(payment.fixedRate)],
          payment.coin === null ? null : [t('record.feePaidByUser'), yes(payment.feePaidByUser)],
          outcome === null ? null : [t('fact.outcomePrice'), amounts.usd(outcome)],
        ]}
      />
    </li>
  )
}

/** What a bank has taken back, and the consequences: the sums show what is still owed, and what pays it. */
const BankCard = ({ bank }: { bank: BankView }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const format = useLocalFormat()
  const { taken, unused, paid, frozen, until, owed } = bank
  return (
    <Card title={t('bank.title')}>
      <dl className="sums">
        {isZero(taken) ? null : <Sum label={t('bank.taken')}>{amounts.usd(taken)}</Sum>}
        {isZero(unused) ? null : <Sum label={t('bank.unused')}>{amounts.less(unused)}</Sum>}
        {isZero(paid) ? null : <Sum label={t('bank.paid')}>{amounts.less(paid)}</Sum>}
        {isZero(frozen) || until === null ? null : (
          <Sum label={t('bank.frozen', { date: format.date(format.dayOf(until)) })}>{amounts.mango(frozen)}</Sum>
        )}
        {isZero(taken) ? null : <Sum label={<strong>{t('bank.owed')}</strong>}>{amounts.usd(owed)}</Sum>}
      </dl>
      {isZero(frozen) && isZero(owed) ? null : (
        <div className="sums-text muted">
          {isZero(frozen) ? null : <p>{t('bank.frozenText')}</p>}
          {isZero(owed) ? null : <p>{t('bank.owedText')}</p>}
        </div>
      )}
    </Card>
  )
}

const refundTones = { asked: 'info', done: 'ok', failed: 'bad' } as const

export const OrderParts = ({ order }: { order: OrderDetails }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const format = useLocalFormat()
  // Amounts that a bank took are shown with all that followed.
  const refunds = order.refunds.filter(({ to }) => to !== 'bank' || order.bank === null)
  return (
    <div className="card-columns">
      <div className="stack">
        <OrderFacts order={order} />
        <Lines order={order} />
      </div>
      <div className="stack">
        <Prices order={order} />
        {refunds.length > 0 ? (
          <Card title={t('section.refunds')}>
            <dl className="sums">
              {refunds.map((refund) => (
                <Sum
                  key={`${refund.to}${refund.at}${refund.amount}`}
                  label={format.series([format.date(format.dayOf(refund.at)), t(`refund.${refund.to}`)])}
                  tag={<Tag tone={refundTones[refund.state]}>{t(`refund.${refund.state}`)}</Tag>}
                >
                  {amounts.usd(refund.amount)}
                </Sum>
              ))}
            </dl>
          </Card>
        ) : null}
        {order.bank === null ? null : <BankCard bank={order.bank} />}
        {order.held.length > 0 ? <HeldCard order={order} /> : null}
        <Card title={t('section.payments')}>
          {order.payments.length === 0 ? (
            <p className="muted">{t(`record.${(order.paidAt === null ? null : paidWithout(order)) ?? 'none'}`)}</p>
          ) : (
            <ul className="stack stack-tight order-payments">
              {order.payments.map((payment, index) => (
                <Payment
                  key={payment.id}
                  payment={payment}
                  // For all payments, so it is shown with the last one.
                  outcome={index === order.payments.length - 1 ? order.outcomePrice : null}
                />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  )
}
