/**
 * Serves downloads over HTTP: validators, conditional requests, ranges and HEAD, once for the node server and for
 * Remix. Bodies are bytes in memory or streams, read only as fast as the client takes them. Bytes in memory are never
 * copied, however many clients read them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { nowMs } from './clock.server'
import { sha256 } from './random.server'
import { nextTurn } from './timer.server'

/** Makes a strong, quoted entity tag for some bytes. */
export const makeEtag = (bytes: Uint8Array): string => `"${sha256(bytes).slice(0, 32)}"`

/** True if a header of entity tags contains this one. Weak tags match only with compare 'weak' (If-None-Match). */
export const matchesEtag = (header: string, etag: string, compare: 'strong' | 'weak'): boolean => {
  if (header.trim() === '*') return true
  const weak = etag.startsWith('W/')
  if (compare === 'strong' && weak) return false
  if (header === etag) return true
  const bare = weak ? etag.slice(2) : etag
  for (const part of header.split(',')) {
    const tag = part.trim()
    if (tag === bare || (compare === 'weak' && tag.startsWith('W/') && tag.slice(2) === bare)) return true
  }
  return false
}

export type ByteRange = { start: number; end: number }
/**
 * Parses a Range header for a body of `size` bytes: one range, 'unsatisfiable', or null if it is to be ignored (RFC
 * 9110).
 */
export const parseRange = (header: string, size: number): ByteRange | 'unsatisfiable' | null => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim())
  if (match === null) return null
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(from)
  const last = to === '' ? size - 1 : Number(to)
  if (to !== '' && last < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: Math.min(last + 1, size) }
}

/** Parses "gzip;q=0.5, br" and says whether a coding is accepted. A missing header means identity only. */
export const acceptsEncoding = (header: string | undefined, coding: string): boolean => {
  if (header === undefined) return false
  let any = false
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(';')
    const refused = parameters.some((parameter) => /^\s*q=0(\.0{0,3})?\s*$/.test(parameter))
    if (name.trim() === coding) return !refused
    if (name.trim() === '*') any = !refused
  }
  return any
}

/** Formats a file name for Content-Disposition: an ASCII form and the full one (RFC 6266). */
export const contentDisposition = (fileName: string, how: 'attachment' | 'inline' = 'attachment'): string => {
  const clean =
    [...fileName]
      .filter((letter) => letter >= ' ' && letter !== '\u007f' && !'/\\'.includes(letter))
      .join('')
      .slice(0, 200)
      .replaceAll(/\p{Cs}/gu, '_') || 'file'
  const ascii = clean.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  const full = encodeURIComponent(clean).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return full === encodeURIComponent(ascii)
    ? `${how}; filename="${ascii}"`
    : `${how}; filename="${ascii}"; filename*=UTF-8''${full}`
}

/** A download in memory. `gzip` and `brotli` are the same body, already compressed. */
export type FileBody = {
  bytes: Uint8Array
  type: string
  fileName?: string
  etag: string
  lastModified: Date
  gzip?: Uint8Array
  brotli?: Uint8Array
  cacheControl?: string
  /** Sent with the whole file, with a range and with 304. */
  headers?: Readonly<Record<string, string>>
  /** SHA-256 of the bytes in base64, sent as Repr-Digest if they are not compressed. */
  digest?: string
}
export type FilePlan = {
  status: 200 | 206 | 304 | 412 | 416
  headers: Record<string, string | number>
  body: Uint8Array | null
}
/**
 * A download that is not in memory. `open` is called once, for the range that is sent. `inline`: shown in a page
 * instead of saved.
 */
export type StreamBody = {
  size: number
  open: (range: ByteRange) => Readable
  type: string
  fileName?: string
  etag: string
  lastModified: Date
  cacheControl?: string
  inline?: boolean
}
type Ask = (
  name:
    | 'if-match'
    | 'if-none-match'
    | 'if-modified-since'
    | 'if-unmodified-since'
    | 'if-range'
    | 'range'
    | 'accept-encoding',
) => string | undefined

/**
 * The first second at which the body is certainly final. Changes within one second share a date, so the next second is
 * used: a date that was sent earlier never matches.
 */
