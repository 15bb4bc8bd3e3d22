/**
 * Orders and payments by programs: what an API token reads, orders, pays and gets refunded over HTTP, what it is
 * refused, and the operator's actions. The provider is the sandbox.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { demoPlanId, seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { createApiToken } from '~/modules/session/session.server'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import type { ApiAnswer } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { startSandbox, type TestSandbox } from '../support/sandbox'
import { seedPeople } from '../support/seeded'
import { giveMango, givePoints } from '../support/shop'

type Order = {
  number: string
  createdAt: string
  status: number
  payPrice: string
  sn: string
  acts: string[]
  lines: { periods: { service: string; startsAt: string; endsAt: string }[] }[]
  shares: { method: number; amount: string; units: string | null; state: string }[]
}
type Placed = { number: string; status: number; rest: string; problem: string | null }
type Product = {
  key: string
  name: string
  services: string[]
  plans: { plan: string; months: number; payPrice: string }[]
}
type Payment = {
  order: Order
  step: string
  rest: string
  attempt: null | { kind: string; label: string; address: string; amount: string; missing: string | null; uri: string }
  may: Record<'topUp' | 'creditWhatCame' | 'payAnotherWay' | 'cancel' | 'checkNow', boolean>
  methods: { method: number }[]
}
type List<I> = { items: I[]; total: number }

const [user, friend] = demoAccounts
const [sn, otherSn, friendSn] = ['100000000001', '100000000002', '100000000003']
const [mango, tether] = [100, 12]
let portal: Portal
let sandbox: TestSandbox
let reader = ''
const call = <D = unknown>(method: string, path: string, options: object = {}): Promise<ApiAnswer<D>> =>
  portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
const order = (fields: object, options: object = {}): Promise<ApiAnswer<Placed>> =>
  call<Placed>('POST', '/order/customer/orders', { json: { sn, ...fields }, ...options })
/** Sends coins to the address that a payment shows. */
const send = (
  payment: Payment,
  act: 'pay' | 'part' | 'word' | 'wrong-asset',
  options: Parameters<TestSandbox['pay']>[2] = {},
) => {
  const row = Object.values(sandbox.state.coins).find(({ address }) => address === payment.attempt?.address)
  return sandbox.pay(row?.id ?? '', act, options)
}
const operate = <D = unknown>(method: string, path: string, json?: object): Promise<ApiAnswer<D>> =>
  portal.visitor().api<D>(method, `/operator${path}`, {
    token: portal.tokens.operator,
    ...(json === undefined ? {} : { json }),
  })
const skin = { plan: demoPlanId('skin', 12), price: '3.0000' }
const quran = { plan: demoPlanId('quran', 12), price: '1.0000' }
const match = { plan: demoPlanId('match', 1), price: '0.9000' }

beforeAll(async () => {
  await seedPeople()
  await seedCatalogue()
  for (const [userId, serial] of [
    [user.id, sn],
    [user.id, otherSn],
    [friend.id, friendSn],
  ] as const)
    await db.device.create({ data: { sn: serial, userId, boundAt: now(), nickname: `Box ${serial.slice(-1)}` } })
  await giveMango(user.id, '20')
  await givePoints(user.id, 250n)
  const made = await createApiToken(user.id, { name: 'reads', scopes: ['orders:read'], expiresInDays: null })
  reader = made.ok ? made.value.token : ''
  sandbox = await startSandbox()
  portal = await startPortal({ env: sandbox.env })
  await sandbox.setPortal(portal.origin)
})
afterAll(async () => {
  await portal.stop()
  await sandbox.stop()
})

