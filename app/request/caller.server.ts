/**
 * Who visits a page: found once a request, and required where a page is for users. A signed-out visit to a user's page
 * goes to / and is remembered, to be come back to after signing in.
 */
import { redirect, type AppLoadContext } from '@remix-run/node'
import type { Code, Result } from '~/errors/table'
import { keepDraft } from '~/modules/draft/draft.server'
import type { Caller, UserCaller } from '~/modules/session/caller'
import { findEndedSession, type EndReason } from '~/modules/session/session.server'
import { sessionCookieName } from './cookie'
import { isSecure, readPageCookie, writeCookie } from './cookie.server'
import { resolveSession } from './credential.server'
import { readFields } from './fields.server'
import { flashCookie } from './flash.server'
import { backgroundHeader } from './headers'
import { parseReturnTo } from './return-to'
import { returnToCookie } from './return-to.server'

/** Prefetches and background calls are not something that the person did. */
const isAct = (request: Request): boolean =>
  !request.headers.has(backgroundHeader) &&
  !/prefetch|prerender/.test(`${request.headers.get('sec-purpose') ?? ''} ${request.headers.get('purpose') ?? ''}`)

const resolve = (request: Request, context: AppLoadContext): Promise<Result<Caller>> => {
  const known = context.memo.get('caller') as Promise<Result<Caller>> | undefined
  if (known !== undefined) return known
  const found = resolveSession(request.headers, context, isAct(request))
  context.memo.set('caller', found)
  return found
}

/** Who visits. A session that has ended visits like a stranger. */
export const findCaller = async (request: Request, context: AppLoadContext): Promise<Caller> => {
  const found = await resolve(request, context)
  return found.ok ? found.value : { kind: 'visitor' }
}

/** The user who visits, or null. */
export const findUser = async (request: Request, context: AppLoadContext): Promise<UserCaller | null> => {
  const caller = await findCaller(request, context)
  return caller.kind === 'user' ? caller : null
}

/**
 * Why a session that was presented does not count (I1303 idle, I1305, I1306, U6008…); null when none was, or it counts.
 */
export const findEndedCode = async (request: Request, context: AppLoadContext): Promise<Code | null> => {
  const found = await resolve(request, context)
  return found.ok ? null : found.code
}

/** The address of the page that a request is about: a form that is posted comes back to the page that it stood on. */
const pageOf = (request: Request): string | null => {
  if (request.method === 'GET' || request.method === 'HEAD') {
    const url = new URL(request.url)
    return parseReturnTo(url.pathname + url.search)
  }
  const own = new URL(request.url)
  const referer = request.headers.get('referer')
  const url = referer !== null && URL.canParse(referer) ? new URL(referer) : own
  return url.host === own.host ? parseReturnTo(url.pathname + url.search) : null
}

/** The text that says why a session ended. */
export const endedKey = (ended: { reason: EndReason } | null, code: Code): string =>
  ended === null ? `errors:${code}` : `ended:${ended.reason}`

/** Whose session the request's cookie was, when it has ended. */
export const findEnded = async (request: Request): ReturnType<typeof findEndedSession> => {
  const cookie = readPageCookie(request, sessionCookieName(false))
  return cookie === null || cookie === '' || cookie.length > 100 ? null : findEndedSession(cookie)
}

/**
 * The account that sends a request: who is signed in, or was until a session ended by time within the last day. Null
 * for strangers.
 */
export const findSender = async (request: Request, context: AppLoadContext): Promise<string | null> => {
  const user = await findUser(request, context)
  if (user !== null) return user.userId
  const ended = await findEnded(request)
  return ended?.byTime === true ? ended.userId : null
}

/**
 * A cookie whose session has ended, on a page that is for everybody: why, and the header that takes the cookie away.
 * Null for a session that counts, and for none.
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

/** Keeps what was typed into a form that met an ended session, for its own account only. */
const keepTyped = async (request: Request, context: AppLoadContext, userId: string, page: string): Promise<void> => {
  const read = await readFields(request, context)
  // What does not fit is typed again; it must not stand in the way of signing in.
  if (read.ok) await keepDraft(userId, page, read.values)
}

/**
 * The user who visits. Throws the way to / for a visitor, remembering the address; says why when a session ended, and
 * keeps what a form brought until its person has signed in again, where the session ended by time alone.
 */
export const requireUser = async (request: Request, context: AppLoadContext): Promise<UserCaller> => {
  const found = await resolve(request, context)
  if (found.ok && found.value.kind === 'user') return found.value
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