const settledSeconds = (date: Date): number => Math.floor(date.getTime() / 1000) + 1
const secondsOf = (header: string): number => Date.parse(header) / 1000
const presentSeconds = (): number => Math.floor(nowMs() / 1000)
const settledDates = new WeakMap<Date, string>()
/** The date to send: never later than now. */
const lastModifiedOf = (date: Date): string => {
  const settled = settledSeconds(date)
  const present = presentSeconds()
  if (settled > present) return new Date(present * 1000).toUTCString()
  let text = settledDates.get(date)
  if (text === undefined) {
    text = new Date(settled * 1000).toUTCString()
    settledDates.set(date, text)
  }
  return text
}
/** True if the body is unchanged since the client's date. A future date comes from a wrong clock and is ignored. */
const isUnchangedSince = (date: Date, header: string): boolean => {
  const since = secondsOf(header)
  return since <= presentSeconds() && settledSeconds(date) <= since
}

type Coding = 'br' | 'gzip'
/** The properties of a download on which its response head depends. */
type Facts = Omit<FileBody, 'bytes'> & { inline?: boolean }
type HeadPlan = {
  status: FilePlan['status']
  headers: FilePlan['headers']
  sends: { range: ByteRange; coding: Coding | null } | null
}
/** The tag of a compressed form: each representation needs its own strong tag. */
const tagOf = (etag: string, coding: Coding | null): string =>
  coding === null ? etag : `${etag.slice(0, -1)}-${coding}"`
const chooseCoding = (file: Facts, accepted: string | undefined): Coding | null => {
  if (file.brotli !== undefined && acceptsEncoding(accepted, 'br')) return 'br'
  if (file.gzip !== undefined && acceptsEncoding(accepted, 'gzip')) return 'gzip'
  return null
}
/** The compressed form of a file; undefined without a coding. */
const packedOf = (file: Facts, coding: Coding | null): Uint8Array | undefined =>
  coding === 'br' ? file.brotli : coding === 'gzip' ? file.gzip : undefined

/**
 * Decides the response to GET or HEAD of a file, in the order of RFC 9110 13.2.2. Identity is sent unless a compressed
 * form is accepted and ready. A range is always of the identity form.
 */
const planHead = (ask: Ask, file: Facts, size: number): HeadPlan => {
  const range = ask('range')
  const compressible = file.gzip !== undefined || file.brotli !== undefined
  const coding = range === undefined && compressible ? chooseCoding(file, ask('accept-encoding')) : null
  const etag = tagOf(file.etag, coding)
  const headers: Record<string, string | number> = { etag, 'cache-control': file.cacheControl ?? 'private, no-cache' }
  if (compressible) headers['vary'] = 'accept-encoding'
  Object.assign(headers, file.headers)
  const ifMatch = ask('if-match')
  if (ifMatch !== undefined) {
    if (![null, 'br' as const, 'gzip' as const].some((form) => matchesEtag(ifMatch, tagOf(file.etag, form), 'strong')))
      return { status: 412, headers, sends: null }
  } else {
    const since = ask('if-unmodified-since')
    if (since !== undefined && settledSeconds(file.lastModified) > secondsOf(since))
      return { status: 412, headers, sends: null }
  }
  const ifNoneMatch = ask('if-none-match')
  if (ifNoneMatch !== undefined) {
    if (matchesEtag(ifNoneMatch, etag, 'weak') || matchesEtag(ifNoneMatch, file.etag, 'weak'))
      return { status: 304, headers, sends: null }
  } else {
    const since = ask('if-modified-since')
    if (since !== undefined && isUnchangedSince(file.lastModified, since)) return { status: 304, headers, sends: null }
  }
  // The digest is of the uncompressed bytes; a compressed representation would need its own (RFC 9530).
  if (file.digest !== undefined && coding === null) headers['repr-digest'] = `sha-256=:${file.digest}:`
  headers['last-modified'] = lastModifiedOf(file.lastModified)
  headers['accept-ranges'] = 'bytes'
  headers['content-type'] = file.type
  if (file.fileName !== undefined)
    headers['content-disposition'] = contentDisposition(file.fileName, file.inline === true ? 'inline' : 'attachment')
  if (range !== undefined) {
    const ifRange = ask('if-range')
    const holds =
      ifRange === undefined ||
      (ifRange === file.etag && !ifRange.startsWith('W/')) ||
      (!ifRange.startsWith('"') &&
        !ifRange.startsWith('W/') &&
        secondsOf(ifRange) === settledSeconds(file.lastModified) &&
        isUnchangedSince(file.lastModified, ifRange))
    const wanted = holds ? parseRange(range, size) : null
    if (wanted === 'unsatisfiable')
      return {
        status: 416,
        headers: { etag, 'accept-ranges': 'bytes', 'content-range': `bytes */${size}` },
        sends: null,
      }
    if (wanted !== null) {
      headers['content-range'] = `bytes ${wanted.start}-${wanted.end - 1}/${size}`
      headers['content-length'] = wanted.end - wanted.start
      return { status: 206, headers, sends: { range: wanted, coding: null } }
    }
  }
  if (coding !== null) headers['content-encoding'] = coding
  headers['content-length'] = packedOf(file, coding)?.length ?? size
  return { status: 200, headers, sends: { range: { start: 0, end: size }, coding } }
}

