/**
 * Creates an order in one transaction: copies names and prices, reserves the box's services against a second unpaid
 * order, and holds points and Mango. If nothing is left to pay, the order is completed at once.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { moneyKeyLivesMs, once } from '~/platform/idempotency.server'
import { consume } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import { makeId, makeCode } from '~/platform/random.server'
import { isStorageFull } from '~/platform/storage'
import { checkRegion, quote, type Quote } from '~/modules/catalogue/catalogue.server'
import { findBox } from '~/modules/device/device.server'
import { walletOf } from '~/modules/ledger/ledger.server'
import { findWalletBlocker } from '~/modules/wallet/wallet.server'
import { printAmount, readAmount, scales } from '~/text/amount'
import { mangoShare } from '~/text/cents'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { closeUnbound, endOrderWindow } from './end.server'
import { fulfilOrder } from './fulfil.server'
import { holdPart } from './part.server'
import { beginPayment, checkMethod, validateMethod } from './payment-side.server'
import { checkAdvanceLimit, runsForNothing } from './sale-limits.server'
import { otherSum, lockOrder, orderChanged, orderInclude } from './store.server'
import { holdGraceMs, methodIds, pointWorth, undecidedMethod, usdOfMango } from './types'
import type { OrderStatus } from './view'

/** No letters or digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8

/** A number that no order has: the UTC date and eight letters and digits. */
const makeOrderNumber = async (tx: Transaction): Promise<string> => {
  const day = now().toISOString().slice(0, 10).replaceAll('-', '')
  for (;;) {
    const number = `${day}-${makeCode(length, alphabet)}`
    if ((await tx.order.count({ where: { number } })) === 0) return number
  }
}

/** Maximum plans per order: a box has few services that end together. */
export const maxPlans = 10

export type OrderInput = {
  userId: string
  sn: string
  /** `price`: the plan's price on the page, in USD. */
  plans: readonly { plan: string; price: string }[]
  /** The method id for the rest; null to choose it later. */
  method: number | null
  /** Use Mango first, as much as there is. */
  useMango: boolean
  /** How many points to use; points beyond the price are not used. */
  points: bigint
  /** The amounts that the page showed: if they are wrong, nothing is ordered. API calls omit it. */
  shown?: ShownSum
  batch?: string | undefined
}
/** Points are whole; Mango and the rest are in 1/10000. Null if the form shows no sum. */
export type ShownSum = { points: bigint; mango: bigint; toPay: bigint | null }
/** `problem`: why the payment could not start; the order is kept, and its page offers another try. */
export type PlacedOrder = {
  number: string
  status: OrderStatus
  rest: string
  problem: Failure | null
  /** False if the same `batch` ordered it before. */
  isNew: boolean
}

type Kept = { number: string; rest: string; status: number }

/** The price shown must still be current; otherwise the failure contains the new prices and nothing is done. */
const checkPrices = async (
  tx: Transaction,
  plans: OrderInput['plans'],
  at: Date,
): Promise<Result<readonly Quote[]>> => {
  const quotes: Quote[] = []
  const changed: { plan: string; price: string }[] = []
  for (const { plan, price } of plans) {
    const present = await quote(plan, at, tx)
    if (present === null) return fail('R2001', { field: 'plan', data: { context: 'gone', plan } })
    const shown = readAmount(price, { scale: scales.USD, zero: 'allowed' })
    if (!shown.ok) return fail('A0422', { field: 'price', data: { reason: shown.problem } })
    if (shown.value !== present.payPrice) changed.push({ plan, price: printAmount(present.payPrice, { scale: 4 }) })
    quotes.push(present)
  }
  if (changed.length > 0) return fail('A0409', { field: 'price', data: { context: 'price', prices: changed } })
  if (new Set(quotes.map(({ productId }) => productId)).size < quotes.length)
    return fail('R2001', { field: 'plan', data: { context: 'twice' } })
  return ok(quotes)
}

type Shares = { points: bigint; mango: bigint; rest: bigint }
/** Splits the price. R1002 if the account has less than asked for; MC1013 if the wallet is frozen. */
const splitPrice = async (tx: Transaction, input: OrderInput, price: bigint): Promise<Result<Shares>> => {
  const has = await walletOf(input.userId, tx)
  const short = (context: 'points' | 'mango', available: bigint, scale: number): Failure =>
    fail('R1002', {
      field: context === 'points' ? 'points' : 'method',
      data: { context, available: printAmount(available < 0n ? 0n : available, { scale }) },
    })
  if (input.points > has.points.available) return short('points', has.points.available, 0)
  const most = price / pointWorth
  const points = input.points < most ? input.points : most
  let rest = price - points * pointWorth
  const available = has.mango.available > 0n ? has.mango.available : 0n
  const wanted = input.useMango || input.method === methodIds.mango
  const mango = wanted ? mangoShare(rest, available) : 0n
  const frozen = mango > 0n ? await findWalletBlocker(input.userId, tx) : null
  if (frozen !== null) return { ...frozen, field: 'method' }
  rest -= usdOfMango(mango)
  if (input.method === methodIds.mango && rest > 0n) return short('mango', available, 4)
  return ok({ points, mango, rest })
}

