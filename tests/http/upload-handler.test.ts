/**
 * The handler for forms with files, on its own server: what is written to disk, what is refused while the rest is kept,
 * what is cleaned up, and that signed-out senders are not read.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCookieName } from '~/request/cookie'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { startSession } from '~/modules/session/session.server'
import { takeStored } from '~/modules/attachment/attachment.server'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { makeRequest } from '~/server/remix-handler'
import { isFormWithFiles, takeForm } from '~/server/upload-handler'
import type { Upload } from '~/request/context'
import { mkv, mp4, plainJpeg, plainPng } from '../support/media'
import { openRaw } from '../support/raw'

const userId = demoAccounts[0].id
const imageBytes = 204_800
const videoBytes = 314_572_799

type Taken = {
  cut: boolean
  ok: boolean | null
  code: string | null
  field: string | null
  fields: Record<string, string[]>
  stored: { field: string; name: string; size: number }[]
  refused: { field?: string; code: string }[]
  readBytes: number
}
let server: Server
let port = 0
let cookie = ''
/** What the page does with the files: nothing, or make them attachments. */
let claims = false
/** How much may be read of a form with refused files. */
let maxBytes = 2 ** 31
let onCut: (taken: Taken) => void = () => undefined
/** How much was read of the last form. */
let last: Taken | null = null

const shown = (upload: Upload | null, cut: boolean, readBytes: number): Taken => ({
  cut,
  readBytes,
  ok: upload === null ? null : upload.ok,
  code: upload === null || upload.ok ? null : upload.code,
  field: upload === null || upload.ok ? null : (upload.field ?? null),
  fields: Object.fromEntries(upload?.fields ?? new Map<string, string[]>()),
  stored: upload?.ok === true ? (upload.stored ?? []).map(({ field, name, size }) => ({ field, name, size })) : [],
  refused:
    upload?.ok === true
      ? (upload.refused ?? []).map(({ field, code }) => ({ ...(field === undefined ? {} : { field }), code }))
      : [],
})

