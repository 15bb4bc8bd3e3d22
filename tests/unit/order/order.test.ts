/**
 * Orders without a provider: copied prices, holds, refusals, expiry, endings and refunds. Providers are tested in
 * tests/unit/payment.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectEntitlement, periodsOf } from '~/modules/entitlement/entitlement.server'
import { walletOf } from '~/modules/ledger/ledger.server'
import {
  beginPayment,
  validateMethod,
  cancelOrder,
  checkMethod,
  closePaymentsOf,
  createOrder,
  creditWaiting,
  deleteOrder,
  endPayments,
  listOrders,
  orderDetails,
  refundOrder,
  unfinishedOf,
  type PaymentsEnd,
} from '~/modules/order/order.server'
import { methodIds } from '~/modules/order/types'
import { hourMs, minuteMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { clearOldKeys } from '~/platform/idempotency.server'
import { rules } from '~/platform/limits.server'
import { fail, ok } from '~/errors/table'
import { sumsOf } from '~/ui/service/sums'
import { runningView } from '~/web/service/service-view.server'
import {
  forgetAll,
  expectBooks,
  giveMango,
  givePoints,
  makeCustomer,
  mangoOf,
  order,
  placed,
  runDue,
  sell,
  setPrice,
  startClock,
  statusOf,
  usd,
  type Customer,
} from '../../support/shop'

let clock: ReturnType<typeof startClock>
let ana: Customer
let tv: string
let stream: string
/** The provider's answer when an order's payments are to be closed. */
let paymentsEnd: PaymentsEnd = 'closed'
const batch = (name: string): string => `batch-of-${name}`
const undo: (() => void)[] = []

beforeAll(async () => {
  connectEntitlement()
  undo.push(
    beginPayment.provide(() => Promise.resolve(ok(null))),
    validateMethod.provide(() => null),
    endPayments.provide(() => Promise.resolve(paymentsEnd)),
    creditWaiting.provide(() => Promise.resolve(0n)),
  )
  tv = await sell('tv-month', ['tv'], { price: '12.5' })
  stream = await sell('stream-year', ['stream', 'vip'], { price: '30', months: 12 })
})
beforeEach(async () => {
  clock = startClock()
  paymentsEnd = 'closed'
  ana = await makeCustomer()
})
afterEach(async () => {
  clock.stop()
  await expectBooks()
})
afterAll(async () => {
  for (const one of undo) one()
  await closeDatabase()
})

describe('the remaining time', () => {
  it('is counted in calendar days: a month just bought is a whole one', async () => {
    await giveMango(ana.userId, '12.5')
    expect(await order(ana, tv, '12.5', { method: methodIds.mango, batch: batch('month') })).toMatchObject({ ok: true })
    const left = async (): Promise<unknown> => {
      const { lines } = await runningView(ana, 'en', clock.now())
      return lines.find(({ service }) => service === 'tv')?.daysLeft
    }
    expect(await left()).toBe(31)
    clock.advance(11 * hourMs)
    expect(await left()).toBe(31)
    clock.advance(2 * hourMs)
    expect(await left()).toBe(30)
    clock.advance(30 * 24 * hourMs)
    expect(await left()).toBe(0)
  })
})

