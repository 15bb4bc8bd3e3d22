/**
 * Starts a payment. The attempt's row is stored before the provider is called, so anything the provider creates can be
 * found again. Each method has at most one open attempt; an older one is closed at the provider first. A new attempt
 * asks only for the unpaid rest.
 */
import { now, nowMs, secondMs } from '~/platform/clock.server'
import { db, isUniqueViolation, type Transaction } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { consume } from '~/platform/limits.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import type { Visit } from '~/platform/visit'
import { requirePass } from '~/modules/captcha/captcha.server'
import { balanceOf, points, wallet } from '~/modules/ledger/ledger.server'
import { findMissingPart, holdPart, lockOrder, orderInclude, otherSum, usd } from '~/modules/order/order.server'
import { holdGraceMs, methodIds } from '~/modules/order/types'
import { checkRecharge } from '~/modules/recharge/recharge.server'
import { findWalletBlocker } from '~/modules/wallet/wallet.server'
import { printAmount, scales } from '~/text/amount'
import { chargeOf } from '~/text/cents'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { askAttempt, makeCardSession, makeCoinPayment, takeSession } from './ask.server'
import { closeAttempt } from './close.server'
import { coinOfMethod } from './coins'
import { applyReport, reportOfCoin, moveByPortal } from './report.server'
import { cardMethods, isMethodOpen, checkAmount, minimumOf, providerOfMethod } from './method.server'
import { isLive } from './payment.states'
import { orderTarget, payWithWaiting } from './order-target.server'
import { rechargeTarget } from './recharge-target.server'
import type { AttemptRow } from './rows'
import { isSlow, waitingOf, watchedMs } from './store.server'
import { attemptsOf, openKeyOf, refOf, type Target, type TargetRef } from './target'
import { lockTarget, readTarget } from './target.server'

export type BegunPayment = {
  /** Null if Mango paid the rest at once. */
  attemptId: string | null
  /** Where a card payer is sent. */
  url: string | null
  /** The provider has not answered yet: the page polls again. */
  isPending: boolean
}

/** Delay of the first poll after a payment was started. */
const firstPollMs = 20 * secondMs

/** The amount that the page showed: null if its form had no sum, undefined if no page was shown. */
type Shown = bigint | null | undefined
const checkShown = (shown: Shown, rest: bigint): Failure | null =>
  shown === undefined || shown === rest ? null : otherSum(rest)

/** Returns why the owner can't pay the target now, or the unpaid rest. */
const checkPayable = async (tx: Transaction, target: Target, shown: Shown): Promise<Result<{ rest: bigint }>> => {
  const refused = target.judge()
  if (refused !== null) return refused
  const judged = await target.checkPayer(tx)
  if (!judged.ok) return judged
  const rest = await target.rest(tx)
  return rest === 0n ? fail('R1001') : (checkShown(shown, rest) ?? ok({ rest }))
}

/** Pays the rest from the wallet; together with waiting deposits, that completes the order. */
const payByMango = (userId: string, orderId: string, shown: Shown): Promise<Result<BegunPayment>> =>
  transact(async (tx): Promise<Result<BegunPayment>> => {
    const order = await lockOrder(tx, orderId)
    const payable = await checkPayable(tx, orderTarget(order), shown)
    if (!payable.ok) return payable
    const { rest } = payable.value
    const frozen = await findWalletBlocker(userId, tx)
    if (frozen !== null) return { ...frozen, field: 'method' }
    const { available } = await balanceOf(wallet(userId), tx)
    const short = (context: 'mango' | 'points', has: bigint, scale: number): Failure =>
      fail('R1002', { field: 'method', data: { context, available: printAmount(has < 0n ? 0n : has, { scale }) } })
    const part = { method: methodIds.mango, units: rest, amount: rest }
    const isHeld = await holdPart(tx, order, part, new Date(order.payUntil.getTime() + holdGraceMs))
    if (!isHeld) return short('mango', available, scales.MANGO)
    await tx.paymentPart.deleteMany({ where: { orderId, state: 'planned', holdId: null } })
    const whole = await lockOrder(tx, orderId)
    // A payment may have been on its way for longer than the order's own parts were held.
    const missing = await findMissingPart(tx, whole)
    if (missing !== null)
      return missing.method === methodIds.points
        ? short('points', (await balanceOf(points(userId), tx)).available, scales.POINTS)
        : short('mango', available, scales.MANGO)
    await payWithWaiting(tx, whole)
    return ok({ attemptId: null, url: null, isPending: false })
  })

