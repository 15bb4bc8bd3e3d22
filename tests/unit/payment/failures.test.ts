/**
 * The ten known failures of other checkouts (in the formats of the providers' documents), each with its one right
 * result here. The providers are in memory.
 */
import { describe, expect, it } from 'vitest'
import { periodsOf } from '~/modules/entitlement/entitlement.server'
import { creditWhatCame } from '~/modules/order/order.server'
import {
  checkNow,
  choosePayment,
  forgetMinimums,
  paymentQueues,
  paymentMethods,
  readMinimums,
  readProviderLists,
  returnFromProvider,
  takeCallback,
} from '~/modules/payment/payment.server'
import { dayMs, hourMs, minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
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
  tellCard,
  tellCoin,
  tv,
} from '../../support/payments'
import { giveMango, makeCustomer, mangoOf, order, placed, runDue, sell, statusOf } from '../../support/shop'

preparePayments()

describe('known checkout failures', () => {
  it('1: an event that comes before its order waits, and is processed once the order exists', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    const attempt = await db.paymentAttempt.findFirstOrThrow({ where: { providerId: id } })
    // Its row does not exist yet.
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
  it('1: an event without a match goes to a person after seven days', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    const { raw, signature } = providers.coin.callback(id)
    await db.paymentAttempt.updateMany({
      where: { providerId: id },
      data: { providerId: 'other', id: 'other-id', nextPollAt: null },
    })
    await takeCallback('nowpayments', raw, signature)
    for (let days = 0; days < 8; days++) {
      await runDue([], paymentQueues)
      clock.advance(dayMs)
    }
    await runDue([], paymentQueues)
    expect(
      await db.providerEvent.findFirstOrThrow({ where: { body: { contains: `"payment_id":${id},` } } }),
    ).toMatchObject({ state: 'person' })
  })
  it('2: the end of one attempt does not affect an order that another one pays', async () => {
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
  it('2: a method has at most one open attempt, and the older one is closed at the provider', async () => {
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
  it('3: a repeated callback renews nothing twice, however many arrive at once', async () => {
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
  it('4: a payment that was seen and then replaced does not count', async () => {
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
  it('4: a payment under way for a day is looked at by a person', async () => {
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
  it('6: a warning freezes nothing, a dispute freezes, and money moves only with the bank’s', async () => {
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
  it('6: a dispute won after its money was taken credits what came back', async () => {
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
  it('7: a return from a payment page proves nothing: the provider is asked about this order’s session', async () => {
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
  it('7: a page paid at the last moment wins over the end of the order’s time', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    providers.card.pay(await paymentOf(number))
    clock.advance(15 * minuteMs)
    await runDue()
    expect(await statusOf(number)).toBe(1)
  })
  it('8: payments with lost callbacks are read from the provider’s list', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await readProviderLists()
    await send(id, '6.25')
    providers.coin.further(id, '1')
    await readProviderLists()
    await due()
    expect(await mangoOf(ana.userId)).toBe('2.0000')
  })
  it('8: a callback with an invalid signature is refused and stored nowhere', async () => {
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
  it('8: a reformatted callback with the same signature is the same one', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const { raw, signature } = providers.coin.callback(await paymentOf(number))
    const before = await db.providerEvent.count()
    const said = JSON.parse(raw.toString()) as Record<string, unknown>
    const turned = JSON.stringify(Object.fromEntries(Object.entries(said).reverse()))
    for (const body of [raw.toString(), ` ${raw.toString()}`, `${raw.toString()}\n`, turned])
      expect(await takeCallback('nowpayments', Buffer.from(body), signature)).toMatchObject({ ok: true })
    expect(await db.providerEvent.count()).toBe(before + 1)
  })
  it('8: a signed body that is no event is answered, moves nothing, and is shown to a person without a fault', async () => {
    const bodies = [
      'null',
      '[]',
      '{"object":"event"}',
      '{"listed":null}',
      '{"listed":',
      '{"listed":{"about":"session","session":{"expiresAt":1}}}',
      '{"listed":{"about":"dispute","dispute":{"id":"dp_1","movements":[]},"isLive":false}}',
      '\u0000',
    ]
    const before = await db.providerEvent.count()
    for (const body of bodies) await tellCard(Buffer.from(body))
    const rows = await db.providerEvent.findMany({
      where: { provider: 'stripe', error: { not: null } },
      select: { state: true, error: true },
      orderBy: { receivedAt: 'desc' },
      take: bodies.length,
    })
    expect(rows).toEqual(bodies.map(() => ({ state: 'person', error: 'person' })))
    expect(await db.providerEvent.count()).toBe(before + bodies.length)
  })
  it('8: an event in another currency or kind of money moves nothing, and notifies a person', async () => {
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
  it('8: a return address that is reloaded again and again asks the provider a limited number of times', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    const before = providers.state.calls
    const { points } = rules['payment-check']
    for (let loads = 0; loads < points; loads++)
      expect(await returnFromProvider(ana.userId, number, id)).toMatchObject({ ok: true })
    expect(await returnFromProvider(ana.userId, number, id)).toMatchObject({ code: 'I1009' })
    expect(providers.state.calls).toBe(before + points)
  })
  it('8: a provider that does not report its minimum is not asked at each page view', async () => {
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
  it('8: minimums are known before anybody orders, and too small a price orders nothing', async () => {
    forgetMinimums()
    providers.state.minimum = '20'
    await readMinimums()
    const before = providers.state.calls
    expect(await order(ana, tv, '12.5', { method: btc })).toMatchObject({
      code: 'P1001',
      field: 'method',
      data: { context: 'minimum', minimum: '20.01' },
    })
    expect(await db.order.count({ where: { userId: ana.userId } })).toBe(0)
    const shown = await paymentMethods(ana.userId, { country: null })
    expect(shown.find(({ method }) => method === btc)?.minimum).toBe('20.0100')
    // Fresh minimums are not requested again, and old ones no longer count.
    await readMinimums()
    expect(providers.state.calls).toBe(before)
    clock.advance(61 * minuteMs)
    const later = await paymentMethods(ana.userId, { country: null })
    expect(later.find(({ method }) => method === btc)?.minimum).toBeNull()
    // Unknown: the order exists, and says why this method is not available.
    expect(await order(ana, tv, '12.5', { method: btc })).toMatchObject({
      ok: true,
      value: { problem: { code: 'P1001', data: { context: 'minimum', minimum: '20.01' } } },
    })
  })
  it('8: a rest too small for a card is refused before anything is ordered or asked of the provider', async () => {
    const small = await sell('small', ['tv'], { price: '0.49' })
    const before = providers.state.calls
    const refusal = { code: 'P1001', field: 'method', data: { context: 'minimum', minimum: '0.50' } }
    expect(await order(ana, small, '0.49', { method: card })).toMatchObject(refusal)
    expect(await db.order.count({ where: { userId: ana.userId } })).toBe(0)
    const number = await placed(ana, small, '0.49')
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject(refusal)
    expect(providers.state.calls).toBe(before)
  })
  it('8: a provider that is down is not asked for each coin’s minimum', async () => {
    forgetMinimums()
    providers.state.loss = 'call'
    const before = providers.state.calls
    await readMinimums()
    expect(providers.state.calls).toBe(before + 1)
  })
  it('9: a refused attempt leaves its key usable', async () => {
    const number = await placed(ana, tv, '12.5')
    const batch = 'batch-of-nine'
    providers.state.minimum = '100'
    expect(await choosePayment(ana.userId, number, { method: btc, batch })).toMatchObject({
      code: 'P1001',
      data: { context: 'minimum', minimum: '100.01' },
    })
    providers.state.minimum = '1'
    clock.advance(11 * minuteMs)
    expect(await choosePayment(ana.userId, number, { method: btc, batch })).toMatchObject({ ok: true })
    const first = await paymentOf(number)
    expect(await choosePayment(ana.userId, number, { method: btc, batch })).toMatchObject({ ok: true })
    expect(await paymentOf(number)).toBe(first)
    expect(await choosePayment(ana.userId, number, { method: card, batch })).toMatchObject({ code: 'A0409' })
  })
  it('10: a rest below the coin’s minimum is not topped up, but credited or paid otherwise', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '6')
    expect((await pageOf(number)).rest).toBe('0.5000')
    expect((await pageOf(number)).may).toMatchObject({ topUp: false, creditWhatCame: true, payAnotherWay: true })
    expect(await choosePayment(ana.userId, number, { method: btc })).toMatchObject({ code: 'P1001' })
    expect(await creditWhatCame(ana.userId, number)).toMatchObject({ ok: true })
    expect(await mangoOf(ana.userId)).toBe('12.0000')
  })
})
