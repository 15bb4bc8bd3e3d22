/**
 * The end of a browser's session: the reason is shown, typed text returns only to its author, and nothing stays in a
 * cache.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeList } from '../support/fixtures/satcodx'
import type { HttpClient } from '../support/http-client'
import { fillForm } from '../support/plain-form'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  // One session per account: signing in elsewhere ends the first.
  portal = await startPortal({ env: { LIMITS: 'off', SINGLE_SESSION: 'true' } })
})
afterAll(() => portal.stop())
const signIn = (client: HttpClient, userName = 'demo-user', password = 'mango-demo') =>
  client.post('/login', { identifier: userName, password })
const page = '/personal/tokens/new'
const typed = {
  name: 'Half a token name',
  scopes: ['lists:read'],
  expiresInDays: '365',
  code: '424242',
  password: 'geheim-geheim',
}
/** A browser whose session has just expired while idle; it still has the cookie. */
const idled = async (): Promise<HttpClient> => {
  const client = portal.visitor()
  await signIn(client)
  const cookie = client.cookies.get('portal-session') ?? ''
  await client.post('/logout', { reason: 'idle', page: '/home', typed: '{}' })
  client.cookies.set('portal-session', cookie)
  return client
}
/** A browser whose session was just ended by another one. */
const ended = async (): Promise<HttpClient> => {
  const first = portal.visitor()
  await signIn(first)
  await signIn(portal.visitor())
  return first
}

/** A list of the customer, one of its satellites, and a way to rename that from elsewhere. */
const makeListOf = async ({ visitor, tokens: { customer: token } }: Portal) => {
  const client = visitor()
  const made = await client.api<{ id: string; source: string }>('POST', '/chmax/lists?name=Late', {
    token,
    raw: { type: 'application/octet-stream', bytes: makeList({ seed: 9, records: 12, satellites: 2 }).bytes },
  })
  const { id, source } = made.data
  return {
    path: `/features/lists/${id}`,
    satellite: 0,
    rename: async (name: string) => {
      const operations = [{ op: 'set', target: 'satellite', id: 0, values: { name } }]
      const renamed = await client.api('POST', `/chmax/lists/${id}/operations`, {
        token,
        json: { base: 1, source, operations },
      })
      expect(renamed).toMatchObject({ code: '0' })
    },
  }
}

describe('a session ended from elsewhere', () => {
  it('says so, leads back after signing in, and keeps nothing that its old cookie sends', async () => {
    const client = await ended()
    const refused = await client.post(page, typed, { referer: portal.origin + page })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/'])
    expect(client.cookies.has('portal-session')).toBe(false)
    expect(await (await client.request('/home')).text()).toContain('Your account was signed in elsewhere')
    const back = await signIn(client)
    expect([back.status, back.headers.get('location')]).toEqual([303, page])
    expect(await (await client.request(page)).text()).not.toContain('Half a token name')
  })
  it('leaves the drafts of its account alone on Exit', async () => {
    const first = await ended()
    const second = portal.visitor()
    await signIn(second)
    const own = { origin: portal.origin, 'sec-fetch-site': 'same-origin' }
    await second.api('PUT', '/iot/customer/draft', {
      headers: own,
      json: { page: '/terminal/bind', fields: { sn: '100000000001' } },
    })
    await first.post('/logout', {})
    await first.api('POST', '/iot/customer/logout', { headers: own })
    expect((await second.api('GET', '/iot/customer/draft?page=/terminal/bind', { headers: own })).data).toEqual({
      fields: { sn: '100000000001' },
    })
  })
  it('can’t plant a draft after Exit', async () => {
    const plant = async (client: HttpClient, name: string) => {
      await client.post(page, { ...typed, name }, { referer: portal.origin + page })
    }
    const left = portal.visitor()
    await signIn(left)
    const cookie = left.cookies.get('portal-session') ?? ''
    await left.post('/logout', {})
    left.cookies.set('portal-session', cookie)
    await plant(left, 'Planted after Exit')
    const mine = portal.visitor()
    await signIn(mine)
    expect(await (await mine.request(page)).text()).not.toContain('Planted')
  })
})

