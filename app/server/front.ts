/**
 * The order in which the app handles a request: client and address, health, boxes' fetches, the forgery check, the body
 * within its limits, then Remix. A request that is ended early is answered with a code. Behind a gateway, the gateway
 * has identified the client and serves files; in development the app does both itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import type { AppLoadContext } from '@remix-run/node'
import { answerApi, judgeSender, readerOf, streamedBytesOf } from '~/api/dispatch.server'
import { sendFile } from '~/platform/http.server'
import { log, logRequest, redactUrl } from '~/platform/log.server'
import { networkOf } from '~/platform/network.server'
import { fullRetrySeconds, isStorageFull } from '~/platform/storage'
import { randomBytes } from '~/platform/random.server'
import { findSender } from '~/request/caller.server'
import type { Upload } from '~/request/context'
import { answerCode } from './answer'
import { parsePath, hasSeveralHosts } from './address'
import type { AppSide } from './app-side'
import {
  announcedBytes,
  drain,
  hasBody,
  formLimits,
  hasUnreadBody,
  isPlainForm,
  limitSilence,
  limitTime,
  makeLedger,
  readBody,
  readMultipart,
  strangerLimits,
  type BodyLedger,
  type DrainLimits,
} from './body'
import type { BoxDoor, HotDoor } from './box-door'
import { usePageStyles } from './error-page'
import { closedPolicy, setSecurityHeaders } from './headers'
import { isOwnRequest } from './origin-check'
import { findPeer, type Peer } from './peer'
import { answerHealth, answerReady } from './ready'
import { makeRequest, sendResponse, type RemixDoor } from './remix-door'
import { findStyles, type StaticFiles } from './static'
import { isFormWithFiles, takeForm, takeRefusedForm } from './upload-door'

export type FrontLimits = DrainLimits & {
  /** A page's form. */
  formBytes: number
  /** A program's JSON. */
  jsonBytes: number
  /** A file, as a multipart part or as the whole body. */
  uploadBytes: number
  /** All bodies in memory together. */
  bodyMemoryBytes: number
  /** How long a client may take to send a whole request, unless its body goes to the disk as it arrives. */
  requestTimeoutMs: number
}
export type FrontOptions = {
  files: StaticFiles
  /** The gateway in front; null in development. */
  gateway: AppSide | null
  proxies: BlockList
  publicOrigin: string | null
  limits: FrontLimits
  hotDoor: HotDoor
  boxDoor: BoxDoor
  remixDoor: RemixDoor
  /** True once a stop signal was received: answers ask the client to close. */
  isStopping: () => boolean
}
export type Front = (req: IncomingMessage, res: ServerResponse) => void

const pageMethods = new Set(['GET', 'HEAD', 'POST'])
const apiMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

/** Distinguishes requests of different runs; ids are not secret. */
const runId = randomBytes(4).toString('hex').slice(0, 6)
let requests = 0
const nextRequestId = (): string => {
  requests = (requests + 1) % 2_176_782_336
  return runId + requests.toString(36).padStart(6, '0')
}

/** One line per request. Bodies and headers are never logged. */
const logAnswer = (
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  address: string,
  startedAt: number,
  cut: boolean,
): void =>
  logRequest({
    requestId,
    method: req.method ?? '',
    url: req.url ?? '',
    status: res.statusCode,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    address,
    cut,
  })

/**
 * The limits of a request's body: for known senders those of its kind, for anonymous ones what a form before a sign-in
 * needs.
 */
const limitsFor = (
  req: IncomingMessage,
  limits: FrontLimits,
  sender: string | null,
  peer: Peer,
): { ledger: BodyLedger; fields: number; atMost: (bytes: number) => number } => {
  const announced = announcedBytes(req)
  const smallBytes = Math.min(strangerLimits.bodyBytes, limits.formBytes)
  const small = sender === null || (announced !== null && announced <= smallBytes)
  const ledger = makeLedger({
    mostBytes: limits.bodyMemoryBytes,
    // Room for two files at once, as a person with two tabs sends them.
    shareBytes: Math.max(limits.bodyMemoryBytes / 8, 2 * limits.uploadBytes),
    of: sender ?? networkOf(peer.address),
    small,
  })
  return {
    ledger,
    fields: sender === null ? strangerLimits.fields : formLimits.fields,
    atMost: (bytes) => (sender === null ? Math.min(bytes, smallBytes) : bytes),
  }
}

