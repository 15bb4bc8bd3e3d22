/**
 * Who visits a page: found once a request, required where a page is for users, and the way in and out. A signed-out
 * visit to a user's page goes to / and comes back after signing in.
 */
import { redirect, redirectDocument, type AppLoadContext } from '@remix-run/node'
import { backgroundHeader, resolveSession, sessionCookieName } from '~/api/caller.server'
import type { Caller, UserCaller } from '~/api/endpoint'
import { knownBrowserCookie, readKnownBrowser } from '~/api/known-browser'
import { noteSignIn, tellNewBrowser, withAccount, type SignInVia } from '~/modules/account/account.server'
import { dropUnsent } from '~/modules/attachment/attachment.server'
import { dropDrafts, keepDraft } from '~/modules/draft/draft.server'
import {
  endSession,
  findEndedSession,
  findPageSession,
  listSessions,
  startSession,
  type EndReason,
  type PageSession,
} from '~/modules/session/session.server'
import type { Code, Result } from '~/errors/table'
import { requestLanguage } from '~/i18n/i18n.server'
import { codeOf } from '~/i18n/languages'
import { makeId } from '~/platform/random.server'
import { nameOfBrowser } from './browser-name'
import { readPageCookie, writeCookie } from './cookie.server'
import { flashCookie } from './flash.server'
import { readFields } from './form.server'

import { parseReturnTo } from './return-to'

const returnCookie = 'portal-return'
/** A sign-in with a forgotten password takes minutes; an address kept for longer surprises. */
const returnKeptSeconds = 3600

const isSecure = (context: AppLoadContext): boolean => context.origin.startsWith('https:')

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
const endedKey = (ended: { reason: EndReason } | null, code: Code): string =>
  ended === null ? `errors:${code}` : `ended:${ended.reason}`

/** Whose session the request's cookie was, when it has ended. */
const findEnded = async (request: Request): ReturnType<typeof findEndedSession> => {
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
  if (back !== null)
    headers.append(
      'set-cookie',
      writeCookie(returnCookie, encodeURIComponent(back), { secure, maxAgeSeconds: returnKeptSeconds }),
    )
  if (!found.ok) {
    headers.append('set-cookie', writeCookie(sessionCookieName(secure), '', { secure, maxAgeSeconds: 0 }))
    const ended = await findEnded(request)
    headers.append('set-cookie', flashCookie(context, { kind: 'note', key: endedKey(ended, found.code) }))
    if (ended?.byTime === true && back !== null && request.method === 'POST')
      await keepTyped(request, context, ended.userId, back)
  }
  throw redirect('/', { status: request.method === 'GET' ? 302 : 303, headers })
}

/**
 * What the scripts of a signed-in page need of its session: the tokens of their headers, the key of session storage.
 * Null for others.
 */
export const pageSessionOf = async (request: Request, context: AppLoadContext): Promise<PageSession | null> => {
  const user = await findUser(request, context)
  return user?.sessionId ? findPageSession(user.userId, user.sessionId) : null
}

/** The address that a visitor was sent away from, to come back to after signing in. */
export const findReturnTo = (request: Request): string | null => {
  const kept = readPageCookie(request, returnCookie)
  if (kept === null || kept === '') return null
  try {
    return parseReturnTo(decodeURIComponent(kept))
  } catch {
    return null
  }
}

/**
 * Starts a session; the headers carry its cookies. `via` says by what the person proved to be the account's, for its
 * history. The browser is known to the account from now on; one that was not is told to its owner by mail, but for the
 * one in which the account was just made.
 */
export const beginSession = async (
  request: Request,
  context: AppLoadContext,
  userId: string,
  via: SignInVia,
  isNewAccount = false,
): Promise<{ sessionId: string; headers: Headers }> => {
  const before = await findUser(request, context)
  if (before?.sessionId) await endSession(before.userId, before.sessionId, 'exit')
  const userAgent = request.headers.get('user-agent')
  const session = await startSession(userId, { address: context.address, userAgent })
  noteSignIn(userId, { via, outcome: 'done', sessionId: session.id }, { address: context.address, userAgent })
  const secure = isSecure(context)
  const known = readKnownBrowser(request.headers, secure)
  if (!isNewAccount)
    await tellNewBrowser(
      userId,
      { address: context.address, binding: '', userAgent, language: codeOf(await requestLanguage(request)), known },
      nameOfBrowser(userAgent),
    )
  const headers = new Headers()
  headers.append('set-cookie', knownBrowserCookie(withAccount(known, userId, makeId()), secure))
  headers.append('set-cookie', writeCookie(sessionCookieName(secure), session.token, { secure }))
  headers.append('set-cookie', writeCookie(returnCookie, '', { secure, maxAgeSeconds: 0 }))
  return { sessionId: session.id, headers }
}