/** Stores the attempt. OP10015 if an attempt by this method is already open. */
const storeAttempt = async (
  userId: string,
  ref: TargetRef,
  { method, shown }: ChosenPayment,
): Promise<Result<{ attempt: AttemptRow; number: string }>> =>
  transact(async (tx): Promise<Result<{ attempt: AttemptRow; number: string }>> => {
    const target = await lockTarget(tx, ref)
    const payable = await checkPayable(tx, target, shown)
    if (!payable.ok) return payable
    const { rest } = payable.value
    const at = now()
    const coin = coinOfMethod(method)
    const before =
      coin === null || (await waitingOf(tx, ref)).length === 0
        ? null
        : await tx.paymentAttempt.findFirst({
            where: { ...attemptsOf(ref), method, purchaseId: { not: null } },
            orderBy: { createdAt: 'asc' },
          })
    const openKey = openKeyOf(ref, method)
    if ((await tx.paymentAttempt.count({ where: { openKey } })) > 0) return fail('OP10015')
    await target.noteBegun(tx, method)
    const attempt = await tx.paymentAttempt.create({
      data: {
        id: makeId(),
        target: ref.kind,
        ...attemptsOf(ref),
        userId,
        method,
        provider: providerOfMethod(method) ?? '',
        openKey,
        // If rounding makes a card pay too much, the surplus is credited.
        amount: chargeOf(coin === null, rest),
        coin,
        purchaseId: before?.purchaseId ?? null,
        nextPollAt: new Date(at.getTime() + firstPollMs),
        pollUntil: new Date(at.getTime() + watchedMs),
        createdAt: at,
        updatedAt: at,
      },
    })
    return ok({ attempt, number: target.number })
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) return fail('OP10015')
    throw error
  })

/** Asks the provider to create the payment of a stored attempt. */
const makeAtProvider = async (attempt: AttemptRow, number: string): Promise<Result<BegunPayment>> => {
  const pending = ok({ attemptId: attempt.id, url: null, isPending: true })
  const refused = async (code: string | null): Promise<Failure> => {
    await moveByPortal(attempt.id, 'cancelled')
    return fail('P1001', { data: { context: 'provider', reason: code } })
  }
  if (attempt.provider === 'nowpayments') {
    const made = await makeCoinPayment(attempt, number)
    if (made === null) return refused(null)
    if (!made.ok) return made.fault.mayHaveHappened ? pending : refused(made.fault.code)
    const fact = reportOfCoin(made.value, { providerId: null, amount: attempt.amount })
    await applyReport(attempt.id, { ...fact, isChild: false })
  } else {
    const made = await makeCardSession(attempt, number)
    if (made === null) return refused(null)
    if (!made.ok) return made.fault.mayHaveHappened ? pending : refused(made.fault.code)
    if ((await takeSession(attempt, made.value)) !== 'told') return fail('P1001', { data: { context: 'provider' } })
  }
  const { url } = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id } })
  return ok({ attemptId: attempt.id, url, isPending: false })
}

/** If the target was paid or ended while the provider created this payment, close it like the others. */
const pollAgain = async (attempt: AttemptRow): Promise<Failure | null> => {
  const target = await readTarget(refOf(attempt))
  if (target.isOpen()) return null
  await closeAttempt(attempt.id, 'cancelled')
  return target.judge()
}

/** Reuses an open attempt of this method if it still fits; otherwise closes it first. */
const reuse = async (ref: TargetRef, method: number, rest: bigint): Promise<Result<BegunPayment | null>> => {
  const open = await db.paymentAttempt.findUnique({ where: { openKey: openKeyOf(ref, method) } })
  if (open === null) return ok(null)
  const amount = chargeOf(coinOfMethod(method) === null, rest)
  const isValid = open.validUntil === null || open.validUntil.getTime() > nowMs()
  if (open.state === 'creating') {
    const asked = await askAttempt(open.id)
    // The provider still doesn't list the payment: start another attempt, and keep watching the first for late money.
    if (asked === 'unlisted' && isSlow(open)) await moveByPortal(open.id, 'expired')
    const after = await db.paymentAttempt.findUniqueOrThrow({ where: { id: open.id } })
    if (isLive(after.state)) return ok({ attemptId: open.id, url: after.url, isPending: after.providerId === null })
    return ok(null)
  }
  if (open.state === 'open' && open.amount === amount && isValid && open.label === 'waiting') {
    // The customer may have looked at another method since.
    await db.paymentAttempt.updateMany({ where: { id: open.id }, data: { chosenAt: now() } })
    return ok({ attemptId: open.id, url: open.url, isPending: false })
  }
  const closed = await closeAttempt(open.id, 'window-over')
  return closed === 'closed' ? ok(null) : fail('P1001', { data: { context: 'open' } })
}

export type ChosenPayment = {
  method: number
  /** The rest that the page shows, in 1/10000 USD. A0409 (sum) if a different rest is left. */
  shown?: Shown
  batch?: string | undefined
  /** Used to demand a captcha after several card attempts; null if the caller can't be shown one. */
  visit?: Visit | null
}

