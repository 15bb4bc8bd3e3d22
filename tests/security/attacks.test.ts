/**
 * What one stranger with a script and little bandwidth can do to everybody: each attack once, with its limit, and
 * counted instead of timed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { openRaw, sendRaw } from '../support/raw'

let portal: Portal
let person: HttpClient
beforeAll(async () => {
  portal = await startPortal({
    env: { HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '4000', UPLOAD_IDLE_MS: '1500' },
  })
  person = await portal.visitor().signIn('demo-friend', 'mango-friend')
  // The gateway knows the session once it has answered the first page.
  await person.request('/home')
})
afterAll(() => portal.stop())

const host = (): string => `Host: 127.0.0.1:${portal.port}\r\n`
/** Normal users: a signed-in person gets pages, even from the attacker's own address, and signing in works. */
const expectWell = async (): Promise<void> => {
  expect((await person.request('/home')).status).toBe(200)
  await portal.visitor().signIn('demo-user', 'mango-demo')
}

describe('an attacker', () => {
  it('who pipelines a thousand requests on one connection gets few of them answered', async () => {
    const before = portal.log.filter((line) => line.url === '/help/editor?pipelined').length
    const raw = await openRaw(portal.port)
    await raw.write(`GET /help/editor?pipelined HTTP/1.1\r\n${host()}\r\n`.repeat(1000)).catch(() => undefined)
    await expectWell()
    await raw.readToEnd()
    expect(portal.log.filter((line) => line.url === '/help/editor?pipelined').length - before).toBeLessThan(40)
  })

  it('who sends requests and reads nothing blocks nobody', async () => {
    const silent = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const raw = await openRaw(portal.port)
        raw.socket.pause()
        for (let i = 0; i < 30; i++)
          await raw.write(`GET /help/editor HTTP/1.1\r\n${host()}\r\n`).catch(() => undefined)
        return raw
      }),
    )
    await expectWell()
    for (const raw of silent) raw.socket.destroy()
  })

  it('who sends half a request head is cut off after a timeout', async () => {
    const halves = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const raw = await openRaw(portal.port)
        await raw.write(`GET /home HTTP/1.1\r\n${host()}X-Half: `)
        return raw
      }),
    )
    await expectWell()
    const ends = await Promise.all(halves.map((raw) => raw.readToEnd()))
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([408]))
  })

  it('who stalls sixteen bodies of 16 MiB is answered without them', async () => {
    const stalled = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const raw = await openRaw(portal.port)
        await raw.write(
          `POST /api/chmax/lists HTTP/1.1\r\n${host()}Content-Type: application/octet-stream\r\nContent-Length: 16777216\r\n\r\n${'x'.repeat(100_000)}`,
        )
        return raw
      }),
    )
    for (const raw of stalled) expect(await raw.readUntil('"code"')).toMatch(/^HTTP\/1\.1 401 /)
    await expectWell()
    for (const raw of stalled) raw.socket.destroy()
  })

  it('who stalls sign-in forms is cut, and nobody else waits', async () => {
    const stalled = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const raw = await openRaw(portal.port)
        await raw.write(
          `POST /login HTTP/1.1\r\n${host()}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nidentifier=`,
        )
        return raw
      }),
    )
    await expectWell()
    await Promise.all(stalled.map((raw) => raw.readToEnd()))
  })

  it('who sends 150 000 field names is refused once they are counted', async () => {
    const names = Array.from({ length: 150_000 }, (_, index) => index.toString(36)).join('&')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        sendRaw(
          portal.port,
          `POST /login HTTP/1.1\r\n${host()}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${names.length}\r\nConnection: close\r\n\r\n${names}`,
        ),
      ),
    )
    for (const { status, body } of answers) expect([status, body.length < 20_000]).toEqual([413, true])
    await expectWell()
  })

  it('who floods box addresses without a token does not affect people and known boxes', async () => {
    const flood = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const raw = await openRaw(portal.port)
        await raw.write(`GET /api/stb/xyz HTTP/1.1\r\n${host()}\r\n`.repeat(30)).catch(() => undefined)
        return raw
      }),
    )
    await expectWell()
    for (const raw of flood) raw.socket.destroy()
    await expectWell()
    const box = await portal
      .visitor()
      .api<{ deviceToken: string }>('POST', '/stb/pair', { json: { sn: '100000000001', model: 'Mango S1' } })
    // During a flood some pairings are refused; later boxes are not.
    expect([200, 429]).toContain(box.status)
  })

  it('who sends an unexpected body in single bytes is cut off', async () => {
    for (const head of ['GET /favicon.ico', 'GET /home', 'GET /healthz']) {
      const raw = await openRaw(portal.port)
      await raw
        .write(
          `${head} HTTP/1.1\r\n${host()}Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(3000)}`,
        )
        .catch(() => undefined)
      await raw.readToEnd()
    }
    await expectWell()
  })

  it('who sends a body in chunks of one line each is answered with a code', async () => {
    const lines = Array.from({ length: 4000 }, (_, index) => `a line of a list, ${index}\n`)
    const raw = await openRaw(portal.port)
    await raw.write(
      `POST /login HTTP/1.1\r\n${host()}Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    )
    await raw.write(`${lines.map((line) => `${line.length.toString(16)}\r\n${line}\r\n`).join('')}0\r\n\r\n`)
    expect((await raw.readToEnd()).status).toBe(413)
  })

  it('who announces an unexpected body and never sends it is cut off after the answer', async () => {
    const stalled = await Promise.all(
      [
        'GET /healthz',
        'GET /favicon.ico',
        'GET /home',
        'GET /api/stb/lists',
        'POST /api/stb/lists',
        'DELETE /build/x',
      ].map(async (head) => {
        const raw = await openRaw(portal.port)
        await raw.write(`${head} HTTP/1.1\r\n${host()}Content-Length: 100000\r\n\r\nx`)
        return raw
      }),
    )
    await expectWell()
    await Promise.all(stalled.map((raw) => raw.readToEnd()))
  })

  it('who requests more pages than a whole town is told to wait, while a signed-in person goes on', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 300 },
        async () => (await fetch(`${portal.origin}/userAgreement`, { method: 'HEAD' })).status,
      ),
    )
    const refused = statuses.filter((status) => status === 429 || status === 503).length
    expect(refused).toBeGreaterThan(0)
    expect((await person.request('/home')).status).toBe(200)
  })
})
