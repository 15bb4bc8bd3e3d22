/** What an account bought last for a box: what "renew" means where somebody does not choose anew. */
import { db } from '~/platform/db.server'

/** A product and for how many months. */
export type Bought = { productId: string; months: number }

/** Periods that are read; a box has few services, and the latest of each is what counts. */
const mostRead = 200

/**
 * By service, what the account paid last of what this box has or had. Of what others bought for the box nothing, and
 * nothing of what was taken back whole.
 */
export const boughtFor = async (userId: string, sn: string): Promise<ReadonlyMap<string, Bought>> => {
  const periods = await db.servicePeriod.findMany({
    where: { sn, voidedAt: null, orderLine: { order: { userId } } },
    orderBy: [{ endsAt: 'desc' }, { id: 'desc' }],
    take: mostRead,
    select: { service: true, orderLine: { select: { productId: true, months: true } } },
  })
  const bought = new Map<string, Bought>()
  for (const { service, orderLine } of periods)
    if (orderLine !== null && !bought.has(service)) bought.set(service, orderLine)
  return bought
}