/**
 * Whether this answer leaves the client with the whole file. `new`: all of it is sent, or the rest of what the client
 * has under the same tag (If-Range). `same`: nothing is sent, because the client has it. null: a part is missing.
 */
export const loadOf = (ask: Ask, file: FileBody): 'new' | 'same' | null => {
  const { status, sends } = planHead(ask, file, file.bytes.length)
  if (status === 304) return 'same'
  if (status === 206) return ask('if-range') !== undefined && sends?.range.end === file.bytes.length ? 'new' : null
  return status === 200 ? 'new' : null
}

/** Plans the whole response for a file in memory. */
export const planFile = (ask: Ask, file: FileBody): FilePlan => {
  const { status, headers, sends } = planHead(ask, file, file.bytes.length)
  if (sends === null) return { status, headers, body: null }
  const whole = packedOf(file, sends.coding) ?? file.bytes
  return { status, headers, body: status === 206 ? whole.subarray(sends.range.start, sends.range.end) : whole }
}

/**
 * Sends a download on the node server, with the headers in `more`. Headers already set on `res` stay. 412 and 416 have
 * an empty body.
 */
export const sendFile = (
  req: IncomingMessage,
  res: ServerResponse,
  file: FileBody,
  more: Record<string, string> = {},
): number => {
  const asked = req.headers
  const plan = planFile((name) => asked[name]?.toString(), file)
  plan.headers['x-content-type-options'] = 'nosniff'
  Object.assign(plan.headers, more)
  if (plan.status === 412 || plan.status === 416) plan.headers['content-length'] = 0
  res.writeHead(plan.status, plan.headers)
  if (plan.body === null || req.method === 'HEAD') res.end()
  else res.end(plan.body)
  return plan.status
}

/** One file in several separate buffers, in order. */
export type PiecesBody = Facts & { pieces: readonly Uint8Array[] }

/** Bytes handed over at a time: what a connection takes without waiting. */
const sliceBytes = 65_536

/** Yields the bytes of a range over several pieces as views, without copying. */
const slicesOf = function* (pieces: readonly Uint8Array[], { start, end }: ByteRange): Generator<Uint8Array> {
  let at = 0
  for (const piece of pieces) {
    const to = Math.min(end - at, piece.length)
    for (let from = Math.max(start - at, 0); from < to; from += sliceBytes)
      yield piece.subarray(from, Math.min(from + sliceBytes, to))
    at += piece.length
  }
}

const lengthOfPieces = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, piece) => sum + piece.length, 0)

/** For bodies that are sent in slices: the buffers that stay in memory while they are read. */
const buffersOfBodies = new WeakMap<ReadableStream, readonly ArrayBufferLike[]>()
/** Returns the buffers that a body is read from; null for a body made elsewhere. */
export const findBuffers = (body: ReadableStream): readonly ArrayBufferLike[] | null =>
  buffersOfBodies.get(body) ?? null

/** Makes a body that reads buffers slice by slice. Many bodies can share the same buffers. */
export const bodyOfPieces = (
  pieces: readonly Uint8Array[],
  range: ByteRange = { start: 0, end: lengthOfPieces(pieces) },
): ReadableStream<Uint8Array> => {
  const slices = slicesOf(pieces, range)
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const { done, value } = slices.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => {
        slices.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  buffersOfBodies.set(
    body,
    pieces.map((piece) => piece.buffer),
  )
  return body
}

/** Compresses pieces with gzip while they are read: what the client doesn't take is never compressed. */
export const gzipPieces = (pieces: readonly Uint8Array[], level: number): ReadableStream<Uint8Array> => {
  const body = bodyOfStream(() =>
    Readable.from(slicesOf(pieces, { start: 0, end: lengthOfPieces(pieces) })).pipe(createGzip({ level })),
  )
  buffersOfBodies.set(
    body,
    pieces.map((piece) => piece.buffer),
  )
  return body
}

const headersOf = (headers: FilePlan['headers']): Headers =>
  new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))