beforeAll(async () => {
  await seedAccounts()
  cookie = `${sessionCookieName(false)}=${(await startSession(userId, { address: '127.0.0.1', userAgent: null })).token}`
  server = createServer((req, res) => {
    const peer = { address: '127.0.0.1', origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, https: false }
    const context = {
      nonce: '',
      requestId: 'test',
      address: peer.address,
      origin: peer.origin,
      upload: null,
      memo: new Map<string, Promise<unknown>>(),
    }
    const work = async (): Promise<void> => {
      const taken = await takeForm(req, makeRequest(req, peer, null, new AbortController().signal), context, maxBytes)
      const answer = (last = shown(taken.upload, taken.cut, req.socket.bytesRead))
      if (claims && taken.upload?.ok === true) await takeStored(userId, taken.upload.stored ?? [])
      await taken.cleanUp()
      if (taken.cut) onCut(answer)
      else res.setHeader('connection', 'close').end(JSON.stringify(answer))
      req.resume()
    }
    work().catch((error: unknown) => res.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(async () => {
  claims = false
  maxBytes = 2 ** 31
  await db.attachment.deleteMany()
  await db.storedFile.deleteMany()
  await db.rateLimit.deleteMany()
  rmSync(env.uploadsDir, { recursive: true, force: true })
})

const filesOnDisk = (): string[] =>
  existsSync(env.uploadsDir)
    ? readdirSync(env.uploadsDir).flatMap((folder) => readdirSync(path.join(env.uploadsDir, folder)))
    : []
const post = async (form: FormData, headers: Record<string, string> = { cookie }): Promise<Taken> =>
  (
    await fetch(`http://127.0.0.1:${port}/news/feedback/new`, { method: 'POST', body: form, headers })
  ).json() as Promise<Taken>
const formOf = (...parts: [string, string | [string, Uint8Array]][]): FormData => {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value[1])]), value[0])
  }
  return form
}
/** The beginning of a form whose last part is a file that has not been sent yet. */
const beginForm = (announced: number | null, field: string, name: string): string =>
  `POST /news/feedback/new HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=edge\r\n${announced === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${announced}`}\r\n\r\n` +
  (announced === null ? '' : partHead(field, name))
const partHead = (field: string, name: string): string =>
  `--edge\r\nContent-Disposition: form-data; name="text"\r\n\r\nkept words\r\n--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`

it('the upload handler serves only the pages whose forms have files', () => {
  expect(
    [
      '/news/feedback/new',
      '/news/feedback/01abcdefghjkmnpqrstvwxyz00',
      '/news/feedback',
      '/news/feedback/new/',
      '/features/uploads',
      '/news/feedback/01abcdefghjkmnpqrstvwxyz00/close',
    ].map(isFormWithFiles),
  ).toEqual([true, true, false, false, false, false])
})

describe('a form with files', () => {
  it('gives its page the fields and the files on disk, which are deleted if the page does not claim them', async () => {
    const taken = await post(
      formOf(
        ['text', 'words'],
        ['sn', ''],
        ['image', ['a.jpg', plainJpeg()]],
        ['image', ['b.png', plainPng()]],
        ['video', ['c.mp4', mp4(500_000)]],
      ),
    )
    expect(taken.ok).toBe(true)
    expect(taken.fields).toEqual({ text: ['words'], sn: [''] })
    expect(taken.stored.map(({ field, name }) => [field, name])).toEqual([
      ['image', 'a.jpg'],
      ['image', 'b.png'],
      ['video', 'c.mp4'],
    ])
    expect(filesOnDisk()).toEqual([])
    expect(await db.storedFile.count()).toBe(0)
  })

  it('keeps the files that the page claims as attachments', async () => {
    claims = true
    await post(formOf(['image', ['a.jpg', plainJpeg()]], ['video', ['c.mkv', mkv(500_000)]]))
    const rows = await db.attachment.findMany({ include: { file: true }, orderBy: { kind: 'asc' } })
    expect(rows.map(({ kind, type, file }) => [kind, type, file.state, file.size === file.received])).toEqual([
      ['image', 'image/jpeg', 'kept', true],
      ['video', 'video/x-matroska', 'kept', true],
    ])
    expect(filesOnDisk().sort()).toEqual(rows.map(({ fileId }) => fileId).sort())
  })

  it('has only fields if no file is chosen, and does not count toward the daily quota', async () => {
    const taken = await post(
      formOf(['text', 'words'], ['image', ['', new Uint8Array()]], ['video', ['', new Uint8Array()]]),
    )
    expect([taken.ok, taken.stored, taken.refused]).toEqual([true, [], []])
    expect(await db.rateLimit.count({ where: { key: { startsWith: 'attachment-start' } } })).toBe(0)
  })

  it('keeps its fields and valid files if others are of the wrong kind, empty, too large, or one too many', async () => {
    const taken = await post(
      formOf(
        ['text', 'words'],
        ['image', ['a.gif', plainPng()]],
        ['image', ['a.jpg', plainJpeg()]],
        ['image', ['big.jpg', new Uint8Array(imageBytes + 1)]],
        ['image', ['b.jpg', plainJpeg()]],
        ['image', ['empty.png', new Uint8Array()]],
        ['image', ['c.png', plainPng()]],
        ['image', ['d.png', plainPng()]],
        ['video', ['a.mkv', mkv(10)]],
        ['video', ['b.mkv', mkv(10)]],
        ['other', ['x.bin', new Uint8Array(100)]],
      ),
    )
    expect(taken.fields).toEqual({ text: ['words'] })
    expect(taken.stored.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.png', 'a.mkv'])
    expect(taken.refused).toEqual([
      { field: 'image', code: 'A0415' },
      { field: 'image', code: 'A0413' },
      { field: 'image', code: 'A0415' },
      { field: 'image', code: 'A0422' },
      { field: 'video', code: 'A0422' },
    ])
    expect(filesOnDisk()).toEqual([])
  })

  it('accepts a picture of exactly the limit', async () => {
    const taken = await post(formOf(['image', ['full.jpg', new Uint8Array(imageBytes)]]))
    expect(taken.stored).toEqual([{ field: 'image', name: 'full.jpg', size: imageBytes }])
  })
})

describe('a form over its limits', () => {
  it('keeps its text and pictures, and writes nothing of a video announced as too long', async () => {
    const picture = plainJpeg()
    const before = Buffer.concat([
      Buffer.from(`--edge\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`),
      picture,
      Buffer.from(`\r\n${partHead('video', 'a.mp4')}`),
    ])
    const after = Buffer.from('\r\n--edge--\r\n')
    const filmBytes = videoBytes + 16_000_000
    const raw = await openRaw(port)
    await raw.write(beginForm(before.length + filmBytes + after.length, '', '').split('--edge')[0] ?? '')
    await raw.write(before)
    const block = Buffer.alloc(4_194_304, 7)
    for (let sent = 0; sent < filmBytes; sent += block.length) {
      if (sent === 25 * block.length) await expect.poll(() => filesOnDisk().length).toBe(1)
      await raw.write(block.subarray(0, Math.min(block.length, filmBytes - sent)))
    }
    await raw.write(after)
    const answer = await raw.readUntil('"refused":[')
    expect(answer).toContain('"refused":[{"field":"video","code":"A0413"}]')
    expect(answer).toContain(`"stored":[{"field":"image","name":"a.jpg","size":${picture.length}}]`)
    expect(answer).toContain('kept words')
    raw.socket.destroy()
  })

  it('is refused one unannounced byte over 300 MiB, and nothing of it stays', async () => {
    const raw = await openRaw(port)
    await raw.write(beginForm(null, 'video', 'a.mp4'))
    const send = (bytes: Buffer | string): Promise<void> =>
      raw.write(
        Buffer.concat([
          Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`),
          Buffer.from(bytes),
          Buffer.from('\r\n'),
        ]),
      )
    await send(partHead('video', 'a.mp4'))
    const piece = mp4(1_048_576 - 500)
    await send(piece)
    const block = Buffer.alloc(4_194_304, 7)
    for (let sent = piece.length; sent < videoBytes + 1;) {
      const size = Math.min(block.length, videoBytes + 1 - sent)
      await send(block.subarray(0, size))
      sent += size
    }
    await send('\r\n--edge--\r\n')
    await raw.write('0\r\n\r\n')
    const answer = await raw.readUntil('"refused":[')
    expect(answer).toContain('"refused":[{"field":"video","code":"A0413"}]')
    expect(answer).toContain('kept words')
    raw.socket.destroy()
    expect(filesOnDisk()).toEqual([])
  })

  it.each([
    ['with no stated length is read up to half the bound of refused forms', null, 35_000_000],
    ['whose stated length exceeds that bound is read up to the small limit', 70_000_001, 33_554_432],
  ])('refused, %s', async (_what, announced, most) => {
    maxBytes = 70_000_000
    const raw = await openRaw(port)
    const block = Buffer.alloc(1_000_000, 7)
    const piece = (text: string | Buffer): Promise<void> =>
      raw.write(
        announced === null
          ? Buffer.concat([Buffer.from(`${text.length.toString(16)}\r\n`), Buffer.from(text), Buffer.from('\r\n')])
          : text,
      )
    await raw.write(beginForm(announced, 'video', 'notes.txt'))
    if (announced === null) await piece(partHead('video', 'notes.txt'))
    const isEnded = raw.readToEnd()
    const sendAll = async (): Promise<void> => {
      for (let sent = 0; sent < 69; sent++) await piece(block)
    }
    // The server ends the connection while this is sent.
    await sendAll().catch(() => undefined)
    await isEnded
    const readBytes = last?.readBytes ?? 0
    expect(readBytes).toBeGreaterThan(most)
    expect(readBytes).toBeLessThan(most + block.length)
  })

  it('is refused once the account’s daily quota is used up, before its file is read', async () => {
    claims = true
    const files = Array.from({ length: env.attachmentDailyFiles }, (_, i) => i)
    await db.storedFile.createMany({
      data: files.map((i) => ({
        id: `quota${String(i).padStart(21, '0')}`,
        state: 'kept',
        size: 1,
        received: 1,
        sha256: 'x',
      })),
    })
    await db.attachment.createMany({
      data: files.map((i) => ({
        id: `quota${String(i).padStart(21, '0')}`,
        userId,
        fileId: `quota${String(i).padStart(21, '0')}`,
        kind: 'image',
        name: 'x.jpg',
        type: 'image/jpeg',
      })),
    })
    const taken = await post(formOf(['text', 'words'], ['image', ['a.jpg', plainJpeg()]]))
    expect([taken.ok, taken.code, taken.fields]).toEqual([false, 'C1202', { text: ['words'] }])
    const plain = await post(formOf(['text', 'words']))
    expect(plain.ok).toBe(true)
    await db.attachment.deleteMany()
    await db.storedFile.deleteMany()
  })
})

