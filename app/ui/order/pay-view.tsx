/** The payment page of an order in each of its states. Texts are in the namespace `order`. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { PaymentPage } from '~/modules/order/view'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { Notice } from '../notice'
import { isBelow, isZero, minus, useAmounts } from './amounts'
import { paidWithout } from './paid-without'
import { againPath, orderPath, servicesPath } from './order-path'
import { ChooseForm, ExpiredNotice, PayFrame, type PayViewProps } from './pay-frame'
import { PartOffers, PartSums } from './pay-parts'
import { useProducts } from './products'
import { Sum } from './sum'

/** How much Mango the wallet lacks for the remainder; null if it has enough, or can't pay at all. */
const missingMango = ({ methods, rest }: PaymentPage): string | null => {
  const available = methods.find(({ kind }) => kind === 'mango')?.available ?? null
  return available !== null && isBelow(available, rest) ? minus(rest, available) : null
}

/** If the wallet lacks Mango for the remainder: how much, and a link to more that leads back here. */
const MoreMango = ({ page }: { page: PaymentPage }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const missing = missingMango(page)
  if (missing === null) return null
  return (
    <>
      {t('pay.rechargeText', { amount: amounts.mango(missing) })}{' '}
      <a href={`/wallet/recharge?order=${page.order.number}`}>{t('pay.recharge')}</a>
    </>
  )
}

const Rest = ({ sum }: { sum: string }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  return (
    <Card>
      <dl className="sums">
        <Sum look="total" label={t('pay.rest')}>
          {amounts.usd(sum)}
        </Sum>
      </dl>
    </Card>
  )
}

const Done = ({ page }: { page: PaymentPage }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const format = useFormat()
  const { order } = page
  const paidBy = paidWithout(order)
  const ends = order.lines.flatMap(({ name, periods }) => {
    const last = periods
      .map(({ endsAt }) => endsAt)
      .sort()
      .at(-1)
    return last === undefined ? [] : [{ name, end: format.date(last) }]
  })
  const [first] = ends
  const isOne = ends.every(({ end }) => end === first?.end)
  return (
    <Card className="stack">
      <Notice tone="ok" title={t('pay.doneText', { box: order.boxName })}>
        {first !== undefined && isOne ? <p>{t('pay.doneUntil', { date: first.end })}</p> : null}
        {isOne
          ? null
          : ends.map(({ name, end }) => (
              <p key={name}>
                <bdi>{t('common:label', { label: name })}</bdi> {t('until.service', { date: end })}
              </p>
            ))}
        {paidBy === null ? null : <p>{t(`record.${paidBy}`)}</p>}
        {isZero(order.credited) ? null : <p>{t('pay.creditedText', { amount: amounts.mango(order.credited) })}</p>}
      </Notice>
      <div className="row">
        <ButtonLink variant="primary" href={orderPath(order.number)}>
          {t('pay.toOrder')}
        </ButtonLink>
        <ButtonLink variant="quiet" href={orderPath(order.number, 'receipt')}>
          {t('act.receipt')}
        </ButtonLink>
        <ButtonLink variant="quiet" href={servicesPath(order.sn)}>
          {t('pay.toServices')}
        </ButtonLink>
      </div>
    </Card>
  )
}

const Ended = ({ page, text }: { page: PaymentPage; text: string }) => {
  const { t } = useTranslation('order')
  return (
    <Card>
      <p>{text}</p>
      <div className="row space-above">
        <ButtonLink variant="primary" href={againPath(page.order.number)}>
          {t('act.again')}
        </ButtonLink>
        <ButtonLink variant="quiet" href={orderPath(page.order.number)}>
          {t('pay.toOrder')}
        </ButtonLink>
      </div>
    </Card>
  )
}

export const PayView = (props: PayViewProps) => {
  const { t } = useTranslation('order')
  const products = useProducts()
  const { page, batch, form } = props
  const { order, attempt } = page
  const choose = (chosen: number | null) => (
    <ChooseForm page={page} batch={batch} chosen={chosen} error={form.error} more={<MoreMango page={page} />}>
      {(sum) => <Rest sum={sum} />}
    </ChooseForm>
  )
  const ended = <Ended page={page} text={t('pay.endedText')} />
  return (
    <PayFrame
      {...props}
      own={{
        lead: t('for', { products: products.words(order.products), box: order.boxName }),
        crumbs: [
          { href: '/order', label: t('title') },
          { href: orderPath(order.number), label: order.number },
        ],
        seen: t('pay.seenText'),
        choose: choose(form.chosen),
        // The earlier choice stays; the button names the sum, which holds for every method in the list.
        chooseAgain: choose(form.chosen ?? attempt?.method ?? null),
        ends: {
          done: <Done page={page} />,
          refunded: <Ended page={page} text={t('pay.refundedText')} />,
          cancelled: <Ended page={page} text={t('pay.cancelledText')} />,
          ended,
        },
        tooLate: (
          <>
            <ExpiredNotice page={page} />
            {ended}
          </>
        ),
        part: { sums: <PartSums page={page} />, offers: <PartOffers page={page} batch={batch} /> },
      }}
    />
  )
}
