/**
 * Payments against providers in memory: every way in which money comes, and the ten failures of others' checkouts
 * (formats of the providers' documents), each with the one result that it must have.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectEntitlement, periodsOf } from '~/modules/entitlement/entitlement.server'
import { expireHolds, walletOf } from '~/modules/ledger/ledger.server'
import {
  cancelOrder,
  creditWhatCame,
  deleteOrder,
  orderDetails,
  orderTexts,
  refundOrder,
  tellOfOrder,
} from '~/modules/order/order.server'
import { listOutbox, provideMessageWriter } from '~/modules/outbox/outbox.server'
import {
  applyDeposit,
  checkNow,
  choosePayment,
  connectPayment,
  creditDeposit,
  forgetMinimums,
  listForPerson,
  paymentJobs,
  paymentLanes,
  paymentMethods,
  paymentPage,
  readMinimums,
  readProviderLists,
  returnDeposit,
  returnFromProvider,
  takeCallback,
} from '~/modules/payment/payment.server'
import { dayMs, hourMs, minuteMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { makeMessageWriter } from '~/web/mail/writer.server'
import { textsOfOrder } from '~/web/order/order-message.server'
import { makeProviders, type Providers } from '../../support/providers'
import {
  expectBooks,
  giveMango,
  makeCustomer,
  mangoOf,
  order,
  placed,
  runDue,
  sell,
  setPrice,
  startClock,
  statusOf,
  tellOwners,
  type Customer,
} from '../../support/shop'
import { openOutbox } from '../../support/verification'

const btc = 16
const card = -1
let clock: ReturnType<typeof startClock>
let ana: Customer
let tv: string
let providers: Providers
let undo: (() => void)[] = []

/** The provider's id of an order's newest attempt. */
const paymentOf = async (number: string): Promise<string> => {
  const attempt = await db.paymentAttempt.findFirstOrThrow({
    where: { order: { number } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return attempt.providerId ?? ''
}
const due = (): Promise<void> =>
  runDue(
    paymentJobs.filter(({ name }) => name !== 'end-order-window'),
    paymentLanes,
  )
/** A callback comes and is worked on. */
const tellCoin = async (id: string): Promise<void> => {
  const { raw, signature } = providers.coin.callback(id)
  expect(await takeCallback('nowpayments', raw, signature)).toMatchObject({ ok: true })
  await due()
}
const tellCard = async (raw: Buffer): Promise<void> => {
  expect(await takeCallback('stripe', raw, providers.card.sign(raw))).toMatchObject({ ok: true })
  await due()
}
const pageOf = async (number: string) => {
  const page = await paymentPage(ana.userId, number, 'en')
  if (!page.ok) throw new Error(page.code)
  return page.value
}
/** The result of each deposit of an order, with its worth. */
const deposits = async (number: string) =>
  (
    await db.deposit.findMany({
      where: { attempt: { order: { number } } },
      // Those of one moment: what pays the order first.
      orderBy: [{ at: 'asc' }, { result: 'desc' }],
    })
  ).map(({ usd, result }) => [usd, result])
/** Pays by coin: seen, then confirmed. 1 coin is 2 USD. */
const send = async (id: string, amount: string): Promise<void> => {
  providers.coin.see(id, amount)
  providers.coin.confirm(id)
  await tellCoin(id)
}

beforeAll(async () => {
  connectEntitlement()
  undo.push(connectPayment())
  tv = await sell('tv-month', ['tv'], { price: '12.5' })
})
beforeEach(async () => {
  clock = startClock()
  forgetMinimums()
  providers = makeProviders()
  undo.push(providers.install())
  ana = await makeCustomer()
})
afterEach(async () => {
  undo.pop()?.()
  clock.stop()
  // The next test's providers know nothing of these.
  await db.paymentAttempt.updateMany({ data: { nextPollAt: null } })
  await expectBooks()
})
afterAll(async () => {
  for (const one of undo) one()
  undo = []
  await closeDatabase()
})

describe('a payment by coins', () => {
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
      // Nothing more is to be paid now, and nothing is called back.
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
  it('is found by asking when no callback ever comes', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.see(id, '6.25')
    providers.coin.confirm(id)
    clock.advance(20_000)
    await due()
    expect(await statusOf(number)).toBe(1)
  })
  it('that is short waits for the rest, which the same purchase takes', async () => {
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
  it('on its way, or short, keeps the Mango part set aside for as long as the order can be paid', async () => {
    for (const [way, hours] of [
      ['seen', 47],
      ['short', 23],
    ] as const) {
      ana = await makeCustomer()
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
  it('that is short is credited at once where its payer wants that, and after a day otherwise', async () => {
    for (const wants of [true, false]) {
      ana = await makeCustomer()
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
  it('takes the rest from the wallet together with what came', async () => {
    await giveMango(ana.userId, '8')
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '2.5')
    expect(await choosePayment(ana.userId, number, { method: 100 })).toMatchObject({ ok: true })
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.5000'])
    expect(await deposits(number)).toEqual([[50_000n, 'order']])
  })
  it('credits what is too much', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '6.5')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.5000'])
    // The order says so beside what was counted.
    const { order: paid } = await pageOf(number)
    expect(paid).toMatchObject({ actuallyPaid: '12.5000', rest: '0.0000', credited: '0.5000', endedBy: null })
  })
  it('says who ended it: its customer, or the window', async () => {
    for (const [method, cancels] of [
      [btc, true],
      [card, true],
      [btc, false],
    ] as const) {
      ana = await makeCustomer()
      const number = await placed(ana, tv, '12.5', { method })
      if (cancels) expect(await cancelOrder(ana.userId, number)).toMatchObject({ ok: true })
      else {
        clock.advance(15 * minuteMs)
        await due()
      }
      expect(await pageOf(number), `${method}`).toMatchObject({
        order: { status: 2, endedBy: cancels ? 'cancelled' : 'window-over', rest: '0.0000' },
        attempt: { label: cancels ? 'deleted' : 'expired' },
      })
    }
  })
  it('that comes twice to one address pays once and is credited once', async () => {
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
  it('that comes late pays while the price holds, and is credited when it does not', async () => {
    for (const price of ['12.5', '15']) {
      ana = await makeCustomer()
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
  it('that comes after its order was cancelled and deleted is credited all the same', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await cancelOrder(ana.userId, number)
    await deleteOrder(ana.userId, number)
    clock.advance(29 * dayMs)
    await send(id, '6.25')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([3, '12.5000'])
  })
  it('of which nobody knows the worth waits, and has its one result once its provider or a person says it', async () => {
    const by = { userId: 'operator', why: 'looked at the rates' }
    for (const who of ['provider', 'person', 'applied'] as const) {
      ana = await makeCustomer()
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
  it('in another asset can be put towards its order: a part waits for the rest, and later ones are credited', async () => {
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
  it('in another asset waits for a person, who credits it or sends it back', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await tellCoin(providers.coin.further(id, '3', 'ltc'))
    await tellCoin(providers.coin.further(id, '4', 'ltc'))
    const waiting = (await listForPerson()).filter(({ kind }) => kind === 'deposit')
    const first = waiting.find(({ amount }) => amount === '3 ltc')
    const second = waiting.find(({ amount }) => amount === '4 ltc')
    const by = { userId: 'operator', why: 'seen on the chain' }
    expect(await creditDeposit(by, { depositId: first?.id ?? '', usd: null })).toMatchObject({
      value: { usd: '6.0000' },
    })
    expect(await creditDeposit(by, { depositId: first?.id ?? '', usd: null })).toMatchObject({ code: 'A0409' })
    const back = { depositId: second?.id ?? '', hash: 'abc' }
    expect(await returnDeposit(by, { ...back, address: 'nonsense' })).toMatchObject({ code: 'OP10017' })
    expect(await returnDeposit(by, { ...back, address: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' })).toMatchObject({
      ok: true,
    })
    expect(await mangoOf(ana.userId)).toBe('6.0000')
    expect((await deposits(number)).sort()).toEqual([
      [60_000n, 'credit'],
      [80_000n, 'refund'],
    ])
  })
})

describe('a payment by card', () => {
  it('goes to the provider’s page and is paid when the provider says so', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    expect(await pageOf(number)).toMatchObject({ attempt: { kind: 'card', url: `https://pay.example/${id}` } })
    providers.card.pay(id)
    await tellCard(providers.card.event(id, 'checkout.session.completed'))
    expect(await statusOf(number)).toBe(1)
  })
  it('says the sum that the provider’s page says', async () => {
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
  it('that fails is 4 and can be tried again', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    Object.assign(providers.sessions.get(id) ?? {}, { status: 'complete', said: 'confirmed', word: 'complete, unpaid' })
    await tellCard(providers.card.event(id, 'checkout.session.completed'))
    expect(await statusOf(number)).toBe(7)
    await tellCard(providers.card.event(id, 'checkout.session.async_payment_failed'))
    expect(await statusOf(number)).toBe(4)
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(0)
  })
  it('is refunded the way it came, in parts, each once', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    const by = { userId: 'operator', why: 'half' }
    expect(await refundOrder(by, { number, amount: 60_000n, to: 'provider' })).toMatchObject({
      value: { state: 'done' },
    })
    // The provider tells of the refund that the portal made, and of one that its own page made.
    await tellCard(providers.card.refund(id, '0'))
    expect((await orderDetails(ana.userId, number, 'en')).ok).toBe(true)
    expect(await statusOf(number)).toBe(1)
    await tellCard(providers.card.refund(id, '6.5'))
    expect(await statusOf(number)).toBe(6)
    expect(await db.orderRefund.count({ where: { order: { number } } })).toBe(2)
  })
  it('whose refund has no answer is asked again with the same key', async () => {
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

describe('failures of others, and what happens here', () => {
  it('1: an event that comes before its order waits, and is worked on when its order is there', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    const attempt = await db.paymentAttempt.findFirstOrThrow({ where: { providerId: id } })
    // Its row is not there yet.
    await db.paymentAttempt.update({ where: { id: attempt.id }, data: { providerId: null, nextPollAt: null } })
    const payment = providers.payments.get(id)
    if (payment !== undefined) payment.reference = 'nobody'
    await send(id, '6.25')
    expect(
      await db.providerEvent.findFirstOrThrow({ where: { body: { contains: `"payment_id":${id},` } } }),
    ).toMatchObject({ state: 'waiting' })
    await db.paymentAttempt.update({ where: { id: attempt.id }, data: { providerId: id } })
    clock.advance(hourMs)
    await due()
    expect(
      await db.providerEvent.findFirstOrThrow({ where: { body: { contains: `"payment_id":${id},` } } }),
    ).toMatchObject({ state: 'done' })
    expect(await statusOf(number)).toBe(1)
  })
  it('1: an event that matches nothing for seven days is a person’s', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    const { raw, signature } = providers.coin.callback(id)
    await db.paymentAttempt.updateMany({
      where: { providerId: id },
      data: { providerId: 'other', id: 'other-id', nextPollAt: null },
    })
    await takeCallback('nowpayments', raw, signature)
    for (let days = 0; days < 8; days++) {
      await runDue([], paymentLanes)
      clock.advance(dayMs)
    }
    await runDue([], paymentLanes)
    expect(
      await db.providerEvent.findFirstOrThrow({ where: { body: { contains: `"payment_id":${id},` } } }),
    ).toMatchObject({ state: 'person' })
  })
  it('2: one attempt’s end does not touch an order that another one pays', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const first = await paymentOf(number)
    clock.advance(1000)
    await choosePayment(ana.userId, number, { method: btc })
    const second = await paymentOf(number)
    providers.card.expire(first)
    await tellCard(providers.card.event(first, 'checkout.session.expired'))
    expect(await statusOf(number)).toBe(0)
    await send(second, '6.25')
    expect(await statusOf(number)).toBe(1)
  })
  it('2: of one method at most one attempt is open, and the older one is closed at the provider', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const first = await paymentOf(number)
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject({ ok: true })
    expect(await paymentOf(number)).toBe(first)
    await db.paymentAttempt.updateMany({ where: { providerId: first }, data: { validUntil: new Date(0) } })
    clock.advance(1000)
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject({ ok: true })
    expect(providers.sessions.get(first)?.status).toBe('expired')
    expect(await db.paymentAttempt.count({ where: { order: { number }, openKey: { not: null } } })).toBe(1)
  })
  it('3: a repeated callback renews nothing twice, however many come at once', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.see(id, '6.25')
    providers.coin.confirm(id)
    const { raw, signature } = providers.coin.callback(id)
    await Promise.all(Array.from({ length: 20 }, () => takeCallback('nowpayments', raw, signature)))
    expect(await db.providerEvent.count({ where: { body: raw.toString() } })).toBe(1)
    await Promise.all([due(), checkNow(ana.userId, number), checkNow(ana.userId, number)])
    expect(await periodsOf(ana.sn)).toHaveLength(1)
    expect(await deposits(number)).toEqual([[125_000n, 'order']])
  })
  it('4: what was seen and then replaced counts for nothing', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.see(id, '6.25')
    await tellCoin(id)
    providers.coin.unsee(id)
    await tellCoin(id)
    expect(await statusOf(number)).toBe(0)
    clock.advance(15 * minuteMs)
    await due()
    expect(await statusOf(number)).toBe(2)
    expect(await deposits(number)).toEqual([])
  })
  it('4: what is on its way for a day is looked at by a person', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.see(id, '6.25')
    await tellCoin(id)
    clock.advance(dayMs + hourMs)
    await due()
    expect(await db.paymentAttempt.findFirstOrThrow({ where: { providerId: id } })).toMatchObject({
      personReason: 'confirming-long',
    })
    expect(await statusOf(number)).toBe(7)
  })
  it('5: an address is watched for 30 days past its end', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    for (const wait of [hourMs, 10 * dayMs, 19 * dayMs]) {
      clock.advance(wait)
      await due()
    }
    providers.coin.see(id, '6.25')
    providers.coin.confirm(id)
    clock.advance(hourMs)
    await due()
    expect(await statusOf(number)).toBe(1)
  })
  it('5: a new quote asks for the rest alone', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '2.5')
    clock.advance(1000)
    await choosePayment(ana.userId, number, { method: card })
    expect(providers.sessions.get(await paymentOf(number))?.amount).toBe('7.50')
  })
  it('6: a warning freezes nothing, a dispute freezes, and money moves with the bank’s alone', async () => {
    await giveMango(ana.userId, '4')
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    const tell = async (kind: 'inquiry' | 'open' | 'lost' | 'won', moved: readonly string[], type: string) =>
      tellCard(providers.card.disputeEvent(providers.card.dispute(id, kind, moved), type))
    await tell('inquiry', [], 'charge.dispute.created')
    expect(await mangoOf(ana.userId)).toBe('4.0000')
    await tell('open', [], 'charge.dispute.updated')
    expect([await mangoOf(ana.userId), await statusOf(number)]).toEqual(['0.0000', 1])
    await tell('open', ['-12.5'], 'charge.dispute.funds_withdrawn')
    expect(await statusOf(number)).toBe(6)
    expect(await periodsOf(ana.sn)).toEqual([])
    await tell('open', ['-12.5'], 'charge.dispute.funds_withdrawn')
    // The whole period was unused: nothing is owed, and the wallet is free again.
    await tell('lost', ['-12.5'], 'charge.dispute.closed')
    expect(await mangoOf(ana.userId)).toBe('4.0000')
  })
  it('6: a dispute that is won after its money was taken credits what came back', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    providers.card.dispute(id, 'open', ['-12.5'])
    await tellCard(providers.card.disputeEvent(`dp_${id}`, 'charge.dispute.funds_withdrawn'))
    providers.card.dispute(id, 'won', ['-12.5', '12.5'])
    await tellCard(providers.card.disputeEvent(`dp_${id}`, 'charge.dispute.funds_reinstated'))
    await tellCard(providers.card.disputeEvent(`dp_${id}`, 'charge.dispute.closed'))
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '12.5000'])
  })
  it('7: who comes back from a page is believed nothing: the provider is asked, about this order’s session', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    const other = await makeCustomer()
    const foreign = await placed(other, tv, '12.5', { method: card })
    providers.card.pay(await paymentOf(foreign))
    expect(await returnFromProvider(ana.userId, number, await paymentOf(foreign))).toMatchObject({ code: 'R2001' })
    expect(await returnFromProvider(ana.userId, number, id)).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(0)
    const session = providers.sessions.get(id)
    providers.card.pay(id)
    for (const wrong of [{ amount: '1.00' }, { currency: 'eur' }, { isLive: true }, { reference: 'other' }]) {
      const right = { ...session }
      Object.assign(session ?? {}, wrong)
      expect(await returnFromProvider(ana.userId, number, id)).toMatchObject({ code: 'R2001' })
      Object.assign(session ?? {}, right)
    }
    expect(await statusOf(number)).toBe(0)
    expect(await returnFromProvider(ana.userId, number, id)).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(1)
  })
  it('7: a page that is paid in the last moment wins over the end of the window', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    providers.card.pay(await paymentOf(number))
    clock.advance(15 * minuteMs)
    await runDue()
    expect(await statusOf(number)).toBe(1)
  })
  it('8: what callbacks missed is read from the provider’s list', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await readProviderLists()
    await send(id, '6.25')
    providers.coin.further(id, '1')
    await readProviderLists()
    expect(await mangoOf(ana.userId)).toBe('2.0000')
  })
  it('8: a callback whose signature does not hold is refused and stored nowhere', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const { raw, signature } = providers.coin.callback(await paymentOf(number))
    const forged = Buffer.from(raw.toString().replace('waiting', 'finished'))
    const before = await db.providerEvent.count()
    for (const [body, sign] of [
      [forged, signature],
      [raw.subarray(0, 40), signature],
      [raw, ''],
      [raw, null],
    ] as const)
      expect(await takeCallback('nowpayments', body, sign)).toMatchObject({ code: 'A0403' })
    const event = Buffer.from('{"object":"event"}')
    const stale = providers.card.sign(event, Date.parse('2026-12-01T11:00:00Z'))
    expect(await takeCallback('stripe', event, stale)).toMatchObject({ code: 'A0403' })
    expect(await db.providerEvent.count()).toBe(before)
  })
  it('8: a callback that is written in another way, with the same signature, is the same one', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const { raw, signature } = providers.coin.callback(await paymentOf(number))
    const before = await db.providerEvent.count()
    const said = JSON.parse(raw.toString()) as Record<string, unknown>
    const turned = JSON.stringify(Object.fromEntries(Object.entries(said).reverse()))
    for (const body of [raw.toString(), ` ${raw.toString()}`, `${raw.toString()}\n`, turned])
      expect(await takeCallback('nowpayments', Buffer.from(body), signature)).toMatchObject({ ok: true })
    expect(await db.providerEvent.count()).toBe(before + 1)
  })
  it('8: an event in another currency or of another kind of money moves nothing, and a person is called', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    const own = providers.card.disputeEvent(providers.card.dispute(id, 'open', ['-12.5']), 'charge.dispute.created')
    const foreign = [
      own.toString().replaceAll('"usd"', '"jpy"'),
      own.toString().replaceAll('"livemode":false', '"livemode":true'),
    ].map((text, index) => Buffer.from(text.replace(/"id":"evt[^"]*"/, `"id":"evt_foreign${index}"`)))
    for (const raw of foreign) await tellCard(raw)
    expect(await statusOf(number)).toBe(1)
    expect(await db.dispute.count({ where: { order: { number } } })).toBe(0)
    expect(await db.providerEvent.count({ where: { eventKey: { startsWith: 'evt_foreign' }, state: 'person' } })).toBe(
      2,
    )
  })
  it('8: an address of return that is loaded again and again asks the provider a bounded number of times', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    const before = providers.state.calls
    const { points } = rules['payment-check']
    for (let loads = 0; loads < points; loads++)
      expect(await returnFromProvider(ana.userId, number, id)).toMatchObject({ ok: true })
    expect(await returnFromProvider(ana.userId, number, id)).toMatchObject({ code: 'I1009' })
    expect(providers.state.calls).toBe(before + points)
  })
  it('8: a provider that does not tell its least amount is not asked at each look at a page', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '3')
    forgetMinimums()
    providers.state.loss = 'call'
    const before = providers.state.calls
    for (let looks = 0; looks < 5; looks++) await pageOf(number)
    expect(providers.state.calls).toBe(before + 1)
    expect((await pageOf(number)).may).toMatchObject({ topUp: false, creditWhatCame: true, payAnotherWay: true })
    providers.state.loss = null
    clock.advance(minuteMs)
    await pageOf(number)
    expect(providers.state.calls).toBe(before + 2)
  })
  it('8: least amounts are known before anybody orders, and too small a price orders nothing', async () => {
    forgetMinimums()
    providers.state.minimum = '20'
    await readMinimums()
    const before = providers.state.calls
    expect(await order(ana, tv, '12.5', { method: btc })).toMatchObject({
      code: 'P1001',
      field: 'method',
      data: { context: 'minimum', minimum: '20.0001' },
    })
    expect(await db.order.count({ where: { userId: ana.userId } })).toBe(0)
    const shown = await paymentMethods(ana.userId, { country: null })
    expect(shown.find(({ method }) => method === btc)?.minimum).toBe('20.0001')
    // What is fresh is not asked for again, and what is old says nothing any more.
    await readMinimums()
    expect(providers.state.calls).toBe(before)
    clock.advance(61 * minuteMs)
    const later = await paymentMethods(ana.userId, { country: null })
    expect(later.find(({ method }) => method === btc)?.minimum).toBeNull()
    // Not known: the order stands, and says why that way is none.
    expect(await order(ana, tv, '12.5', { method: btc })).toMatchObject({
      ok: true,
      value: { problem: { code: 'P1001', data: { context: 'minimum', minimum: '20.0001' } } },
    })
  })
  it('8: a provider that is down is not asked for the least amount of each coin', async () => {
    forgetMinimums()
    providers.state.loss = 'call'
    const before = providers.state.calls
    await readMinimums()
    expect(providers.state.calls).toBe(before + 1)
  })
  it('9: a refused attempt burns no key', async () => {
    const number = await placed(ana, tv, '12.5')
    const batch = 'batch-of-nine'
    providers.state.minimum = '100'
    expect(await choosePayment(ana.userId, number, { method: btc, batch })).toMatchObject({
      code: 'P1001',
      data: { context: 'minimum', minimum: '100.0001' },
    })
    providers.state.minimum = '1'
    clock.advance(11 * minuteMs)
    expect(await choosePayment(ana.userId, number, { method: btc, batch })).toMatchObject({ ok: true })
    const first = await paymentOf(number)
    expect(await choosePayment(ana.userId, number, { method: btc, batch })).toMatchObject({ ok: true })
    expect(await paymentOf(number)).toBe(first)
    expect(await choosePayment(ana.userId, number, { method: card, batch })).toMatchObject({ code: 'A0409' })
  })
  it('10: a rest below the coin’s least amount is not topped up, but credited or paid otherwise', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '6')
    expect((await pageOf(number)).rest).toBe('0.5000')
    expect((await pageOf(number)).may).toMatchObject({ topUp: false, creditWhatCame: true, payAnotherWay: true })
    expect(await choosePayment(ana.userId, number, { method: btc })).toMatchObject({ code: 'P1001' })
    expect(await creditWhatCame(ana.userId, number)).toMatchObject({ ok: true })
    expect(await mangoOf(ana.userId)).toBe('12.0000')
  })
})

