/**
 * A sign-in from an unknown browser or program: the owner is told by mail, in the account's language. Only its cookie
 * identifies a browser.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { logIn } from '../support/sealed'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())
const outboxOf = async (to: string): Promise<string> => (await portal.visitor().request(`/dev/outbox?to=${to}`)).text()
const count = async (subject: string, to = 'demo-user@mango.example'): Promise<number> =>
  (await outboxOf(to)).split(`<bdi>${subject}</bdi>`).length - 1
const signIn = (client: HttpClient, password = 'mango-demo', headers: Record<string, string> = {}) =>
  client.post('/login', { identifier: 'demo-user', password }, headers)

describe('a sign-in', () => {
  it('from an unknown browser is mailed once, and the browser is then known, even after Exit', async () => {
    const client = portal.visitor()
    const before = await count('New sign-in to your account')
    expect((await signIn(client)).status).toBe(303)
    expect(await count('New sign-in to your account')).toBe(before + 1)
    expect(client.cookies.get('portal-known')).not.toContain('demo-user')
    await client.post('/logout', {})
    expect((await signIn(client)).status).toBe(303)
    expect(await count('New sign-in to your account')).toBe(before + 1)
    // A changed or invented mark does not count.
    const mark = client.cookies.get('portal-known') ?? ''
    for (const planted of [`${mark}x`, mark.replace('.', 'A.'), 'x'.repeat(2000)]) {
      const other = portal.visitor()
      other.cookies.set('portal-known', planted)
      await signIn(other)
    }
    expect(await count('New sign-in to your account')).toBe(before + 4)
  })
  it('by a program is mailed once for its name and address', async () => {
    const before = await count('New sign-in to your account')
    await logIn(portal.visitor(), 'demo-user', 'mango-demo')
    await logIn(portal.visitor(), 'demo-user', 'mango-demo')
    expect(await count('New sign-in to your account')).toBe(before + 1)
  })
  it('is mailed in the language that the account chose', async () => {
    const client = portal.visitor()
    await signIn(client)
    await client.post('/language', { language: 'fr', returnTo: '/home' })
    const before = await count('Nouvelle connexion à votre compte')
    await signIn(portal.visitor(), 'mango-demo', { 'accept-language': 'ar' })
    expect(await count('Nouvelle connexion à votre compte')).toBe(before + 1)
    await client.post('/language', { language: 'en', returnTo: '/home' })
  })
})

describe('a new API token', () => {
  it('is announced to its owner by mail', async () => {
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const made = await client.post('/personal/tokens/new', {
      name: 'Kitchen script',
      scopes: 'lists:read',
      expiresInDays: '30',
      password: 'mango-demo',
    })
    expect(made.status).toBeLessThan(400)
    expect(await count('An API token was created for your account')).toBeGreaterThan(0)
  })
})

describe('strangers who guess passwords', () => {
  it('bring captchas on themselves, not on a browser that signed in before', async () => {
    const owner = await portal.visitor().signIn('demo-friend', 'mango-friend')
    await owner.post('/logout', {})
    const stranger = portal.visitor()
    const guess = () => stranger.post('/login', { identifier: 'demo-friend', password: 'not-the-one' })
    for (let n = 0; n < 4; n++) await guess()
    expect((await guess()).headers.get('location')).toMatch(/^\/verification\?purpose=sign-in&/)
    // The same network, the same minute.
    expect(
      (await owner.post('/login', { identifier: 'demo-friend', password: 'mango-friend' })).headers.get('location'),
    ).toBe('/home')
  })
  it('get no text captcha where a message or a lock is at stake', async () => {
    const client = portal.visitor()
    for (const purpose of ['sign-in-guarded', 'send-code', 'recover']) {
      expect(await client.api('GET', `/iot/customer/imageVerificationCode?purpose=${purpose}`)).toMatchObject({
        status: 422,
      })
      const first = await client.request(`/verification?purpose=${purpose}&kind=text`)
      const page = await (
        first.status === 302 ? await client.request(first.headers.get('location') ?? '') : first
      ).text()
      expect(page).toMatch(/name="kind" value="(?:slider|rotate)"/)
      expect(page).not.toMatch(/href="[^"]*kind=text|name="kind" value="text"/)
    }
  })
})
