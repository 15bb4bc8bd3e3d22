/**
 * Reads the providers' own lists, payments at NOWPayments and events at Stripe, to find what callbacks missed while the
 * portal was off or the network failed. Reading resumes slightly before the point where it stopped.
 */
import { dayMs, minuteMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { findCoinAttempt, watchFurther } from './further.server'
import { storeListed } from './inbox.server'
import { openNowPayments } from './nowpayments.server'
import { furtherPolls, paymentPolls } from './poll.server'
import type { ProviderName } from './provider'
import { readFrom, readUntil } from './store.server'
import { openStripe } from './stripe.server'

/** Lists may lag behind, and clocks differ. */
const overlapMs = 10 * minuteMs
/** Stripe keeps events for 30 days. */
const eventsKeptMs = 29 * dayMs

const sinceOf = async (provider: ProviderName): Promise<Date> =>
  new Date((await readFrom(provider, provider)).getTime() - overlapMs)

/** Without a callback, further deposits to known addresses can be found only in this list. */
const readPayments = async (): Promise<number> => {
  const client = openNowPayments()
  if (client === null) return 0
  const startedAt = now()
  const since = await sinceOf('nowpayments')
  let found = 0
  for (let page = 0; ; page++) {
    const answer = await client.listPayments({ since, page })
    if (!answer.ok) {
      log.warn({ provider: 'nowpayments', kind: answer.fault.kind }, 'a provider’s list could not be read')
      return found
    }
    for (const payment of answer.value.payments) {
      const { id } = payment
      const attempt = await findCoinAttempt(payment)
      // Polls ask about the attempt's own payment. Any other payment is stored before reading continues.
      if (attempt === null || attempt.providerId === id) continue
      if (await watchFurther(attempt, id)) found++
    }
    for (const id of answer.value.unreadable)
      log.error({ alert: 'payment-event', payment: id }, 'a listed payment can’t be read')
    if (!answer.value.hasMore) break
  }
  if (found > 0) furtherPolls.wake()
  await readUntil('nowpayments', startedAt)
  return found
}

/**
 * Stripe's list no longer has expired events, so every payment that was still watched when reading stopped is polled.
 * Earlier refunds and disputes can be seen only on Stripe's own pages.
 */
const askOneByOne = async (since: Date, until: Date): Promise<void> => {
  const about = { provider: 'stripe', createdAt: { lt: until } }
  // Without payments there is nothing to refund or dispute.
  if ((await db.paymentAttempt.findFirst({ where: about, select: { id: true } })) === null) return
  const { count } = await db.paymentAttempt.updateMany({
    where: { provider: 'stripe', state: { not: 'refunded' }, pollUntil: { gte: since } },
    data: { nextPollAt: now() },
  })
  paymentPolls.wake()
  log.error(
    { alert: 'payment-gap', provider: 'stripe', since, until, asked: count },
    'events of a time are kept no more: refunds and disputes of then must be looked for at the provider',
  )
}

const readEvents = async (): Promise<number> => {
  const client = openStripe()
  if (client === null) return 0
  const startedAt = now()
  const from = await sinceOf('stripe')
  const kept = new Date(startedAt.getTime() - eventsKeptMs)
  const since = from < kept ? kept : from
  let found = 0
  let after: string | undefined
  for (;;) {
    const answer = await client.listEvents({ since, after })
    if (!answer.ok) {
      log.warn({ provider: 'stripe', kind: answer.fault.kind }, 'a provider’s list could not be read')
      return found
    }
    const { items, unreadable, last } = answer.value
    for (const event of items) if (await storeListed(event)) found++
    for (const id of unreadable) log.error({ alert: 'payment-event', event: id }, 'an event can’t be read')
    if (last === null) break
    after = last
  }
  if (from < kept) await askOneByOne(from, kept)
  await readUntil('stripe', startedAt)
  return found
}

/** Reads both lists. Returns the number of new entries. */
export const readProviderLists = async (): Promise<number> => (await readPayments()) + (await readEvents())
