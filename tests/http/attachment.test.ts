/**
 * Attachments over the API: upload in parts and its resumption, refusals and their codes, stripped metadata, and how
 * files are served.
 */
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeList } from '../support/fixtures/satcodx'
import type { HttpClient } from '../support/http-client'
import {
  avi,
  aviHead,
  flv,
  flvHead,
  mkv,
  mkvHead,
  mp4,
  plainJpeg,
  plainPng,
  pngBomb,
  telling,
  tellingPng,
  tellingWords,
} from '../support/media'
import { startPortal, type Portal } from '../support/portal'
import { openRaw } from '../support/raw'

type Attachment = {
  id: string
  kind: string
  name: string
  type: string | null
  size: number
  received: number
  done: boolean
  width: number | null
  height: number | null
  chunkBytes: number
}
const base = '/userFeedback/customer/attachment'
const imageBytes = 204_800
const videoBytes = 314_572_799

let portal: Portal
let owner: HttpClient
let friend: HttpClient
beforeAll(async () => {
  portal = await startPortal({
    env: { ATTACHMENT_DAILY_FILES: '1000', ATTACHMENT_DAILY_BYTES: '4000000000', LIMITS: 'off' },
  })
  owner = await portal.visitor().signIn('demo-user', 'mango-demo')
  friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
})
afterAll(() => portal.stop())

const call = <D = Attachment>(
  client: HttpClient,
  method: string,
  path: string,
  more: { json?: unknown; bytes?: Uint8Array; headers?: Record<string, string> } = {},
) =>
  client.api<D>(method, path, {
    headers: { origin: portal.origin, ...more.headers },
    ...(more.json === undefined ? {} : { json: more.json }),
    ...(more.bytes === undefined ? {} : { raw: { type: 'application/octet-stream', bytes: more.bytes } }),
  })
const start = (client: HttpClient, kind: string, name: string, size: number) =>
  call(client, 'POST', base, { json: { kind, name, size } })
const put = (client: HttpClient, id: string, offset: number, bytes: Uint8Array) =>
  call(client, 'PUT', `${base}/${id}?offset=${offset}`, { bytes })
