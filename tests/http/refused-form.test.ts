/**
 * A refused form from a browser that reads nothing before it has sent everything: an account's form is read to the
 * end and answered, a visitor's only within small limits.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drain, refusedFormBytes } from '~/server/body'
import type { HttpClient } from '../support/http-client'
import { mp4, plainJpeg } from '../support/media'
import { startPortal, type Portal } from '../support/portal'
import { openRaw, type RawAnswer } from '../support/raw'

/** A visitor's refused form is read up to twice the largest upload: 40 000 bytes. */
const uploadBytes = 20_000
const longBytes = 40_000_000
let portal: Portal
let owner: HttpClient
beforeAll(async () => {
  portal = await startPortal({
    env: {
      MAX_UPLOAD_BYTES: String(uploadBytes),
      REQUEST_TIMEOUT_MS: '1000',
      UPLOAD_IDLE_MS: '3000',
      UPLOAD_TIMEOUT_MS: '20000',
      ATTACHMENT_DAILY_FILES: '8',
    },
  })
  owner = await portal.visitor().signIn('demo-user', 'mango-demo')
})
afterAll(() => portal.stop())

const field = (name: string, value: string): string =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = (name: string, fileName: string): string =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`
const words = 'Words that must not be typed again.'
const text = field('category', 'idea') + field('text', words)

const head = (client: HttpClient, address: string, bytes: number | null): string =>
  `POST ${address} HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nOrigin: ${portal.origin}\r\nAccept: text/html\r\nConnection: close\r\nCookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}\r\nContent-Type: multipart/form-data; boundary=edge\r\n${bytes === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`}\r\n\r\n`

const block = Buffer.alloc(1_000_000, 7)
/** Sends a form, padding its last file to its length, before it reads, as a browser does. */
const send = async (
  client: HttpClient,
  address: string,
  before: string | Buffer,
  fillBytes: number,
  after: string | Buffer = '\r\n--edge--\r\n',
): Promise<RawAnswer> => {
  const raw = await openRaw(portal.port)
  await raw.write(head(client, address, Buffer.byteLength(before) + fillBytes + after.length))
  await raw.write(before)
  for (let sent = 0; sent < fillBytes; sent += block.length)
    await raw.write(block.subarray(0, Math.min(block.length, fillBytes - sent)))
  await raw.write(after)
  return raw.readToEnd()
}
const cutCodes = new Set<unknown>(['ECONNRESET', 'EPIPE', 'ECANCELED', 'ERR_STREAM_DESTROYED'])
const isCut = (error: unknown): boolean => error instanceof Error && 'code' in error && cutCodes.has(error.code)
/** The answer, or `cut` if the server stopped reading. */
const sendOrCut = async (...args: Parameters<typeof send>): Promise<RawAnswer | 'cut'> => {
  try {
    return await send(...args)
  } catch (error) {
    if (isCut(error)) return 'cut'
    throw error
  }
}

describe('an account’s refused form', () => {
  it('with a long file of the wrong kind is answered: text and picture stay, and the error is at its field', async () => {
    const before = Buffer.concat([
      Buffer.from(text + fileHead('image', 'a.jpg')),
      plainJpeg(),
      Buffer.from(`\r\n${fileHead('video', 'notes.txt')}`),
    ])
    const answer = await send(owner, '/news/feedback/new', before, longBytes)
    expect([answer.status, answer.body.includes(words), answer.body.includes('a.jpg')]).toEqual([422, true, true])
    expect(answer.body).toMatch(/<input(?=[^>]*name="video")(?=[^>]*aria-invalid="true")/)
  })

  it('with a huge picture is read on to the video after it, which stays', async () => {
    const film = mp4(5000)
    const after = Buffer.concat([
      Buffer.from(`\r\n${fileHead('video', 'film.mp4')}`),
      film,
      Buffer.from('\r\n--edge--\r\n'),
    ])
    const answer = await send(owner, '/news/feedback/new', text + fileHead('image', 'raw.jpg'), longBytes, after)
    expect([answer.status, answer.body.includes(words), answer.body.includes('film.mp4')]).toEqual([422, true, true])
    expect(answer.body).toMatch(/raw\.jpg[^<]{1,10}: The picture is larger than 200/)
    expect(answer.body).not.toMatch(/film\.mp4[^<]{1,10}: /)
  })

  it('without a length is read to the end too', async () => {
    const raw = await openRaw(portal.port)
    const piece = (bytes: Uint8Array | string): Promise<void> =>
      raw.write(
        Buffer.concat([
          Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`),
          Buffer.from(bytes),
          Buffer.from('\r\n'),
        ]),
      )
    await raw.write(head(owner, '/news/feedback/new', null))
    await piece(text + fileHead('video', 'notes.txt'))
    for (let i = 0; i < 40; i++) await piece(block)
    await piece('\r\n--edge--\r\n')
    await raw.write('0\r\n\r\n')
    const answer = await raw.readToEnd()
    expect([answer.status, answer.body.includes(words)]).toEqual([422, true])
  })

  it('with a channel list is read to the end and answered on its page', async () => {
    const answer = await send(owner, '/features/uploads', fileHead('file', 'film.mp4'), 5_000_000)
    expect([413, 422]).toContain(answer.status)
    expect(answer.body).toContain('<form')
  })

  it('from a session that has just expired redirects to sign-in, and its text is kept', async () => {
    const late = await portal.visitor().signIn('demo-user', 'mango-demo')
    const cookies = new Map(late.cookies)
    await late.post('/logout', { reason: 'idle', page: '/home', typed: '{}' })
    for (const [name, value] of cookies) late.cookies.set(name, value)
    const answer = await send(late, '/news/feedback/new', text + fileHead('video', 'film.mp4'), longBytes)
    expect([answer.status, /location: \/\r/.test(`${answer.head}\r`)]).toEqual([303, true])
    late.cookies.clear()
    await late.signIn('demo-user', 'mango-demo')
    expect(await (await late.request('/news/feedback/new')).text()).toContain(words)
  })

  it('is cut when it stalls', async () => {
    const raw = await openRaw(portal.port)
    await raw.write(head(owner, '/news/feedback/new', longBytes))
    await raw.write(`${text}${fileHead('video', 'notes.txt')}its first bytes`)
    await raw.readToEnd()
  })
})

describe('the limits of reading refused forms', () => {
  it('cut a visitor’s form after the small limit', async () => {
    expect(
      await sendOrCut(portal.visitor(), '/news/feedback/new', text + fileHead('video', 'film.mp4'), longBytes),
    ).toBe('cut')
  })

  it('treat an invented session cookie as a visitor', async () => {
    const forged = portal.visitor()
    for (const [name, value] of owner.cookies) forged.cookies.set(name, value.split('').reverse().join(''))
    expect(await sendOrCut(forged, '/news/feedback/new', text + fileHead('video', 'film.mp4'), longBytes)).toBe('cut')
  })

  it('end at the small limit if an account’s form is longer than any refused form may be', async () => {
    const raw = await openRaw(portal.port)
    await raw.write(head(owner, '/features/uploads', refusedFormBytes + 1))
    const isEnded = raw.readToEnd()
    await raw.write(fileHead('file', 'film.mp4'))
    const sendAll = async (): Promise<string> => {
      for (let sent = 0; sent < longBytes; sent += block.length) await raw.write(block)
      return 'all was read'
    }
    expect(await sendAll().catch((error: unknown) => (isCut(error) ? 'cut' : String(error)))).toBe('cut')
    await isEnded
  })

  it('count the bytes of a form without a length, too: it is read only up to the limit', async () => {
    const maxBytes = 5_000_000
    let readBytes = 0
    let givenBack = 0
    const times = { drainTimeoutMs: 20_000, uploadTimeoutMs: 20_000, uploadIdleMs: 20_000 }
    const server = createServer((req, res) => {
      const { socket } = req
      socket.once('close', () => (readBytes = socket.bytesRead))
      res.writeHead(413, { connection: 'close' }).flushHeaders()
      drain(req, { ...times, drainBytes: 1000 }, { maxBytes, giveBack: () => givenBack++ })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const raw = await openRaw((server.address() as AddressInfo).port)
    await raw.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')])
    const isEnded = raw.readToEnd()
    const endless = async (): Promise<never> => {
      for (;;) await raw.write(chunk)
    }
    await expect(endless()).rejects.toSatisfy(isCut)
    expect((await isEnded).status).toBe(413)
    await new Promise((resolve) => server.close(resolve))
    expect(readBytes).toBeGreaterThan(maxBytes)
    expect(readBytes).toBeLessThan(maxBytes + 200_000)
    expect(givenBack).toBeGreaterThan(0)
  })

  it('allow two forms of an account at a time, and a third once one has ended', async () => {
    const open = await Promise.all(
      [1, 2].map(async () => {
        const raw = await openRaw(portal.port)
        await raw.write(head(owner, '/features/uploads', longBytes))
        await raw.write(fileHead('file', 'film.mp4') + 'x'.repeat(3 * uploadBytes))
        await raw.readUntil('<form')
        return raw
      }),
    )
    const keepOn = setInterval(() => {
      for (const raw of open) raw.socket.write('more')
    }, 100)
    expect(await sendOrCut(owner, '/features/uploads', fileHead('file', 'film.mp4'), longBytes)).toBe('cut')
    clearInterval(keepOn)
    for (const raw of open) raw.socket.destroy()
    await expect
      .poll(async () => sendOrCut(owner, '/features/uploads', fileHead('file', 'film.mp4'), 5_000_000))
      .not.toBe('cut')
  })
})
