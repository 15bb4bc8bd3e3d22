/**
 * The largest video adds less than 200 MB to the built server's memory, as a form, in parts and when downloaded.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { attachmentLimits } from '~/modules/attachment/limits'
import { memoryMb, serve, signIn } from '../../scripts/bench/portal'
import { copyTemplate } from '../support/template'

const size = attachmentLimits.videoBytes
const blockBytes = 65_536

/** The bytes of a video of `size`: an MP4's head, then one box of noise. */
const makeBlock = (() => {
  const noise = Buffer.from(Array.from({ length: blockBytes }, (_, i) => (i * 131 + (i >> 7)) & 0xff))
  const head = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom\0\0\u0002\0isomiso2', 'latin1'),
    Buffer.from([0, 0, 0, 16]),
    Buffer.from('moov'),
    Buffer.from([0, 0, 0, 8]),
    Buffer.from('free'),
    Buffer.alloc(4),
    Buffer.from('mdat'),
  ])
  head.writeUInt32BE(size - 40, 40)
  return (at: number, length: number): Buffer => {
    const block = Buffer.from(noise.subarray(0, length))
    if (at < head.length) head.copy(block, 0, at, Math.min(head.length, at + length))
    return block
  }
})()

/** Sends a part of the video over one connection, as fast as it is accepted. */
const send = (
  method: string,
  address: string,
  headers: Record<string, string | number>,
  from: number,
  to: number,
  around: { before: string; after: string } = { before: '', after: '' },
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const length = Buffer.byteLength(around.before) + (to - from) + Buffer.byteLength(around.after)
    const sent = request(address, { method, headers: { ...headers, 'content-length': length } }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    if (around.before !== '') sent.write(around.before)
    let at = from
    const write = (): void => {
      while (at < to) {
        const length = Math.min(blockBytes, to - at)
        const goesOn = sent.write(makeBlock(at, length))
        at += length
        if (!goesOn) {
          sent.once('drain', write)
          return
        }
      }
      sent.end(around.after)
    }
    write()
  })

const fetchAll = (address: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(address, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve(bytes))
    })
      .on('error', reject)
      .end()
  })

/** The megabytes that a process grows by during some work. */
const growth = async (pid: number, work: () => Promise<void>): Promise<number> => {
  const before = memoryMb(pid)
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, memoryMb(pid))
  }, 20)
  try {
    await work()
    return Math.max(most, memoryMb(pid)) - before
  } finally {
    clearInterval(look)
  }
}

const expectStatus = (answer: { status: number; text: string }, status: number): string => {
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return answer.text
}

const asForm = (origin: string, headers: Record<string, string>): Promise<{ status: number; text: string }> => {
  const fields = { category: 'idea', text: 'A film to be measured by, as large as may be.' }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const video =
    '--edge\r\nContent-Disposition: form-data; name="video"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n'
  const type = { 'content-type': 'multipart/form-data; boundary=edge' }
  const around = { before: parts.join('') + video, after: '\r\n--edge--\r\n' }
  return send('POST', `${origin}/news/feedback/new`, { ...headers, ...type }, 0, size, around)
}

/** Returns the id of the stored video. */
const inParts = async (origin: string, headers: Record<string, string>): Promise<string> => {
  const base = `${origin}/api/userFeedback/customer/attachment`
  const begun = await fetch(base, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'video', name: 'film.mp4', size }),
  })
  const { data: made } = (await begun.json()) as { data: { id: string; chunkBytes: number } }
  const type = { 'content-type': 'application/octet-stream' }
  let text = ''
  for (let at = 0; at < size; at += made.chunkBytes) {
    const end = Math.min(size, at + made.chunkBytes)
    text = expectStatus(await send('PUT', `${base}/${made.id}?offset=${at}`, { ...headers, ...type }, at, end), 200)
  }
  if (!text.includes('"done":true')) throw new Error(`the film was not taken: ${text}`)
  return made.id
}

it('a video of 300 MiB adds less than 200 MB to the server’s memory', async () => {
  const folder = copyTemplate()
  const uploads = mkdtempSync(path.join(os.tmpdir(), 'portal-uploads-'))
  const server = await serve(folder, {
    LIMITS: 'off',
    ATTACHMENT_DAILY_BYTES: '100000000000',
    ATTACHMENT_DAILY_FILES: '1000',
    UPLOADS_DIR: uploads,
  })
  const { origin } = server
  try {
    const headers = { cookie: await signIn(origin), origin }
    await fetchAll(`${origin}/news/feedback/new`, headers)
    let film = ''
    const ways: Record<string, () => Promise<void>> = {
      'as a form': async () => void expectStatus(await asForm(origin, headers), 303),
      'in parts of 4 MiB': async () => {
        film = await inParts(origin, headers)
      },
      fetched: async () => expect(await fetchAll(`${origin}/news/attachments/${film}`, headers)).toBe(size),
    }
    for (const [name, way] of Object.entries(ways))
      expect([name, (await growth(server.appPid, way)) < 200]).toEqual([name, true])
  } finally {
    await server.stop()
    rmSync(uploads, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
