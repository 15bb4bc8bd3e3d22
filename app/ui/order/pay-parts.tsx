/** The parts of the payment page: steps, time left, where to send what, the link to a provider's page. */
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { PaymentPage } from '~/modules/order/view'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { CopyValue } from '../copy-button'
import { Dotted } from '../dotted'
import { Icon } from '../icon'
import { Notice } from '../notice'
import { Qr, type QrPath } from '../qr'
import { Tag } from '../tag'
import { useAmounts } from './amounts'
import { orderPath } from './order-path'
import { paidOf, payEnd, secondsLeft, type PaidPage, type PayFace } from './pay-state'
import { useRate } from './rate'
import { LabelTag } from './status-tag'
import { Sum } from './sum'

/** A dash between two values on separate lines; only a browser without styles shows it. */
const Apart = () => (
  <span className="hidden-visually" aria-hidden="true">
    {'– '}
  </span>
)

const steps = ['ordered', 'waiting', 'confirming', 'finished'] as const
const placeOf: Readonly<Record<PayFace, number>> = {
  choose: 1,
  preparing: 1,
  slow: 1,
  send: 1,
  card: 1,
  part: 1,
  expired: 1,
  failed: 1,
  unknown: 2,
  seen: 2,
  done: 4,
  refunded: 4,
  cancelled: 4,
  ended: 4,
}

export const Steps = ({ face }: { face: PayFace }) => {
  const { t } = useTranslation('order')
  const place = placeOf[face]
  if (face === 'refunded' || face === 'cancelled' || face === 'ended') return null
  return (
    <ol className="steps" aria-label={t('step.label')}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < place ? 'done' : index === place ? 'now' : undefined}
          aria-current={index === place ? 'step' : undefined}
        >
          {t(`step.${step}`)}
        </li>
      ))}
    </ol>
  )
}

/** Counts down from `seconds`. The component is passed in, because building blocks don't read clocks. */
export type Clock = ComponentType<{ seconds: number }>

/** The time left to pay, and the payment's state. */
export const TimeLeft = ({ page, clock: Countdown }: { page: PaidPage; clock: Clock }) => {
  const { t } = useTranslation('order')
  const format = useLocalFormat()
  const { attempt } = page
  const { status } = paidOf(page)
  const seconds = secondsLeft(page)
  const end = payEnd(page)
  // The remainder of a partly paid order may take a day: a date says that better than a clock.
  const isLong = seconds !== null && seconds > 3600
  return (
    <div className="pay-top">
      {seconds === null || end === null ? null : (
        <p className="pay-left">
          {isLong ? (
            t(status === 8 ? 'pay.heldUntil' : 'pay.payableUntil', { time: format.dateTime(end) })
          ) : (
            <>
              <span className="muted small">{t(attempt?.kind === 'coin' ? 'pay.addressEnds' : 'pay.orderEnds')}</span>{' '}
              <Countdown seconds={seconds} /> <Apart />
              <span className="muted small">{t('pay.endsAt', { time: format.dateTime(end) })}</span>
            </>
          )}
        </p>
      )}
      {attempt === null ? null : <LabelTag label={attempt.label} />}
    </div>
  )
}

type CoinAttempt = Extract<NonNullable<PaymentPage['attempt']>, { kind: 'coin' }>
/**
 * What to send where: the amount and the network first, the tag before the address. A phone shows the QR code after
 * them, because nobody scans their own screen. It has a link to its wallet instead, if the coin has an address form
 * that wallets open.
 */