describe('a provider that loses answers or says strange things', () => {
  it('has its payment adopted by the attempt’s id', async () => {
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
  it('moves nothing by a word that nobody knows, and a person is called', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    providers.coin.say(id, 'unknown', 'wandering')
    await tellCoin(id)
    expect(await statusOf(number)).toBe(0)
    expect(await pageOf(number)).toMatchObject({ attempt: { label: 'unknown' } })
    expect((await listForPerson()).filter(({ reason }) => reason === 'unknown-word')).toHaveLength(1)
    await send(id, '6.25')
    expect(await statusOf(number)).toBe(1)
  })
  it('that sends everything back takes the money that waited with it', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await send(id, '2.5')
    providers.coin.say(id, 'refunded')
    await tellCoin(id)
    expect(await deposits(number)).toEqual([[50_000n, 'refund']])
    expect((await walletOf(ana.userId)).mango.available).toBe(0n)
    expect(await pageOf(number)).toMatchObject({ order: { actuallyPaid: '0.0000' }, rest: '12.5000' })
  })
  it('whose payment fails after the window’s end leaves no order open', async () => {
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
  it('gives what was ordered for a broken box to the one that took its place', async () => {
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

it('a hundred payments of one order at once pay it once', async () => {
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

describe('the owner of an order', () => {
  beforeEach(async () => {
    openOutbox()
    provideMessageWriter(makeMessageWriter())
    const words = orderTexts.provide(textsOfOrder)
    const silence = tellOwners()
    undo.push(() => {
      silence()
      words()
    })
    const email = `${ana.sn}@mango.example`
    await db.user.update({ where: { id: ana.userId }, data: { email, emailKey: email, language: 'fr' } })
    // What other tests left to tell.
    await db.job.deleteMany({ where: { name: tellOfOrder.name } })
  })
  afterEach(() => undo.pop()?.())
  const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')
  /** The English messages since the last look, the newest last, each with its mail in French. */
  const news = async (): Promise<{ title: string; text: string; mail: string }[]> => {
    await runDue()
    const rows = await db.message.findMany({ where: { userId: ana.userId }, include: { texts: true } })
    const mails = (await listOutbox({ to: `${ana.sn}@mango.example` })).map(({ mail }) => mail?.subject ?? '')
    expect(mails).toHaveLength(rows.length)
    await db.message.deleteMany({ where: { userId: ana.userId } })
    await db.outboxMessage.deleteMany()
    return rows.map(({ texts }) => {
      expect(texts).toHaveLength(8)
      const title = (tag: string): string => plain(texts.find(({ language }) => language === tag)?.title ?? '')
      const mail = mails.find((one) => one === title('fr')) ?? ''
      return { title: title('en'), text: plain(texts.find(({ language }) => language === 'en')?.text ?? ''), mail }
    })
  }

  it('is told once of a payment: what, for which box, until when and how much', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await send(id, '7.25')
    await tellCoin(id)
    const told = (await news()).sort((a, b) => a.title.localeCompare(b.title))
    expect(told).toMatchObject([
      { title: 'Credited to your wallet: 2.0000 Mango', mail: 'Crédité sur votre portefeuille : 2,0000 Mango' },
      { title: `Order ${number} is paid`, mail: `La commande ${number} est payée` },
    ])
    expect(told[0]?.text).toContain(`More arrived for order ${number} than it cost.`)
    expect(told[1]?.text).toMatch(
      /tv-month.*, 1 month, for Living room \d+\n\nRuns until 1 Jan 2027\n\nPaid: 12\.50 USD/,
    )
    await tellCoin(id)
    expect(await news()).toEqual([])
  })
  it('is told why money was credited: late, short at the end, cancelled', async () => {
    const late = await placed(ana, tv, '12.5', { method: btc })
    const lateId = await paymentOf(late)
    await cancelOrder(ana.userId, late)
    await send(lateId, '6.25')
    expect(await news()).toMatchObject([{ text: expect.stringContaining('when the order could no longer take it') }])
    const short = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(short), '2')
    clock.advance(25 * hourMs)
    await due()
    expect(await news()).toMatchObject([
      { title: 'Credited to your wallet: 4.0000 Mango', text: expect.stringContaining('did not arrive in time') },
    ])
    const stopped = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(stopped), '2')
    await creditWhatCame(ana.userId, stopped)
    expect(await news()).toMatchObject([{ text: expect.stringContaining('was cancelled after a part') }])
  })
  it('is told of each refund where it went, and of a payment that the bank took back', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    providers.card.pay(await paymentOf(number))
    await checkNow(ana.userId, number)
    await news()
    const by = { userId: 'operator', why: 'half' }
    await refundOrder(by, { number, amount: 60_000n, to: 'provider' })
    expect(await news()).toMatchObject([
      { title: `Refund for order ${number}`, text: expect.stringMatching(/^6\.00 USD was sent back the way you paid/) },
    ])
    await refundOrder(by, { number, amount: 65_000n, to: 'wallet' })
    const [last] = await news()
    expect(last?.text).toMatch(/^6\.5000 Mango was credited to your wallet\.\n\nThe whole price has been given back/)
    const other = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(other)
    providers.card.pay(id)
    await checkNow(ana.userId, other)
    await news()
    providers.card.dispute(id, 'open', ['-12.5'])
    for (const type of ['charge.dispute.funds_withdrawn', 'charge.dispute.updated'])
      await tellCard(providers.card.disputeEvent(`dp_${id}`, type))
    expect(await news()).toMatchObject([
      { title: `The payment of order ${other} was reversed`, text: expect.stringContaining('services on Living room') },
    ])
  })
  it('is told what was sent back by hand, to which address and by which transaction', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await tellCoin(providers.coin.further(await paymentOf(number), '4', 'ltc'))
    const [deposit] = (await listForPerson()).filter(
      ({ kind, orderNumber }) => kind === 'deposit' && orderNumber === number,
    )
    const address = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'
    await returnDeposit({ userId: 'operator', why: null }, { depositId: deposit?.id ?? '', address, hash: 'abc' })
    expect((await news())[0]?.text).toContain(`4 LTC was sent to the address ${address}.\n\nTransaction: abc`)
  })
})
