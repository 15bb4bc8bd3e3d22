/** Deposits that a person looks at: what becomes of each, and the way to say where it is sent back to. */
import { useTranslation } from 'react-i18next'
import type { HeldDeposit, OrderDetails } from '~/modules/order/view'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { Code } from '../code'
import { useSubmitOnce } from '../dialog'
import { Field } from '../field'
import type { useFormErrors } from '../form-errors'
import { Notice } from '../notice'
import { Tag } from '../tag'
import { Unbroken } from '../unbroken'
import { Facts, Moment } from './facts'
import { orderPath } from './order-path'

export const returnPath = (number: string, { id }: Pick<HeldDeposit, 'id'>): string =>
  `${orderPath(number)}/return/${encodeURIComponent(id)}`

export const heldAmount = ({ amount, symbol }: HeldDeposit): string => `${amount} ${symbol}`
const isWanted = ({ state }: HeldDeposit): boolean => state === 'address-wanted'
const canGive = (held: HeldDeposit): boolean => isWanted(held) || held.state === 'address-given'
const tones = { 'looked-at': 'info', 'address-wanted': 'warn', 'address-given': 'info', returned: 'ok' } as const

/** What is known of it. */
export const HeldFacts = ({ held }: { held: HeldDeposit }) => {
  const { t } = useTranslation('order')
  const code = (text: string) => <Code className="order-code">{text}</Code>
  return (
    <Facts
      facts={[
        held.network === null ? null : [t('pay.network'), <bdi key="n">{held.network}</bdi>],
        [t('record.createdAt'), <Moment key="c" at={held.at} />],
        held.address === null ? null : [t('record.address'), code(held.address)],
        held.tag === null ? null : [t('held.tag'), code(held.tag)],
        held.hash === null ? null : [t('record.hash'), code(held.hash)],
      ]}
    />
  )
}

const GiveLink = ({ number, held }: { number: string; held: HeldDeposit }) => {
  const { t } = useTranslation('order')
  return (
    <ButtonLink variant={isWanted(held) ? 'primary' : 'quiet'} href={returnPath(number, held)}>
      {t(isWanted(held) ? 'held.give' : 'held.change')}
    </ButtonLink>
  )
}

/** On the order's page. */
export const HeldCard = ({ order }: { order: Pick<OrderDetails, 'number' | 'held'> }) => {
  const { t } = useTranslation('order')
  return (
    <Card title={t('held.title')}>
      <ul className="order-payments">
        {order.held.map((held) => (
          <li key={held.id} className="order-payment">
            <div className="split">
              <h3>
                <Code>{heldAmount(held)}</Code>
              </h3>
              <Tag tone={tones[held.state]}>{t(`held.state.${held.state}`)}</Tag>
            </div>
            <p>{t(`held.text.${held.state}`)}</p>
            <HeldFacts held={held} />
            {canGive(held) ? (
              <p>
                <GiveLink number={order.number} held={held} />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** On the payment page, which loads itself again: no form stands there, only the way to it. */
export const HeldNotices = ({ order }: { order: Pick<OrderDetails, 'number' | 'held'> }) => {
  const { t } = useTranslation('order')
  return order.held.map((held) => (
    <Notice
      key={held.id}
      tone={isWanted(held) ? 'warn' : 'info'}
      title={<Unbroken text={(amount) => `${amount}`} value={heldAmount(held)} />}
    >
      <p>{t(`held.text.${held.state}`)}</p>
      {held.address === null ? null : (
        <p>
          <Code className="order-code">{held.address}</Code>
        </p>
      )}
      {canGive(held) ? (
        <p>
          <GiveLink number={order.number} held={held} />
        </p>
      ) : null}
    </Notice>
  ))
}

/** Asks for the address. */
export const ReturnForm = ({
  held,
  batch,
  form,
  cancelHref,
}: {
  held: HeldDeposit
  batch: string
  form: ReturnType<typeof useFormErrors>
  cancelHref: string
}) => {
  const { t } = useTranslation('order')
  const ref = useSubmitOnce<HTMLFormElement>()
  const { symbol, network } = held
  const which = network === null ? t('held.anyHint', { symbol }) : t('held.addressHint', { network })
  return (
    <form noValidate method="post" className="form" ref={ref}>
      <input type="hidden" name="batch" value={batch} />
      <Field
        code
        label={t('held.address')}
        name="address"
        autoComplete="off"
        maxLength={200}
        hint={held.hasChecksum ? which : `${which} ${t('held.noChecksum')}`}
        defaultValue={form.valueOf('address') ?? held.address ?? ''}
        error={form.messageOf('address')}
      />
      {held.takesTag ? (
        <Field
          code
          label={t('held.tag')}
          name="tag"
          autoComplete="off"
          maxLength={100}
          hint={t('held.tagHint')}
          defaultValue={form.valueOf('tag') ?? held.tag ?? ''}
          error={form.messageOf('tag')}
        />
      ) : null}
      <p>{t('held.once')}</p>
      <div className="form-actions">
        <Button variant="primary">{t('held.submit')}</Button>
        <ButtonLink variant="quiet" href={cancelHref}>
          {t('common:action.cancel')}
        </ButtonLink>
      </div>
    </form>
  )
}
