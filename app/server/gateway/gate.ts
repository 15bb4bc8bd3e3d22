/**
 * The order in which the gateway handles a request: one at a time per connection, client and address, boxes' lists from
 * memory, static files, health, then its turn at the app. A request that is ended early is answered with a code.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import type { ListFormat } from '~/modules/stb/memory'
import { sendFile } from '~/platform/http.server'
import { log, logRequest, redactUrl } from '~/platform/log.server'
import { randomBytes } from '~/platform/random.server'
import { hasSeveralHosts, parsePath } from '../address'
import { answerCode } from '../answer'
import { drain, hasBody, type DrainLimits } from '../body'
import { channelHeaders, endedSession } from '../channel'
import { usePageStyles } from '../error-page'
import { closedPolicy, securityHeaders, setSecurityHeaders } from '../headers'
import { findPeer, type Peer } from '../peer'
import { findStyles, type StaticFiles } from '../static'
import type { AppProcess } from './app-process'
import type { Clients } from './clients'
import { forward, gatherBody } from './forward'
import type { TurnClass, Turns } from './turns'

export type GateOptions = {
  files: StaticFiles
  proxies: BlockList
  publicOrigin: string | null
  app: AppProcess
  turns: Turns
  clients: Clients
  drainLimits: DrainLimits
  /** True once a stop signal was received: answers ask the client to close. */
  isStopping: () => boolean
}
export type Gate = {
  handle(req: IncomingMessage, res: ServerResponse): void
  /** Whether a connection has ever sent a request, and whether one is under way. */
  stateOf(socket: Socket): 'silent' | 'busy' | 'idle'
}

/** Limits of the gate itself, each with its reason. */
export const gateLimits = {
  /**
   * Requests of one connection that wait for the one before them. Browsers send one after the other; a client that
   * sends more at once gets no answers.
   */
  pipelined: 32,
  /** The size of a usual form or call, which is awaited before the request takes a place at the app. */
  gatheredBytes: 65_536,
  gatherMs: 100,
  /** How much of an unexpected body (a GET's) is read to the end. */
  idleBodyBytes: 65_536,
  /** When a client that was not served may try again: the app needs seconds to restart or to serve a crowd. */
  crowdedSeconds: 5,
  restartingSeconds: 3,
} as const

/** Distinguishes requests of different runs; ids are not secret. */
const runId = randomBytes(4).toString('hex').slice(0, 6)
let requests = 0
const nextRequestId = (): string => {
  requests = (requests + 1) % 2_176_782_336
  return runId + requests.toString(36).padStart(6, '0')
}

/**
 * Pages and calls for signing in. They count as acts: in a crowd a person must still be able to sign in. An operator's
 * monitoring counts too.
 */
const wayIn = /^\/(?:(?:login|logout|readyz)?$|api\/authority\/)/
const isReading = (req: IncomingMessage): boolean => req.method === 'GET' || req.method === 'HEAD'
const classOf = (req: IncomingMessage, path: string): TurnClass =>
  path.startsWith('/api/stb/') ? 'box' : !isReading(req) || wayIn.test(path) ? 'act' : 'page'

const bearer = 'Bearer '
const tokenOf = ({ headers }: IncomingMessage): string | null =>
  headers.authorization?.startsWith(bearer) === true ? headers.authorization.slice(bearer.length) : null
/** One connection: the request under way and those behind it. */
type Lane = { busy: boolean; behind: (() => void)[] }

