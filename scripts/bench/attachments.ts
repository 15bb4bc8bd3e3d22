/**
 * Measures the largest video that may be attached, sent as a form and in parts, and downloaded: the time compared with
 * a bare server that pipes the same bytes into a file, and how much the portal's memory grows.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { attachmentLimits } from '~/modules/attachment/limits'
import { startServer } from '../../tests/support/server'
import { memoryMb, signIn } from './portal'
import { median, type Table } from './table'

const usualRounds = 3
const size = attachmentLimits.videoBytes
const blockBytes = 65_536

/** The bytes of a film of `size`: an MP4's head, then one box of noise. */
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

/** Sends a part of the film over one connection, as fast as it is accepted. */
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

/** Does some work while a process's memory is observed. */
const watched = async (pid: number, work: () => Promise<void>): Promise<{ ms: number; addedMb: number }> => {
  const before = memoryMb(pid)
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, memoryMb(pid))
  }, 20)
  const at = performance.now()
  try {
    await work()
  } finally {
    clearInterval(look)
  }
  return { ms: performance.now() - at, addedMb: Math.max(most, memoryMb(pid)) - before }
}

const startPipe = async (folder: string): Promise<{ origin: string; pid: number; stop: () => void }> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'pipe.mjs'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill('SIGTERM') }
}

const expectStatus = (answer: { status: number; text: string }, status: number): string => {
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return answer.text
}

export const benchAttachments = async (data: { folder: string }, rounds = usualRounds): Promise<Table[]> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-pipe-'))
  const pipe = await startPipe(folder)
  const server = await startServer({
    dataDir: data.folder,
    logFile: path.join(data.folder, 'attachments.jsonl'),
    env: {
      LIMITS: 'off',
      ATTACHMENT_DAILY_BYTES: '100000000000',
      ATTACHMENT_DAILY_FILES: '1000',
      UPLOADS_DIR: path.join(folder, 'uploads'),
    },
  })
  const { origin } = server
  const pid = server.appPid
  const headers = { cookie: await signIn(origin), origin }
  const base = `${origin}/api/userFeedback/customer/attachment`
  let whole = ''
  const ways: Record<string, { pid: number; run: () => Promise<void> }> = {
    'bare pipe': {
      pid: pipe.pid,
      run: async () => void expectStatus(await send('POST', pipe.origin, {}, 0, size), 200),
    },
    'as a form': {
      pid,
      run: async () => {
        const fields = { category: 'idea', text: 'A film to be measured by, as large as may be.' }
        const before = `${Object.entries(fields)
          .map(([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
          .join(
            '',
          )}--edge\r\nContent-Disposition: form-data; name="video"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n`
        expectStatus(
          await send(
            'POST',
            `${origin}/news/feedback/new`,
            { ...headers, 'content-type': 'multipart/form-data; boundary=edge' },
            0,
            size,
            { before, after: '\r\n--edge--\r\n' },
          ),
          303,
        )
      },
    },
    'in parts of 4 MiB': {
      pid,
      run: async () => {
        const begun = await fetch(base, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ kind: 'video', name: 'film.mp4', size }),
        })
        const { data: made } = (await begun.json()) as { data: { id: string; chunkBytes: number } }
        let text = ''
        for (let at = 0; at < size; at += made.chunkBytes)
          text = expectStatus(
            await send(
              'PUT',
              `${base}/${made.id}?offset=${at}`,
              { ...headers, 'content-type': 'application/octet-stream' },
              at,
              Math.min(size, at + made.chunkBytes),
            ),
            200,
          )
        if (!text.includes('"done":true')) throw new Error(`the film was not taken: ${text}`)
        whole = made.id
      },
    },
    'bare pipe, fetched': { pid: pipe.pid, run: async () => void (await fetchAll(pipe.origin, {})) },
    fetched: {
      pid,
      run: async () => {
        const bytes = await fetchAll(`${origin}/news/attachments/${whole}`, headers)
        if (bytes !== size) throw new Error(`${bytes} bytes came back`)
      },
    },
  }
  const figures = new Map(Object.keys(ways).map((name) => [name, { ms: [] as number[], addedMb: [] as number[] }]))
  try {
    await fetchAll(`${origin}/news/feedback/new`, headers)
    for (let round = 0; round < rounds; round++) {
      for (const [name, way] of Object.entries(ways)) {
        const { ms, addedMb } = await watched(way.pid, way.run)
        figures.get(name)?.ms.push(ms)
        figures.get(name)?.addedMb.push(addedMb)
      }
    }
  } finally {
    await server.stop()
    pipe.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const msOf = (name: string): number => median(figures.get(name)?.ms ?? [])
  const rows = [...figures].map(([name, { ms, addedMb }]) => {
    const bare = msOf(name.includes('fetched') ? 'bare pipe, fetched' : 'bare pipe')
    return [name, median(ms) / 1000, size / 1000 / median(ms), bare / median(ms), Math.max(...addedMb)]
  })
  return [
    {
      title: `A video of ${Math.round(size / 1_048_576)} MiB, ${rounds} rounds (to reach: added memory below 200 MB)`,
      columns: ['way', 's', 'MB/s', 'of the bare pipe', 'added memory, most MB'],
      rows,
    },
  ]
}