/** Starts a session and goes where the person wanted to go, else to `otherwise`. */
export const signIn = async (
  request: Request,
  context: AppLoadContext,
  userId: string,
  otherwise = '/home',
  via: SignInVia = 'password',
): Promise<Response> => {
  const { headers } = await beginSession(request, context, userId, via)
  return redirectDocument(findReturnTo(request) ?? otherwise, { status: 303, headers })
}

/**
 * Ends the session and goes to /, where "Exit Successfully" is shown. `key` is the text to show there. The message
 * names who left: the next page's scripts remove what this browser still kept for them, and nothing of anybody else.
 */
export const signOut = async (request: Request, context: AppLoadContext, key: string): Promise<Response> => {
  const user = await findUser(request, context)
  if (user?.sessionId) await endSession(user.userId, user.sessionId, 'exit')
  // Whoever leaves by Exit leaves nothing behind, also when the session had ended by itself. A cookie that was ended by
  // its owner or the operator takes nothing away any more.
  const ended = user === null ? await findEnded(request) : null
  const mine = user?.userId ?? (ended?.byTime === true ? ended.userId : null)
  if (mine !== null) {
    await dropDrafts(mine)
    // Files that are not sent yet too, unless the account is signed in elsewhere, where they may be under way.
    if ((await listSessions(mine)).length === 0) await dropUnsent(mine)
  }
  // What this browser itself still keeps for them goes in any case: it is told whose.
  const userId = user?.userId ?? ended?.userId ?? null
  const secure = isSecure(context)
  const headers = new Headers()
  headers.append('set-cookie', writeCookie(sessionCookieName(secure), '', { secure, maxAgeSeconds: 0 }))
  headers.append('set-cookie', writeCookie(returnCookie, '', { secure, maxAgeSeconds: 0 }))
  headers.append(
    'set-cookie',
    flashCookie(context, { kind: 'done', key, ...(userId === null ? {} : { params: { left: userId } }) }),
  )
  return redirect('/', { status: 303, headers })
}

/** What a page's script says when it leaves because the session ends: why, where it was, and what was typed there. */
export type Leaving = { reason: string; page: string | null; typed: Readonly<Record<string, unknown>> }

/** Codes of the API after which a page leaves. */
const leavingCodes = ['I1303', 'I1304', 'I1305', 'I1306', 'A0411', 'U6008'] as const satisfies readonly Code[]

/**
 * Leaves a page whose session ends: by the idle time of its own clock, because a call said so, or because the poll of
 * unread messages was refused, which ends a living one too. What was typed is kept
 * for its person, the next page says why, and the page is come back to after signing in.
 */
export const leaveSession = async (
  request: Request,
  context: AppLoadContext,
  { reason, page, typed }: Leaving,
): Promise<Response> => {
  const user = await findUser(request, context)
  // Somebody has signed in meanwhile, in another tab: the page is loaded anew for them.
  const polled = reason === 'poll'
  if (user !== null && reason !== 'idle' && !polled) return redirect(page ?? '/home', { status: 303 })
  if (user?.sessionId) await endSession(user.userId, user.sessionId, polled ? 'exit' : 'idle')
  const ended = await findEnded(request)
  const why = ended?.reason ?? (reason === 'idle' || reason === 'exit' ? reason : null)
  const keeps = user?.userId ?? (ended?.byTime === true ? ended.userId : null)
  if (keeps !== null && page !== null && Object.keys(typed).length > 0) await keepDraft(keeps, page, typed)
  const secure = isSecure(context)
  const headers = new Headers()
  headers.append('set-cookie', writeCookie(sessionCookieName(secure), '', { secure, maxAgeSeconds: 0 }))
  if (page !== null)
    headers.append(
      'set-cookie',
      writeCookie(returnCookie, encodeURIComponent(page), { secure, maxAgeSeconds: returnKeptSeconds }),
    )
  headers.append(
    'set-cookie',
    flashCookie(context, {
      kind: 'note',
      key: endedKey(why === null ? null : { reason: why }, leavingCodes.find((code) => code === reason) ?? 'A0411'),
    }),
  )
  return redirect(why === 'idle' || polled ? '/' : '/login', { status: 303, headers })
}
