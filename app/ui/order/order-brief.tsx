/** An order in two lines, for a question about it. */
import { useTranslation } from 'react-i18next'
import type { OrderSummary } from '~/modules/order/view'
import { useAmounts } from './amounts'
import { useProducts } from './products'
import { StatusTag } from './status-tag'

export const OrderBrief = ({ order }: { order: OrderSummary }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const products = useProducts()
  return (
    <div className="split order-brief">
      <p>
        {t('for', { products: products.words(order.products), box: order.boxName })}
        <StatusTag status={order.status} />
      </p>
      <p className="strong">{amounts.usd(order.payPrice)}</p>
    </div>
  )
}