const send = async (client: HttpClient, kind: string, name: string, bytes: Uint8Array) => {
  const begun = await start(client, kind, name, bytes.length)
  expect([name, begun.status, begun.code]).toEqual([name, 201, '0'])
  return put(client, begun.data.id, 0, bytes)
}
const fileOf = async (
  client: HttpClient,
  id: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<Response> => client.request(`/news/attachments/${id}${query}`, { headers })

describe('a file uploaded in parts', () => {
  it('is done after its last part, and downloads unchanged', async () => {
    const film = mkv(300_000)
    const begun = await start(owner, 'video', 'my film.mkv', film.length)
    expect(begun.data).toMatchObject({ received: 0, done: false, chunkBytes: 4_194_304, type: null })
    const { id } = begun.data
    expect((await put(owner, id, 0, film.subarray(0, 100_000))).data).toMatchObject({ received: 100_000, done: false })
    expect((await put(owner, id, 100_000, film.subarray(100_000))).data).toMatchObject({
      received: film.length,
      done: true,
      type: 'video/x-matroska',
    })
    const back = await fileOf(owner, id)
    expect(Buffer.from(await back.arrayBuffer()).equals(film)).toBe(true)
  })

  it('resumes after a broken connection from the received length', async () => {
    const film = avi(400_000)
    const { id } = (await start(owner, 'video', 'cut.avi', film.length)).data
    const raw = await openRaw(portal.port)
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await raw.write(
      `PUT /api${base}/${id}?offset=0 HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nOrigin: ${portal.origin}\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${film.length}\r\n\r\n`,
    )
    await raw.write(film.subarray(0, 150_000))
    raw.socket.end()
    const received = async (): Promise<number> => (await call(owner, 'GET', `${base}/${id}`)).data.received ?? 0
    // Bytes may still be on their way, so poll until the received length is final.
    await expect.poll(received).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        const from = await received()
        return (await put(owner, id, from, film.subarray(from))).data
      })
      .toMatchObject({ done: true, type: 'video/x-msvideo' })
    expect(Buffer.from(await (await fileOf(owner, id)).arrayBuffer()).equals(film)).toBe(true)
  })

  it('takes a chunked part without a length, and refuses one over the limit, announced or not', async () => {
    const { id } = (await start(owner, 'video', 'long.flv', 6_000_000)).data
    const film = flv(6_000_000).subarray(0, 6_000_000)
    const pieces = (bytes: Uint8Array): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const sent = httpRequest(
          `${portal.origin}/api${base}/${id}?offset=0`,
          {
            method: 'PUT',
            headers: { origin: portal.origin, cookie: [...owner.cookies].map(([n, v]) => `${n}=${v}`).join('; ') },
          },
          (answer) => {
            let text = ''
            answer.on('data', (part: Buffer) => (text += part.toString()))
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
          },
        )
        sent.on('error', reject)
        sent.write(bytes.subarray(0, 10))
        sent.end(bytes.subarray(10))
      })
    const unannounced = await pieces(film.subarray(0, 4_194_305))
    expect([unannounced.status, unannounced.text]).toEqual([413, expect.stringContaining('"received":0')])
    expect((await put(owner, id, 0, film.subarray(0, 4_194_305))).code).toBe('A0413')
    expect((await put(owner, id, 0, film.subarray(0, 4_194_304))).data).toMatchObject({ received: 4_194_304 })
    expect((await put(owner, id, 4_194_304, film.subarray(0, 1_805_697))).code).toBe('A0413')
    expect((await put(owner, id, 4_194_304, film.subarray(4_194_304))).data).toMatchObject({
      done: true,
      type: 'video/x-flv',
    })
    expect((await put(owner, id, 0, film.subarray(0, 10))).data).toMatchObject({ received: 6_000_000, done: true })
  })

  it('refuses a second part at the same offset, and says where to continue', async () => {
    const film = mkv(1_000_000)
    const { id } = (await start(owner, 'video', 'two tabs.mkv', film.length)).data
    const answers = await Promise.all([
      put(owner, id, 0, film.subarray(0, 500_000)),
      put(owner, id, 0, film.subarray(0, 500_000)),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', 'A0409'])
    expect((await put(owner, id, 0, film.subarray(0, 10))).data).toMatchObject({ received: 500_000, done: false })
    expect((await put(owner, id, 500_000, film.subarray(500_000))).data.done).toBe(true)
    expect(Buffer.from(await (await fileOf(owner, id)).arrayBuffer()).equals(film)).toBe(true)
  })

  it('is gone once deleted, even before its last part', async () => {
    const { id } = (await start(owner, 'video', 'never.mkv', 1000)).data
    await put(owner, id, 0, mkv(1000).subarray(0, 100))
    expect((await call(owner, 'DELETE', `${base}/${id}`)).code).toBe('0')
    expect((await call(owner, 'GET', `${base}/${id}`)).code).toBe('F1102')
    expect((await put(owner, id, 100, Buffer.from('x'))).code).toBe('F1102')
    expect((await fileOf(owner, id)).status).toBe(404)
  })
})

