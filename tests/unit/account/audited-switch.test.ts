/** Switches that their owner can turn without end: the audit log keeps each change, so they are limited per account. */
import { expect, it } from 'vitest'
import { changeCountry } from '~/modules/account/account.server'
import { setServiceOff, setServiceOn } from '~/modules/entitlement/entitlement.server'
import { areRemindersOn, setReminders } from '~/modules/reminder/reminder.server'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { good, makeActor, makeBox } from '../channel-list/people'

const entriesOf = (actor: string): Promise<number> => db.auditEntry.count({ where: { actor } })

it('are recorded up to an hourly limit per account; a refused switch changes nothing', async () => {
  const [busy, calm] = [await makeActor(), await makeActor()]
  const before = await entriesOf(busy.userId)
  const { points, seconds } = rules['audited-switch']
  for (let count = 0; count < points; count++) good(await setReminders(busy.userId, count % 2 === 1))
  expect(await entriesOf(busy.userId)).toBe(before + points)
  expect(await setReminders(busy.userId, false)).toMatchObject({
    ok: false,
    code: 'I1009',
    data: { retryAfterSeconds: seconds },
  })
  expect(await changeCountry(busy.userId, 'FR')).toMatchObject({ ok: false, code: 'I1009' })
  const { country } = await db.user.findUniqueOrThrow({ where: { id: busy.userId }, select: { country: true } })
  expect([await areRemindersOn(busy.userId), country, await entriesOf(busy.userId)]).toEqual([
    true,
    null,
    before + points,
  ])
  good(await setReminders(calm.userId, false))
  expect(await areRemindersOn(calm.userId)).toBe(false)
})

it('count nothing and record nothing if they are already in that state', async () => {
  const owner = await makeActor()
  const { sn } = await makeBox(owner)
  const before = await entriesOf(owner.userId)
  for (let count = 0; count < 3; count++) {
    good(await setReminders(owner.userId, true))
    good(await changeCountry(owner.userId, null))
    good(await setServiceOn(owner.userId, sn, 'chmax'))
  }
  expect(await entriesOf(owner.userId)).toBe(before)
  for (let count = 0; count < 3; count++) good(await setServiceOff(owner.userId, sn, 'chmax'))
  expect(await entriesOf(owner.userId)).toBe(before + 1)
  expect(await db.rateLimit.findUnique({ where: { key: `audited-switch:${owner.userId}` } })).toMatchObject({
    points: 1,
  })
})
