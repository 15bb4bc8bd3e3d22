/**
 * Who visits a page: found once a request, required where a page is for users, and the way in and out. A signed-out
 * visit to a user's page goes to / and comes back after signing in.
 */
import { redirect, type AppLoadContext } from '@remix-run/node'
import { backgroundHeader, readCookie, resolveSession, sessionCookieName } from '~/api/caller.server'
import type { Caller, UserCaller } from '~/api/endpoint'
import { endSession, startSession } from '~/modules/session/session.server'
import type { Code, Result } from '~/errors/table'
import { writeCookie } from './cookie.server'
import { flashCookie } from './flash.server'
import { parseReturnTo } from './return-to'

const returnCookie = 'portal-return'
/** A sign-in with a forgotten password takes minutes; an address kept for longer surprises. */
const returnKeptSeconds = 3600

const isSecure = (context: AppLoadContext): boolean => context.origin.startsWith('https:')

/** Prefetches and background calls are not something that the person did. */
const isAct = (request: Request): boolean =>
  !request.headers.has(backgroundHeader) && !/prefetch|prerender/.test(`${request.headers.get('sec-purpose') ?? ''} ${request.headers.get('purpose') ?? ''}`)

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

/** Why a session that was presented does not count (I1303 idle, I1305, I1306, U6008…); null when none was, or it counts. */
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
  const referer = request.headers.get('referer')
  if (referer === null || !URL.canParse(referer)) return null
  const url = new URL(referer)
  return url.host === new URL(request.url).host ? parseReturnTo(url.pathname + url.search) : null
}

/** The user who visits. Throws the way to / for a visitor, remembering the address; says why when a session ended. */
export const requireUser = async (request: Request, context: AppLoadContext): Promise<UserCaller> => {
  const found = await resolve(request, context)
  if (found.ok && found.value.kind === 'user') return found.value
  const headers = new Headers()
  const secure = isSecure(context)
  const back = pageOf(request)
  if (back !== null) headers.append('set-cookie', writeCookie(returnCookie, encodeURIComponent(back), { secure, maxAgeSeconds: returnKeptSeconds }))
  if (!found.ok) {
    headers.append('set-cookie', writeCookie(sessionCookieName(secure), '', { secure, maxAgeSeconds: 0 }))
    headers.append('set-cookie', flashCookie(context, { kind: 'note', key: `errors:${found.code}` }))
  }
  throw redirect('/', { status: request.method === 'GET' ? 302 : 303, headers })
}

/** The address that a visitor was sent away from, to come back to after signing in. */
export const findReturnTo = (request: Request): string | null => {
  const kept = readCookie(request.headers, returnCookie)
  if (kept === null || kept === '') return null
  try {
    return parseReturnTo(decodeURIComponent(kept))
  } catch {
    return null
  }
}

/** Starts a session and goes where the person wanted to go, else to `otherwise`. */
export const signIn = async (request: Request, context: AppLoadContext, userId: string, otherwise = '/home'): Promise<Response> => {
  const before = await findUser(request, context)
  if (before?.sessionId) await endSession(before.userId, before.sessionId, 'exit')
  const session = await startSession(userId, { address: context.address, userAgent: request.headers.get('user-agent') })
  const secure = isSecure(context)
  const headers = new Headers()
  headers.append('set-cookie', writeCookie(sessionCookieName(secure), session.token, { secure }))
  headers.append('set-cookie', writeCookie(returnCookie, '', { secure, maxAgeSeconds: 0 }))
  return redirect(findReturnTo(request) ?? otherwise, { status: 303, headers })
}

/** Ends the session and goes to /, where "Exit Successfully" is shown. `key` is the text to show there. */
export const signOut = async (request: Request, context: AppLoadContext, key: string): Promise<Response> => {
  const user = await findUser(request, context)
  if (user?.sessionId) await endSession(user.userId, user.sessionId, 'exit')
  const secure = isSecure(context)
  const headers = new Headers()
  headers.append('set-cookie', writeCookie(sessionCookieName(secure), '', { secure, maxAgeSeconds: 0 }))
  headers.append('set-cookie', writeCookie(returnCookie, '', { secure, maxAgeSeconds: 0 }))
  headers.append('set-cookie', flashCookie(context, { kind: 'done', key }))
  headers.append('clear-site-data', '"storage"')
  return redirect('/', { status: 303, headers })
}