describe('an order', () => {
  it('keeps the names and prices of its moment, whatever the catalogue says later', async () => {
    const number = await placed(ana, tv, '12.50')
    await setPrice(tv, '20')
    await db.device.update({ where: { sn: ana.sn }, data: { nickname: 'Kitchen' } })
    const details = await orderDetails(ana.userId, number, 'fa')
    await setPrice(tv, '12.5')
    expect(details).toMatchObject({
      ok: true,
      value: {
        status: 0,
        payPrice: '12.5000',
        originalPrice: '12.5000',
        activityPrice: null,
        products: [{ name: 'tv-month fa', months: 1 }],
        expiresAt: '2026-12-01T12:15:00.000Z',
        acts: ['pay', 'cancel'],
      },
    })
    expect(details.ok && details.value.boxName).toMatch(/^Living room/)
  })
  it('can’t be paid with points in place of a payment method: its price would be due to nobody', async () => {
    expect(await order(ana, tv, '12.5', { method: methodIds.points })).toMatchObject({ code: 'A0422', field: 'method' })
    expect(await db.order.count({ where: { userId: ana.userId } })).toBe(0)
  })
  it('is one per key, and another key makes another order', async () => {
    const first = await placed(ana, tv, '12.5', { batch: batch('first') })
    expect(await placed(ana, tv, '12.5', { batch: batch('first') })).toBe(first)
    expect(await order(ana, stream, '30', { batch: batch('first') })).toMatchObject({ ok: false, code: 'A0409' })
    expect(await placed(ana, stream, '30', { batch: batch('second') })).not.toBe(first)
  })
  it('answers a second click with the payment that the first one begins, and begins none itself', async () => {
    let begun = 0
    let answer = (): void => undefined
    const waits = new Promise<void>((resolve) => (answer = resolve))
    const restore = beginPayment.provide(async () => {
      begun += 1
      await waits
      return fail('P1001', { data: { context: 'method' } })
    })
    const click = () => order(ana, tv, '12.5', { method: -1, batch: batch('click') })
    const ended: string[] = []
    const clicks = [click().finally(() => ended.push('first')), click().finally(() => ended.push('second'))]
    await vi.waitUntil(() => begun === 1)
    // A request with nothing to wait for is answered long before all of this.
    for (let index = 0; index < 5; index++) await db.order.count({ where: { userId: ana.userId } })
    expect(ended).toEqual([])
    answer()
    const [first, second] = await Promise.all(clicks)
    const repeated = first?.ok === true ? { ok: true, value: { ...first.value, isNew: false } } : first
    expect(second).toEqual(repeated)
    expect(first).toMatchObject({ ok: true, value: { status: 0, problem: { code: 'P1001' } } })
    expect(begun).toBe(1)
    restore()
    // A later repetition gets the same answer.
    expect(await click()).toEqual(repeated)
    expect(begun).toBe(1)
  })
  it('is not made at another price than shown; the same key then works with the new price', async () => {
    await setPrice(tv, '14')
    const refused = await order(ana, tv, '12.5', { batch: batch('price') })
    expect(refused).toEqual({
      ok: false,
      code: 'A0409',
      field: 'price',
      data: { context: 'price', prices: [{ plan: tv, price: '14.0000' }] },
    })
    expect(await db.order.count({ where: { userId: ana.userId } })).toBe(0)
    await placed(ana, tv, '14.0000', { batch: batch('price') })
    await setPrice(tv, '12.5')
  })
  it('is asked about again when a promotion ended or began since the page, and keeps its price once made', async () => {
    const plan = await sell(`offer-${ana.sn}`, ['tv'], { price: '20' })
    const [startsAt, endsAt] = [new Date('2026-12-01T12:05:00Z'), new Date('2026-12-01T12:15:00Z')]
    const prices = { create: { planId: plan, price: 120_000n } }
    const name = `Offer ${ana.sn}`
    const times = { state: 'running', startsAt, endsAt }
    await db.promotion.create({ data: { id: name, name, nameKey: name.toLowerCase(), ...times, prices } })
    forgetAll()
    clock.advance(6 * minuteMs)
    const changed = (price: string) => ({ code: 'A0409', data: { context: 'price', prices: [{ plan, price }] } })
    expect(await order(ana, plan, '20')).toMatchObject(changed('12.0000'))
    const number = await placed(ana, plan, '12')
    clock.advance(10 * minuteMs)
    const other = await makeCustomer()
    expect(await order(other, plan, '12')).toMatchObject(changed('20.0000'))
    expect(await db.order.count({ where: { userId: other.userId } })).toBe(0)
    expect(await orderDetails(ana.userId, number, 'en')).toMatchObject({
      value: { originalPrice: '20.0000', activityPrice: '12.0000', payPrice: '12.0000' },
    })
  })
  it('takes several plans for one box', async () => {
    const done = await createOrder({
      ...ana,
      plans: [
        { plan: tv, price: '12.5' },
        { plan: stream, price: '30' },
      ],
      method: null,
      useMango: false,
      points: 0n,
    })
    expect(done).toMatchObject({ ok: true, value: { rest: '42.5000' } })
  })
  it('is refused for another’s box, a plan not on sale, or a product twice', async () => {
    const stranger = await makeCustomer()
    expect(await order({ userId: ana.userId, sn: stranger.sn }, tv, '12.5')).toMatchObject({ code: 'I1402' })
    expect(await order(ana, 'no-such-plan', '12.5')).toMatchObject({ code: 'R2001' })
    const twice = { plan: tv, price: '12.5' }
    expect(
      await createOrder({ ...ana, plans: [twice, twice], method: null, useMango: false, points: 0n }),
    ).toMatchObject({ code: 'R2001' })
  })
  it('is refused for a box that leaves the account while it is placed', async () => {
    const stranger = await makeCustomer()
    const back = checkMethod.provide(async () => {
      await db.device.update({ where: { sn: ana.sn }, data: { userId: stranger.userId } })
      return null
    })
    await giveMango(ana.userId, '12.5')
    const refused = await order(ana, tv, '12.5', { method: methodIds.mango })
    back()
    expect(refused).toMatchObject({ code: 'I1402', field: 'sn' })
    expect([await mangoOf(ana.userId), (await periodsOf(ana.sn)).length]).toEqual(['12.5000', 0])
  })
  it('blocks a second one for the same box and service until it is over', async () => {
    const number = await placed(ana, tv, '12.5')
    expect(await order(ana, tv, '12.5')).toMatchObject({ code: 'OP10013', data: { orderNumber: number } })
    await placed(ana, stream, '30')
    await cancelOrder(ana.userId, number)
    await placed(ana, tv, '12.5')
  })
  it('does not block a new owner, who learns nothing of it', async () => {
    const number = await placed(ana, tv, '12.5')
    const next = await makeCustomer()
    await db.device.update({ where: { sn: ana.sn }, data: { userId: next.userId } })
    expect(await order({ userId: next.userId, sn: ana.sn }, tv, '12.5')).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(2)
  })
})

