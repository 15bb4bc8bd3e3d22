/** Columns that tables of orders share. Texts are in the namespace `order`. */
import { useTranslation } from 'react-i18next'
import type { Formats } from '~/i18n/format'
import type { OrderSummary } from '~/modules/order/view'
import { Code } from '../code'
import type { Column } from '../table'
import { orderPath } from './order-path'
import { useProducts } from './products'

export const useOrderColumns = (format: Formats): Record<'product' | 'created', Column<OrderSummary>> => {
  const { t } = useTranslation('order')
  const products = useProducts()
  return {
    product: {
      key: 'product',
      header: t('column.product'),
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
    created: {
      key: 'created',
      header: t('column.created'),
      kind: 'quiet',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.date(format.dayOf(createdAt))}</time>,
    },
  }
}
