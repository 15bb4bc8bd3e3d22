/** Points: the balance, what expires, and what was earned and spent. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { invitationTerms } from '~/modules/points/points.server'
import { requireUser } from '~/request/caller.server'
import styles from '~/styles/wallet.css'
import { EmptyState } from '~/ui/empty-state'
import { FoundCard } from '~/ui/found-card'
import { useAmounts } from '~/ui/order/amounts'
import { PageHead } from '~/ui/page-head'
import { PointsBalanceCard } from '~/ui/points/balance-card'
import { PointsSearch } from '~/ui/points/points-search'
import { PointsTabs } from '~/ui/points/points-tabs'
import { parsePointsQuery } from '~/ui/points/query'
import { isAnswerable, statusFor } from '~/ui/search-address'
import { requirePage } from '~/web/paging.server'
import { pointsBalance, pointsEntries } from '~/web/points/points-view.server'
import { useLocalFormat } from '~/i18n/format'
import { Code } from '~/ui/code'
import { orderPath } from '~/ui/order/order-path'
import { Table, type Column } from '~/ui/table'
import { useSigned } from '~/ui/points/signed-points'
import type { EntryView } from '~/ui/points/view'

const useColumns = (): Column<EntryView>[] => {
  const { t } = useTranslation('points')
  const format = useLocalFormat()
  const signed = useSigned()
  /** A negative gift is one that was taken back. */
  const sourceOf = ({ type, amount }: EntryView): string =>
    type === 1 && amount.startsWith('-') ? t('type.takenBack') : t(`type.${type}`)
  return [
    {
      key: 'source',
      header: t('column.source'),
      kind: 'name',
      cell: (entry) => sourceOf(entry),
    },
    {
      key: 'order',
      header: t('column.order'),
      cell: ({ orderNumber }) =>
        orderNumber === null ? null : (
          <a href={orderPath(orderNumber)}>
            <Code>{orderNumber}</Code>
          </a>
        ),
    },
    {
      key: 'date',
      header: t('column.date'),
      kind: 'quiet',
      cell: ({ at }) => <time dateTime={at}>{format.date(format.dayOf(at))}</time>,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      kind: 'number',
      phone: 'end',
      cell: ({ amount }) => <span className="strong">{signed(amount)}</span>,
    },
    {
      key: 'after',
      header: t('column.after'),
      kind: 'number',
      phone: 'hide',
      cell: ({ balanceAfter }) => format.number(BigInt(balanceAfter)),
    },
  ]
}

const EntryTable = ({ entries }: { entries: readonly EntryView[] }) => {
  const { t } = useTranslation('points')
  return (
    <Table
      caption={t('entries')}
      columns={useColumns()}
      rows={entries}
      rowKey={({ number, at, amount }) => number ?? `${at} ${amount}`}
    />
  )
}

export const handle = { i18n: ['points', 'order', 'parts', 'wallet'], title: 'points:title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const path = '/points'

/** Shown if the address's search is not valid. */
const noEntries: Awaited<ReturnType<typeof pointsEntries>> = { entries: [], total: 0 }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const query = parsePointsQuery(new URL(request.url).searchParams)
  const [balance, { entries, total }] = await Promise.all([
    pointsBalance(user.userId),
    isAnswerable(query) ? pointsEntries(user.userId, query) : noEntries,
  ])
  if (isAnswerable(query)) requirePage(request, { page: query.page, size: query.size, total })
  return json({ query, balance, entries, total, reward: String(invitationTerms().points) }, statusFor(query))
}

const Points = () => {
  const { t } = useTranslation('points')
  const amounts = useAmounts()
  const { query, balance, entries, total, reward } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} crumbs={[{ href: '/wallet', label: t('balance.wallet') }]} />
      <PointsTabs />
      <div className="stack">
        <PointsBalanceCard {...balance} />
        <FoundCard
          title={t('entries')}
          query={query}
          total={total}
          path={path}
          search={<PointsSearch path={path} query={query} byType />}
          none={{ title: t('none.title'), text: t('none.text'), all: t('none.all') }}
          empty={
            <EmptyState
              art="none"
              level={3}
              title={t('empty.title')}
              text={reward === '0' ? t('empty.plain') : t('empty.text', { points: amounts.points(reward) })}
            />
          }
        >
          {entries.length === 0 ? null : <EntryTable entries={entries} />}
        </FoundCard>
      </div>
    </>
  )
}
export default Points
