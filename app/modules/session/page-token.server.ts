/**
 * A page's tokens: derived from the session's id with the server's key, and not stored. They prove that a call comes
 * from one of our pages, and are valid only together with the session's cookie.
 */
import { createHmac } from 'node:crypto'
import { sameSecret } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'

export type PageTokens = { accessToken: string; token: string }
export const pageAccessPrefix = 'mpp_'
const pageGatewayPrefix = 'mpq_'

const made = (purpose: string, sessionId: string): string =>
  createHmac('sha256', deriveKey(purpose)).update(sessionId).digest('base64url')

/** The accessToken and gateway token of a session's pages. */
export const pageTokens = (sessionId: string): PageTokens => ({
  accessToken: pageAccessPrefix + made('page-access', sessionId),
  token: pageGatewayPrefix + made('page-gateway', sessionId),
})

/** True when both are this session's. */
export const arePageTokens = (sessionId: string, presented: PageTokens): boolean => {
  const own = pageTokens(sessionId)
  const sameAccess = sameSecret(own.accessToken, presented.accessToken)
  return sameSecret(own.token, presented.token) && sameAccess
}
