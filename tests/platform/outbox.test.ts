/**
 * The outbox: messages are sent after their commit, retried as planned, never after they expired, and by one worker.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  clearOldMessages,
  enqueueMail,
  enqueueSms,
  findOutboxMessage,
  listOutbox,
  runOutbox,
  provideMessageWriter,
  replaceSenders,
} from '~/modules/outbox/outbox.server'
import { leaseMs, pausesMs, takeUpInterrupted } from '~/modules/outbox/worker.server'
import { dayMs, makeStoppedClock, minuteMs, secondMs, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeMailSender } from '~/platform/mail.server'
import { makeSmsSender } from '~/platform/sms.server'
import { makeMessageWriter } from '~/web/mail/writer.server'
import { startGateway, type TestGateway } from '../support/gateways'
import { headersOf, smtpCertificate, startSmtp, type TestSmtp } from '../support/smtp'

provideMessageWriter(makeMessageWriter())
const start = new Date('2026-11-21T12:00:00Z')
let clock: ReturnType<typeof makeStoppedClock>
let smtp: TestSmtp
let gateway: TestGateway
let ends: (() => void | Promise<void>)[] = []

beforeEach(async () => {
  clock = makeStoppedClock(start)
  smtp = await startSmtp()
  gateway = await startGateway('twilio', 'AC1', 'secret')
  const mail = makeMailSender({
    host: '127.0.0.1',
    port: smtp.port,
    implicitTls: false,
    startTls: 'required',
    user: null,
    password: null,
    from: 'no-reply@portal.example',
    ca: smtpCertificate(),
  })
  const sms = makeSmsSender({
    provider: 'twilio',
    url: gateway.url,
    account: 'AC1',
    secret: 'secret',
    from: 'Mango',
  })
  ends = [replaceClock(clock), replaceSenders({ mail, sms }), mail.close, smtp.stop, gateway.stop]
  await db.outboxMessage.deleteMany()
})
afterEach(async () => {
  for (const end of ends) await end()
})

const code = { purpose: 'sign-in', code: '482913', minutes: 10 } as const
const putMail = async (more: { expiresAt?: Date; to?: string } = {}): Promise<string> => {
  const made = await enqueueMail({ to: 'viewer@example.test', language: 'en', template: 'code', values: code, ...more })
  return made.ok ? made.value.id : ''
}
const putSms = async (to = '+201234567890', more: { expiresAt?: Date } = {}): Promise<string> => {
  const made = await enqueueSms({ to, language: 'fa', template: 'code', values: code, ...more })
  return made.ok ? made.value.id : ''
}
const row = (id: string) => db.outboxMessage.findUniqueOrThrow({ where: { id } })

describe('an outbox message', () => {
  it('is sent in its language, and its Message-ID is its row', async () => {
    const id = await putMail()
    const smsId = await putSms()
    await runOutbox()
    expect(headersOf(smtp.mails[0]?.raw ?? '').get('message-id')).toMatch(new RegExp(`^<${id}@`))
    expect(smtp.mails[0]?.raw).toContain('482913')
    expect(gateway.messages[0]).toMatchObject({
      to: '+201234567890',
      text: expect.stringMatching(/کد ورود.*482913/) as string,
    })
    expect(await row(id)).toMatchObject({ state: 'sent', tries: 1, sentAt: start, subject: 'Your sign-in code' })
    expect(await row(smsId)).toMatchObject({ state: 'sent', providerId: expect.stringMatching(/^SM/) as string })
    await runOutbox()
    expect([smtp.mails.length, gateway.messages.length]).toEqual([1, 1])
  })
  it('of a rolled-back transaction is never sent', async () => {
    const order = {
      to: 'viewer@example.test',
      language: 'en',
      template: 'password-changed',
      values: { tokens: 0 },
    } as const
    await expect(
      db.$transaction(async (tx) => {
        await enqueueMail(order, tx)
        throw new Error('the account could not be changed')
      }),
    ).rejects.toThrow('could not be changed')
    await db.$transaction(async (tx) => {
      await enqueueMail({ ...order, to: 'kept@example.test' }, tx)
    })
    await runOutbox()
    expect(smtp.mails.map((one) => one.to)).toEqual([['kept@example.test']])
  })
  it('keeps its code encrypted while it waits', async () => {
    const { bodySealed } = await row(await putMail())
    expect(bodySealed).not.toContain('482913')
    expect(Buffer.from(bodySealed?.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('482913')
  })
  it('that is a decoy is stored, sent to nobody and shown nowhere', async () => {
    await enqueueMail({ to: 'stranger@example.test', language: 'en', template: 'code', values: code, decoy: true })
    await runOutbox()
    expect(await db.outboxMessage.count()).toBe(1)
    expect(JSON.stringify(await db.outboxMessage.findMany())).not.toContain('stranger')
    expect([smtp.tries(), (await listOutbox()).length]).toEqual([0, 0])
  })
})

describe('a temporary failure', () => {
  it('is retried after 5 s, 30 s, 2 min, 10 min and 1 h under the same Message-ID, then given up', async () => {
    smtp.next(
      { at: 'rcpt', code: 450 },
      { at: 'data', code: 451 },
      'cut',
      { at: 'mail', code: 421 },
      { at: 'rcpt', code: 450 },
      { at: 'rcpt', code: 450 },
    )
    const id = await putMail()
    await runOutbox()
    for (const [index, pauseMs] of pausesMs.entries()) {
      expect(await row(id)).toMatchObject({ state: 'queued', tries: index + 1 })
      clock.advance(pauseMs - 1)
      await runOutbox()
      expect(smtp.tries()).toBe(index + 1)
      clock.advance(1)
      await runOutbox()
      expect(smtp.tries()).toBe(index + 2)
    }
    expect(await row(id)).toMatchObject({
      state: 'failed',
      tries: 6,
      lastError: expect.stringContaining('450') as string,
    })
    clock.advance(dayMs)
    await runOutbox()
    expect(smtp.tries()).toBe(6)
  })
  it('is followed by a success with the same Message-ID', async () => {
    smtp.next({ at: 'data', code: 451 })
    const id = await putMail()
    await runOutbox()
    clock.advance(5 * secondMs)
    await runOutbox()
    expect(smtp.mails).toHaveLength(1)
    expect(headersOf(smtp.mails[0]?.raw ?? '').get('message-id')).toMatch(new RegExp(`^<${id}@`))
    expect(await row(id)).toMatchObject({ state: 'sent', tries: 2 })
  })
  it('waits as long as the gateway asks', async () => {
    gateway.next({ http: 429, headers: { 'retry-after': '90' } })
    const id = await putSms()
    await runOutbox()
    clock.advance(89 * secondMs)
    await runOutbox()
    expect(gateway.tries()).toBe(1)
    clock.advance(secondMs)
    await runOutbox()
    expect(await row(id)).toMatchObject({ state: 'sent', tries: 2 })
  })
})

describe('a permanent refusal', () => {
  it('by the mail server or the gateway ends the message at once', async () => {
    smtp.next({ at: 'rcpt', code: 550 })
    gateway.next({ refuse: 21211 })
    const ids = [await putMail(), await putSms()]
    await runOutbox()
    clock.advance(dayMs)
    await runOutbox()
    expect([smtp.tries(), gateway.tries()]).toEqual([1, 1])
    for (const id of ids) expect(await row(id)).toMatchObject({ state: 'failed', tries: 1 })
    expect((await row(ids[1] ?? '')).lastError).toBe('twilio 400 21211')
  })
})

describe('a message with a code', () => {
  it('is not sent once it has expired', async () => {
    const id = await putSms(undefined, { expiresAt: new Date(start.getTime() + 10 * minuteMs) })
    clock.advance(10 * minuteMs)
    await runOutbox()
    expect(gateway.tries()).toBe(0)
    expect(await row(id)).toMatchObject({ state: 'failed', lastError: 'expired' })
  })
  it('is given up at once when its next try would come too late', async () => {
    gateway.next('cut')
    const id = await putSms(undefined, { expiresAt: new Date(start.getTime() + 4 * secondMs) })
    await runOutbox()
    expect(await row(id)).toMatchObject({ state: 'failed', tries: 1 })
  })
  it('is ended by the cleanup if it expires while no worker runs', async () => {
    const id = await putSms(undefined, { expiresAt: new Date(start.getTime() + minuteMs) })
    clock.advance(2 * minuteMs)
    await clearOldMessages()
    expect(await row(id)).toMatchObject({ state: 'failed', lastError: 'expired' })
  })
})

describe('a worker', () => {
  it('takes each message once among several', async () => {
    const numbers = Array.from({ length: 30 }, (_, index) => `+2012345${String(index).padStart(4, '0')}`)
    for (const number of numbers) await putSms(number)
    await Promise.all([runOutbox(), runOutbox(), runOutbox(), runOutbox()])
    expect(gateway.messages.map((one) => one.to).sort()).toEqual(numbers)
    expect(gateway.tries()).toBe(30)
  })
  it('that dies leaves its message to another after the lease, and its late result is ignored', async () => {
    gateway.next('slow')
    const id = await putSms()
    const hanging = runOutbox()
    await gateway.waitForTries(1)
    clock.advance(leaseMs - 1)
    await runOutbox()
    expect(gateway.tries()).toBe(1)
    clock.advance(1)
    await runOutbox()
    expect(await row(id)).toMatchObject({ state: 'sent', tries: 2 })
    gateway.cut()
    await hanging
    expect(await row(id)).toMatchObject({ state: 'sent', tries: 2, lastError: null })
    expect(gateway.messages).toHaveLength(1)
  })
  it('in a new process takes over at once what a killed one was sending', async () => {
    const id = await putSms()
    await db.outboxMessage.update({
      where: { id },
      data: { state: 'sending', tries: 1, nextTryAt: new Date(start.getTime() + leaseMs) },
    })
    await runOutbox()
    expect(gateway.tries()).toBe(0)
    await takeUpInterrupted()
    await runOutbox()
    expect(await row(id)).toMatchObject({ state: 'sent', tries: 2 })
  })
  it('does not start a seventh try after six interrupted ones', async () => {
    const id = await putSms()
    await db.outboxMessage.update({ where: { id }, data: { state: 'sending', tries: 6, nextTryAt: start } })
    await runOutbox()
    expect(gateway.tries()).toBe(0)
    expect(await row(id)).toMatchObject({ state: 'failed', lastError: 'interrupted' })
  })
  it('ends a message with an unreadable body instead of retrying forever', async () => {
    const id = await putSms()
    await db.outboxMessage.update({ where: { id }, data: { bodySealed: 'v1.AAAA' } })
    await runOutbox()
    expect(await row(id)).toMatchObject({ state: 'failed', tries: 1 })
  })
})

describe('the demo', () => {
  it('shows without senders what would have been sent, newest first, with its code', async () => {
    const back = replaceSenders({ mail: null, sms: null })
    const first = await putMail()
    clock.advance(secondMs)
    const second = await putSms()
    clock.advance(secondMs)
    await putMail({ to: 'other@example.test' })
    expect((await listOutbox()).map((one) => one.to)).toEqual([
      'other@example.test',
      '+201234567890',
      'viewer@example.test',
    ])
    expect((await listOutbox({ to: 'viewer@example.test' })).map((one) => one.id)).toEqual([first])
    expect(await findOutboxMessage(first)).toMatchObject({
      state: 'sent',
      content: { values: { code: '482913' } },
      mail: { subject: 'Your sign-in code' },
      sms: null,
    })
    expect(await findOutboxMessage(second)).toMatchObject({
      mail: null,
      sms: expect.stringContaining('482913') as string,
    })
    expect(await findOutboxMessage('nothing')).toBeNull()
    back()
    await runOutbox()
    expect([smtp.tries(), gateway.tries()]).toEqual([0, 0])
  })
})

describe('an outbox row', () => {
  it('is deleted after 30 days', async () => {
    const id = await putMail()
    await runOutbox()
    clock.advance(30 * dayMs)
    expect(await clearOldMessages()).toBe(0)
    clock.advance(1)
    expect(await clearOldMessages()).toBe(1)
    expect(await db.outboxMessage.findUnique({ where: { id } })).toBeNull()
  })
})