describe('points and Mango', () => {
  it('are held with the order, and released when its time is over', async () => {
    await giveMango(ana.userId, '5')
    await givePoints(ana.userId, 300n)
    const number = await placed(ana, tv, '12.5', { useMango: true, points: 250n })
    const has = await walletOf(ana.userId)
    expect([has.mango.available, has.points.available]).toEqual([0n, 50n])
    const details = await orderDetails(ana.userId, number, 'en')
    expect(details.ok && details.value.shares.map(({ kind, amount, state }) => [kind, amount, state])).toEqual([
      ['points', '2.5000', 'held'],
      ['mango', '5.0000', 'held'],
      ['external', '5.0000', 'planned'],
    ])
    clock.advance(15 * minuteMs)
    await runDue()
    expect(await statusOf(number)).toBe(2)
    const after = await walletOf(ana.userId)
    expect([after.mango.available, after.points.available]).toEqual([50_000n, 300n])
  })
  it('complete the order at once when they pay everything', async () => {
    await giveMango(ana.userId, '20')
    const done = await order(ana, tv, '12.5', { method: 100 })
    expect(done).toMatchObject({ ok: true, value: { status: 1, rest: '0.0000' } })
    expect(await mangoOf(ana.userId)).toBe('7.5000')
    expect(await periodsOf(ana.sn)).toMatchObject([
      { service: 'tv', startsAt: new Date('2026-12-01T12:00:00Z'), endsAt: new Date('2027-01-01T12:00:00Z') },
    ])
    const number = done.ok ? done.value.number : ''
    expect(await orderDetails(ana.userId, number, 'en')).toMatchObject({
      value: { actuallyPaid: '12.5000', paidAt: '2026-12-01T12:00:00.000Z', expiresAt: '2027-01-01T12:00:00.000Z' },
    })
  })
  it('cost no more than the price when more points are offered', async () => {
    await givePoints(ana.userId, 5000n)
    expect(await order(ana, tv, '12.5', { points: 5000n })).toMatchObject({ value: { status: 1 } })
    expect((await walletOf(ana.userId)).points.available).toBe(3750n)
  })
  it('leave whole cents to another method: a provider takes no fraction of one', async () => {
    await giveMango(ana.userId, '2.4012')
    const done = await order(ana, tv, '12.5', { method: -1, useMango: true })
    expect(done).toMatchObject({ ok: true, value: { rest: '10.1000' } })
    expect(await mangoOf(ana.userId)).toBe('0.0012')
    // The page shows the same sum.
    const plans = [{ payPrice: '12.5000', originalPrice: null }]
    const sums = sumsOf({ plans, points: null, mango: '2.4012' })
    expect([sums.mango, sums.toPay, sums.mangoLeft]).toEqual(['2.4000', '10.1000', '0.0012'])
    expect(sumsOf({ plans, points: null, mango: '0.0012' })).toMatchObject({ mango: null, toPay: '12.5000' })
    expect(sumsOf({ plans, points: null, mango: '12.5012' })).toMatchObject({ mango: '12.5000', toPay: '0.0000' })
  })
  it('are reported when too few, and nothing is held', async () => {
    await giveMango(ana.userId, '1')
    expect(await order(ana, tv, '12.5', { method: 100 })).toEqual({
      ok: false,
      code: 'R1002',
      field: 'method',
      data: { context: 'mango', available: '1.0000' },
    })
    expect(await order(ana, tv, '12.5', { points: 1n })).toMatchObject({ code: 'R1002', data: { context: 'points' } })
    expect(await mangoOf(ana.userId)).toBe('1.0000')
  })
  it('are taken once when ten orders of one wallet come at once', async () => {
    await giveMango(ana.userId, '25')
    const plans = await Promise.all(
      Array.from({ length: 10 }, (_, at) => sell(`once-${ana.sn}-${at}`, ['tv'], { price: '12.5' })),
    )
    const boxes = await Promise.all(plans.map(() => makeCustomer()))
    await db.device.updateMany({
      where: { sn: { in: boxes.map(({ sn }) => sn) } },
      data: { userId: ana.userId },
    })
    const done = await Promise.all(
      boxes.map(({ sn }, at) => order({ userId: ana.userId, sn }, plans[at] ?? '', '12.5', { method: 100 })),
    )
    expect(done.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await mangoOf(ana.userId)).toBe('0.0000')
  })
})

