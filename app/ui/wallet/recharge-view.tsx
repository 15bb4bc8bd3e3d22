/** The payment page of a recharge in each of its states. Texts are in the namespaces `wallet` and `order`. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RechargeDetails, RechargePage } from '~/modules/recharge/view'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { useSubmitOnce } from '../dialog'
import { ErrorSummary, type FormError } from '../error-summary'
import { Notice } from '../notice'
import { PageHead } from '../page-head'
import type { QrPath } from '../qr'
import { isBelow, isZero, useAmounts } from '../order/amounts'
import { HeldNotices } from '../order/held'
import { MethodPicker } from '../order/method-picker'
import { againPath, orderPath, rechargePath } from '../order/order-path'
import { CardPayment, CoinPayment, PayActs, SeenPayment, Steps, TimeLeft, type Clock } from '../order/pay-parts'
import { faceOf, type PayFace } from '../order/pay-state'
import { RechargeFacts } from './recharge-facts'

export type RechargeViewProps = {
  page: RechargePage
  qr: QrPath | null
  choosing: boolean
  clock: Clock
  /** The key of the next act. */
  batch: string
  form: { summary: readonly FormError[]; chosen: number | null; error: string | null }
}

const useTitle = ({ recharge, attempt, rest }: RechargePage, face: PayFace): string => {
  const { t } = useTranslation(['wallet', 'order'])
  const amounts = useAmounts()
  switch (face) {
    case 'send':
      return attempt?.kind === 'coin'
        ? t('order:pay.sendTitle', { amount: attempt.missing ?? attempt.amount, symbol: attempt.symbol })
        : t('order:pay.cardTitle', { amount: amounts.usd(rest) })
    case 'card':
      return t('order:pay.cardTitle', { amount: amounts.usd(attempt?.kind === 'card' ? attempt.amount : rest) })
    case 'choose':
      return t('order:pay.chooseTitle')
    case 'preparing':
      return t('order:pay.preparingTitle')
    case 'slow':
      return t('order:pay.slowTitle')
    case 'seen':
      return t('order:pay.seenTitle')
    case 'expired':
      return t('order:pay.expiredTitle')
    case 'failed':
      return t('order:pay.failedTitle')
    case 'unknown':
      return t('order:label.unknown')
    case 'done':
      return t('recharge.doneTitle', { amount: amounts.mango(recharge.credited) })
    case 'refunded':
      return t('order:status.6')
    case 'cancelled':
      return t('recharge.cancelledTitle')
    default:
      return recharge.endedBy === 'window-over' ? t('order:pay.expiredTitle') : t('recharge.endedTitle')
  }
}

/** The ways that take its amount, and the one button. */
const ChooseForm = ({ page, batch, form }: Pick<RechargeViewProps, 'page' | 'batch' | 'form'>) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const ref = useSubmitOnce<HTMLFormElement>()
  const { recharge, methods, rest } = page
  return (
    <form noValidate method="post" action={rechargePath(recharge.number)} className="end-bar-form" ref={ref}>
      <input type="hidden" name="batch" value={batch} />
      <MethodPicker methods={methods} amount={rest} chosen={form.chosen ?? recharge.method} error={form.error} />
      <div className="end-bar">
        <Button variant="primary" wide name="intent" value="choose">
          {t('pay.submit', { amount: amounts.usd(rest) })}
        </Button>
      </div>
    </form>
  )
}

/** The way back to the order that it was begun for: paid by one press, or ended meanwhile. */
const OrderOffer = ({ order, batch }: { order: NonNullable<RechargeDetails['order']>; batch: string }) => {
  const { t } = useTranslation(['wallet', 'order'])
  const ref = useSubmitOnce<HTMLFormElement>()
  const { number, isOpen } = order
  if (!isOpen)
    return (
      <Notice title={t('recharge.orderEnded', { number })}>
        <p>{t('recharge.orderEndedText')}</p>
        <p>
          <ButtonLink variant="primary" href={againPath(number)}>
            {t('order:act.again')}
          </ButtonLink>
        </p>
      </Notice>
    )
  return (
    <form noValidate method="post" action={orderPath(number, 'pay')} className="row" ref={ref}>
      <input type="hidden" name="batch" value={batch} />
      <input type="hidden" name="method" value="100" />
      <Button variant="primary" name="intent" value="choose">
        {t('recharge.payOrder', { number })}
      </Button>
      <ButtonLink variant="quiet" href={orderPath(number, 'pay')}>
        {t('recharge.toOrder')}
      </ButtonLink>
    </form>
  )
}

const Done = ({ page, batch }: { page: RechargePage; batch: string }) => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const { recharge } = page
  const isShort = recharge.status === 8 && isBelow(recharge.credited, recharge.amount)
  return (
    <>
      <Card className="pay-done">
        <Notice tone="ok" title={t('recharge.doneText', { amount: amounts.mango(recharge.credited) })}>
          {isShort ? <p>{t('recharge.shortText', { amount: amounts.usd(recharge.amount) })}</p> : null}
          {isZero(recharge.givenBack) ? null : (
            <p>{t('recharge.givenBackText', { amount: amounts.usd(recharge.givenBack) })}</p>
          )}
        </Notice>
        {recharge.order === null ? null : <OrderOffer order={recharge.order} batch={batch} />}
        <div className="row">
          <ButtonLink variant={recharge.order === null ? 'primary' : 'quiet'} href="/wallet">
            {t('recharge.toWallet')}
          </ButtonLink>
          <ButtonLink variant="quiet" href="/wallet/recharge">
            {t('recharge.another')}
          </ButtonLink>
        </div>
      </Card>
      <RechargeFacts recharge={recharge} />
    </>
  )
}

