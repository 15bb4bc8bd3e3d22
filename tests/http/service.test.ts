/**
 * Services over HTTP: the operator's catalogue by commands, the pages that show it, what is locked without a
 * purchase, and the country question.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import Database from 'better-sqlite3'
import path from 'node:path'
import type { HttpClient } from '../support/http-client'
import { people } from '../support/people'
import { startPortal, type Portal } from '../support/portal'
import { seedPeople } from '../support/seeded'

let portal: Portal
let customer: HttpClient
const sn = '100000000009'
beforeAll(async () => {
  const { seedServices } = await import('~/modules/entitlement/entitlement.seed.server')
  const { demoAccounts } = await import('~/modules/account/account.server')
  await seedPeople()
  await seedServices(demoAccounts.find(({ userName }) => userName === 'demo-user')?.id ?? '')
  portal = await startPortal({ env: { LIMITS: 'off' } })
  customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
})
afterAll(() => portal.stop())

const operate = (method: string, address: string, json?: Record<string, unknown>) =>
  portal.visitor().api(method, `/operator${address}`, {
    ...(json === undefined ? {} : { json }),
    headers: { authorization: `Bearer ${portal.tokens.operator}` },
  })
const read = async (address: string): Promise<{ status: number; text: string; location: string | null }> => {
  const answer = await customer.request(address)
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') }
}

describe('the operator', () => {
  it('creates a product, prices it and puts it on sale, and gets codes for missing or existing ones', async () => {
    const tv = { key: 'tv', name: 'Television', services: ['tv'] }
    expect(await operate('POST', '/products', { ...tv, services: ['nothing'] })).toMatchObject({ code: 'M4703' })
    expect(await operate('POST', '/products', tv)).toMatchObject({ status: 201 })
    expect(await operate('POST', '/products', tv)).toMatchObject({ code: 'M4702' })
    expect(await operate('POST', '/products', { ...tv, key: 'tv-two', name: 'TELEVISION' })).toMatchObject({
      code: 'M4702',
    })
    expect(await operate('PUT', '/products/tv', { state: 'on-sale' })).toMatchObject({ code: 'M4201' })
    expect(await operate('POST', '/products/radio/plans', { months: 1, price: '1' })).toMatchObject({ code: 'M4701' })
    expect(await operate('POST', '/products/tv/plans', { months: 1, price: '1,234' })).toMatchObject({ code: 'A0422' })
    expect(await operate('POST', '/products/tv/plans', { months: 1, price: '2,50' })).toMatchObject({ status: 201 })
    expect(await operate('POST', '/products/tv/plans', { months: 1, price: '3' })).toMatchObject({ code: 'M4202' })
    expect(await operate('PUT', '/products/tv/plans/6', { price: '3' })).toMatchObject({ code: 'M4201' })
    expect(await operate('PUT', '/products/tv', { state: 'on-sale' })).toMatchObject({ code: '0' })
    expect(await operate('PUT', '/products/tv/texts/ar', { name: 'التلفزيون' })).toMatchObject({ code: '0' })
    expect(await operate('GET', '/plans')).toMatchObject({
      data: { items: [{ product: 'tv', state: 'on-sale', months: 1, price: '2.5000', paidNow: '2.5000' }] },
    })
  })
  it('moves a promotion along its states, and can’t edit one that begins today', async () => {
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const times = { from: day(0), to: day(20) }
    const made = await operate('POST', '/promotions', { name: 'Winter', ...times })
    const { id } = made.data as { id: string }
    expect(await operate('POST', '/promotions', { name: 'WINTER', ...times })).toMatchObject({ code: 'M4402' })
    expect(await operate('POST', '/promotions', { name: 'Backwards', from: day(2), to: day(1) })).toMatchObject({
      code: 'A0422',
    })
    expect(await operate('PUT', '/promotions/none', { name: 'X' })).toMatchObject({ code: 'M4401' })
    const price = { product: 'tv', months: 1, price: '2' }
    expect(await operate('PUT', `/promotions/${id}/prices`, price)).toMatchObject({ code: '0' })
    const move = (act: string) => operate('POST', `/promotions/${id}/state`, { act })
    expect(await move('resume')).toMatchObject({ code: 'M4404' })
    expect(await move('plan')).toMatchObject({ data: { state: 'running' } })
    expect(await operate('PUT', `/promotions/${id}`, { name: 'Later' })).toMatchObject({ code: 'M4405' })
    expect(await operate('GET', '/plans')).toMatchObject({ data: { items: [{ price: '2.5000', paidNow: '2.0000' }] } })
    expect(await move('suspend')).toMatchObject({ data: { state: 'suspended' } })
    expect(await operate('GET', '/plans')).toMatchObject({ data: { items: [{ paidNow: '2.5000' }] } })
    expect(await move('plan')).toMatchObject({ code: 'M4406' })
    expect(await move('resume')).toMatchObject({ data: { state: 'running' } })
    expect(await operate('GET', `/promotions/${id}`)).toMatchObject({
      data: { prices: [{ product: 'tv', months: 1, price: '2.0000', original: '2.5000' }] },
    })
    // The audit log has all of it, under the operator's name.
    const entries = await operate('GET', `/audit?subject=${id}&size=40`)
    expect((entries.data as { items: { action: string }[] }).items.map(({ action }) => action).reverse()).toEqual([
      'promotion.create',
      'promotion.price',
      'promotion.plan',
      'promotion.suspend',
      'promotion.resume',
    ])
  })
})

describe('the page of services', () => {
  it('shows what runs on a box and what is sold, with the price before and now', async () => {
    const { status, text } = await read(`/service?sn=${sn}`)
    expect(status).toBe(200)
    for (const said of ['Running on Living room', 'Television', '<del>2.50</del>', '2.00 USD', 'switched off', 'ended'])
      expect(text, said).toContain(said)
    expect(text).toContain(`/service/buy?sn=${sn}&amp;product=tv`)
    // A product without a price is not sold.
    expect(text).not.toContain('Match News')
  })
  it('shows one end date next to a length, and until when the offer holds next to the sum', async () => {
    const { text } = await read(`/service/buy?sn=${sn}&product=tv`)
    const words = (html: string | undefined): string => (html ?? '').replaceAll(/<!--.*?-->|<[^>]*>/g, '')
    const hint = words(/<span class="choice-hint"[^>]*>[^]*?<\/span><\/span><\/span>/.exec(text)?.[0])
    expect(hint.match(/\d+ \w+ \d{4}/g), hint).toHaveLength(1)
    expect(words(/<dl class="sums">[^]*?<\/dl>/.exec(text)?.[0])).toMatch(/Offer until \d+ \w+ \d{4}−0\.50 USD/)
  })
  it('says that a box has no chosen list', async () => {
    const answer = await customer.post(`/terminal/${sn}`, { intent: 'list', list: '' })
    expect(answer.status).toBe(303)
    expect((await read(`/terminal/${sn}`)).text).toContain('No list is chosen for Living room.')
  })
  it('finds no box of another account', async () => {
    expect((await read('/service?sn=100000000001')).status).toBe(404)
    const visitor = await portal.visitor().request('/service')
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/'])
  })
  it('asks customers without a box to bind one', async () => {
    const friend = await portal.visitor().signIn(people.friend.userName, people.friend.password)
    const text = await (await friend.request('/service')).text()
    expect(text).toContain('No box is bound yet')
    expect(text).toContain('href="/terminal/bind"')
  })
  it('explains why a purchase needs a bound box, and keeps the chosen product', async () => {
    const friend = await portal.visitor().signIn(people.friend.userName, people.friend.password)
    const wanted = '/service/buy?product=tv'
    const sent = await friend.request(wanted)
    const to = sent.headers.get('location') ?? ''
    expect([sent.status, to]).toEqual([302, `/terminal/bind?${new URLSearchParams({ returnTo: wanted }).toString()}`])
    const text = await (await friend.request(to)).text()
    expect(text).toContain('Services are bought for a box. Bind yours first')
    expect(text).toContain(`name="returnTo" value="${wanted}"`)
    // Only pages of the portal are returned to.
    const evil = await (await friend.request('/terminal/bind?returnTo=%2F%2Fevil.example')).text()
    expect(evil).not.toContain('name="returnTo" value="//evil')
    const own = '780000000031'
    await portal.visitor().api('POST', '/operator/boxes', {
      token: portal.tokens.operator,
      raw: { type: 'text/csv', bytes: `sn,model\n${own},Mango S1\n` },
    })
    const { data: paired } = await portal
      .visitor()
      .api<{ userCode: string }>('POST', '/stb/pair', { json: { sn: own, model: 'Mango S1', softwareVersion: '1' } })
    const fields = { sn: own, repeatSn: own, code: paired.userCode, returnTo: wanted }
    // If tries are not limited, no number of tries is shown.
    const wrong = await (await friend.post('/terminal/bind', { ...fields, code: 'BBBBBBBB' })).text()
    expect([wrong.includes('The code is wrong'), /\btr(?:y|ies) (?:is|are) left/.test(wrong)]).toEqual([true, false])
    const bound = await friend.post('/terminal/bind', fields)
    expect([bound.status, bound.headers.get('location')]).toEqual([303, wanted])
    expect((await friend.request(wanted)).status).toBe(200)
  })
  it('shows the operator’s texts in the reader’s language', async () => {
    const words = { name: 'Home television', sentence: 'What runs tonight.' }
    expect(await operate('PUT', '/services/tv/texts/en', words)).toMatchObject({ code: '0' })
    const { text } = await read('/service')
    expect([text.includes(words.name), text.includes(words.sentence)]).toEqual([true, true])
    expect(await operate('DELETE', '/services/tv/texts/en')).toMatchObject({ code: '0' })
    expect((await read('/service')).text).not.toContain(words.name)
  })
  it('describes the VPN client: its app, its state on each box, and how to sign in', async () => {
    expect(await operate('PUT', '/services/vpn', { appLink: 'http://plain.example' })).toMatchObject({ code: 'A0422' })
    expect(await operate('PUT', '/services/vpn', { appLink: 'https://vpn.example/app' })).toMatchObject({ code: '0' })
    const { text } = await read('/service/vpn')
    for (const said of ['https://vpn.example/app', 'Living room', 'Rooftop', 'demo-user', 'ended'])
      expect(text, said).toContain(said)
  })
})

describe('services sold instead of granted', () => {
  const grant = (granted: boolean) =>
    Promise.all(['chmax', 'api'].map((key) => operate('PUT', `/services/${key}`, { grantedToAll: granted })))
  const lists = () =>
    portal.visitor().api('GET', '/chmax/lists', { headers: { authorization: `Bearer ${portal.tokens.customer}` } })
  beforeAll(async () => {
    await operate('POST', '/products', { key: 'lists', name: 'CHMax', services: ['chmax', 'api'] })
    await operate('POST', '/products/lists/plans', { months: 12, price: '10' })
    await operate('PUT', '/products/lists', { state: 'on-sale' })
    await grant(false)
  })
  afterAll(() => grant(true))
  it('are locked on pages and in the API, with a link to buy them', async () => {
    expect(await lists()).toMatchObject({ status: 403, code: 'C1109', data: { service: 'api', page: '/service' } })
    for (const page of ['/features', '/personal/tokens']) {
      const { status, text } = await read(page)
      expect(status).toBe(200)
      expect(text, page).toContain(
        '<p class="notice-title">CHMax is not part of your services'.replace(
          'CHMax',
          page === '/features' ? 'CHMax' : 'API Services',
        ),
      )
      expect(text, page).toContain('href="/service/buy?product=lists"')
    }
    // Staff of the provider need no service.
    expect(await operate('GET', '/services')).toMatchObject({ code: '0' })
  })
  it('are unlocked as soon as one of the account’s boxes has them', async () => {
    const before = (await read('/features')).text
    expect(before).toContain('CHMax is not part of your services')
    await grant(true)
    expect(await lists()).toMatchObject({ code: '0' })
    expect((await read('/features')).text).not.toContain('CHMax is not part of your services')
  })
})

describe('the declared country', () => {
  it('is asked for, kept for 90 days, and returns to the page that asked', async () => {
    expect((await read('/service/country')).text).toContain('My boxes are here')
    const wrong = await customer.post('/service/country', { country: 'XX' })
    expect(wrong.status).toBe(422)
    const saved = await customer.post('/service/country', { country: 'KE', returnTo: '/service?sn=1' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/service?sn=1'])
    const { text } = await read('/service/country')
    expect(text).toContain('Kenya')
    expect(text).not.toContain('My boxes are here')
    expect((await customer.post('/service/country', { country: 'GH' })).status).toBe(422)
    const database = new Database(path.join(portal.dataDir, 'portal.db'), { readonly: true })
    const row = database.prepare(`SELECT "country" FROM "User" WHERE "userName" = 'demo-user'`).get()
    database.close()
    expect(row).toEqual({ country: 'KE' })
  })
  it('never redirects away from the pages of services', async () => {
    for (const returnTo of ['https://evil.example/', '//evil.example', '/personal', '/service/../personal']) {
      const saved = await customer.post('/service/country', { country: 'KE', returnTo })
      expect([saved.status, saved.headers.get('location')], returnTo).toEqual([303, '/service'])
    }
  })
})