describe('a program', () => {
  it('renews a service: reads the price, orders at it and reads the result', async () => {
    const { data: shop } = await call<List<Product>>('GET', '/service/customer/products?service=tv', { language: 'fa' })
    const tv = shop.items.find(({ services }) => services.join() === 'tv')
    expect(tv?.name).toMatch(/\p{Script=Arabic}/u)
    const [month] = tv?.plans ?? []
    expect(month?.payPrice).toMatch(/^\d+\.\d{4}$/)
    const placed = await order({ plan: month?.plan, price: month?.payPrice, method: mango })
    expect([placed.status, placed.code]).toEqual([201, '0'])
    expect(placed.data).toMatchObject({ status: 1, rest: '0.0000', problem: null })
    const { data: paid } = await call<Order>('GET', `/order/customer/orders/${placed.data.number.toLowerCase()}`)
    expect(paid).toMatchObject({ status: 1, sn, payPrice: month?.payPrice })
    expect(paid.shares).toMatchObject([
      { method: mango, amount: month?.payPrice, units: month?.payPrice, state: 'paid' },
    ])
    const [period] = paid.lines[0]?.periods ?? []
    expect(period).toMatchObject({ service: 'tv', startsAt: expect.stringMatching(/^\d{4}-.*Z$/) as string })
    type Boxes = List<{ sn: string; services: { service: string; state: string; endsAt: string | null }[] }>
    const { data: boxes } = await call<Boxes>('GET', '/service/customer/boxes')
    expect(boxes.items.find((box) => box.sn === sn)?.services).toContainEqual(
      expect.objectContaining({ service: 'tv', state: 'running', endsAt: period?.endsAt }),
    )
  })
  it('gets the sum of several plans, and pays a part with points', async () => {
    const asked = new URLSearchParams([
      ['sn', sn],
      ['plan', skin.plan],
      ['plan', quran.plan],
    ])
    expect((await call('GET', `/service/customer/quote?${asked.toString()}`)).data).toMatchObject({
      originalPrice: '4.0000',
      payPrice: '4.0000',
      plans: [{ plan: skin.plan, payPrice: skin.price }, { plan: quran.plan }],
    })
    const placed = await call<Placed>('POST', '/order/customer/orders', {
      form: {
        sn,
        plan: [skin.plan, quran.plan],
        price: ['٣٫٠٠', ' ۱ '],
        points: '٢٥٠',
        method: String(mango),
      },
    })
    expect(placed.data).toMatchObject({ status: 1, rest: '0.0000' })
    const { data: paid } = await call<Order>('GET', `/order/customer/orders/${placed.data.number}`)
    expect(paid.shares).toMatchObject([
      { method: 101, amount: '2.5000', units: '250', state: 'paid' },
      { method: mango, amount: '1.5000', units: '1.5000', state: 'paid' },
    ])
  })
})

