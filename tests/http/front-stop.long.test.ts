/** How a server ends: a stop finishes requests in flight, and after a kill the data is intact. */
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openRaw } from '../support/raw'
import { startServer } from '../support/server'
import { copyTemplate } from '../support/template'

const exitOf = (child: import('node:child_process').ChildProcess): Promise<number | null> =>
  child.exitCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))
const begin = (port: number): string =>
  `POST /login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 40\r\n\r\nuserName=nobody&`

describe('a server that is asked to stop', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`by ${signal} finishes the request in flight, accepts no new one, and exits 0`, async () => {
      const server = await startServer()
      const flying = await openRaw(server.port)
      await flying.write(begin(server.port))
      // An idle open connection must not delay the stop.
      const idle = await openRaw(server.port)
      await idle.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
      await idle.readUntil('"ok"')
      await server.waitForLog((line) => line.msg === 'listening')
      server.process.kill(signal)
      await server.waitForLog((line) => line.msg === 'stopping')
      await expect(openRaw(server.port)).rejects.toThrow(/ECONNREFUSED/)
      await flying.write('password=wrong-password!'.padEnd(24, '!'))
      const answer = await flying.readToEnd()
      expect(answer.status).toBe(422)
      expect(await exitOf(server.process)).toBe(0)
      await idle.readToEnd()
      await server.stop()
    })
  }

  it('does not wait for a client that never finishes', async () => {
    const server = await startServer({ env: { STOP_TIMEOUT_MS: '300' } })
    const flying = await openRaw(server.port)
    await flying.write(begin(server.port))
    await fetch(`${server.origin}/healthz`)
    server.process.kill('SIGTERM')
    expect(await exitOf(server.process)).toBe(0)
    expect(server.log.some((line) => line.msg === 'requests in flight did not finish in time: cut')).toBe(true)
    await server.stop()
  })
})

describe('a server that is killed', () => {
  it('has all confirmed data and an intact database', async () => {
    const dataDir = copyTemplate()
    try {
      const names: string[] = []
      for (let round = 0; round < 3; round++) {
        const server = await startServer({ dataDir, env: { LIMITS: 'off' } })
        const writes = Array.from({ length: 12 }, async (_, index) => {
          const userName = `kept-${round}-${index}`
          const body = new URLSearchParams({ userName, password: 'pass-0001', repeatPassword: 'pass-0001' })
          const answer = await fetch(`${server.origin}/register`, { method: 'POST', redirect: 'manual', body }).catch(
            () => null,
          )
          if (answer !== null && answer.status >= 300 && answer.status < 400) names.push(userName)
        })
        // Some are answered, some are in flight, some have not begun.
        await Promise.race(writes)
        await server.kill()
        await Promise.all(writes)
      }
      expect(names.length).toBeGreaterThan(0)
      const connection = new Database(`${dataDir}/portal.db`)
      expect(connection.pragma('integrity_check', { simple: true })).toBe('ok')
      const kept = new Set(connection.prepare('SELECT userName FROM User').pluck().all())
      connection.close()
      for (const name of names) expect(kept.has(name), name).toBe(true)
      const server = await startServer({ dataDir })
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
      await server.stop()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe('a start', () => {
  it('without required settings or migrations ends at once with a message', async () => {
    await expect(startServer({ env: { PORTAL_MODE: 'production', SECRET: '' } })).rejects.toThrow(
      /SECRET: required in production/,
    )
    await expect(startServer({ env: { PORTAL_MODE: 'production', SECRET: 's'.repeat(32) } })).rejects.toThrow(
      /legal texts are samples/,
    )
    await expect(startServer({ env: { PORT: 'many' } })).rejects.toThrow(/PORT:/)
    await expect(startServer({ env: { DATABASE_FILE: '/tmp/portal-test-no-such-folder/empty.db' } })).rejects.toThrow(
      /lacks the migrations/,
    )
    rmSync('/tmp/portal-test-no-such-folder', { recursive: true, force: true })
  })
})
