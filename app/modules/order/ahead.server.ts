/**
 * How far ahead services are sold. What is bought is added to the end of what runs, so that without a bound somebody
 * could pay for decades: of a service that may change, at a price that may, for a box that lasts some five years.
 */
import { db, type Transaction } from '~/platform/db.server'
import { addMonths } from '~/modules/entitlement/entitlement.server'
import { fail, type Failure } from '~/errors/table'

/** Three years: the longest time for which plans are usually sold, and well within a box's life. */
export const mostMonthsAhead = 36

type Bought = { services: readonly string[]; months: number }

/**
 * Why so much can't be bought for a box now: M4203, with until when it can (data.until) and how many months that is. A
 * plan that is longer by itself can be bought where it begins at once. Null where nothing is in the way.
 */
export const judgeAhead = async (
  sn: string,
  bought: readonly Bought[],
  at: Date,
  source: Transaction | typeof db = db,
): Promise<Failure | null> => {
  const until = addMonths(at, at.getUTCDate(), mostMonthsAhead)
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
        return fail('M4203', { field: 'plan', data: { months: mostMonthsAhead, until: until.toISOString(), service } })
      ends.set(service, end)
    }
  return null
}
