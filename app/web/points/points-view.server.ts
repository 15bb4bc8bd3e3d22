/** Loads the data of the points pages. */
import { momentsOf } from '~/i18n/date-range'
import { listExpiries, listPointsEntries, pointsOf } from '~/modules/points/points.server'
import { pointWorth } from '~/modules/order/types'
import { printAmount } from '~/text/amount'
import type { PointsQuery } from '~/ui/points/query'
import type { EntryView, PointsBalance } from '~/ui/points/view'

export const worthOf = (points: bigint): string => printAmount(points * pointWorth, { scale: 4 })

export const pointsBalance = async (userId: string): Promise<PointsBalance> => {
  const [{ available, held }, expiries] = await Promise.all([pointsOf(userId), listExpiries(userId)])
  const has = available > 0n ? available : 0n
  return {
    points: String(has),
    worth: worthOf(has),
    held: held === 0n ? null : String(held),
    expiries: expiries.map(({ endsOn, points }) => ({ endsOn: endsOn.toISOString(), points: String(points) })),
  }
}

export const pointsEntries = async (
  userId: string,
  { type, range, page, size }: PointsQuery,
): Promise<{ entries: EntryView[]; total: number }> => {
  const { items, total } = await listPointsEntries(userId, { type, ...momentsOf(range) }, { page, size })
  const entries = items.map(({ number, at, type: seen, amount, balanceAfter, orderNumber }) => ({
    number,
    at: at.toISOString(),
    type: seen,
    amount: String(amount),
    balanceAfter: String(balanceAfter),
    orderNumber,
  }))
  return { entries, total }
}
