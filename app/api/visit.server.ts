/** What a caller's acts are counted and tied by: one rule for pages and for /api. */
import { networkOf } from '~/platform/limits.server'
import { sha256 } from '~/platform/random.server'
import type { Visit } from '~/platform/visit'
import { openValue } from '~/web/cookie.server'
import { cookieNameOf, readCookie } from './cookie'
import type { Caller } from './endpoint'
import { readKnownBrowser } from './known-browser'

/** Tells browsers apart that are not signed in. Signed, so that only values of ours count. */
export const visitorCookieName = 'portal-visitor'

const bindingOf = (caller: Caller, headers: Headers, from: { address: string; origin: string }): string => {
  if (caller.kind === 'box') return `box:${caller.sn}`
  if (caller.kind === 'user') return caller.sessionId === null ? `user:${caller.userId}` : `session:${caller.sessionId}`
  const held = readCookie(headers, cookieNameOf(visitorCookieName, from.origin.startsWith('https:')))
  if (held !== null && held !== '' && openValue('visitor', held) !== null) return `visitor:${sha256(held)}`
  return `network:${networkOf(from.address)}`
}

/** The visit of a request whose caller is known. */
export const makeVisit = (of: {
  headers: Headers
  address: string
  origin: string
  caller: Caller
  language: string
}): Visit => ({
  address: of.address,
  binding: bindingOf(of.caller, of.headers, of),
  userAgent: of.headers.get('user-agent')?.slice(0, 300) ?? null,
  known: readKnownBrowser(of.headers, of.origin.startsWith('https:')),
  language: of.language,
})