const Ended = ({ page, text }: { page: RechargePage; text: string }) => {
  const { t } = useTranslation('wallet')
  const { recharge } = page
  const again = new URLSearchParams({
    amount: recharge.amount,
    ...(recharge.order?.isOpen === true ? { order: recharge.order.number } : {}),
  })
  return (
    <>
      <Card>
        <p>{text}</p>
        <div className="row space-above">
          <ButtonLink variant="primary" href={`/wallet/recharge?${again.toString()}`}>
            {t('recharge.again')}
          </ButtonLink>
          <ButtonLink variant="quiet" href="/wallet">
            {t('recharge.toWallet')}
          </ButtonLink>
        </div>
      </Card>
      <RechargeFacts recharge={recharge} />
    </>
  )
}

const Body = ({
  page,
  qr,
  batch,
  form,
  face,
  clock,
}: Omit<RechargeViewProps, 'choosing'> & { face: PayFace }): ReactNode => {
  const { t } = useTranslation(['wallet', 'order'])
  const format = useFormat()
  const { attempt, recharge } = page
  const choose = <ChooseForm page={page} batch={batch} form={form} />
  switch (face) {
    case 'done':
      return <Done page={page} batch={batch} />
    case 'refunded':
      return <Ended page={page} text={t('recharge.refundedText')} />
    case 'ended':
      return <Ended page={page} text={t('recharge.endedText')} />
    case 'cancelled':
      return <Ended page={page} text={t('recharge.cancelledText')} />
    case 'choose':
      return choose
    case 'expired':
      return page.may.payAnotherWay ? (
        <>
          <Notice tone="info">
            <p>{t('order:pay.expiredText', { time: format.dateTime(attempt?.validUntil ?? page.now) })}</p>
          </Notice>
          {choose}
        </>
      ) : (
        <Ended page={page} text={t('recharge.endedText')} />
      )
    case 'slow':
      return (
        <>
          <Notice>
            <p>{t('order:pay.slowText')}</p>
          </Notice>
          {choose}
        </>
      )
    case 'failed':
      return (
        <>
          <Notice tone="bad">
            <p>{t('order:pay.failedText')}</p>
          </Notice>
          {choose}
        </>
      )
    default:
      return (
        <Card className="pay">
          <TimeLeft page={page} clock={clock} />
          {face === 'seen' ? (
            <>
              <p>{t('recharge.seenText')}</p>
              <SeenPayment page={page} price={t('recharge.asked')} />
            </>
          ) : null}
          {face === 'preparing' ? <p>{t('order:pay.preparingText')}</p> : null}
          {face === 'unknown' ? <p>{t('order:pay.unknownText')}</p> : null}
          {attempt?.kind === 'coin' && face === 'send' ? (
            <CoinPayment attempt={attempt} qr={qr} never={t('recharge.never')} />
          ) : null}
          {attempt?.kind === 'card' && attempt.url !== null && face === 'card' ? (
            <CardPayment url={attempt.url} qr={qr} />
          ) : null}
          {recharge.order?.isOpen === true ? (
            <p>
              {t('recharge.forOrder')} <a href={orderPath(recharge.order.number)}>{recharge.order.number}</a>
            </p>
          ) : null}
          <p className="muted small">{t('order:pay.live')}</p>
        </Card>
      )
  }
}

export const RechargeView = (props: RechargeViewProps) => {
  const { t } = useTranslation(['wallet', 'order'])
  const amounts = useAmounts()
  const { page, choosing, form } = props
  const { recharge, attempt } = page
  const face = faceOf(page, choosing)
  return (
    <div className="narrow pay-page">
      <PageHead
        title={useTitle(page, face)}
        lead={t('recharge.lead', { amount: amounts.usd(recharge.amount) })}
        crumbs={[
          { href: '/wallet', label: t('wallet.title') },
          { href: '/wallet/recharges', label: t('link.recharges') },
        ]}
      />
      <ErrorSummary errors={form.summary} />
      {/* Where the time is over and nothing can be paid, no step is the next one. */}
      {face === 'expired' && !page.may.payAnotherWay ? null : <Steps face={face} />}
      {/* Spoken when scripts bring a new state. */}
      <p className="hidden-visually" role="status">
        {attempt === null || face === 'choose' || face === 'done'
          ? ''
          : t('order:pay.changed', { label: t(`order:label.${attempt.label}`) })}
      </p>
      <HeldNotices path={rechargePath(recharge.number)} held={recharge.held} />
      <Body {...props} face={face} />
      <PayActs page={page} face={face} batch={props.batch} cancel={t('recharge.cancel')} />
    </div>
  )
}
