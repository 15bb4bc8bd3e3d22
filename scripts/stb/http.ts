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

const readAnswer = (bytes: Buffer, isHead: boolean): Answer => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) throw new NoAnswer('the connection ended before the answer’s head')
  const { status, headers } = parseHead(bytes.toString('latin1', 0, end))
  const rest = bytes.subarray(end + headEnd.length)
  if (isHead || status === 304 || status === 204) return { status, headers, body: Buffer.alloc(0), isWhole: true }
  if (/chunked/i.test(headers['transfer-encoding'] ?? '')) return { status, headers, ...joinChunks(rest) }
  const length = headers['content-length'] === undefined ? rest.length : Number(headers['content-length'])
  return { status, headers, body: rest.subarray(0, length), isWhole: rest.length >= length }
}

/** How many bytes of the body have come; null before the end of the header. */
const bodyBytes = (bytes: Buffer): number | null => {
  const end = bytes.indexOf(headEnd)
  return end < 0 ? null : bytes.length - end - headEnd.length
}

/** True if nothing more will come, although the connection is open. */
const isComplete = (bytes: Buffer, isHead: boolean): boolean => {
  if (bytes.indexOf(headEnd) < 0) return false
  const { headers, isWhole } = readAnswer(bytes, isHead)
  const isOpenEnded = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
  return isWhole && (!isOpenEnded || isHead || /^HTTP\/1\.[01] (?:304|204)/.test(bytes.toString('latin1', 0, 12)))
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
    const chunks: Buffer[] = []
    let size = 0
    let isOver = false
    const end = (why: string | null): void => {
      if (isOver) return
      isOver = true
      socket.destroy()
      if (why !== null && size === 0) return void reject(new NoAnswer(why))
      try {
        const answer = readAnswer(Buffer.concat(chunks), asked.method === 'HEAD')
        line.heard?.(asked, answer.status, performance.now() - startedMs)
        resolve(answer)
      } catch (error) {
        reject(error instanceof Error ? error : new NoAnswer(String(error)))
      }
    }
    socket.setTimeout(line.silenceMs, () => end('the other side is silent'))
    socket.on('error', (error) => end(error.message))
    socket.on('close', () => end('the connection was closed'))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      const all = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      chunks.splice(0, chunks.length, all)
      const got = bodyBytes(all)
      if (size > maxBytes || (got === null && size > maxHeadBytes)) return end(null)
      if (line.cutAfterBytes !== null && got !== null && got > line.cutAfterBytes) {
        chunks.splice(0, 1, all.subarray(0, all.length - (got - line.cutAfterBytes)))
        return end(null)
      }
      if (isComplete(all, asked.method === 'HEAD')) end(null)
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