describe('the end of an unpaid order', () => {
  it('comes with its time, unless the provider says that it is paid or under way', async () => {
    const number = await placed(ana, tv, '12.5')
    clock.advance(14 * minuteMs)
    await runDue()
    expect(await statusOf(number)).toBe(0)
    paymentsEnd = 'on-its-way'
    clock.advance(minuteMs)
    await runDue()
    expect(await statusOf(number)).toBe(0)
  })
  it('waits a while for a silent provider, and then comes all the same', async () => {
    const number = await placed(ana, tv, '12.5')
    paymentsEnd = 'silent'
    clock.advance(15 * minuteMs)
    await runDue()
    expect(await statusOf(number)).toBe(0)
    for (let tries = 0; tries < 3; tries++) {
      clock.advance(hourMs)
      await runDue()
    }
    expect(await statusOf(number)).toBe(2)
  })
  it.each([
    ['silent', 1, 'retries'],
    ['silent', 3, 'retries'],
    ['silent', 4, 'gives up'],
    ['closed', 1, 'is done'],
  ] as const)('closes its payments: of a %s provider, try %i %s', async (end, tries, outcome) => {
    paymentsEnd = end
    const nothing = () => Promise.resolve()
    const run = { runAt: clock.now(), tries, signal: new AbortController().signal, hold: nothing, endWith: nothing }
    const closing = closePaymentsOf.work({ orderId: 'any' }, run)
    await (outcome === 'retries' ? expect(closing).rejects.toThrow('does not answer') : closing)
  })
  it('is 5 when the provider would not close the payment, and can be retried', async () => {
    const number = await placed(ana, tv, '12.5')
    paymentsEnd = 'refused'
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ code: 'P1002', data: { context: 'refused' } })
    expect(await statusOf(number)).toBe(5)
    paymentsEnd = 'closed'
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(2)
  })
  it('costs a provider a limited number of calls per account, however often it fails', async () => {
    const number = await placed(ana, tv, '12.5')
    paymentsEnd = 'refused'
    for (let tries = 0; tries < rules['order-cancel'].points; tries++)
      expect(await cancelOrder(ana.userId, number)).toMatchObject({ code: 'P1002' })
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ code: 'I1009' })
    expect(await cancelOrder(ana.userId, number, { userId: 'operator', why: 'asked' })).toMatchObject({ code: 'P1002' })
  })
  it('can be requested only by the owner', async () => {
    const number = await placed(ana, tv, '12.5')
    const stranger = await makeCustomer()
    expect(await cancelOrder(stranger.userId, number)).toMatchObject({ code: 'R1000' })
    expect(await deleteOrder(stranger.userId, number)).toMatchObject({ code: 'R1000' })
    expect(await orderDetails(stranger.userId, number, 'en')).toMatchObject({ code: 'R1000' })
  })
  it('comes once: a paid or cancelled order can’t be cancelled', async () => {
    const number = await placed(ana, tv, '12.5')
    await cancelOrder(ana.userId, number)
    const { id } = await db.order.findUniqueOrThrow({ where: { number } })
    expect(await db.auditEntry.findMany({ where: { subject: id, action: 'order.cancel' } })).toMatchObject([
      { actor: ana.userId },
    ])
    expect(await cancelOrder(ana.userId, number)).toMatchObject({ code: 'OP10014' })
    await giveMango(ana.userId, '20')
    const paid = await placed(ana, tv, '12.5', { method: 100 })
    expect(await cancelOrder(ana.userId, paid)).toMatchObject({ code: 'R1001' })
  })
})

