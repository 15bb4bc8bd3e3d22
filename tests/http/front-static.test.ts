/** Files below public/: which are served, how browsers cache them, and which are not served. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../support/paths'
import { sendRaw } from '../support/raw'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let server: SharedPortal
beforeAll(async () => {
  server = await sharePortal()
})
afterAll(() => server.stop())

type Plain = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }
/** A request whose answer stays compressed. */
const get = (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Plain> =>
  new Promise((resolve, reject) => {
    request({ port: server.port, host: '127.0.0.1', path: address, headers, method }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })

/** The largest chunk shared by all pages. */
const shared = readdirSync(path.join(root, 'public/build/_shared'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, bytes: readFileSync(path.join(root, 'public/build/_shared', name)) }))
  .sort((a, b) => b.bytes.length - a.bytes.length)[0]
const built = `/build/_shared/${shared?.name ?? ''}`
const bytes = shared?.bytes ?? Buffer.alloc(0)

describe('a built file', () => {
  it('is cached for good, with a strong ETag', async () => {
    const answer = await get(built)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.etag).toMatch(/^"[0-9a-f]{32}"$/)
    expect(answer.body.equals(bytes)).toBe(true)
  })

  it('is compressed for clients that accept it, each encoding with its own ETag', async () => {
    const brotli = await get(built, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).equals(bytes)).toBe(true)
    const zipped = await get(built, { 'accept-encoding': 'gzip, br;q=0' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.body).equals(bytes)).toBe(true)
    expect(new Set([brotli.headers.etag, zipped.headers.etag, (await get(built)).headers.etag]).size).toBe(3)
    expect(brotli.headers.vary).toBe('accept-encoding')
  })

  it('is not sent again to a client that has it', async () => {
    const first = await get(built, { 'accept-encoding': 'br' })
    const again = await get(built, { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    expect(
      (await get(built, { 'accept-encoding': 'br', 'if-none-match': '"other", W/' + String(first.headers.etag) }))
        .status,
    ).toBe(304)
    expect((await get(built, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await get(built, { 'if-modified-since': String(first.headers['last-modified']) })).status).toBe(304)
    expect((await get(built, { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200)
  })

  it('is described by HEAD without a body', async () => {
    const answer = await get(built, {}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-length']).toBe(String(bytes.length))
    expect(answer.body).toHaveLength(0)
  })

  it('is sent in ranges', async () => {
    const part = await get(built, { range: 'bytes=10-19' })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 10-19/${bytes.length}`)
    expect(part.body.equals(bytes.subarray(10, 20))).toBe(true)
    expect((await get(built, { range: 'bytes=-5' })).body.equals(bytes.subarray(-5))).toBe(true)
    const beyond = await get(built, { range: `bytes=${bytes.length}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${bytes.length}`)
    expect((await get(built, { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200)
  })

  it('is found by its name, percent-encoded or not', async () => {
    const name =
      readdirSync(path.join(root, 'public/build/routes')).find((one) => one.includes('_') && one.endsWith('.js')) ?? ''
    expect(name).not.toBe('')
    for (const address of [
      `/build/routes/${name}`,
      `/build/routes/${name.replaceAll('_', '%5F').replaceAll('.', '%2E')}`,
    ])
      expect((await get(address)).status, address).toBe(200)
  })

  it('is answered 404 if missing, without asking the pages', async () => {
    const answer = await get('/build/no-such-chunk.js')
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('a file outside public/', () => {
  it('is not served by any spelling of its path', async () => {
    for (const address of [
      '/../package.json',
      '/..%2fpackage.json',
      '/build/../../package.json',
      '/build/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
      '/build/%5c..%5c..%5cpackage.json',
      '/.env',
      '/build/.cache',
      `${built}.br`,
      `${built}.map`,
    ]) {
      const answer = await sendRaw(
        server.port,
        `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
      )
      // An unknown address redirects a visitor to the front page.
      if (answer.status === 302) expect(answer.head, address).toMatch(/^location: \/\r?$/m)
      else expect([400, 404], address).toContain(answer.status)
      expect(answer.body, address).not.toContain('"mango-portal"')
    }
  })

  it('is not reached by an absolute-looking path, and no redirect names its host', async () => {
    const answer = await sendRaw(
      server.port,
      'GET //evil.example/home HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    )
    expect(answer.status).toBe(302)
    expect(answer.head).toMatch(/^location: \/\r?$/m)
    const absolute = await sendRaw(
      server.port,
      'GET http://evil.example/home HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    )
    expect(absolute.status).toBe(400)
  })
})
