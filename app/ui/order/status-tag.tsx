/** The status of an order, and that of a payment, each as a word with a colour. Texts are in the namespace `order`. */
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

export const StatusTag = ({ status }: { status: OrderStatus }) => {
  const { t } = useTranslation('order')
  return (
    <Tag tone={statusTones[status]} icon={status === 1 ? 'check' : undefined}>
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