describe('a session that expired while idle', () => {
  it('restores the typed text once, to its author', async () => {
    const client = await idled()
    const refused = await client.post(page, typed, { referer: portal.origin + page })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/'])
    const back = await signIn(client)
    expect([back.status, back.headers.get('location')]).toEqual([303, page])
    const shown = await (await client.request(page)).text()
    expect(shown).toContain('value="Half a token name"')
    expect(shown).not.toMatch(/424242|geheim/)
    expect(await (await client.request(page)).text()).not.toContain('Half a token name')
  })
  it('restores a change that a plain form sent too late, unless a newer one was stored', async () => {
    const list = await makeListOf(portal)
    const address = `${list.path}/satellites/${list.satellite}`
    const sendLate = async (name: string): Promise<HttpClient> => {
      const client = portal.visitor()
      await signIn(client)
      const form = fillForm(await (await client.request(address)).text(), /^Save$/, { name })
      const cookie = client.cookies.get('portal-session') ?? ''
      await client.post('/logout', { reason: 'idle', page: '/home', typed: '{}' })
      client.cookies.set('portal-session', cookie)
      const refused = await client.post(address, form, { referer: portal.origin + address })
      expect([refused.status, refused.headers.get('location')]).toEqual([303, '/'])
      return client
    }
    const client = await sendLate('Sent too late')
    await signIn(client)
    expect(await (await client.request(address)).text()).toContain('value="Sent too late"')
    const late = await sendLate('Older than the stored one')
    await list.rename('Renamed meanwhile')
    await signIn(late)
    const shown = await (await late.request(address)).text()
    expect(shown).toContain('value="Renamed meanwhile"')
    expect(shown).not.toContain('value="Older than')
  })
  it('restores it for nobody else', async () => {
    const client = await idled()
    await client.post(page, { ...typed, name: 'Mine alone' }, { referer: portal.origin + page })
    await signIn(client, 'demo-friend', 'mango-friend')
    expect(await (await client.request(page)).text()).not.toContain('Mine alone')
    const mine = portal.visitor()
    await signIn(mine)
    expect(await (await mine.request(page)).text()).toContain('Mine alone')
  })
  it('keeps nothing for a forged cookie, and nothing after Exit', async () => {
    const forged = portal.visitor()
    forged.cookies.set('portal-session', `mps_${'A'.repeat(43)}`)
    expect((await forged.post(page, { ...typed, name: 'Forged' })).status).toBe(303)
    const client = await idled()
    await client.post(page, { ...typed, name: 'Gone by Exit' })
    await signIn(client)
    await client.post('/logout', {})
    await signIn(client)
    expect(await (await client.request(page)).text()).not.toMatch(/Forged|Gone by Exit/)
  })
  it('answers I1306 in /api when ended from elsewhere, with the message', async () => {
    const client = await ended()
    expect(await client.api('GET', '/iot/customer/userInfo')).toMatchObject({
      status: 401,
      code: 'I1306',
      message: 'Your account was signed in elsewhere, so this session ended.',
    })
  })
})

describe('drafts by /api', () => {
  it('are stored, returned and removed by the page of their account, without secrets', async () => {
    const client = portal.visitor()
    await signIn(client)
    const own = { origin: portal.origin, 'sec-fetch-site': 'same-origin' }
    const take = () =>
      client.api<{ fields: unknown }>('GET', '/iot/customer/draft?page=/terminal/bind', { headers: own })
    const put = (fields: Record<string, unknown>) =>
      client.api('PUT', '/iot/customer/draft', { headers: own, json: { page: '/terminal/bind', fields } })
    expect(await put({ sn: '100000000001', code: 'BCDFGHJK', password: 'x' })).toMatchObject({ code: '0' })
    expect((await take()).data).toEqual({ fields: { sn: '100000000001' } })
    expect((await take()).data).toEqual({ fields: null })
    await put({ sn: '1' })
    expect(await client.api('DELETE', '/iot/customer/draft?page=/terminal/bind', { headers: own })).toMatchObject({
      code: '0',
    })
    expect((await take()).data).toEqual({ fields: null })
    expect(await put({ text: 'x'.repeat(40_000) })).toMatchObject({ status: 413, code: 'A0413' })
    expect(await put({ text: { deep: 1 } })).toMatchObject({ status: 422, code: 'A0422' })
    expect(
      await client.api('PUT', '/iot/customer/draft', {
        headers: { origin: 'https://evil.example' },
        json: { page: '/x', fields: { a: 'b' } },
      }),
    ).toMatchObject({ status: 403 })
  })
})

describe('a signed-in page', () => {
  it('is cached nowhere, by page or call; public files keep their caching', async () => {
    const client = portal.visitor()
    await signIn(client)
    for (const address of [
      '/home',
      '/personal',
      '/terminal',
      '/features',
      '/features?_data=routes%2Ffeatures._index',
      '/api/iot/customer/userInfo',
    ])
      expect((await client.request(address)).headers.get('cache-control'), address).toMatch(/no-store/)
    expect((await portal.visitor().request('/home')).headers.get('cache-control')).toBe('private, no-cache')
    expect((await client.request('/favicon.ico')).headers.get('cache-control')).toMatch(/public/)
    expect((await client.request('/.well-known/jwks.json')).headers.get('cache-control')).toBe('public, max-age=300')
  })
  it('ends with Exit, which drops the cookie and sends no Clear-Site-Data', async () => {
    const client = portal.visitor()
    await signIn(client)
    const exit = await client.post('/logout', {})
    expect(exit.headers.has('clear-site-data')).toBe(false)
    expect(client.cookies.has('portal-session')).toBe(false)
    expect(await (await client.request('/home')).text()).toContain('Exit Successfully')
  })
})
