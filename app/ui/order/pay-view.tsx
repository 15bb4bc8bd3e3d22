/** The payment page in each of its states. Texts are in the namespace `order`. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { PaymentPage } from '~/modules/order/view'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { useSubmitOnce } from '../dialog'
import { ErrorSummary, type FormError } from '../error-summary'
import { Notice } from '../notice'
import { PageHead } from '../page-head'
import type { QrPath } from '../qr'
import { isBelow, isZero, minus, useAmounts } from './amounts'
import { HeldNotices } from './held'
import { MethodPicker } from './method-picker'
import { againPath, orderPath, servicesPath } from './order-path'
import {
  CardPayment,
  CoinPayment,
  PartOffers,
  PartSums,
  PayActs,
  SeenPayment,
  Steps,
  TimeLeft,
  type Clock,
} from './pay-parts'
import { faceOf, type PayFace } from './pay-state'
import { useProducts } from './products'

export type PayViewProps = {
  page: PaymentPage
  qr: QrPath | null
  choosing: boolean
  clock: Clock
  /** The key of the next act. */
  batch: string
  form: { summary: readonly FormError[]; chosen: number | null; error: string | null }
}

const useTitle = ({ order, attempt, rest }: PaymentPage, face: PayFace): string => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  switch (face) {
    case 'send':
      return attempt?.kind === 'coin'
        ? t('pay.sendTitle', { amount: attempt.missing ?? attempt.amount, symbol: attempt.symbol })
        : t('pay.cardTitle', { amount: amounts.usd(attempt?.amount ?? rest) })
    case 'card':
      // Whole cents: the sum that the provider's page says too.
      return t('pay.cardTitle', { amount: amounts.usd(attempt?.amount ?? rest) })
    case 'choose':
      return t('pay.chooseTitle')
    case 'preparing':
      return t('pay.preparingTitle')
    case 'slow':
      return t('pay.slowTitle')
    case 'seen':
      return t('pay.seenTitle')
    case 'part':
      return t('pay.partTitle')
    case 'expired':
      return t('pay.expiredTitle')
    case 'failed':
      return t('pay.failedTitle')
    case 'unknown':
      return t('label.unknown')
    case 'done':
      return t('pay.doneTitle')
    case 'refunded':
      return t('status.6')
    case 'cancelled':
      return t('pay.cancelledTitle')
    default:
      if (order.endedBy === 'window-over') return t('pay.expiredTitle')
      return order.status === 2 ? t('status.2') : t('pay.endedTitle')
  }
}

/** How much Mango the wallet lacks for what is left; null where it has enough, or can't pay at all. */
const missingMango = ({ methods, rest }: PaymentPage): string | null => {
  const available = methods.find(({ kind }) => kind === 'mango')?.available ?? null
  return available !== null && isBelow(available, rest) ? minus(rest, available) : null
}

/** The ways to pay what is left, and the one button. */
const ChooseForm = ({ page, batch, form }: Pick<PayViewProps, 'page' | 'batch' | 'form'>) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const ref = useSubmitOnce<HTMLFormElement>()
  const missing = missingMango(page)
  return (
    <form noValidate method="post" action={orderPath(page.order.number, 'pay')} className="end-bar-form" ref={ref}>
      <input type="hidden" name="batch" value={batch} />
      <MethodPicker methods={page.methods} amount={page.rest} chosen={form.chosen} error={form.error} />
      {missing === null ? null : (
        <p>
          {t('pay.rechargeText', { amount: amounts.mango(missing) })}{' '}
          <a href={`/wallet/recharge?${new URLSearchParams({ order: page.order.number }).toString()}`}>
            {t('pay.recharge')}
          </a>
        </p>
      )}
      <Card>
        <dl className="sums">
          <div className="sum-total">
            <dt>{t('pay.rest')}</dt>
            <dd>{amounts.usd(page.rest)}</dd>
          </div>
        </dl>
      </Card>
      <div className="end-bar">
        <Button variant="primary" wide name="intent" value="choose">
          {t('pay.submit', { amount: amounts.usd(page.rest) })}
        </Button>
      </div>
    </form>
  )
}

