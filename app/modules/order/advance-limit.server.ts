/**
 * Limits how far ahead services are sold. A purchase is added to the end of the running service, so without a limit
 * somebody could pay for decades, although service and price may change and a box lasts about five years.
 */
import { db, type Transaction } from '~/platform/db.server'
import { addMonths } from '~/modules/entitlement/entitlement.server'
import { fail, type Failure } from '~/errors/table'

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