describe('an upload is refused', () => {
  it('when its size is over the limit, before any byte is sent', async () => {
    expect((await start(owner, 'image', 'a.jpg', imageBytes + 1)).code).toBe('A0413')
    expect((await start(owner, 'video', 'a.mp4', videoBytes + 1)).code).toBe('A0413')
    expect((await start(owner, 'video', 'a.mp4', videoBytes + 2)).code).toBe('A0413')
    const largest = await start(owner, 'video', 'a.mp4', videoBytes)
    expect(largest.code).toBe('0')
    await call(owner, 'DELETE', `${base}/${largest.data.id}`)
    const empty = await start(owner, 'image', 'a.jpg', 0)
    expect([empty.status, empty.code]).toEqual([422, 'A0422'])
  })

  it('when its name is of another kind of file', async () => {
    for (const [kind, name] of [
      ['image', 'a.gif'],
      ['image', 'a.svg'],
      ['image', 'a.mp4'],
      ['video', 'a.jpg'],
      ['video', 'a.webm'],
      ['video', 'mp4'],
      ['image', 'a.jpg.exe'],
      ['image', 'constructor'],
      ['image', 'a.toString'],
    ] as const) {
      expect([name, (await start(owner, kind, name, 100)).code]).toEqual([name, 'A0415'])
    }
  })

  const wrong: [string, string, () => Buffer][] = [
    [
      'image',
      'really.jpg',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['image', 'png.jpg', plainPng],
    ['image', 'jpeg.png', plainJpeg],
    ['image', 'half.jpg', () => plainJpeg().subarray(0, 700)],
    ['image', 'half.png', () => plainPng().subarray(0, -20)],
    ['image', 'bent.png', () => Buffer.from(plainPng().map((byte, i) => (i === 50 ? byte ^ 1 : byte)))],
    ['image', 'html.png', () => Buffer.concat([plainPng().subarray(0, 8), Buffer.from('<html>')])],
    ['image', 'bomb.png', pngBomb],
    ['video', 'film.mp4', () => mkv(5000)],
    ['video', 'film.mkv', () => mp4(5000)],
    ['video', 'picture-from-a-phone.mp4', () => mp4(5000, 'heic')],
    ['video', 'song.mp4', () => mp4(5000, 'M4A ')],
    ['video', 'cut-before-its-index.mp4', () => mp4(5000).subarray(0, 5030)],
    ['video', 'cut-in-its-index.mov', () => mp4(5000, 'qt  ').subarray(0, -20)],
    [
      'video',
      'beyond-its-end.mp4',
      () => Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), mp4(5000).subarray(4)]),
    ],
    ['video', 'head.mkv', mkvHead],
    ['video', 'head.avi', aviHead],
    ['video', 'head.flv', flvHead],
    ['video', 'sound.mkv', () => mkv(1000, { trackType: 2 })],
    ['video', 'film.avi', () => Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt and more of it')],
    ['video', 'film.flv', () => Buffer.from('MZ this is a program'.repeat(10))],
    ['video', 'film.mov', () => Buffer.from('<html>'.repeat(1000))],
  ]
  for (const [kind, name, make] of wrong) {
    it(`when its content does not match its name: ${name}`, async () => {
      const bytes = make()
      const answer = await send(owner, kind, name, bytes)
      expect([answer.status, answer.code]).toEqual([415, 'A0415'])
    })
  }

  it('when the first part of a video is wrong, before the rest is sent', async () => {
    const { id } = (await start(owner, 'video', 'film.mp4', 50_000_000)).data
    expect((await put(owner, id, 0, Buffer.alloc(100_000, 1))).code).toBe('A0415')
    expect((await call(owner, 'GET', `${base}/${id}`)).code).toBe('F1102')
  })

  it('when the file is another user’s, by every call; an unknown one is not found', async () => {
    const mine = (await send(owner, 'image', 'mine.jpg', plainJpeg())).data
    const unfinished = (await start(owner, 'video', 'mine.mkv', 1000)).data
    for (const { id } of [mine, unfinished]) {
      expect((await call(friend, 'GET', `${base}/${id}`)).code).toBe('F1104')
      expect((await call(friend, 'GET', `${base}/${id}/file`)).code).toBe('F1104')
      expect((await put(friend, id, 0, Buffer.from('stolen'))).code).toBe('F1104')
      expect((await call(friend, 'DELETE', `${base}/${id}`)).code).toBe('F1104')
      expect((await fileOf(friend, id)).status).toBe(403)
    }
    for (const id of ['0123456789abcdefghjkmnpqrs', 'x', '..%2f..%2fportal.db']) {
      for (const [method, tail] of [
        ['GET', ''],
        ['GET', '/file'],
        ['DELETE', ''],
      ] as const)
        expect((await call(owner, method, `${base}/${id}${tail}`)).code).toBe('F1102')
      expect((await put(owner, id, 0, Buffer.from('x'))).code).toBe('F1102')
    }
    expect((await call(owner, 'GET', `${base}/${mine.id}`)).data.done).toBe(true)
  })

  it('when the sender is signed out, without reading the body', async () => {
    const { id } = (await start(owner, 'video', 'mine.mkv', 4_000_000)).data
    const raw = await openRaw(portal.port)
    await raw.write(
      `PUT /api${base}/${id}?offset=0 HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nContent-Type: application/octet-stream\r\nContent-Length: 4000000\r\n\r\n`,
    )
    const head = await raw.readUntil('"code":"I1304"')
    expect(head.toLowerCase()).toContain('connection: close')
    raw.socket.destroy()
    expect((await call(owner, 'GET', `${base}/${id}`)).data.received).toBe(0)
  })

  it('when it is a form instead of a raw body, or comes from another site', async () => {
    const { id } = (await start(owner, 'video', 'mine.mkv', 4_000)).data
    const form = new FormData()
    form.append('file', new Blob(['x']))
    expect(
      (await owner.api('PUT', `${base}/${id}?offset=0`, { multipart: form, headers: { origin: portal.origin } })).code,
    ).toBe('A0415')
    expect(
      (
        await owner.api('PUT', `${base}/${id}?offset=0`, {
          raw: { type: 'application/octet-stream', bytes: 'x' },
          headers: { origin: 'https://elsewhere.example' },
        })
      ).code,
    ).toBe('A0403')
    for (const offset of ['-1', 'x', '1.5', '', '1e0', '0x0', '%201'])
      expect([
        offset,
        (await call(owner, 'PUT', `${base}/${id}?offset=${offset}`, { bytes: Buffer.from('x') })).code,
      ]).toEqual([offset, 'A0422'])
  })
})

