/**
 * Protects against forged requests. A state-changing request that is authenticated by a cookie, and every form of a
 * page, must come from our own page. Requests with their own token (Authorization, a program's headers, device, signed
 * callbacks) are exempt: only that token counts, and no other site can make a browser send it.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { hasFormToken } from '~/request/form-token.server'
import { sessionHeaders } from '~/request/headers'
import { pageAccessPrefix } from '~/modules/session/session.server'
import type { Peer } from './peer'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True for a program's accessToken. A page's own token comes with the cookie, so the page is checked like a form. */
const hasProgramToken = (headers: IncomingHttpHeaders): boolean => {
  const token = headers[sessionHeaders.accessToken]
  return typeof token === 'string' && token !== '' && !token.startsWith(pageAccessPrefix)
}

/** True if a request may proceed; `address` is its path and query. */
export const isOwnRequest = (
  request: { method: string; path: string; address: string; headers: IncomingHttpHeaders },
  peer: Pick<Peer, 'origin'>,
): boolean => {
  const { method, path, address, headers } = request
  if (safeMethods.has(method)) return true
  const isApi = path === '/api' || path.startsWith('/api/')
  const hasCookie = headers.cookie !== undefined
  if (isApi && (headers.authorization !== undefined || hasProgramToken(headers) || !hasCookie)) return true
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if (site === 'same-origin') return true
  // The person typed the address, so no page sent it.
  if (site === 'none') return origin === undefined || origin === peer.origin
  if (site !== undefined) return false
  if (origin !== undefined) return origin === peer.origin
  const { referer } = headers
  if (referer !== undefined) return URL.canParse(referer) && new URL(referer).origin === peer.origin
  // Every modern browser sends at least one of the three with such a request. Pages for older ones have a token in
  // their forms' addresses. A program without a cookie has nothing to forge.
  return headers.cookie === undefined || hasFormToken(address, headers.cookie, peer.origin.startsWith('https:'))
}
