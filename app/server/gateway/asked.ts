/** A request at the gateway: its client, its refusal, and the headers of the gateway's own answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerCode } from '../answer'
import { drain, type DrainLimits } from '../body'
import { closedPolicy, securityHeaders, setSecurityHeaders } from '../headers'
import type { Peer } from '../peer'

export type Asked = { req: IncomingMessage; res: ServerResponse; peer: Peer; requestId: string }

const overHttp = { ...securityHeaders(false), 'content-security-policy': closedPolicy }
const overTls = { ...securityHeaders(true), 'content-security-policy': closedPolicy }
/** The headers of the gateway's own answers. */
export const ownHeaders = ({ https }: Peer, requestId: string): Record<string, string> => ({
  ...(https ? overTls : overHttp),
  'x-request-id': requestId,
})

export const isReading = (req: IncomingMessage): boolean => req.method === 'GET' || req.method === 'HEAD'

const bearer = 'Bearer '
/** Returns the token of a request; null if it has none. */
export const tokenOf = ({ headers }: IncomingMessage): string | null =>
  headers.authorization?.startsWith(bearer) === true ? headers.authorization.slice(bearer.length) : null

/** Refuses a request that can't be served now, and says when to try again. */
export const refuse = (
  { req, res, peer, requestId }: Asked,
  code: 'A0503' | 'I1009',
  retryAfterSeconds: number,
  drainLimits: DrainLimits,
): void => {
  if (res.destroyed) return
  // A client over its limit must reconnect: pipelined requests are dropped with the connection.
  if (code === 'I1009') res.shouldKeepAlive = false
  setSecurityHeaders(res, peer.https)
  res.setHeader('x-request-id', requestId)
  answerCode(req, res, code, { data: { retryAfterSeconds } })
  drain(req, drainLimits)
}
