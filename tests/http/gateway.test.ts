/** The two processes: the gateway's cache is never stale, and the app trusts only the gateway. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'
import { sendRaw } from '../support/raw'

let portal: Portal
let box: { token: string; list: string }
const file = (seed: number): Uint8Array => writeSatcodx(buildSeedList({ seed, channels: 300 }), { version: '103' })
const pairBox = async (): Promise<string> =>
  (
    await portal
      .visitor()
      .api<{ deviceToken: string }>('POST', '/stb/pair', { json: { sn: '100000000001', model: 'Mango S1' } })
  ).data.deviceToken
const fetchList = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${portal.origin}/api/stb/lists/${box.list}`, {
    headers: { authorization: `Bearer ${box.token}`, 'accept-encoding': 'identity', ...headers },
  })
const replaceList = (seed: number) =>
  portal.visitor().api('PUT', `/chmax/lists/${box.list}/file`, {
    token: portal.tokens.administrator,
    raw: { type: 'application/octet-stream', bytes: file(seed) },
    headers: { 'if-match': '*' },
  })
const publish = (id: string) => putOut(portal.visitor(), portal.tokens.administrator, id)

beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
  const made = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?kind=system&name=All', {
    token: portal.tokens.administrator,
    raw: { type: 'application/octet-stream', bytes: file(1) },
  })
  await publish(made.data.id)
  box = { token: await pairBox(), list: made.data.id }
})
afterAll(() => portal.stop())

describe('a box’s list from the gateway’s memory', () => {
  it('carries the security headers and the request’s id, like the app’s answer', async () => {
    const names = [
      'x-content-type-options',
      'referrer-policy',
      'x-frame-options',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'permissions-policy',
      'content-security-policy',
      'etag',
      'cache-control',
      'content-type',
    ]
    const cold = await fetchList({ range: 'bytes=0-' })
    await fetchList()
    const warm = await fetchList()
    for (const name of names) expect(warm.headers.get(name), name).toBe(cold.headers.get(name))
    expect(warm.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
    expect((await portal.waitForLog((line) => line.requestId === warm.headers.get('x-request-id'))).url).toBe(
      `/api/stb/lists/${box.list}`,
    )
  })

  it('and the box’s settings equal the app’s first answer', async () => {
    const settings = async (headers: Record<string, string> = {}) => {
      const answer = await fetch(`${portal.origin}/api/stb/settings`, {
        headers: { authorization: `Bearer ${box.token}`, ...headers },
      })
      return [answer.status, answer.headers.get('etag'), await answer.text()] as const
    }
    const cold = await settings()
    const warm = await settings()
    expect(warm).toEqual(cold)
    expect((await settings({ 'if-none-match': warm[1] ?? '' }))[0]).toBe(304)
  })

  it('is never stale once a change was answered, however often it is fetched meanwhile', async () => {
    for (let seed = 2; seed < 8; seed++) {
      const before = (await fetchList()).headers.get('etag')
      let changed = false
      const reading = (async () => {
        while (!changed) await fetchList()
      })()
      expect((await replaceList(seed)).status).toBe(200)
      // An edit reaches no box before it is published.
      expect((await fetchList()).headers.get('etag')).toBe(before)
      await publish(box.list)
      const after = (await fetchList()).headers.get('etag')
      changed = true
      await reading
      expect(after).not.toBe(before)
      expect((await fetchList()).headers.get('etag')).toBe(after)
    }
  })

  it('is gone for boxes once the deletion was answered', async () => {
    const kept = box.list
    const made = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?kind=system&name=Gone', {
      token: portal.tokens.administrator,
      raw: { type: 'application/octet-stream', bytes: file(50) },
    })
    await publish(made.data.id)
    box.list = made.data.id
    await fetchList()
    expect((await fetchList()).status).toBe(200)
    expect(
      (await portal.visitor().api('DELETE', `/chmax/lists/${made.data.id}`, { token: portal.tokens.administrator }))
        .status,
    ).toBe(200)
    expect((await fetchList()).status).toBe(404)
    box.list = kept
  })
})

describe('the app', () => {
  it('trusts only the gateway about the client: a client’s own gateway headers are dropped', async () => {
    const answer = await sendRaw(
      portal.port,
      `GET /home?spoof HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-Gateway-Address: 203.0.113.9\r\nX-Gateway-Origin: https://evil.example\r\nX-Gateway-Key: x\r\nX-Gateway-Request-Id: mine\r\n\r\n`,
    )
    expect(answer.status).toBe(200)
    expect(answer.head).not.toContain('strict-transport-security')
    expect(answer.head).not.toContain('x-gateway-')
    expect(answer.body).not.toContain('evil.example')
    expect((await portal.waitForLog((line) => line.url === '/home?spoof')).address).toBe('127.0.0.1')
  })
})

describe('an ambiguous request', () => {
  it('is refused: a path that climbs, two hosts, another page’s form that claims to be typed', async () => {
    const get = (address: string, more = ''): Promise<{ status: number }> =>
      sendRaw(
        portal.port,
        `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nConnection: close\r\n${more}\r\n`,
      )
    for (const address of [
      '/api/stb/%2e%2e/operator/accounts',
      '/api/stb/../operator/accounts',
      '/api/stb/.%2E/chmax/lists',
      '/home/.',
      '/api/stb\\..\\operator',
    ])
      expect((await get(address, `Authorization: Bearer ${portal.tokens.operator}\r\n`)).status, address).toBe(400)
    expect((await get('/home', 'Host: evil.example\r\n')).status).toBe(400)
    const typed = await fetch(`${portal.origin}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
      body: new URLSearchParams({ identifier: 'a', password: 'b' }),
    })
    expect(typed.status).toBe(403)
  })

  it('is answered without its hop-by-hop parts: trailers, a body of a GET', async () => {
    for (const address of ['/home', '/favicon.ico', '/healthz', '/api/stb/lists']) {
      const answer = await sendRaw(
        portal.port,
        `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nConnection: close\r\nTE: trailers\r\nTrailer: x-end\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nx-end: 1\r\n\r\n`,
      )
      expect([address, answer.status]).toEqual([address, address === '/api/stb/lists' ? 401 : 200])
    }
  })
})
