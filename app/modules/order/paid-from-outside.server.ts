/** Finds boxes that somebody has paid real money for: for rewards that a script must not be able to earn. */
import { db } from '~/platform/db.server'
import { orderStatuses } from './order.states'

/** An inquiry moves no money, and a won dispute has returned it. */
const harmless = ['warning', 'won']

/**
 * Returns the boxes whose owner has a completed order for them, paid by the given time, for which providers collected
 * at least `least` (1/10000 USD) after refunds, without a dispute except inquiries and won ones; each as `userId sn`.
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
      attempts: { some: { state: 'paid' } },
      disputes: { none: { state: { notIn: harmless } } },
    },
    select: {
      userId: true,
      sn: true,
      attempts: { where: { state: 'paid' }, select: { amount: true } },
      refunds: { where: { state: { in: ['asked', 'done'] } }, select: { amount: true } },
    },
  })
  const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((all, { amount }) => all + amount, 0n)
  const kept = rows.filter(({ attempts, refunds }) => sum(attempts) - sum(refunds) >= least)
  return new Set(kept.map(({ userId, sn }) => `${userId} ${sn}`))
}
