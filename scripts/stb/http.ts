/**
 * HTTP as a small box speaks it: one request per connection, over a plain socket or TLS, as HTTP/1.1 or 1.0. Bytes that
 * came before a cut are kept, and marked as cut.
 */
import net from 'node:net'
import tls from 'node:tls'
import { gunzipSync } from 'node:zlib'

export type Asked = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: Uint8Array
}
export type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** Without chunked encoding, still compressed if it was; after a cut, the part that came. */
  body: Buffer
  /** False if the connection ended before the body did. */
  isWhole: boolean
}
/** There was no readable answer: no connection, no header, or silence. */
export class NoAnswer extends Error {}

export type Line = {
  origin: string
  version: '1.1' | '1.0'
  /** How long the other side may be silent. */
  silenceMs: number
  /** Cuts each answer after this many bytes of its body, to imitate a bad line. Null: never. */
  cutAfterBytes: number | null
  /** Called for each answer, with its duration. */
  heard?: (asked: Asked, status: number, tookMs: number) => void
}

/** No answer to a box is longer: a list is at most 16 MiB. */
const maxBytes = 32 * 1024 * 1024
const headEnd = Buffer.from('\r\n\r\n')
const maxHeadBytes = 32_768

const parseHead = (head: string): Pick<Answer, 'status' | 'headers'> => {
  const [first = '', ...lines] = head.split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0)
  if (status < 100) throw new NoAnswer('what came back is no HTTP')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { status, headers }
}

/** Joins the chunks of a body; `isWhole` is false without the last, empty chunk. */
const joinChunks = (bytes: Buffer): { body: Buffer; isWhole: boolean } => {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at)
    const size = end < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (Number.isNaN(size)) return { body: Buffer.concat(parts), isWhole: false }
    if (size === 0) return { body: Buffer.concat(parts), isWhole: true }
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    if (end + 2 + size > bytes.length) return { body: Buffer.concat(parts), isWhole: false }
    at = end + 2 + size + 2
  }
}

type SoFar = {
  answer: Answer
  bodyBytes: number
  /** Nothing more will come, although the connection is open. */
  isOver: boolean
}
/** What has come of an answer; null before the end of its head. */
const readSoFar = (bytes: Buffer, isHead: boolean): SoFar | null => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return null
  const head = parseHead(bytes.toString('latin1', 0, end))
  const rest = bytes.subarray(end + headEnd.length)
  const soFar = (body: Buffer, isWhole: boolean, isOver = isWhole): SoFar => ({
    ...{ answer: { ...head, body, isWhole }, bodyBytes: rest.length, isOver },
  })
  if (isHead || head.status === 304 || head.status === 204) return soFar(Buffer.alloc(0), true)
  if (/chunked/i.test(head.headers['transfer-encoding'] ?? '')) {
    const { body, isWhole } = joinChunks(rest)
    return soFar(body, isWhole)
  }
  const length = head.headers['content-length']
  if (length === undefined) return soFar(rest, true, false)
  return soFar(rest.subarray(0, Number(length)), rest.length >= Number(length))
}

/** Sends one request and reads its answer. Throws NoAnswer. */
export const ask = (line: Line, asked: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now()
    const url = new URL(line.origin)
    const isTls = url.protocol === 'https:'
    const port = Number(url.port === '' ? (isTls ? 443 : 80) : url.port)
    const where = { host: url.hostname.replace(/^\[|\]$/g, ''), port }
    // SNI is sent, because a proxy for several names needs it to choose a certificate.
    const socket = isTls ? tls.connect({ ...where, servername: url.hostname }) : net.connect(where)
    const isHead = asked.method === 'HEAD'
    let all = Buffer.alloc(0)
    let isEnded = false
    const end = (why: string): void => {
      if (isEnded) return
      isEnded = true
      socket.destroy()
      try {
        const soFar = readSoFar(all, isHead)
        if (soFar === null) throw new NoAnswer(all.length === 0 ? why : 'the connection ended before the answer’s head')
        line.heard?.(asked, soFar.answer.status, performance.now() - startedMs)
        resolve(soFar.answer)
      } catch (error) {
        reject(error instanceof Error ? error : new NoAnswer(String(error)))
      }
    }
    const take = (chunk: Buffer): void => {
      all = Buffer.concat([all, chunk])
      const { bodyBytes = null, isOver = false } = readSoFar(all, isHead) ?? {}
      const beyond = bodyBytes === null || line.cutAfterBytes === null ? 0 : bodyBytes - line.cutAfterBytes
      if (beyond > 0) all = all.subarray(0, all.length - beyond)
      const isTooLong = all.length > maxBytes || (bodyBytes === null && all.length > maxHeadBytes)
      if (beyond > 0 || isTooLong || isOver) end('')
    }
    socket.setTimeout(line.silenceMs, () => end('the other side is silent'))
    socket.on('error', (error) => end(error.message))
    socket.on('close', () => end('the connection was closed'))
    socket.on('data', (chunk: Buffer) => {
      try {
        take(chunk)
      } catch {
        end('')
      }
    })
    const headers: Record<string, string> = {
      host: url.host,
      connection: 'close',
      ...asked.headers,
      ...(asked.body === undefined ? {} : { 'content-length': String(asked.body.length) }),
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${asked.method} ${asked.path} HTTP/${line.version}\r\n${head.join('')}\r\n`)
    if (asked.body !== undefined) socket.write(asked.body)
  })

/** A whole body, decompressed. */
export const plainBody = ({ headers, body }: Answer): Buffer =>
  headers['content-encoding'] === 'gzip' ? gunzipSync(body, { maxOutputLength: maxBytes }) : body
