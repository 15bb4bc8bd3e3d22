/** One order with all its details and actions. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import type { OrderDetails } from '~/modules/order/view'
import styles from '~/styles/order.css'
import { ButtonLink } from '~/ui/button'
import { useAmounts } from '~/ui/order/amounts'
import { OrderParts } from '~/ui/order/order-facts'
import { againPath, orderPath } from '~/ui/order/order-path'
import { useProducts } from '~/ui/order/products'
import { PageHead } from '~/ui/page-head'
import { Unbroken } from '~/ui/unbroken'
import { requireOrder } from '~/web/order/require-order.server'

export const handle = {
  i18n: ['order', 'services'],
  title: (data: { order: OrderDetails } | undefined, t) =>
    data === undefined ? t('order:title') : t('order:number', { number: data.order.number }),
} satisfies RouteHandle<{ order: OrderDetails }>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { order } = await requireOrder(request, context, params.number)
  return json({ order })
}

const OrderPage = () => {
  const { t } = useTranslation('order')
  const { order } = useLoaderData<typeof loader>()
  const products = useProducts()
  const amounts = useAmounts()
  const can = (act: OrderDetails['acts'][number]): boolean => order.acts.includes(act)
  return (
    <>
      <PageHead
        title={<Unbroken text={(number) => t('number', { number })} value={order.number} />}
        lead={t('for', { products: products.words(order.products), box: order.boxName })}
        crumbs={[{ href: '/order', label: t('title') }]}
        actions={
          <>
            {can('pay') ? (
              <ButtonLink variant="primary" href={orderPath(order.number, 'pay')}>
                {t('pay.submit', { amount: amounts.usd(order.rest) })}
              </ButtonLink>
            ) : null}
            {order.status === 7 ? (
              <ButtonLink href={orderPath(order.number, 'pay')}>{t('act.follow')}</ButtonLink>
            ) : null}
            {can('receipt') ? (
              <ButtonLink href={orderPath(order.number, 'receipt')}>{t('act.receipt')}</ButtonLink>
            ) : null}
            {can('order-again') ? (
              <ButtonLink variant="quiet" href={againPath(order.number)}>
                {t('act.again')}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <OrderParts order={order} />
      {can('cancel') || can('delete') ? (
        <p className="no-print">
          {can('cancel') ? (
            <ButtonLink variant="quiet-danger" href={orderPath(order.number, 'cancel')}>
              {t('act.cancel')}
            </ButtonLink>
          ) : null}
          {can('delete') ? (
            <ButtonLink variant="quiet-danger" href={orderPath(order.number, 'delete')}>
              {t('act.delete')}
            </ButtonLink>
          ) : null}
        </p>
      ) : null}
    </>
  )
}
export default OrderPage