/** Checks that the page showed the right amounts. If Mango is the method, it pays the whole rest shown. */
const checkShown = ({ shown, method, useMango }: OrderInput, { points, mango, rest }: Shares): Failure | null => {
  if (shown === undefined) return null
  const paysAll = method === methodIds.mango && !useMango
  const part = paysAll ? 0n : mango
  const toPay = paysAll ? usdOfMango(mango) + rest : rest
  if (shown.points === points && shown.mango === part && shown.toPay === toPay) return null
  return otherSum(toPay)
}

const sum = (quotes: readonly Quote[], of: (quote: Quote) => bigint): bigint =>
  quotes.reduce((all, one) => all + of(one), 0n)

/** `renews`: an automatic renewal that the owner agreed to before. */
type Placing = { boxName: string; renews?: true }
/** Every refusal happens before anything is written. */
const place = async (
  tx: Transaction,
  input: OrderInput,
  { boxName, renews }: Placing,
): Promise<{ ok: true; value: Kept & { id: string } } | Failure> => {
  const at = now()
  const { userId, sn } = input
  const judged = await checkPrices(tx, input.plans, at)
  if (!judged.ok) return judged
  const quotes = judged.value
  const services = [...new Set(quotes.flatMap((one) => one.services))]
  const allowed = await checkRegion(userId, services, tx)
  if (!allowed.ok) return allowed
  // Skipped for renewals, which come shortly before the end.
  for (const { payPrice, planId } of renews === undefined ? quotes : [])
    if (payPrice === 0n && (await runsForNothing(tx, sn, planId, at)))
      return fail('R2001', { field: 'plan', data: { context: 'free', plan: planId } })
  const tooFar = renews === undefined ? await checkAdvanceLimit(sn, quotes, at, tx) : null
  if (tooFar !== null) return tooFar
  const standing = await tx.openOrderService.findMany({
    where: { sn, service: { in: services } },
    include: { order: { select: { number: true, userId: true } } },
  })
  const own = standing.find(({ order }) => order.userId === userId)
  if (own !== undefined) return fail('OP10013', { data: { orderNumber: own.order.number } })
  const payPrice = sum(quotes, (one) => one.payPrice)
  const shares = await splitPrice(tx, input, payPrice)
  if (!shares.ok) return shares
  const { points, mango, rest } = shares.value
  const untrue = checkShown(input, shares.value)
  if (untrue !== null) return untrue
  const unfit = rest > 0n && input.method !== null ? validateMethod({ method: input.method, rest }) : null
  if (unfit !== null) return unfit
  // A former owner's pending payment can't give this box anything any more.
  for (const orderId of new Set(standing.map((one) => one.orderId)))
    await closeUnbound(tx, await lockOrder(tx, orderId))
  const id = makeId()
  const number = await makeOrderNumber(tx)
  const payUntil = new Date(at.getTime() + env.orderWindowMs)
  const hasActivity = quotes.some((one) => one.activityPrice !== null)
  await tx.order.create({
    data: {
      id,
      number,
      userId,
      sn,
      boxName,
      originalPrice: sum(quotes, (one) => one.originalPrice),
      activityPrice: hasActivity ? payPrice : null,
      payPrice,
      createdAt: at,
      updatedAt: at,
      payUntil,
    },
  })
  for (const one of quotes)
    await tx.orderLine.create({
      data: {
        id: makeId(),
        orderId: id,
        productId: one.productId,
        planId: one.planId,
        productNames: JSON.stringify(one.names),
        services: one.services.join(),
        months: one.months,
        originalPrice: one.originalPrice,
        activityPrice: one.activityPrice,
        payPrice: one.payPrice,
      },
    })
  await tx.openOrderService.createMany({ data: services.map((service) => ({ sn, service, orderId: id })) })
  const endsAt = new Date(payUntil.getTime() + holdGraceMs)
  const parts = [
    { method: methodIds.points, units: points, amount: points * pointWorth },
    { method: methodIds.mango, units: mango, amount: usdOfMango(mango) },
  ].filter(({ units }) => units > 0n)
  for (const part of parts)
    if (!(await holdPart(tx, { id, userId }, part, endsAt))) throw new Error('a part is more than its account has')
  if (rest > 0n)
    await tx.paymentPart.create({
      data: {
        id: makeId(),
        orderId: id,
        method: input.method ?? undecidedMethod,
        currency: 'USD',
        amount: rest,
        units: rest,
        createdAt: at,
        updatedAt: at,
      },
    })
  const printed = printAmount(rest, { scale: 4 })
  orderChanged.notifyAfter(tx, { orderId: id, userId })
  if (rest > 0n) {
    await endOrderWindow.enqueue(tx, { key: id, runAt: payUntil, payload: { orderId: id } })
    return ok({ id, number, rest: printed, status: 0 })
  }
  const order = await tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude })
  const actor = renews === undefined ? userId : 'renewal'
  await fulfilOrder(tx, order, { event: 'paid', collected: [], actor, ...(renews && { renews }) })
  return ok({ id, number, rest: printed, status: order.status })
}

