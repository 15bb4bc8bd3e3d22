/** The record of recharges: found by days, state and way. */
import { json, redirect, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { rechargeWays } from '~/modules/payment/payment.server'
import { listRecharges } from '~/modules/recharge/recharge.server'
import { walletState } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import orderStyles from '~/styles/order.css'
import styles from '~/styles/wallet.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { OddSearch } from '~/ui/odd-search'
import { PageHead } from '~/ui/page-head'
import { Pagination } from '~/ui/pagination'
import { isAnswerable, statusFor } from '~/ui/search-address'
import { RechargeTable } from '~/ui/wallet/recharge-table'
import { isNarrowed, parseRecordQuery, recordHref } from '~/ui/wallet/record-query'
import { RecordSearch } from '~/ui/wallet/record-search'
import { WalletTabs } from '~/ui/wallet/wallet-tabs'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['wallet', 'order', 'parts'], title: 'wallet:recharges.title' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: orderStyles },
]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  if ((await walletState(user.userId)) === null) throw redirect('/wallet/open')
  const query = parseRecordQuery(new URL(request.url).searchParams, rechargeWays)
  const { page, size, status, method, range } = query
  const filter = {
    statuses: status === null ? null : [status],
    method,
    from: range.times === null ? null : new Date(range.times.fromMs),
    to: range.times === null ? null : new Date(range.times.toMs),
  }
  if (!isAnswerable(query)) return json({ query, recharges: [], total: 0, methods: rechargeWays }, statusFor(query))
  const { recharges, total } = await listRecharges(user.userId, filter, { page, size })
  requirePage(request, { page, size, total })
  return json({ query, recharges, total, methods: rechargeWays })
}

const path = '/wallet/recharges'
const Recharges = () => {
  const { t } = useTranslation('wallet')
  const { query, recharges, total, methods } = useLoaderData<typeof loader>()
  const narrowed = isNarrowed(query)
  return (
    <>
      <PageHead title={t('recharges.title')} lead={t('recharges.lead')} />
      <WalletTabs />
      <div className="records buttons-full">
        {total > 0 || narrowed || !isAnswerable(query) ? (
          <RecordSearch query={query} path={path} methods={methods} />
        ) : null}
        <Card>
          {!isAnswerable(query) ? (
            <OddSearch odd={query.odd} all={path} />
          ) : recharges.length > 0 ? (
            <RechargeTable recharges={recharges} />
          ) : narrowed ? (
            <EmptyState
              art="none"
              title={t('recharges.none')}
              text={t('recharges.noneText')}
              action={<ButtonLink href={path}>{t('recharges.all')}</ButtonLink>}
            />
          ) : (
            <EmptyState
              art="wallet"
              title={t('recharges.empty')}
              text={t('recharges.emptyText')}
              action={
                <ButtonLink variant="primary" href="/wallet/recharge">
                  {t('act.recharge')}
                </ButtonLink>
              }
            />
          )}
          <Pagination
            page={query.page}
            size={query.size}
            total={total}
            href={(page, size) => recordHref(path, query, page, size)}
          />
        </Card>
      </div>
    </>
  )
}
export default Recharges