describe('the list of orders', () => {
  it('is searched by number, time, status and box, in pages', async () => {
    await giveMango(ana.userId, '100')
    const first = await placed(ana, tv, '12.5', { method: 100 })
    clock.advance(hourMs)
    const second = await placed(ana, stream, '30')
    const all = async (filter: Parameters<typeof listOrders>[1], page = 1, size = 10) => {
      const { orders, total } = await listOrders(ana.userId, filter, { page, size, language: 'en' })
      return [total, ...orders.map(({ number }) => number)]
    }
    expect(await all({})).toEqual([2, second, first])
    expect(await all({}, 2, 1)).toEqual([2, first])
    expect(await all({ number: first.toLowerCase() })).toEqual([1, first])
    expect(await all({ statuses: [1] })).toEqual([1, first])
    expect(await all({ sn: '000000000000' })).toEqual([0])
    expect(await all({ from: new Date('2026-12-01T12:30:00Z') })).toEqual([1, second])
    expect(await all({ to: new Date('2026-12-01T12:30:00Z') })).toEqual([1, first])
    expect((await unfinishedOf(ana.userId, 'en')).map(({ number }) => number)).toEqual([second])
  })
  it('hides deleted orders; an open one can’t be deleted', async () => {
    const number = await placed(ana, tv, '12.5')
    expect(await deleteOrder(ana.userId, number)).toMatchObject({ code: 'R2001' })
    await cancelOrder(ana.userId, number)
    expect(await deleteOrder(ana.userId, number)).toMatchObject({ ok: true })
    expect(await deleteOrder(ana.userId, number)).toMatchObject({ ok: true })
    const { total } = await listOrders(ana.userId, {}, { page: 1, size: 10, language: 'en' })
    expect(total).toBe(0)
    expect(await db.order.findUniqueOrThrow({ where: { number } })).toMatchObject({ status: 3, formerStatus: 2 })
  })
})