describe('the upload handler', () => {
  it('reads nothing of a signed-out sender’s form', async () => {
    const taken = await post(formOf(['text', 'words'], ['image', ['a.jpg', plainJpeg()]]), {})
    expect([taken.ok, taken.fields]).toEqual([null, {}])
    const raw = await openRaw(port)
    await raw.write(beginForm(300_000_000, 'video', 'a.mp4').replace(/Cookie: .*\r\n/, ''))
    const answer = await raw.readUntil('"readBytes":')
    expect(Number(/"readBytes":(\d+)/.exec(answer)?.[1] ?? '0')).toBeLessThan(2000)
    raw.socket.destroy()
  })

  it('removes what has arrived of a file if the sender disconnects', async () => {
    const cut = new Promise<Taken>((resolve) => {
      onCut = resolve
    })
    const raw = await openRaw(port)
    await raw.write(beginForm(1_000_000, 'video', 'a.mp4'))
    await raw.write(mp4(100_000))
    await expect.poll(() => filesOnDisk().length).toBe(1)
    raw.socket.destroy()
    expect((await cut).cut).toBe(true)
    await expect.poll(() => filesOnDisk()).toEqual([])
    expect(await db.storedFile.count()).toBe(0)
  })

  it('refuses a form that ends inside a part, or has no boundary', async () => {
    const body = `${partHead('video', 'a.mp4')}half of it`
    const answer = await fetch(`http://127.0.0.1:${port}/news/feedback/new`, {
      method: 'POST',
      body,
      headers: { cookie, 'content-type': 'multipart/form-data; boundary=edge' },
    })
    expect(((await answer.json()) as Taken).code).toBe('A0400')
    const none = await fetch(`http://127.0.0.1:${port}/news/feedback/new`, {
      method: 'POST',
      body,
      headers: { cookie, 'content-type': 'multipart/form-data' },
    })
    expect(((await none.json()) as Taken).code).toBe('A0400')
    expect(filesOnDisk()).toEqual([])
  })

  it('refuses a third simultaneous form of an account', async () => {
    const open = await Promise.all(
      [1, 2].map(async () => {
        const raw = await openRaw(port)
        await raw.write(beginForm(1_000_000, 'video', 'a.mp4'))
        await raw.write(mp4(1000))
        return raw
      }),
    )
    await expect.poll(() => filesOnDisk().length).toBe(2)
    expect((await post(formOf(['image', ['a.jpg', plainJpeg()]]))).code).toBe('A0503')
    for (const raw of open) raw.socket.destroy()
    await expect.poll(() => filesOnDisk()).toEqual([])
    await expect.poll(async () => (await post(formOf(['image', ['a.jpg', plainJpeg()]]))).ok).toBe(true)
  })
})