/** Starts collecting the rest of an order or a recharge through a provider, once per `batch`. */
export const beginAtProvider = async (
  target: Target,
  { method, shown, batch, visit = null }: ChosenPayment,
): Promise<Result<BegunPayment>> => {
  const { ref, userId, number } = target
  const named = { owner: userId, purpose: `payment.begin.${ref.id}`, key: batch, asked: { method } }
  const done = await once<{ attemptId: string }, Failure>(named, async (commit) => {
    const allowed = await consume('payment-begin', userId)
    if (!allowed.ok) return tooMany(allowed)
    const rest = await target.rest(db)
    const untrue = checkShown(shown, rest)
    if (untrue !== null) return untrue
    const coin = coinOfMethod(method)
    if (coin !== null) await minimumOf(coin)
    const unfit = checkAmount({ method, rest })
    if (unfit !== null) return unfit
    const again = await reuse(ref, method, rest)
    if (!again.ok) return again
    if (again.value?.attemptId != null) {
      const { attemptId } = again.value
      return commit((): Promise<Result<{ attemptId: string }>> => Promise.resolve(ok({ attemptId })))
    }
    if (cardMethods[method] !== undefined) {
      const card = await consume('card-attempt', userId)
      if (!card.ok) {
        if (visit === null) return tooMany(card)
        const passed = await requirePass({ visit, purpose: 'pay', risky: true })
        if (!passed.ok) return passed
      }
    }
    const stored = await storeAttempt(userId, ref, { method, shown })
    if (!stored.ok) return stored
    const { attempt } = stored.value
    const made = await makeAtProvider(attempt, number)
    if (!made.ok) return made
    const late = await pollAgain(attempt)
    if (late !== null) return late
    return commit((): Promise<Result<{ attemptId: string }>> => Promise.resolve(ok({ attemptId: attempt.id })))
  })
  if (!done.ok) return done
  const attempt = await db.paymentAttempt.findUniqueOrThrow({ where: { id: done.value.attemptId } })
  return ok({ attemptId: attempt.id, url: attempt.url, isPending: attempt.providerId === null })
}

/** The unpaid rest of the account's order, in USD; null if the account has no such order. */
export const restOfOrder = async (userId: string, number: string): Promise<string | null> => {
  const found = await db.order.findFirst({ where: { userId, number }, include: orderInclude })
  return found === null ? null : usd(await orderTarget(found).rest(db))
}

/**
 * Starts paying the rest of an order by a method. R1000 no such order; R1001 already paid; OP10014 can't be paid any
 * more; OP10015 a payment is on its way; P1001 the method is not offered here, the rest is below the method's minimum
 * (data.minimum), or the provider refuses (data.context says which); R1002 too little Mango; A0409 a different rest
 * than was shown (data.context: sum, data.toPay; nothing was taken); A0451 the region; B0005 after several cards;
 * I1009.
 */
export const choosePayment = async (
  userId: string,
  number: string,
  chosen: ChosenPayment,
): Promise<Result<BegunPayment>> => {
  const found = await db.order.findFirst({
    where: { userId, number },
    include: { ...orderInclude, user: { select: { country: true } } },
  })
  if (found === null) return fail('R1000')
  const target = orderTarget(found)
  const refused = target.judge()
  if (refused !== null) return refused
  const { method } = chosen
  const isOff = fail('P1001', { field: 'method', data: { context: 'method' } })
  if (method === methodIds.points || !(await isMethodOpen(method, found.user.country))) return isOff
  return method === methodIds.mango ? payByMango(userId, found.id, chosen.shown) : beginAtProvider(target, chosen)
}

/**
 * Starts paying a recharge by a method, which may differ from the one it was made with. R1000 no such recharge; R1001
 * already paid; OP10014 can't be paid any more; OP10015 a payment is on its way; OP1001 the wallet can't be recharged
 * by this method; OP10012 the method does not take this amount (data.least, data.most); MC1000, MC1013 the wallet;
 * P1001 the provider refuses (data.context); A0409 a different rest than was shown (data.context: sum, data.toPay);
 * B0005 after several cards; I1009.
 */
export const chooseRechargePayment = async (
  userId: string,
  number: string,
  chosen: ChosenPayment,
): Promise<Result<BegunPayment>> => {
  const found = await db.recharge.findFirst({ where: { userId, number } })
  if (found === null) return fail('R1000', { data: { context: 'recharge' } })
  const target = rechargeTarget(found)
  const refused = target.judge()
  if (refused !== null) return refused
  const unfit = await checkRecharge(userId, chosen.method, found.amount)
  return unfit ?? beginAtProvider(target, chosen)
}