describe('an order', () => {
  it('is created once for a key; other values under the key are refused, and a refused order leaves it free', async () => {
    const headers = { 'idempotency-key': '"renewal-of-box-2"' }
    const wrong = await order({ ...match, sn: otherSn, price: '0.8000' }, { headers })
    expect([wrong.status, wrong.code, wrong.data]).toEqual([
      409,
      'A0409',
      { field: 'price', context: 'price', prices: [{ plan: match.plan, price: match.price }] },
    ])
    const first = await order({ ...match, sn: otherSn, method: mango }, { headers })
    const again = await order({ ...match, sn: otherSn, method: mango, batch: 'renewal-of-box-2' })
    expect([first.code, again.code, again.data.number]).toEqual(['0', '0', first.data.number])
    const { data: found } = await call<List<Order>>('GET', `/order/customer/orders?sn=${otherSn}`)
    expect(found.items.map(({ number }) => number)).toEqual([first.data.number])
    expect((await order({ ...match, sn: otherSn }, { headers })).code).toBe('A0409')
    expect((await order({ ...match, sn: otherSn, batch: 'no' })).code).toBe('A0422')
  })
  it('waits unpaid without a method, and blocks a second one for its box and service', async () => {
    const placed = await order({ ...match })
    expect(placed.data).toMatchObject({ status: 0, rest: '0.9000', problem: null })
    const second = await order({ ...match, method: mango })
    expect([second.status, second.code, second.data]).toEqual([409, 'OP10013', { orderNumber: placed.data.number }])
    const { data: waiting } = await call<List<Order>>('GET', '/order/customer/unfinished')
    expect(waiting.items).toMatchObject([{ number: placed.data.number, acts: ['pay', 'cancel'] }])
    expect((await call('DELETE', `/order/customer/orders/${placed.data.number}`)).code).toBe('R2001')
  })
  it('is named on the page that would start another one for its service, and not for other services', async () => {
    const browser = await portal.visitor().signIn('demo-user', 'mango-demo')
    const text = async (query: string): Promise<string> => {
      const page = await (await browser.request(`/service/buy?sn=${sn}&product=${query}`)).text()
      return page.replaceAll(/<!-- -->|[\u2068\u2069]/g, '')
    }
    const { data: waiting } = await call<List<Order>>('GET', '/order/customer/unfinished')
    const [open] = waiting.items
    const shown = await text('match')
    expect(shown).toContain('ordered for this box and not paid yet')
    expect(shown).toContain(`/order/${open?.number}`)
    // Every part of the form is described in words. Without scripts nothing is disabled, since another length may
    // cost more.
    const vip = await text('vip')
    expect(vip).not.toContain('not paid yet')
    for (const said of ['Pay a part with your Mango', 'You have']) expect(vip, said).toContain(said)
    expect(vip).not.toContain('pick.')
    expect(vip).not.toMatch(/<input[^>]*type="radio"[^>]*disabled/)
  })
  it('is not created from invalid values', async () => {
    const refused = async (fields: object) => {
      const { status, code, data } = await order({ ...skin, sn: otherSn, ...fields })
      return [status, code, (data as { field?: string } | null)?.field]
    }
    // A price must be text: a number may have been rounded.
    for (const price of [3, '3,000', '3.00001', '-3', '', 'NaN', '1e0', '٣x'])
      expect(await refused({ price }), String(price)).toEqual([422, 'A0422', 'price.0'])
    expect(await refused({ price: [skin.price, skin.price] })).toEqual([422, 'A0422', 'price'])
    for (const method of [0, 3, 17, 101, 'btc', '4e0'])
      expect(await refused({ method }), String(method)).toEqual([422, 'A0422', 'method'])
    for (const points of ['-1', '1.5', '1e3']) expect(await refused({ points })).toEqual([422, 'A0422', 'points'])
    expect(await refused({ plan: 'no-such-plan' })).toEqual([422, 'R2001', 'plan'])
    expect(await refused({ plan: [skin.plan, skin.plan], price: [skin.price, skin.price] })).toEqual([
      422,
      'R2001',
      'plan',
    ])
    expect(await refused({ points: '251' })).toEqual([409, 'R1002', 'points'])
    const dear = { plan: demoPlanId('vip', 12), price: '36.0000', method: mango }
    expect(await refused(dear)).toEqual([409, 'R1002', 'method'])
    expect(await refused({ sn: friendSn })).toEqual([404, 'I1402', 'sn'])
    const african = { plan: demoPlanId('af', 1), price: '4.0000' }
    expect(await refused(african)).toEqual([403, 'A0451', undefined])
  })
  it('that is finished is deleted from the list, and found among the deleted ones', async () => {
    const { data: done } = await call<List<Order>>('GET', '/order/customer/orders?status=1&size=100')
    const last = done.items.at(-1)?.number ?? ''
    expect((await call('DELETE', `/order/customer/orders/${last}`)).code).toBe('0')
    const numbers = async (query: string) =>
      (await call<List<Order>>('GET', `/order/customer/orders?size=100${query}`)).data.items.map(({ number }) => number)
    expect(await numbers('')).not.toContain(last)
    expect(await numbers('&status=3')).toEqual([last])
    expect(await numbers('&status=3&status=1')).toContain(last)
  })
})

