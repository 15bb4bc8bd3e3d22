/**
 * The outbox's queues, one per channel: takes due messages, sends them, and retries later after a failure. Several
 * processes can share a database: only one takes a message, under a lease that is longer than a try and survives a
 * crash.
 */
import { inMs, now, nowMs, hourMs, minuteMs, secondMs } from '~/platform/clock.server'
import { db, type Prisma } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { makeWorkQueue, type WorkQueue } from '~/platform/jobs.server'
import { log } from '~/platform/log.server'
import type { Delivery } from '~/platform/mail.server'
import { channelsReady, getSenders, hasSender } from './channel.server'
import { unpack } from './content.server'
import type { Channel } from './outbox.schema'
import { getWriter } from './writer'

/** Pauses after the first, second… failed try; the sixth try is the last. */
export const pausesMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs] as const
const maxTries = pausesMs.length + 1
/** Longer than the longest try of any sender (45 s), so that nobody takes a message that is still being sent. */
export const leaseMs = 90 * secondMs
/** Messages sent at a time per channel: as many as the mail pool has connections. */
const parallel = 3

const claimedSelect = {
  id: true,
  recipient: true,
  language: true,
  bodySealed: true,
  tries: true,
  createdAt: true,
  expiresAt: true,
  state: true,
} as const satisfies Prisma.OutboxMessageSelect
type Claimed = Omit<Prisma.OutboxMessageGetPayload<{ select: typeof claimedSelect }>, 'state'> & { channel: Channel }

/** A body is emptied as soon as its message is finished; in demo mode the outbox page keeps showing it. */
export const emptyUnlessShown = (): { bodySealed?: null } => (env.demo ? {} : { bodySealed: null })

/** Takes the message that has been due longest; of several workers only one gets it. Null if none is due. */
const claim = async (channel: Channel, leaseEnd: Date): Promise<Claimed | null> => {
  while (hasSender(channel)) {
    // A row in `sending` with an expired lease was left by a worker that died.
    const row = await db.outboxMessage.findFirst({
      where: { channel, state: { in: ['queued', 'sending'] }, nextTryAt: { lte: now() } },
      orderBy: { nextTryAt: 'asc' },
      select: claimedSelect,
    })
    if (row === null) return null
    const { state, ...message } = row
    const taken = await db.outboxMessage.updateMany({
      where: { id: row.id, state, tries: row.tries, nextTryAt: { lte: now() } },
      data: { state: 'sending', tries: row.tries + 1, nextTryAt: leaseEnd },
    })
    if (taken.count === 1) return { ...message, channel, tries: row.tries + 1 }
  }
  return null
}

/** Records the result of a try, unless the lease expired and another worker has the message. */
const settle = async (
  message: Claimed,
  data: {
    state: 'queued' | 'sent' | 'failed'
    nextTryAt?: Date
    sentAt?: Date
    providerId?: string | null
    lastError?: string
    subject?: string
  },
): Promise<void> => {
  await db.outboxMessage.updateMany({
    where: { id: message.id, state: 'sending', tries: message.tries },
    data: { ...data, ...(data.state !== 'queued' && emptyUnlessShown()) },
  })
}

/** The domain part of a Message-ID: it identifies this portal, and is the same for every try. */
const idDomain = (): string => env.mail?.from.split('@')[1] ?? 'mango-portal.invalid'

const transmit = async (message: Claimed): Promise<Delivery & { subject?: string }> => {
  const body = message.bodySealed === null ? null : unpack(message.bodySealed)
  if (body === null)
    return { ok: false, permanent: true, reason: 'the body cannot be read: sealed with another secret' }
  const about = { language: message.language, brand: body.brand, at: message.createdAt }
  const senders = getSenders()
  if (message.channel === 'mail') {
    if (senders.mail === null) return { ok: false, permanent: false, reason: 'no mail sender is configured' }
    const written = getWriter().mail(body.content, about)
    return {
      ...(await senders.mail.send({
        ...written,
        to: message.recipient,
        language: message.language,
        messageId: `${message.id}@${idDomain()}`,
      })),
      subject: written.subject,
    }
  }
  if (senders.sms === null) return { ok: false, permanent: false, reason: 'no SMS sender is configured' }
  return senders.sms.send({ to: message.recipient, text: getWriter().sms(body.content, about), reference: message.id })
}

