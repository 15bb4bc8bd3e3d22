/**
 * Requests forged by another site: refused where a cookie or a form would act, not asked where a program shows its own
 * token.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const form = (headers: Record<string, string>, address = '/login'): Promise<Response> =>
  fetch(server.origin + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'userName=nobody&password=wrong-password',
  })
const session = 'portal-session=mps_00000000000000000000000000000000000000000000'

describe('a form', () => {
  it('from another site is refused with A0403, before it is read', async () => {
    const forged: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://sub.127.0.0.1' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.origin.replace('http:', 'https:') },
      { origin: 'http://127.0.0.1:1' },
      { referer: 'https://evil.example/page' },
      { cookie: session },
    ]
    for (const headers of forged) expect((await form(headers)).status, JSON.stringify(headers)).toBe(403)
  })

  it('of our own page goes through, also from a browser that hides its origin', async () => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { origin: server.origin },
      { referer: `${server.origin}/login` },
      {},
    ]
    for (const headers of own) expect((await form(headers)).status, JSON.stringify(headers)).toBe(422)
  })

  it('is not let through by a host that the client claims', async () => {
    expect(
      (await form({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }))
        .status,
    ).toBe(403)
  })
})

describe('a call to /api', () => {
  const call = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${server.origin}/api/chmax/lists?name=x`, { method: 'POST', headers, body: 'x' })

  it('that a cookie authenticates is refused from another site', async () => {
    const answer = await call({ cookie: session, origin: 'https://evil.example' })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'A0403'])
  })

  it('with its own token is judged by that token alone', async () => {
    expect(
      (await call({ authorization: 'Bearer mpt_wrong', cookie: session, origin: 'https://evil.example' })).status,
    ).toBe(401)
    expect((await call({ origin: 'https://evil.example' })).status).toBe(401)
  })
})