describe('the list of orders', () => {
  it('is searched by number, days, status and box, page by page', async () => {
    const list = async (query: string) => (await call<List<Order>>('GET', `/order/customer/orders?${query}`)).data
    const all = await list('size=100')
    expect(all.total).toBe(all.items.length)
    const [first] = all.items
    expect((await list(`number=${first?.number.slice(0, 14).toLowerCase() ?? ''}`)).items).toContainEqual(first)
    expect((await list('number=19990101')).total).toBe(0)
    expect((await list('status=0')).items.every(({ status }) => status === 0)).toBe(true)
    expect((await list(`sn=${otherSn}`)).items.every((one) => one.sn === otherSn)).toBe(true)
    const day = first?.number.slice(0, 8).replace(/(....)(..)(..)/, '$1-$2-$3') ?? ''
    expect((await list(`from=${day}&to=${day}`)).total).toBeGreaterThan(0)
    expect((await list('from=2020-01-01&to=2020-01-31')).total).toBe(0)
    expect((await call('GET', '/order/customer/orders?from=2020-02-31&to=2020-03-01')).code).toBe('A0422')
    // One date leaves the other end open, and is checked like both.
    expect((await list(`from=${day}`)).total).toBeGreaterThan(0)
    expect([(await list('to=2020-01-31')).total, (await list('from=9999-01-01')).total]).toEqual([0, 0])
    for (const [field, value] of [
      ['from', 'x'],
      ['to', '2020-02-31'],
    ])
      for (const answer of [
        await call('GET', `/order/customer/orders?${field}=${value}`),
        await operate('GET', `/orders?${field}=${value}`),
      ])
        expect([answer.status, answer.code, answer.data]).toMatchObject([422, 'A0422', { field }])
    expect((await operate<List<Order>>('GET', '/orders?to=2020-01-31')).data.total).toBe(0)
    // The farthest zones: the same time has another date in one of them.
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const dates = new Intl.DateTimeFormat('sv', { timeZone: zone })
      const local = dates.format(new Date(first?.createdAt ?? NaN))
      const ofDay = all.items.filter(({ createdAt }) => dates.format(new Date(createdAt)) === local)
      expect((await list(`from=${local}&to=${local}&zone=${encodeURIComponent(zone)}&size=100`)).items).toEqual(ofDay)
    }
    const unknown = await call('GET', '/order/customer/orders?from=2026-11-05&zone=Mars/Olympus')
    expect([unknown.status, unknown.code, unknown.data]).toMatchObject([422, 'A0422', { field: 'zone' }])
    expect((await call('GET', '/order/customer/orders?status=9')).code).toBe('A0422')
    expect((await call('GET', '/order/customer/orders?size=11')).code).toBe('A0422')
  })
})

describe('another account', () => {
  it('does not find the order by any call', async () => {
    const { data: own } = await call<List<Order>>('GET', '/order/customer/unfinished')
    const number = own.items[0]?.number ?? ''
    const strange = { token: portal.tokens.friend }
    for (const which of [number, '20200101-AAAAAAAA', '%20', 'x'.repeat(50)])
      for (const [method, path] of [
        ['GET', `/order/customer/orders/${which}`],
        ['POST', `/order/customer/orders/${which}/cancel`],
        ['DELETE', `/order/customer/orders/${which}`],
        ['GET', `/payment/customer/orders/${which}`],
        ['POST', `/payment/customer/orders/${which}`],
        ['POST', `/payment/customer/orders/${which}/check`],
        ['POST', `/payment/customer/orders/${which}/credit`],
      ] as const) {
        const answer = await call(method, path, {
          ...strange,
          ...(method === 'POST' ? { json: { method: tether } } : {}),
        })
        expect([answer.status, answer.code], `${method} ${path}`).toEqual([404, 'R1000'])
      }
    expect((await call<List<Order>>('GET', '/order/customer/orders', strange)).data.total).toBe(0)
    expect((await call<List<Order>>('GET', '/order/customer/unfinished', strange)).data.items).toEqual([])
    expect((await call<Order>('GET', `/order/customer/orders/${number}`)).data.status).toBe(0)
  })
  it('reads with the read scope and buys only with the buy scope', async () => {
    expect((await call('GET', '/order/customer/orders', { token: reader })).code).toBe('0')
    for (const [method, path] of [
      ['POST', '/order/customer/orders'],
      ['POST', '/order/customer/orders/x/cancel'],
      ['DELETE', '/order/customer/orders/x'],
      ['POST', '/payment/customer/orders/x'],
      ['POST', '/payment/customer/orders/x/credit'],
    ] as const) {
      const refused = await call(method, path, { token: reader })
      expect([refused.status, refused.code, refused.data]).toEqual([403, 'A0403', { scope: 'orders:buy' }])
    }
    const lists = await call('GET', '/order/customer/orders', { token: portal.tokens.vno })
    expect([lists.code, lists.data]).toEqual(['A0403', { scope: 'orders:read' }])
    expect((await portal.visitor().api('GET', '/service/customer/products')).code).toBe('I1304')
  })
})

