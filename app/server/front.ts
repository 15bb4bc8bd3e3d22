/**
 * The order in which a request is looked at: who and where, static files, health, boxes' fetches, forged requests,
 * the body within its limits, then Remix. Whatever ends a request early answers with a code.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import type { AppLoadContext } from '@remix-run/node'
import { answerApi, streamedBytesOf } from '~/api/dispatch.server'
import { sendFile } from '~/platform/http.server'
import { log, logRequest, redactUrl } from '~/platform/log.server'
import { fullRetrySeconds, isStorageFull } from '~/platform/storage'
import { findSender } from '~/web/caller.server'
import type { Upload } from '~/web/context'
import { answerCode } from './answer'
import { announcedBytes, hasBody, hasUnreadBody, makeLedger, readBody, readMultipart } from './body'
import type { BoxDoor, HotDoor } from './box-door'
import { usePageStyles } from './error-page'
import { closedPolicy, setSecurityHeaders } from './headers'
import { isOwnRequest } from './origin-check'
import { findPeer, type Peer } from './peer'
import { answerHealth, answerReady } from './ready'
import { makeRequest, sendResponse, type RemixDoor } from './remix-door'
import type { StaticFiles } from './static'
import { isFormWithFiles, takeForm, takeRefusedForm } from './upload-door'

export type FrontLimits = {
  /** A page's form. */
  formBytes: number
  /** A program's JSON. */
  jsonBytes: number
  /** A file, as a multipart part or as the whole body. */
  uploadBytes: number
  /** All bodies in memory together. */
  bodyMemoryBytes: number
  /** How much of a refused body is read and thrown away, so that the client gets the answer instead of a broken connection. An account's form is read to its end instead. */
  drainBytes: number
  drainTimeoutMs: number
  /** How long a client may take to send a whole request, unless it goes to the disk as it comes. */
  requestTimeoutMs: number
  /** As long as such a one may take. */
  uploadTimeoutMs: number
  /** Such a one is cut when nothing of it came for so long. */
  uploadIdleMs: number
}
export type FrontOptions = {
  files: StaticFiles
  proxies: BlockList
  publicOrigin: string | null
  limits: FrontLimits
  hotDoor: HotDoor
  boxDoor: BoxDoor
  remixDoor: RemixDoor
  /** True from the signal to stop on: answers ask the client to close. */
  isStopping: () => boolean
}
export type Front = (req: IncomingMessage, res: ServerResponse) => void

const pageMethods = new Set(['GET', 'HEAD', 'POST'])
const apiMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
const longestAddress = 8192

/** Ids tell this run's requests apart; they are no secret. */
const runId = randomBytes(4).toString('hex').slice(0, 6)
let requests = 0
const nextRequestId = (): string => {
  requests = (requests + 1) % 2_176_782_336
  return runId + requests.toString(36).padStart(6, '0')
}

/** A body that goes to the disk may take long, but not stand still. */
const limitSilence = (req: IncomingMessage, idleMs: number): void => {
  req.socket.setTimeout(idleMs)
  // What is done with it afterwards takes its own time.
  req.once('end', () => req.socket.setTimeout(0))
}

/**
 * Lets the client finish sending, within limits, so that it reads the answer that already went out; nothing of it is kept.
 * `giveBack`: a place for a form that may be as long as it likes, as long as it does not stand still.
 */
const drain = (req: IncomingMessage, limits: FrontLimits, giveBack: (() => void) | null = null): void => {
  if (!hasUnreadBody(req) || req.destroyed) {
    giveBack?.()
    return
  }
  let left = giveBack === null ? limits.drainBytes : Number.POSITIVE_INFINITY
  const end = (): void => {
    clearTimeout(timer)
    giveBack?.()
  }
  const stop = (): void => {
    end()
    req.socket.destroy()
  }
  const timer = setTimeout(stop, giveBack === null ? limits.drainTimeoutMs : limits.uploadTimeoutMs)
  timer.unref()
  if (giveBack !== null) limitSilence(req, limits.uploadIdleMs)
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) stop()
  })
  req.on('end', end)
  req.on('close', end)
  req.resume()
}

/** A body that does not come in time is answered 408 and cut, as the server itself does with heads. Gives the way to call it off. */
const limitTime = (req: IncomingMessage, res: ServerResponse, timeoutMs: number): (() => void) => {
  if (!hasBody(req)) return () => undefined
  const timer = setTimeout(() => {
    if (req.complete || req.destroyed) return
    if (!res.headersSent) req.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    req.socket.destroySoon()
  }, timeoutMs)
  timer.unref()
  const stop = (): void => clearTimeout(timer)
  req.once('end', stop)
  req.once('close', stop)
  return stop
}

