/** Deposits under manual review, on the order's page: what is known of each, and a link to say where it goes. */
import { useTranslation } from 'react-i18next'
import type { HeldDeposit, OrderDetails } from '~/modules/order/view'
import { Card } from '../card'
import { Code } from '../code'
import { Tag } from '../tag'
import { useAmounts } from './amounts'
import { Facts, Moment } from './facts'
import { orderPath } from './order-path'
import { canGive, GiveLink } from './held'

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
