/**
 * Who does something on a page, for limits and for what is tied to one visitor (codes, captchas): a signed-in browser
 * by its session, another by a cookie of its own, a client without cookies by its network.
 */
import type { AppLoadContext } from '@remix-run/node'
import { makeVisit, visitorCookieName } from '~/api/visit.server'
import { codeOf } from '~/i18n/languages'
import type { Visit } from '~/platform/visit'
import { makeToken } from '~/platform/random.server'
import { findCaller } from './caller.server'
import { openValue, readPageCookie, signValue, writeCookie } from './cookie.server'
import { getLanguage } from './language.server'

/** A journey with a code takes minutes; a day lets a person come back to it. */
const livesSeconds = 86_400

/** The visit of a request, found once. */
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
 * The Set-Cookie value that gives a browser its visitor's cookie; null where it has one. For loaders of the forms that
 * need it.
 */
export const visitorCookie = (request: Request, context: AppLoadContext): string | null => {
  const held = readPageCookie(request, visitorCookieName)
  if (held !== null && openValue('visitor', held) !== null) return null
  return writeCookie(visitorCookieName, signValue('visitor', makeToken()), {
    secure: context.origin.startsWith('https:'),
    maxAgeSeconds: livesSeconds,
  })
}

/** The same as headers, for a loader's answer. */
export const visitHeaders = (request: Request, context: AppLoadContext): Headers => {
  const headers = new Headers()
  const cookie = visitorCookie(request, context)
  if (cookie !== null) headers.append('set-cookie', cookie)
  return headers
}
