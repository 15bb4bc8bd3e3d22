/** Reads an account's recharges: the list, one recharge, the unpaid one. Amounts are returned as text. */
import { db, type Prisma } from '~/platform/db.server'
import { payableNow, recordOf, usd } from '~/modules/order/order.server'
import { fail, ok, type Result } from '~/errors/table'
import { heldOfRecharge } from './payment-side.server'
import { rechargeStatuses, type RechargeStatus } from './recharge.states'
import { isOpen, statusOf, type RechargeRow } from './store.server'
import type { RechargeAct, RechargeDetails, RechargeSummary } from './view'

const iso = (at: Date): string => at.toISOString()

const detailsInclude = {
  attempts: { orderBy: { createdAt: 'asc' } },
  order: { select: { number: true, open: { select: { service: true } } } },
} satisfies Prisma.RechargeInclude
type DetailsRow = Prisma.RechargeGetPayload<{ include: typeof detailsInclude }>

/** While a payment is being confirmed, it can be neither repeated nor cancelled. */
const actsOf = (recharge: RechargeRow): RechargeAct[] =>
  isOpen(recharge) && statusOf(recharge) !== rechargeStatuses.confirming ? ['pay', 'cancel'] : []

const summaryOf = (recharge: RechargeRow): RechargeSummary => ({
  number: recharge.number,
  status: statusOf(recharge),
  method: recharge.method,
  amount: usd(recharge.amount),
  credited: usd(recharge.credited),
  givenBack: usd(recharge.givenBack),
  createdAt: iso(recharge.createdAt),
  updatedAt: iso(recharge.updatedAt),
  paidAt: recharge.paidAt === null ? null : iso(recharge.paidAt),
  expiresAt: actsOf(recharge).length === 0 ? null : iso(recharge.payUntil),
  acts: actsOf(recharge),
})

const hasCome = (recharge: RechargeRow): boolean =>
  recharge.status === rechargeStatuses.completed || recharge.status === rechargeStatuses.partial

const detailsOf = async (recharge: DetailsRow): Promise<RechargeDetails> => ({
  ...summaryOf(recharge),
  endedBy: isOpen(recharge)
    ? null
    : recharge.reason === 'cancelled' || recharge.reason === 'window-over'
      ? recharge.reason
      : null,
  order: recharge.order === null ? null : { number: recharge.order.number, isOpen: recharge.order.open.length > 0 },
  payable: hasCome(recharge) && !(recharge.order?.open.length ?? 0) ? await payableNow(recharge.userId) : null,
  payments: recharge.attempts.map(recordOf),
  held: await heldOfRecharge(recharge.id),
})

/** Filters the list. `from` and `to`: [from, to) by creation time. */
export type RechargeFilter = {
  /** A recharge number or its beginning. */
  number?: string | null
  statuses?: readonly RechargeStatus[] | null
  method?: number | null
  from?: Date | null
  to?: Date | null
}

/** Other characters find nothing: the database treats "%" and "_" as wildcards. */
const byNumber = (typed: string): Prisma.RechargeWhereInput => {
  const number = typed.trim().toUpperCase()
  return { number: /^[0-9A-Z-]*$/.test(number) ? { startsWith: number } : { in: [] } }
}
const whereOf = ({ number, statuses, method, from, to }: RechargeFilter): Prisma.RechargeWhereInput => ({
  ...(number == null || number === '' ? {} : byNumber(number)),
  ...(statuses == null ? {} : { status: { in: [...statuses] } }),
  method: method ?? undefined,
  createdAt: { gte: from ?? undefined, lt: to ?? undefined },
})
const newestFirst: Prisma.RechargeOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'desc' }]

type Paging = { page: number; size: number }
/** The account's recharges, newest first. */
export const listRecharges = async (
  userId: string,
  filter: RechargeFilter,
  { page, size }: Paging,
): Promise<{ recharges: RechargeSummary[]; total: number }> => {
  const where = { ...whereOf(filter), userId }
  const [rows, total] = await Promise.all([
    db.recharge.findMany({ where, orderBy: newestFirst, skip: (page - 1) * size, take: size }),
    db.recharge.count({ where }),
  ])
  return { recharges: rows.map(summaryOf), total }
}

/** One recharge of the account with its payment records. R1000. */
export const rechargeDetails = async (userId: string, number: string): Promise<Result<RechargeDetails>> => {
  const row = await db.recharge.findFirst({ where: { userId, number }, include: detailsInclude })
  return row === null ? fail('R1000', { data: { context: 'recharge' } }) : ok(await detailsOf(row))
}

/** The unpaid recharge that blocks another one; null if there is none. */
export const openRechargeOf = async (userId: string): Promise<RechargeSummary | null> => {
  const row = await db.recharge.findUnique({ where: { openKey: userId } })
  return row === null ? null : summaryOf(row)
}

/** Recharges of all accounts, for the operator. */
export const listAllRecharges = async (
  filter: RechargeFilter & { userId?: string | null },
  { page, size }: Paging,
): Promise<{ recharges: (RechargeSummary & { userName: string; reason: string | null })[]; total: number }> => {
  const where = { ...whereOf(filter), ...(filter.userId == null ? {} : { userId: filter.userId }) }
  const [rows, total] = await Promise.all([
    db.recharge.findMany({
      where,
      include: { user: { select: { userName: true } } },
      orderBy: newestFirst,
      skip: (page - 1) * size,
      take: size,
    }),
    db.recharge.count({ where }),
  ])
  return {
    recharges: rows.map((row) => ({ ...summaryOf(row), userName: row.user.userName, reason: row.reason })),
    total,
  }
}

export type RechargeForOperator = {
  id: string
  userId: string
  userName: string
  reason: string | null
  details: RechargeDetails
}
/** Finds a recharge of any account. R1000. */
export const findRechargeFor = async (number: string): Promise<Result<RechargeForOperator>> => {
  const row = await db.recharge.findUnique({
    where: { number },
    include: { ...detailsInclude, user: { select: { userName: true } } },
  })
  if (row === null) return fail('R1000', { data: { context: 'recharge' } })
  const { id, userId, user, reason } = row
  return ok({ id, userId, userName: user.userName, reason, details: await detailsOf(row) })
}
