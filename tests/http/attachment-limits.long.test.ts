/** A server that is killed during an upload keeps every byte that it has confirmed. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
import { mkv } from '../support/media'
import { startPortal } from '../support/portal'
import { openRaw } from '../support/raw'
import { startServer } from '../support/server'

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

it('keeps the confirmed bytes after a kill, and takes the rest after the restart', async () => {
  const portal = await startPortal()
  const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
  const film = mkv(900_000)
  const { id } = (await start(friend, 'video', 'long.mkv', film.length)).data
  expect((await put(friend, id, 0, film.subarray(0, 300_000))).data.received).toBe(300_000)
  const raw = await openRaw(portal.port)
  const cookie = [...friend.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await raw.write(
    `PUT /api${base}/${id}?offset=300000 HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nOrigin: ${portal.origin}\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: 600000\r\n\r\n`,
  )
  await raw.write(film.subarray(300_000, 500_000))
  // More than the first part on the disk means that the server is writing; another part is then refused.
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
  const server = await startServer({ dataDir: portal.dataDir })
  const again = new HttpClient(server.origin)
  for (const [name, value] of friend.cookies) again.cookies.set(name, value)
  const { data } = await call(again, 'GET', `${base}/${id}`)
  // All confirmed bytes, and perhaps some of the part that was cut.
  expect(data.done).toBe(false)
  expect([300_000, 500_000]).toContain(data.received)
  expect((await put(again, id, data.received, film.subarray(data.received))).data).toMatchObject({
    received: film.length,
    done: true,
  })
  const back = await again.request(`/news/attachments/${id}`)
  expect(Buffer.from(await back.arrayBuffer()).equals(film)).toBe(true)
  await server.stop()
})
