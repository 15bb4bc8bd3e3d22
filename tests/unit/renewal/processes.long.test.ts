/** Two processes renew at once: each end is paid for once, whichever comes first. */
import { expect, it } from 'vitest'
import { dayMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { agreeToRenewal } from '~/modules/renewal/renewal.server'
import { startChild } from '../../support/child'
import { giveMango, makeCustomer, mangoOf, sell, usd } from '../../support/shop'

it('debits each account once when two processes renew the same boxes at once', async () => {
  const plan = await sell('tv-month', ['tv'], { price: '4' })
  const customers = await Promise.all(Array.from({ length: 6 }, () => makeCustomer()))
  const endsAt = new Date(now().getTime() + 2 * dayMs)
  for (const { userId, sn } of customers) {
    await giveMango(userId, '10')
    const startsAt = new Date(endsAt.getTime() - 30 * dayMs)
    const period = {
      sn,
      service: 'tv',
      startsAt,
      endsAt,
      anchorDay: startsAt.getUTCDate(),
      source: 'gift',
      note: 'test',
    }
    await db.servicePeriod.create({ data: { id: makeId(), ...period } })
    expect(await agreeToRenewal({ userId, sn, service: 'tv', plan, price: '4' })).toMatchObject({ ok: true })
  }
  const both = [1, 2].map(() => startChild('renewal-child.ts'))
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { go } of both) go()
  const done = await Promise.all(both.map(async ({ read }) => Number(await read())))
  await Promise.all(both.map(({ ended }) => ended))
  expect(done.reduce((all, one) => all + one, 0)).toBe(customers.length)
  for (const { userId, sn } of customers) {
    expect(await mangoOf(userId)).toBe('6.0000')
    expect(await db.order.findMany({ where: { userId } })).toMatchObject([{ status: 1, payPrice: usd('4') }])
    expect(await db.servicePeriod.count({ where: { sn } })).toBe(2)
  }
  expect(await db.renewedPeriod.count()).toBe(customers.length)
}, 120_000)
