/** Orders paid with points, whole or in part. Texts are in the namespaces `points` and `order`. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { PointsOrder } from '~/modules/order/order.server'
import { Code } from '../code'
import { useAmounts } from '../order/amounts'
import { orderPath } from '../order/order-path'
import { useProducts } from '../order/products'
import { StatusTag } from '../order/status-tag'
import { Table, type Column } from '../table'

const useColumns = (): Column<PointsOrder>[] => {
  const { t } = useTranslation('points')
  const { t: orderText } = useTranslation('order')
  const format = useFormat()
  const amounts = useAmounts()
  const products = useProducts()
  const partOf = ({ worth, payPrice, pointsState }: PointsOrder): string[] => [
    worth === payPrice ? t('orders.whole') : t('orders.part', { amount: amounts.usd(worth) }),
    ...(pointsState === 'paid' ? [] : [t(`orders.${pointsState}`)]),
  ]
  return [
    {
      key: 'product',
      header: orderText('column.product'),
      kind: 'name',
      cell: (order) => (
        <>
          <a href={orderPath(order.number)}>{products.words(order.products)}</a>{' '}
          <span className="order-number">
            <Code>{order.number}</Code>
          </span>
        </>
      ),
    },
    {
      key: 'created',
      header: orderText('column.created'),
      kind: 'quiet',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.date(createdAt)}</time>,
    },
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
