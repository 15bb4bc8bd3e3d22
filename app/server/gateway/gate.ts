/**
 * The order in which the gateway handles a request: one at a time per connection, client and address, boxes' lists from
 * memory, static files, health, then its turn at the app. A request that is ended early is answered with a code.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { sendFile } from '~/platform/http.server'
import { log, redactUrl } from '~/platform/log.server'
import { hasSeveralHosts, parsePath } from '~/server/address'
import { answerCode } from '~/server/answer'
import { drain } from '~/server/body'
import { usePageStyles } from '~/server/error-page'
import { setSecurityHeaders } from '~/server/headers'
import { findPeer, type Peer } from '~/server/peer'
import { logAnswer, nextRequestId } from '~/server/request-line'
import { findStyles, type StaticFiles } from '~/server/static'
import { isReading, ownHeaders, refuse, type Asked } from './asked'
import { gateLimits } from './gate-limits'
import { answerCached } from './cached'
import { askApp, type AppAccess } from './ask-app'

/** One connection: the request under way and those behind it. */
type RequestQueue = { busy: boolean; behind: (() => void)[] }
type RequestQueues = {
  handle(req: IncomingMessage, res: ServerResponse): void
  /** Whether a connection has ever sent a request, and whether one is under way. */
  stateOf(socket: Socket): 'silent' | 'busy' | 'idle'
}

/** Answers the requests of one connection one at a time, in the order of arrival. */
const makeRequestQueues = (serve: (req: IncomingMessage, res: ServerResponse) => void): RequestQueues => {
  const queues = new WeakMap<Socket, RequestQueue>()
  return {
    stateOf: (socket) => {
      const queue = queues.get(socket)
      return queue === undefined ? 'silent' : queue.busy ? 'busy' : 'idle'
    },
    handle: (req, res) => {
      const { socket } = req
      let queue = queues.get(socket)
      if (queue === undefined) {
        queue = { busy: false, behind: [] }
        queues.set(socket, queue)
      }
      const own = queue
      res.once('close', () => {
        own.busy = false
        if (socket.destroyed || !res.shouldKeepAlive) own.behind = []
        else own.behind.shift()?.()
      })
      const begin = (): void => {
        own.busy = true
        serve(req, res)
      }
      if (!own.busy) begin()
      else if (own.behind.length < gateLimits.pipelined) own.behind.push(begin)
      else socket.destroy()
    },
  }
}

export type GateOptions = AppAccess & {
  files: StaticFiles
  proxies: BlockList
  publicOrigin: string | null
}
export type Gate = RequestQueues

/** Handles a request that is not answered from memory; null if it has been answered. */
type Answer = (req: IncomingMessage, res: ServerResponse, peer: Peer | null, requestId: string) => Promise<void> | null

/** Files, health and unknown addresses are answered by the gateway, all others by the app. */
const makeAnswer = (options: GateOptions): Answer => {
  const { files, clients, drainLimits, isStopping } = options
  /** For the gateway's own answers: false if the client is over its limit, and has been told so. */
  const mayAnswer = (asked: Asked): boolean => {
    const allowed = clients.takeFile(asked.peer.address)
    if (!allowed.ok) refuse(asked, 'I1009', allowed.retryAfterSeconds, drainLimits)
    return allowed.ok
  }
  /** Answers that this process lives, without checking anything; /readyz asks the app. */
  const answerHealth = ({ req, res, peer, requestId }: Asked): void => {
    const body = JSON.stringify({ status: isStopping() ? 'stopping' : 'ok' })
    res.writeHead(isStopping() ? 503 : 200, {
      ...ownHeaders(peer, requestId),
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
    })
    res.end(req.method === 'HEAD' ? undefined : body)
  }

  return (req, res, peer, requestId) => {
    const parsed = peer === null ? null : parsePath(req.url ?? '')
    if (peer === null || parsed === null) {
      setSecurityHeaders(res, peer?.https ?? false)
      res.setHeader('x-request-id', requestId)
      answerCode(req, res, 'A0400')
      drain(req, drainLimits)
      return null
    }
    const { path, decoded } = parsed
    const asked = { req, res, peer, requestId }
    const reading = isReading(req)
    // Nothing reads such a body: it may end, but not continue.
    if (reading) drain(req, { ...drainLimits, drainBytes: gateLimits.idleBodyBytes })
    const file = files.get(decoded)
    if (file !== undefined && reading) {
      if (mayAnswer(asked)) sendFile(req, res, file, ownHeaders(peer, requestId))
      return null
    }
    if (path === '/healthz' && reading) {
      if (mayAnswer(asked)) answerHealth(asked)
      return null
    }
    if (path.startsWith('/build/')) {
      if (!mayAnswer(asked)) return null
      setSecurityHeaders(res, peer.https)
      res.setHeader('x-request-id', requestId)
      answerCode(req, res, reading ? 'A0404' : 'A0405', reading ? {} : { headers: { allow: 'GET, HEAD' } })
      drain(req, drainLimits)
      return null
    }
    return askApp(options, asked, path)
  }
}

/** Makes the gate. Its handler never throws and never leaves a request without an answer or an end. */
export const makeGate = (options: GateOptions): Gate => {
  const { files, proxies, publicOrigin, app, isStopping } = options
  usePageStyles(findStyles(files))
  const answer = makeAnswer(options)

  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    const requestId = nextRequestId()
    const peer = hasSeveralHosts(req.rawHeaders) ? null : findPeer(req, proxies, publicOrigin)
    const startedAt = performance.now()
    const address = peer?.address ?? req.socket.remoteAddress ?? ''
    const note = (cut: boolean): void => logAnswer(req, res, { requestId, address, startedAt }, cut)
    if (isStopping()) res.shouldKeepAlive = false
    if (peer !== null && isReading(req) && answerCached(app, req, res, peer, requestId)) {
      // Only the transfer remains.
      note(false)
      return
    }
    res.once('close', () => note(!res.writableFinished))
    answer(req, res, peer, requestId)?.catch((error: unknown) => {
      log.error(
        { requestId, method: req.method, url: redactUrl(req.url ?? ''), error },
        'a request failed at the gateway',
      )
      if (res.headersSent) res.destroy()
      else answerCode(req, res, 'A0500')
    })
  }

  return makeRequestQueues(serve)
}
