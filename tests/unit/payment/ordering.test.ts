/** Refusals of an order, and the answers to its repetition. */
import { describe, expect, it } from 'vitest'
import { periodsOf } from '~/modules/entitlement/entitlement.server'
import { choosePayment, forgetMinimums, setMethod } from '~/modules/payment/payment.server'
import { openWallet, setWalletState } from '~/modules/wallet/wallet.server'
import { dayMs, minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { ana, btc, clock, due, paymentOf, preparePayments, providers, send, tellCoin, tv } from '../../support/payments'
import { giveMango, givePoints, makeCustomer, mangoOf, order, placed, sell, statusOf } from '../../support/shop'

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
  const value = first.ok ? { ...first.value, isNew: false } : null
  expect(await ask()).toEqual({ ok: true, value })
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

it('gives a free plan once at a time to a box and the box that replaces it', async () => {
  const free = await sell('free-replaced', ['skin'], { price: '0' })
  expect(await order(ana, free, '0')).toMatchObject({ ok: true, value: { status: 1 } })
  const { sn } = await makeCustomer()
  await db.registeredBox.update({ where: { sn: ana.sn }, data: { movedToSn: sn } })
  await db.servicePeriod.updateMany({ where: { sn: ana.sn }, data: { sn } })
  await db.device.update({ where: { sn }, data: { userId: ana.userId } })
  expect(await order({ ...ana, sn }, free, '0')).toMatchObject({ code: 'R2001', data: { context: 'free' } })
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

describe('money for an order whose time is over', () => {
  const overdue = async (...asked: Parameters<typeof order>) => {
    const number = await placed(...asked)
    const payment = await paymentOf(number)
    clock.advance(15 * minuteMs)
    await due()
    expect(await statusOf(number)).toBe(2)
    return { number, payment }
  }

  it('is credited where it would sell more than three years ahead', async () => {
    const long = await sell('late-long', ['data'], { price: '20', months: 24 })
    const first = await overdue(ana, long, '20', { method: btc })
    const second = await overdue(ana, long, '20', { method: btc })
    await send(second.payment, '10')
    await send(first.payment, '10')
    expect([await statusOf(second.number), await statusOf(first.number)]).toEqual([1, 2])
    expect([(await periodsOf(ana.sn)).length, await mangoOf(ana.userId)]).toEqual([1, '20.0000'])
  })

  it('is credited where an unpaid order needs the room', async () => {
    const long = await sell('late-beside', ['audio'], { price: '20', months: 24 })
    const first = await overdue(ana, long, '20', { method: btc })
    const second = await placed(ana, long, '20', { method: btc })
    await send(first.payment, '10')
    await send(await paymentOf(second), '10')
    expect([await statusOf(first.number), await statusOf(second), await mangoOf(ana.userId)]).toEqual([2, 1, '20.0000'])
  })

  it('is credited where its free plan runs already', async () => {
    const free = await sell('late-free', ['biss'], { price: '0' })
    const cheap = await sell('late-cheap', ['cloud'], { price: '4' })
    const plans = [
      { plan: free, price: '0' },
      { plan: cheap, price: '4' },
    ]
    const { number, payment } = await overdue(ana, free, '0', { plans, method: btc })
    expect(await order(ana, free, '0')).toMatchObject({ ok: true, value: { status: 1 } })
    await send(payment, '2')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([2, '4.0000'])
    // Without the free plan nothing is in its way.
    const other = await overdue(ana, cheap, '4', { method: btc })
    await send(other.payment, '2')
    expect(await statusOf(other.number)).toBe(1)
  })

  it('is credited where its Mango would come from a frozen wallet', async () => {
    await giveMango(ana.userId, '5')
    await openWallet(ana.userId)
    const { number, payment } = await overdue(ana, tv, '12.5', { method: btc, useMango: true })
    await setWalletState(by, { userId: ana.userId, state: 'frozen', reason: 'we look at it' })
    await send(payment, '3.75')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([2, '12.5000'])
  })
})
