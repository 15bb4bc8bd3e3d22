/** The ids of requests, and their lines in the log: one a request, never with a body or headers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { logRequest } from '~/platform/log.server'
import { randomBytes } from '~/platform/random.server'

/** Distinguishes requests of different runs; ids are not secret. */
const runId = randomBytes(4).toString('hex').slice(0, 6)
let requests = 0
export const nextRequestId = (): string => {
  requests = (requests + 1) % 2_176_782_336
  return runId + requests.toString(36).padStart(6, '0')
}

type Begun = { requestId: string; address: string; startedAt: number }
/** `cut`: the connection ended before the answer. */
export const logAnswer = (req: IncomingMessage, res: ServerResponse, begun: Begun, cut: boolean): void =>
  logRequest({
    requestId: begun.requestId,
    method: req.method ?? '',
    url: req.url ?? '',
    status: res.statusCode,
    ms: Math.round((performance.now() - begun.startedAt) * 10) / 10,
    address: begun.address,
    cut,
  })
