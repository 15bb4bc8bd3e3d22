/**
 * Reminders: the box's owner gets one for each end at each step, unless the service was renewed or reminders are off.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectEntitlement, grantPeriods } from '~/modules/entitlement/entitlement.server'
import { reminderTexts, remindOfEnds, setReminders } from '~/modules/reminder/reminder.server'
import type { Content } from '~/modules/outbox/outbox.server'
import { reminderMessageTexts } from '~/web/service/reminder-message.server'
import { makeMessageWriter } from '~/web/mail/writer.server'
import { dayMs, makeStoppedClock, now, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { ok } from '~/errors/table'
import { good, makeActor, makeBox } from '../channel-list/people'

const begin = new Date('2026-03-01T10:00:00Z')
const end = new Date('2026-04-01T10:00:00Z')
const clock = makeStoppedClock(begin)
const putBack = [replaceClock(clock)]
beforeAll(() => {
  connectEntitlement()
  putBack.push(reminderTexts.provide(reminderMessageTexts))
})
afterAll(() => putBack.forEach((undo) => undo()))

/** Moves the clock so that this much is left until the end. */
const leave = (days: number): void => clock.advance(end.getTime() - days * dayMs - now().getTime())
const grant = (sn: string) =>
  transact(async (tx) => {
    const gift = { source: 'gift', note: 'test' } as const
    return ok(await grantPeriods(tx, { sn, services: ['tv', 'data'], months: 1, at: now(), ...gift }))
  })
const titlesOf = async (userId: string): Promise<string[]> => {
  const rows = await db.message.findMany({ where: { userId }, include: { texts: true }, orderBy: { createdAt: 'asc' } })
  return rows.map(({ texts }) => texts.find(({ language }) => language === 'en')?.title ?? '')
}

it('sends reminders 14, 3 and 0 days before an end, once each, for all that ends on a box together', async () => {
  const [owner, off, renewed] = [await makeActor(), await makeActor(), await makeActor()]
  const boxes = [await makeBox(owner), await makeBox(off), await makeBox(renewed)]
  for (const { sn } of boxes) good(await grant(sn))
  await setReminders(off.userId, false)
  good(await grant(boxes[2]?.sn ?? ''))
  leave(14.1)
  expect(await remindOfEnds()).toBe(0)
  leave(14)
  expect([await remindOfEnds(), await remindOfEnds()]).toEqual([1, 0])
  leave(5)
  expect(await remindOfEnds()).toBe(0)
  leave(2.9)
  expect([await remindOfEnds(), await remindOfEnds()]).toEqual([1, 0])
  leave(0.5)
  expect([await remindOfEnds(), await remindOfEnds()]).toEqual([1, 0])
  expect((await titlesOf(owner.userId)).map((title) => title.replace(/ on .*$/, ' on'))).toEqual([
    'Ending soon on',
    'Ending soon on',
    'Ending today on',
  ])
  expect([await titlesOf(off.userId), await titlesOf(renewed.userId)]).toEqual([[], []])
  leave(-1)
  expect(await remindOfEnds()).toBe(0)
})

it('sends reminders missed while the server was off once, at their current step', async () => {
  const owner = await makeActor()
  const { sn } = await makeBox(owner)
  good(await grant(sn))
  clock.advance(29.5 * dayMs)
  await remindOfEnds()
  expect(await titlesOf(owner.userId)).toEqual([expect.stringContaining('Ending today')])
})

it('names the services and days in a mail as in the message', () => {
  const content = {
    template: 'services-end' as const,
    values: { box: 'Living room', days: 3 as const, ends: [{ service: 'tv', endsAt: end.toISOString() }] },
  } satisfies Content
  const mail = makeMessageWriter().mail(content, { language: 'en', brand: null, at: begin })
  expect(mail.subject).toBe('Ending soon on Living room')
  expect(mail.text).toContain('TV Service: until 1 Apr 2026')
})