describe('a picture', () => {
  it('loses its camera data and location, and stays complete with its orientation', async () => {
    const sent = telling(6)
    const { data } = await send(owner, 'image', 'IMG 1.JPG', sent)
    expect(data).toMatchObject({ done: true, type: 'image/jpeg', width: 80, height: 120, name: 'IMG 1.JPG' })
    const back = Buffer.from(await (await fileOf(owner, data.id)).arrayBuffer())
    for (const word of tellingWords) {
      expect(back.includes(word)).toBe(false)
    }
    expect(tellingWords.some((word) => sent.includes(word))).toBe(true)
    expect(back.length).toBe(data.size)
    // Only the orientation is kept.
    expect(back.includes(Buffer.from('0112000300000001000600000000', 'hex'))).toBe(true)
    const plain = await send(owner, 'image', 'plain.jpeg', plainJpeg())
    expect(Buffer.from(await (await fileOf(owner, plain.data.id)).arrayBuffer()).equals(plainJpeg())).toBe(true)
  })

  it('loses its texts and times as a PNG', async () => {
    const { data } = await send(owner, 'image', 'shot.png', tellingPng())
    const back = Buffer.from(await (await fileOf(owner, data.id)).arrayBuffer())
    for (const word of [...tellingWords, 'tEXt', 'zTXt', 'eXIf', 'tIME', 'vpAg'])
      expect(back.includes(word)).toBe(false)
    expect(back.equals(plainPng())).toBe(true)
  })

  it('is accepted at exactly the size limit', async () => {
    const jpeg = plainJpeg()
    const padding = imageBytes - jpeg.length - 4 * 4
    const comments = [0, 1, 2, 3].map((i) => {
      const size = Math.floor(padding / 4) + (i === 3 ? padding % 4 : 0)
      const head = Buffer.from([0xff, 0xfe, 0, 0])
      head.writeUInt16BE(size + 2, 2)
      return Buffer.concat([head, Buffer.alloc(size, 0x41)])
    })
    const full = Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
    expect(full.length).toBe(imageBytes)
    expect((await send(owner, 'image', 'full.jpg', full)).data).toMatchObject({ done: true, size: jpeg.length })
  })
})

