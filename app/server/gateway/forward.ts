/**
 * Forwards a request to the app and the answer back, both as streams: only what the other side has not taken yet is
 * held in memory. When a client disconnects, its request is withdrawn.
 */
import { request as ask, type Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { throttleSmallChunks, detectSmallChunks } from '../body'
import { channelHeaders, channelPrefix } from '../channel'
import type { Peer } from '../peer'

/** Headers that apply to one hop only, or are rewritten: client and host. */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'host',
  'x-forwarded-host',
  'x-forwarded-for',
  'x-forwarded-proto',
])
const notReturned = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** How much of a body may be read before the app has taken it. */
const maxAhead = 262_144

/** The beginning of a body, and whether it is complete. */
export type Gathered = { chunks: Buffer[]; bytes: number; whole: boolean }

/** Waits briefly for a small body, so that the app can answer at once. Reads at most `maxBytes` of any other. */
export const gatherBody = (req: IncomingMessage, limits: { maxBytes: number; waitMs: number }): Promise<Gathered> =>
  new Promise((resolve) => {
    const gathered: Gathered = { chunks: [], bytes: 0, whole: false }
    const finish = (whole: boolean): void => {
      clearTimeout(timer)
      req.off('data', take)
      req.off('end', end)
      req.off('close', close)
      if (!whole) req.pause()
      gathered.whole = whole
      resolve(gathered)
    }
    const isSmall = detectSmallChunks()
    const take = (chunk: Buffer): void => {
      gathered.chunks.push(chunk)
      gathered.bytes += chunk.length
      if (gathered.bytes > limits.maxBytes || isSmall(chunk)) finish(false)
    }
    const end = (): void => finish(true)
    const close = (): void => finish(false)
    const timer = setTimeout(() => finish(false), limits.waitMs)
    req.on('data', take)
    req.once('end', end)
    req.once('close', close)
  })

export type Way = { socketPath: string; agent: Agent; key: string }
export type Forwarded = {
  way: Way
  peer: Peer
  requestId: string
  /** The number of the last notes sent before this request. */
  notes: number
  /** Null for a request without a body. */
  body: Gathered | null
}
export type ForwardOutcome = 'answered' | 'broken' | 'cut'

const makeHeaders = (req: IncomingMessage, { way, peer, requestId, notes, body }: Forwarded): string[] => {
  const headers = [
    'host',
    peer.host,
    channelHeaders.key,
    way.key,
    channelHeaders.address,
    peer.address,
    channelHeaders.origin,
    peer.origin,
    channelHeaders.requestId,
    requestId,
  ]
  if (notes > 0) headers.push(channelHeaders.notes, String(notes))
  for (let i = 0; i + 1 < req.rawHeaders.length; i += 2) {
    const name = (req.rawHeaders[i] ?? '').toLowerCase()
    if (notForwarded.has(name) || name.startsWith(channelPrefix)) continue
    // A complete body has a length, however it came; a GET's is not forwarded.
    if ((body === null || body.whole) && (name === 'transfer-encoding' || name === 'content-length')) continue
    headers.push(name, req.rawHeaders[i + 1] ?? '')
  }
  if (body?.whole === true) headers.push('content-length', String(body.bytes))
  else if (body === null && req.method !== 'GET' && req.method !== 'HEAD') headers.push('content-length', '0')
  return headers
}

const answerHeaders = (answer: IncomingMessage, closes: boolean): string[] => {
  const headers: string[] = []
  for (let i = 0; i + 1 < answer.rawHeaders.length; i += 2) {
    const name = (answer.rawHeaders[i] ?? '').toLowerCase()
    if (name === channelHeaders.length) headers.push('content-length', answer.rawHeaders[i + 1] ?? '')
    else if (!notReturned.has(name) && !name.startsWith(channelPrefix))
      headers.push(answer.rawHeaders[i] ?? '', answer.rawHeaders[i + 1] ?? '')
  }
  if (closes) headers.push('connection', 'close')
  return headers
}

/** Sends the body as it arrives. Returns a function that flushes what has arrived so far. */
const sendBody = (req: IncomingMessage, up: ClientRequest, body: Gathered | null): (() => void) => {
  if (body === null || body.whole) {
    for (const chunk of body?.chunks ?? []) up.write(chunk)
    up.end()
    return () => undefined
  }
  // The app may answer before any of the body arrives.
  up.flushHeaders()
  for (const chunk of body.chunks) up.write(chunk)
  const brake = throttleSmallChunks(req, () => up.writableLength <= maxAhead)
  let came: Buffer[] = []
  // What arrived in one turn of the event loop is passed on as one chunk.
  const flush = (): void => {
    const [first] = came
    if (first === undefined) return
    up.write(came.length === 1 ? first : Buffer.concat(came))
    came = []
    if (up.writableLength > maxAhead) req.pause()
  }
  req.on('data', (chunk: Buffer) => {
    brake.take(chunk)
    if (came.push(chunk) === 1) setImmediate(flush)
  })
  up.on('drain', () => {
    if (!brake.isOn()) req.resume()
  })
  req.once('end', () => {
    flush()
    up.end()
  })
  req.resume()
  return flush
}

/**
 * Withdraws a request whose client is gone. All of the body that arrived reaches the app, so the client can resume from
 * there.
 */
const takeBack = (up: ClientRequest): void => {
  if (up.writableEnded || up.socket === null) up.destroy()
  else up.socket.destroySoon()
}

/**
 * Forwards one request. `onHead` is called with the answer's head and says when it may be sent. Resolves when the whole
 * answer was handed over, when the client disconnected (`cut`), or when the app failed (`broken`: if nothing was
 * answered yet, the caller still can).
 */
export const forward = (
  req: IncomingMessage,
  res: ServerResponse,
  one: Forwarded,
  onHead: (answer: IncomingMessage) => Promise<void> | null,
  isStopping: () => boolean,
): Promise<ForwardOutcome> =>
  new Promise((resolve) => {
    const up = ask({
      socketPath: one.way.socketPath,
      agent: one.way.agent,
      method: req.method ?? 'GET',
      path: req.url ?? '/',
      headers: makeHeaders(req, one),
    })
    let answered = false
    const gone = (): void => {
      if (!res.writableFinished) {
        flush()
        takeBack(up)
      }
      resolve(answered && res.writableFinished ? 'answered' : 'cut')
    }
    res.once('close', gone)
    const broken = (): void => {
      if (answered) res.destroy()
      else {
        res.off('close', gone)
        resolve(res.destroyed ? 'cut' : 'broken')
      }
    }
    const send = (answer: IncomingMessage): void => {
      if (res.destroyed || answered) return
      answered = true
      const closes = isStopping() || answer.headers.connection === 'close'
      res.writeHead(answer.statusCode ?? 502, answerHeaders(answer, closes))
      answer.pipe(res)
      answer.once('close', () => {
        if (!answer.complete) res.destroy()
      })
    }
    up.on('error', broken)
    up.once('response', (answer) => {
      answer.on('error', broken)
      const wait = onHead(answer)
      if (wait === null) send(answer)
      else void wait.then(() => send(answer))
    })
    const flush = sendBody(req, up, one.body)
  })
