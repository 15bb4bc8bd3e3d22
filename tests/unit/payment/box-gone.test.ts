/**
 * Orders whose box or buyer has changed when their money arrives: unbound, bound by another, moved, in another country,
 * adult switch on. Money that can't buy its order is credited to its payer; nobody else's box gets anything, and no new
 * owner waits for a former one's order.
 */
import { beforeAll, expect, it } from 'vitest'
import { moveBox, moveTexts } from '~/modules/box-move/box-move.server'
import { releaseBox, unbindBox } from '~/modules/device/device.server'
import { periodsOf } from '~/modules/entitlement/entitlement.server'
import { walletOf } from '~/modules/ledger/ledger.server'
import { deleteOrder, listOrders, orderDetails, renewWithMango } from '~/modules/order/order.server'
import { checkNow, choosePayment } from '~/modules/payment/payment.server'
import { hourMs, minuteMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import {
  ana,
  btc,
  card,
  clock,
  due,
  nextCustomer,
  paymentOf,
  preparePayments,
  providers,
  tellCoin,
  tv,
  undo,
} from '../../support/payments'
import {
  giveMango,
  givePoints,
  makeCustomer,
  mangoOf,
  order,
  placed,
  sell,
  statusOf,
  type Customer,
} from '../../support/shop'

const by = { userId: 'operator', why: 'the test asks' }
let vip: string

preparePayments()
beforeAll(async () => {
  undo.push(moveTexts.provide(() => ({ en: { title: 'moved', text: 'moved' } })))
  vip = await sell('af', ['af'], { price: '5' })
})

const see = async (id: string, amount: string): Promise<void> => {
  providers.coin.see(id, amount)
  await tellCoin(id)
}
const confirm = async (id: string): Promise<void> => {
  providers.coin.confirm(id)
  await tellCoin(id)
}
const openOf = (sn: string): Promise<number> => db.openOrderService.count({ where: { sn } })
const bind = async ({ sn }: Customer, userId: string): Promise<void> => {
  await db.device.update({ where: { sn }, data: { userId, boundAt: now() } })
}

it('closes the unpaid order of an unbound box, returns points and Mango, and ends the card page', async () => {
  await giveMango(ana.userId, '3')
  await givePoints(ana.userId, 200n)
  const number = await placed(ana, tv, '12.5', { method: card, useMango: true, points: 200n })
  const id = await paymentOf(number)
  expect(await unbindBox(ana.userId, ana.sn)).toMatchObject({ ok: true })
  const { mango, points } = await walletOf(ana.userId)
  expect([await statusOf(number), await openOf(ana.sn), mango.available, points.available]).toEqual([
    2,
    0,
    30_000n,
    200n,
  ])
  await due()
  expect(providers.sessions.get(id)?.status).toBe('expired')
  const next = await makeCustomer()
  await bind(ana, next.userId)
  expect(await order({ userId: next.userId, sn: ana.sn }, tv, '12.5')).toMatchObject({ ok: true })
})
it('does the same when the operator releases the box', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  expect(await releaseBox(by, ana.sn)).toMatchObject({ ok: true })
  expect([await statusOf(number), await openOf(ana.sn)]).toEqual([2, 0])
  expect(await orderDetails(ana.userId, number, 'en')).toMatchObject({ value: { endedBy: 'unbound' } })
})
it('credits what had arrived for a partly paid order when its box is unbound', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const id = await paymentOf(number)
  await see(id, '2.5')
  await confirm(id)
  await unbindBox(ana.userId, ana.sn)
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([2, '5.0000'])
})
it('credits later money for an order closed that way, even when its owner has the box again', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const id = await paymentOf(number)
  await unbindBox(ana.userId, ana.sn)
  await bind(ana, ana.userId)
  await see(id, '6.25')
  await confirm(id)
  expect([await statusOf(number), await mangoOf(ana.userId), await periodsOf(ana.sn)]).toEqual([2, '12.5000', []])
})
it('credits a page that was paid before the unbinding but reported later', async () => {
  const number = await placed(ana, tv, '12.5', { method: card })
  providers.card.pay(await paymentOf(number))
  await unbindBox(ana.userId, ana.sn)
  await due()
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([2, '12.5000'])
})
it('lets a payment pay its order when it was under way at the unbinding', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const id = await paymentOf(number)
  await see(id, '6.25')
  await unbindBox(ana.userId, ana.sn)
  expect(await statusOf(number)).toBe(7)
  await confirm(id)
  expect([await statusOf(number), (await periodsOf(ana.sn)).length]).toEqual([1, 1])
})
it('closes the order as well when the seen payment is replaced or turns out too small', async () => {
  for (const amount of ['0', '2.5']) {
    await nextCustomer()
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await see(id, '2.5')
    await unbindBox(ana.userId, ana.sn)
    if (amount === '0') {
      providers.coin.unsee(id)
      await tellCoin(id)
    } else await confirm(id)
    expect([amount, await statusOf(number), await mangoOf(ana.userId), await openOf(ana.sn)]).toEqual([
      amount,
      2,
      amount === '0' ? '0.0000' : '5.0000',
      0,
    ])
  }
})
it('credits money for a box that somebody else has bound in the meantime to its payer, and blocks nobody', async () => {
  for (const orders of [true, false]) {
    await nextCustomer()
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await see(id, '6.25')
    await unbindBox(ana.userId, ana.sn)
    const next = await makeCustomer()
    await bind(ana, next.userId)
    if (orders) expect(await order({ userId: next.userId, sn: ana.sn }, tv, '12.5')).toMatchObject({ ok: true })
    await confirm(id)
    expect([orders, await statusOf(number), await mangoOf(ana.userId)]).toEqual([orders, 2, '12.5000'])
    expect([await periodsOf(ana.sn), await openOf(ana.sn)]).toEqual([[], orders ? 1 : 0])
  }
})
it('leaves a former owner’s payment alone when a renewal is refused, and keeps what is written with it', async () => {
  const former = await placed(ana, tv, '12.5', { method: btc })
  const id = await paymentOf(former)
  await see(id, '0.000125')
  const next = await makeCustomer()
  await bind(ana, next.userId)
  const asked = { userId: next.userId, sn: ana.sn, boxName: ana.sn, plan: tv, price: '12.5' }
  const renewed = async (): Promise<unknown> => {
    let answer: unknown = null
    await transact(async (tx) => {
      answer = await renewWithMango(tx, asked)
      return { ok: true }
    })
    return answer
  }
  expect(await renewed()).toMatchObject({ ok: false, code: 'R1002' })
  expect([await statusOf(former), await openOf(ana.sn)]).toEqual([7, 1])
  await giveMango(next.userId, '12.5')
  expect(await renewed()).toMatchObject({ ok: true })
  expect([await statusOf(former), await openOf(ana.sn)]).toEqual([2, 0])
})
it('credits late money for a box that is no longer the payer’s', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const id = await paymentOf(number)
  clock.advance(16 * minuteMs)
  await due()
  expect(await statusOf(number)).toBe(2)
  await unbindBox(ana.userId, ana.sn)
  await see(id, '6.25')
  await confirm(id)
  expect([await statusOf(number), await mangoOf(ana.userId), await periodsOf(ana.sn)]).toEqual([2, '12.5000', []])
})
it('keeps a paid order paid when its box is unbound, and accepts late money for a deleted one', async () => {
  await giveMango(ana.userId, '12.5')
  const paid = await placed(ana, tv, '12.5', { method: 100 })
  const number = await placed(ana, tv, '12.5', { method: btc })
  const id = await paymentOf(number)
  await unbindBox(ana.userId, ana.sn)
  await deleteOrder(ana.userId, number)
  await see(id, '6.25')
  await confirm(id)
  expect([await statusOf(paid), await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, 3, '12.5000'])
})
it('begins no payment for a box of another account', async () => {
  await giveMango(ana.userId, '20')
  const number = await placed(ana, tv, '12.5')
  const next = await makeCustomer()
  await bind(ana, next.userId)
  for (const method of [100, btc, card])
    expect(await choosePayment(ana.userId, number, { method })).toMatchObject({ code: 'OP10014' })
  expect(await mangoOf(ana.userId)).toBe('20.0000')
})
it('pays an order moved with its broken box for the new one; a former owner’s keeps the old number', async () => {
  const former = await makeCustomer()
  const old = await placed(former, tv, '12.5', { method: btc })
  const late = await paymentOf(old)
  await unbindBox(former.userId, former.sn)
  await bind(former, ana.userId)
  const number = await placed({ ...ana, sn: former.sn }, tv, '12.5', { method: btc })
  const fresh = await makeCustomer()
  await db.device.update({ where: { sn: fresh.sn }, data: { userId: null, boundAt: null } })
  expect(await moveBox(by, { sn: former.sn, to: fresh.sn })).toMatchObject({ ok: true })
  const id = await paymentOf(number)
  await see(id, '6.25')
  await confirm(id)
  expect([await statusOf(number), (await periodsOf(fresh.sn)).length]).toEqual([1, 1])
  await see(late, '6.25')
  await confirm(late)
  expect([await mangoOf(former.userId), (await periodsOf(fresh.sn)).length]).toEqual(['12.5000', 1])
  const { orders } = await listOrders(former.userId, {}, { page: 1, size: 10, language: 'en' })
  expect(orders.map(({ sn }) => sn)).toEqual([former.sn])
})
it('moves no box to one for which somebody’s payment is under way', async () => {
  const other = await makeCustomer()
  const number = await placed(other, tv, '12.5', { method: btc })
  await see(await paymentOf(number), '6.25')
  await unbindBox(other.userId, other.sn)
  expect(await moveBox(by, { sn: ana.sn, to: other.sn })).toMatchObject({ code: 'D1109', data: { context: 'orders' } })
})
it('ignores the adult switch for existing orders', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  await db.device.update({ where: { sn: ana.sn }, data: { adultSwitchOnAt: now() } })
  const id = await paymentOf(number)
  await see(id, '6.25')
  await confirm(id)
  expect([await statusOf(number), (await periodsOf(ana.sn)).length]).toEqual([1, 1])
})
it('gives no service that may not be sold in the buyer’s current country, and credits its money', async () => {
  for (const when of ['open', 'late'] as const) {
    await nextCustomer('KE')
    await giveMango(ana.userId, '5')
    const number = await placed(ana, vip, '5', { method: btc })
    const id = await paymentOf(number)
    await db.user.update({ where: { id: ana.userId }, data: { country: 'FR' } })
    expect(await choosePayment(ana.userId, number, { method: 100 })).toMatchObject({ code: 'A0451' })
    if (when === 'late') {
      clock.advance(hourMs)
      await due()
    }
    await see(id, '2.5')
    await confirm(id)
    expect([when, await statusOf(number), await mangoOf(ana.userId)]).toEqual([when, 2, '10.0000'])
    expect([await periodsOf(ana.sn), await openOf(ana.sn)]).toEqual([[], 0])
    await checkNow(ana.userId, number)
  }
})