const Done = ({ page }: { page: PaymentPage }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const { order } = page
  return (
    <Card className="pay-done">
      <Notice tone="ok" title={t('pay.doneText', { box: order.boxName })}>
        {order.payments.length === 0 ? <p>{t('record.wallet')}</p> : null}
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

const Body = ({
  page,
  qr,
  batch,
  form,
  face,
  clock,
}: Omit<PayViewProps, 'choosing'> & { face: PayFace }): ReactNode => {
  const { t } = useTranslation('order')
  const format = useFormat()
  const { attempt } = page
  const choose = <ChooseForm page={page} batch={batch} form={form} />
  switch (face) {
    case 'done':
      return <Done page={page} />
    case 'refunded':
      return <Ended page={page} text={t('pay.refundedText')} />
    case 'ended':
      return <Ended page={page} text={t('pay.endedText')} />
    case 'cancelled':
      return <Ended page={page} text={t('pay.cancelledText')} />
    case 'choose':
      return choose
    case 'expired':
      return (
        <>
          <Notice tone="info">
            <p>{t('pay.expiredText', { time: format.dateTime(attempt?.validUntil ?? page.now) })}</p>
          </Notice>
          {page.may.payAnotherWay ? (
            // What had been chosen stays so; the button names the sum, which is true of every way in the list.
            <ChooseForm page={page} batch={batch} form={{ ...form, chosen: form.chosen ?? attempt?.method ?? null }} />
          ) : (
            <Ended page={page} text={t('pay.endedText')} />
          )}
        </>
      )
    case 'slow':
      return (
        <>
          <Notice>
            <p>{t('pay.slowText')}</p>
          </Notice>
          {choose}
        </>
      )
    case 'failed':
      return (
        <>
          <Notice tone="bad">
            <p>{t('pay.failedText')}</p>
          </Notice>
          {choose}
        </>
      )
    default:
      return (
        <>
          <Card className="pay">
            <TimeLeft page={page} clock={clock} />
            {face === 'seen' ? (
              <>
                <p>{t('pay.seenText')}</p>
                <SeenPayment page={page} />
              </>
            ) : null}
            {face === 'preparing' ? <p>{t('pay.preparingText')}</p> : null}
            {face === 'part' ? <PartSums page={page} /> : null}
            {face === 'unknown' ? <p>{t('pay.unknownText')}</p> : null}
            {attempt?.kind === 'coin' && (face === 'send' || (face === 'part' && page.may.topUp)) ? (
              <CoinPayment attempt={attempt} qr={qr} />
            ) : null}
            {attempt?.kind === 'card' && attempt.url !== null && face === 'card' ? (
              <CardPayment url={attempt.url} qr={qr} />
            ) : null}
            <p className="muted small">{t('pay.live')}</p>
          </Card>
          {face === 'part' ? <PartOffers page={page} batch={batch} /> : null}
        </>
      )
  }
}

export const PayView = (props: PayViewProps) => {
  const { t } = useTranslation('order')
  const products = useProducts()
  const { page, choosing, form } = props
  const { order, attempt } = page
  const face = faceOf(page, choosing)
  return (
    <div className="narrow pay-page">
      <PageHead
        title={useTitle(page, face)}
        lead={t('for', { products: products.words(order.products), box: order.boxName })}
        crumbs={[
          { href: '/order', label: t('title') },
          { href: orderPath(order.number), label: order.number },
        ]}
      />
      <ErrorSummary errors={form.summary} />
      {/* Where the time is over and nothing can be paid, no step is the next one. */}
      {face === 'expired' && !page.may.payAnotherWay ? null : <Steps face={face} />}
      {/* Spoken when scripts bring a new state. */}
      <p className="hidden-visually" role="status">
        {attempt === null || face === 'choose' || face === 'done'
          ? ''
          : t('pay.changed', { label: t(`label.${attempt.label}`) })}
      </p>
      <HeldNotices path={orderPath(order.number)} held={order.held} />
      <Body {...props} face={face} />
      <PayActs page={page} face={face} batch={props.batch} />
    </div>
  )
}
