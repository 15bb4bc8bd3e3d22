/** The orders paid with points, completely or in part. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { momentsOf } from '~/i18n/date-range'
import type { RouteHandle } from '~/i18n/handle'
import { listPointsOrders, type PointsOrder } from '~/modules/order/order.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import orderStyles from '~/styles/order.css'
import styles from '~/styles/points.css'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FoundCard } from '~/ui/found-card'
import { PageHead } from '~/ui/page-head'
import { PointsSearch } from '~/ui/points/points-search'
import { PointsTabs } from '~/ui/points/points-tabs'
import { parsePointsQuery } from '~/ui/points/query'
import { isAnswerable, statusFor } from '~/ui/search-address'
import { requirePage } from '~/web/paging.server'
import { useLocalFormat } from '~/i18n/format'
import { useAmounts } from '~/ui/order/amounts'
import { useOrderColumns } from '~/ui/order/order-columns'
import { StatusTag } from '~/ui/order/status-tag'
import { Table, type Column } from '~/ui/table'

const useColumns = (): Column<PointsOrder>[] => {
  const { t } = useTranslation('points')
  const { t: orderText } = useTranslation('order')
  const amounts = useAmounts()
  const { product, created } = useOrderColumns(useLocalFormat())
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

const PointsOrderTable = ({ orders }: { orders: readonly PointsOrder[] }) => {
  const { t } = useTranslation('points')
  return <Table caption={t('orders.title')} columns={useColumns()} rows={orders} rowKey={({ number }) => number} />
}

export const handle = { i18n: ['points', 'order', 'parts'], title: 'points:orders.title' } satisfies RouteHandle
export const links: LinksFunction = () => [styles, orderStyles].map((href) => ({ rel: 'stylesheet', href }))

const path = '/points/orders'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  // Orders have no source of points.
  const query = parsePointsQuery(new URL(request.url).searchParams, [])
  if (!isAnswerable(query)) return json({ query, orders: [], total: 0 }, statusFor(query))
  const { page, size, range } = query
  const { from, before } = momentsOf(range)
  const paging = { page, size, language: await getLanguage(request, context) }
  const { orders, total } = await listPointsOrders(user.userId, { from, to: before }, paging)
  requirePage(request, { page, size, total })
  return json({ query, orders, total })
}

const PointsOrders = () => {
  const { t } = useTranslation('points')
  const { query, orders, total } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('orders.title')} lead={t('orders.lead')} crumbs={[{ href: '/points', label: t('title') }]} />
      <PointsTabs />
      <div className="stack">
        <FoundCard
          query={query}
          total={total}
          path={path}
          search={<PointsSearch path={path} query={query} byType={false} />}
          none={{ title: t('none.title'), text: t('orders.noneText'), all: t('none.all') }}
          empty={
            <EmptyState
              art="none"
              title={t('orders.emptyTitle')}
              text={t('orders.emptyText')}
              action={
                <ButtonLink variant="primary" href="/points/purchase">
                  {t('orders.emptyAction')}
                </ButtonLink>
              }
            />
          }
        >
          {orders.length === 0 ? null : <PointsOrderTable orders={orders} />}
        </FoundCard>
      </div>
    </>
  )
}
export default PointsOrders
