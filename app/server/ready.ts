/** Answers monitoring: /healthz says that the process lives, /readyz whether it can do its work. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findReadiness } from '~/modules/health/health.server'
import { closedPolicy } from './headers'

const send = (req: IncomingMessage, res: ServerResponse, status: number, content: unknown): void => {
  const body = JSON.stringify(content)
  res.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-security-policy': closedPolicy,
    'content-length': Buffer.byteLength(body),
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Checks nothing: restarting a process because a part of its work fails would not repair that part. */
export const answerHealth = (req: IncomingMessage, res: ServerResponse, stopping: boolean): void =>
  send(req, res, stopping ? 503 : 200, { status: stopping ? 'stopping' : 'ok' })

/** Answers 503 and names each part of the work that can't be done. */
export const answerReady = async (req: IncomingMessage, res: ServerResponse, stopping: boolean): Promise<void> => {
  const { ready, parts } = await findReadiness()
  send(req, res, ready && !stopping ? 200 : 503, { status: stopping ? 'stopping' : ready ? 'ok' : 'failing', parts })
}