/** Makes the request listener. It never throws and never leaves a request unanswered. */
export const makeFront = (options: FrontOptions): Front => {
  const { files, gateway, proxies, publicOrigin, limits, hotDoor, boxDoor, remixDoor, isStopping } = options
  usePageStyles(findStyles(files))

  const refuseBody = (
    req: IncomingMessage,
    res: ServerResponse,
    reason: 'too-large' | 'overloaded' | 'cut',
    limitBytes: number,
  ): void => {
    if (reason === 'cut') {
      res.destroy()
      return
    }
    if (reason === 'too-large') answerCode(req, res, 'A0413', { data: { limitBytes } })
    else answerCode(req, res, 'A0503', { headers: { 'retry-after': '2' } })
    drain(req, limits)
  }

  /** An endpoint that reads its body as it arrives checks its sender itself: an anonymous sender's body is not read. */
  const stream = async (
    req: IncomingMessage,
    res: ServerResponse,
    peer: Peer,
    context: AppLoadContext,
    limitBytes: number,
  ): Promise<void> => {
    if ((announcedBytes(req) ?? 0) > limitBytes) {
      refuseBody(req, res, 'too-large', limitBytes)
      return
    }
    limitSilence(req, limits.uploadIdleMs)
    const gone = new AbortController()
    const response = await answerApi(makeRequest(req, peer, null, gone.signal), {
      ...context,
      stream: hasBody(req) ? req : null,
    })
    if (res.destroyed) return
    if (hasUnreadBody(req)) res.setHeader('connection', 'close')
    await sendResponse(req, res, response, closedPolicy, { of: await readerOf(context) })
    drain(req, limits)
  }

  /**
   * Drains the rest of a form that a page has refused: an account's to its end, an anonymous sender's within the small
   * limits.
   */
  const drainForm = async (
    req: IncomingMessage,
    peer: Peer,
    context: AppLoadContext,
    freeTime: () => void,
  ): Promise<void> => {
    // Until it is known whose form it is, nothing is read.
    const userId =
      hasUnreadBody(req) && !req.destroyed
        ? await findSender(makeRequest(req, peer, null, new AbortController().signal), context)
        : null
    const place = userId === null ? null : takeRefusedForm(userId)
    if (place !== null) freeTime()
    drain(req, limits, place)
  }

  const dynamic = async (
    req: IncomingMessage,
    res: ServerResponse,
    peer: Peer,
    path: string,
    requestId: string,
    freeTime: () => void,
  ): Promise<void> => {
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
    // No body is read before its sender is known and has access.
    let sender: string | null = null
    if (comesWithBody) {
      const head = makeRequest(req, peer, null, new AbortController().signal)
      if (isApi) {
        const judged = await judgeSender(head, context)
        if (!judged.ok) {
          if (hasUnreadBody(req)) res.setHeader('connection', 'close')
          await sendResponse(req, res, judged.response, closedPolicy, { of: await readerOf(context) })
          drain(req, limits)
          return
        }
        sender = judged.sender
      } else {
        // A person whose session has just ended may still send the form of a page.
        const userId = await findSender(head, context)
        sender = userId === null ? null : `user:${userId}`
      }
      limitSilence(req, limits.uploadIdleMs)
    }
    const bodyLimits = limitsFor(req, limits, sender, peer)
    const { ledger } = bodyLimits
    const bringsFiles = comesWithBody && method === 'POST' && type === 'multipart/form-data' && isFormWithFiles(path)
    try {
      if (bringsFiles) {
        freeTime()
        const taken = await takeForm(req, makeRequest(req, peer, null, new AbortController().signal), context)
        cleanUp = taken.cleanUp
        if (taken.cut) {
          res.destroy()
          return
        }
        context.upload = taken.upload
      } else if (comesWithBody && type === 'multipart/form-data') {
        const limitBytes = bodyLimits.atMost(limits.uploadBytes)
        const read = await readMultipart(req, limitBytes, ledger, {
          fields: bodyLimits.fields,
          aroundBytes: sender === null ? 0 : 2 * formLimits.fieldBytes,
        })
        if (!read.ok) {
          refuseBody(req, res, read.reason, limitBytes)
          return
        }
        context.upload = read.upload satisfies Upload
      } else if (comesWithBody) {
        const limitBytes = bodyLimits.atMost(
          !isApi
            ? limits.formBytes
            : type === 'application/json'
              ? limits.jsonBytes
              : type === 'application/x-www-form-urlencoded'
                ? limits.formBytes
                : limits.uploadBytes,
        )
        if (
          !isApi &&
          type !== 'application/x-www-form-urlencoded' &&
          type !== 'application/json' &&
          type !== 'text/plain'
        ) {
          answerCode(req, res, 'A0415')
          drain(req, limits)
          return
        }
        const read = await readBody(req, limitBytes, ledger)
        if (!read.ok) {
          refuseBody(req, res, read.reason, limitBytes)
          return
        }
        if (type === 'application/x-www-form-urlencoded' && !isPlainForm(read.bytes, bodyLimits.fields)) {
          answerCode(req, res, 'A0413', { data: { limitBytes } })
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

  const answer = async (
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    peer: Peer | null,
    freeTime: () => void,
  ): Promise<void> => {
    setSecurityHeaders(res, peer?.https ?? false)
    res.setHeader('x-request-id', requestId)
    const parsed = parsePath(req.url ?? '')
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

  /** Who asks, according to the gateway or to the request itself. */
  const findAsker = (req: IncomingMessage): { peer: Peer | null; requestId: string } => {
    if (gateway !== null) return gateway.readPeer(req) ?? { peer: null, requestId: nextRequestId() }
    return {
      peer: hasSeveralHosts(req.rawHeaders) ? null : findPeer(req, proxies, publicOrigin),
      requestId: nextRequestId(),
    }
  }

  return (req, res) => {
    const { requestId, peer } = findAsker(req)
    const startedAt = performance.now()
    if (isStopping()) res.setHeader('connection', 'close')
    const freeTime = limitTime(req, res, limits.requestTimeoutMs)
    if (gateway === null && peer !== null && req.method === 'GET' && hotDoor(req, res)) {
      // Answered from memory; only the transfer remains.
      logAnswer(req, res, requestId, peer.address, startedAt, false)
      return
    }
    const address = peer?.address ?? req.socket.remoteAddress ?? ''
    if (gateway === null)
      res.once('close', () => logAnswer(req, res, requestId, address, startedAt, !res.writableFinished))
    else gateway.markAnswer(req, res)
    const noted = gateway?.afterNotes(req) ?? Promise.resolve()
    noted
      .then(() => answer(req, res, requestId, peer, freeTime))
      .catch((error: unknown) => {
        log.error({ requestId, method: req.method, url: redactUrl(req.url ?? ''), error }, 'request failed')
        if (res.headersSent) res.destroy()
        else if (isStorageFull(error))
          answerCode(req, res, 'A0503', { headers: { 'retry-after': String(fullRetrySeconds) } })
        else answerCode(req, res, 'A0500')
      })
  }
}
