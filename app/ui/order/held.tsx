/** Deposits under manual review, on the payment page: what happens to each. */
import { useTranslation } from 'react-i18next'
import type { HeldDeposit, OrderDetails } from '~/modules/order/view'
import { ButtonLink } from '~/ui/button'
import { Code } from '~/ui/code'
import { Notice } from '~/ui/notice'
import { Unbroken } from '~/ui/unbroken'
import { Card } from '~/ui/card'
import { Tag } from '~/ui/tag'
import { useAmounts } from './amounts'
import { Facts, Moment } from './facts'
import { orderPath } from './order-path'

/** `path`: the page of the order or recharge that the deposit was for. */
export const returnPath = (path: string, { id }: Pick<HeldDeposit, 'id'>): string =>
  `${path}/return/${encodeURIComponent(id)}`

const isWanted = ({ state }: HeldDeposit): boolean => state === 'address-wanted'
export const canGive = (held: HeldDeposit): boolean => isWanted(held) || held.state === 'address-given'

/** The link to the form. */
export const GiveLink = ({ path, held }: { path: string; held: HeldDeposit }) => {
  const { t } = useTranslation('order')
  return (
    <ButtonLink variant={isWanted(held) ? 'primary' : 'quiet'} href={returnPath(path, held)}>
      {t(isWanted(held) ? 'held.give' : 'held.change')}
    </ButtonLink>
  )
}

/** On the payment page, which reloads itself: it has no form, only the link to it. */
export const HeldNotices = ({ path, held: all }: { path: string; held: readonly HeldDeposit[] }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  return all.map((held) => (
    <Notice
      key={held.id}
      tone={isWanted(held) ? 'warn' : 'info'}
      title={<Unbroken text={(amount) => `${amount}`} value={amounts.coin(held.amount, held.symbol)} />}
    >
      <p>{t(`held.text.${held.state}`)}</p>
      {held.address === null ? null : (
        <p>
          <Code className="order-code">{held.address}</Code>
        </p>
      )}
      {canGive(held) ? (
        <p>
          <GiveLink path={path} held={held} />
        </p>
      ) : null}
    </Notice>
  ))
}

const tones = { 'looked-at': 'info', 'address-wanted': 'warn', 'address-given': 'info', returned: 'ok' } as const

/** What is known of a deposit. */
export const HeldFacts = ({ held }: { held: HeldDeposit }) => {
  const { t } = useTranslation('order')
  const code = (text: string) => <Code className="order-code">{text}</Code>
  return (
    <Facts
      facts={[
        held.network === null ? null : [t('pay.network'), <bdi key="n">{held.network}</bdi>],
        [t('held.arrived'), <Moment key="c" at={held.at} />],
        held.address === null ? null : [t('record.address'), code(held.address)],
        held.tag === null ? null : [t('held.tag'), code(held.tag)],
        held.hash === null ? null : [t('record.hash'), code(held.hash)],
      ]}
    />
  )
}

/** Deposits under manual review, on the order's page: what is known of each, and a link to say where it goes. */
export const HeldCard = ({ order }: { order: Pick<OrderDetails, 'number' | 'held'> }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  return (
    <Card title={t('held.title')}>
      <ul className="stack stack-tight order-payments">
        {order.held.map((held) => (
          <li key={held.id} className="order-payment">
            <div className="split">
              <h3>
                <Code>{amounts.coin(held.amount, held.symbol)}</Code>
              </h3>
              <Tag tone={tones[held.state]}>{t(`held.state.${held.state}`)}</Tag>
            </div>
            <p>{t(`held.text.${held.state}`)}</p>
            <HeldFacts held={held} />
            {canGive(held) ? (
              <p>
                <GiveLink path={orderPath(order.number)} held={held} />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
