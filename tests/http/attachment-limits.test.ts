/**
 * What bounds attachments: a day's quota, unfinished files, room on the disk; and that a server that dies in the middle
 * has lost nothing that it said it had.
 */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
import { mkv, plainJpeg } from '../support/media'
import { startPortal, type Portal } from '../support/portal'
import { openRaw } from '../support/raw'
import { startServer, type TestServer } from '../support/server'

type Attachment = { id: string; received: number; done: boolean }
const base = '/userFeedback/customer/attachment'
const call = <D = Attachment>(
  client: HttpClient,
  method: string,
  path: string,
  more: { json?: unknown; bytes?: Uint8Array } = {},
) =>
  client.api<D>(method, path, {
    headers: { origin: client.origin },
    ...(more.json === undefined ? {} : { json: more.json }),
    ...(more.bytes === undefined ? {} : { raw: { type: 'application/octet-stream', bytes: more.bytes } }),
  })
const start = (client: HttpClient, kind: string, name: string, size: number) =>
  call(client, 'POST', base, { json: { kind, name, size } })
const put = (client: HttpClient, id: string, offset: number, bytes: Uint8Array) =>
  call(client, 'PUT', `${base}/${id}?offset=${offset}`, { bytes })

let portal: Portal
let owner: HttpClient
let friend: HttpClient
let server: TestServer | null = null
beforeAll(async () => {
  portal = await startPortal({
    env: {
      ATTACHMENT_DAILY_FILES: '8',
      ATTACHMENT_DAILY_BYTES: '4000000',
      REQUEST_TIMEOUT_MS: '1000',
      UPLOAD_IDLE_MS: '2500',
    },
  })
  owner = await portal.visitor().signIn('demo-user', 'mango-demo')
  friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
})
afterAll(() => (server ?? portal).stop())

describe('an account', () => {
  it('may attach so many bytes in a day; what was thrown away does not count', async () => {
    const first = (await start(owner, 'video', 'a.mkv', 3_000_000)).data
    const over = await call<{ context: string; limitBytes: number }>(owner, 'POST', base, {
      json: { kind: 'video', name: 'b.mkv', size: 1_000_001 },
    })
    expect([over.status, over.code, over.data.context, over.data.limitBytes]).toEqual([
      409,
      'C1202',
      'attachments',
      4_000_000,
    ])
    expect(over.message).toContain('24 hours')
    expect((await start(friend, 'video', 'b.mkv', 1_000_001)).code).toBe('0')
    await call(owner, 'DELETE', `${base}/${first.id}`)
    const second = (await start(owner, 'video', 'b.mkv', 1_000_001)).data
    await call(owner, 'DELETE', `${base}/${second.id}`)
  })

  it('may have five files under way', async () => {
    const begun = []
    for (let i = 0; i < 5; i++) begun.push((await start(owner, 'video', `${i}.mkv`, 1000)).data.id)
    const sixth = await call<{ context: string }>(owner, 'POST', base, {
      json: { kind: 'video', name: '6.mkv', size: 1000 },
    })
    expect([sixth.code, sixth.data.context]).toEqual(['C1202', 'unfinished'])
    await put(owner, begun[0] ?? '', 0, mkv(1000).subarray(0, 1000))
    expect((await start(owner, 'video', '6.mkv', 1000)).code).toBe('0')
  })

  it('may attach so many files in a day', async () => {
    expect((await start(owner, 'image', '7.jpg', 1000)).code).toBe('C1202')
    const { data } = await start(friend, 'image', 'a.jpg', plainJpeg().length)
    expect((await put(friend, data.id, 0, plainJpeg())).data.done).toBe(true)
  })
})

it('a part may last longer than other requests, but is cut when it is silent, and what came is kept', async () => {
  const film = mkv(40_000)
  const { id } = (await start(friend, 'video', 'slow.mkv', film.length)).data
  const raw = await openRaw(portal.port)
  const cookie = [...friend.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const startedAt = performance.now()
  await raw.write(
    `PUT /api${base}/${id}?offset=0 HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nOrigin: ${portal.origin}\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${film.length}\r\n\r\n`,
  )
  await raw.write(film.subarray(0, 20_000))
  // Nothing more comes: the server ends it by itself, without the 408 of other requests.
  expect((await raw.readToEnd()).status).toBe(0)
  expect(performance.now() - startedAt).toBeGreaterThan(2000)
  await expect.poll(async () => (await call(friend, 'GET', `${base}/${id}`)).data.received).toBe(20_000)
  await call(friend, 'DELETE', `${base}/${id}`)
})

describe('a server that dies in the middle of a part', () => {
  it('has what it said it had, and takes the rest after its start', async () => {
    const film = mkv(900_000)
    const { id } = (await start(friend, 'video', 'long.mkv', film.length)).data
    expect((await put(friend, id, 0, film.subarray(0, 300_000))).data.received).toBe(300_000)
    const raw = await openRaw(portal.port)
    const cookie = [...friend.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await raw.write(
      `PUT /api${base}/${id}?offset=300000 HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nOrigin: ${portal.origin}\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: 600000\r\n\r\n`,
    )
    await raw.write(film.subarray(300_000, 500_000))
    // The server is writing when the disk has more than the first part; then another part is told so.
    const uploads = path.join(portal.dataDir, 'uploads')
    await expect
      .poll(() =>
        readdirSync(uploads, { recursive: true, encoding: 'utf8' }).some((name) =>
          ((size) => size > 300_000 && size <= 500_000)(statSync(path.join(uploads, name)).size),
        ),
      )
      .toBe(true)
    expect((await put(friend, id, 300_000, film.subarray(300_000))).code).toBe('A0409')
    await portal.kill()
    server = await startServer({
      dataDir: portal.dataDir,
      env: { ATTACHMENT_DAILY_FILES: '8', ATTACHMENT_DAILY_BYTES: '4000000' },
    })
    const again = new HttpClient(server.origin)
    for (const [name, value] of friend.cookies) again.cookies.set(name, value)
    const { data } = await call(again, 'GET', `${base}/${id}`)
    // All that it said it had; on a slow machine the silent part was cut before, and what came of it is kept too.
    expect(data.done).toBe(false)
    expect([300_000, 500_000]).toContain(data.received)
    expect((await put(again, id, data.received, film.subarray(data.received))).data).toMatchObject({
      received: film.length,
      done: true,
    })
    const back = await again.request(`/news/attachments/${id}`)
    expect(Buffer.from(await back.arrayBuffer()).equals(film)).toBe(true)
  })

  it('takes no file that would leave less of the disk free than the floor', async () => {
    await server?.stop()
    server = await startServer({ dataDir: portal.dataDir, env: { MIN_FREE_DISK_BYTES: '4000000000000000' } })
    const again = await new HttpClient(server.origin).signIn('demo-friend', 'mango-friend')
    const refused = await call<{ context: string }>(again, 'POST', base, {
      json: { kind: 'image', name: 'a.jpg', size: 1000 },
    })
    expect([refused.status, refused.code, refused.data.context]).toEqual([503, 'A0503', 'disk'])
    expect(refused.headers.get('retry-after')).toBe('600')
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  })
})