const deliver = async (message: Claimed): Promise<void> => {
  const about = { message: message.id, channel: message.channel, tries: message.tries }
  const hasExpired = (at: number): boolean => message.expiresAt !== null && message.expiresAt.getTime() <= at
  if (hasExpired(nowMs())) {
    log.error(about, 'a message could not be sent before it expired')
    return settle(message, { state: 'failed', lastError: 'expired' })
  }
  // A crash interrupted the last try.
  if (message.tries > maxTries) {
    log.error(about, 'a message was given up')
    return settle(message, { state: 'failed', lastError: 'interrupted' })
  }
  let result: Delivery & { subject?: string }
  try {
    result = await transmit(message)
  } catch (error) {
    // Log only the error's name: its text could contain the message.
    result = { ok: false, permanent: false, reason: error instanceof Error ? `fault ${error.name}` : 'fault' }
  }
  const subject = result.subject === undefined ? {} : { subject: result.subject }
  if (result.ok) {
    log.info(about, 'message sent')
    return settle(message, { state: 'sent', sentAt: now(), providerId: result.providerId, ...subject })
  }
  const { reason } = result
  if (result.permanent) {
    log.warn({ ...about, reason }, 'a message was refused for good')
    return settle(message, { state: 'failed', lastError: reason, ...subject })
  }
  const pauseMs = Math.max(pausesMs[message.tries - 1] ?? 0, result.waitMs ?? 0)
  if (message.tries >= maxTries || hasExpired(nowMs() + pauseMs)) {
    log.error({ ...about, reason }, 'a message was given up')
    return settle(message, { state: 'failed', lastError: reason, ...subject })
  }
  log.warn({ ...about, reason, pauseMs }, 'a message was not sent yet')
  return settle(message, { state: 'queued', nextTryAt: inMs(pauseMs), lastError: reason, ...subject })
}

/** When the next message is due. Messages of a channel without a sender wait until the server starts with one. */
const findNextDue = async (channel: Channel): Promise<Date | null> => {
  if (!hasSender(channel)) return null
  const next = await db.outboxMessage.findFirst({
    where: { channel, state: { in: ['queued', 'sending'] } },
    orderBy: { nextTryAt: 'asc' },
    select: { nextTryAt: true },
  })
  return next?.nextTryAt ?? null
}

const channels = ['mail', 'sms'] as const
/**
 * Releases the messages of a worker whose process ended, because its lease would delay a code by minutes. Only for a
 * process that has the database to itself, before its worker starts.
 */
export const takeUpInterrupted = async (only: readonly Channel[] = channels): Promise<void> => {
  const { count } = await db.outboxMessage.updateMany({
    where: { channel: { in: [...only] }, state: 'sending' },
    data: { nextTryAt: now() },
  })
  if (count > 0) log.info({ count }, 'messages that a killed process was sending are taken up again')
}

const queues: Record<Channel, WorkQueue> = Object.fromEntries(
  channels.map((channel) => [
    channel,
    makeWorkQueue<Claimed>({
      name: `outbox: ${channel}`,
      parallel,
      leaseMs,
      claim: (leaseEnd) => claim(channel, leaseEnd),
      work: deliver,
      nextDue: () => findNextDue(channel),
      takeUp: () => takeUpInterrupted([channel]),
    }),
  ]),
) as Record<Channel, WorkQueue>
/** For the runner of the server's jobs. */
export const outboxQueues: readonly WorkQueue[] = Object.values(queues)

/** Wakes the queue now instead of at its next time. Does nothing if no worker runs. */
export const wakeOutbox = (channel: Channel): void => queues[channel].wake()

/** Sends everything that is due now and resolves when all of it is finished. */
export const runOutbox = async (): Promise<void> => {
  await Promise.all(outboxQueues.map((queue) => queue.runDue()))
}

/** Logs once, at start, which channels have no sender. */
export const warnOfMissingSenders = (): void => {
  const ready = channelsReady()
  const missing = channels.filter((channel) => !ready[channel])
  if (missing.length > 0)
    log.warn(
      { channels: missing },
      'no sender is configured for these channels: codes and notices by them are refused with A0503 (SMTP_URL, SMS_PROVIDER)',
    )
}
