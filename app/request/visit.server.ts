/**
 * Identifies who is acting, for limits and for what is bound to one visitor (codes, captchas): a signed-in browser by
 * its session, another by a cookie of its own, a client without cookies by its network. Pages and /api share this rule.
 */
import type { AppLoadContext } from '@remix-run/node'
import { codeOf } from '~/i18n/languages'
import type { Caller } from '~/modules/session/caller'
import { networkOf } from '~/platform/limits.server'
import { makeToken, sha256 } from '~/platform/random.server'
import type { Visit } from '~/platform/visit'
import { findCaller } from './caller.server'
import { cookieNameOf, readCookie, visitorCookieName } from './cookie'
import { openValue, readPageCookie, signValue, writeCookie } from './cookie.server'
import { readKnownBrowser } from './known-browser'
import { getLanguage } from './language.server'

const bindingOf = (caller: Caller, headers: Headers, from: { address: string; origin: string }): string => {
  if (caller.kind === 'box') return `box:${caller.sn}`
  if (caller.kind === 'user') return caller.sessionId === null ? `user:${caller.userId}` : `session:${caller.sessionId}`
  const held = readCookie(headers, cookieNameOf(visitorCookieName, from.origin.startsWith('https:')))
  if (held !== null && held !== '' && openValue('visitor', held) !== null) return `visitor:${sha256(held)}`
  return `network:${networkOf(from.address)}`
}

/** Makes the visit of a request whose caller is known. */
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

/** A task with a code takes minutes; a day lets a person return to it. */
const livesSeconds = 86_400

/** Returns the visit of a request, determined once. */
export const visitOf = (request: Request, context: AppLoadContext): Promise<Visit> => {
  const known = context.memo.get('visit') as Promise<Visit> | undefined
  if (known !== undefined) return known
  const found = Promise.all([findCaller(request, context), getLanguage(request, context)]).then(([caller, language]) =>
    makeVisit({
      headers: request.headers,
      address: context.address,
      origin: context.origin,
      caller,
      language: codeOf(language),
    }),
  )
  context.memo.set('visit', found)
  return found
}

/**
 * The Set-Cookie value that gives a browser its visitor cookie; null if it has one. For loaders of forms that need it.
 */
export const visitorCookie = (request: Request, context: AppLoadContext): string | null => {
  const held = readPageCookie(request, visitorCookieName)
  if (held !== null && openValue('visitor', held) !== null) return null
  return writeCookie(visitorCookieName, signValue('visitor', makeToken()), {
    secure: context.origin.startsWith('https:'),
    maxAgeSeconds: livesSeconds,
  })
}

/** The same as headers, for a loader's response. */
export const visitHeaders = (request: Request, context: AppLoadContext): Headers => {
  const headers = new Headers()
  const cookie = visitorCookie(request, context)
  if (cookie !== null) headers.append('set-cookie', cookie)
  return headers
}
