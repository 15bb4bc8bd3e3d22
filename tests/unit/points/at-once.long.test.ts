/** Expiring points and invitation rewards, by two processes at once: each happens once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expirePoints, pointsOf, pointsTexts, rewardInvitation } from '~/modules/points/points.server'
import { dayMs, now } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { pointsMessageTexts } from '~/web/points/points-message.server'
import { startChild } from '../../support/child'
import { expectBooks, givePoints, makeCustomer, startClock } from '../../support/shop'

let clock: ReturnType<typeof startClock>
beforeAll(() => {
  clock = startClock()
  pointsTexts.provide(pointsMessageTexts)
})
afterAll(async () => {
  clock.stop()
  await expectBooks()
  await closeDatabase()
})

it('expires points and rewards invitations once each', { timeout: 120_000 }, async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => makeCustomer()))
  for (const { userId } of people) await givePoints(userId, 80n)
  clock.advance(20 * dayMs)
  await expirePoints(undefined, 1)
  clock.advance(14 * dayMs)
  const inviter = await makeCustomer()
  for (let n = 0; n < 6; n++) {
    const { userId: invitedId, sn } = await makeCustomer()
    await db.invitation.create({
      data: {
        invitedId,
        inviterId: inviter.userId,
        createdAt: now(),
        state: 'bound',
        sn,
        boundAt: now(),
        points: 100n,
      },
    })
    await db.boxBinding.create({ data: { sn, userId: invitedId, firstAt: now() } })
    await db.invitedBox.create({ data: { sn, invitedId, at: now() } })
    await transact(async (tx) => {
      await rewardInvitation.enqueue(tx, { key: invitedId, payload: { invitedId } })
      return { ok: true }
    })
  }
  const both = [1, 2].map(() => startChild('points-child.ts', [now().toISOString()]))
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { go } of both) go()
  const gone = await Promise.all(both.map(async ({ read }) => Number(await read())))
  expect(gone.reduce((all, one) => all + one, 0)).toBe(12 * 80)
  for (const { userId } of people) expect((await pointsOf(userId)).balance).toBe(0n)
  expect(await db.ledgerTransfer.count({ where: { kind: 'points-expired' } })).toBe(12)
  expect((await pointsOf(inviter.userId)).balance).toBe(600n)
  expect(await db.ledgerTransfer.count({ where: { kind: 'invitation-rewarded' } })).toBe(6)
  expect(await db.invitation.count({ where: { inviterId: inviter.userId, state: 'rewarded' } })).toBe(6)
})
