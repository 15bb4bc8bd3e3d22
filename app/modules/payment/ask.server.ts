/**
 * Asks a provider for the state of a payment and applies the answer. A payment that was being created when the process
 * died is found again: at NOWPayments by the attempt id in its list; at Stripe by the same idempotency key, and later
 * by the attempt id in its list. A session that turns up after its attempt has ended is closed.
 */
import { hourMs, minuteMs, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { printAmount } from '~/text/amount'
import { unitsOfDecimal } from '~/text/decimal'
import { coinOfMethod } from './coins'
import { applyReport, reportOfCard, reportOfCoin, moveByPortal } from './report.server'
import { cardMethods } from './method.server'
import { openNowPayments } from './nowpayments.server'
import type { Asked, CardSession, CoinPayment, ProviderFault } from './provider'
import { callbackPaths } from './provider'
import { isLive } from './payment.states'
import type { AttemptRow } from './rows'
import { callPerson } from './store.server'
import { cameBackParameter } from './came-back'
import { openStripe, type SessionOrder, type Stripe } from './stripe.server'
import { refOf } from './target'
import { readTarget } from './target.server'
import { transact } from '~/platform/transact.server'

/**
 * told: the provider's answer was applied; none: the provider never made the payment, and the attempt is over;
 * unlisted: the provider doesn't list it now but may still do so; silent: the provider did not answer; strange: the
 * answer is about another payment, and an operator has to look.
 */
export type AskOutcome = 'told' | 'none' | 'unlisted' | 'silent' | 'strange'

/** The origin that customers return to and that providers send callbacks to. */
const origin = (): string =>
  env.publicOrigin ??
  env.payments.callbackOrigin ??
  `http://${env.host === '0.0.0.0' ? '127.0.0.1' : env.host}:${env.port}`
const callbackUrl = (provider: 'nowpayments' | 'stripe'): string | null =>
  env.payments.callbackOrigin === null ? null : `${env.payments.callbackOrigin}${callbackPaths[provider]}`

/** Stripe requires at least 30 minutes. The portal closes the page itself when its own payment window ends. */
const sessionLivesMs = 60 * minuteMs
/** Don't create a session later than this: it would expire too soon. */
const sessionMadeWithinMs = 25 * minuteMs
/** If the provider doesn't list a payment within this time, the attempt has failed. It is still watched. */
const listedWithinMs = 10 * minuteMs
/**
 * A payment is created at most this long after the request, allowing for clock differences; later list entries are not
 * searched.
 */
const madeWithinMs = hourMs
/** The time range of the provider's list that contains an attempt's payment. */
const madeBetween = ({ createdAt }: AttemptRow): { since: Date; until: Date } => ({
  since: new Date(createdAt.getTime() - 5 * minuteMs),
  until: new Date(createdAt.getTime() + madeWithinMs),
})

const ageMs = ({ createdAt }: Pick<AttemptRow, 'createdAt'>): number => nowMs() - createdAt.getTime()
/** Whether the provider may have an open session for this attempt whose id the portal never received. */
export const mayHaveUnknownSession = (attempt: Pick<AttemptRow, 'provider' | 'providerId' | 'createdAt'>): boolean =>
  attempt.provider === 'stripe' && attempt.providerId === null && ageMs(attempt) <= sessionLivesMs

const whole = (amount: bigint): string => printAmount(amount, { scale: 4, digits: 2 })

export const makeCoinPayment = async (attempt: AttemptRow, number: string): Promise<Asked<CoinPayment> | null> => {
  const client = openNowPayments()
  const coin = coinOfMethod(attempt.method)
  if (client === null || coin === null) return null
  return client.createPayment({
    reference: attempt.id,
    priceAmount: printAmount(attempt.amount, { scale: 4 }),
    coin,
    description: `${number} ${attempt.userId}`,
    callbackUrl: callbackUrl('nowpayments'),
    purchaseId: attempt.purchaseId,
    fixedRate: true,
  })
}

/** The portal page that a customer returns to after paying. */
const pagesOf = {
  order: (number: string) => `/order/${number}/pay`,
  recharge: (number: string) => `/wallet/recharge/${number}`,
}

const sessionOf = (attempt: AttemptRow, number: string): SessionOrder | null => {
  const shape = cardMethods[attempt.method]
  if (shape === undefined) return null
  const page = `${origin()}${pagesOf[refOf(attempt).kind](number)}`
  return {
    reference: attempt.id,
    amount: whole(attempt.amount),
    shape,
    name: number,
    successUrl: `${page}?session={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${page}?${cameBackParameter}=1`,
    expiresAt: new Date(attempt.createdAt.getTime() + sessionLivesMs),
    // After a database restore, the provider's list still shows which payment this was.
    metadata: { number, customer: attempt.userId },
  }
}
export const makeCardSession = async (attempt: AttemptRow, number: string): Promise<Asked<CardSession> | null> => {
  const client = openStripe()
  const session = sessionOf(attempt, number)
  return client === null || session === null ? null : client.createSession(session)
}

/** Whether a session belongs to this attempt: same reference, amount, currency and live/test mode. */
export const isSessionOf = (attempt: AttemptRow, session: CardSession): boolean =>
  session.reference === attempt.id &&
  (session.currency === null || session.currency === 'usd') &&
  (session.amount === null || unitsOfDecimal(session.amount, 4) === attempt.amount) &&
  session.isLive === (openStripe()?.channel.live ?? false)

const noteFault = (attempt: AttemptRow, { kind, status, code, message }: ProviderFault): void =>
  log.warn(
    { attempt: attempt.id, provider: attempt.provider, kind, status, code, message },
    'a provider gave no answer',
  )

const strange = async (attempt: AttemptRow, reason: string): Promise<AskOutcome> => {
  await transact(async (tx) => {
    await callPerson(tx, await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id } }), reason)
  })
  return 'strange'
}