/** Makes the gate. Its handler never throws and never leaves a request without an answer or an end. */
export const makeGate = (options: GateOptions): Gate => {
  const { files, proxies, publicOrigin, app, turns, clients, drainLimits, isStopping } = options
  usePageStyles(findStyles(files))
  const lanes = new WeakMap<Socket, Lane>()
  const headersOverHttp = { ...securityHeaders(false), 'content-security-policy': closedPolicy }
  const headersOverTls = { ...securityHeaders(true), 'content-security-policy': closedPolicy }

  const hotAddress = /^\/api\/stb\/lists\/([0-9a-z]{1,64})(?:\?format=(sdx|chl))?$/
  /** Answers a list's file from memory, with token and rights checked; false when the app has to answer. */
  const answerHot = (req: IncomingMessage, res: ServerResponse, peer: Peer, requestId: string): boolean => {
    const match = hotAddress.exec(req.url ?? '')
    if (match?.[1] === undefined) return false
    const { headers } = req
    // Errors in a range or a condition are reported by the app, as a code. A body does not belong here.
    if (
      headers.range !== undefined ||
      headers['if-match'] !== undefined ||
      headers['if-unmodified-since'] !== undefined ||
      hasBody(req)
    )
      return false
    const token = tokenOf(req)
    const box = token === null ? undefined : app.memory.peekBox(token)
    const list =
      box === undefined ? undefined : app.memory.peekList(box, match[1], (match[2] as ListFormat | undefined) ?? null)
    if (box === undefined || list === undefined) return false
    if (!box.claimed) app.noteFetch({ sn: box.sn, listId: list.listId, revision: list.revision })
    sendFile(req, res, list.file, { ...(peer.https ? headersOverTls : headersOverHttp), 'x-request-id': requestId })
    return true
  }

  type Asked = { req: IncomingMessage; res: ServerResponse; peer: Peer; requestId: string }
  const refuse = ({ req, res, peer, requestId }: Asked, code: 'A0503' | 'I1009', retryAfterSeconds: number): void => {
    if (res.destroyed) return
    // A client over its limit must reconnect: pipelined requests are dropped with the connection.
    if (code === 'I1009') res.shouldKeepAlive = false
    setSecurityHeaders(res, peer.https)
    res.setHeader('x-request-id', requestId)
    answerCode(req, res, code, { data: { retryAfterSeconds } })
    drain(req, drainLimits)
  }
  /** For the gateway's own answers: false where the client is over its limit, and has been told so. */
  const mayAnswer = (asked: Asked): boolean => {
    const allowed = clients.takeFile(asked.peer.address)
    if (!allowed.ok) refuse(asked, 'I1009', allowed.retryAfterSeconds)
    return allowed.ok
  }

  /** Waits for the request's turn and lets the app answer it. */
  const ask = async (asked: Asked, path: string): Promise<void> => {
    const { req, res, peer, requestId } = asked
    const kind = classOf(req, path)
    const token = kind === 'box' ? tokenOf(req) : null
    const client =
      kind === 'box'
        ? clients.findBox(peer.address, token === null ? null : (app.memory.peekBox(token)?.sn ?? null))
        : clients.find(peer.address, req.headers.cookie)
    const allowed = clients.take(client)
    if (!allowed.ok) return refuse(asked, 'I1009', allowed.retryAfterSeconds)
    const leave = clients.enter(client)
    if (leave === null) return refuse(asked, 'A0503', gateLimits.crowdedSeconds)
    res.once('close', leave)
    const body =
      hasBody(req) && !isReading(req)
        ? await gatherBody(req, { mostBytes: gateLimits.gatheredBytes, waitMs: gateLimits.gatherMs })
        : null
    if (res.destroyed) return
    let end: (() => void) | null
    if (body === null || body.whole) {
      end = await turns.take(kind, client.key)
      if (end === null) return refuse(asked, 'A0503', gateLimits.crowdedSeconds)
    } else {
      end = clients.enterBody(client, () => req.socket.destroy())
      if (end === null) return refuse(asked, 'A0503', gateLimits.crowdedSeconds)
    }
    const done = end
    try {
      if (res.destroyed) return
      if (!app.isReady()) return refuse(asked, 'A0503', gateLimits.restartingSeconds)
      const outcome = await forward(
        req,
        res,
        { way: app.way(), peer, requestId, notes: app.flushNotes(), body },
        (answer) => {
          if (body === null || body.whole) done()
          const account = answer.headers[channelHeaders.session]
          if (typeof account === 'string') clients.vouch(req.headers.cookie, account === endedSession ? null : account)
          return app.afterMessage(Number(answer.headers[channelHeaders.after] ?? 0))
        },
        isStopping,
      )
      if (outcome !== 'broken') return
      // The app closes a stalled connection without an answer, and so does the gateway.
      if (body !== null && !body.whole && app.isReady()) res.destroy()
      else refuse(asked, 'A0503', gateLimits.restartingSeconds)
    } finally {
      done()
    }
  }

  const answer = (
    req: IncomingMessage,
    res: ServerResponse,
    peer: Peer | null,
    requestId: string,
  ): Promise<void> | undefined => {
    const parsed = peer === null ? null : parsePath(req.url ?? '')
    if (peer === null || parsed === null) {
      setSecurityHeaders(res, peer?.https ?? false)
      res.setHeader('x-request-id', requestId)
      answerCode(req, res, 'A0400')
      drain(req, drainLimits)
      return undefined
    }
    const { path, decoded } = parsed
    const asked = { req, res, peer, requestId }
    const reading = isReading(req)
    // Nothing reads such a body: it may end, but not go on.
    if (reading) drain(req, { ...drainLimits, drainBytes: gateLimits.idleBodyBytes })
    const file = files.get(decoded)
    if (file !== undefined && reading) {
      if (!mayAnswer(asked)) return undefined
      sendFile(req, res, file, { ...(peer.https ? headersOverTls : headersOverHttp), 'x-request-id': requestId })
      return undefined
    }
    if (path === '/healthz' && reading) {
      if (!mayAnswer(asked)) return undefined
      // Says that this process lives, and checks nothing; /readyz asks the app.
      const body = JSON.stringify({ status: isStopping() ? 'stopping' : 'ok' })
      res.writeHead(isStopping() ? 503 : 200, {
        ...(peer.https ? headersOverTls : headersOverHttp),
        'x-request-id': requestId,
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(body),
      })
      res.end(req.method === 'HEAD' ? undefined : body)
      return undefined
    }
    if (path.startsWith('/build/')) {
      if (!mayAnswer(asked)) return undefined
      setSecurityHeaders(res, peer.https)
      res.setHeader('x-request-id', requestId)
      answerCode(req, res, reading ? 'A0404' : 'A0405', reading ? {} : { headers: { allow: 'GET, HEAD' } })
      drain(req, drainLimits)
      return undefined
    }
    return ask(asked, path)
  }

  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    const requestId = nextRequestId()
    const peer = hasSeveralHosts(req.rawHeaders) ? null : findPeer(req, proxies, publicOrigin)
    const startedAt = performance.now()
    const address = peer?.address ?? req.socket.remoteAddress ?? ''
    const note = (cut: boolean): void =>
      logRequest({
        requestId,
        method: req.method ?? '',
        url: req.url ?? '',
        status: res.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        address,
        cut,
      })
    if (isStopping()) res.shouldKeepAlive = false
    if (peer !== null && req.method === 'GET' && answerHot(req, res, peer, requestId)) {
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

  const stateOf: Gate['stateOf'] = (socket) => {
    const lane = lanes.get(socket)
    return lane === undefined ? 'silent' : lane.busy ? 'busy' : 'idle'
  }
  const handle: Gate['handle'] = (req, res) => {
    const { socket } = req
    let lane = lanes.get(socket)
    if (lane === undefined) {
      lane = { busy: false, behind: [] }
      lanes.set(socket, lane)
    }
    const own = lane
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
  }
  return { handle, stateOf }
}
