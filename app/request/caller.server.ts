/**
 * Who visits a page: resolved once per request, and required where a page is for users. A visitor to a user's page is
 * sent to / and returns to the page after signing in.
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

/** A page that waits for something loads itself again where no scripts run, and says so in its address. */
const isReload = ({ method, url }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && new URL(url).searchParams.has(reloadParameter)

/** Prefetches, background calls and pages that load themselves again are not actions of the person. */
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

/** Who visits. A client whose session has ended is a visitor. */
export const findCaller = async (request: Request, context: AppLoadContext): Promise<Caller> => {
  const found = await resolve(request, context)
  return found.ok ? found.value : { kind: 'visitor' }
}

/** The signed-in user, or null. */
export const findUser = async (request: Request, context: AppLoadContext): Promise<UserCaller | null> => {
  const caller = await findCaller(request, context)
  return caller.kind === 'user' ? caller : null
}

/**
 * Why the session that was sent is not valid (I1303 idle, I1305, I1306, U6008…); null when none was sent, or it is
 * valid.
 */
export const findEndedCode = async (request: Request, context: AppLoadContext): Promise<Code | null> => {
  const found = await resolve(request, context)
  return found.ok ? null : found.code
}

/** The address of the page that a request concerns: a posted form returns to its own page. */
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

/** Whose session the request's cookie was, when it has ended. */
export const findEnded = async (request: Request): ReturnType<typeof findEndedSession> => {
  const cookie = readPageCookie(request, sessionCookieName(false))
  return cookie === null || cookie === '' || cookie.length > 100 ? null : findEndedSession(cookie)
}

/**
 * The account that sends a request: the one that is signed in, or that was until its session ended by time within the
 * last day. Null for anonymous ones.
 */
export const findSender = async (request: Request, context: AppLoadContext): Promise<string | null> => {
  const user = await findUser(request, context)
  if (user !== null) return user.userId
  const ended = await findEnded(request)
  return ended?.byTime === true ? ended.userId : null
}

/**
 * On a page for everybody: why the cookie's session ended, and the header that removes the cookie. Null for a valid
 * session, and for none.
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
  // What does not fit has to be typed again; it must not prevent signing in.
  if (read.ok) await keepDraft(userId, page, read.values)
}

/**
 * The signed-in user. For a visitor it throws a redirect to / and remembers the address. It says why a session ended
 * and, where it ended by time alone, stores what a form contained until its person has signed in again.
 */
export const requireUser = async (request: Request, context: AppLoadContext): Promise<UserCaller> => {
  const found = await resolve(request, context)
  if (found.ok && found.value.kind === 'user') {
    const user = found.value
    // Whoever chose no language reads the page in the browser's, and ready-made lists by their names in it.
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
