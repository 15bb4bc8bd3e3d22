/** Refusals of an order, and the answers to its repetition. */
import { expect, it } from 'vitest'
import { choosePayment, forgetMinimums, setMethod } from '~/modules/payment/payment.server'
import { dayMs } from '~/platform/clock.server'
import { ana, btc, clock, paymentOf, preparePayments, providers, send, tellCoin, tv } from '../../support/payments'
import { giveMango, givePoints, order, placed, sell, statusOf } from '../../support/shop'

preparePayments()

const by = { userId: 'operator', why: 'for a while' }

it('begins no other payment while one that was seen is undecided', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const id = await paymentOf(number)
  providers.coin.see(id, '6.25')
  await tellCoin(id)
  expect(await statusOf(number)).toBe(7)
  for (const method of [btc, 12, -1, 100])
    expect([method, await choosePayment(ana.userId, number, { method })]).toMatchObject([method, { code: 'OP10015' }])
  // It was replaced: the order can be paid otherwise.
  providers.coin.unsee(id)
  await tellCoin(id)
  expect(await choosePayment(ana.userId, number, { method: 12 })).toMatchObject({ ok: true })
  await send(id, '6.25')
  expect(await statusOf(number)).toBe(1)
})

it('answers a repeated order with what went wrong the first time', async () => {
  const ask = () => order(ana, tv, '12.5', { method: btc, batch: 'an-order-0001' })
  providers.state.minimum = '20'
  const first = await ask()
  expect(first).toMatchObject({ ok: true, value: { problem: { code: 'P1001', data: { context: 'minimum' } } } })
  providers.state.minimum = '1'
  forgetMinimums()
  expect(await ask()).toEqual(first)
})

it('pays no part of an order by a method that is switched off', async () => {
  await giveMango(ana.userId, '20')
  await givePoints(ana.userId, 500n)
  for (const [method, more] of [
    [100, { method: 100 }],
    [100, { useMango: true }],
    [101, { points: 100n }],
  ] as const) {
    await setMethod(by, { method, enabled: false, countries: null })
    expect(await order(ana, tv, '12.5', more)).toMatchObject({ code: 'P1001', data: { context: 'method' } })
    await setMethod(by, { method, enabled: true, countries: null })
  }
  expect(await order(ana, tv, '12.5', { method: 100, points: 100n })).toMatchObject({ ok: true, value: { status: 1 } })
})

it('gives a free plan to a box once at a time', async () => {
  const free = await sell('free-month', ['quran'], { price: '0' })
  expect(await order(ana, free, '0')).toMatchObject({ ok: true, value: { status: 1 } })
  expect(await order(ana, free, '0')).toMatchObject({ code: 'R2001', data: { context: 'free', plan: free } })
  clock.advance(32 * dayMs)
  expect(await order(ana, free, '0')).toMatchObject({ ok: true, value: { status: 1 } })
})

it('reads a price as people type it, and as the ledger does', async () => {
  const cheap = await sell('cheap-month', ['match'], { price: '0.7' })
  expect(await order(ana, cheap, '0,7x')).toMatchObject({ code: 'A0422', field: 'price' })
  expect(await order(ana, cheap, '٠٫٨')).toMatchObject({ code: 'A0409', data: { context: 'price' } })
  expect(await order(ana, cheap, '٠٫٧')).toMatchObject({ ok: true })
})

it('sells nothing more than three years ahead, and a longer plan only where it begins at once', async () => {
  await giveMango(ana.userId, '500')
  const year = await sell('ahead-year', ['epg'], { price: '10', months: 12 })
  const long = await sell('ahead-long', ['vpn'], { price: '40', months: 48 })
  for (let years = 1; years <= 3; years++)
    expect(await order(ana, year, '10', { method: 100 })).toMatchObject({ ok: true, value: { status: 1 } })
  expect(await order(ana, year, '10', { method: 100 })).toMatchObject({
    code: 'M4203',
    data: { months: 36, until: '2029-12-01T12:00:00.000Z' },
  })
  clock.advance(366 * dayMs)
  expect(await order(ana, year, '10', { method: 100 })).toMatchObject({ ok: true })
  expect(await order(ana, long, '40', { method: 100 })).toMatchObject({ ok: true })
  expect(await order(ana, long, '40', { method: 100 })).toMatchObject({ code: 'M4203' })
})
