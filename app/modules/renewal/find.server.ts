/** Shows renewals to their owner. */
import { db, type Transaction } from '~/platform/db.server'
import { now } from '~/platform/clock.server'
import { listProducts, quote } from '~/modules/catalogue/catalogue.server'
import { usd } from '~/modules/order/order.server'
import { boxNameOf, type RenewalRow } from './store.server'
import { obstacleOf, renewsAt } from './renewal'

/**
 * waiting: renews at `renewsAt`; balance: too little Mango; price: the plan costs more than was agreed to; open-order:
 * an unpaid order for the service blocks it. All but the first are retried until the end. not-sold: the plan is not
 * sold any more, and the renewal is switched off on its day. Obstacles in the catalogue are known before that day.
 */
export const renewalStates = ['waiting', 'balance', 'price', 'open-order', 'not-sold'] as const
export type RenewalState = (typeof renewalStates)[number]

/** Amounts are decimal text in USD. */
export type Renewal = {
  sn: string
  boxName: string
  service: string
  plan: string
  productKey: string
  names: Readonly<Record<string, string>>
  months: number
  /** The most that a renewal may cost. */
  price: string
  agreedAt: Date
  /** The end that it renews before; null if nothing of the service is left. */
  endsAt: Date | null
  renewsAt: Date | null
  state: RenewalState
  /** When it is tried again; null if nothing has failed. */
  tryAt: Date | null
  /** The plan's current price without an offer; null if it is not sold. */
  presentPrice: string | null
}

/** What prevents the renewal, by the catalogue as it will be on its day. */
const findObstacle = async (row: RenewalRow, endsAt: Date | null, tx?: Transaction) => {
  const at = now()
  const day = endsAt === null ? at : renewsAt(endsAt)
  const then = await quote(row.planId, day > at ? day : at, tx)
  const service = await (tx ?? db).service.findUnique({ where: { key: row.service }, select: { grantedToAll: true } })
  return { then, obstacle: obstacleOf(row, then, service?.grantedToAll === true) }
}

/** The active renewals of an account, or of one of its boxes. */
export const listRenewals = async (userId: string, sn?: string): Promise<Renewal[]> => {
  const rows = await db.serviceRenewal.findMany({
    where: { userId, endedAt: null, ...(sn === undefined ? {} : { sn }) },
    orderBy: [{ sn: 'asc' }, { service: 'asc' }],
    include: { plan: { select: { productId: true } } },
  })
  if (rows.length === 0) return []
  const ends = await db.servicePeriod.groupBy({
    by: ['sn', 'service'],
    where: { sn: { in: rows.map((row) => row.sn) }, voidedAt: null },
    _max: { endsAt: true },
  })
  const products = await listProducts()
  const at = now()
  return Promise.all(
    rows.map(async (row): Promise<Renewal> => {
      const endsAt = ends.find((one) => one.sn === row.sn && one.service === row.service)?._max.endsAt ?? null
      const product = products.find(({ id }) => id === row.plan.productId)
      // A problem with an earlier end says nothing about this one.
      const isOfThisEnd = endsAt !== null && row.problemEnd?.getTime() === endsAt.getTime()
      const present = await quote(row.planId, at)
      const { obstacle } = await findObstacle(row, endsAt)
      // If the last try was too expensive but now isn't, the next try renews it.
      const noted = isOfThisEnd && row.problem !== 'price' ? (row.problem as RenewalState) : 'waiting'
      return {
        sn: row.sn,
        boxName: await boxNameOf(db, row.sn),
        service: row.service,
        plan: row.planId,
        productKey: product?.key ?? '',
        names: product?.names ?? {},
        months: row.months,
        price: usd(row.price),
        agreedAt: row.agreedAt,
        endsAt,
        renewsAt: endsAt === null ? null : renewsAt(endsAt),
        state: obstacle ?? noted,
        tryAt: isOfThisEnd ? row.tryAt : null,
        presentPrice: present === null ? null : usd(present.originalPrice),
      }
    }),
  )
}

/** What a reminder says about the renewal of a service that ends: when, the maximum price, and what prevents it. */
export type ComingRenewal = { at: string; price: string; problem: 'balance' | 'price' | 'not-sold' | null }

/** Looks up, by service, the active renewals that a box's owner has for it. */
export const renewalsOfBox = async (
  tx: Transaction,
  { sn, userId }: { sn: string; userId: string },
): Promise<(service: string, endsAt: Date) => Promise<ComingRenewal | null>> => {
  const rows = await tx.serviceRenewal.findMany({ where: { sn, userId, endedAt: null } })
  return async (service, endsAt) => {
    const row = rows.find((one) => one.service === service)
    if (row === undefined) return null
    // The renewal job may run after the reminder, so both use the catalogue of the same day.
    const { then, obstacle } = await findObstacle(row, endsAt, tx)
    const isOfThisEnd = row.problemEnd?.getTime() === endsAt.getTime()
    return {
      at: ((isOfThisEnd ? row.tryAt : null) ?? renewsAt(endsAt)).toISOString(),
      price: usd(obstacle === 'price' && then !== null ? then.payPrice : row.price),
      problem: obstacle ?? (isOfThisEnd && row.problem === 'balance' ? 'balance' : null),
    }
  }
}
