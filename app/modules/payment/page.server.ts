/** What the payment page of an order or a recharge shows and offers, and the actions on it that ask the provider. */
import { now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { consume } from '~/platform/limits.server'
import { orderDetails, orderInclude, orderStatuses, statusOf, usd } from '~/modules/order/order.server'
import { methodIds } from '~/modules/order/types'
import type { PaymentLabel, PaymentPage, PaymentState } from '~/modules/order/view'
import { rechargeDetails, rechargeStatuses } from '~/modules/recharge/recharge.server'
import { rechargeRanges } from '~/modules/recharge/types'
import type { RechargePage } from '~/modules/recharge/view'
import { compareDecimals, subtractDecimals } from '~/text/decimal'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { askAttempt } from './ask.server'
import { coinFacts, coinOfMethod } from './coins'
import { minimumOf, paymentMethods } from './method.server'
import { orderTarget } from './order-target.server'
import { makePaymentUri } from './payment-uri'
import { isLive } from './payment.states'
import { rechargeTarget } from './recharge-target.server'
import type { AttemptRow } from './rows'
import { isSlow, onItsWayLabels } from './store.server'
import { attemptsOf, type Target, type TargetRef } from './target'

type ShownAttempt = NonNullable<PaymentState['attempt']>

const missingOf = ({ payAmount, actuallyPaid }: AttemptRow): string | null => {
  if (payAmount === null || actuallyPaid === null) return null
  const missing = subtractDecimals(payAmount, actuallyPaid)
  return compareDecimals(missing, '0') > 0 ? missing : null
}

/** The facts about an order or a recharge that decide how its payment is shown. */
type Shown = {
  target: Target
  payUntil: Date
  country: string | null
  /** The money has arrived and was not returned. */
  isPaid: boolean
  /** A part has arrived and waits for the rest. */
  isPartial: boolean
  mayCancel: boolean
}

/** Until when it can be paid. An expired attempt shows the end of the window, unless the provider's end was earlier. */
const endOf = ({ label, validUntil }: AttemptRow, { payUntil }: Shown): string | null => {
  const end = label === 'expired' && (validUntil === null || payUntil < validUntil) ? payUntil : validUntil
  return end === null ? null : end.toISOString()
}

const showAttempt = (attempt: AttemptRow, shown: Shown): ShownAttempt | null => {
  const { id, method, label, url } = attempt
  const isSeen = onItsWayLabels.includes(label)
  const common = {
    id,
    method,
    label: label as PaymentLabel,
    validUntil: isSeen ? null : endOf(attempt, shown),
  }
  const coin = coinOfMethod(method)
  if (coin === null)
    return { ...common, kind: 'card', url: isLive(attempt.state) ? url : null, amount: usd(attempt.amount) }
  const { payAddress: address, payExtraId: tag, payAmount: amount } = attempt
  if (address === null || amount === null) return null
  const { symbol, network } = coinFacts[coin]
  const uri = makePaymentUri({ coin, address, amount, tag })
  const came = attempt.actuallyPaid !== null && compareDecimals(attempt.actuallyPaid, '0') > 0
  return {
    ...common,
    kind: 'coin',
    symbol,
    network,
    address,
    tag,
    amount,
    received: came ? attempt.actuallyPaid : null,
    // Nothing is missing any more once another payment has covered it.
    missing: came && shown.target.isOpen() ? missingOf(attempt) : null,
    price: usd(attempt.amount),
    rate: attempt.rate,
    uri,
  }
}

const chosenMs = ({ chosenAt, createdAt }: AttemptRow): number => (chosenAt ?? createdAt).getTime()
/**
 * Picks the attempt to show: one on its way, otherwise the payable one chosen last, otherwise the newest that paid,
 * otherwise the newest. `attempts`: newest first.
 */
const chooseAttempt = (attempts: readonly AttemptRow[]): AttemptRow | null => {
  const live = attempts.filter(({ state }) => isLive(state))
  return (
    attempts.find(({ label, state }) => onItsWayLabels.includes(label) && state !== 'paid') ??
    live.sort((a, b) => chosenMs(b) - chosenMs(a))[0] ??
    attempts.find(({ label }) => label === 'finished') ??
    attempts[0] ??
    null
  )
}

const stepOf = ({ target, isPaid }: Shown, attempt: AttemptRow | null): PaymentState['step'] => {
  if (isPaid) return 'finished'
  if (target.isConfirming()) return 'confirming'
  if (!target.isOpen()) return 'ended'
  return attempt !== null && isLive(attempt.state) ? 'waiting' : 'ordered'
}

/** `attemptId`: the attempt that was just started or chosen; it is shown then. */
const stateFor = async (userId: string, shown: Shown, attemptId: string | null): Promise<PaymentState> => {
  const { target, payUntil, country, isPartial, mayCancel } = shown
  const attempts = await db.paymentAttempt.findMany({
    where: attemptsOf(target.ref),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const attempt = attempts.find(({ id }) => id === attemptId) ?? chooseAttempt(attempts)
  const rest = target.isOpen() ? await target.rest(db) : 0n
  const step = stepOf(shown, attempt)
  const isPayable = target.isOpen() && !target.isConfirming() && payUntil.getTime() > nowMs()
  const coin = attempt === null ? null : coinOfMethod(attempt.method)
  const minimum = isPartial && coin !== null ? await minimumOf(coin) : null
  const methods = isPayable ? await paymentMethods(userId, { country }) : []
  return {
    step,
    attempt: attempt === null ? null : showAttempt(attempt, shown),
    isSlow: attempt !== null && isSlow(attempt),
    rest: usd(rest),
    now: now().toISOString(),
    may: {
      topUp: isPayable && isPartial && coin !== null && minimum !== null && rest >= minimum,
      creditWhatCame: isPartial && target.isOpen(),
      payAnotherWay: isPayable,
      cancel: mayCancel,
      checkNow: attempt !== null && (step === 'waiting' || step === 'confirming' || isPartial),
    },
    methods: methods.filter(({ method }) => method !== methodIds.points),
  }
}

type Chosen = { attemptId?: string | null }
const country = { select: { country: true } } as const

/**
 * The payment page of an order of the account. R1000. It never asks the provider about the payment: `checkNow` and the
 * portal's own polls do. A coin's minimum, needed for the rest of a partly paid order, is fetched once in ten minutes
 * for all customers.
 */
export const paymentPage = async (
  userId: string,
  number: string,
  language: string,
  { attemptId = null }: Chosen = {},
): Promise<Result<PaymentPage>> => {
  const details = await orderDetails(userId, number, language)
  if (!details.ok) return details
  const found = await db.order.findFirst({ where: { userId, number }, include: { ...orderInclude, user: country } })
  if (found === null) return fail('R1000')
  const status = statusOf(found)
  const shown: Shown = {
    target: orderTarget(found),
    payUntil: found.payUntil,
    country: found.user.country,
    isPaid: status === orderStatuses.completed,
    isPartial: status === orderStatuses.partial,
    mayCancel: details.value.acts.includes('cancel'),
  }
  return ok({ order: details.value, ...(await stateFor(userId, shown, attemptId)) })
}

/**
 * The payment page of a recharge of the account, like that of an order; it offers the methods that take its amount.
 * R1000.
 */
export const rechargePage = async (
  userId: string,
  number: string,
  { attemptId = null }: Chosen = {},
): Promise<Result<RechargePage>> => {
  const details = await rechargeDetails(userId, number)
  if (!details.ok) return details
  const found = await db.recharge.findFirst({ where: { userId, number }, include: { user: country } })
  if (found === null) return fail('R1000', { data: { context: 'recharge' } })
  const { completed, partial } = rechargeStatuses
  const shown: Shown = {
    target: rechargeTarget(found),
    payUntil: found.payUntil,
    country: found.user.country,
    isPaid: found.status === completed || found.status === partial,
    isPartial: false,
    mayCancel: details.value.acts.includes('cancel'),
  }
  const state = await stateFor(userId, shown, attemptId)
  const takes = ({ kind }: { kind: string }): boolean =>
    (kind === 'card' || kind === 'coin') && found.amount <= rechargeRanges[kind].most
  return ok({ recharge: details.value, ...state, methods: state.methods.filter(takes) })
}

/** Finds an order or a recharge of the account by its number. */
const findOwn = async (userId: string, kind: TargetRef['kind'], number: string): Promise<TargetRef | null> => {
  const where = { userId, number }
  const found =
    kind === 'order'
      ? await db.order.findFirst({ where, select: { id: true } })
      : await db.recharge.findFirst({ where, select: { id: true } })
  return found === null ? null : { kind, id: found.id }
}

const notFound = (kind: TargetRef['kind']): Failure =>
  fail('R1000', kind === 'recharge' ? { data: { context: kind } } : {})

/** Asks the providers about the payments of an order or a recharge now. R1000; P1004 if one did not answer; I1009. */
export const checkNow = async (
  userId: string,
  number: string,
  kind: TargetRef['kind'] = 'order',
): Promise<Result<{ number: string }>> => {
  const ref = await findOwn(userId, kind, number)
  if (ref === null) return notFound(kind)
  const allowed = await consume('payment-check', userId)
  if (!allowed.ok) return tooMany(allowed)
  const attempts = await db.paymentAttempt.findMany({ where: attemptsOf(ref), orderBy: { createdAt: 'desc' } })
  // The payable attempts, and the five newest.
  const asked = attempts.filter(({ state }, index) => index < 5 || isLive(state))
  for (const { id } of asked) if ((await askAttempt(id)) === 'silent') return fail('P1004')
  return ok({ number })
}

/**
 * Handles a customer's return from a card page: asks the provider, and requires that the session belongs to this order
 * or recharge. The URL alone proves nothing. R1000; R2001 the session belongs to another payment; P1004; I1009.
 */
export const returnFromProvider = async (
  userId: string,
  number: string,
  session: string,
  kind: TargetRef['kind'] = 'order',
): Promise<Result<{ number: string }>> => {
  const ref = await findOwn(userId, kind, number)
  if (ref === null) return notFound(kind)
  const attempt = await db.paymentAttempt.findFirst({
    where: { ...attemptsOf(ref), provider: 'stripe', providerId: session },
  })
  if (attempt === null) return fail('R2001', { data: { context: 'session' } })
  // The URL can be reloaded, and each time costs a call.
  const allowed = await consume('payment-check', userId)
  if (!allowed.ok) return tooMany(allowed)
  const asked = await askAttempt(attempt.id)
  if (asked === 'silent') return fail('P1004')
  return asked === 'strange' ? fail('R2001', { data: { context: 'session' } }) : ok({ number })
}