it('pages and refusals show a size in the unit of its limit', async () => {
  const form = await (await owner.request('/news/feedback/new')).text()
  expect(form).toContain('200 kB each')
  expect(form).toContain('300 MB')
  const around = mkv(1000).length - 1000
  const film = await send(owner, 'video', 'a mebibyte.mkv', mkv(1024 * 1024 - around))
  expect(film.data.size).toBe(1024 * 1024)
  const feedback = await call<{ id: string }>(owner, 'POST', '/userFeedback/customer/userFeedback', {
    json: { category: 'other', text: 'The picture freezes after an hour of watching.', attachment: [film.data.id] },
  })
  expect(await (await owner.request(`/news/feedback/${feedback.data.id}`)).text()).toContain('>1 MB<')
  expect((await start(owner, 'image', 'a.jpg', imageBytes + 1)).message).toContain('200 kB')
  const list = await call<{ id: string }>(owner, 'POST', '/chmax/lists?name=Room', {
    bytes: makeList({ seed: 31, records: 20, variant: '103' }).bytes,
  })
  expect(list.code).toBe('0')
  expect(await (await owner.request('/features')).text()).toMatch(/Your lists use [\d.,]+ (?:bytes|kB) of 64 MB/)
})

describe('a video', () => {
  it('loses its location and names in place, and no other byte moves', async () => {
    const sent = mp4(200_000)
    const { data } = await send(owner, 'video', 'film.mp4', sent)
    expect(data).toMatchObject({ done: true, type: 'video/mp4', size: sent.length })
    const back = Buffer.from(await (await fileOf(owner, data.id)).arrayBuffer())
    expect(back.length).toBe(sent.length)
    for (const word of tellingWords) expect(back.includes(word)).toBe(false)
    expect(tellingWords.some((word) => sent.includes(word))).toBe(true)
    const table = sent.indexOf('moov') - 4
    expect(back.subarray(0, table).equals(sent.subarray(0, table))).toBe(true)
  })
  it('is recognised as QuickTime by its brand', async () => {
    expect((await send(owner, 'video', 'film.mov', mp4(100, 'qt  '))).data.type).toBe('video/quicktime')
  })
})

