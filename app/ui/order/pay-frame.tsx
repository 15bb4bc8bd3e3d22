/**
 * What the payment pages of an order and of a recharge share: the frame, and what stands in it in each state. What is
 * said of an order alone or of a recharge alone is given as `own`. Texts are in the namespace `order`.
 */
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { PaymentPage } from '~/modules/order/view'
import type { Crumb } from '../breadcrumb'
import { Button } from '../button'
import { Card } from '../card'
import { useSubmitOnce } from '../dialog'
import { ErrorSummary, type FormError } from '../error-summary'
import { Notice } from '../notice'
import { PageHead } from '../page-head'
import type { QrPath } from '../qr'
import { useScripts } from '../with-scripts'
import { chargeBy, isBelow, isZero, minus, upToCents, useAmounts } from './amounts'
import { HeldNotices } from './held'
import { MethodPicker } from './method-picker'
import { CardPayment, CoinPayment, PayActs, SeenPayment, Steps, TimeLeft, type Clock } from './pay-parts'
import { faceOf, paidOf, payEnd, type PaidPage, type PayFace } from './pay-state'

export type PayViewProps<Page extends PaidPage = PaymentPage> = {
  page: Page
  qr: QrPath | null
  choosing: boolean
  /** By the provider's own way out, where nothing was paid. */
  cameBack: boolean
  clock: Clock
  /** The key of the next act. */
  batch: string
  form: { summary: readonly FormError[]; chosen: number | null; error: string | null }
}

type Own = {
  lead: string
  crumbs: readonly Crumb[]
  titles: { done: string; cancelled: string; ended: string }
  /** In place of the words for an order: its price, what becomes of late money, the way to cancel. */
  words?: { price: string; never: string; cancel: string }
  seen: string
  /** The ways to pay, with one button; of what ran out, with the way chosen that it had. */
  choose: ReactNode
  chooseAgain: ReactNode
  /** Paid, given back, cancelled, otherwise over. */
  ends: Record<'done' | 'refunded' | 'cancelled' | 'ended', ReactNode>
  /** Where the time is over and nothing can be paid. */
  tooLate: ReactNode
  /** Where a part may come and the rest wait: what it was worth, and what can be done with it. */
  part?: { sums: ReactNode; offers: ReactNode }
  /** What else a payment that is waited for is for. */
  purpose?: ReactNode
}

const useTitle = (page: PaidPage, face: PayFace, { done, cancelled, ended }: Own['titles']): string => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const { attempt, rest } = page
  switch (face) {
    case 'send':
    case 'card':
      // A card's in whole cents: the sum that the provider's page says too.
      return attempt?.kind === 'coin'
        ? t('pay.sendTitle', { amount: attempt.missing ?? attempt.amount, symbol: attempt.symbol })
        : t('pay.cardTitle', { amount: amounts.usd(attempt?.amount ?? rest) })
    case 'unknown':
      return t('label.unknown')
    case 'refunded':
      return t('status.6')
    case 'done':
      return done
    case 'cancelled':
      return cancelled
    case 'ended':
      return paidOf(page).endedBy === 'window-over' ? t('pay.expiredTitle') : ended
    default:
      return t(`pay.${face}Title`)
  }
}

/** The ways to pay and the one button, which names the sum. `children`: what else is said of that sum. */
export const ChooseForm = ({
  page,
  batch,
  error,
  chosen,
  more,
  children,
}: {
  page: PaidPage
  batch: string
  error: string | null
  chosen: number | null
  /** Leads to more Mango, in the row of Mango, where there is too little. */
  more?: ReactNode
  children?: (sum: string) => ReactNode
}) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const ref = useSubmitOnce<HTMLFormElement>()
  const { methods, rest } = page
  const [picked, setPicked] = useState<number | null>(null)
  const way = methods.find(({ method }) => method === picked)
  // A card is charged whole cents: without scripts nobody knows yet whether it is one.
  const charge = way !== undefined ? chargeBy(way, rest) : isZero(minus(upToCents(rest), rest)) ? rest : null
  return (
    <form noValidate method="post" action={paidOf(page).payPath} className="end-bar-form" ref={ref}>
      <input type="hidden" name="batch" value={batch} />
      <input type="hidden" name="shown" value={rest} />
      <MethodPicker methods={methods} amount={rest} chosen={chosen} error={error} more={more} onPicked={setPicked} />
      {children?.(charge ?? rest)}
      <div className="end-bar">
        <Button variant="primary" wide name="intent" value="choose" data-sending-text={t('pay.working')}>
          {charge === null ? t('act.pay') : t('pay.submit', { amount: amounts.usd(charge) })}
        </Button>
      </div>
    </form>
  )
}

