/** Finds what an account last bought for a box: "renew" repeats this by default. */
import { db } from '~/platform/db.server'

/** A product and its number of months. */
export type Bought = { productId: string; months: number }

/** Limit of periods read; a box has few services, and only the latest of each counts. */
const maxRead = 200

/**
 * For each service of the box, what this account last paid for. Excludes purchases by other accounts and periods that
 * were taken back completely.
 */
export const boughtFor = async (userId: string, sn: string): Promise<ReadonlyMap<string, Bought>> => {
  const periods = await db.servicePeriod.findMany({
    where: { sn, voidedAt: null, orderLine: { order: { userId } } },
    orderBy: [{ endsAt: 'desc' }, { id: 'desc' }],
    take: maxRead,
    select: { service: true, orderLine: { select: { productId: true, months: true } } },
  })
  const bought = new Map<string, Bought>()
  for (const { service, orderLine } of periods)
    if (orderLine !== null && !bought.has(service)) bought.set(service, orderLine)
  return bought
}