describe('a served file', () => {
  it('is sent as an uncached download with nosniff and a policy that blocks loading', async () => {
    const { data } = await send(owner, 'image', 'Фото "1".jpg', plainJpeg())
    const saved = await fileOf(owner, data.id)
    expect(saved.headers.get('content-disposition')).toMatch(
      /^attachment; filename="____ _1_\.jpg"; filename\*=UTF-8''/,
    )
    expect(saved.headers.get('content-type')).toBe('image/jpeg')
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['cache-control', 'private, no-store'],
      ['cross-origin-resource-policy', 'same-origin'],
      ['accept-ranges', 'bytes'],
    ]) {
      expect([name, saved.headers.get(name ?? '')]).toEqual([name, value])
    }
    expect(saved.headers.get('content-security-policy')).toContain("default-src 'none'")
    const shown = await fileOf(owner, data.id, '?view=image')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; /)
    const film = (await send(owner, 'video', 'film.flv', flv(100))).data
    expect((await fileOf(owner, film.id, '?view=image')).headers.get('content-disposition')).toMatch(/^attachment; /)
    const byApi = await owner.request(`/api${base}/${data.id}/file`)
    expect([byApi.status, byApi.headers.get('content-disposition')]).toEqual([
      200,
      saved.headers.get('content-disposition'),
    ])
  })

  it('answers ranges, conditions and HEAD, for small and large files', async () => {
    for (const film of [flv(1000), flv(3_000_000)]) {
      const { id } = (await send(owner, 'video', 'film.flv', film)).data
      const part = await fileOf(owner, id, '', { range: 'bytes=10-19' })
      expect([
        part.status,
        part.headers.get('content-range'),
        Buffer.from(await part.arrayBuffer()).equals(film.subarray(10, 20)),
      ]).toEqual([206, `bytes 10-19/${film.length}`, true])
      const rest = await fileOf(owner, id, '', { range: 'bytes=-5' })
      expect(Buffer.from(await rest.arrayBuffer()).equals(film.subarray(-5))).toBe(true)
      expect((await fileOf(owner, id, '', { range: `bytes=${film.length}-` })).status).toBe(416)
      const whole = await fileOf(owner, id)
      expect(whole.headers.get('content-length')).toBe(String(film.length))
      expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true)
      expect((await fileOf(owner, id, '', { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304)
      const head = await owner.request(`/news/attachments/${id}`, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([
        200,
        String(film.length),
        0,
      ])
    }
  })

  it('is not read to the end when the client disconnects', async () => {
    // Larger than the socket buffers, since their bytes count as sent.
    const film = flv(24_000_000)
    const { id } = (await start(owner, 'video', 'film.flv', film.length)).data
    for (let at = 0; at < film.length; at += 4_000_000)
      expect((await put(owner, id, at, film.subarray(at, at + 4_000_000))).status).toBe(200)
    const raw = await openRaw(portal.port)
    await raw.write(
      `GET /news/attachments/${id} HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nCookie: ${[...owner.cookies].map(([n, v]) => `${n}=${v}`).join('; ')}\r\n\r\n`,
    )
    await raw.readUntil('HTTP/1.1 200')
    raw.socket.destroy()
    const line = await portal.waitForLog((one) => one.msg === 'request' && one.url === `/news/attachments/${id}`)
    expect(line.cut).toBe(true)
  })

  it('is an error page for a browser and a code for a program when it is missing or another’s', async () => {
    const { id } = (await send(owner, 'image', 'a.jpg', plainJpeg())).data
    const visit = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'ru' }
    for (const [client, address, status, code, title] of [
      [owner, `/news/attachments/${'0'.repeat(26)}`, 404, 'F1102', 'Страница не найдена'],
      [friend, `/news/attachments/${id}`, 403, 'F1104', 'Сюда у вас нет доступа'],
      [owner, '/features/lists/missing/file', 404, 'C1101', 'Страница не найдена'],
    ] as const) {
      const page = await client.request(address, { headers: visit })
      expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
        status,
        'text/html; charset=utf-8',
        'private, no-store',
      ])
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      const text = await page.text()
      for (const part of [`<html lang="ru" dir="ltr"`, `<h1>${title}</h1>`, code, 'href="/home"'])
        expect(text).toContain(part)
      const plain = await client.request(address, { headers: { accept: '*/*' } })
      expect([plain.status, await plain.json()]).toEqual([status, { code }])
    }
  })

  it('is not shown to a signed-out visitor', async () => {
    const { id } = (await send(owner, 'image', 'a.jpg', plainJpeg())).data
    const answer = await portal.visitor().request(`/news/attachments/${id}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect((await portal.visitor().api('GET', `${base}/${id}/file`)).code).toBe('I1304')
  })
})

describe('an attachment not sent yet', () => {
  const list = (client: HttpClient) => call<(Attachment & { sample: string | null })[]>(client, 'GET', base)
  it('is listed for its owner only', async () => {
    const begun = await start(owner, 'video', 'listed.mkv', 9000)
    await put(owner, begun.data.id, 0, mkv(9000).subarray(0, 5000))
    expect((await list(owner)).data[0]).toMatchObject({
      id: begun.data.id,
      received: 5000,
      done: false,
      sample: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await list(friend)).data.map(({ id }) => id)).not.toContain(begun.data.id)
  })

  it('is deleted by Exit, unless another session of the account may be using it', async () => {
    const one = await portal.visitor().signIn('demo-friend', 'mango-friend')
    expect((await send(one, 'image', 'a.jpg', plainJpeg())).data.done).toBe(true)
    const exit = (client: HttpClient): Promise<Response> =>
      client.request('/logout', {
        method: 'POST',
        headers: { origin: portal.origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      })
    await exit(one)
    expect((await list(friend)).data.map(({ name }) => name)).toContain('a.jpg')
    await exit(friend)
    friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
    expect((await list(friend)).data).toEqual([])
  })
})