/** What can still arrive after the time to pay. */
export const ExpiredNotice = ({ page: { attempt, now } }: { page: PaidPage }) => {
  const { t } = useTranslation('order')
  const format = useFormat()
  return (
    <Notice tone="info">
      <p>{t('pay.expiredText', { time: format.dateTime(attempt?.validUntil ?? now) })}</p>
    </Notice>
  )
}

type PartProps = Pick<PayViewProps<PaidPage>, 'page' | 'qr' | 'clock' | 'cameBack'> & { face: PayFace; own: Own }

/** A payment that is waited for. */
const Underway = ({ page, qr, clock, cameBack, face, own }: PartProps) => {
  const { t } = useTranslation('order')
  const format = useFormat()
  const amounts = useAmounts()
  const { attempt, may, methods } = page
  const end = payEnd(page)
  const least = methods.find(({ method }) => method === attempt?.method)?.minimum ?? null
  /** A rest that the coin's provider would take is smaller than the whole. */
  const never =
    attempt?.kind === 'coin' && least !== null && isBelow(least, attempt.price)
      ? t('pay.never', { least: amounts.usd(upToCents(least)) })
      : t('pay.neverOnce')
  return (
    <>
      {cameBack && face === 'card' && end !== null ? (
        <Notice title={t('pay.backTitle')}>
          <p>{t('pay.backText', { time: format.dateTime(end) })}</p>
        </Notice>
      ) : null}
      <Card className="pay">
        <TimeLeft page={page} clock={clock} />
        {face === 'seen' ? (
          <>
            <p>{own.seen}</p>
            <SeenPayment page={page} price={own.words?.price} />
          </>
        ) : null}
        {face === 'preparing' ? <p>{t('pay.preparingText')}</p> : null}
        {face === 'part' ? own.part?.sums : null}
        {face === 'unknown' ? <p>{t('pay.unknownText')}</p> : null}
        {attempt?.kind === 'coin' && (face === 'send' || (face === 'part' && may.topUp)) ? (
          <CoinPayment attempt={attempt} qr={qr} never={own.words?.never ?? never} />
        ) : null}
        {attempt?.kind === 'card' && attempt.url !== null && face === 'card' ? (
          <CardPayment url={attempt.url} qr={qr} />
        ) : null}
        {own.purpose}
        <p className="muted small">{t(useScripts() ? 'pay.live' : 'pay.still')}</p>
      </Card>
      {face === 'part' ? own.part?.offers : null}
    </>
  )
}

const Body = (props: PartProps) => {
  const { t } = useTranslation('order')
  const { page, face, own } = props
  switch (face) {
    case 'done':
    case 'refunded':
    case 'cancelled':
    case 'ended':
      return own.ends[face]
    case 'choose':
      return own.choose
    case 'expired':
      return page.may.payAnotherWay ? (
        <>
          <ExpiredNotice page={page} />
          {own.chooseAgain}
        </>
      ) : (
        own.tooLate
      )
    case 'slow':
    case 'failed':
      return (
        <>
          <Notice tone={face === 'failed' ? 'bad' : undefined}>
            <p>{t(`pay.${face}Text`)}</p>
          </Notice>
          {own.choose}
        </>
      )
    default:
      return <Underway {...props} />
  }
}

export const PayFrame = ({ page, choosing, batch, form, own, ...shown }: PayViewProps<PaidPage> & { own: Own }) => {
  const { t } = useTranslation('order')
  const { attempt } = page
  const { path, held } = paidOf(page)
  const face = faceOf(page, choosing)
  const label = attempt === null || face === 'choose' || face === 'done' ? '' : t(`label.${attempt.label}`)
  const [first] = useState(label)
  return (
    <div className="narrow pay-page">
      <PageHead title={useTitle(page, face, own.titles)} lead={own.lead} crumbs={own.crumbs} />
      <ErrorSummary errors={form.summary} />
      {/* Where the time is over and nothing can be paid, no step is the next one. */}
      {face === 'expired' && !page.may.payAnotherWay ? null : <Steps face={face} />}
      {/* Spoken when scripts bring a new state; the first one is in the page. */}
      <p className="hidden-visually" role="status">
        {label === first || label === '' ? '' : t('pay.changed', { label })}
      </p>
      <HeldNotices path={path} held={held} />
      <Body {...shown} page={page} face={face} own={own} />
      <PayActs page={page} face={face} batch={batch} cancel={own.words?.cancel} />
    </div>
  )
}