/** The path as it was sent and decoded; null when it can't be decoded. */
const parsePath = (address: string): { path: string; decoded: string } | null => {
  const mark = address.indexOf('?')
  const path = mark < 0 ? address : address.slice(0, mark)
  try {
    return { path, decoded: decodeURIComponent(path) }
  } catch {
    return null
  }
}

/** One line a request. Bodies and headers are never logged. */
const logAnswer = (req: IncomingMessage, res: ServerResponse, requestId: string, address: string, startedAt: number, cut: boolean): void =>
  logRequest({ requestId, method: req.method ?? '', url: req.url ?? '', status: res.statusCode, ms: Math.round((performance.now() - startedAt) * 10) / 10, address, cut })

/** Makes the request listener. It never throws and never leaves a request without an answer. */
export const makeFront = (options: FrontOptions): Front => {
  const { files, proxies, publicOrigin, limits, hotDoor, boxDoor, remixDoor, isStopping } = options
  usePageStyles([...files.keys()].find((name) => /^\/build\/_assets\/app-[0-9A-Z]+\.css$/.test(name)) ?? null)

  const refuseBody = (req: IncomingMessage, res: ServerResponse, reason: 'too-large' | 'overloaded' | 'cut', limitBytes: number): void => {
    if (reason === 'cut') {
      res.destroy()
      return
    }
    if (reason === 'too-large') answerCode(req, res, 'A0413', { data: { limitBytes } })
    else answerCode(req, res, 'A0503', { headers: { 'retry-after': '2' } })
    drain(req, limits)
  }

  /** A line of /api that takes its body as it comes. It decides itself whom it listens to: of a stranger's body nothing is read. */
  const stream = async (req: IncomingMessage, res: ServerResponse, peer: Peer, context: AppLoadContext, limitBytes: number): Promise<void> => {
    if ((announcedBytes(req) ?? 0) > limitBytes) {
      refuseBody(req, res, 'too-large', limitBytes)
      return
    }
    limitSilence(req, limits.uploadIdleMs)
    const gone = new AbortController()
    const response = await answerApi(makeRequest(req, peer, null, gone.signal), { ...context, stream: hasBody(req) ? req : null })
    if (res.destroyed) return
    if (hasUnreadBody(req)) res.setHeader('connection', 'close')
    await sendResponse(req, res, response, closedPolicy)
    drain(req, limits)
  }

  /** The rest of a form that a page has refused: of an account's to its end, of a stranger's within the small limits. */
  const drainForm = async (req: IncomingMessage, peer: Peer, context: AppLoadContext, freeTime: () => void): Promise<void> => {
    // Until it is known whose form it is, nothing is read.
    const userId = hasUnreadBody(req) && !req.destroyed ? await findSender(makeRequest(req, peer, null, new AbortController().signal), context) : null
    const place = userId === null ? null : takeRefusedForm(userId)
    if (place !== null) freeTime()
    drain(req, limits, place)
  }

  const dynamic = async (req: IncomingMessage, res: ServerResponse, peer: Peer, path: string, requestId: string, freeTime: () => void): Promise<void> => {
    const method = req.method ?? 'GET'
    const isApi = path === '/api' || path.startsWith('/api/')
    const methods = isApi ? apiMethods : pageMethods
    if (!methods.has(method)) {
      answerCode(req, res, 'A0405', { headers: { allow: [...methods].join(', ') } })
      drain(req, limits)
      return
    }
    if (!isOwnRequest({ method, path, headers: req.headers }, peer)) {
      answerCode(req, res, 'A0403')
      drain(req, limits)
      return
    }
    const context: AppLoadContext = {
      nonce: randomBytes(16).toString('base64'),
      requestId,
      address: peer.address,
      origin: peer.origin,
      upload: null,
      memo: new Map<string, Promise<unknown>>(),
    }
    let body: Buffer | null = null
    let cleanUp: (() => Promise<void>) | null = null
    const ledger = makeLedger(limits.bodyMemoryBytes)
    const type = (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    const comesWithBody = method !== 'GET' && method !== 'HEAD' && hasBody(req)
    if (comesWithBody && (req.headers['content-encoding'] ?? 'identity') !== 'identity') {
      answerCode(req, res, 'A0415')
      drain(req, limits)
      return
    }
    const streamedBytes = isApi ? streamedBytesOf(method, path) : null
    if (streamedBytes !== null) {
      freeTime()
      return stream(req, res, peer, context, streamedBytes)
    }
    const bringsFiles = comesWithBody && method === 'POST' && type === 'multipart/form-data' && isFormWithFiles(path)
    try {
      if (bringsFiles) {
        freeTime()
        limitSilence(req, limits.uploadIdleMs)
        const taken = await takeForm(req, makeRequest(req, peer, null, new AbortController().signal), context)
        cleanUp = taken.cleanUp
        if (taken.cut) {
          res.destroy()
          return
        }
        context.upload = taken.upload
      } else if (comesWithBody && type === 'multipart/form-data') {
        const read = await readMultipart(req, limits.uploadBytes, ledger)
        if (!read.ok) {
          refuseBody(req, res, read.reason, limits.uploadBytes)
          return
        }
        context.upload = read.upload satisfies Upload
      } else if (comesWithBody) {
        const limitBytes = !isApi ? limits.formBytes : type === 'application/json' ? limits.jsonBytes : type === 'application/x-www-form-urlencoded' ? limits.formBytes : limits.uploadBytes
        if (!isApi && type !== 'application/x-www-form-urlencoded' && type !== 'application/json' && type !== 'text/plain') {
          answerCode(req, res, 'A0415')
          drain(req, limits)
          return
        }
        const read = await readBody(req, limitBytes, ledger)
        if (!read.ok) {
          refuseBody(req, res, read.reason, limitBytes)
          return
        }
        body = read.bytes
      }
      if (hasUnreadBody(req)) res.setHeader('connection', 'close')
      await remixDoor(req, res, { peer, body, context })
      await drainForm(req, peer, context, freeTime)
    } finally {
      ledger.release()
      await cleanUp?.()
    }
  }

  const answer = async (req: IncomingMessage, res: ServerResponse, requestId: string, peer: Peer | null, freeTime: () => void): Promise<void> => {
    setSecurityHeaders(res, peer?.https ?? false)
    res.setHeader('x-request-id', requestId)
    const address = req.url ?? ''
    const parsed = address.startsWith('/') && address.length <= longestAddress ? parsePath(address) : null
    if (peer === null || parsed === null) {
      answerCode(req, res, 'A0400')
      drain(req, limits)
      return
    }
    const { path, decoded } = parsed
    const isReading = req.method === 'GET' || req.method === 'HEAD'
    if (path === '/healthz' && isReading) return answerHealth(req, res, isStopping())
    if (path === '/readyz' && isReading) return answerReady(req, res, isStopping())
    const file = files.get(decoded)
    if (file !== undefined && isReading) {
      res.setHeader('content-security-policy', closedPolicy)
      sendFile(req, res, file)
      return
    }
    if (path.startsWith('/build/')) {
      answerCode(req, res, isReading ? 'A0404' : 'A0405', isReading ? {} : { headers: { allow: 'GET, HEAD' } })
      drain(req, limits)
      return
    }
    if (isReading && path.startsWith('/api/stb/')) return boxDoor(req, res, { peer, requestId })
    return dynamic(req, res, peer, path, requestId, freeTime)
  }

  return (req, res) => {
    const requestId = nextRequestId()
    const peer = findPeer(req, proxies, publicOrigin)
    const startedAt = performance.now()
    if (isStopping()) res.setHeader('connection', 'close')
    const freeTime = limitTime(req, res, limits.requestTimeoutMs)
    if (peer !== null && req.method === 'GET' && hotDoor(req, res)) {
      // Answered from memory: what is left is the network's.
      logAnswer(req, res, requestId, peer.address, startedAt, false)
      return
    }
    const address = peer?.address ?? req.socket.remoteAddress ?? ''
    res.once('close', () => logAnswer(req, res, requestId, address, startedAt, !res.writableFinished))
    answer(req, res, requestId, peer, freeTime).catch((error: unknown) => {
      log.error({ requestId, method: req.method, url: redactUrl(req.url ?? ''), error }, 'request failed')
      if (res.headersSent) res.destroy()
      else if (isStorageFull(error)) answerCode(req, res, 'A0503', { headers: { 'retry-after': String(fullRetrySeconds) } })
      else answerCode(req, res, 'A0500')
    })
  }
}
