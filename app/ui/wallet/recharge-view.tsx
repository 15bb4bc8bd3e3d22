/** The payment page of a recharge in each of its states. Texts are in the namespaces `wallet` and `order`. */
import { useTranslation } from 'react-i18next'
import type { RechargePage, RechargeDetails } from '~/modules/recharge/view'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Notice } from '~/ui/notice'
import { isBelow, isZero, useAmounts } from '~/ui/order/amounts'
import { againPath, orderPath } from '~/ui/order/order-path'
import { ChooseForm, PayFrame, type PayViewProps } from '~/ui/order/pay-frame'
import { Code } from '~/ui/code'
import { Facts, Moment } from '~/ui/order/facts'
import { useMethodName } from '~/ui/order/method-name'
import { StatusTag } from '../order/status-tag'

/** The facts of one recharge. */
const RechargeFacts = ({ recharge }: { recharge: RechargeDetails }) => {
  const { t } = useTranslation(['wallet', 'order'])
  const amounts = useAmounts()
  const nameOf = useMethodName()
  const { number, status, method, amount, credited, givenBack, createdAt, paidAt, payments } = recharge
  const hash = payments.find(({ payinHash }) => payinHash !== null)?.payinHash ?? null
  return (
    <Card title={t('recharge.facts')}>
      <Facts
        facts={[
          [t('recharge.number'), <Code key="number">{number}</Code>],
          [t('order:fact.status'), <StatusTag record="recharge" key="status" status={status} />],
          [t('recharge.way'), nameOf({ method })],
          [t('recharge.asked'), amounts.usd(amount)],
          isZero(credited) ? null : [t('recharge.credited'), amounts.mango(credited)],
          isZero(givenBack) ? null : [t('recharge.givenBack'), amounts.usd(givenBack)],
          [t('order:record.createdAt'), <Moment key="created" at={createdAt} />],
          paidAt === null ? null : [t('recharge.arrivedAt'), <Moment key="paid" at={paidAt} />],
          hash === null
            ? null
            : [
                t('order:record.hash'),
                <Code key="hash" className="order-code">
                  {hash}
                </Code>,
              ],
        ]}
      />
    </Card>
  )
}

/** The order that it was begun for has ended in the meantime. */
const OrderEnded = ({ number }: { number: string }) => {
  const { t } = useTranslation(['wallet', 'order'])
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
}

/** Leads to an order that waits for it, to be paid by one press. */
const OrderOffer = ({ number, rest, batch }: { number: string; rest: string; batch: string }) => {
  const { t } = useTranslation(['wallet', 'order'])
  const amounts = useAmounts()
  return (
    <form noValidate method="post" action={orderPath(number, 'pay')} className="row" data-once="">
      <input type="hidden" name="batch" value={batch} />
      <input type="hidden" name="method" value="100" />
      <input type="hidden" name="shown" value={rest} />
      <span>
        {t('common:label', { label: t('order:pay.rest') })} <strong>{amounts.usd(rest)}</strong>
      </span>
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
  const { payable } = recharge
  const next = recharge.order?.isOpen === true ? recharge.order.number : payable
  const isShort = recharge.status === 8 && isBelow(recharge.credited, recharge.amount)
  return (
    <>
      <Card className="stack">
        <Notice tone="ok" title={t('recharge.doneText', { amount: amounts.mango(recharge.credited) })}>
          {isShort ? <p>{t('recharge.shortText', { amount: amounts.usd(recharge.amount) })}</p> : null}
          {isZero(recharge.givenBack) ? null : (
            <p>{t('recharge.givenBackText', { amount: amounts.usd(recharge.givenBack) })}</p>
          )}
        </Notice>
        {recharge.order?.isOpen === false && payable === null ? <OrderEnded number={recharge.order.number} /> : null}
        {payable === null ? null : <p>{t('recharge.canPay', { number: payable })}</p>}
        {next === null ? null : <OrderOffer number={next} rest={page.orderRest ?? '0'} batch={batch} />}
        <div className="row">
          <ButtonLink variant={recharge.order === null && next === null ? 'primary' : 'quiet'} href="/wallet">
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

export const RechargeView = (props: PayViewProps<RechargePage>) => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const { page, batch, form } = props
  const { recharge } = page
  const choose = <ChooseForm page={page} batch={batch} chosen={form.chosen ?? recharge.method} error={form.error} />
  const ended = <Ended page={page} text={t('recharge.endedText')} />
  return (
    <PayFrame
      {...props}
      own={{
        lead: t('recharge.lead', { amount: amounts.usd(recharge.amount) }),
        crumbs: [
          { href: '/wallet', label: t('wallet.title') },
          { href: '/wallet/recharges', label: t('link.recharges') },
        ],
        words: { price: t('recharge.asked'), never: t('recharge.never'), cancel: t('recharge.cancel') },
        seen: t('recharge.seenText'),
        choose,
        chooseAgain: choose,
        ends: {
          done: <Done page={page} batch={batch} />,
          refunded: <Ended page={page} text={t('recharge.refundedText')} />,
          cancelled: <Ended page={page} text={t('recharge.cancelledText')} />,
          ended,
        },
        tooLate: ended,
        purpose:
          recharge.order?.isOpen === true ? (
            <p>
              {t('recharge.forOrder')} <a href={orderPath(recharge.order.number)}>{recharge.order.number}</a>
            </p>
          ) : null,
      }}
    />
  )
}
