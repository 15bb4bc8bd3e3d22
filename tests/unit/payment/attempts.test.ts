/**
 * Several payment attempts for one order: the chosen one is shown, unneeded ones are closed, and each is reported as it
 * came.
 */
import { describe, expect, it } from 'vitest'
import { cancelOrder, orderDetails } from '~/modules/order/order.server'
import { choosePayment, listForPerson, paymentPage } from '~/modules/payment/payment.server'
import { minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { ana, btc, card, clock, due, pageOf, preparePayments, providers, send, tv } from '../../support/payments'
import { giveMango, mangoOf, order, placed, statusOf } from '../../support/shop'

const [bch, webWallet, mango] = [15, 102, 100]

preparePayments({ price: '20' })

const choose = async (number: string, method: number): Promise<string> => {
  clock.advance(1000)
  const begun = await choosePayment(ana.userId, number, { method })
  if (!begun.ok) throw new Error(begun.code)
  return begun.value.attemptId ?? ''
}
const attemptOf = (number: string, method: number) =>
  db.paymentAttempt.findFirstOrThrow({ where: { order: { number }, method }, orderBy: { createdAt: 'desc' } })
const detailsOf = async (number: string) => {
  const details = await orderDetails(ana.userId, number, 'en')
  if (!details.ok) throw new Error(details.code)
  return details.value
}

it('shows a method that is chosen again with its own address', async () => {
  const number = await placed(ana, tv, '20', { method: btc })
  const first = await attemptOf(number, btc)
  await choose(number, bch)
  expect((await pageOf(number)).attempt).toMatchObject({ method: bch })
  expect(await choose(number, btc)).toBe(first.id)
  expect((await pageOf(number)).attempt).toMatchObject({ id: first.id, method: btc, address: first.payAddress })
  const other = (await attemptOf(number, bch)).id
  const asked = await paymentPage(ana.userId, number, 'en', { attemptId: other })
  expect(asked).toMatchObject({ value: { attempt: { id: other, method: bch } } })
})

it('refuses an order by a method not offered in the account’s country, and creates none', async () => {
  for (const method of [btc, mango]) {
    await giveMango(ana.userId, '20')
    await db.paymentMethod.create({ data: { method, enabled: true, countries: 'DE' } })
    expect(await order(ana, tv, '20', { method })).toMatchObject({ code: 'P1001', data: { context: 'method' } })
    await db.paymentMethod.delete({ where: { method } })
  }
  expect(await db.order.count({ where: { userId: ana.userId } })).toBe(0)
})

describe('another open payment of an order', () => {
  const openAll = async (number: string): Promise<string[]> => {
    for (const method of [card, webWallet, btc]) await choose(number, method)
    return [...providers.sessions.values()].map(({ status }) => status)
  }
  it('is closed at once when the order is paid another way', async () => {
    await giveMango(ana.userId, '20')
    const number = await placed(ana, tv, '20')
    expect(await openAll(number)).toEqual(['open', 'open'])
    await choose(number, mango)
    expect(await statusOf(number)).toBe(1)
    await due()
    expect([...providers.sessions.values()].map(({ status }) => status)).toEqual(['expired', 'expired'])
    expect((await detailsOf(number)).payments.map(({ label }) => label)).toEqual(['deleted', 'deleted', 'deleted'])
  })
  it('is closed when the order’s time ends, if its provider did not answer before', async () => {
    await giveMango(ana.userId, '20')
    const number = await placed(ana, tv, '20')
    await openAll(number)
    await choose(number, mango)
    providers.state.loss = 'call'
    await due()
    await db.job.deleteMany({ where: { name: 'close-payments' } })
    await db.paymentAttempt.updateMany({ data: { nextPollAt: null } })
    providers.state.loss = null
    clock.advance(15 * minuteMs)
    await due()
    expect([...providers.sessions.values()].map(({ status }) => status)).toEqual(['expired', 'expired'])
  })
  it('is closed by the next check, whatever happened to the planned job', async () => {
    await giveMango(ana.userId, '20')
    const number = await placed(ana, tv, '20')
    await openAll(number)
    await choose(number, mango)
    await db.job.deleteMany({ where: { name: { in: ['close-payments', 'end-order-window'] } } })
    clock.advance(2 * minuteMs)
    await due()
    expect([...providers.sessions.values()].map(({ status }) => status)).toEqual(['expired', 'expired'])
  })
  it('is closed when it was begun while the order was being paid', async () => {
    await giveMango(ana.userId, '20')
    const number = await placed(ana, tv, '20')
    // Its provider answers once the order has been paid.
    providers.state.before = async () => {
      providers.state.before = null
      expect(await choosePayment(ana.userId, number, { method: mango })).toMatchObject({ ok: true })
    }
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject({ code: 'R1001' })
    expect([...providers.sessions.values()].map(({ status }) => status)).toEqual(['expired'])
  })
})

it('labels a card page closed with its order as deleted, not expired', async () => {
  const number = await placed(ana, tv, '20', { method: card })
  expect(await cancelOrder(ana.userId, number)).toMatchObject({ ok: true })
  await due()
  expect((await detailsOf(number)).payments).toMatchObject([{ label: 'deleted', statusId: 2 }])
})

it('shows what the provider settles for an order paid by card', async () => {
  const number = await placed(ana, tv, '20', { method: card })
  providers.card.pay((await attemptOf(number, card)).providerId ?? '')
  clock.advance(minuteMs)
  await due()
  const { outcomePrice, payments } = await detailsOf(number)
  expect([outcomePrice, payments[0]?.serviceFee]).toEqual(['19.5000', '0.5'])
})

describe('an order that two payments paid', () => {
  const payBoth = async (): Promise<string> => {
    const number = await placed(ana, tv, '20', { method: bch })
    const first = await attemptOf(number, bch)
    providers.payments.get(first.providerId ?? '')!.outcomeCurrency = 'usd'
    providers.payments.get(first.providerId ?? '')!.outcomeAmount = '4.95'
    await send(first.providerId ?? '', '2.5')
    await choose(number, bch)
    expect((await detailsOf(number)).payments.map(({ label }) => label)).toEqual(['partial-paid', 'waiting'])
    await choose(number, btc)
    const rest = await attemptOf(number, btc)
    providers.payments.get(rest.providerId ?? '')!.outcomeCurrency = 'usd'
    providers.payments.get(rest.providerId ?? '')!.outcomeAmount = '14.9'
    await send(rest.providerId ?? '', '7.5')
    await due()
    expect(await statusOf(number)).toBe(1)
    return number
  }
  it('shows what each of them paid, that both are finished, and their total', async () => {
    const number = await payBoth()
    const details = await detailsOf(number)
    expect(details.shares.map(({ method, amount, state }) => [method, amount, state])).toEqual([
      [bch, '5.0000', 'paid'],
      [btc, '15.0000', 'paid'],
    ])
    expect(details.payments.map(({ label }) => label)).toEqual(['finished', 'deleted', 'finished'])
    expect(details.outcomePrice).toBe('19.8500')
    // Its provider keeps saying that the first was short.
    clock.advance(3 * minuteMs)
    await due()
    expect((await detailsOf(number)).payments.map(({ label }) => label)).toEqual(['finished', 'deleted', 'finished'])
    expect(await pageOf(number)).toMatchObject({ step: 'finished', attempt: { label: 'finished', missing: null } })
  })
  it('shows the same if the wallet paid the rest', async () => {
    await giveMango(ana.userId, '16')
    const number = await placed(ana, tv, '20', { method: btc })
    await send((await attemptOf(number, btc)).providerId ?? '', '2.5')
    await choose(number, mango)
    await due()
    const details = await detailsOf(number)
    expect(details.shares.map(({ method, amount }) => [method, amount]).sort()).toEqual([
      [mango, '15.0000'],
      [btc, '5.0000'],
    ])
    expect([details.payments.map(({ label }) => label), await mangoOf(ana.userId)]).toEqual([['finished'], '1.0000'])
  })
})

it('keeps an unknown status in the operator’s list when another one follows', async () => {
  const number = await placed(ana, tv, '20', { method: btc })
  const { id, providerId } = await attemptOf(number, btc)
  providers.coin.say(providerId ?? '', 'unknown', 'hibernating')
  clock.advance(minuteMs)
  await due()
  await send(providerId ?? '', '10')
  expect(await statusOf(number)).toBe(1)
  expect((await listForPerson()).find((one) => one.id === id)).toMatchObject({
    reason: 'unknown-word',
    word: 'hibernating',
  })
})