describe('a payment', () => {
  it('takes three calls: prices, the order with its method, and the address with the amount', async () => {
    const { data: shop } = await call<List<Product>>('GET', '/service/customer/products?service=data')
    const half = shop.items[0]?.plans.find(({ months }) => months === 6)
    const placed = await order({ plan: half?.plan, price: half?.payPrice, method: tether, batch: 'data-half' })
    expect(placed.data).toMatchObject({ status: 0, rest: '11.0000', problem: null })
    const path = `/payment/customer/orders/${placed.data.number}`
    const { data: payment } = await call<Payment>('GET', path)
    expect(payment).toMatchObject({ step: 'waiting', rest: '11.0000', attempt: { kind: 'coin', label: 'waiting' } })
    expect(payment.attempt?.address).toMatch(/^T\w{33}$/)
    expect(payment.attempt?.amount).toMatch(/^\d+(\.\d+)?$/)
    expect(payment.attempt?.uri).toContain(payment.attempt?.address)
    await send(payment, 'pay')
    const { data: paid } = await call<Payment>('POST', `${path}/check`)
    expect(paid).toMatchObject({ step: 'finished', rest: '0.0000', order: { status: 1 } })
    expect(paid.order.lines[0]?.periods).toHaveLength(1)
    // A repeat gets the stored answer and starts no payment.
    const again = await order({ plan: half?.plan, price: half?.payPrice, method: tether, batch: 'data-half' })
    expect([placed.status, again.status, again.data.number]).toEqual([201, 200, placed.data.number])
    expect((await call('POST', path, { json: { method: tether } })).code).toBe('R1001')
    expect((await call('POST', `/order/customer/orders/${placed.data.number}/cancel`)).code).toBe('R1001')
  })
  it('is chosen later, and an underpayment becomes credit', async () => {
    const { data: offered } = await call<List<{ method: number; available: string | null }>>(
      'GET',
      '/payment/customer/methods',
    )
    expect(offered.items.map(({ method }) => method)).toEqual(expect.arrayContaining([-1, tether, mango, 101]))
    expect(offered.items.find(({ method }) => method === mango)?.available).toMatch(/^\d+\.\d{4}$/)
    const placed = await order({ plan: demoPlanId('stream', 6), price: '14.0000', sn: otherSn })
    const path = `/payment/customer/orders/${placed.data.number}`
    const { data: before } = await call<Payment>('GET', path)
    expect([before.step, before.attempt, before.rest]).toEqual(['ordered', null, '14.0000'])
    const chosen = await call<Payment>('POST', path, { json: { method: String(tether), batch: 'pay-stream' } })
    expect([chosen.status, chosen.data.step]).toEqual([200, 'waiting'])
    const same = await call<Payment>('POST', path, { json: { method: tether } })
    expect(same.data.attempt?.address).toBe(chosen.data.attempt?.address)
    expect((await call('POST', `${path}/credit`)).code).toBe('OP10014')
    await send(chosen.data, 'part', { amount: '5' })
    const { data: part } = await call<Payment>('POST', `${path}/check`)
    expect(part).toMatchObject({ order: { status: 8 }, may: { creditWhatCame: true, payAnotherWay: true } })
    const { data: credited } = await call<Payment>('POST', `${path}/credit`)
    expect(credited).toMatchObject({ step: 'ended', order: { status: 2 } })
    expect((await call('POST', path, { json: { method: tether } })).code).toBe('OP10014')
  })
  it('is closed when its order is cancelled', async () => {
    const placed = await order({ plan: demoPlanId('vpn', 1), price: '3.0000', method: tether, sn: otherSn })
    const cancelled = await call<Order>('POST', `/order/customer/orders/${placed.data.number}/cancel`)
    expect(cancelled.data).toMatchObject({ number: placed.data.number, status: 2, acts: ['order-again', 'delete'] })
    expect((await call('POST', `/order/customer/orders/${placed.data.number}/cancel`)).code).toBe('OP10014')
  })
})

