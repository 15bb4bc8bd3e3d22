/**
 * Limits what a box is sold: how far ahead, and a free plan only once at a time. A purchase is added to the end of the
 * running service, so without a limit somebody could pay for decades, although service and price may change and a box
 * lasts about five years.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { addMonths } from '~/modules/entitlement/entitlement.server'
import { fail, type Failure } from '~/errors/table'
import { boxNow } from './box.server'
import type { OrderRow } from './store.server'

/** Three years: the longest plan usually sold, and well within a box's life. */
export const maxMonthsAhead = 36

type Bought = { services: readonly string[]; months: number }

/**
 * Why these plans can't be bought for a box now; null if they can. M4203 with the latest end allowed (data.until) and
 * the limit in months. A plan that is longer by itself is allowed if it begins at once.
 */
export const checkAdvanceLimit = async (
  sn: string,
  bought: readonly Bought[],
  at: Date,
  source: Transaction | typeof db = db,
): Promise<Failure | null> => {
  const until = addMonths(at, at.getUTCDate(), maxMonthsAhead)
  const ends = new Map<string, Date>()
  for (const { services, months } of bought)
    for (const service of services) {
      const last =
        ends.get(service) ??
        (
          await source.servicePeriod.findFirst({
            where: { sn, service, voidedAt: null, endsAt: { gt: at } },
            orderBy: { endsAt: 'desc' },
            select: { endsAt: true },
          })
        )?.endsAt
      const from = last ?? at
      const end = addMonths(from, from.getUTCDate(), months)
      if (last !== undefined && end > until)
        return fail('M4203', { field: 'plan', data: { months: maxMonthsAhead, until: until.toISOString(), service } })
      ends.set(service, end)
    }
  return null
}

/** A free plan can run only once per box at a time; otherwise it could be ordered without limit. */
export const runsForNothing = async (tx: Transaction, sn: string, planId: string, at: Date): Promise<boolean> =>
  (await tx.servicePeriod.count({
    where: { sn, voidedAt: null, endsAt: { gt: at }, orderLine: { planId, payPrice: 0n } },
  })) > 0

/**
 * Whether an order that is paid after its window keeps these limits: more may have been bought for its box since, or
 * may be about to be paid.
 */
export const isWithinLimits = async (tx: Transaction, { id, sn: ordered, lines }: OrderRow): Promise<boolean> => {
  const at = now()
  const sn = await boxNow(tx, ordered)
  const waiting = await tx.orderLine.findMany({
    where: { order: { sn, id: { not: id }, open: { some: {} } } },
    select: { planId: true, payPrice: true, services: true, months: true },
  })
  for (const { planId } of lines.filter(({ payPrice }) => payPrice === 0n))
    if (waiting.some((one) => one.planId === planId) || (await runsForNothing(tx, sn, planId, at))) return false
  const bought = [...waiting, ...lines].map(({ services, months }) => ({ services: services.split(','), months }))
  return (await checkAdvanceLimit(sn, bought, at, tx)) === null
}