/** Answers a download of pieces in memory from a Remix loader. */
export const respondWithPieces = (request: Request, file: PiecesBody): Response => {
  const { status, headers, sends } = planHead(
    (name) => request.headers.get(name) ?? undefined,
    file,
    lengthOfPieces(file.pieces),
  )
  if (sends === null || request.method === 'HEAD') return new Response(null, { status, headers: headersOf(headers) })
  const packed = packedOf(file, sends.coding)
  return new Response(
    packed === undefined
      ? bodyOfPieces(file.pieces, sends.range)
      : bodyOfPieces([packed], { start: 0, end: packed.length }),
    { status, headers: headersOf(headers) },
  )
}

/** The same for a file in one piece. */
export const respondWithFile = (request: Request, { bytes, ...file }: FileBody): Response =>
  respondWithPieces(request, { ...file, pieces: [bytes] })

/**
 * Answers HEAD and clients that have the file already, before the download is built. Null if its bytes are needed. The
 * tag names the inputs of the file. The length is not stated, because only building the file would tell it.
 */
export const respondUnmade = (request: Request, file: Omit<FileBody, 'bytes'>): Response | null => {
  const { status, headers, sends } = planHead(
    (name) => (name === 'range' ? undefined : (request.headers.get(name) ?? undefined)),
    file,
    0,
  )
  if (sends !== null && request.method !== 'HEAD') return null
  delete headers['content-length']
  return new Response(null, { status, headers: headersOf(headers) })
}

/**
 * Turns a node stream into a body that opens it at the first read and never reads ahead: what the client doesn't take
 * stays on the disk.
 */
const bodyOfStream = (open: () => Readable): ReadableStream<Uint8Array> => {
  let source: Readable | null = null
  let chunks: AsyncIterator<Buffer> | null = null
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        source ??= open()
        chunks ??= (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
        const { done, value } = (await chunks.next()) as { done?: boolean; value?: Buffer }
        if (done === true || value === undefined) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => {
        source?.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Answers a download that is read while it is sent. Its stated length tells the server not to buffer it. */
export const respondWithStream = (request: Request, file: StreamBody): Response => {
  const { status, headers, sends } = planHead((name) => request.headers.get(name) ?? undefined, file, file.size)
  return new Response(sends === null || request.method === 'HEAD' ? null : bodyOfStream(() => file.open(sends.range)), {
    status,
    headers: headersOf(headers),
  })
}

/**
 * A download whose length is not known in advance. `next` makes a chunk when the client takes one, and returns null at
 * the end. `end` is called once, whether the download was read to its end, failed or was abandoned. `signal` aborts it
 * from within, even while the client takes nothing.
 */
export type Flow = { next: () => Promise<Uint8Array | null>; end: () => void; signal?: AbortSignal }
export type FlowBody = { type: string; fileName: string }

/** Never cached, and without ranges: two reads may differ. */
const flowHeaders = ({ type, fileName }: FlowBody): Record<string, string> => ({
  'content-type': type,
  'content-disposition': contentDisposition(fileName),
  'cache-control': 'private, no-store',
  'accept-ranges': 'none',
})

/** Answers HEAD of a flow without making any of it. */
export const respondWithFlowHead = (file: FlowBody): Response => new Response(null, { headers: flowHeaders(file) })

export const respondWithFlow = (file: FlowBody, flow: Flow): Response => {
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    flow.end()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        flow.signal?.addEventListener('abort', () => {
          if (isOver) return
          end()
          controller.error(new Error('the download was broken off'))
        })
      },
      pull: async (controller) => {
        try {
          // Reading from the database and sending at once would leave other requests no turn.
          await nextTurn()
          const piece = await flow.next()
          if (isOver) return
          if (piece !== null) {
            controller.enqueue(piece)
            return
          }
          controller.close()
        } catch (error) {
          end()
          throw error
        }
        end()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  // A flow holds no buffers, and the server does not collect it.
  buffersOfBodies.set(body, [])
  return new Response(body, { headers: flowHeaders(file) })
}
