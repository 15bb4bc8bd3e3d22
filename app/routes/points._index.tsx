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
import { EntryTable } from '~/ui/points/entry-table'
import { PointsSearch } from '~/ui/points/points-search'
import { PointsTabs } from '~/ui/points/points-tabs'
import { parsePointsQuery } from '~/ui/points/query'
import { isAnswerable, statusFor } from '~/ui/search-address'
import { requirePage } from '~/web/paging.server'
import { pointsBalance, pointsEntries } from '~/web/points/points-view.server'

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
