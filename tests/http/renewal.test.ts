/** Renewal from Mango over HTTP: a program agrees to it and switches it off, and the form on the page of services. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { demoPlanId, seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { createApiToken } from '~/modules/session/session.server'
import { dayMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import type { HttpClient } from '../support/http-client'
import { people } from '../support/people'
import { startPortal, type Portal } from '../support/portal'
import { seedPeople } from '../support/seeded'
import { giveMango } from '../support/shop'

type Item = { service: string; plan: string; months: number; price: string; state: string; renewsAt: string }
const [user, friend] = demoAccounts
const [sn, friendSn] = ['100000000001', '100000000003']
const endsAt = new Date(now().getTime() + 20 * dayMs)
let portal: Portal
let customer: HttpClient
let reader = ''
let price = ''
const tv = demoPlanId('tv', 1)
/** As typed on a keyboard with other digits. */
const inArabic = (price: string): string =>
  price.replace('.', '٫').replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
const call = <D = { items: Item[] }>(method: string, path: string, options: object = {}) =>
  portal.visitor().api<D>(method, `/service/customer${path}`, { token: portal.tokens.customer, ...options })
const read = async (client = customer): Promise<string> => (await client.request('/service')).text()
const send = async (fields: Record<string, string>, client = customer) => {
  const answer = await client.post('/service', fields)
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

beforeAll(async () => {
  await seedPeople()
  await seedCatalogue()
  for (const [userId, serial] of [
    [user.id, sn],
    [friend.id, friendSn],
  ] as const) {
    await db.device.create({ data: { sn: serial, userId, boundAt: now(), nickname: `Box ${serial.slice(-1)}` } })
    const period = { startsAt: now(), endsAt, anchorDay: 1, source: 'gift', note: 'test' }
    await db.servicePeriod.create({ data: { id: makeId(), sn: serial, service: 'tv', ...period } })
  }
  await giveMango(user.id, '20')
  const made = await createApiToken(user.id, { name: 'reads', scopes: ['orders:read'], expiresInDays: null })
  reader = made.ok ? made.value.token : ''
  portal = await startPortal({ env: { LIMITS: 'off' } })
  customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
  type Shop = { items: { plans: { plan: string; originalPrice: string }[] }[] }
  const { data: shop } = await call<Shop>('GET', '/products?service=tv')
  price = shop.items.flatMap(({ plans }) => plans).find(({ plan }) => plan === tv)?.originalPrice ?? ''
})
afterAll(() => portal.stop())

describe('a program', () => {
  it('agrees to a renewal at the price that it read, sees it, and switches it off', async () => {
    const json = { sn, service: 'tv', plan: tv, price: ` ${inArabic(price)} ` }
    const agreed = await call<Item>('POST', '/renewals', { json })
    expect(agreed).toMatchObject({ code: '0', data: { service: 'tv', plan: tv, months: 1, price, state: 'waiting' } })
    expect(agreed.data.renewsAt).toBe(new Date(endsAt.getTime() - 4 * dayMs).toISOString())
    expect((await call('GET', `/renewals?sn=${sn}`)).data.items).toHaveLength(1)
    expect(await call('DELETE', `/renewals/${sn}/tv`)).toMatchObject({ code: '0' })
    expect(await call('DELETE', `/renewals/${sn}/tv`)).toMatchObject({ code: 'A0404' })
    expect((await call('GET', '/renewals')).data.items).toEqual([])
  })
  it('gets an error at the field of an unknown service', async () => {
    const json = { sn, service: 'zz', plan: tv, price }
    const none = { status: 404, code: 'M4703', message: 'There is no such service.', data: { field: 'service' } }
    expect(await call('POST', '/renewals', { json })).toMatchObject(none)
    expect(await call('DELETE', `/renewals/${sn}/zz`)).toMatchObject(none)
  })
  it('can’t agree at another price, for another account’s box, or with a read-only token', async () => {
    const json = { sn, service: 'tv', plan: tv, price }
    const changed = await call('POST', '/renewals', { json: { ...json, price: '0.0100' } })
    expect(changed).toMatchObject({ code: 'A0409', data: { context: 'price', prices: [{ plan: tv, price }] } })
    expect(await call('POST', '/renewals', { json: { ...json, price: 1 } })).toMatchObject({ code: 'A0422' })
    expect(await call('POST', '/renewals', { json: { ...json, sn: friendSn } })).toMatchObject({ code: 'I1402' })
    expect((await call('POST', '/renewals', { json, token: reader })).status).toBe(403)
    expect((await call('GET', '/renewals', { token: reader })).code).toBe('0')
    expect((await call('GET', '/renewals')).data.items).toEqual([])
  })
})

describe('the page of services', () => {
  it('switches a renewal on and off by its form, and shows it there and among the reminders', async () => {
    const page = await read()
    for (const said of ['Renewal from Mango', 'Your balance: 20.0000 Mango', `value="tv ${tv}"`])
      expect(page).toContain(said)
    const fields = {
      intent: 'renewal-on',
      sn,
      choice: `tv ${tv}`,
      [`price.${tv}`]: inArabic(price),
      batch: 'first-form',
    }
    // The second time as if the first answer was lost.
    for (let sent = 0; sent < 2; sent++)
      expect(await send(fields)).toMatchObject({ status: 303, location: `/service?sn=${sn}` })
    expect((await call('GET', '/renewals')).data.items).toHaveLength(1)
    const shown = await read()
    for (const said of ['will be renewed from your Mango on ', 'for at most', 'Switch off the renewal of'])
      expect(shown).toContain(said)
    // A service is switched on once.
    expect(shown).not.toContain(`value="tv ${tv}"`)
    const reminders = await (await customer.request('/personal/reminders')).text()
    for (const said of ['Renewed from Mango', 'Box 1', `/service?sn=${sn}#renewal`]) expect(reminders).toContain(said)
    expect(await send({ intent: 'renewal-off', sn, service: 'tv' })).toMatchObject({ status: 303 })
    expect(await read()).toContain(`value="tv ${tv}"`)
    // The first form again, from a page kept open.
    expect((await send(fields)).status).toBe(422)
    expect((await call('GET', '/renewals')).data.items).toEqual([])
  })
  it('shows a changed price, and refuses boxes of other accounts', async () => {
    const fields = { intent: 'renewal-on', sn, choice: `tv ${tv}`, [`price.${tv}`]: '0.01', batch: 'second-form' }
    const changed = await send(fields)
    expect([changed.status, changed.text.includes('Nothing was switched on.')]).toEqual([422, true])
    expect((await send({ ...fields, sn: friendSn })).status).toBe(404)
    expect((await send({ ...fields, choice: 'nothing at all' })).status).toBe(422)
    expect((await send({ intent: 'else' })).status).toBe(422)
  })
  it('has no form without Mango, and says why', async () => {
    const other = await portal.visitor().signIn(people.friend.userName, people.friend.password)
    const page = await read(other)
    expect(page).toContain('there is nothing to renew from yet')
    expect(page).not.toContain('renewal-on')
  })
})
