/**
 * Shared by the payment pages of an order and of a recharge: the frame, and its contents in each state. Texts for an
 * order or a recharge alone are given as `own`. Texts are in the namespace `order`.
 */
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import { defaultLanguage, parseLanguage } from '~/i18n/languages'
import type { PaymentPage } from '~/modules/order/view'
import type { Crumb } from '../breadcrumb'
import { Button } from '../button'
import { Card } from '../card'
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
import { payTitle } from './pay-title'

export type PayViewProps<Page extends PaidPage = PaymentPage> = {
  page: Page
  qr: QrPath | null
  choosing: boolean
  /** The person came back by the provider's cancel link, without paying. */
  cameBack: boolean
  clock: Clock
  /** The key of the next action. */
  batch: string
  form: { summary: readonly FormError[]; chosen: number | null; error: string | null }
}

type Own = {
  lead: string
  crumbs: readonly Crumb[]
  /** Replaces the texts for an order: its price, what happens to late money, the way to cancel. */
  words?: { price: string; never: string; cancel: string }
  seen: string
  /** The payment methods with one button; after a timeout, with the earlier method chosen. */
  choose: ReactNode
  chooseAgain: ReactNode
  /** Paid, refunded, cancelled, or otherwise over. */
  ends: Record<'done' | 'refunded' | 'cancelled' | 'ended', ReactNode>
  /** Shown if the time is over and nothing can be paid. */
  tooLate: ReactNode
  /** If the payment may come in parts: what the part was worth, and what can be done with it. */
  part?: { sums: ReactNode; offers: ReactNode }
  /** What else an expected payment is for. */
  purpose?: ReactNode
}

/** The payment methods and the one button, which names the sum. `children`: further text about that sum. */
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
  /** A link to more Mango, in its row, if there is too little. */
  more?: ReactNode
  children?: (sum: string) => ReactNode
}) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const { methods, rest } = page
  const [picked, setPicked] = useState<number | null>(null)
  const way = methods.find(({ method }) => method === picked)
  // A card is charged whole cents. Without scripts it is unknown whether a card is chosen.
  const charge = way !== undefined ? chargeBy(way, rest) : isZero(minus(upToCents(rest), rest)) ? rest : null
  return (
    <form noValidate method="post" action={paidOf(page).payPath} className="end-bar-form" data-once="">
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

/** Money that can still arrive after the deadline. */
export const ExpiredNotice = ({ page: { attempt, now } }: { page: PaidPage }) => {
  const { t } = useTranslation('order')
  const format = useLocalFormat()
  return (
    <Notice tone="info">
      <p>{t('pay.expiredText', { time: format.dateTime(attempt?.validUntil ?? now) })}</p>
    </Notice>
  )
}

type PartProps = Pick<PayViewProps<PaidPage>, 'page' | 'qr' | 'clock' | 'cameBack'> & { face: PayFace; own: Own }

/** A payment that is expected. */
const Underway = ({ page, qr, clock, cameBack, face, own }: PartProps) => {
  const { t } = useTranslation('order')
  const format = useLocalFormat()
  const amounts = useAmounts()
  const { attempt, may, methods } = page
  const end = payEnd(page)
  const least = methods.find(({ method }) => method === attempt?.method)?.minimum ?? null
  /** The provider's minimum is below the price, so a remainder can still be paid in this coin. */
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
      <Card className="stack">
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
  const { t, i18n } = useTranslation('order')
  const { attempt } = page
  const { path, held } = paidOf(page)
  const face = faceOf(page, choosing)
  const title = payTitle(page, choosing, t, parseLanguage(i18n.language) ?? defaultLanguage)
  const label = attempt === null || face === 'choose' || face === 'done' ? '' : t(`label.${attempt.label}`)
  const [first] = useState(label)
  return (
    <div className="narrow pay-page">
      <PageHead title={title} lead={own.lead} crumbs={own.crumbs} />
      <ErrorSummary errors={form.summary} />
      {/* If the time is over and nothing can be paid, there is no next step. */}
      {face === 'expired' && !page.may.payAnotherWay ? null : <Steps face={face} />}
      {/* Announced when scripts bring a new state; the first one is in the page. */}
      <p className="hidden-visually" role="status">
        {label === first || label === '' ? '' : t('pay.changed', { label })}
      </p>
      <HeldNotices path={path} held={held} />
      <Body {...shown} page={page} face={face} own={own} />
      <PayActs page={page} face={face} batch={batch} cancel={own.words?.cancel} />
    </div>
  )
}
