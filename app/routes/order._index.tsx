/** The orders of an account: found by number, days, status and box, with the actions for each. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { momentsOf } from '~/i18n/date-range'
import type { RouteHandle } from '~/i18n/handle'
import { listBoxes } from '~/modules/device/device.server'
import { listOrders } from '~/modules/order/order.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { now } from '~/platform/clock.server'
import styles from '~/styles/order.css'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FoundCard } from '~/ui/found-card'
import { OrderTable } from '~/ui/order/order-table'
import { parseOrderQuery, listedStatuses, type OrderQuery } from '~/ui/order/query'
import { PageHead } from '~/ui/page-head'
import { isAnswerable, statusFor } from '~/ui/search-address'
import { nameBoxes } from '~/web/box/box-names.server'
import { plainParameters } from '~/web/order/order-query.server'
import { requirePage } from '~/web/paging.server'
import { Field, SelectField } from '~/ui/field'
import { ListSearch } from '~/ui/search-form'

const OrderSearch = ({ query, boxes }: { query: OrderQuery; boxes: readonly { sn: string; name: string }[] }) => {
  const { t } = useTranslation('order')
  return (
    <ListSearch title={t('search.open')} path="/order" query={query} days={t('search.days')}>
      <Field
        type="search"
        name="number"
        label={t('search.number')}
        defaultValue={query.number}
        maxLength={40}
        code
        autoComplete="off"
      />
      <SelectField
        name="status"
        label={t('search.status')}
        defaultValue={query.status === null ? '' : String(query.status)}
        options={[
          { value: '', label: t('search.anyStatus') },
          ...listedStatuses.map((status) => ({ value: String(status), label: t(`status.${status}`) })),
        ]}
      />
      {boxes.length > 1 || query.sn !== '' ? (
        <SelectField
          name="sn"
          label={t('search.box')}
          defaultValue={query.sn}
          options={[
            { value: '', label: t('search.anyBox') },
            ...boxes.map(({ sn, name }) => ({ value: sn, label: name })),
            ...(query.sn === '' || boxes.some(({ sn }) => sn === query.sn)
              ? []
              : [{ value: query.sn, label: query.sn }]),
          ]}
        />
      ) : null}
    </ListSearch>
  )
}

export const handle = { i18n: ['order', 'parts'], title: 'order:title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

/** Shown if the address's search is not valid. */
const noOrders: Awaited<ReturnType<typeof listOrders>> = { orders: [], total: 0 }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const query = parseOrderQuery(plainParameters(new URL(request.url).searchParams))
  const { page, size, number, status, sn, range } = query
  const answerable = isAnswerable(query)
  const { from, before } = momentsOf(range)
  const filter = { number, statuses: status === null ? null : [status], sn, from, to: before }
  const language = await getLanguage(request, context)
  const [{ orders, total }, boxes] = await Promise.all([
    answerable ? listOrders(user.userId, filter, { page, size, language }) : noOrders,
    listBoxes(user.userId),
  ])
  if (answerable) requirePage(request, { page, size, total })
  const shown = {
    query,
    orders,
    total,
    now: now().toISOString(),
    boxes: nameBoxes(boxes),
  }
  return json(shown, statusFor(query))
}

const Orders = () => {
  const { t } = useTranslation('order')
  const { query, orders, total, boxes, now } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className="stack stack-tight orders buttons-full">
        <FoundCard
          query={query}
          total={total}
          path="/order"
          search={<OrderSearch query={query} boxes={boxes} />}
          none={{ title: t('none.title'), text: t('none.text'), all: t('none.all') }}
          empty={
            <EmptyState
              art="box"
              title={t('empty.title')}
              text={t('empty.text')}
              action={
                <ButtonLink variant="primary" href="/service">
                  {t('empty.action')}
                </ButtonLink>
              }
            />
          }
        >
          {orders.length === 0 ? null : <OrderTable orders={orders} now={now} />}
        </FoundCard>
      </div>
    </>
  )
}
export default Orders