describe('an order without a remaining price', () => {
  it('is completed once by one path, whatever made its price zero', async () => {
    const free = await sell(`free-${ana.sn}`, ['epg'], { price: '0' })
    const freeToo = await sell(`free-too-${ana.sn}`, ['epg'], { price: '0' })
    await giveMango(ana.userId, '12.5')
    await givePoints(ana.userId, 1500n)
    const ways = [
      [free, '0', { method: 16 }],
      [freeToo, '0', { method: 100, points: 100n, useMango: true }],
      [tv, '12.5', { points: 1500n, method: 16 }],
      [tv, '12.5', { useMango: true, method: -1 }],
    ] as const
    for (const [index, [plan, price, more]] of ways.entries()) {
      const act = () => order(ana, plan, price, { ...more, batch: `batch-of-nothing-${index}` })
      const done = await Promise.all([act(), act(), act()])
      const numbers = new Set(done.map((one) => (one.ok ? one.value.number : one.code)))
      expect([index, numbers.size, done[0]]).toMatchObject([
        index,
        1,
        { value: { status: 1, rest: '0.0000', problem: null } },
      ])
      const found = await orderDetails(ana.userId, [...numbers][0] ?? '', 'en')
      const paid = price === '0' ? '0.0000' : '12.5000'
      expect(found).toMatchObject({
        value: { payPrice: paid, actuallyPaid: paid, payments: [], acts: ['receipt', 'order-again', 'delete'] },
      })
      expect(found.ok && found.value.paidAt !== null && found.value.expiresAt !== null).toBe(true)
      expect(found.ok && found.value.shares.map(({ kind, state }) => [kind, state])).toEqual(
        [[], [], [['points', 'paid']], [['mango', 'paid']]][index],
      )
    }
    expect((await periodsOf(ana.sn)).map(({ service }) => service).sort()).toEqual(['epg', 'epg', 'tv', 'tv'])
    const { mango, points } = await walletOf(ana.userId)
    expect([mango.available, points.available]).toEqual([0n, 250n])
  })
})

describe('an order’s end of service', () => {
  const operator = { userId: 'operator', why: 'it did not work' }
  const endsOf = async (number: string) => {
    const found = await orderDetails(ana.userId, number, 'en')
    if (!found.ok) throw new Error(found.code)
    const { expiresAt, lines } = found.value
    return [expiresAt, ...lines.flatMap(({ periods }) => periods.map(({ endsAt }) => endsAt))]
  }
  it('follows its periods: refunded ones end at once, and later orders of the box begin sooner', async () => {
    await giveMango(ana.userId, '100')
    const [first, second, third] = [
      await placed(ana, tv, '12.5', { method: 100 }),
      await placed(ana, tv, '12.5', { method: 100 }),
      await placed(ana, tv, '12.5', { method: 100 }),
    ]
    expect(await endsOf(third)).toEqual(['2027-03-01T12:00:00.000Z', '2027-03-01T12:00:00.000Z'])
    clock.advance(10 * 24 * hourMs)
    await refundOrder(operator, { number: first, amount: 125_000n, to: 'wallet' })
    expect(await endsOf(first)).toEqual(['2026-12-11T12:00:00.000Z', '2026-12-11T12:00:00.000Z'])
    expect(await endsOf(second)).toEqual(['2027-01-11T12:00:00.000Z', '2027-01-11T12:00:00.000Z'])
    expect(await endsOf(third)).toEqual(['2027-02-11T12:00:00.000Z', '2027-02-11T12:00:00.000Z'])
    await refundOrder(operator, { number: third, amount: 125_000n, to: 'wallet' })
    expect(await endsOf(third)).toEqual([null])
    await deleteOrder(ana.userId, second)
    await refundOrder(operator, { number: second, amount: 125_000n, to: 'wallet' })
  })
})

