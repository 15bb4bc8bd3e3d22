/**
 * The built server on a really full disk: boxes and readers are served, writes are told to retry, monitoring is
 * informed, and stopping and starting work; once there is room, everything works as before. Needs a small disk that can
 * be mounted; tests/http/full-disk.long.test.ts is its counterpart for all machines.
 */
import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { HttpClient } from '../support/http-client'
import { root } from '../support/paths'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'
import { startServer, type TestServer } from '../support/server'
import { canMount, mountSmallDisk, type SmallDisk } from '../support/small-disk'

const env = { LIMITS: 'off', MIN_FREE_DISK_BYTES: '2000000' }
const bytes = (seed: number): Uint8Array => writeSatcodx(buildSeedList({ seed, channels: 900 }), { version: '103' })

if (canMount)
  describe('on a full disk', () => {
    let disk: SmallDisk
    let portal: Portal
    let server: TestServer
    let list = ''
    let box = ''
    let reader: HttpClient
    const client = (): HttpClient => new HttpClient(server.origin)
    const ready = async (): Promise<{ status: number; failing: string[] }> => {
      const answer = await fetch(`${server.origin}/readyz`)
      const { parts } = (await answer.json()) as { parts: Record<string, { status: string }> }
      return { status: answer.status, failing: Object.keys(parts).filter((name) => parts[name]?.status === 'failing') }
    }
    const fetchList = (more: Record<string, string> = {}): Promise<Response> =>
      fetch(`${server.origin}/api/stb/lists/${list}`, {
        headers: { authorization: `Bearer ${box}`, 'accept-encoding': 'identity', ...more },
      })
    const store = () =>
      client().api('POST', `/chmax/lists?name=More`, {
        token: portal.tokens.customer,
        raw: { type: 'application/octet-stream', bytes: bytes(2) },
      })
    const start = async (): Promise<void> => {
      server = await startServer({ dataDir: disk.folder, env })
    }

    beforeAll(async () => {
      const made = mountSmallDisk(24 * 1024 * 1024)
      if (made === null) throw new Error('a disk could be mounted a moment ago')
      disk = made
      portal = await startPortal({ env })
      const system = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?kind=system&name=All', {
        token: portal.tokens.administrator,
        raw: { type: 'application/octet-stream', bytes: bytes(1) },
      })
      list = system.data.id
      await putOut(portal.visitor(), portal.tokens.administrator, list)
      box = (
        await portal
          .visitor()
          .api<{ deviceToken: string }>('POST', '/stb/pair', { json: { sn: '100000000001', model: 'Mango S1' } })
      ).data.deviceToken
      await portal.stop()
      cpSync(portal.dataDir, disk.folder, { recursive: true })
      await start()
    })
    afterAll(async () => {
      await server.stop()
      disk.remove()
    })

    it('boxes and readers are served, writes get A0503 with Retry-After, and monitoring is informed', async () => {
      expect(await ready()).toEqual({ status: 200, failing: [] })
      reader = await client().signIn('demo-user', 'mango-demo')
      disk.fill()
      const refused = await store()
      expect([refused.status, refused.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
        503,
        'A0503',
        true,
      ])
      const cold = await fetchList()
      expect([cold.status, Buffer.compare(Buffer.from(await cold.arrayBuffer()), bytes(1))]).toEqual([200, 0])
      expect((await fetchList({ 'if-none-match': cold.headers.get('etag') ?? '' })).status).toBe(304)
      expect((await client().api('GET', '/chmax/lists', { token: portal.tokens.customer })).code).toBe('0')
      for (const page of ['/home', '/personal', '/features'])
        expect([page, (await reader.request(page)).status]).toEqual([page, 200])
      const form = await client().post('/register', {
        userName: 'no-room-here',
        password: 'correct-horse-9',
        repeatPassword: 'correct-horse-9',
      })
      expect([form.status, Number(form.headers.get('retry-after')) > 0]).toEqual([503, true])
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
      await expect
        .poll(ready, { timeout: 10_000 })
        .toMatchObject({ status: 503, failing: expect.arrayContaining(['disk']) as string[] })
    })

    it('a stop is clean, a restart serves boxes, and with room again new data is stored', async () => {
      // The log names what could not be stored, and nothing else went wrong.
      expect(server.takeErrors().every((line) => JSON.stringify(line).includes('SQLITE_FULL'))).toBe(true)
      await server.stop()
      // Signed-in people read on, although their last activity can't be stored.
      const connection = new Database(path.join(disk.folder, 'portal.db'))
      connection
        .prepare('UPDATE Session SET lastActAt = ?')
        .run(new Date(Date.now() - 120_000).toISOString().replace('Z', '+00:00'))
      connection.close()
      disk.fill()
      await start()
      reader = Object.assign(new HttpClient(server.origin), { cookies: reader.cookies })
      expect([
        (await fetchList()).status,
        (await client().request('/home')).status,
        (await reader.request('/personal')).status,
      ]).toEqual([200, 200, 200])
      expect((await store()).code).toBe('A0503')
      expect((await ready()).status).toBe(503)
      disk.free()
      await expect.poll(ready, { timeout: 10_000 }).toEqual({ status: 200, failing: [] })
      expect((await store()).code).toBe('0')
    })

    it('the very first start exits by itself', async () => {
      const empty = mountSmallDisk(65_536)
      if (empty === null) throw new Error('a disk could be mounted a moment ago')
      empty.fill()
      const { DATABASE_FILE: _, ...inherited } = process.env
      const child = spawn(process.execPath, ['scripts/serve.mjs'], {
        cwd: root,
        env: {
          ...inherited,
          PORTAL_MODE: 'demo',
          HOST: '127.0.0.1',
          PORT: '0',
          DATA_DIR: path.join(empty.folder, 'data'),
        },
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      const code = await new Promise((resolve) => child.once('close', resolve))
      empty.remove()
      expect([code, text]).toEqual([78, expect.stringMatching(/^Mango Portal can't start: .*(?:room|full|space)/m)])
    })
  })

it('a disk below its floor is reported as low and takes no new list, but the portal stays ready otherwise', async () => {
  const server = await startServer({ env: { LIMITS: 'off', MIN_FREE_DISK_BYTES: String(Number.MAX_SAFE_INTEGER) } })
  try {
    const answer = await fetch(`${server.origin}/readyz`)
    const { parts } = (await answer.json()) as { parts: { disk: { status: string } } }
    // A database needs at least 64 MiB, whatever the floor is.
    expect([answer.status, parts.disk.status]).toEqual([200, 'low'])
    const user = await new HttpClient(server.origin).signIn('demo-user', 'mango-demo')
    const refused = await user.api('POST', '/chmax/lists?name=More', {
      headers: { origin: server.origin },
      raw: { type: 'application/octet-stream', bytes: bytes(2) },
    })
    expect([refused.status, refused.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, 'A0503', true])
  } finally {
    await server.stop()
  }
})
