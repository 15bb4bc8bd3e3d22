/** Payments against providers in memory: every way in which money arrives by coin and card, and where it goes. */
import { describe, expect, it } from 'vitest'
import { periodsOf } from '~/modules/entitlement/entitlement.server'
import { expireHolds } from '~/modules/ledger/ledger.server'
import { cancelOrder, creditWhatCame, deleteOrder, orderDetails, refundOrder } from '~/modules/order/order.server'
import {
  applyDeposit,
  checkNow,
  choosePayment,
  creditDeposit,
  listForPerson,
  paymentJobs,
  paymentQueues,
  returnDeposit,
  returnFromProvider,
} from '~/modules/payment/payment.server'
import { listTransactions } from '~/modules/wallet/wallet.server'
import { dayMs, hourMs, minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import {
  ana,
  btc,
  card,
  clock,
  deposits,
  due,
  nextCustomer,
  pageOf,
  paymentOf,
  preparePayments,
  providers,
  send,
  tellCard,
  tellCoin,
  tv,
} from '../../support/payments'
import { giveMango, givePoints, mangoOf, order, placed, runDue, sell, setPrice, statusOf } from '../../support/shop'

preparePayments()

describe('a payment by coin', () => {
  it('is shown with its address, amount and code, is seen, confirmed and finished', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    expect(await pageOf(number)).toMatchObject({
      step: 'waiting',
      rest: '12.5000',
      attempt: { kind: 'coin', label: 'waiting', amount: '6.25', uri: `bitcoin:addr${id}?amount=6.25` },
      may: { cancel: true, payAnotherWay: true, topUp: false },
    })
    providers.coin.see(id, '6.25')
    await tellCoin(id)
    expect(await pageOf(number)).toMatchObject({
      step: 'confirming',
      attempt: { label: 'confirming', validUntil: null },
      // Nothing more is due now, and nothing is recalled.
      order: { status: 7, expiresAt: null, acts: [] },
      may: { cancel: false },
    })
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ code: 'P1002' })
    providers.coin.confirm(id)
    await tellCoin(id)
    expect(await pageOf(number)).toMatchObject({ step: 'finished', order: { status: 1, actuallyPaid: '12.5000' } })
    expect(await periodsOf(ana.sn)).toHaveLength(1)
    expect(await deposits(number)).toEqual([[125_000n, 'order']])
  })
  it('is found by polling when no callback ever comes', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.see(id, '6.25')
    providers.coin.confirm(id)
    clock.advance(20_000)
    await due()
    expect(await statusOf(number)).toBe(1)
  })
  it('waits, when short, for the rest, which the same purchase accepts', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '2.5')
    expect(await pageOf(number)).toMatchObject({
      order: { status: 8, actuallyPaid: '5.0000', rest: '7.5000', expiresAt: '2026-12-02T12:00:00.000Z' },
      attempt: { label: 'partial-paid', received: '2.5', missing: '3.75' },
      rest: '7.5000',
      may: { topUp: true, creditWhatCame: true },
    })
    const before = await db.paymentAttempt.findFirstOrThrow({ where: { order: { number } } })
    clock.advance(hourMs)
    expect(await choosePayment(ana.userId, number, { method: btc })).toMatchObject({ ok: true })
    const id = await paymentOf(number)
    expect(id).not.toBe(before.providerId)
    expect(providers.payments.get(id)).toMatchObject({ purchaseId: before.purchaseId, payAmount: '3.75' })
    await send(id, '3.75')
    expect(await statusOf(number)).toBe(1)
    expect(await deposits(number)).toEqual([
      [50_000n, 'order'],
      [75_000n, 'order'],
    ])
  })
  it('is worth in parts what it is worth at once, whatever its parts are', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    for (const part of ['2.083333', '1.033333', '3.133334']) await send(id, part)
    expect((await pageOf(number)).order).toMatchObject({ status: 1, actuallyPaid: '12.5000' })
    expect(await deposits(number)).toEqual([
      [41_666n, 'order'],
      [20_667n, 'order'],
      [62_667n, 'order'],
    ])
  })
  it('is shown as what came if an accepted shortfall is missing from it', async () => {
    await giveMango(ana.userId, '1')
    const number = await placed(ana, tv, '12.5', { method: btc, useMango: true })
    await send(await paymentOf(number), '5.73')
    const { order } = await pageOf(number)
    expect(order).toMatchObject({ status: 1, payPrice: '12.5000', actuallyPaid: '12.4600' })
    expect(order.shares.map(({ kind, charged }) => [kind, charged])).toEqual([
      ['mango', '1.0000'],
      ['external', '11.4600'],
    ])
  })
  it('keeps the Mango part on hold, when under way or short, for as long as the order can be paid', async () => {
    for (const [way, hours] of [
      ['seen', 47],
      ['short', 23],
    ] as const) {
      await nextCustomer()
      await giveMango(ana.userId, '4')
      const number = await placed(ana, tv, '12.5', { method: btc, useMango: true })
      const id = await paymentOf(number)
      providers.coin.see(id, way === 'seen' ? '4.25' : '2')
      if (way === 'short') providers.coin.confirm(id)
      await tellCoin(id)
      clock.advance(hours * hourMs)
      await expireHolds()
      expect([way, await mangoOf(ana.userId)]).toEqual([way, '0.0000'])
    }
  })
  it('keeps it on hold when one is short while another is under way', async () => {
    await giveMango(ana.userId, '4')
    const number = await placed(ana, tv, '12.5', { method: btc, useMango: true })
    const first = await paymentOf(number)
    clock.advance(1000)
    await choosePayment(ana.userId, number, { method: 12 })
    const second = await paymentOf(number)
    providers.coin.see(first, '1')
    await tellCoin(first)
    clock.advance(dayMs)
    await send(second, '1')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([7, '0.0000'])
  })
  it('is credited when short, at once if its payer wants that, else after a day', async () => {
    for (const wants of [true, false]) {
      await nextCustomer()
      const number = await placed(ana, tv, '12.5', { method: btc })
      await send(await paymentOf(number), '2.5')
      if (wants) expect(await creditWhatCame(ana.userId, number)).toMatchObject({ ok: true })
      else {
        clock.advance(dayMs)
        await due()
      }
      expect([wants, await statusOf(number), await mangoOf(ana.userId)]).toEqual([wants, 2, '5.0000'])
      expect(await deposits(number)).toEqual([[50_000n, 'credit']])
    }
  })
  it('takes the rest from the wallet together with what arrived', async () => {
    await giveMango(ana.userId, '8')
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '2.5')
    expect(await choosePayment(ana.userId, number, { method: 100 })).toMatchObject({ ok: true })
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.5000'])
    expect(await deposits(number)).toEqual([[50_000n, 'order']])
  })
  it('takes no rest from a wallet that has too little, and shows its balance', async () => {
    await giveMango(ana.userId, '1')
    const number = await placed(ana, tv, '12.5', { method: btc })
    expect(await choosePayment(ana.userId, number, { method: 100 })).toEqual({
      ok: false,
      code: 'R1002',
      field: 'method',
      data: { context: 'mango', available: '1.0000' },
    })
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([0, '1.0000'])
  })
  it('takes no rest from the wallet where the points of its order were spent elsewhere', async () => {
    await giveMango(ana.userId, '20')
    await givePoints(ana.userId, 200n)
    const number = await placed(ana, tv, '12.5', { method: btc, points: 200n })
    const id = await paymentOf(number)
    providers.coin.see(id, '1')
    await tellCoin(id)
    // Longer than the points are held.
    clock.advance(2 * dayMs)
    await expireHolds()
    providers.coin.confirm(id)
    await tellCoin(id)
    const other = await sell('all-by-points', ['skin'], { price: '2' })
    expect(await order(ana, other, '2', { points: 200n })).toMatchObject({ ok: true, value: { status: 1 } })
    expect(await choosePayment(ana.userId, number, { method: 100 })).toMatchObject({
      code: 'R1002',
      field: 'method',
      data: { context: 'points', available: '0' },
    })
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([8, '20.0000'])
    expect(await creditWhatCame(ana.userId, number)).toMatchObject({ ok: true })
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([2, '22.0000'])
  })
  it('has its surplus credited', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '6.5')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.5000'])
    // The order says so next to what was counted.
    const { order: paid } = await pageOf(number)
    expect(paid).toMatchObject({ actuallyPaid: '12.5000', rest: '0.0000', credited: '0.5000', endedBy: null })
    // Its wallet calls it neither a recharge nor a refund.
    const { items } = await listTransactions(
      ana.userId,
      { type: null, direction: null, from: null, before: null },
      { size: 10 },
    )
    expect(items).toMatchObject([{ type: 5, what: 'surplus', amount: 5000n }])
    // The wallet has it, so no operator can refund it as well.
    for (const to of ['wallet', 'provider'] as const)
      expect(
        await refundOrder({ userId: 'operator', why: 'all of it' }, { number, amount: 130_000n, to }),
      ).toMatchObject({ code: 'R2001', data: { context: 'amount', most: '12.5000' } })
  })
  it('says who ended it: its customer, or the time limit', async () => {
    for (const [method, cancels] of [
      [btc, true],
      [card, true],
      [btc, false],
    ] as const) {
      await nextCustomer()
      const number = await placed(ana, tv, '12.5', { method })
      const windowEnd = (await pageOf(number)).order.expiresAt
      if (cancels) expect(await cancelOrder(ana.userId, number)).toMatchObject({ ok: true })
      else {
        clock.advance(15 * minuteMs)
        await due()
      }
      expect(await pageOf(number), `${method}`).toMatchObject({
        order: { status: 2, endedBy: cancels ? 'cancelled' : 'window-over', rest: '0.0000' },
        attempt: { label: cancels ? 'deleted' : 'expired' },
      })
      // Its page names the moment until which the price was held, whatever time the provider gave.
      if (!cancels) expect((await pageOf(number)).attempt?.validUntil).toBe(windowEnd)
    }
  })
  it('pays once and is credited once when it comes twice to one address', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await send(id, '6.25')
    await tellCoin(providers.coin.further(id, '6.25'))
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '12.5000'])
    expect(await deposits(number)).toEqual([
      [125_000n, 'order'],
      [125_000n, 'credit'],
    ])
  })
  it('pays when late if the price still holds, else is credited', async () => {
    for (const price of ['12.5', '15']) {
      await nextCustomer()
      const number = await placed(ana, tv, '12.5', { method: btc })
      const id = await paymentOf(number)
      clock.advance(15 * minuteMs)
      await due()
      expect(await statusOf(number)).toBe(2)
      await setPrice(tv, price)
      clock.advance(3 * dayMs)
      await send(id, '6.25')
      await setPrice(tv, '12.5')
      expect([price, await statusOf(number), await mangoOf(ana.userId)]).toEqual(
        price === '12.5' ? [price, 1, '0.0000'] : [price, 2, '12.5000'],
      )
    }
  })
  it('is credited when it comes after its order was cancelled and deleted', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await cancelOrder(ana.userId, number)
    await deleteOrder(ana.userId, number)
    clock.advance(29 * dayMs)
    await send(id, '6.25')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([3, '12.5000'])
  })
  it('of unknown worth waits, and has one result once its provider or a person states the worth', async () => {
    const by = { userId: 'operator', why: 'looked at the rates' }
    for (const who of ['provider', 'person', 'applied'] as const) {
      await nextCustomer()
      const number = await placed(ana, tv, '12.5', { method: btc })
      const id = await paymentOf(number)
      clock.advance(15 * minuteMs)
      await due()
      providers.coin.see(id, '6.25')
      Object.assign(providers.payments.get(id) ?? {}, { actuallyPaidFiat: null })
      providers.coin.confirm(id)
      await tellCoin(id)
      await checkNow(ana.userId, number)
      expect([who, await statusOf(number), await deposits(number)]).toEqual([who, 2, [[0n, 'person']]])
      const { id: depositId } = await db.deposit.findFirstOrThrow({ where: { attempt: { order: { number } } } })
      if (who === 'person') await creditDeposit(by, { depositId, usd: 120_000n })
      else if (who === 'applied') {
        expect(await applyDeposit(by, { depositId, usd: null })).toMatchObject({ code: 'A0422' })
        const act = () => applyDeposit(by, { depositId, usd: 125_000n })
        expect(await act()).toEqual({ ok: true, value: { result: 'order', usd: '12.5000' } })
        expect(await act()).toEqual({ ok: true, value: { result: 'order', usd: '12.5000' } })
        expect(await applyDeposit(by, { depositId, usd: 1n })).toMatchObject({ code: 'A0409' })
      }
      Object.assign(providers.payments.get(id) ?? {}, { actuallyPaidFiat: '12.5' })
      await checkNow(ana.userId, number)
      await checkNow(ana.userId, number)
      expect([who, await statusOf(number), await mangoOf(ana.userId), (await deposits(number)).length]).toEqual(
        who === 'person' ? [who, 2, '12.0000', 1] : [who, 1, '0.0000', 1],
      )
    }
  })
  it('that its provider sends back after it paid the order is a refund, and ends the service', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await send(id, '6.25')
    expect([await statusOf(number), (await periodsOf(ana.sn)).length]).toEqual([1, 1])
    providers.coin.say(id, 'refunded')
    for (const _ of ['told', 'told again']) await tellCoin(id)
    expect([await statusOf(number), await periodsOf(ana.sn), await mangoOf(ana.userId)]).toEqual([6, [], '0.0000'])
    expect(await pageOf(number)).toMatchObject({
      order: { refunds: [{ amount: '12.5000', to: 'provider', state: 'done' }] },
    })
  })
  it('in another asset can be applied to its order: a part waits for the rest, later ones are credited', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    for (const amount of ['3', '3.25', '1']) await tellCoin(providers.coin.further(id, amount, 'ltc'))
    const by = { userId: 'operator', why: 'the right network after all' }
    const results: string[] = []
    for (const amount of ['3', '3.25', '1']) {
      const { id: depositId } = await db.deposit.findFirstOrThrow({ where: { amount, attempt: { order: { number } } } })
      const applied = await applyDeposit(by, { depositId, usd: null })
      results.push(applied.ok ? applied.value.result : applied.code)
    }
    expect([results, await statusOf(number), await mangoOf(ana.userId)]).toEqual([
      ['wait', 'order', 'credit'],
      1,
      '2.0000',
    ])
  })
  it('is worth what was requested for it while the quote holds, including a fraction of a coin at any rate', async () => {
    const number = await placed(ana, await sell('half-coin', ['skin'], { price: '1.5' }), '1.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.see(id, '0.75')
    Object.assign(providers.payments.get(id) ?? {}, { actuallyPaidFiat: '1.2' })
    providers.coin.confirm(id)
    await tellCoin(id)
    expect([await statusOf(number), await deposits(number)]).toEqual([1, [[15_000n, 'order']]])
  })
  it('in another asset is worth what its provider says, never the amount requested in the right one', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    for (const actuallyPaidFiat of ['9', null]) {
      const other = providers.coin.further(id, '3', 'ltc')
      Object.assign(providers.payments.get(other) ?? {}, { actuallyPaidFiat })
      await tellCoin(other)
      clock.advance(minuteMs)
    }
    expect([await statusOf(number), await deposits(number)]).toEqual([
      0,
      [
        [90_000n, 'person'],
        [0n, 'person'],
      ],
    ])
  })
  it('in another asset waits for a person, who credits it or sends it back', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await tellCoin(providers.coin.further(id, '3', 'ltc'))
    await tellCoin(providers.coin.further(id, '4', 'ltc'))
    const waiting = (await listForPerson()).filter(
      ({ kind, orderNumber }) => kind === 'deposit' && orderNumber === number,
    )
    const first = waiting.find(({ amount }) => amount === '3 ltc')
    const second = waiting.find(({ amount }) => amount === '4 ltc')
    const by = { userId: 'operator', why: 'seen on the chain' }
    expect(await creditDeposit(by, { depositId: first?.id ?? '', usd: null })).toMatchObject({
      value: { usd: '6.0000' },
    })
    expect(await creditDeposit(by, { depositId: first?.id ?? '', usd: null })).toMatchObject({ code: 'A0409' })
    const back = { depositId: second?.id ?? '', hash: 'abc', isOther: true }
    expect(await returnDeposit(by, { ...back, address: 'nonsense' })).toMatchObject({ code: 'OP10017' })
    expect(await returnDeposit(by, { ...back, address: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' })).toMatchObject({
      ok: true,
    })
    expect(await mangoOf(ana.userId)).toBe('6.0000')
    expect((await deposits(number)).sort()).toEqual([
      [60_000n, 'credit'],
      [80_000n, 'returned'],
    ])
  })
})

