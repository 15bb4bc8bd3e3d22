/** The USDT record: USDT sent for orders and recharges, and what became of it. */
import { json, redirect, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { momentsOf } from '~/i18n/date-range'
import type { RouteHandle } from '~/i18n/handle'
import { listUsdt } from '~/modules/payment/payment.server'
import { walletState } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import orderStyles from '~/styles/order.css'
import styles from '~/styles/wallet.css'
import { isAnswerable, statusFor } from '~/ui/search-address'
import { RecordPage } from '~/ui/wallet/record-page'
import { parseRecordQuery } from '~/ui/wallet/record-query'
import { UsdtTable } from '~/ui/wallet/usdt-table'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['wallet', 'order', 'parts'], title: 'wallet:usdt.title' } satisfies RouteHandle
export const links: LinksFunction = () => [styles, orderStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  if ((await walletState(user.userId)) === null) throw redirect('/wallet/open')
  const query = parseRecordQuery(new URL(request.url).searchParams, [])
  if (!isAnswerable(query)) return json({ query, deposits: [], total: 0 }, statusFor(query))
  const { page, size, range } = query
  const { from, before } = momentsOf(range)
  const { deposits, underway, total } = await listUsdt(user.userId, { from, to: before }, { page, size })
  requirePage(request, { page, size, total })
  return json({ query, deposits: page === 1 ? [...underway, ...deposits] : deposits, total })
}

const Usdt = () => {
  const { query, deposits, total } = useLoaderData<typeof loader>()
  return (
    <RecordPage
      record="usdt"
      query={query}
      methods={[]}
      total={total}
      table={deposits.length > 0 ? <UsdtTable deposits={deposits} /> : null}
    />
  )
}
export default Usdt