describe('the operator', () => {
  it('finds orders of all accounts, and refunds once for a key and never more than was paid', async () => {
    type Entry = Order & { userName: string }
    const { data: all } = await operate<List<Entry>>('GET', '/orders?status=1&user=Demo-User&size=100')
    const paid = all.items.find(({ payPrice }) => payPrice === '11.0000')
    expect(paid).toMatchObject({ userName: 'demo-user', status: 1 })
    const number = paid?.number ?? ''
    expect((await operate('GET', '/orders?user=nobody-of-that-name')).code).toBe('I1301')
    type Shown = Order & { refundable: string; id: string; refunds: { amount: string; state: string }[] }
    const show = async () => (await operate<Shown>('GET', `/orders/${number}`)).data
    expect(await show()).toMatchObject({ refundable: '11.0000', userName: 'demo-user' })
    const refund = (fields: object) =>
      operate('POST', `/orders/${number}/refund`, { amount: '0.5', to: 'wallet', why: 'a poor signal', ...fields })
    expect((await refund({ batch: undefined })).data).toMatchObject({ field: 'batch' })
    expect((await refund({ batch: 'refund-of-data', why: '' })).data).toMatchObject({ field: 'why' })
    // An order paid only with points has no money to refund.
    expect((await refund({ batch: 'refund-of-data', amount: '0' })).code).toBe('R2001')
    for (const wrong of ['1,234', '-1', 'all', '0.00001'])
      expect([wrong, (await refund({ batch: 'refund-of-data', amount: wrong })).code]).toEqual([wrong, 'A0422'])
    expect(await refund({ batch: 'refund-of-data', amount: '11.0001' })).toMatchObject({
      status: 422,
      code: 'R2001',
      data: { field: 'amount', most: '11.0000' },
    })
    expect((await refund({ batch: 'refund-of-data' })).data).toMatchObject({ state: 'done', number, to: 'wallet' })
    expect((await refund({ batch: 'refund-of-data' })).code).toBe('0')
    expect((await refund({ batch: 'refund-of-data', amount: '0.6' })).code).toBe('A0409')
    const once = await show()
    expect([once.status, once.refundable, once.refunds.length]).toEqual([1, '10.5000', 1])
    expect((await refund({ batch: 'refund-of-rest', amount: '10.50' })).code).toBe('0')
    const whole = await show()
    expect([whole.status, whole.refundable]).toEqual([6, '0.0000'])
    // The used part of the period stays: it ends now instead of in a month.
    const [used] = whole.lines[0]?.periods ?? []
    expect(Date.parse(used?.endsAt ?? '')).toBeLessThanOrEqual(Date.now())
    const { data: audit } = await operate<List<{ action: string; detail: string }>>('GET', `/audit?subject=${once.id}`)
    expect(audit.items.filter(({ action }) => action === 'order.refund')).toHaveLength(2)
    expect(audit.items[0]?.detail).toContain('why: a poor signal')
  })
  it('cancels for a customer, with a reason in the audit log', async () => {
    const { data: open } = await operate<List<Order & { id: string }>>('GET', '/orders?status=0')
    const number = open.items[0]?.number ?? ''
    expect((await operate('POST', `/orders/${number}/cancel`, {})).code).toBe('A0422')
    expect((await operate('POST', `/orders/${number}/cancel`, { why: 'asked by phone' })).data).toEqual({ number })
    const { data: shown } = await operate<Order & { id: string }>('GET', `/orders/${number}`)
    expect(shown.status).toBe(2)
    const { data: audit } = await operate<List<{ actor: string; detail: string }>>('GET', `/audit?subject=${shown.id}`)
    expect(audit.items).toMatchObject([{ actor: demoAccounts[4].id, detail: 'why: asked by phone' }])
    expect((await operate('POST', '/orders/20200101-AAAAAAAA/cancel', { why: 'asked by phone' })).code).toBe('R1000')
  })
  it('sees an unknown status of a provider until somebody has handled it with a reason', async () => {
    const odd = await order({ plan: demoPlanId('biss', 12), price: '12.0000', method: tether, sn: otherSn })
    const { data: shown } = await call<Payment>('GET', `/payment/customer/orders/${odd.data.number}`)
    await send(shown, 'word', { word: 'frozen' })
    await call('POST', `/payment/customer/orders/${odd.data.number}/check`)
    type Waits = { kind: string; id: string; reason: string; word: string | null; orderNumber: string }
    const waiting = async () =>
      (await operate<List<Waits>>('GET', '/payments')).data.items.filter(
        ({ orderNumber }) => orderNumber === odd.data.number,
      )
    expect(portal.takeErrors().map(({ alert }) => alert)).toEqual(['payment-word', 'payment-person'])
    const [entry] = await waiting()
    expect(entry).toMatchObject({ kind: 'payment', reason: 'unknown-word', word: 'frozen' })
    expect((await operate('POST', `/payments/${entry?.id ?? ''}/looked`, { why: 'ok' })).code).toBe('A0422')
    expect((await operate('POST', `/payments/${entry?.id ?? ''}/looked`, { why: 'asked the provider' })).code).toBe('0')
    expect(await waiting()).toEqual([])
    expect((await operate('POST', `/payments/${entry?.id ?? ''}/looked`, { why: 'once more' })).code).toBe('A0404')
    const nothing = { why: 'no such deposit' }
    expect((await operate('POST', '/payments/deposits/none/credit', nothing)).code).toBe('A0404')
    const back = { ...nothing, address: 'T', hash: '0123456789abcdef' }
    expect((await operate('POST', '/payments/deposits/none/return', back)).code).toBe('A0404')
    expect((await operate('GET', '/events')).data).toMatchObject({ items: [], total: 0 })
    expect((await operate('POST', '/events/none/retry', nothing)).code).toBe('A0404')
  })
  it('credits money in another coin once, at the provider’s value only', async () => {
    type Waits = { kind: string; id: string; reason: string; orderNumber: string }
    const fields = { plan: demoPlanId('translate', 12), price: '12.0000', method: tether, sn: otherSn }
    const placed = await order(fields)
    const { data: shown } = await call<Payment>('GET', `/payment/customer/orders/${placed.data.number}`)
    const told = portal.waitForLog(({ alert, reason }) => alert === 'payment-person' && reason === 'wrong-asset')
    await send(shown, 'wrong-asset')
    await told
    expect(portal.takeErrors().map(({ reason }) => reason)).toEqual(['wrong-asset'])
    const { data: waits } = await operate<List<Waits>>('GET', '/payments')
    const found = waits.items.find(({ kind, orderNumber }) => kind === 'deposit' && orderNumber === placed.data.number)
    expect(found).toMatchObject({ reason: 'wrong-asset' })
    const credit = (usd?: string) =>
      operate<{ usd: string }>('POST', `/payments/deposits/${found?.id ?? ''}/credit`, {
        why: 'looked at the chain',
        ...(usd === undefined ? {} : { usd }),
      })
    for (const value of ['1,000', '500']) expect((await credit(value)).code).toBe('A0422')
    const done = await credit()
    expect([done.code, done.data.usd]).toEqual(['0', expect.stringMatching(/^1[12]\.\d{4}$/)])
    expect((await credit()).code).toBe('A0409')
  })
  it('switches a payment method off, everywhere or outside some countries', async () => {
    const offers = async () =>
      (await call<List<{ method: number }>>('GET', '/payment/customer/methods')).data.items.map(({ method }) => method)
    const set = (fields: object) => operate('PUT', '/methods/14', { why: 'a fork of the chain', ...fields })
    expect(await offers()).toContain(14)
    expect((await set({ on: false })).code).toBe('0')
    expect(await offers()).not.toContain(14)
    // More than the coin's minimum, below which nothing can be ordered.
    const dear = { plan: demoPlanId('vip', 12), price: '36.0000' }
    const refused = await order({ ...dear, method: 14, sn: otherSn })
    expect(refused.code).toBe('P1001')
    expect((await set({ on: true, countries: ['de', 'FR', 'de'] })).code).toBe('0')
    expect(await offers()).not.toContain(14)
    const { data: listed } = await operate<List<{ method: number; countries: string[] | null }>>('GET', '/methods')
    expect(listed.items.find(({ method }) => method === 14)?.countries).toEqual(['DE', 'FR'])
    expect((await set({ on: true, countries: 'Germany' })).code).toBe('A0422')
    // An unknown country code would switch it off everywhere.
    expect((await set({ on: true, countries: ['ZZ'] })).code).toBe('A0422')
    expect((await set({ on: true })).code).toBe('0')
    expect(await offers()).toContain(14)
  })
})