describe('an order that shows a payment under way', () => {
  /** An order as an earlier version left it: its only payment has failed, and it still shows the old status. */
  const stuck = async (): Promise<string> => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.payLater(id)
    await tellCard(providers.card.event(id, 'checkout.session.completed'))
    await db.paymentAttempt.updateMany({
      where: { order: { number } },
      data: { state: 'failed', openKey: null, nextPollAt: null },
    })
    return number
  }
  it('is reset within ten minutes when nothing is under way', async () => {
    const number = await stuck()
    expect(await statusOf(number)).toBe(7)
    clock.advance(10 * minuteMs)
    await due()
    expect(await pageOf(number)).toMatchObject({ order: { status: 4 }, attempt: { label: 'failed' } })
    clock.advance(2 * hourMs)
    await runDue(paymentJobs, paymentQueues)
    expect(await order(ana, tv, '12.5')).toMatchObject({ ok: true })
  })
  it('is left alone while something is under way to its address', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    providers.coin.see(await paymentOf(number), '6.25')
    await tellCoin(await paymentOf(number))
    clock.advance(10 * minuteMs)
    await due()
    expect(await statusOf(number)).toBe(7)
  })
  it('is reset when a payment seen after its quote’s end is gone', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.say(id, 'expired')
    await tellCoin(id)
    providers.coin.see(id, '6.25')
    await tellCoin(id)
    expect(await statusOf(number)).toBe(7)
    providers.coin.say(id, 'expired')
    await tellCoin(id)
    expect([await statusOf(number), (await pageOf(number)).attempt?.label]).toEqual([0, 'expired'])
  })
  it('is ended by the operator, and later money counts as late', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.see(id, '6.25')
    await tellCoin(id)
    const refused = { ok: false, code: 'P1002' }
    expect(await cancelOrder(ana.userId, number)).toMatchObject(refused)
    const by = { userId: 'operator', why: 'it never comes' }
    expect(await cancelOrder(ana.userId, number, by)).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(2)
    providers.coin.confirm(id)
    await tellCoin(id)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([2, '12.5000'])
  })
})

