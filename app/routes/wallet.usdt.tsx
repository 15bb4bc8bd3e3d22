/** The USDT record: what was sent in USDT for orders and recharges, and what became of it. */
import { json, redirect, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { listUsdt } from '~/modules/payment/payment.server'
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
import { isNarrowed, parseRecordQuery, recordHref } from '~/ui/wallet/record-query'
import { RecordSearch } from '~/ui/wallet/record-search'
import { UsdtTable } from '~/ui/wallet/usdt-table'
import { WalletTabs } from '~/ui/wallet/wallet-tabs'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['wallet', 'order', 'parts'], title: 'wallet:usdt.title' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: orderStyles },
]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  if ((await walletState(user.userId)) === null) throw redirect('/wallet/open')
  const query = parseRecordQuery(new URL(request.url).searchParams, [])
  if (!isAnswerable(query)) return json({ query, deposits: [], total: 0 }, statusFor(query))
  const { page, size, range } = query
  const filter = {
    from: range.times === null ? null : new Date(range.times.fromMs),
    to: range.times === null ? null : new Date(range.times.toMs),
  }
  const { deposits, underway, total } = await listUsdt(user.userId, filter, { page, size })
  requirePage(request, { page, size, total })
  return json({ query, deposits: page === 1 ? [...underway, ...deposits] : deposits, total })
}

const path = '/wallet/usdt'
const Usdt = () => {
  const { t } = useTranslation('wallet')
  const { query, deposits, total } = useLoaderData<typeof loader>()
  const narrowed = isNarrowed(query)
  return (
    <>
      <PageHead title={t('usdt.title')} lead={t('usdt.lead')} />
      <WalletTabs />
      <div className="records buttons-full">
        {total > 0 || narrowed || !isAnswerable(query) ? <RecordSearch query={query} path={path} methods={[]} /> : null}
        <Card>
          {!isAnswerable(query) ? (
            <OddSearch odd={query.odd} all={path} />
          ) : deposits.length > 0 ? (
            <UsdtTable deposits={deposits} />
          ) : narrowed ? (
            <EmptyState
              art="none"
              title={t('usdt.none')}
              text={t('recharges.noneText')}
              action={<ButtonLink href={path}>{t('recharges.all')}</ButtonLink>}
            />
          ) : (
            <EmptyState
              art="wallet"
              title={t('usdt.empty')}
              text={t('usdt.emptyText')}
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
export default Usdt
