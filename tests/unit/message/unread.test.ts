/**
 * Who sees which system message, and the unread counts: random days of a portal against a model of a few lines. A
 * failure prints its seed.
 */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  countUnread,
  findMessage,
  findMessages,
  markAllRead,
  markRead,
  sendMessage,
  withdrawMessage,
  type MessageTarget,
} from '~/modules/message/message.server'
import { dayMs, makeStoppedClock, minuteMs, replaceClock as setClock } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { limitMs, times } from '../../support/runs'

const by = { userId: 'operator', why: null }
const userIds = ['anna', 'boris', 'chen'] as const
const models = ['m1', 'm2'] as const
const boxes = ['300000000001', '300000000002', '300000000003', '300000000004'] as const
const modelOf = (box: number): string => models[box % models.length] ?? 'm1'
const start = new Date(Date.UTC(2026, 0, 1))

let clock = makeStoppedClock(start)
let back = (): void => undefined
beforeEach(() => {
  clock = makeStoppedClock(start)
  back = setClock(clock)
})
afterEach(() => back())
beforeAll(async () => {
  for (const id of models) await db.boxModel.create({ data: { id, name: `Model ${id}` } })
  for (const [index, sn] of boxes.entries()) {
    await db.registeredBox.create({ data: { sn, modelId: modelOf(index) } })
    await db.device.create({ data: { sn } })
  }
})
afterAll(closeDatabase)

const textsOf = (title: string) => ({ en: { title, text: `${title} in English` } })
const send = async (target: MessageTarget, endsAt: Date | null = null, title = 'News'): Promise<string> => {
  const sent = await sendMessage(by, target, textsOf(title), endsAt)
  if (!sent.ok) throw new Error(sent.code)
  return sent.value.message.id
}
/** Sets up a run: nobody has a box, and the users arrive one by one. */
const begin = async (): Promise<void> => {
  await db.message.deleteMany()
  await db.device.updateMany({ data: { userId: null } })
  await db.user.deleteMany()
  for (const id of userIds) {
    await db.user.create({
      data: { id, userName: id, userNameKey: id, passwordHash: '', createdAt: new Date(clock.now()) },
    })
    clock.advance(minuteMs)
  }
}

type Step =
  | { kind: 'all' | 'model' | 'user'; which: number; livesDays: number | null }
  | { kind: 'withdraw' | 'read'; which: number; user: number }
  | { kind: 'readAll'; user: number }
  | { kind: 'bind'; box: number; user: number | null }
  | { kind: 'wait'; days: number }
  | { kind: 'register'; user: number }
const index = fc.nat(11)
const user = fc.nat(userIds.length - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('all' as const, 'model' as const, 'user' as const),
      which: index,
      livesDays: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('withdraw' as const, 'read' as const, 'read' as const, 'read' as const),
      which: index,
      user,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('readAll' as const), user }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('bind' as const), box: fc.nat(boxes.length - 1), user: fc.option(user) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('register' as const), user }) },
)

type Known = {
  id: string
  target: MessageTarget
  at: number
  endsAt: number | null
  withdrawn: boolean
  readBy: Set<string>
}

const play = async (steps: readonly Step[]): Promise<void> => {
  await begin()
  const known: Known[] = []
  const owners = new Map<number, string>()
  const since = new Map<string, number>(userIds.map((id, at) => [id, start.getTime() + at * minuteMs]))
  const nowMs = () => clock.now().getTime()
  const sees = (id: string, one: Known): boolean => {
    if (one.withdrawn || (one.endsAt !== null && one.endsAt <= nowMs())) return false
    const { target } = one
    if (target.audience === 'user') return target.userId === id
    if (one.at < (since.get(id) ?? Infinity)) return false
    return (
      target.audience === 'all' || [...owners].some(([box, owner]) => owner === id && modelOf(box) === target.modelId)
    )
  }
  for (const [number, one] of steps.entries()) {
    const userId = 'user' in one && one.user !== null ? (userIds[one.user] ?? 'anna') : null
    if (one.kind === 'all' || one.kind === 'model' || one.kind === 'user') {
      const chosenUser = userIds[one.which % userIds.length] ?? 'anna'
      const chosenModel = models[one.which % models.length] ?? 'm1'
      const target: MessageTarget =
        one.kind === 'all'
          ? { audience: 'all' }
          : one.kind === 'model'
            ? { audience: 'model', modelId: chosenModel, name: chosenModel }
            : { audience: 'user', userId: chosenUser, name: chosenUser }
      const endsAt = one.livesDays === null ? null : new Date(nowMs() + one.livesDays * dayMs)
      known.push({
        id: await send(target, endsAt),
        target,
        at: nowMs(),
        endsAt: endsAt?.getTime() ?? null,
        withdrawn: false,
        readBy: new Set(),
      })
    } else if (one.kind === 'withdraw' || one.kind === 'read') {
      const message = known[one.which % Math.max(1, known.length)]
      if (message === undefined || userId === null) continue
      if (one.kind === 'withdraw') {
        expect((await withdrawMessage(by, message.id)).ok).toBe(!message.withdrawn)
        message.withdrawn = true
      } else {
        const may = sees(userId, message)
        expect((await markRead(userId, message.id)).ok).toBe(may)
        if (may) message.readBy.add(userId)
      }
    } else if (one.kind === 'readAll' && userId !== null) {
      const unread = known.filter((message) => sees(userId, message) && !message.readBy.has(userId))
      expect(await markAllRead(userId)).toBe(unread.length)
      for (const message of unread) message.readBy.add(userId)
    } else if (one.kind === 'bind') {
      await db.device.update({ where: { sn: boxes[one.box] ?? '' }, data: { userId } })
      if (userId === null) owners.delete(one.box)
      else owners.set(one.box, userId)
    } else if (one.kind === 'wait') clock.advance(one.days * dayMs)
    else if (one.kind === 'register' && userId !== null) {
      // The account is deleted and the name registered again: nothing of the old one is theirs.
      await db.user.delete({ where: { id: userId } })
      await db.user.create({
        data: { id: userId, userName: userId, userNameKey: userId, passwordHash: '', createdAt: new Date(nowMs()) },
      })
      since.set(userId, nowMs())
      for (const [box, owner] of owners) if (owner === userId) owners.delete(box)
      for (let at = known.length - 1; at >= 0; at--) {
        const message = known[at]
        if (message === undefined) continue
        message.readBy.delete(userId)
        if (message.target.audience === 'user' && message.target.userId === userId) known.splice(at, 1)
      }
    }
    clock.advance(minuteMs)
    for (const id of userIds) {
      const seen = known.filter((message) => sees(id, message)).reverse()
      const unread = seen.filter((message) => !message.readBy.has(id))
      expect(await countUnread(id)).toBe(unread.length)
      if (number < steps.length - 1 && number % 8 !== 0) continue
      const listed = await findMessages(id, { page: 1, size: 100, language: 'en' })
      expect(listed.items.map((message) => message.id)).toEqual(seen.map((message) => message.id))
      expect(
        (await findMessages(id, { page: 1, size: 100, unread: true, language: 'en' })).items.map(
          (message) => message.id,
        ),
      ).toEqual(unread.map((message) => message.id))
    }
  }
}

