/**
 * Lets the app answer a request: checks the client's limits, gathers a small body, waits in the queue, then forwards.
 * Every path ends with an answer or a closed connection.
 */
import type { IncomingMessage } from 'node:http'
import { hasBody, type DrainLimits } from '../body'
import { channelHeaders, endedSession } from '../channel'
import type { AppProcess } from './app-process'
import { isReading, refuse, tokenOf, type Asked } from './asked'
import type { Clients } from './clients'
import { forward, gatherBody, type Gathered } from './forward'
import { gateLimits } from './gate-limits'
import type { QueueClass, AppQueue } from './app-queue'

export type AppAccess = {
  app: AppProcess
  queue: AppQueue
  clients: Clients
  drainLimits: DrainLimits
  isStopping: () => boolean
}

/**
 * Pages and calls for signing in. They count as actions, because people must still be able to sign in during a rush. An
 * operator's monitoring counts too.
 */
const wayIn = /^\/(?:(?:login|logout|readyz)?$|api\/authority\/)/
const classOf = (req: IncomingMessage, path: string): QueueClass =>
  path.startsWith('/api/stb/') ? 'box' : !isReading(req) || wayIn.test(path) ? 'act' : 'page'

type Body = Gathered | null

/** Forwards the request, and notes what the app's answer says about its sender. */
const passOn = async (
  { app, clients, drainLimits, isStopping }: AppAccess,
  asked: Asked,
  body: Body,
  done: () => void,
): Promise<void> => {
  const { req, res, peer, requestId } = asked
  if (res.destroyed) return
  if (!app.isReady()) return refuse(asked, 'A0503', gateLimits.restartingSeconds, drainLimits)
  const outcome = await forward(
    req,
    res,
    { way: app.way(), peer, requestId, notes: app.flushNotes(), body },
    (answer) => {
      if (body === null || body.whole) done()
      const account = answer.headers[channelHeaders.session]
      if (typeof account === 'string')
        clients.confirmSession(req.headers.cookie, account === endedSession ? null : account)
      return app.afterMessage(Number(answer.headers[channelHeaders.after] ?? 0))
    },
    isStopping,
  )
  if (outcome !== 'broken') return
  // The app closes a stalled connection without an answer, and so does the gateway.
  if (body !== null && !body.whole && app.isReady()) res.destroy()
  else refuse(asked, 'A0503', gateLimits.restartingSeconds, drainLimits)
}

/** Waits for the request's turn and lets the app answer it. */
export const askApp = async (at: AppAccess, asked: Asked, path: string): Promise<void> => {
  const { app, queue, clients, drainLimits } = at
  const { req, res, peer } = asked
  const kind = classOf(req, path)
  const token = kind === 'box' ? tokenOf(req) : null
  const client =
    kind === 'box'
      ? clients.findBox(peer.address, token === null ? null : (app.memory.peekBox(token) ?? null))
      : clients.find(peer.address, req.headers.cookie)
  const allowed = clients.take(client)
  if (!allowed.ok) return refuse(asked, 'I1009', allowed.retryAfterSeconds, drainLimits)
  const leave = clients.enter(client)
  if (leave === null) return refuse(asked, 'A0503', gateLimits.crowdedSeconds, drainLimits)
  res.once('close', leave)
  const body =
    hasBody(req) && !isReading(req)
      ? await gatherBody(req, { maxBytes: gateLimits.gatheredBytes, waitMs: gateLimits.gatherMs })
      : null
  if (res.destroyed) return
  // A body that is still arriving takes a slot of its own kind.
  const done =
    body === null || body.whole
      ? await queue.take(kind, client.key)
      : clients.enterBody(client, () => req.socket.destroy())
  if (done === null) return refuse(asked, 'A0503', gateLimits.crowdedSeconds, drainLimits)
  try {
    await passOn(at, asked, body, done)
  } finally {
    done()
  }
}
