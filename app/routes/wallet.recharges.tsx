/** The record of recharges: found by days, state and method. */
import { json, redirect, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { momentsOf } from '~/i18n/date-range'
import type { RouteHandle } from '~/i18n/handle'
import { rechargeWays } from '~/modules/payment/payment.server'
import { listRecharges } from '~/modules/recharge/recharge.server'
import { walletState } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import orderStyles from '~/styles/order.css'
import styles from '~/styles/wallet.css'
import { isAnswerable, statusFor } from '~/ui/search-address'
import { RechargeTable } from '~/ui/wallet/recharge-table'
import { RecordPage } from '~/ui/wallet/record-page'
import { parseRecordQuery } from '~/ui/wallet/record-query'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['wallet', 'order', 'parts'], title: 'wallet:recharges.title' } satisfies RouteHandle
export const links: LinksFunction = () => [styles, orderStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  if ((await walletState(user.userId)) === null) throw redirect('/wallet/open')
  const query = parseRecordQuery(new URL(request.url).searchParams, rechargeWays)
  const { page, size, status, method, range } = query
  const { from, before } = momentsOf(range)
  const filter = { statuses: status === null ? null : [status], method, from, to: before }
  if (!isAnswerable(query)) return json({ query, recharges: [], total: 0, methods: rechargeWays }, statusFor(query))
  const { recharges, total } = await listRecharges(user.userId, filter, { page, size })
  requirePage(request, { page, size, total })
  return json({ query, recharges, total, methods: rechargeWays })
}

const Recharges = () => {
  const { query, recharges, total, methods } = useLoaderData<typeof loader>()
  return (
    <RecordPage
      record="recharges"
      query={query}
      methods={methods}
      total={total}
      table={recharges.length > 0 ? <RechargeTable recharges={recharges} /> : null}
    />
  )
}
export default Recharges
