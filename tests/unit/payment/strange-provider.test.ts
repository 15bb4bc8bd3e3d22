/** Payments at a provider that loses answers, answers twice or sends nonsense. */
import { describe, expect, it, vi } from 'vitest'
import { periodsOf } from '~/modules/entitlement/entitlement.server'
import { walletOf } from '~/modules/ledger/ledger.server'
import { checkNow, choosePayment, listForPerson, takeCallback } from '~/modules/payment/payment.server'
import { cancelOrder } from '~/modules/order/order.server'
import { hourMs, minuteMs, secondMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import {
  ana,
  btc,
  card,
  clock,
  deposits,
  due,
  pageOf,
  paymentOf,
  preparePayments,
  providers,
  send,
  tellCoin,
  tv,
} from '../../support/payments'
import { makeCustomer, mangoOf, order, placed, statusOf } from '../../support/shop'

preparePayments()

describe('a provider that loses answers or sends nonsense', () => {
  it('has its payment matched by the attempt’s id', async () => {
    providers.state.loss = 'answer'
    const done = await order(ana, tv, '12.5', { method: btc })
    const number = done.ok ? done.value.number : ''
    expect(await pageOf(number)).toMatchObject({ step: 'waiting', attempt: null })
    providers.state.loss = null
    clock.advance(20_000)
    await due()
    expect(providers.payments.size).toBe(1)
    const id = [...providers.payments.keys()][0] ?? ''
    expect(await paymentOf(number)).toBe(id)
    expect((await pageOf(number)).order.payments).toMatchObject([{ coinAmount: '6.25', rate: '2' }])
    await send(id, '6.25')
    expect(await statusOf(number)).toBe(1)
  })
  it('makes one card page however often it is asked', async () => {
    providers.state.loss = 'answer'
    const done = await order(ana, tv, '12.5', { method: card })
    const number = done.ok ? done.value.number : ''
    providers.state.loss = null
    await checkNow(ana.userId, number)
    expect(providers.sessions.size).toBe(1)
    expect(await pageOf(number)).toMatchObject({ attempt: { kind: 'card', label: 'waiting' } })
  })
  it('that never made the payment lets another one begin', async () => {
    providers.state.loss = 'call'
    const done = await order(ana, tv, '12.5', { method: btc })
    const number = done.ok ? done.value.number : ''
    providers.state.loss = null
    clock.advance(11 * minuteMs)
    await due()
    expect(await choosePayment(ana.userId, number, { method: btc })).toMatchObject({ ok: true })
    await send(await paymentOf(number), '6.25')
    expect(await statusOf(number)).toBe(1)
  })
  it('that never made the payment says so after a while, and the same method can be used again', async () => {
    providers.state.loss = 'call'
    const done = await order(ana, tv, '12.5', { method: btc })
    const number = done.ok ? done.value.number : ''
    providers.state.loss = null
    // It answers and knows no such payment: that is not silence.
    expect(await checkNow(ana.userId, number)).toMatchObject({ ok: true })
    expect(await choosePayment(ana.userId, number, { method: btc })).toMatchObject({ value: { isPending: true } })
    expect(await pageOf(number)).toMatchObject({ isSlow: false, step: 'waiting' })
    clock.advance(30 * secondMs)
    expect(await pageOf(number)).toMatchObject({ isSlow: true, step: 'waiting', may: { payAnotherWay: true } })
    expect(await choosePayment(ana.userId, number, { method: btc })).toMatchObject({ value: { isPending: false } })
    expect(providers.payments.size).toBe(1)
    expect(await pageOf(number)).toMatchObject({ isSlow: false, attempt: { kind: 'coin' } })
    await send(await paymentOf(number), '6.25')
    expect(await statusOf(number)).toBe(1)
  })
  it('that lists no such payment lets its order be cancelled; money that comes later is late', async () => {
    providers.state.loss = 'answer'
    const done = await order(ana, tv, '12.5', { method: btc })
    const number = done.ok ? done.value.number : ''
    providers.state.loss = null
    const [id = '', payment] = [...providers.payments][0] ?? []
    if (payment === undefined) throw new Error('no payment was made')
    providers.payments.delete(id)
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(2)
    expect(await db.openOrderService.count({ where: { order: { number } } })).toBe(0)
    // Nothing blocks another order for the box.
    expect(await order(ana, tv, '12.5', {})).toMatchObject({ ok: true })
    providers.payments.set(id, payment)
    clock.advance(hourMs)
    await due()
    expect(await db.paymentAttempt.findFirst({ where: { order: { number } } })).toMatchObject({
      state: 'canceled',
      providerId: id,
    })
    await send(id, '6.25')
    expect([await statusOf(number), await deposits(number)]).toEqual([2, [[125_000n, 'credit']]])
    expect(await mangoOf(ana.userId)).toBe('12.5000')
  })
  it('that can’t be asked for its list keeps the order from being cancelled', async () => {
    providers.state.loss = 'call'
    const done = await order(ana, tv, '12.5', { method: btc })
    const number = done.ok ? done.value.number : ''
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ code: 'P1002' })
    expect(await statusOf(number)).toBe(5)
    providers.state.loss = null
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ ok: true })
  })
  it('that says finished without an amount moves nothing, and a person is notified', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    Object.assign(providers.payments.get(id) ?? {}, { actuallyPaid: null })
    providers.coin.say(id, 'finished')
    await tellCoin(id)
    expect([await statusOf(number), await deposits(number)]).toEqual([0, []])
    expect((await listForPerson()).filter(({ orderNumber }) => orderNumber === number)).toMatchObject([
      { kind: 'payment', reason: 'paid-without-amount', amount: '12.5000' },
    ])
    // Once the amount is known, it counts.
    Object.assign(providers.payments.get(id) ?? {}, { actuallyPaid: '6.25', actuallyPaidFiat: '12.5' })
    await checkNow(ana.userId, number)
    expect(await statusOf(number)).toBe(1)
  })
  it('moves nothing with an unknown status, and a person is notified', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.say(id, 'unknown', 'wandering')
    const alerts = vi.spyOn(log, 'error').mockReturnValue()
    await tellCoin(id)
    const lines = alerts.mock.calls.map(([line]): unknown => line)
    alerts.mockRestore()
    const called = { alert: 'payment-person', reason: 'unknown-word', word: 'wandering' }
    expect(lines).toContainEqual(expect.objectContaining(called))
    expect(await statusOf(number)).toBe(0)
    expect(await pageOf(number)).toMatchObject({ attempt: { label: 'unknown' } })
    expect((await listForPerson()).filter(({ reason }) => reason === 'unknown-word')).toHaveLength(1)
    await send(id, '6.25')
    expect(await statusOf(number)).toBe(1)
  })
  it('that sends everything back also returns the money that waited with it', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await send(id, '2.5')
    providers.coin.say(id, 'refunded')
    await tellCoin(id)
    expect(await deposits(number)).toEqual([[50_000n, 'refund']])
    expect((await walletOf(ana.userId)).mango.available).toBe(0n)
    expect(await pageOf(number)).toMatchObject({ order: { actuallyPaid: '0.0000' }, rest: '12.5000' })
  })
  it('whose payment fails after the order’s time leaves no order open', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.see(id, '6.25')
    await tellCoin(id)
    clock.advance(15 * minuteMs)
    await due()
    expect(await statusOf(number)).toBe(7)
    providers.coin.unsee(id)
    providers.coin.say(id, 'failed')
    await tellCoin(id)
    await due()
    expect(await statusOf(number)).toBe(4)
    expect(await db.openOrderService.count({ where: { order: { number } } })).toBe(0)
  })
  it('gives the purchase for a broken box to its replacement', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const other = await makeCustomer()
    await db.registeredBox.update({ where: { sn: ana.sn }, data: { movedToSn: other.sn } })
    await db.device.update({ where: { sn: ana.sn }, data: { userId: null, boundAt: null } })
    await db.device.update({ where: { sn: other.sn }, data: { userId: ana.userId } })
    await send(await paymentOf(number), '6.25')
    expect([await statusOf(number), (await periodsOf(ana.sn)).length, (await periodsOf(other.sn)).length]).toEqual([
      1, 0, 1,
    ])
  })
})

it('pays an order once with a hundred payments at the same time', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const id = await paymentOf(number)
  providers.coin.see(id, '6.25')
  providers.coin.confirm(id)
  const others = Array.from({ length: 99 }, () => providers.coin.further(id, '6.25'))
  for (const one of [id, ...others]) {
    const { raw, signature } = providers.coin.callback(one)
    await takeCallback('nowpayments', raw, signature)
  }
  await due()
  expect(await periodsOf(ana.sn)).toHaveLength(1)
  expect((await deposits(number)).filter(([, result]) => result === 'order')).toHaveLength(1)
  expect(await mangoOf(ana.userId)).toBe('1237.5000')
})