describe('a refund', () => {
  const operator = { userId: 'operator', why: 'it did not work' }
  it('is made once per key, like the order itself, even when the keys of other actions are forgotten', async () => {
    await giveMango(ana.userId, '100')
    const ask = () => order(ana, tv, '12.5', { method: 100, batch: batch('once') })
    const number = await placed(ana, tv, '12.5', { method: 100, batch: batch('once') })
    const refund = () =>
      refundOrder(operator, { number, amount: usd('1'), to: 'wallet', batch: batch('refund-for-ever') })
    const first = await refund()
    const before = await mangoOf(ana.userId)
    for (const after of [31, 365]) {
      clock.advance(after * 24 * hourMs)
      await clearOldKeys()
      expect(await ask()).toMatchObject({ ok: true, value: { number } })
      expect(await refund()).toMatchObject({ ok: true, value: first.ok ? { refundId: first.value.refundId } : {} })
    }
    expect([before, await mangoOf(ana.userId)]).toEqual(['88.5000', '88.5000'])
  })
  it('never exceeds the amount paid, however many ask at once', async () => {
    await giveMango(ana.userId, '12.5')
    const number = await placed(ana, tv, '12.5', { method: 100 })
    const asked = { number, amount: 40_000n, to: 'wallet' as const }
    const done = await Promise.all(Array.from({ length: 5 }, () => refundOrder(operator, asked)))
    expect(done.filter(({ ok }) => ok)).toHaveLength(3)
    expect(await mangoOf(ana.userId)).toBe('12.0000')
    expect(await statusOf(number)).toBe(1)
    expect(await refundOrder(operator, { ...asked, amount: 5001n })).toMatchObject({
      code: 'R2001',
      data: { most: '0.5000' },
    })
  })
  it('lists the wallet’s money and the points that came back', async () => {
    await giveMango(ana.userId, '11')
    await givePoints(ana.userId, 150n)
    const number = await placed(ana, tv, '12.5', { method: 100, points: 150n })
    await refundOrder(operator, { number, amount: 110_000n, to: 'wallet' })
    const at = '2026-12-01T12:00:00.000Z'
    expect(await orderDetails(ana.userId, number, 'en')).toMatchObject({
      value: {
        status: 6,
        refunds: [
          { amount: '11.0000', to: 'wallet', state: 'done', at },
          { amount: '1.5000', to: 'points', state: 'done', at },
        ],
      },
    })
  })
  it('of the whole price ends the period and returns points as points', async () => {
    await giveMango(ana.userId, '10')
    await givePoints(ana.userId, 250n)
    const number = await placed(ana, tv, '12.5', { method: 100, points: 250n })
    clock.advance(hourMs)
    expect(await refundOrder(operator, { number, amount: 100_000n, to: 'wallet' })).toMatchObject({
      ok: true,
      value: { state: 'done' },
    })
    expect(await statusOf(number)).toBe(6)
    const has = await walletOf(ana.userId)
    expect([has.mango.available, has.points.available]).toEqual([100_000n, 250n])
    expect(await periodsOf(ana.sn)).toMatchObject([{ endsAt: new Date('2026-12-01T13:00:00Z') }])
  })
  it('is made once per key', async () => {
    await giveMango(ana.userId, '12.5')
    const number = await placed(ana, tv, '12.5', { method: 100 })
    const asked = { number, amount: 10_000n, to: 'wallet' as const, batch: batch('refund') }
    await refundOrder(operator, asked)
    await refundOrder(operator, asked)
    expect(await mangoOf(ana.userId)).toBe('1.0000')
  })
})
