/**
 * Creates recharges: one unpaid one per customer, within the method's range and the daily limit. Nothing is booked
 * until money comes.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db, isUniqueViolation, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { moneyKeyLivesMs, once } from '~/platform/idempotency.server'
import { consume } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import { makeId } from '~/platform/random.server'
import { isStorageFull } from '~/platform/storage'
import type { Visit } from '~/platform/visit'
import { beginOnce } from '~/modules/order/order.server'
import { requireWallet } from '~/modules/wallet/wallet.server'
import { printAmount } from '~/text/amount'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { endRechargeWindow } from './end.server'
import { beginRecharge, rechargeWay } from './payment-side.server'
import { rechargeStatuses } from './recharge.states'
import { makeRechargeNumber, statusOf } from './store.server'
import { rangeOfWay } from './types'

export type RechargeInput = {
  userId: string
  /** In 1/10000 USD. */
  amount: bigint
  method: number
  /** The number of an order of the account to return to afterwards. */
  order?: string | null
  batch?: string | undefined
  /** Used to demand a captcha after several card attempts; null if the caller can't be shown one. */
  visit?: Visit | null
}
/** `problem`: why the payment could not start; the recharge is kept, and its page offers another try. */
export type PlacedRecharge = { number: string; problem: Failure | null }

const usd = (amount: bigint): string => printAmount(amount, { scale: 4, digits: 2 })
const cent = 100n

/** The range of a method: SPEC's range, raised to the provider's minimum. Null if the wallet has no such method. */
export const rangeOf = async (userId: string, method: number): Promise<{ least: bigint; most: bigint } | null> => {
  const way = await rechargeWay({ userId, method })
  if (way === null) return null
  return rangeOfWay(way.kind, way.least)
}

/** Checks OP1001 and OP10012 without asking any provider. */
export const checkRecharge = async (userId: string, method: number, amount: bigint): Promise<Failure | null> => {
  const range = await rangeOf(userId, method)
  if (range === null) return fail('OP1001', { field: 'method' })
  const data = { least: usd(range.least), most: usd(range.most) }
  if (amount % cent !== 0n) return fail('OP10012', { field: 'amount', data: { ...data, context: 'decimals' } })
  return amount < range.least || amount > range.most
    ? fail('OP10012', { field: 'amount', data: { ...data, context: 'range' } })
    : null
}

/** What counts towards the daily limit: recharges of the last 24 hours that are payable or paid. */
const usedOf = async (tx: Transaction, userId: string): Promise<bigint> => {
  const recent = await tx.recharge.findMany({
    // Ignore recharges dated more than a day ahead; the clock was wrong.
    where: { userId, createdAt: { gt: inMs(-dayMs), lte: inMs(dayMs) } },
    select: { amount: true, credited: true, openKey: true },
  })
  return recent.reduce(
    (all, { amount, credited, openKey }) => all + (openKey !== null && amount > credited ? amount : credited),
    0n,
  )
}

/** What can still be recharged today, in 1/10000 USD. */
export const leftToday = async (userId: string, tx: Transaction = db): Promise<bigint> => {
  const left = env.maxDailyRecharge - (await usedOf(tx, userId))
  return left > 0n ? left : 0n
}

type Kept = { number: string }
const place = async (tx: Transaction, input: RechargeInput): Promise<Result<Kept>> => {
  const { userId, amount, method, order } = input
  const wallet = await requireWallet(tx, userId, 'in')
  if (!wallet.ok) return wallet
  const standing = await tx.recharge.findUnique({ where: { openKey: userId } })
  if (standing !== null) {
    const isConfirming = statusOf(standing) === rechargeStatuses.confirming
    const data = { context: 'recharge', rechargeNumber: standing.number }
    return fail(isConfirming ? 'OP10015' : 'OP10013', { data })
  }
  const left = await leftToday(userId, tx)
  if (amount > left) return fail('MC1010', { field: 'amount', data: { context: 'recharge', left: usd(left) } })
  const found =
    order == null || order === ''
      ? null
      : await tx.order.findFirst({ where: { userId, number: order }, select: { id: true } })
  if (order != null && order !== '' && found === null) return fail('R1000', { field: 'order' })
  const at = now()
  const id = makeId()
  const number = await makeRechargeNumber(tx)
  const payUntil = new Date(at.getTime() + env.rechargeWindowMs)
  await tx.recharge.create({
    data: {
      id,
      number,
      userId,
      method,
      amount,
      openKey: userId,
      orderId: found?.id ?? null,
      createdAt: at,
      updatedAt: at,
      payUntil,
    },
  })
  await endRechargeWindow.enqueue(tx, { key: id, runAt: payUntil, payload: { rechargeId: id } })
  return ok({ number })
}

/** Links an unpaid recharge to an order of the account; does nothing for any other recharge or order. */
export const rechargeForOrder = async (userId: string, number: string, order: string): Promise<void> => {
  const found = await db.order.findFirst({ where: { userId, number: order }, select: { id: true } })
  if (found === null) return
  await db.recharge.updateMany({ where: { number, openKey: userId }, data: { orderId: found.id } })
}

/**
 * Creates a recharge and starts its payment. MC1000 the wallet is not opened; MC1013 it is closed; OP1001 the wallet
 * can't be recharged by this method; OP10012 the amount is outside the method's range (data.least, data.most) or has
 * more than two decimals; OP10013 an unpaid recharge exists (data.rechargeNumber); OP10015 its payment is on its way;
 * MC1010 more than can be recharged in 24 hours (data.left); R1000 the account has no such order; I1009. The same
 * `batch` returns the same recharge.
 */
export const createRecharge = async (input: RechargeInput): Promise<Result<PlacedRecharge>> => {
  const { userId, amount, method, order = null, batch, visit = null } = input
  const asked = { amount, method, order }
  const done = await once<Kept, Failure>(
    { owner: userId, purpose: 'recharge.create', key: batch, asked, livesMs: moneyKeyLivesMs },
    async (commit) => {
      const allowed = await consume('recharge-create', userId)
      if (!allowed.ok) return tooMany(allowed)
      const unfit = await checkRecharge(userId, method, amount)
      if (unfit !== null) return unfit
      return commit((tx) => place(tx, input))
    },
  ).catch((error: unknown): Failure => {
    if (isStorageFull(error)) throw error
    // Two processes created one at once: the other one is kept.
    if (isUniqueViolation(error)) return fail('OP10013', { data: { context: 'recharge' } })
    log.error({ error }, 'a recharge could not be made')
    return fail('P1000', { data: { context: 'recharge' } })
  })
  if (!done.ok) return done
  const { number } = done.value
  const asking = { userId, number, method, batch }
  const problem = await beginOnce({ kind: 'recharge', ...asking }, () => beginRecharge({ ...asking, visit }))
  return ok({ number, problem })
}
