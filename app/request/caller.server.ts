/**
 * Finds out who visits a page, once per request, and requires a user on pages for users. A visitor is redirected from
 * there to / and returns to the page after signing in.
 */
import { redirect, type AppLoadContext } from '@remix-run/node'
import type { Code, Result } from '~/errors/table'
import { reloadParameter } from '~/i18n/handle'
import { requestLanguage } from '~/i18n/i18n.server'
import { keepDraft } from '~/modules/draft/draft.server'
import type { Caller, UserCaller } from '~/modules/session/caller'
import { findEndedSession, type EndReason } from '~/modules/session/session.server'
import { sessionCookieName } from './cookie'
import { isSecure, readPageCookie, writeCookie } from './cookie.server'
import { resolveSession } from './credential.server'
import { withoutFormToken } from './form-token.server'
import { readFields } from './fields.server'
import { flashCookie } from './flash.server'
import { backgroundHeader } from './headers'
import { parseReturnTo } from './return-to'
import { returnToCookie } from './return-to.server'

/**
 * True for a page that reloads itself. Without scripts, a page that waits for something does so, and marks it in its
 * address.
 */
const isReload = ({ method, url }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && new URL(url).searchParams.has(reloadParameter)

/** False for prefetches, background calls and pages that reload themselves: they are not actions of the person. */
const isAct = (request: Request): boolean =>
  !request.headers.has(backgroundHeader) &&
  !isReload(request) &&
  !/prefetch|prerender/.test(`${request.headers.get('sec-purpose') ?? ''} ${request.headers.get('purpose') ?? ''}`)

const resolve = (request: Request, context: AppLoadContext): Promise<Result<Caller>> => {
  const known = context.memo.get('caller') as Promise<Result<Caller>> | undefined
  if (known !== undefined) return known
  const found = resolveSession(request.headers, context, isAct(request))
  context.memo.set('caller', found)
  return found
}

/** Returns who visits. A client whose session has ended is a visitor. */
export const findCaller = async (request: Request, context: AppLoadContext): Promise<Caller> => {
  const found = await resolve(request, context)
  return found.ok ? found.value : { kind: 'visitor' }
}

/** Returns the signed-in user, or null. */
export const findUser = async (request: Request, context: AppLoadContext): Promise<UserCaller | null> => {
  const caller = await findCaller(request, context)
  return caller.kind === 'user' ? caller : null
}

/**
 * Why the session of the request is not valid (I1303 idle, I1305, I1306, U6008…). Null if none was sent, or it is
 * valid.
 */
export const findEndedCode = async (request: Request, context: AppLoadContext): Promise<Code | null> => {
  const found = await resolve(request, context)
  return found.ok ? null : found.code
}

/** Returns the address of the page that a request concerns: a posted form returns to its own page. */
const pageOf = (request: Request): string | null => {
  if (request.method === 'GET' || request.method === 'HEAD') {
    const url = new URL(request.url)
    return parseReturnTo(url.pathname + url.search)
  }
  const own = new URL(request.url)
  const referer = request.headers.get('referer')
  const url = referer !== null && URL.canParse(referer) ? new URL(referer) : own
  return url.host === own.host ? parseReturnTo(withoutFormToken(url.pathname + url.search)) : null
}

/** The key of the text that says why a session ended. */
export const endedKey = (ended: { reason: EndReason } | null, code: Code): string =>
  ended === null ? `errors:${code}` : `ended:${ended.reason}`

/** Finds the ended session of the request's cookie and its account. */
export const findEnded = async (request: Request): ReturnType<typeof findEndedSession> => {
  const cookie = readPageCookie(request, sessionCookieName(false))
  return cookie === null || cookie === '' || cookie.length > 100 ? null : findEndedSession(cookie)
}

/**
 * Returns the account that sends a request: the signed-in one, or the one whose session expired within the last day.
 * Null for anonymous requests.
 */
export const findSender = async (request: Request, context: AppLoadContext): Promise<string | null> => {
  const user = await findUser(request, context)
  if (user !== null) return user.userId
  const ended = await findEnded(request)
  return ended?.byTime === true ? ended.userId : null
}

/**
 * On a page for everybody: why the cookie's session ended, and the header that removes the cookie. Null if the session
 * is valid, or there is none.
 */
export const noteEnded = async (
  request: Request,
  context: AppLoadContext,
): Promise<{ key: string; forget: string } | null> => {
  const found = await resolve(request, context)
  if (found.ok) return null
  const secure = isSecure(context)
  return {
    key: endedKey(await findEnded(request), found.code),
    forget: writeCookie(sessionCookieName(secure), '', { secure, maxAgeSeconds: 0 }),
  }
}

/** Stores what was typed into a form whose session has ended, for its own account only. */
const keepTyped = async (request: Request, context: AppLoadContext, userId: string, page: string): Promise<void> => {
  const read = await readFields(request, context)
  // Text that does not fit must be typed again; it must not prevent signing in.
  if (read.ok) await keepDraft(userId, page, read.values)
}

/**
 * Returns the signed-in user. For a visitor it throws a redirect to / and remembers the address. The redirect says why
 * a session ended. If it only expired, the contents of a form are stored until the person has signed in again.
 */
export const requireUser = async (request: Request, context: AppLoadContext): Promise<UserCaller> => {
  const found = await resolve(request, context)
  if (found.ok && found.value.kind === 'user') {
    const user = found.value
    // Users who chose no language read the page in the browser's, with ready-made lists named in it.
    return user.language === null ? { ...user, language: await requestLanguage(request) } : user
  }
  const headers = new Headers()
  const secure = isSecure(context)
  const back = pageOf(request)
  if (back !== null) headers.append('set-cookie', returnToCookie(context, back))
  if (!found.ok) {
    headers.append('set-cookie', writeCookie(sessionCookieName(secure), '', { secure, maxAgeSeconds: 0 }))
    const ended = await findEnded(request)
    headers.append('set-cookie', flashCookie(context, { kind: 'note', key: endedKey(ended, found.code) }))
    if (ended?.byTime === true && back !== null && request.method === 'POST')
      await keepTyped(request, context, ended.userId, back)
  }
  throw redirect('/', { status: request.method === 'GET' ? 302 : 303, headers })
}
