/**
 * Outgoing mails and SMS: written as rows in the caller's transaction, and sent after its commit by the worker, at
 * least once each. A crash loses nothing, expired messages are not sent, and a sent code is not kept anywhere.
 */
import { fail, ok, type Result } from '~/errors/table'
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { makeId } from '~/platform/random.server'
import { channelsReady, hasSender } from './channel.server'
import { pack, unpack } from './content.server'
import { emptyUnlessShown, wakeOutbox } from './worker.server'
import type { Channel, Content, MailTemplate, MailValues, OutboxState, SmsTemplate, SmsValues } from './outbox.schema'
import { findWriter, type WrittenMail } from './writer'

export { channelsReady, closeSenders, hasSender, replaceSenders, type Senders } from './channel.server'
export { outboxQueues, runOutbox, warnOfMissingSenders } from './worker.server'
export { provideMessageWriter, type About, type MessageWriter, type WrittenMail } from './writer'
export type {
  Channel,
  Content,
  CreditReason,
  DepositEvent,
  EndingService,
  MailTemplate,
  MailValues,
  OrderEvent,
  OrderMessage,
  Purpose,
  RechargeEvent,
  RechargeMessage,
  RenewalEvent,
  RenewalMessage,
  RenewalOffReason,
  SmsTemplate,
  SmsValues,
  WalletEvent,
  WalletMessage,
} from './outbox.schema'

type Order<T> = {
  /** Public code of the reader's language (`ua`). */
  language: string
  template: T
  /** Not sent after this time, for example because a code has expired. */
  expiresAt?: Date
  /** The sending brand; the default brand if omitted. */
  brand?: string
  /** Written like any other message but sent to nobody, so that timing does not reveal whether there is a recipient. */
  decoy?: boolean
}
export type MailOrder = {
  [T in MailTemplate]: Order<T> & { /** The address as its owner wrote it. */ to: string; values: MailValues[T] }
}[MailTemplate]
export type SmsOrder = {
  [T in SmsTemplate]: Order<T> & { /** E.164 with its plus. */ to: string; values: SmsValues[T] }
}[SmsTemplate]

const enqueue = async (
  channel: Channel,
  order: Order<MailTemplate> & { to: string },
  content: Content,
  tx: Transaction | undefined,
): Promise<Result<{ id: string }>> => {
  if (!channelsReady()[channel]) return fail('A0503', { data: { channel } })
  const id = makeId()
  // Without a sender there is nothing to wait for: the message is on the outbox page at once.
  const arrived = !hasSender(channel)
  const decoy = order.decoy === true
  const bodySealed = pack({ ...content, brand: order.brand ?? null })
  const at = now()
  await (tx ?? db).outboxMessage.create({
    data: {
      id,
      channel,
      recipient: decoy ? '' : order.to,
      language: order.language,
      bodySealed: decoy ? null : bodySealed,
      state: decoy ? 'failed' : arrived ? 'sent' : 'queued',
      lastError: decoy ? 'decoy' : null,
      nextTryAt: at,
      expiresAt: order.expiresAt ?? null,
      createdAt: at,
      sentAt: arrived && !decoy ? at : null,
    },
  })
  // The worker's query runs after this transaction ends.
  if (!arrived) wakeOutbox(channel)
  return ok({ id })
}

const contentOf = (order: { template: MailTemplate; values: MailValues[MailTemplate] }): Content =>
  ({ template: order.template, values: order.values }) as Content

/** Adds a mail to the outbox, in the caller's transaction if given. A0503 if no mail can be sent at all. */
export const enqueueMail = (order: MailOrder, tx?: Transaction): Promise<Result<{ id: string }>> =>
  enqueue('mail', order, contentOf(order), tx)

/** Adds an SMS to the outbox, in the caller's transaction if given. A0503 if no SMS can be sent at all. */
export const enqueueSms = (order: SmsOrder, tx?: Transaction): Promise<Result<{ id: string }>> =>
  enqueue('sms', order, contentOf(order), tx)

/** A message as the outbox page lists it. */
export type OutboxEntry = {
  id: string
  channel: Channel
  to: string
  language: string
  template: MailTemplate | null
  subject: string | null
  state: OutboxState
  tries: number
  createdAt: Date
  sentAt: Date | null
  lastError: string | null
}
/** An opened message. `content` and `mail` or `sms` are null once the body is emptied. */
export type OutboxMessage = OutboxEntry & {
  content: Content | null
  mail: WrittenMail | null
  sms: string | null
  expiresAt: Date | null
}

type Row = Prisma.OutboxMessageGetPayload<object>

const open = (row: Row): OutboxMessage => {
  const channel = row.channel as Channel
  const body = row.bodySealed === null ? null : unpack(row.bodySealed)
  const about = { language: row.language, brand: body?.brand ?? null, at: row.createdAt }
  const writer = findWriter()
  const mail = body !== null && channel === 'mail' ? (writer?.mail(body.content, about) ?? null) : null
  const sms = body !== null && channel === 'sms' ? (writer?.sms(body.content, about) ?? null) : null
  return {
    id: row.id,
    channel,
    to: row.recipient,
    language: row.language,
    template: body?.content.template ?? null,
    subject: mail?.subject ?? sms,
    state: row.state as OutboxState,
    tries: row.tries,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    lastError: row.lastError,
    expiresAt: row.expiresAt,
    content: body?.content ?? null,
    mail,
    sms,
  }
}

/** Page size of the outbox page. */
const pageSize = 50

/** The newest messages, newest first. Demo mode only: otherwise the list is empty. */
export const listOutbox = async (filter: { to?: string } = {}): Promise<OutboxMessage[]> => {
  if (!env.demo) return []
  const rows = await db.outboxMessage.findMany({
    where: { recipient: filter.to ?? { not: '' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: pageSize,
  })
  return rows.map(open)
}

/** One message, or null. Demo mode only. */
export const findOutboxMessage = async (id: string): Promise<OutboxMessage | null> => {
  if (!env.demo) return null
  const row = await db.outboxMessage.findUnique({ where: { id } })
  return row === null ? null : open(row)
}

/** How long a message's row is kept, to answer questions about what was sent and when. */
const keptDays = 30

/** Removes old rows, and ends messages that expired while no worker ran; the server calls it periodically. */
export const clearOldMessages = async (): Promise<number> => {
  await db.outboxMessage.updateMany({
    where: { state: 'queued', expiresAt: { lt: now() } },
    data: { state: 'failed', lastError: 'expired', ...emptyUnlessShown() },
  })
  return (await db.outboxMessage.deleteMany({ where: { createdAt: { lt: inMs(-keptDays * dayMs) } } })).count
}
