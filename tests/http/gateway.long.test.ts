/** The two processes: what keeps working while one of them dies. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { isAlive } from '../support/alive'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'
import { startServer } from '../support/server'

let portal: Portal
let fetchList: (headers?: Record<string, string>) => Promise<Response>
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
  const bytes = writeSatcodx(buildSeedList({ seed: 1, channels: 300 }), { version: '103' })
  const client = portal.visitor()
  const made = await client.api<{ id: string }>('POST', '/chmax/lists?kind=system&name=All', {
    token: portal.tokens.administrator,
    raw: { type: 'application/octet-stream', bytes },
  })
  await putOut(client, portal.tokens.administrator, made.data.id)
  const box = { sn: '100000000001', model: 'Mango S1' }
  const paired = await client.api<{ deviceToken: string }>('POST', '/stb/pair', { json: box })
  const token = { authorization: `Bearer ${paired.data.deviceToken}`, 'accept-encoding': 'identity' }
  fetchList = (headers = {}) =>
    fetch(`${portal.origin}/api/stb/lists/${made.data.id}`, { headers: { ...token, ...headers } })
})
afterAll(() => portal.stop())

it('an app that dies is logged and restarted: boxes are served in the meantime, pages ask to retry', async () => {
  await fetchList()
  const etag = (await fetchList()).headers.get('etag') ?? ''
  process.kill(portal.appPid, 'SIGKILL')
  await portal.waitForLog((line) => line.msg === 'the app has ended; it is started again')
  const [page, call, fetched, unchanged] = await Promise.all([
    fetch(`${portal.origin}/home`, { headers: { accept: 'text/html' } }),
    portal.visitor().api('GET', '/chmax/lists', { token: portal.tokens.customer }),
    fetchList(),
    fetchList({ 'if-none-match': etag }),
  ])
  expect([page.status, Number(page.headers.get('retry-after')) > 0, page.headers.get('content-type')]).toEqual([
    503,
    true,
    'text/html; charset=utf-8',
  ])
  expect([call.status, call.code]).toEqual([503, 'A0503'])
  expect([fetched.status, unchanged.status]).toEqual([200, 304])
  expect((await fetch(`${portal.origin}/favicon.ico`)).status).toBe(200)
  expect([(await fetch(`${portal.origin}/healthz`)).status, (await fetch(`${portal.origin}/readyz`)).status]).toEqual([
    200, 503,
  ])
  const again = await portal.waitForLog((line) => line.msg === 'the app serves again')
  expect(isAlive(Number(again.appPid))).toBe(true)
  expect((await fetch(`${portal.origin}/home`)).status).toBe(200)
  expect((await fetchList()).status).toBe(200)
  portal.takeErrors()
})

it('the app ends when its gateway is killed, so that nothing holds the database', async () => {
  const other = await startServer()
  expect(isAlive(other.appPid)).toBe(true)
  await other.kill()
  await expect.poll(() => isAlive(other.appPid), { timeout: 10_000 }).toBe(false)
  rmSync(other.dataDir, { recursive: true, force: true })
}, 90_000)
