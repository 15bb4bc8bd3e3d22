/** Limits of attachments: the daily quota, the number of unfinished files, the idle time of a part, free disk space. */
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
      UPLOAD_IDLE_MS: '4000',
    },
  })
  owner = await portal.visitor().signIn('demo-user', 'mango-demo')
  friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
})
afterAll(() => (server ?? portal).stop())

describe('an account', () => {
  it('may attach a limited number of bytes a day, not counting deleted files', async () => {
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

  it('may have five unfinished files', async () => {
    const begun = []
    for (let i = 0; i < 5; i++) begun.push((await start(owner, 'video', `${i}.mkv`, 1000)).data.id)
    const sixth = await call<{ context: string }>(owner, 'POST', base, {
      json: { kind: 'video', name: '6.mkv', size: 1000 },
    })
    expect([sixth.code, sixth.data.context]).toEqual(['C1202', 'unfinished'])
    await put(owner, begun[0] ?? '', 0, mkv(1000).subarray(0, 1000))
    expect((await start(owner, 'video', '6.mkv', 1000)).code).toBe('0')
  })

  it('may attach a limited number of files a day', async () => {
    expect((await start(owner, 'image', '7.jpg', 1000)).code).toBe('C1202')
    const { data } = await start(friend, 'image', 'a.jpg', plainJpeg().length)
    expect((await put(friend, data.id, 0, plainJpeg())).data.done).toBe(true)
  })
})

it('a part may take longer than other requests, but is cut when idle, and the received bytes are kept', async () => {
  const film = mkv(40_000)
  const { id } = (await start(friend, 'video', 'slow.mkv', film.length)).data
  const raw = await openRaw(portal.port)
  const cookie = [...friend.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await raw.write(
    `PUT /api${base}/${id}?offset=0 HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nOrigin: ${portal.origin}\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${film.length}\r\n\r\n`,
  )
  await raw.write(film.subarray(0, 20_000))
  // A form that is just as idle is cut by the limit of other requests, while the part is still open.
  const form = await openRaw(portal.port)
  await form.write(
    `POST /login HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 40\r\n\r\nidentifier=`,
  )
  expect((await form.readToEnd()).status).toBe(408)
  expect(raw.socket.closed).toBe(false)
  // Nothing more comes: the server ends the part without the 408 of other requests.
  expect((await raw.readToEnd()).status).toBe(0)
  await expect.poll(async () => (await call(friend, 'GET', `${base}/${id}`)).data.received).toBe(20_000)
  await call(friend, 'DELETE', `${base}/${id}`)
})

it('refuses a file that would leave less free disk space than the floor', async () => {
  await portal.stop()
  server = await startServer({ dataDir: portal.dataDir, env: { MIN_FREE_DISK_BYTES: '4000000000000000' } })
  const again = await new HttpClient(server.origin).signIn('demo-friend', 'mango-friend')
  const refused = await call<{ context: string }>(again, 'POST', base, {
    json: { kind: 'image', name: 'a.jpg', size: 1000 },
  })
  expect([refused.status, refused.code, refused.data.context]).toEqual([503, 'A0503', 'disk'])
  expect(refused.headers.get('retry-after')).toBe('600')
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
})
