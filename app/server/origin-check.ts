/**
 * The check against forged requests: a state-changing request that a cookie authenticates, and every form of a page,
 * must come from our own page. Requests that carry their own token (Authorization, a program's headers, device, signed
 * callbacks) are not asked: they are judged by that token alone, and no other site can make a browser send it.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { sessionHeaders } from '~/request/headers'
import { pageAccessPrefix } from '~/modules/session/session.server'
import type { Peer } from './peer'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A program's accessToken. A page's own one comes with the cookie, so the page is asked like a form. */
const hasProgramToken = (headers: IncomingHttpHeaders): boolean => {
  const token = headers[sessionHeaders.accessToken]
  return typeof token === 'string' && token !== '' && !token.startsWith(pageAccessPrefix)
}

/** True when a request may go on. */
export const isOwnRequest = (
  request: { method: string; path: string; headers: IncomingHttpHeaders },
  peer: Pick<Peer, 'origin'>,
): boolean => {
  const { method, path, headers } = request
  if (safeMethods.has(method)) return true
  const isApi = path === '/api' || path.startsWith('/api/')
  const hasCookie = headers.cookie !== undefined
  if (isApi && (headers.authorization !== undefined || hasProgramToken(headers) || !hasCookie)) return true
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if (site === 'same-origin') return true
  // A person typed the address: then there is no page that it comes from.
  if (site === 'none') return origin === undefined || origin === peer.origin
  if (site !== undefined) return false
  if (origin !== undefined) return origin === peer.origin
  const { referer } = headers
  if (referer !== undefined) return URL.canParse(referer) && new URL(referer).origin === peer.origin
  // No browser of today leaves all three away on such a request; a program without a cookie has nothing to forge.
  return !hasCookie
}
