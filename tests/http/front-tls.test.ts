/** Answers and cookie names behind a TLS proxy. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { TRUSTED_PROXIES: '127.0.0.1', LIMITS: 'off' } })
})
afterAll(() => server.stop())
const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'portal.example', origin: 'https://portal.example' }
const request = (
  client: HttpClient,
  path: string,
  more: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) => client.request(path, { ...more, headers: { ...tls, ...more.headers } })
const signIn = (client: HttpClient) =>
  request(client, '/login', {
    method: 'POST',
    body: new URLSearchParams({ identifier: 'demo-user', password: 'mango-demo' }),
  })

describe('over TLS', () => {
  it('every answer requires TLS for a year, and lets no other site frame, open or read it', async () => {
    const client = new HttpClient(server.origin)
    for (const address of [
      '/home',
      '/favicon.ico',
      '/api/authority/nonce',
      '/.well-known/jwks.json',
      '/no-such-page',
      '/healthz',
    ]) {
      const { headers } = await request(client, address)
      expect(headers.get('strict-transport-security'), address).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('x-frame-options'), address).toBe('DENY')
      expect(headers.get('referrer-policy'), address).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy'), address).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy'), address).toBe('same-origin')
      expect(headers.get('access-control-allow-origin'), address).toBeNull()
    }
  })

  it('our cookies are host-only, Secure, HttpOnly and SameSite', async () => {
    const client = new HttpClient(server.origin)
    const lines: string[] = []
    const take = (response: Response): Response => {
      lines.push(...response.headers.getSetCookie())
      return response
    }
    take(await request(client, '/terminal'))
    take(await request(client, '/login'))
    expect(take(await signIn(client)).status).toBe(303)
    take(await request(client, '/home'))
    take(
      await request(client, '/logout', {
        method: 'POST',
        body: '',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    )
    const names = lines.map((line) => line.slice(0, line.indexOf('=')))
    for (const name of [
      '__Host-portal-session',
      '__Host-portal-visitor',
      '__Host-portal-return',
      '__Host-portal-flash',
    ])
      expect(names).toContain(name)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-portal-[\w-]+=/)
      for (const part of ['; Path=/', '; Secure', '; HttpOnly', '; SameSite=Lax']) expect(line).toContain(part)
      expect(line).not.toMatch(/domain=/i)
    }
  })

  it('a cookie without the __Host- prefix is ignored, since it may have been planted', async () => {
    const client = new HttpClient(server.origin)
    await signIn(client)
    expect((await request(client, '/personal')).status).toBe(200)
    const victim = new HttpClient(server.origin)
    victim.cookies.set('portal-session', client.cookies.get('__Host-portal-session') ?? '')
    victim.cookies.set('portal-return', encodeURIComponent('/terminal'))
    expect((await request(victim, '/personal')).status).toBe(302)
    victim.cookies.delete('__Host-portal-return')
    expect((await signIn(victim)).headers.get('location')).toBe('/home')
  })

  it('a form from the same host without TLS counts as another site’s', async () => {
    const client = new HttpClient(server.origin)
    expect(
      (
        await request(client, '/login', {
          method: 'POST',
          body: new URLSearchParams({ identifier: 'a', password: 'b' }),
          headers: { origin: 'http://portal.example' },
        })
      ).status,
    ).toBe(403)
  })
})
