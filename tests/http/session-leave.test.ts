/** A page's script leaves because its session ends: the reason, the page to return to, and the text typed on it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  // One session per account: signing in elsewhere ends the first.
  portal = await startPortal({ env: { LIMITS: 'off', SINGLE_SESSION: 'true' } })
})
afterAll(() => portal.stop())

const page = '/personal/tokens/new'
const signIn = (client: HttpClient, identifier = 'demo-user', password = 'mango-demo') =>
  client.post('/login', { identifier, password })
const leave = (client: HttpClient, reason: string, typed: unknown, to = page) =>
  client.post('/logout', { reason, page: to, typed: JSON.stringify(typed) })
const text = async (client: HttpClient, address: string): Promise<string> => (await client.request(address)).text()

describe('a page that leaves', () => {
  it('by its idle clock ends the session, says so on /, and restores the typed text without secrets', async () => {
    const client = portal.visitor()
    await signIn(client)
    const left = await leave(client, 'idle', { name: 'Over the end', password: 'geheim-1', code: '424242' })
    expect([left.status, left.headers.get('location')]).toEqual([303, '/'])
    expect(client.cookies.has('portal-session')).toBe(false)
    expect(await text(client, '/home')).toContain(
      'You have not operated the management platform for 30 minutes, please log in again.',
    )
    const back = await signIn(client)
    expect(back.headers.get('location')).toBe(page)
    const shown = await text(client, page)
    expect(shown).toContain('value="Over the end"')
    expect(shown).not.toMatch(/geheim-1|424242/)
  })
  it('after a sign-in elsewhere goes to /login with the server’s reason, and keeps no typed text', async () => {
    const client = portal.visitor()
    await signIn(client)
    await signIn(portal.visitor())
    const left = await leave(client, 'I1303', { name: 'Mine over the end' })
    expect(left.headers.get('location')).toBe('/login')
    expect(await text(client, '/login')).toContain('Your account was signed in elsewhere')
    await signIn(client)
    expect(await text(client, page)).not.toContain('Mine over the end')
  })
  it('after another tab has signed in again ends no session and keeps no text', async () => {
    const client = portal.visitor()
    await signIn(client, 'demo-friend', 'mango-friend')
    const left = await leave(client, 'I1304', { name: 'Of another session' })
    expect(left.headers.get('location')).toBe(page)
    expect(await text(client, page)).not.toContain('Of another session')
    expect(await client.api('GET', '/iot/customer/userInfo')).toMatchObject({ code: '0' })
  })
  it('keeps nothing after Exit, for a forged cookie or an invalid form, and never redirects elsewhere', async () => {
    const client = portal.visitor()
    await signIn(client)
    const cookie = client.cookies.get('portal-session') ?? ''
    await client.post('/logout', {})
    for (const value of [cookie, `mps_${'B'.repeat(43)}`]) {
      client.cookies.set('portal-session', value)
      const left = await leave(client, 'I1305', { name: 'After Exit' })
      expect(left.headers.get('location')).toBe('/login')
    }
    const away = await leave(client, 'I1305', {}, 'https://evil.example/')
    expect(away.headers.get('location')).toBe('/login')
    expect(away.headers.getSetCookie().join()).not.toContain('evil')
    for (const typed of ['[1,2]', 'null', '{', '"x"'])
      expect((await client.post('/logout', { reason: 'I1305', page, typed })).status).toBe(303)
    await signIn(client)
    expect(await text(client, page)).not.toContain('After Exit')
  })
  it('can’t be triggered by a form of another site', async () => {
    const client = portal.visitor()
    await signIn(client)
    expect((await client.post('/logout', { reason: 'idle', page }, { origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect(await client.api('GET', '/iot/customer/userInfo')).toMatchObject({ code: '0' })
  })
})

describe('a public page after the session has ended', () => {
  it('says so once, and removes the cookie', async () => {
    const client = portal.visitor()
    await signIn(client)
    await signIn(portal.visitor())
    expect(await text(client, '/home')).toContain('Your account was signed in elsewhere')
    expect(client.cookies.has('portal-session')).toBe(false)
    expect(await text(client, '/home')).not.toContain('Your account was signed in elsewhere')
  })
})