/** Finds a payment that was created although its answer never arrived, even if its attempt has already ended. */
const adopt = async (attempt: AttemptRow): Promise<AskOutcome> => {
  const client = openNowPayments()
  if (client === null) return 'silent'
  let mayBeUnread = false
  for (let page = 0; ; page++) {
    const answer = await client.listPayments({ ...madeBetween(attempt), page })
    if (!answer.ok) {
      noteFault(attempt, answer.fault)
      return 'silent'
    }
    const own = answer.value.payments.find(({ reference, parentId }) => reference === attempt.id && parentId === null)
    if (own !== undefined) {
      await applyReport(attempt.id, reportOfCoin(own, attempt))
      return 'told'
    }
    mayBeUnread ||= answer.value.unreadable.length > 0
    if (!answer.value.hasMore) break
  }
  // An unreadable entry may be this payment, so don't conclude that it was never created.
  if (mayBeUnread) return 'silent'
  if (!isLive(attempt.state)) return 'none'
  if (ageMs(attempt) < listedWithinMs) return 'unlisted'
  await moveByPortal(attempt.id, 'failed')
  return 'none'
}

/** Asks about one of the payments to an attempt's address: its own, or a further one. */
export const askPayment = async (attempt: AttemptRow, paymentId: string): Promise<AskOutcome> => {
  const client = openNowPayments()
  if (client === null) return 'silent'
  const answer = await client.getPayment(paymentId)
  if (!answer.ok) {
    noteFault(attempt, answer.fault)
    return 'silent'
  }
  if (answer.value.id !== paymentId) return strange(attempt, 'other-payment')
  await applyReport(attempt.id, reportOfCoin(answer.value, attempt))
  return 'told'
}

export const takeSession = async (attempt: AttemptRow, session: CardSession): Promise<AskOutcome> => {
  if (!isSessionOf(attempt, session)) return strange(attempt, 'other-session')
  const fact = reportOfCard(session)
  // A second session of the same attempt, created because the first answer was lost: its money counts too.
  const isOther = attempt.providerId !== null && attempt.providerId !== session.id
  await applyReport(attempt.id, isOther ? { ...fact, isChild: true, data: {} } : fact)
  return 'told'
}

/** Asks about the session that an event names, even if the portal never received its id or has given the attempt up. */
export const askSession = async (attempt: AttemptRow, sessionId: string): Promise<AskOutcome> => {
  const client = openStripe()
  if (client === null) return 'silent'
  const answer = await client.getSession(sessionId)
  if (!answer.ok) {
    noteFault(attempt, answer.fault)
    return 'silent'
  }
  return takeSession(attempt, answer.value)
}

/** Creates the session, or gets the one that an earlier call with the same idempotency key created. */
const makeAgain = async (attempt: AttemptRow): Promise<AskOutcome> => {
  const { number } = await readTarget(refOf(attempt))
  const made = await makeCardSession(attempt, number)
  if (made === null) return 'silent'
  if (made.ok) return takeSession(attempt, made.value)
  noteFault(attempt, made.fault)
  if (made.fault.kind !== 'refused') return 'silent'
  await moveByPortal(attempt.id, 'failed')
  return 'none'
}

/** Looks for an attempt's session in the provider's list. `isWhole`: every entry could be read. */
const findSession = async (
  attempt: AttemptRow,
  client: Stripe,
): Promise<{ session: CardSession | null; isWhole: boolean }> => {
  let [isWhole, after] = [true, undefined as string | undefined]
  for (;;) {
    const answer = await client.listSessions({ ...madeBetween(attempt), after })
    if (!answer.ok) {
      noteFault(attempt, answer.fault)
      return { session: null, isWhole: false }
    }
    const { items, unreadable, last } = answer.value
    const session = items.find(({ reference }) => reference === attempt.id) ?? null
    isWhole &&= unreadable.length === 0
    if (session !== null || last === null) return { session, isWhole }
    after = last
  }
}

/** Asks about a session whose id the portal never received. */
const askUnknownSession = async (attempt: AttemptRow, client: Stripe): Promise<AskOutcome> => {
  const wasLive = isLive(attempt.state)
  const mayBeOpen = mayHaveUnknownSession(attempt)
  if (wasLive && ageMs(attempt) <= sessionMadeWithinMs) return makeAgain(attempt)
  // The session has expired by itself. If somebody paid it, Stripe's event list shows it.
  if (!wasLive && !mayBeOpen) return 'none'
  const { session, isWhole } = await findSession(attempt, client)
  if (session === null) {
    if (!isWhole && mayBeOpen) return 'silent'
    await moveByPortal(attempt.id, 'failed')
    return isWhole ? 'none' : 'silent'
  }
  if (wasLive || session.status !== 'open') return askSession(attempt, session.id)
  const closed = await client.expireSession(session.id)
  if (closed.ok) return takeSession(attempt, closed.value)
  // The next poll finds the session again, and whether it was paid in the meantime.
  noteFault(attempt, closed.fault)
  return 'silent'
}

const askCard = async (attempt: AttemptRow): Promise<AskOutcome> => {
  const client = openStripe()
  if (client === null) return 'silent'
  return attempt.providerId === null ? askUnknownSession(attempt, client) : askSession(attempt, attempt.providerId)
}

export const askAttempt = async (attemptId: string): Promise<AskOutcome> => {
  const attempt = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })
  if (attempt.provider !== 'nowpayments') return askCard(attempt)
  return attempt.providerId === null ? adopt(attempt) : askPayment(attempt, attempt.providerId)
}
