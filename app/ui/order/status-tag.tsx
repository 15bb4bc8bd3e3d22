/** The status of an order, a recharge and a payment, as a word with a colour. Texts are in the namespace `order`. */
import { useTranslation } from 'react-i18next'
import type { OrderStatus, PaymentLabel } from '~/modules/order/view'
import { Tag, type TagTone } from '../tag'

const statusTones = {
  0: 'warn',
  1: 'ok',
  2: 'quiet',
  3: 'quiet',
  4: 'bad',
  5: 'bad',
  6: 'quiet',
  7: 'info',
  8: 'warn',
} as const satisfies Record<OrderStatus, TagTone>

type StatusTagProps = { status: OrderStatus; record?: 'order' | 'recharge' }
export const StatusTag = ({ status, record = 'order' }: StatusTagProps) => {
  const { t } = useTranslation('order')
  // What came of a recharge is credited, so a partly paid one needs nothing more.
  const tone = record === 'recharge' && status === 8 ? 'ok' : statusTones[status]
  return (
    <Tag tone={tone} icon={status === 1 ? 'check' : undefined}>
      {t(`status.${status}`)}
    </Tag>
  )
}

const labelTones = {
  waiting: 'warn',
  confirming: 'info',
  'partial-paid': 'warn',
  'waiting-for-confirmation': 'info',
  finished: 'ok',
  expired: 'quiet',
  deleted: 'quiet',
  refunded: 'quiet',
  failed: 'bad',
  unknown: 'bad',
} as const satisfies Record<PaymentLabel, TagTone>

export const LabelTag = ({ label }: { label: PaymentLabel }) => {
  const { t } = useTranslation('order')
  return (
    <Tag tone={labelTones[label]} icon={label === 'finished' ? 'check' : undefined}>
      {t(`label.${label}`)}
    </Tag>
  )
}
