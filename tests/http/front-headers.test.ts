/** Headers of every answer, which proxy is believed about a client's address, and that pages run no inline code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../support/raw'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const nonceOf = (policy: string): string => /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''

describe('the headers of an answer', () => {
  it('protect every kind of answer', async () => {
    for (const address of ['/home', '/favicon.ico', '/healthz', '/api/nothing', '/build/nothing.js', '/no-such-page']) {
      const { headers } = await fetch(server.origin + address)
      expect(headers.get('x-content-type-options'), address).toBe('nosniff')
      expect(headers.get('referrer-policy'), address).toBe('same-origin')
      expect(headers.get('x-frame-options'), address).toBe('DENY')
      expect(headers.get('cross-origin-opener-policy'), address).toBe('same-origin')
      expect(headers.get('content-security-policy'), address).toMatch(/default-src 'none'/)
      expect(headers.get('content-security-policy'), address).toMatch(/frame-ancestors 'none'/)
      expect(headers.get('x-request-id'), address).toMatch(/^[\w-]{12}$/)
      expect(headers.get('strict-transport-security'), address).toBeNull()
    }
  })

  it('give a page a policy without inline code, and each inline script its nonce', async () => {
    const answer = await fetch(`${server.origin}/home`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/)
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'wasm-unsafe-eval'/)
    expect(policy).toMatch(/style-src 'self'(?:;|$)/)
    const page = await answer.text()
    const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonceOf(policy)}"`)
    expect(page).not.toMatch(/\sstyle="/)
    expect(page).not.toMatch(/\son[a-z]+="/)
  })

  it('never repeat a nonce', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () =>
        nonceOf((await fetch(`${server.origin}/home`)).headers.get('content-security-policy') ?? ''),
      ),
    )
    expect(new Set(nonces).size).toBe(20)
  })
})

describe('the client’s address', () => {
  const home = (more: string): string =>
    `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n${more}\r\n`

  it('is not taken from forwarded headers of an untrusted sender', async () => {
    const answer = await sendRaw(
      server.port,
      home('X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil.example\r\n'),
    )
    expect(answer.status).toBe(200)
    expect(answer.head).not.toContain('strict-transport-security')
    const id = /x-request-id: (\S+)/.exec(answer.head)?.[1]
    const line = await server.waitForLog((one) => one.msg === 'request' && String(one.requestId).toLowerCase() === id)
    expect(line.address).toBe('127.0.0.1')
  })

  it('is refused with A0400 if the Host header is missing or invalid', async () => {
    for (const host of ['Host: a b\r\n', 'Host: evil.example/path\r\n', 'Host: user@evil.example\r\n']) {
      const answer = await sendRaw(server.port, `GET /home HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
      expect(answer.status, host).toBe(400)
    }
    expect((await sendRaw(server.port, 'GET /home HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400)
  })

  it('needs no Host in HTTP/1.0, so old boxes are served at the address they reached', async () => {
    expect((await sendRaw(server.port, 'GET /home HTTP/1.0\r\n\r\n')).status).toBe(200)
    const pairing = JSON.stringify({ sn: 999999999999, model: 'Mango S1' })
    const paired = await sendRaw(
      server.port,
      `POST /api/stb/pair HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${pairing.length}\r\n\r\n${pairing}`,
    )
    expect(paired.body).toContain('S1000')
    expect((await sendRaw(server.port, 'GET /home HTTP/1.0\r\nHost: a b\r\n\r\n')).status).toBe(400)
  })

  it('comes from a trusted proxy’s headers, up to the first untrusted hop', async () => {
    const behind = await startServer({ env: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } })
    try {
      const answer = await sendRaw(
        behind.port,
        `GET /home HTTP/1.1\r\nHost: inside\r\nConnection: close\r\nX-Forwarded-For: 198.51.100.1, 203.0.113.9, 10.1.2.3\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: portal.example\r\n\r\n`,
      )
      expect(answer.head).toContain('strict-transport-security')
      expect(answer.head).toContain('upgrade-insecure-requests')
      const line = await behind.waitForLog((one) => one.msg === 'request' && one.url === '/home')
      expect(line.address).toBe('203.0.113.9')
    } finally {
      await behind.stop()
    }
  })
})

describe('the log', () => {
  it('has a line for each request, without the secrets in its address', async () => {
    await fetch(`${server.origin}/terminal/bind?sn=100000000001&code=ABCDEFGH&token=geheim`, {
      redirect: 'manual',
      headers: { authorization: 'Bearer mpt_geheim', cookie: 'portal-session=mps_geheim' },
    })
    const line = await server.waitForLog((one) => one.msg === 'request' && String(one.url).startsWith('/terminal/bind'))
    expect(line.url).toBe('/terminal/bind?sn=100000000001&code=[hidden]&token=[hidden]')
    expect(JSON.stringify(server.log)).not.toMatch(/geheim|ABCDEFGH/)
  })
})