describe('the unread count', () => {
  it(
    'matches the model after every step of random days',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => play(steps)),
        { numRuns: times(25) },
      )
    },
    limitMs(120_000),
  )

  it('drops once for a message that several tabs read at once', async () => {
    await begin()
    const id = await send({ audience: 'all' })
    const both = await Promise.all([markRead('anna', id), markRead('anna', id), markAllRead('anna')])
    expect(both[0].ok && both[1].ok).toBe(true)
    expect(await countUnread('anna')).toBe(0)
    expect(await db.messageRead.count({ where: { userId: 'anna' } })).toBe(1)
    expect(await countUnread('boris')).toBe(1)
  })
})

describe('a message', () => {
  it('is read in the reader’s language, or in English when it lacks that', async () => {
    await begin()
    const sent = await sendMessage(
      by,
      { audience: 'all' },
      { en: { title: 'Update', text: 'A new version.' }, ar: { title: 'تحديث', text: 'إصدار جديد.' } },
      null,
    )
    const id = sent.ok ? sent.value.message.id : ''
    expect(await findMessage('anna', id, 'ar')).toMatchObject({ title: 'تحديث', language: 'ar' })
    expect(await findMessage('anna', id, 'fr')).toMatchObject({ title: 'Update', language: 'en' })
  })
  it('needs an English text and an end in the future', async () => {
    expect(
      await sendMessage(by, { audience: 'all' }, { fr: { title: 'Mise à jour', text: 'Une version.' } }, null),
    ).toMatchObject({ ok: false, code: 'A0422', field: 'texts' })
    expect(
      await sendMessage(by, { audience: 'all' }, textsOf('Late'), new Date(clock.now().getTime() - 1)),
    ).toMatchObject({ ok: false, code: 'A0422', field: 'until' })
  })
  it('for another account can be neither seen nor read', async () => {
    await begin()
    const id = await send({ audience: 'user', userId: 'anna', name: 'anna' })
    expect(await findMessage('boris', id, 'en')).toBeNull()
    expect(await markRead('boris', id)).toMatchObject({ ok: false, code: 'A0404' })
    expect(await db.messageRead.count({ where: { messageId: id } })).toBe(0)
  })
  it('is found by part of its text and by its day, in pages', async () => {
    await begin()
    for (let day = 0; day < 12; day++) {
      await send({ audience: 'all' }, null, `Day ${day}`)
      clock.advance(dayMs)
    }
    const asked = { size: 10, language: 'en' }
    expect((await findMessages('anna', { ...asked, page: 1 })).items).toHaveLength(10)
    expect(await findMessages('anna', { ...asked, page: 2 })).toMatchObject({
      total: 12,
      items: [{ title: 'Day 1' }, { title: 'Day 0' }],
    })
    expect((await findMessages('anna', { ...asked, page: 3 })).items).toEqual([])
    expect((await findMessages('anna', { ...asked, page: 1, search: 'Day 11' })).items.map((one) => one.title)).toEqual(
      ['Day 11'],
    )
    await sendMessage(
      by,
      { audience: 'all' },
      { en: { title: 'Winter', text: 'Snow.' }, fr: { title: 'Hiver', text: 'Neige.' } },
      null,
    )
    const foundIn = async (language: string, search: string) =>
      (await findMessages('anna', { page: 1, size: 10, language, search })).total
    expect([
      await foundIn('fr', 'Neige'),
      await foundIn('fr', 'Snow'),
      await foundIn('en', 'Snow'),
      await foundIn('es', 'Snow'),
      await foundIn('fr', 'Day 3'),
    ]).toEqual([1, 0, 1, 1, 1])
    const from = new Date(start.getTime() + 2 * dayMs)
    expect(
      (await findMessages('anna', { ...asked, page: 1, from, before: new Date(from.getTime() + dayMs) })).items.map(
        (one) => one.title,
      ),
    ).toEqual(['Day 2'])
  })
})
