/**
 * Requests forged by another site: refused if a cookie or form would act, unchecked if a program sends its own token.
 */
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
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
  it('from another site is refused with A0403 before its body is read', async () => {
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

  it('from our own page is accepted, even from a browser that hides its origin', async () => {
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

  it('with a cookie is refused from another site', async () => {
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

describe('a browser that sends no origin with a form', () => {
  /** A request as lynx makes it: no Sec-Fetch headers, no Origin, no Referer from an address with a query. */
  const plainly = (address: string, cookie: string, body?: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const request = http.request(server.origin + address, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'user-agent': 'Lynx/2.9.0',
          cookie,
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      })
      request.on('error', reject)
      request.on('response', (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      })
      request.end(body)
    })
  const page = '/personal/user-name?from=lynx'
  const formsOf = (text: string): string[] =>
    [...text.matchAll(/<form\b[^>]*\bmethod="post"[^>]*>/g)].map(
      ([tag]) => /\baction="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '',
    )
  const cookiesOf = async (name: string, password: string): Promise<string> => {
    const person = await new HttpClient(server.origin).signIn(name, password)
    return [...person.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  }

  it('can send every form of a page with the token in its address, and with no other', async () => {
    const mine = await cookiesOf('demo-user', 'mango-demo')
    const forms = formsOf((await plainly(page, mine)).text)
    expect(forms.length).toBeGreaterThan(1)
    for (const address of forms) expect(address).toMatch(/[?&]form-token=[\w-]{30}$/)
    const own = forms.find((address) => address.startsWith('/personal/user-name?')) ?? ''
    expect(own).toContain('from=lynx&')
    expect((await plainly(own, mine, 'userName=')).status).toBe(422)
    expect((await plainly(page, mine, 'userName=')).status).toBe(403)
    expect(
      (
        await plainly(
          own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
          mine,
          'x=1',
        )
      ).status,
    ).toBe(403)
  })

  it('gets a different token for each page and session, none of which helps another site', async () => {
    const mine = await cookiesOf('demo-user', 'mango-demo')
    const other = await cookiesOf('demo-operator', 'mango-operate')
    const [first, again] = [formsOf((await plainly(page, mine)).text)[0], formsOf((await plainly(page, mine)).text)[0]]
    expect(first).not.toBe(again)
    expect((await plainly(first ?? '', other, 'x=1')).status).toBe(403)
    const forged = await form({ cookie: mine, origin: 'https://evil.example' }, first)
    expect(forged.status).toBe(403)
  })

  it('never sees the token elsewhere: not in the answer’s page, nor in the return address after a session', async () => {
    const mine = await cookiesOf('demo-user', 'mango-demo')
    const own = formsOf((await plainly(page, mine)).text).find((one) => one.startsWith('/personal/user-name?')) ?? ''
    const token = /form-token=([\w-]+)/.exec(own)?.[1] ?? 'none'
    const refused = await plainly(own, mine, 'userName=')
    expect(refused.status).toBe(422)
    expect(refused.text).not.toContain(token)
    expect(refused.text).not.toContain('form-token%')
    // Reloading that address gives a fresh page with its own tokens.
    expect((await plainly(own, mine)).text).not.toContain(token)
    const back = await form({ cookie: mine, origin: 'https://evil.example', referer: server.origin + own }, own)
    expect(await back.text()).not.toContain(token)
  })

  it('is the only one whose pages have the token', async () => {
    const mine = await cookiesOf('demo-user', 'mango-demo')
    const text = await (await fetch(server.origin + page, { headers: { cookie: mine } })).text()
    expect(text).toContain('<form')
    expect(text).not.toContain('form-token')
  })
})
