/**
 * The inbox for provider callbacks: verified over the raw bytes, stored, answered, and processed afterwards, once and
 * in any order. A callback only says that something is new; the portal then asks the provider what it is. A callback
 * that matches nothing is retried for seven days, then an operator sees it.
 */
import { dayMs, hourMs, inMs, minuteMs, now, nowMs, secondMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeWorkQueue, type WorkQueue } from '~/platform/jobs.server'
import { log } from '~/platform/log.server'
import { makeId, sha256 } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { noteRefundFailed, settleAskedRefund } from '~/modules/order/order.server'
import { unitsOfDecimal } from '~/text/decimal'
import { fail, ok, type Result } from '~/errors/table'
import { askAttempt, askPayment, askSession } from './ask.server'
import { applyDispute } from './dispute.server'
import { applyReport, reportOfCard } from './report.server'
import { openNowPayments, readIpn } from './nowpayments.server'
import type { CardCharge, CardEvent, CoinPayment, ProviderName } from './provider'
import { noteRefusedCallback } from './refused.server'
import { signedIpn, verifyStripe } from './signature.server'
import { callPerson } from './store.server'
import { openStripe, readStripeEvent } from './stripe.server'
import { refOf } from './target'
import { lockTarget } from './target.server'

/** A NOWPayments status object is 1 KB, a Stripe event about 5 KB. */
export const callbackMostBytes = 65_536

/** How long an event that matches nothing is retried. */
export const eventLivesMs = 7 * dayMs

/** How the stored body of an event begins that the portal read from the provider's list; no callback's does. */
const listedMark = '{"listed":'

type Genuine = { eventKey: string; body: string }
/**
 * The body of a genuine callback and the key to store it under; null for a forged one. NOWPayments gives callbacks no
 * id and signs the data, not its formatting. So the key is a digest of the signed data; otherwise an old callback could
 * be replayed with an added space.
 */
const readGenuine = (provider: ProviderName, raw: Uint8Array, signature: string | null): Genuine | null => {
  if (provider === 'nowpayments') {
    const signed = signedIpn(raw, signature, openNowPayments()?.channel.ipnSecret ?? '')
    return signed === null ? null : { eventKey: sha256(Buffer.from(signed)), body: Buffer.from(raw).toString('utf8') }
  }
  if (!verifyStripe(raw, signature, openStripe()?.channel.webhookSecrets ?? []).ok) return null
  const text = Buffer.from(raw).toString('utf8')
  return { eventKey: readStripeEvent(text)?.id ?? sha256(raw), body: text.startsWith(listedMark) ? ` ${text}` : text }
}

/** Stores an event once, under the provider's id or a digest of its content. */
export const storeEvent = async (provider: ProviderName, eventKey: string, body: string): Promise<boolean> => {
  const at = now()
  const added = await db.$executeRaw`
    INSERT INTO "ProviderEvent" ("id", "provider", "eventKey", "body", "receivedAt", "state", "tries", "nextTryAt")
    VALUES (${makeId()}, ${provider}, ${eventKey}, ${body}, ${at}, 'new', 0, ${at})
    ON CONFLICT ("provider", "eventKey") DO NOTHING`
  if (added === 1) inbox.wake()
  return added === 1
}

/** Puts an event from the provider's list into the same queue. */
export const storeListed = (event: CardEvent): Promise<boolean> =>
  storeEvent('stripe', event.id, JSON.stringify({ listed: event }))
const readEvent = (body: string): CardEvent | null => {
  if (!body.startsWith(listedMark)) return readStripeEvent(body)
  const { listed } = JSON.parse(body) as { listed: CardEvent }
  if (listed.about === 'dispute') {
    const movements = listed.dispute.movements.map((line) => ({ ...line, at: new Date(line.at) }))
    return { ...listed, dispute: { ...listed.dispute, movements } }
  }
  if (listed.about !== 'session' || listed.session.expiresAt === null) return listed
  return { ...listed, session: { ...listed.session, expiresAt: new Date(listed.session.expiresAt) } }
}

