/** Orders paid with points, whole or in part. Texts are in the namespaces `points` and `order`. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { PointsOrder } from '~/modules/order/order.server'
import { useAmounts } from '../order/amounts'
import { useOrderColumns } from '../order/order-columns'
import { StatusTag } from '../order/status-tag'
import { Table, type Column } from '../table'

const useColumns = (): Column<PointsOrder>[] => {
  const { t } = useTranslation('points')
  const { t: orderText } = useTranslation('order')
  const amounts = useAmounts()
  const { product, created } = useOrderColumns(useFormat())
  const partOf = ({ worth, payPrice, pointsState }: PointsOrder): string[] => [
    worth === payPrice ? t('orders.whole') : t('orders.part', { amount: amounts.usd(worth) }),
    ...(pointsState === 'paid' ? [] : [t(`orders.${pointsState}`)]),
  ]
  return [
    product,
    created,
    {
      key: 'status',
      header: orderText('search.status'),
      cell: ({ status }) => <StatusTag status={status} />,
    },
    {
      key: 'points',
      header: t('orders.used'),
      kind: 'number',
      phone: 'end',
      cell: (order) => (
        <>
          <span className="strong">{amounts.points(order.points)}</span>{' '}
          {partOf(order).map((part) => (
            <span key={part} className="muted small points-part">
              {part}{' '}
            </span>
          ))}
        </>
      ),
    },
    {
      key: 'price',
      header: orderText('column.price'),
      kind: 'number',
      phone: 'sub',
      cell: ({ payPrice }) => amounts.usd(payPrice),
    },
  ]
}

export const PointsOrderTable = ({ orders }: { orders: readonly PointsOrder[] }) => {
  const { t } = useTranslation('points')
  return <Table caption={t('orders.title')} columns={useColumns()} rows={orders} rowKey={({ number }) => number} />
}