describe('a payment by card', () => {
  it('goes to the provider’s page, and is paid when the provider says so', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    expect(await pageOf(number)).toMatchObject({ attempt: { kind: 'card', url: `https://pay.example/${id}` } })
    providers.card.pay(id)
    await tellCard(providers.card.event(id, 'checkout.session.completed'))
    expect(await statusOf(number)).toBe(1)
  })
  it('shows the sum of the provider’s page', async () => {
    await setPrice(tv, '12.3456')
    const number = await placed(ana, tv, '12.3456', { method: card })
    await setPrice(tv, '12.5')
    expect(await pageOf(number)).toMatchObject({ rest: '12.3456', attempt: { kind: 'card', amount: '12.3500' } })
    expect(providers.sessions.get(await paymentOf(number))?.amount).toBe('12.35')
  })
  it('takes whole cents, and credits the rest of the cent', async () => {
    const odd = await sell('odd', ['stream'], { price: '1.2345' })
    const number = await placed(ana, odd, '1.2345', { method: card })
    const id = await paymentOf(number)
    expect(providers.sessions.get(id)?.amount).toBe('1.24')
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.0055'])
  })
  it('that fails is 4 and can be retried', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.payLater(id)
    await tellCard(providers.card.event(id, 'checkout.session.completed'))
    expect(await statusOf(number)).toBe(7)
    await tellCard(providers.card.event(id, 'checkout.session.async_payment_failed'))
    expect(await statusOf(number)).toBe(4)
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(0)
  })
  it('stays failed, however often its session is reported as complete and unpaid', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.payLater(id)
    // The callbacks arrive in reverse order, one of them twice.
    await tellCard(providers.card.event(id, 'checkout.session.async_payment_failed'))
    await tellCard(providers.card.event(id, 'checkout.session.completed'))
    expect(await statusOf(number)).toBe(4)
    await checkNow(ana.userId, number)
    expect(await statusOf(number)).toBe(4)
    await returnFromProvider(ana.userId, number, id)
    expect(await statusOf(number)).toBe(4)
    await tellCard(providers.card.event(id, 'checkout.session.completed'))
    expect(await pageOf(number)).toMatchObject({ order: { status: 4 }, attempt: { label: 'failed' } })
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(2)
  })
  it('that failed and is paid after all pays its order', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.payLater(id)
    await tellCard(providers.card.event(id, 'checkout.session.async_payment_failed'))
    providers.card.pay(id)
    await tellCard(providers.card.event(id, 'checkout.session.async_payment_succeeded'))
    expect(await statusOf(number)).toBe(1)
  })
  it('that fails leaves its order to another payment begun before', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject({ ok: true })
    const id = [...providers.sessions.keys()].at(-1) ?? ''
    providers.card.payLater(id)
    await tellCard(providers.card.event(id, 'checkout.session.completed'))
    expect(await statusOf(number)).toBe(7)
    await tellCard(providers.card.event(id, 'checkout.session.async_payment_failed'))
    expect(await statusOf(number)).toBe(0)
  })
  it('that fails leaves an order that the wallet can pay', async () => {
    await giveMango(ana.userId, '12.5')
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.payLater(id)
    await tellCard(providers.card.event(id, 'checkout.session.async_payment_failed'))
    expect(await statusOf(number)).toBe(4)
    expect(await choosePayment(ana.userId, number, { method: 100 })).toMatchObject({ ok: true })
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.0000'])
  })
  it('is refunded to the card, in parts, each once', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    const by = { userId: 'operator', why: 'half' }
    expect(await refundOrder(by, { number, amount: 60_000n, to: 'provider' })).toMatchObject({
      value: { state: 'done' },
    })
    // The provider reports the portal's refund, and one from its own page.
    await tellCard(providers.card.refund(id, '0'))
    expect((await orderDetails(ana.userId, number, 'en')).ok).toBe(true)
    expect(await statusOf(number)).toBe(1)
    await tellCard(providers.card.refund(id, '6.5'))
    expect(await statusOf(number)).toBe(6)
    expect(await db.orderRefund.count({ where: { order: { number } } })).toBe(2)
  })
  it('has an unanswered refund requested again with the same key', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    providers.card.pay(await paymentOf(number))
    await checkNow(ana.userId, number)
    providers.state.loss = 'answer'
    const by = { userId: 'operator', why: 'lost' }
    const asked = await refundOrder(by, { number, amount: 125_000n, to: 'provider' })
    expect(asked).toMatchObject({ value: { state: 'asked' } })
    expect(await refundOrder(by, { number, amount: 1n, to: 'wallet' })).toMatchObject({ code: 'R2001' })
    providers.state.loss = null
    clock.advance(10 * minuteMs)
    await due()
    expect(await statusOf(number)).toBe(6)
    expect([...providers.sessions.values()].map(({ refunded }) => refunded)).toEqual(['12.5'])
  })
  it('asks for a captcha after five of them in an hour', async () => {
    const number = await placed(ana, tv, '12.5', { method: null })
    const visit = { kind: 'page', binding: 'someone', address: '127.0.0.1' } as never
    for (let tries = 0; tries < 5; tries++) {
      expect(await choosePayment(ana.userId, number, { method: card, visit })).toMatchObject({ ok: true })
      providers.card.expire(await paymentOf(number))
      await db.paymentAttempt.updateMany({ data: { openKey: null, state: 'expired' } })
    }
    expect(await choosePayment(ana.userId, number, { method: card, visit })).toMatchObject({ code: 'B0005' })
  })
})
