/**
 * The order in which the app handles a request: client and address, health, boxes' fetches, the forgery check, the body
 * within its limits, then Remix. A request that is ended early is answered with a code. Behind a gateway, the gateway
 * has identified the client and serves files; in development the app does both itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { sendFile } from '~/platform/http.server'
import { log, redactUrl } from '~/platform/log.server'
import { fullRetrySeconds, isStorageFull } from '~/platform/storage'
import { answerCode } from './answer'
import { parsePath, hasSeveralHosts } from './address'
import type { AppSide } from './app-side'
import { drain, limitTime } from './body'
import type { BoxHandler } from './box-handler'
import { answerDynamic, type FrontLimits } from './dynamic'
import { usePageStyles } from './error-page'
import { closedPolicy, setSecurityHeaders } from './headers'
import { findPeer, type Peer } from './peer'
import { answerHealth, answerReady } from './ready'
import { logAnswer, nextRequestId } from './request-line'
import type { RemixHandler } from './remix-handler'
import { findStyles, type StaticFiles } from './static'

export type FrontOptions = {
  files: StaticFiles
  /** The gateway in front; null in development. */
  gateway: AppSide | null
  proxies: BlockList
  publicOrigin: string | null
  limits: FrontLimits
  boxHandler: BoxHandler
  remixHandler: RemixHandler
  /** True after a stop signal: answers ask the client to close. */
  isStopping: () => boolean
}
export type Front = (req: IncomingMessage, res: ServerResponse) => void

/** Makes the request listener. It never throws and never leaves a request unanswered. */
export const makeFront = (options: FrontOptions): Front => {
  const { files, gateway, proxies, publicOrigin, limits, boxHandler, remixHandler, isStopping } = options
  usePageStyles(findStyles(files))

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
    if (isReading && path.startsWith('/api/stb/')) return boxHandler(req, res, { peer, requestId })
    return answerDynamic({ req, res, peer, path, requestId, freeTime }, limits, remixHandler)
  }

  /** Identifies the client, from the gateway's headers or from the request itself. */
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
    const address = peer?.address ?? req.socket.remoteAddress ?? ''
    if (gateway === null)
      res.once('close', () => logAnswer(req, res, { requestId, address, startedAt }, !res.writableFinished))
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