/**
 * Accepts a callback. A0403 if its signature is invalid (forged, changed, truncated or too old); otherwise it is
 * stored, even if it can't be read yet. A repeated callback changes nothing.
 */
export const takeCallback = async (
  provider: ProviderName,
  raw: Uint8Array,
  signature: string | null,
): Promise<Result<null>> => {
  const genuine = readGenuine(provider, raw, signature)
  if (genuine === null) {
    await noteRefusedCallback(provider)
    return fail('A0403')
  }
  await storeEvent(provider, genuine.eventKey, genuine.body)
  return ok(null)
}

/** done: applied; unknown: matches nothing yet; later: the provider did not answer; person: it can't be read. */
type Outcome = 'done' | 'unknown' | 'later' | 'person'
const outcomeOf = (asked: Awaited<ReturnType<typeof askAttempt>>): Outcome => (asked === 'silent' ? 'later' : 'done')

const workCoin = async (payment: CoinPayment): Promise<Outcome> => {
  const { id, parentId, reference } = payment
  const known = [id, parentId].filter((one) => one !== null)
  const attempt =
    (await db.paymentAttempt.findFirst({ where: { provider: 'nowpayments', providerId: { in: known } } })) ??
    (reference === null
      ? null
      : await db.paymentAttempt.findFirst({ where: { provider: 'nowpayments', id: reference } }))
  if (attempt === null) return 'unknown'
  // The answer with the payment's id never arrived; this callback brings the id.
  if (attempt.providerId === null && parentId === null) return outcomeOf(await askPayment(attempt, id))
  if (attempt.providerId === id) return outcomeOf(await askAttempt(attempt.id))
  return outcomeOf(await askPayment(attempt, id))
}

/** Handles refunds made on the provider's own page, beyond those that the portal asked for. */
const workCharge = async (charge: CardCharge): Promise<Outcome> => {
  const { paymentIntent, amountRefunded } = charge
  const refunded = unitsOfDecimal(amountRefunded, 4)
  if (paymentIntent === null || refunded === 0n) return 'done'
  const deposit = await db.deposit.findFirst({
    where: { provider: 'stripe', providerPaymentId: paymentIntent },
    include: { attempt: true },
  })
  if (deposit === null) return 'unknown'
  const { attempt } = deposit
  const done = await transact(async (tx): Promise<Result<'done' | 'later'>> => {
    const target = await lockTarget(tx, refOf(attempt))
    // The deposit may have changed before the lock was taken.
    const present = await tx.deposit.findUniqueOrThrow({ where: { id: deposit.id } })
    const noted = await target.noteCharge(tx, { id: charge.id, refunded, deposit: present })
    if (noted !== 'person') return ok(noted)
    await callPerson(tx, attempt, 'refunded-after-credit')
    return ok('done')
  })
  return done.ok ? done.value : 'later'
}

const currencyOf = (event: CardEvent): string => {
  switch (event.about) {
    case 'session':
      return event.session.currency ?? 'usd'
    case 'charge':
      return event.charge.currency
    case 'refund':
      return event.refund.currency
    case 'dispute':
      return event.dispute.currency
    case 'other':
      return 'usd'
  }
}

