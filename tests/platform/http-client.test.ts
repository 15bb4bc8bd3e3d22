/** Calls to other services: when they are retried, what is cut off, and what an error says. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { callHttp, jsonOf, type HttpCall } from '~/platform/http-client.server'

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
/** Serves the handlers one after another, and repeats the last. */
const serve = async (...handlers: RequestListener[]) => {
  let asked = 0
  const server = createServer((req, res) => {
    const handler = handlers[Math.min(asked, handlers.length - 1)]
    asked += 1
    handler?.(req, res)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?key=secret`
  return { url, asked: () => asked, call: (more: Partial<HttpCall> = {}) => callHttp({ method: 'GET', url, ...more }) }
}
const answer =
  (status: number, text = '{}', headers: Record<string, string> = {}): RequestListener =>
  (_, res) =>
    res.writeHead(status, headers).end(text)
const cut: RequestListener = (_, res) => res.destroy()
const silent: RequestListener = () => undefined

describe('an outgoing call', () => {
  it('is sent once by default, whatever happens to it', async () => {
    for (const handler of [answer(500), answer(429), cut]) {
      const { call, asked } = await serve(handler)
      await call()
      expect(asked()).toBe(1)
    }
  })

  it('is retried, if that is allowed, until it is answered or out of tries', async () => {
    const mended = await serve(answer(503), cut, answer(200, '{"n":1.50}'))
    const called = await mended.call({ tries: 3 })
    expect(called.ok && jsonOf(called.answer)).toEqual({ n: '1.50' })
    expect(mended.asked()).toBe(3)
    const broken = await serve(answer(500))
    expect(await broken.call({ tries: 2 })).toMatchObject({ ok: true, answer: { status: 500 } })
    expect(broken.asked()).toBe(2)
  })

  it('is not retried when it is refused', async () => {
    for (const status of [200, 302, 400, 401, 404, 422]) {
      const { call, asked } = await serve(answer(status))
      expect(await call({ tries: 3 })).toMatchObject({ ok: true, answer: { status } })
      expect(asked()).toBe(1)
    }
  })

  it('is not retried when the other side asks for a longer wait than its caller has', async () => {
    const { call, asked } = await serve(answer(429, '{}', { 'retry-after': '60' }))
    expect(await call({ tries: 3 })).toMatchObject({ ok: true, answer: { status: 429, waitMs: 60_000 } })
    expect(asked()).toBe(1)
  })

  it('ends within its time limit, all tries together', async () => {
    const { call, asked } = await serve(silent)
    expect(await call({ tries: 3, timeoutMs: 200 })).toEqual({
      ok: false,
      fault: { kind: 'timeout', reason: 'no answer in time' },
    })
    // On a busy machine even the first may not have come.
    expect(asked()).toBeLessThanOrEqual(1)
    const slow = await serve((_, res) => {
      res.writeHead(200).write('{"begun":')
    })
    expect(await slow.call({ timeoutMs: 200 })).toMatchObject({ ok: false, fault: { kind: 'timeout' } })
  })

  it('reads no more bytes than it wants', async () => {
    const { call } = await serve(answer(200, 'x'.repeat(1001)))
    expect(await call({ maxAnswerBytes: 1000 })).toMatchObject({ ok: false, fault: { kind: 'too-large' } })
    expect(await call({ maxAnswerBytes: 1001 })).toMatchObject({ ok: true })
  })

  it('follows no redirect: its headers go to no other place', async () => {
    const elsewhere = await serve(answer(200))
    const { call } = await serve(answer(307, '', { location: elsewhere.url }))
    expect(await call({ headers: { authorization: 'Bearer secret' } })).toMatchObject({ answer: { status: 307 } })
    expect(elsewhere.asked()).toBe(0)
  })

  it('names neither address nor secret when it fails', async () => {
    const { call } = await serve(cut)
    const called = await call({ headers: { authorization: 'Bearer secret' } })
    expect(called.ok).toBe(false)
    expect(JSON.stringify(called)).not.toMatch(/secret|127\.0|path/)
  })

  it('has no JSON when a page answered it', () => {
    expect(jsonOf({ text: '<!doctype html>' })).toBeNull()
    expect(jsonOf({ text: '' })).toBeNull()
    expect(jsonOf({ text: '{"id":12345678901234567890}' })).toEqual({ id: '12345678901234567890' })
  })
})
