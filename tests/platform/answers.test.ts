/**
 * Answer bodies in memory are streamed without copies, and the memory they hold is counted per buffer, per client and
 * overall.
 */
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { answerLimits, heldByAnswers, reserveAnswer } from '~/platform/answers.server'
import {
  bodyOfPieces,
  findBuffers,
  gzipPieces,
  respondWithFile,
  respondWithPieces,
  respondWithStream,
} from '~/platform/http.server'
import { sendResponse } from '../../app/server/remix-handler'

const mb = 1_048_576
const noise = (bytes: number, seed: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, i) => (i * 131 + seed + (i >> 9)) & 0xff)
const facts = {
  type: 'application/octet-stream',
  fileName: 'list.chl',
  etag: '"tag"',
  lastModified: new Date('2026-01-02T03:04:05Z'),
}
const chunksOf = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = []
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    chunks.push(value)
  }
}

describe('a body of bytes in memory', () => {
  it('consists of slices of the original buffer, in one piece or several', async () => {
    const bytes = noise(300_000, 1)
    const whole = await chunksOf(
      respondWithFile(new Request('http://x/'), { ...facts, bytes }).body ?? new ReadableStream(),
    )
    expect(whole.every((chunk) => chunk.buffer === bytes.buffer && chunk.length <= 65_536)).toBe(true)
    expect(Buffer.concat(whole).equals(bytes)).toBe(true)
    const shared = new Uint8Array(new SharedArrayBuffer(200_000))
    shared.set(noise(200_000, 2))
    const pieces = [noise(10, 3), new Uint8Array(), shared, bytes]
    const all = Buffer.concat(pieces)
    for (const [start, end] of [
      [0, all.length],
      [0, 1],
      [9, 11],
      [5, 200_015],
      [200_009, 200_010],
      [200_010, 265_546],
      [all.length - 1, all.length],
    ] as const) {
      const chunks = await chunksOf(bodyOfPieces(pieces, { start, end }))
      expect([
        start,
        end,
        Buffer.concat(chunks).equals(all.subarray(start, end)),
        chunks.every((chunk) => pieces.some((piece) => piece.buffer === chunk.buffer)),
      ]).toEqual([start, end, true, true])
      const part = respondWithPieces(new Request('http://x/', { headers: { range: `bytes=${start}-${end - 1}` } }), {
        ...facts,
        pieces,
      })
      expect([part.status, Buffer.from(await part.arrayBuffer()).equals(all.subarray(start, end))]).toEqual([206, true])
    }
    expect(
      Buffer.from(
        await new Response(
          gzipPieces(pieces, 1).pipeThrough(
            new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
          ),
        ).arrayBuffer(),
      ).equals(all),
    ).toBe(true)
    expect(findBuffers(bodyOfPieces(pieces))).toEqual(pieces.map((piece) => piece.buffer))
  })
  it('opens no file on the disk before it is read', async () => {
    let opened = 0
    const answer = respondWithStream(new Request('http://x/'), {
      ...facts,
      size: 3,
      open: () => Readable.from([Buffer.from(`a${++opened}b`)]),
    })
    expect(opened).toBe(0)
    expect(await answer.text()).toBe('a1b')
    const unread = respondWithStream(new Request('http://x/'), {
      ...facts,
      size: 3,
      open: () => Readable.from([Buffer.from(`a${++opened}b`)]),
    })
    await unread.body?.cancel()
    expect(opened).toBe(1)
  })
})

describe('the memory of pending answers', () => {
  const take = (of: string, ...buffers: ArrayBufferLike[]): (() => void) => {
    const place = reserveAnswer(of, buffers)
    if (!place.ok) throw new Error(`refused: ${place.reason}`)
    return place.release
  }
  const reasonOf = (of: string, ...buffers: ArrayBufferLike[]): string => {
    const place = reserveAnswer(of, buffers)
    if (place.ok) place.release()
    return place.ok ? 'ok' : place.reason
  }
  it('counts a buffer once, limits an account’s large answers, and is released once', () => {
    const file = new ArrayBuffer(40 * mb)
    const mine = Array.from({ length: answerLimits.largeOfOne }, () => take('user:a', file))
    expect(heldByAnswers()).toEqual({ answers: answerLimits.largeOfOne, bytes: file.byteLength })
    expect([reasonOf('user:a', file), reasonOf('user:b', file), reasonOf('user:a', new ArrayBuffer(100_000))]).toEqual([
      'own',
      'ok',
      'ok',
    ])
    mine[0]?.()
    mine[0]?.()
    expect(reasonOf('user:a', file)).toBe('ok')
    expect(heldByAnswers().answers).toBe(answerLimits.largeOfOne - 1)
    for (const release of mine) release()
    expect(heldByAnswers()).toEqual({ answers: 0, bytes: 0 })
  })
  it('is limited in bytes, per client and overall, and leaves room for pages', () => {
    const part = answerLimits.largeBytesOfOne / 2
    const own = [take('user:0', new ArrayBuffer(part)), take('user:0', new ArrayBuffer(part))]
    expect(reasonOf('user:0', new ArrayBuffer(2 * mb))).toBe('own')
    const others = Array.from({ length: answerLimits.largeBytesOfAll / part - 2 }, (_, i) =>
      take(`user:${1 + i}`, new ArrayBuffer(part)),
    )
    expect([reasonOf('user:z', new ArrayBuffer(2 * mb)), reasonOf('user:z', new ArrayBuffer(mb))]).toEqual([
      'all',
      'ok',
    ])
    for (const release of [...own, ...others]) release()
    const pages = Array.from({ length: answerLimits.bytesOfOne / mb }, () => take('192.0.2.1', new ArrayBuffer(mb)))
    expect([
      reasonOf('192.0.2.1', new ArrayBuffer(mb)),
      reasonOf('192.0.2.1', new ArrayBuffer(1000)),
      reasonOf('192.0.2.2', new ArrayBuffer(mb)),
    ]).toEqual(['own', 'ok', 'ok'])
    for (const release of pages) release()
    expect(heldByAnswers()).toEqual({ answers: 0, bytes: 0 })
  })
  it('is released when a reader disconnects midway, and not reserved for one that is gone', async () => {
    const bytes = noise(8 * mb, 4)
    let gone = false
    const sent: Promise<void>[] = []
    const server = createServer((req, res) => {
      if (gone) res.destroy()
      sent.push(
        sendResponse(req, res, respondWithFile(new Request('http://x/'), { ...facts, bytes }), '', { of: 'user:a' }),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const ask = () => get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false })
    const asked = ask()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await once(answer, 'readable')
    expect(heldByAnswers()).toEqual({ answers: 1, bytes: bytes.length })
    asked.on('error', () => undefined)
    answer.on('error', () => undefined)
    asked.destroy()
    await sent[0]
    expect(heldByAnswers()).toEqual({ answers: 0, bytes: 0 })
    gone = true
    const second = ask()
    await once(second, 'error')
    await sent[1]
    expect(heldByAnswers()).toEqual({ answers: 0, bytes: 0 })
    server.close()
  })
})