/** `never`: what happens to money that is late or short. */
export const CoinPayment = ({ attempt, qr, never }: { attempt: CoinAttempt; qr: QrPath | null; never: string }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const rateOf = useRate()
  const { symbol, network, address, tag, amount, missing, received, uri, price, rate } = attempt
  const due = missing ?? amount
  return (
    <div className="stack pay-coin">
      <dl className="stack pay-facts">
        {received === null || !/[1-9]/.test(received) ? null : (
          <div>
            <dt>{t('pay.received')}</dt>
            <dd>
              <bdi className="code" dir="ltr">
                {amounts.coin(received, symbol)}
              </bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>
            {t(missing === null ? 'pay.amount' : 'pay.missing')} <Apart />
            <span className="pay-network">
              <span className="hidden-visually">{t('common:label', { label: t('pay.network') })} </span>
              <Tag>
                <bdi>{network}</bdi>
              </Tag>
            </span>
          </dt>
          <dd className="pay-amount">
            <CopyValue value={due} shown={`${due} ${symbol}`} label={t('pay.copyAmount')} />
            {rate === null ? null : (
              <p className="small muted">
                <Dotted
                  parts={[
                    missing === null ? { key: 'price', text: amounts.usd(price) } : null,
                    { key: 'rate', text: rateOf(symbol, rate) },
                  ]}
                />
              </p>
            )}
          </dd>
        </div>
        {tag === null ? null : (
          <div>
            <dt>{t('pay.tag')}</dt>
            <dd>
              <CopyValue value={tag} label={t('pay.copyTag')} />
              <p className="pay-tag-text">{t('pay.tagText')}</p>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('pay.address')}</dt>
          <dd>
            <CopyValue value={address} label={t('pay.copyAddress')} />
          </dd>
        </div>
      </dl>
      {uri === address ? null : (
        <p>
          <ButtonLink href={uri} data-reload="">
            {t('pay.openWallet')}
          </ButtonLink>
        </p>
      )}
      {qr === null ? null : <Qr qr={qr} label={t('pay.qr')} />}
      <Notice>
        <p>
          <strong>{t('pay.only', { symbol, network })}</strong> {never}
        </p>
      </Notice>
    </div>
  )
}

/** A payment under confirmation: its amount, and the price that it is for (`price`: the label of that). */
export const SeenPayment = ({ page, price }: { page: PaidPage; price?: string }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const { attempt } = page
  if (attempt === null) return null
  return (
    <dl className="sums">
      <Sum label={t('pay.amount')}>
        {attempt.kind === 'card' ? (
          amounts.usd(attempt.amount)
        ) : (
          <bdi className="code" dir="ltr">
            {amounts.coin(attempt.received ?? attempt.amount, attempt.symbol)}
          </bdi>
        )}
      </Sum>
      <Sum label={price ?? t('fact.payPrice')}>{amounts.usd(paidOf(page).price)}</Sum>
    </dl>
  )
}

/** For a part that has arrived: what it was worth, and what is missing. */
export const PartSums = ({ page: { order, rest } }: { page: PaymentPage }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  return (
    <dl className="sums">
      <Sum label={t('fact.payPrice')}>{amounts.usd(order.payPrice)}</Sum>
      <Sum label={t('pay.received')}>{amounts.usd(order.actuallyPaid)}</Sum>
      <Sum look="total" label={t('pay.restDue')}>
        {amounts.usd(rest)}
      </Sum>
    </dl>
  )
}

/** A link to the provider's page; a form's redirect may not leave the portal. */
export const CardPayment = ({ url, qr }: { url: string; qr: QrPath | null }) => {
  const { t } = useTranslation('order')
  return (
    <div className="stack">
      <p>{t('pay.cardText')}</p>
      <p>
        <ButtonLink variant="primary" wide href={url} rel="noreferrer" data-reload="">
          {t('pay.toProvider')}
        </ButtonLink>
      </p>
      <details className="pay-other choices-more">
        <summary>
          {t('pay.otherDevice')} <Icon name="down" className="choices-mark" />
        </summary>
        <div className="stack">
          <p className="muted small">{t('pay.otherDeviceText')}</p>
          <CopyValue value={url} label={t('pay.copyAddress')} />
          {qr === null ? null : <Qr qr={qr} label={t('pay.cardQr')} />}
        </div>
      </details>
    </div>
  )
}

/** A button that posts one intent of the page's form. */
export const IntentButton = ({
  intent,
  batch,
  variant,
  children,
}: {
  intent: 'check' | 'credit'
  batch: string
  variant?: 'plain' | 'quiet'
  children: ReactNode
}) => (
  <form noValidate method="post" className="pay-act">
    <input type="hidden" name="batch" value={batch} />
    <Button name="intent" value={intent} variant={variant}>
      {children}
    </Button>
  </form>
)

/** Further actions, below the card. */
export const PayActs = ({
  page,
  face,
  batch,
  cancel,
}: {
  page: PaidPage
  face: PayFace
  batch: string
  cancel?: string
}) => {
  const { t } = useTranslation('order')
  const { may } = page
  const { payPath: base, cancelPath } = paidOf(page)
  return (
    <div className="pay-acts">
      {may.checkNow && face !== 'done' && face !== 'choose' ? (
        <IntentButton intent="check" batch={batch}>
          {t('pay.check')}
        </IntentButton>
      ) : null}
      {may.payAnotherWay && ['preparing', 'send', 'card', 'unknown'].includes(face) ? (
        <ButtonLink variant="quiet" href={`${base}?choose=1`}>
          {t('pay.another')}
        </ButtonLink>
      ) : null}
      {may.cancel ? (
        <ButtonLink variant="quiet-danger" href={cancelPath}>
          {cancel ?? t('act.cancel')}
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** Actions for a part that has arrived. */
export const PartOffers = ({ page, batch }: { page: PaymentPage; batch: string }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const { may, order } = page
  return (
    <Card className="pay-offers">
      <p>{t(may.topUp ? 'pay.topUp' : 'pay.tooSmall')}</p>
      <div className="row">
        {may.payAnotherWay ? (
          <ButtonLink href={`${orderPath(order.number, 'pay')}?choose=1`}>{t('pay.anotherRest')}</ButtonLink>
        ) : null}
        {may.creditWhatCame ? (
          <IntentButton intent="credit" batch={batch} variant="quiet">
            {t('pay.credit')}
          </IntentButton>
        ) : null}
      </div>
      {may.creditWhatCame ? (
        <p className="muted small">{t('pay.creditText', { amount: amounts.mango(order.actuallyPaid) })}</p>
      ) : null}
    </Card>
  )
}
