/** How much memory clients cost that send requests and read nothing: about one answer a connection. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryMb } from '../../scripts/bench/portal'
import { openRaw } from '../support/raw'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '4000' } })
})
afterAll(() => server.stop())

const bothMb = (): number => memoryMb(server.process.pid ?? 0) + memoryMb(server.appPid)

it('forty connections with thirty unread requests each add less than 250 MB', async () => {
  const request = `GET /help/editor HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`
  // The first run compiles code, whose memory must not count.
  expect((await fetch(`${server.origin}/help/editor`)).status).toBe(200)
  const before = bothMb()
  const silent = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const raw = await openRaw(server.port)
      raw.socket.pause()
      for (let i = 0; i < 30; i++) await raw.write(request).catch(() => undefined)
      return raw
    }),
  )
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  expect(bothMb() - before).toBeLessThan(250)
  for (const raw of silent) raw.socket.destroy()
})
