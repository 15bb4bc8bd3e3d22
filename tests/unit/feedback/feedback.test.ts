/** Feedback: who may do what in which state, unread counts, refusals, and that nothing is stored twice. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedAccounts } from '~/modules/account/account.server'
import { answerSchema, sendFeedbackSchema, type SendFeedbackInput } from '~/modules/feedback/feedback.schema'
import {
  answerFeedback,
  closeFeedback,
  closeFeedbackFor,
  countUnreadReplies,
  findFeedbacks,
  findFeedbackFor,
  getFeedback,
  listFeedbacks,
  markAllRepliesRead,
  markRepliesRead,
  markReplyRead,
  replyToFeedback,
  sendFeedback,
} from '~/modules/feedback/feedback.server'
import { feedbackEvents, feedbackStates, nextState, type FeedbackState } from '~/modules/feedback/feedback.states'
import { closeDatabase, db } from '~/platform/db.server'
import { forgive } from '~/platform/limits.server'
import { dayMs, makeStoppedClock, minuteMs, replaceClock as setClock } from '~/platform/clock.server'
import { openOutbox } from '../../support/verification'
import { limitMs, times } from '../../support/runs'

const by = { userId: 'operator', why: null }
const owner = 'demouser000000000000000000'
const other = 'demofriend0000000000000000'
const clock = makeStoppedClock(new Date(Date.UTC(2026, 5, 1)))
const back = setClock(clock)
beforeAll(async () => {
  openOutbox()
  await seedAccounts()
  await db.boxModel.create({ data: { id: 'm', name: 'Mango S1' } })
  await db.registeredBox.create({ data: { sn: '300000000001', modelId: 'm' } })
  await db.device.create({
    data: { sn: '300000000001', userId: owner, boundAt: clock.now(), nickname: 'Roof', softwareVersion: '1.4' },
  })
})
beforeEach(async () => {
  clock.advance(minuteMs)
  // Only one test exercises the hourly limit.
  for (const who of [owner, other])
    await Promise.all([forgive('feedback-account', who), forgive('feedback-reply-account', who)])
})
afterAll(async () => {
  back()
  await closeDatabase()
})

const inputOf = (more: Partial<SendFeedbackInput> = {}): SendFeedbackInput => ({
  category: 'box',
  text: 'The picture freezes after an hour.',
  attachment: [],
  ...more,
})
const send = async (userId = owner, more: Partial<SendFeedbackInput> = {}): Promise<string> => {
  const sent = await sendFeedback(userId, inputOf(more), 'en')
  if (!sent.ok) throw new Error(sent.code)
  clock.advance(minuteMs)
  return sent.value.id
}
const answer = (id: string, text = 'Try the new version.') => answerFeedback(by, id, { text })
const reply = (id: string, userId = owner, text = 'It helped.') => replyToFeedback(userId, id, { text, attachment: [] })
const stateOf = async (id: string): Promise<string> => (await db.feedback.findUniqueOrThrow({ where: { id } })).state
const rowsOf = (id: string): Promise<number> => db.feedbackReply.count({ where: { feedbackId: id } })

describe('the feedback states', () => {
  const does = {
    reply: (id: string) => reply(id),
    answer: (id: string) => answer(id),
    close: (id: string) => closeFeedback(owner, id),
  }
  it(
    'follow the table after every sequence of events; a forbidden event changes nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...feedbackEvents), { minLength: 1, maxLength: 6 }),
          async (events) => {
            await Promise.all([forgive('feedback-account', owner), forgive('feedback-reply-account', owner)])
            const id = await send()
            let state: FeedbackState = 'open'
            let rows = 0
            for (const event of events) {
              const next = nextState(state, event)
              const done = await does[event](id)
              expect(done.ok ? 'ok' : done.code).toBe(next === null ? 'A0409' : 'ok')
              if (next !== null && event !== 'close') rows++
              state = next ?? state
              expect(await stateOf(id)).toBe(state)
              expect(await rowsOf(id)).toBe(rows)
            }
          },
        ),
        { numRuns: times(12) },
      )
    },
    limitMs(60_000),
  )
  it('can all be reached, and closed is final', () => {
    expect(
      feedbackStates.filter(
        (state) =>
          state === 'open' ||
          feedbackStates.some((from) => feedbackEvents.some((event) => nextState(from, event) === state)),
      ),
    ).toEqual([...feedbackStates])
    expect(feedbackEvents.map((event) => nextState('closed', event))).toEqual([null, null, null])
  })
})

describe('an unread answer', () => {
  it('counts for its owner only, until read one by one, per feedback or all at once', async () => {
    await markAllRepliesRead(owner)
    const [one, two] = [await send(), await send()]
    await answer(one)
    await answer(one)
    await answer(two)
    await reply(two)
    expect(await countUnreadReplies(owner)).toBe(3)
    expect(await countUnreadReplies(other)).toBe(0)
    const thread = await getFeedback(owner, one)
    const first = thread.ok ? (thread.value.replies[0]?.id ?? '') : ''
    expect(await markReplyRead(other, first)).toMatchObject({ ok: false, code: 'F1103' })
    expect((await markReplyRead(owner, first)).ok).toBe(true)
    expect((await markReplyRead(owner, first)).ok).toBe(true)
    expect(await countUnreadReplies(owner)).toBe(2)
    expect(await markRepliesRead(other, one)).toMatchObject({ ok: false, code: 'F1101' })
    expect(await markRepliesRead(owner, one)).toMatchObject({ ok: true, value: 1 })
    expect(await markRepliesRead(owner, one)).toMatchObject({ ok: true, value: 0 })
    expect(await markAllRepliesRead(other)).toBe(0)
    expect(await countUnreadReplies(owner)).toBe(1)
    expect(
      (await findFeedbacks(owner, { page: 1, size: 10, unread: true })).items.map((entry) => [entry.id, entry.unread]),
    ).toEqual([[two, 1]])
    expect(await markAllRepliesRead(owner)).toBe(1)
    expect(await countUnreadReplies(owner)).toBe(0)
  })
  it('does not come from the customer’s own text', async () => {
    const id = await send()
    await reply(id)
    expect(await countUnreadReplies(owner)).toBe(0)
  })
})

describe('sending feedback', () => {
  it('keeps the box as it is now', async () => {
    const id = await send(owner, { sn: '300000000001' })
    await db.device.update({ where: { sn: '300000000001' }, data: { nickname: 'Cellar', softwareVersion: '2.0' } })
    const kept = await getFeedback(owner, id)
    expect(kept.ok && kept.value.box).toEqual({
      sn: '300000000001',
      name: 'Roof',
      model: 'Mango S1',
      softwareVersion: '1.4',
    })
  })
  it('allows 200 customer replies and the provider’s answers to them, and no more', async () => {
    const id = await send()
    const fill = async (to: number) => {
      const there = await rowsOf(id)
      await db.feedbackReply.createMany({
        data: Array.from({ length: to - there }, (_, n) => ({
          id: `fill-${there + n}-${id}`.slice(0, 60),
          feedbackId: id,
          side: 'customer',
          authorId: owner,
          text: 'Still so.',
          createdAt: clock.now(),
        })),
      })
    }
    const full = { ok: false, code: 'A0409', data: { context: 'full' } }
    await fill(199)
    expect((await reply(id)).ok).toBe(true)
    expect(await reply(id)).toEqual(full)
    expect(await rowsOf(id)).toBe(200)
    // Whoever was asked may still answer.
    expect((await answer(id)).ok).toBe(true)
    await fill(400)
    expect(await answer(id)).toEqual(full)
    expect(await rowsOf(id)).toBe(400)
  })
  it('refuses another account’s box', async () => {
    expect(await sendFeedback(other, inputOf({ sn: '300000000001' }), 'en')).toMatchObject({
      ok: false,
      code: 'I1402',
      field: 'sn',
    })
  })
  it('stores the same form once, however often and at the same time it comes', async () => {
    const batch = 'batch-of-a-double-click'
    const sent = await Promise.all(Array.from({ length: 4 }, () => sendFeedback(owner, inputOf({ batch }), 'en')))
    expect(new Set(sent.map((one) => (one.ok ? one.value.id : one.code))).size).toBe(1)
    expect(sent.filter((one) => one.ok && one.value.isNew)).toHaveLength(1)
    // The same id in another account's form is another form.
    expect(await sendFeedback(other, inputOf({ batch }), 'en')).toMatchObject({ ok: true, value: { isNew: true } })
    const [first] = sent
    const id = first?.ok ? first.value.id : ''
    const replies = await Promise.all(
      Array.from({ length: 3 }, () =>
        replyToFeedback(owner, id, { text: 'And again.', attachment: [], batch: 'reply-of-a-double-click' }),
      ),
    )
    expect(replies.filter((one) => one.ok && one.value.isNew)).toHaveLength(1)
    expect(await rowsOf(id)).toBe(1)
  })
  it('is refused, with a reason, under an id that was sent with other content', async () => {
    const batch = 'one-form-two-texts'
    const id = await send(owner, { batch })
    for (const other of [
      { text: 'Something else altogether.' },
      { category: 'idea' as const },
      { sn: '300000000001' },
    ]) {
      expect(await sendFeedback(owner, inputOf({ batch, ...other }), 'en')).toMatchObject({
        ok: false,
        code: 'A0409',
        data: { context: 'sent' },
      })
    }
    const reply = { text: 'And again.', attachment: [], batch: 'one-reply-two-texts' }
    expect((await replyToFeedback(owner, id, reply)).ok).toBe(true)
    expect(await replyToFeedback(owner, id, { ...reply, text: 'No, this.' })).toMatchObject({
      ok: false,
      code: 'A0409',
      data: { context: 'sent' },
    })
    expect(await rowsOf(id)).toBe(1)
  })
  it('stores nothing when a file is not the account’s', async () => {
    const file = await db.storedFile.create({
      data: { id: 'f'.repeat(26), state: 'kept', size: 3, received: 3, sha256: 'x' },
    })
    await db.attachment.create({
      data: { id: 'a'.repeat(26), userId: other, fileId: file.id, kind: 'image', type: 'image/png', name: 'x.png' },
    })
    const before = await db.feedback.count()
    expect(await sendFeedback(owner, inputOf({ attachment: ['a'.repeat(26)] }), 'en')).toMatchObject({
      ok: false,
      code: 'F1104',
    })
    expect(await sendFeedback(owner, inputOf({ attachment: ['b'.repeat(26)] }), 'en')).toMatchObject({
      ok: false,
      code: 'F1102',
    })
    expect(await db.feedback.count()).toBe(before)
    const id = await send()
    expect(await replyToFeedback(owner, id, { text: 'With it.', attachment: ['a'.repeat(26)] })).toMatchObject({
      ok: false,
      code: 'F1104',
    })
    expect(await rowsOf(id)).toBe(0)
  })
  it('stops at the hourly limit, but accepts a repeated form', async () => {
    const batch = 'before-the-limit'
    expect((await sendFeedback(other, inputOf({ batch }), 'en')).ok).toBe(true)
    const codes: string[] = []
    for (let more = 0; more < 25; more++) {
      const sent = await sendFeedback(other, inputOf(), 'en')
      codes.push(sent.ok ? 'ok' : sent.code)
    }
    expect(codes.at(-1)).toBe('I1009')
    expect(await sendFeedback(other, inputOf({ batch }), 'en')).toMatchObject({ ok: true, value: { isNew: false } })
  })
})

describe('another account', () => {
  it('neither sees, answers nor closes a feedback', async () => {
    const id = await send()
    expect(await getFeedback(other, id)).toMatchObject({ ok: false, code: 'F1101' })
    expect(await reply(id, other)).toMatchObject({ ok: false, code: 'F1101' })
    expect(await closeFeedback(other, id)).toMatchObject({ ok: false, code: 'F1101' })
    expect((await findFeedbacks(other, { page: 1, size: 100 })).items.some((entry) => entry.id === id)).toBe(false)
    expect(await stateOf(id)).toBe('open')
  })
})

describe('a feedback’s operator', () => {
  it('sees the longest waiting first and answers; the customer’s mail leaves the answer out', async () => {
    const sent = await db.outboxMessage.count()
    const id = await send()
    const open = await listFeedbacks({ page: 1, size: 100, state: 'open', category: null, userId: null })
    expect(open.items.at(-1)).toMatchObject({ id, author: { userName: 'demo-user' } })
    expect(await answer(id, 'The secret of the answer.')).toMatchObject({ ok: true, value: { mailed: true } })
    const mail = await db.outboxMessage.findMany({ orderBy: { createdAt: 'desc' }, take: 1 })
    expect(await db.outboxMessage.count()).toBe(sent + 1)
    expect(mail[0]).toMatchObject({ recipient: 'demo-user@mango.example', channel: 'mail' })
    const view = await findFeedbackFor(id)
    expect(view.ok && view.value.replies).toMatchObject([{ side: 'provider', text: 'The secret of the answer.' }])
  })
  it('mails nobody whose account has no address', async () => {
    clock.advance(dayMs)
    const made = await db.feedback.create({
      data: { id: 'friend-feedback', userId: other, category: 'idea', text: 'More channels please.', language: 'en' },
    })
    expect(await answer(made.id)).toMatchObject({ ok: true, value: { mailed: false } })
  })
  it('closes once, and every action is in the audit log', async () => {
    const id = await send()
    await answer(id)
    expect((await closeFeedbackFor(by, id)).ok).toBe(true)
    expect(await closeFeedbackFor(by, id)).toMatchObject({ ok: false, code: 'A0409' })
    expect(await answer(id)).toMatchObject({ ok: false, code: 'A0409', data: { context: 'closed' } })
    expect(await closeFeedbackFor(by, 'nothing')).toMatchObject({ ok: false, code: 'F1101' })
    expect(
      (await db.auditEntry.findMany({ where: { subject: id }, select: { action: true } }))
        .map((entry) => entry.action)
        .sort(),
    ).toEqual(['feedback.answer', 'feedback.close'])
  })
})

describe('the text of a feedback', () => {
  const parsed = (text: string): string | null => {
    const result = sendFeedbackSchema.safeParse({ category: 'other', text })
    return result.success ? result.data.text : null
  }
  it('stays literal, including markup', () => {
    expect(parsed('<script>alert(1)</script> & "quotes"')).toBe('<script>alert(1)</script> & "quotes"')
    expect(parsed('سلام، تصویر می‌پرد 👨‍👩‍👧')).toBe('سلام، تصویر می‌پرد 👨‍👩‍👧')
  })
  it('loses control characters, broken characters and direction marks', () => {
    expect(parsed('look \u202eevil.exe\u202c\u0000\u001b[31m here \ud800x')).toBe('look evil.exe[31m here x')
    expect(parsed('one two\r\nthree\u2028four\n\n\n\n\nfive')).toBe('one two\nthree\nfour\n\nfive')
  })
  it('has 10 to 2000 characters as people count them, and something visible', () => {
    expect(parsed('too short')).toBeNull()
    expect(parsed('x'.repeat(2000))).not.toBeNull()
    expect(parsed('x'.repeat(2001))).toBeNull()
    expect(parsed('👨‍👩‍👧'.repeat(1000))).not.toBeNull()
    expect(parsed('\u200b\u200d\u2800\u3164'.repeat(20))).toBeNull()
    expect(answerSchema.safeParse({ text: ' \n ' }).success).toBe(false)
  })
})
