/** What the payment page shows of an order and offers now, and the acts on it that ask the provider. */
import { now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { consume } from '~/platform/limits.server'
import { isOpen, orderDetails, orderStatuses, statusOf, usd, type OrderRow } from '~/modules/order/order.server'
import { methodIds } from '~/modules/order/types'
import type { PaymentLabel, PaymentPage } from '~/modules/order/view'
import { compareDecimals, subtractDecimals } from '~/text/decimal'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { askAttempt } from './ask.server'
import { coinFacts, coinOfMethod } from './coins'
import { minimumOf, paymentMethods } from './method.server'
import { orderTarget } from './order-target.server'
import { makePaymentUri } from './payment-uri'
import { isLive } from './payment.states'
import { isSlow, onItsWayLabels, type AttemptRow } from './store.server'

type ShownAttempt = NonNullable<PaymentPage['attempt']>

const missingOf = ({ payAmount, actuallyPaid }: AttemptRow): string | null => {
  if (payAmount === null || actuallyPaid === null) return null
  const missing = subtractDecimals(payAmount, actuallyPaid)
  return compareDecimals(missing, '0') > 0 ? missing : null
}

/** Until when it can be paid. What has expired did so with the order's window, if the provider says no earlier time. */
const endOf = ({ label, validUntil }: AttemptRow, { payUntil }: OrderRow): string | null => {
  const end = label === 'expired' && (validUntil === null || payUntil < validUntil) ? payUntil : validUntil
  return end === null ? null : end.toISOString()
}

const showAttempt = (attempt: AttemptRow, order: OrderRow): ShownAttempt | null => {
  const { id, method, label, url } = attempt
  const isSeen = onItsWayLabels.includes(label)
  const common = {
    id,
    method,
    label: label as PaymentLabel,
    validUntil: isSeen ? null : endOf(attempt, order),
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
    // What was short is not missing any more once something else has paid it.
    missing: came && isOpen(order) ? missingOf(attempt) : null,
    uri,
  }
}

const chosenMs = ({ chosenAt, createdAt }: AttemptRow): number => (chosenAt ?? createdAt).getTime()
/**
 * The attempt that a payer looks at: one on its way, else the one that was chosen last of those that can be paid, else
 * the newest that paid its order, else the newest. `attempts`: the newest first.
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

const stepOf = (order: OrderRow, attempt: AttemptRow | null): PaymentPage['step'] => {
  const status = statusOf(order)
  if (status === orderStatuses.completed) return 'finished'
  if (status === orderStatuses.confirming) return 'confirming'
  if (!isOpen(order)) return 'ended'
  return attempt !== null && isLive(attempt.state) ? 'waiting' : 'ordered'
}

/**
 * The payment page of an order of the account. R1000. It asks no provider about the payment: `checkNow` and the
 * portal's own polls do. A coin's least amount, for the rest of a partly paid order, is asked once in ten minutes for
 * all.
 * `attemptId`: the attempt that was just begun or chosen, which is shown then.
 */
export const paymentPage = async (
  userId: string,
  number: string,
  language: string,
  { attemptId = null }: { attemptId?: string | null } = {},
): Promise<Result<PaymentPage>> => {
  const details = await orderDetails(userId, number, language)
  if (!details.ok) return details
  const found = await db.order.findFirst({
    where: { userId, number },
    include: {
      lines: true,
      parts: true,
      open: true,
      attempts: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] },
      user: { select: { country: true } },
    },
  })
  if (found === null) return fail('R1000')
  const attempt = found.attempts.find(({ id }) => id === attemptId) ?? chooseAttempt(found.attempts)
  const rest = isOpen(found) ? await orderTarget(found).rest(db) : 0n
  const step = stepOf(found, attempt)
  const status = statusOf(found)
  const isPayable = isOpen(found) && status !== orderStatuses.confirming && found.payUntil.getTime() > nowMs()
  const coin = attempt === null ? null : coinOfMethod(attempt.method)
  const isPartial = status === orderStatuses.partial
  const minimum = isPartial && coin !== null ? await minimumOf(coin) : null
  const methods = isPayable ? await paymentMethods(userId, { country: found.user.country }) : []
  return ok({
    order: details.value,
    step,
    attempt: attempt === null ? null : showAttempt(attempt, found),
    isSlow: attempt !== null && isSlow(attempt),
    rest: usd(rest),
    now: now().toISOString(),
    may: {
      topUp: isPayable && isPartial && coin !== null && minimum !== null && rest >= minimum,
      creditWhatCame: isPartial && isOpen(found),
      payAnotherWay: isPayable,
      cancel: details.value.acts.includes('cancel'),
      checkNow: attempt !== null && (step === 'waiting' || step === 'confirming' || isPartial),
    },
    methods: methods.filter(({ method }) => method !== methodIds.points),
  })
}

/** Asks the providers about an order's payments now. R1000; P1004 where one did not answer; I1009. */
export const checkNow = async (userId: string, number: string): Promise<Result<{ number: string }>> => {
  const order = await db.order.findFirst({
    where: { userId, number },
    include: { attempts: { orderBy: { createdAt: 'desc' } } },
  })
  if (order === null) return fail('R1000')
  const allowed = await consume('payment-check', userId)
  if (!allowed.ok) return tooMany(allowed)
  // Each that can be paid, and of the others the newest.
  const asked = order.attempts.filter(({ state }, index) => index < 5 || isLive(state))
  for (const { id } of asked) if ((await askAttempt(id)) === 'silent') return fail('P1004')
  return ok({ number })
}

/**
 * Somebody comes back from a card's page: the provider is asked, and its session must be one of this order. The address
 * that they came by proves nothing. R1000; R2001 another order's session; P1004; I1009.
 */
export const returnFromProvider = async (
  userId: string,
  number: string,
  session: string,
): Promise<Result<{ number: string }>> => {
  const order = await db.order.findFirst({ where: { userId, number }, include: { attempts: true } })
  if (order === null) return fail('R1000')
  const attempt = order.attempts.find(({ provider, providerId }) => provider === 'stripe' && providerId === session)
  if (attempt === undefined) return fail('R2001', { data: { context: 'session' } })
  // The address can be loaded again and again, and each time costs a call.
  const allowed = await consume('payment-check', userId)
  if (!allowed.ok) return tooMany(allowed)
  const asked = await askAttempt(attempt.id)
  if (asked === 'silent') return fail('P1004')
  return asked === 'strange' ? fail('R2001', { data: { context: 'session' } }) : ok({ number })
}
