/** SPEC's USDT record: the USDT that an account has sent for orders and recharges, and what became of it. */
import { db, type Prisma } from '~/platform/db.server'
import { usd } from '~/modules/order/order.server'
import type { UsdtDeposit } from '~/modules/recharge/view'
import { coinFacts } from './coins'
import type { DepositRow } from './rows'
import { onItsWay } from './store.server'

const { method } = coinFacts.usdttrc20
const named = {
  order: { select: { number: true } },
  recharge: { select: { number: true } },
} satisfies Prisma.PaymentAttemptInclude
type NamedAttempt = Prisma.PaymentAttemptGetPayload<{ include: typeof named }>

const targetOf = ({ order, recharge }: NamedAttempt): UsdtDeposit['target'] =>
  order === null ? { kind: 'recharge', number: recharge?.number ?? '' } : { kind: 'order', number: order.number }

const stateOf = ({ result }: DepositRow): UsdtDeposit['state'] => {
  switch (result) {
    case 'order':
      return 'paid'
    case 'credit':
      return 'credited'
    case 'person':
      return 'checked'
    case 'refund':
    case 'returned':
      return 'returned'
    default:
      return 'waits'
  }
}

const showDeposit = ({ attempt, ...deposit }: DepositRow & { attempt: NamedAttempt }): UsdtDeposit => ({
  id: deposit.id,
  target: targetOf(attempt),
  payinAddress: attempt.payAddress,
  payinHash: deposit.hash ?? attempt.payinHash,
  amount: deposit.amount,
  worth: deposit.usd === 0n ? null : usd(deposit.usd),
  rate: attempt.rate,
  state: stateOf(deposit),
  at: deposit.at.toISOString(),
})

/** A payment seen on the chain but not confirmed is not a deposit yet: it is listed separately and not counted. */
const showUnderway = (attempt: NamedAttempt): UsdtDeposit => ({
  id: attempt.id,
  target: targetOf(attempt),
  payinAddress: attempt.payAddress,
  payinHash: attempt.payinHash,
  amount: attempt.actuallyPaid ?? attempt.payAmount ?? '0',
  worth: null,
  rate: attempt.rate,
  state: 'confirming',
  at: (attempt.confirmingSince ?? attempt.updatedAt).toISOString(),
})

/** `from` and `to`: [from, to) by the time of arrival. */
export type UsdtFilter = { from?: Date | null; to?: Date | null }

/** The account's USDT deposits, newest first, and the payments on their way now. */
export const listUsdt = async (
  userId: string,
  { from, to }: UsdtFilter,
  { page, size }: { page: number; size: number },
): Promise<{ deposits: UsdtDeposit[]; underway: UsdtDeposit[]; total: number }> => {
  const where = {
    attempt: { userId, method },
    at: { gte: from ?? undefined, lt: to ?? undefined },
  } satisfies Prisma.DepositWhereInput
  const [rows, total, seen] = await Promise.all([
    db.deposit.findMany({
      where,
      include: { attempt: { include: named } },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * size,
      take: size,
    }),
    db.deposit.count({ where }),
    db.paymentAttempt.findMany({
      where: { userId, method, ...onItsWay },
      include: named,
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      take: 20,
    }),
  ])
  return { deposits: rows.map(showDeposit), underway: seen.map(showUnderway), total }
}
