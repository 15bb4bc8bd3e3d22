/**
 * Renewal from Mango: what is renewed automatically and at which maximum price, and the form that switches it on.
 * Without Mango the card says what is needed instead of the form.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Button } from '../button'
import { Card } from '../card'
import { FieldGroup } from '../field-group'
import { fieldId } from '../field-id'
import { Icon } from '../icon'
import { unbroken, useAmounts } from '../order/amounts'
import { Choice } from '../order/choice'
import { useProducts } from '../order/products'
import type { RenewalCard as RenewalCardView, RenewalLine } from './view'

/** The renewal period, its date, and the maximum price. */
export const useRenewalText = (): ((line: RenewalLine) => string) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  const amounts = useAmounts()
  const { period } = useProducts()
  return ({ months, price, renewsAt, state }) => {
    const values = { period: period(months), price: amounts.usd(price) }
    if (state !== 'waiting') return t('renewal.over', values)
    return renewsAt === null ? t('renewal.soon', values) : t('renewal.on', { ...values, date: format.date(renewsAt) })
  }
}

/** What prevents a renewal. */
export const RenewalProblem = ({ line }: { line: RenewalLine }) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  const amounts = useAmounts()
  const { state, endsAt, presentPrice } = line
  if (state === 'waiting') return null
  return (
    <p className="small renewal-problem">
      {state === 'balance' && endsAt !== null
        ? t('renewal.short', { date: format.date(endsAt) })
        : state === 'price' && presentPrice !== null
          ? t('renewal.dearer', { price: amounts.usd(presentPrice) })
          : t(state === 'not-sold' ? 'renewal.notSold' : 'renewal.waits')}
    </p>
  )
}

const Line = ({ line, batch }: { line: RenewalLine; batch: string }) => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  const text = useRenewalText()(line)
  const { name, service, plan, state, presentPrice } = line
  const price = presentPrice === null ? '' : amounts.usd(presentPrice)
  return (
    <li>
      <div>
        <bdi className="strong">{name}</bdi> <bdi className="muted">{text}</bdi>
        <RenewalProblem line={line} />
      </div>
      <div className="row">
        {state !== 'price' || presentPrice === null ? null : (
          <form noValidate method="post">
            <input type="hidden" name="sn" value={line.sn} />
            <input type="hidden" name="choice" value={`${service} ${plan}`} />
            <input type="hidden" name={`price.${plan}`} value={presentPrice} />
            <input type="hidden" name="batch" value={`${batch}-${service}`} />
            <Button name="intent" value="renewal-on" aria-label={t('renewal.agreeOf', { price, name })}>
              {t('renewal.agree', { price })}
            </Button>
          </form>
        )}
        <form noValidate method="post">
          <input type="hidden" name="sn" value={line.sn} />
          <input type="hidden" name="service" value={service} />
          <Button variant="quiet" name="intent" value="renewal-off" aria-label={t('renewal.offOf', { name })}>
            {t('renewal.off')}
          </Button>
        </form>
      </div>
    </li>
  )
}

/**
 * Every choice is on its own line with its price, which a narrow screen wraps; a closed menu would cut the price off.
 * Of several services only the chosen one is unfolded.
 */
const SwitchOn = ({ sn, card, batch, chosen, error }: RenewalCardProps) => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  const { period } = useProducts()
  const services = card.choices.map(({ service, name, plans }) => ({
    service,
    name,
    plans: plans.map(({ plan, months, price }) => ({
      value: `${service} ${plan}`,
      label: t('renewal.choice', { period: period(months), price: unbroken(amounts.usd(price)) }),
    })),
  }))
  const values = services.flatMap(({ plans }) => plans.map(({ value }) => value))
  const picked = chosen !== undefined && values.includes(chosen) ? chosen : values[0]
  const prices = new Map(card.choices.flatMap(({ plans }) => plans.map(({ plan, price }) => [plan, price] as const)))
  return (
    <form noValidate method="post" className="renewal-form">
      <input type="hidden" name="sn" value={sn} />
      <input type="hidden" name="batch" value={batch} />
      {[...prices].map(([plan, price]) => (
        <input key={plan} type="hidden" name={`price.${plan}`} value={price} />
      ))}
      <FieldGroup legend={t('renewal.what')} error={error}>
        {services.map(({ service, name, plans }) => (
          <details
            key={service}
            className="choices-more"
            open={plans.some(({ value }) => value === picked) || undefined}
          >
            <summary>
              <bdi>{name}</bdi> <Icon name="down" className="choices-mark" />
            </summary>
            <div className="choices" role="group" aria-label={name}>
              {plans.map(({ value, label }) => (
                <Choice
                  key={value}
                  name="choice"
                  value={value}
                  id={value === values[0] ? fieldId('choice') : undefined}
                  title={label}
                  defaultChecked={value === picked}
                />
              ))}
            </div>
          </details>
        ))}
      </FieldGroup>
      <Button name="intent" value="renewal-on">
        {t('renewal.submit')}
      </Button>
    </form>
  )
}

export type RenewalCardProps = {
  sn: string
  card: RenewalCardView
  /** The form's id: sent twice, it counts once. */
  batch: string
  /** Another key re-creates the form; see `useFreshForm`. */
  formKey: string
  /** The choice in a refused form. */
  chosen: string | undefined
  error: string | null
}

export const RenewalCard = (props: RenewalCardProps) => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  const { card, batch, formKey } = props
  // If a choice is gone, the first one is chosen again.
  const switchKey = [formKey, ...card.choices.flatMap(({ plans }) => plans.map(({ plan }) => plan))].join(' ')
  return (
    <Card title={t('renewal.title')} id="renewal">
      {card.balance === null ? (
        <p>{t('renewal.empty')}</p>
      ) : (
        <>
          <p>{t('renewal.lead', { days: t('left.days', { count: card.days }) })}</p>
          <p>{t('renewal.balance', { amount: amounts.mango(card.balance) })}</p>
        </>
      )}
      {card.lines.length === 0 ? null : (
        <ul className="renewal-lines">
          {card.lines.map((line) => (
            <Line key={`${line.service} ${line.state}`} line={line} batch={batch} />
          ))}
        </ul>
      )}
      {card.choices.length === 0 ? null : <SwitchOn key={switchKey} {...props} />}
    </Card>
  )
}