/**
 * Orders one plan for a box and pays it entirely with Mango inside the caller's transaction. A refusal writes nothing,
 * so the caller can continue: R2001, A0409, OP10013, R1002, A0451 as in `createOrder`.
 */
export const renewWithMango = async (
  tx: Transaction,
  asked: { userId: string; sn: string; boxName: string; plan: string; price: string },
): Promise<Result<{ orderId: string; number: string }>> => {
  const { userId, sn, boxName, plan, price } = asked
  const input = { userId, sn, plans: [{ plan, price }], method: methodIds.mango, useMango: true, points: 0n }
  const placed = await place(tx, input, { boxName, renews: true })
  return placed.ok ? ok({ orderId: placed.value.id, number: placed.value.number }) : placed
}

type Beginning = {
  kind: 'order' | 'recharge'
  userId: string
  number: string
  method: number
  batch?: string | undefined
}
/**
 * Starts the payment of a new order or recharge once per batch, and returns the problem instead of failing: the order
 * or recharge is kept, and its page shows the problem. The problem is stored, so that a repeated request gets the same
 * answer. A second click waits for the first.
 */
export const beginOnce = async (
  { kind, userId, number, method, batch }: Beginning,
  begin: () => Promise<Result<unknown>>,
): Promise<Failure | null> => {
  const failed = (error: unknown, what: string): Failure => {
    log.error({ error, [kind]: number }, what)
    return fail('P1001')
  }
  const named = { owner: userId, purpose: `${kind}.begin.${number}`, key: batch, asked: { method } }
  const done = await once<{ problem: string | null }, Failure>(named, async (commit) => {
    const begun = await begin().catch((error: unknown) =>
      failed(error, `the payment of a new ${kind} could not be begun`),
    )
    const kept = { problem: begun.ok ? null : JSON.stringify(begun) }
    return commit((): Promise<Result<typeof kept>> => Promise.resolve(ok(kept)))
  }).catch((error: unknown) => failed(error, 'what became of a payment’s beginning could not be kept'))
  if (!done.ok) return done
  return done.value.problem === null ? null : (JSON.parse(done.value.problem) as Failure)
}

/**
 * Creates an order for one box of the account, and starts its payment if a method was chosen. I1402 not the account's
 * box; R2001 a plan is not sold (data.context: gone), a product appears twice (twice), or a free plan is already
 * running (free); A0409 a price has changed (data.prices: the new ones; nothing was done, and the same order with them
 * is one press away) or the sum shown is wrong (data.context: sum, data.toPay); OP10013 an unpaid order for the box and
 * service exists (data.orderNumber); R1002 too few points or Mango (data.context); P1001 the method is not offered
 * here, or the amount is below its minimum (data.minimum); A0451 the region; M4203 beyond the limit of what is sold
 * ahead (data.until); I1009. The same `batch` returns the same order.
 */
export const createOrder = async (input: OrderInput): Promise<Result<PlacedOrder>> => {
  const { userId, sn, plans, method, useMango, points, batch } = input
  if (plans.length === 0 || plans.length > maxPlans) return fail('R2001', { field: 'plan' })
  if (points < 0n) return fail('A0422', { field: 'points' })
  // Points pay a share of the price; as the method for the rest they would leave nothing to pay.
  if (method === methodIds.points) return fail('A0422', { field: 'method' })
  const asked = { sn, plans: plans.map(({ plan, price }) => ({ plan, price })), method, useMango, points }
  const done = await once<Kept, Failure>(
    { owner: userId, purpose: 'order.create', key: batch, asked, livesMs: moneyKeyLivesMs },
    async (commit) => {
      const allowed = await consume('order-create', userId)
      if (!allowed.ok) return tooMany(allowed)
      const box = await findBox(userId, sn)
      if (box === null) return fail('I1402', { field: 'sn' })
      const used = [
        ...(method === null ? [] : [method]),
        ...(useMango ? [methodIds.mango] : []),
        ...(points > 0n ? [methodIds.points] : []),
      ]
      for (const one of new Set(used)) {
        const notHere = await checkMethod({ userId, method: one })
        if (notHere !== null) return notHere
      }
      return commit(async (tx) => {
        // It may have left the account since.
        if ((await tx.device.count({ where: { sn, userId } })) === 0) return fail('I1402', { field: 'sn' })
        const placed = await place(tx, input, { boxName: box.nickname ?? box.model })
        if (!placed.ok) return placed
        const { number, rest, status } = placed.value
        return ok({ number, rest, status })
      })
    },
  ).catch((error: unknown): Failure => {
    if (isStorageFull(error)) throw error
    log.error({ error }, 'an order could not be made')
    return fail('P1000')
  })
  if (!done.ok) return done
  const { number, rest, status } = done.value
  const mustBegin = status === 0 && method !== null && method !== methodIds.mango
  const problem = mustBegin
    ? await beginOnce({ kind: 'order', userId, number, method, batch }, () =>
        beginPayment({ userId, number, method, batch }),
      )
    : null
  return ok({ number, status: status as OrderStatus, rest, problem, isNew: done.isNew })
}