const workCard = async (event: CardEvent): Promise<Outcome> => {
  if (event.isLive !== (openStripe()?.channel.live ?? false)) return 'person'
  // The portal charges only in USD: an event in another currency is about something else.
  if (currencyOf(event) !== 'usd') return 'person'
  switch (event.about) {
    case 'session': {
      const { id, reference } = event.session
      const attempt = await db.paymentAttempt.findFirst({
        where: { provider: 'stripe', OR: [{ providerId: id }, ...(reference === null ? [] : [{ id: reference }])] },
      })
      if (attempt === null) return 'unknown'
      const asked = await askSession(attempt, id)
      if (event.type !== 'checkout.session.async_payment_failed') return outcomeOf(asked)
      const { state } = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id } })
      if (state !== 'paid') await applyReport(attempt.id, reportOfCard({ ...event.session, isPaid: false }, 'failed'))
      return 'done'
    }
    case 'charge':
      return workCharge(event.charge)
    case 'refund': {
      const own = event.refund.metadata.refund
      if (own === undefined || (await db.orderRefund.count({ where: { id: own } })) === 0) return 'done'
      const { state } = event.refund
      const settled = await settleAskedRefund(own)
      if (state === 'failed' || state === 'canceled') {
        await transact((tx) => noteRefundFailed(tx, own))
        return 'done'
      }
      return settled.ok && settled.value.state === 'done' ? 'done' : 'later'
    }
    case 'dispute': {
      const client = openStripe()
      const answer = client === null ? null : await client.getDispute(event.dispute.id)
      // Prefer the provider's full answer; without one, use the event itself, which is signed.
      return (await applyDispute(answer?.ok === true ? answer.value : event.dispute)) ? 'done' : 'unknown'
    }
    case 'other':
      return 'done'
  }
}

type Claimed = { id: string; provider: string; body: string; tries: number; receivedAt: Date }
const pauseAfter = (tries: number): number => Math.min(hourMs, 10 * secondMs * 2 ** Math.min(tries, 12))

const claimNext = async (leaseEnd: Date): Promise<Claimed | null> => {
  for (;;) {
    const row = await db.providerEvent.findFirst({
      where: { state: { in: ['new', 'waiting'] }, nextTryAt: { lte: now() } },
      orderBy: { nextTryAt: 'asc' },
    })
    if (row === null) return null
    const { id, provider, body, receivedAt } = row
    const taken = await db.providerEvent.updateMany({
      where: { id, state: row.state, tries: row.tries, nextTryAt: row.nextTryAt },
      data: { nextTryAt: leaseEnd, tries: row.tries + 1 },
    })
    if (taken.count === 1) return { id, provider, body, receivedAt, tries: row.tries + 1 }
  }
}

const workOn = async ({ id, provider, body, tries, receivedAt }: Claimed): Promise<void> => {
  let outcome: Outcome
  let error: string | null = null
  try {
    if (provider === 'nowpayments') {
      const payment = readIpn(body)
      outcome = payment === null ? 'person' : await workCoin(payment)
    } else {
      const event = readEvent(body)
      outcome = event === null ? 'person' : await workCard(event)
    }
  } catch (fault) {
    log.error({ error: fault, event: id }, 'a callback could not be worked on')
    error = fault instanceof Error ? `${fault.name}`.slice(0, 100) : 'fault'
    outcome = 'later'
  }
  const isOld = nowMs() - receivedAt.getTime() >= eventLivesMs
  const end = { doneAt: now(), nextTryAt: null, error }
  const data =
    outcome === 'done'
      ? { ...end, state: 'done' }
      : outcome === 'person' || isOld
        ? { ...end, state: 'person', error: error ?? outcome }
        : { state: 'waiting', nextTryAt: inMs(pauseAfter(tries)), error: error ?? outcome }
  if (data.state === 'person')
    log.error({ alert: 'payment-event', event: id, provider, outcome }, 'a callback needs a person')
  await db.providerEvent.updateMany({ where: { id, tries, state: { in: ['new', 'waiting'] } }, data })
}

export const inbox: WorkQueue = makeWorkQueue<Claimed>({
  name: 'payment-events',
  parallel: 4,
  leaseMs: 2 * minuteMs,
  claim: claimNext,
  work: workOn,
  nextDue: async () => {
    const next = await db.providerEvent.findFirst({
      where: { state: { in: ['new', 'waiting'] }, nextTryAt: { not: null } },
      orderBy: { nextTryAt: 'asc' },
      select: { nextTryAt: true },
    })
    return next?.nextTryAt ?? null
  },
})
