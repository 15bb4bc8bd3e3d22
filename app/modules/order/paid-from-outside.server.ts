/** Which boxes somebody has paid real money for: for rewards that a script must not be able to earn. */
import { db } from '~/platform/db.server'
import { orderStatuses } from './order.states'

/**
 * Which of these boxes their owner has a completed order for of which a provider has collected `least` (1/10000 USD) or
 * more, until the moment given, with no dispute except one that was won; each as `userId sn`.
 */
export const listPaidFromOutside = async (
  boxes: readonly { sn: string; userId: string }[],
  { least, until }: { least: bigint; until: Date },
): Promise<ReadonlySet<string>> => {
  if (boxes.length === 0) return new Set()
  const rows = await db.order.findMany({
    where: {
      sn: { in: boxes.map(({ sn }) => sn) },
      status: orderStatuses.completed,
      paidAt: { lte: until },
      attempts: { some: { state: 'paid', amount: { gte: least } } },
      disputes: { none: { state: { not: 'won' } } },
    },
    select: { userId: true, sn: true },
    distinct: ['userId', 'sn'],
  })
  return new Set(rows.map(({ userId, sn }) => `${userId} ${sn}`))
}
