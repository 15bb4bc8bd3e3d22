/** Points over HTTP: what a program and a page see, by every filter, and nothing of other accounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { createApiToken } from '~/modules/session/session.server'
import { makeStoppedClock, now, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import type { HttpClient } from '../support/http-client'
import { people } from '../support/people'
import { startPortal, type Portal } from '../support/portal'
import { seedPeople } from '../support/seeded'
import { givePoints, placed } from '../support/shop'

const [user, friend] = demoAccounts
const sn = '100000000001'
let portal: Portal
let customer: HttpClient
let other: HttpClient
let orderNumber = ''
let reader = ''
// What this process makes is of one day (UTC), even at midnight.
afterAll(replaceClock(makeStoppedClock(now())))
const today = now().toISOString().slice(0, 10)

type Entry = { number: string; type: number; amount: string; balanceAfter: string; orderNumber: string | null }
type Page<T> = { items: T[]; total: number }
const call = <D>(client: HttpClient, path: string, options: object = {}) =>
  client.api<D>('GET', `/points/customer${path}`, { headers: { 'sec-fetch-site': 'same-origin' }, ...options })
const entries = async (client: HttpClient, query = ''): Promise<Page<Entry>> =>
  (await call<Page<Entry>>(client, `/entries${query}`)).data
const read = async (client: HttpClient, path: string) => {
  const answer = await client.request(path)
  return { status: answer.status, text: await answer.text() }
}

beforeAll(async () => {
  await seedPeople()
  await seedCatalogue()
  await db.device.create({ data: { sn, userId: user.id, boundAt: now(), nickname: 'Box' } })
  for (const amount of [300n, 50n, 7n]) await givePoints(user.id, amount)
  const { id: plan } = await db.plan.findFirstOrThrow({ where: { product: { key: 'quran' } } })
  orderNumber = await placed({ userId: user.id, sn }, plan, '1.0000', { points: 100n })
  const made = await createApiToken(user.id, { name: 'orders', scopes: ['orders:read'], expiresInDays: null })
  reader = made.ok ? made.value.token : ''
  portal = await startPortal({ env: { LIMITS: 'off', PLAIN_BODIES: 'on' } })
  customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
  other = await portal.visitor().signIn(people.friend.userName, people.friend.password)
})
afterAll(() => portal.stop())

describe('a program', () => {
  it('reads the balance and its worth, and the entries by type and days', async () => {
    expect(await call(customer, '/account')).toMatchObject({
      code: '0',
      data: { balance: '257', held: '0', available: '257', worth: '2.5700', expiries: [] },
    })
    expect(await entries(customer)).toMatchObject({
      total: 4,
      items: [
        { type: 2, amount: '-100', balanceAfter: '257', orderNumber },
        { type: 1, amount: '7', balanceAfter: '357', orderNumber: null },
        { type: 1, amount: '50' },
        { type: 1, amount: '300' },
      ],
    })
    expect((await entries(customer, '?type=2')).items).toHaveLength(1)
    expect((await entries(customer, `?type=1&from=${today}&to=${today}`)).total).toBe(3)
    expect((await entries(customer, '?to=2020-01-01')).items).toEqual([])
    expect((await call(customer, '/entries?type=9')).code).toBe('A0422')
    expect((await call(customer, '/entries?from=2026-03-09&to=2026-03-01')).code).toBe('A0422')
  })
  it('reads the orders paid in points, and what the points could pay', async () => {
    expect((await call<Page<object>>(customer, '/orders')).data).toMatchObject({
      total: 1,
      items: [{ number: orderNumber, points: '100', worth: '1.0000', pointsState: 'paid', status: 1 }],
    })
    type Plans = { plan: string; points: string; missing: string | null }[]
    const { data } = await call<{ available: string; now: Plans; soon: Plans }>(customer, '/purchases')
    expect(data.available).toBe('257')
    for (const { points, missing } of data.now) expect([Number(points) <= 257, missing]).toEqual([true, null])
    for (const { points, missing } of data.soon) expect(Number(points) - Number(missing)).toBe(257)
    expect(data.soon.length).toBeLessThanOrEqual(5)
    expect(data.now.length).toBeGreaterThan(5)
  })
  it('needs the scope of wallets', async () => {
    for (const path of ['/account', '/entries', '/orders', '/purchases', '/invitation'])
      expect((await portal.visitor().api('GET', `/points/customer${path}`, { token: reader })).code).toBe('A0403')
  })
})

describe('another customer', () => {
  it('sees none of it, by call or page', async () => {
    expect(await call(other, '/account')).toMatchObject({ data: { balance: '0' } })
    expect(await entries(other)).toMatchObject({ total: 0, items: [] })
    expect((await call<Page<object>>(other, '/orders')).data).toMatchObject({ total: 0, items: [] })
    for (const page of ['/points', '/points/orders', `/points?userId=${user.id}`])
      expect((await read(other, page)).text).not.toContain(orderNumber)
    expect((await read(customer, '/points')).text).toContain(orderNumber)
  })
  it('has their own invitation', async () => {
    type Invitation = { code: string; link: string; reward: string; invitedBy: string | null; total: number }
    const [mine, theirs] = await Promise.all([
      call<Invitation>(customer, '/invitation'),
      call<Invitation>(other, '/invitation'),
    ])
    expect(mine.data.code).toMatch(/^[2-9A-Z]{8}$/)
    expect(mine.data.code).not.toBe(theirs.data.code)
    expect(mine.data).toMatchObject({ link: `${portal.origin}/register?invite=${mine.data.code}`, reward: '100' })
  })
})

describe('registration by a call', () => {
  it('reports what became of the invitation code, and succeeds with a wrong one too', async () => {
    const { code } = (await call<{ code: string }>(customer, '/invitation')).data
    const register = (userName: string, invite: string) =>
      portal.visitor().api<{ invitation: string | null }>('POST', '/iot/customer/register', {
        json: { userName, password: 'mango-invited-1', invite },
      })
    expect(await register('invited-one', code.toLowerCase())).toMatchObject({
      code: '0',
      data: { invitation: 'taken' },
    })
    expect(await register('invited-two', 'WRONG')).toMatchObject({ code: '0', data: { invitation: 'unknown' } })
    type Invited = { items: { initial: string; state: string; reason: null }[] }
    const { data } = await call<Invited>(customer, '/invitation')
    expect(data.items).toMatchObject([{ initial: 'I', state: 'registered', reason: null }])
    // Only the first letter of an invited name is shown.
    expect((await read(customer, '/points/invite')).text).not.toContain('invited-one')
    const one = await portal.visitor().signIn('invited-one', 'mango-invited-1')
    expect((await call(one, '/invitation')).data).toMatchObject({ invitedBy: user.userName[0]?.toUpperCase() })
    expect((await read(one, '/points/invite')).text).not.toContain(user.userName)
    expect(friend.id).not.toBe(user.id)
  })
})
