/**
 * Signs in and out: a session begins with its cookies, and ends by Exit, by the page's own clock, or because a call
 * said so. The person returns to where they were.
 */
import { redirect, redirectDocument, type AppLoadContext } from '@remix-run/node'
import type { Code } from '~/errors/table'
import { requestLanguage } from '~/i18n/i18n.server'
import { codeOf } from '~/i18n/languages'
import { noteSignIn, notifyNewBrowser, withAccount, type SignInVia } from '~/modules/account/account.server'
import { dropUnsent } from '~/modules/attachment/attachment.server'
import { dropDrafts, keepDraft } from '~/modules/draft/draft.server'
import { endSession, listSessions, startSession } from '~/modules/session/session.server'
import { makeId } from '~/platform/random.server'
import { endedKey, findEnded, findUser } from '~/request/caller.server'
import { sessionCookieName } from '~/request/cookie'
import { isSecure, writeCookie } from '~/request/cookie.server'
import { cookieAsk } from '~/request/cookies-asked'
import { flashCookie } from '~/request/flash.server'
import { knownBrowserCookie, readKnownBrowser } from '~/request/known-browser'
import { findReturnTo, returnToCookie } from '~/request/return-to.server'
import { nameOfBrowser } from './browser-name'

/**
 * Starts a session; the headers contain its cookies. `via` says how the person proved the account, for its history.
 * From now on the account knows the browser. A new browser is reported to the owner by mail, except the one in which
 * the account was just created.
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
    await notifyNewBrowser(
      userId,
      { address: context.address, binding: '', userAgent, language: codeOf(await requestLanguage(request)), known },
      nameOfBrowser(userAgent),
    )
  const headers = new Headers()
  headers.append('set-cookie', knownBrowserCookie(withAccount(known, userId, makeId()), secure))
  headers.append('set-cookie', writeCookie(sessionCookieName(secure), session.token, { secure }))
  headers.append('set-cookie', returnToCookie(context, null))
  return { sessionId: session.id, headers }
}

/** Starts a session and redirects to where the person wanted to go, otherwise to `otherwise`. */
export const signIn = async (
  request: Request,
  context: AppLoadContext,
  userId: string,
  otherwise = '/home',
  via: SignInVia = 'password',
): Promise<Response> => {
  const { headers } = await beginSession(request, context, userId, via)
  return goSignedIn(request, findReturnTo(request) ?? otherwise, headers)
}

/** Redirects to a page of the new session, via /login if it is still unknown whether the browser keeps cookies. */
export const goSignedIn = (request: Request, to: string, headers: Headers): Response =>
  redirectDocument(cookieAsk(request, '/login', to) ?? to, { status: 303, headers })

/**
 * Ends the session and redirects to /, where "Exit Successfully" is shown. `key` is the text to show there. The message
 * names who left, so that the next page's scripts remove what this browser still kept for that person, and for nobody
 * else.
 */
export const signOut = async (request: Request, context: AppLoadContext, key: string): Promise<Response> => {
  const user = await findUser(request, context)
  if (user?.sessionId) await endSession(user.userId, user.sessionId, 'exit')
  // Exit removes everything, even if the session had already ended by itself. A cookie whose session was ended by its
  // owner or the operator can't remove anything any more.
  const ended = user === null ? await findEnded(request) : null
  const mine = user?.userId ?? (ended?.byTime === true ? ended.userId : null)
  if (mine !== null) {
    await dropDrafts(mine)
    // Unsent files are removed too, unless the account is signed in elsewhere, where they may be in use.
    if ((await listSessions(mine)).length === 0) await dropUnsent(mine)
  }
  // What this browser itself keeps for the person is always removed: the message names them.
  const userId = user?.userId ?? ended?.userId ?? null
  const secure = isSecure(context)
  const headers = new Headers()
  headers.append('set-cookie', writeCookie(sessionCookieName(secure), '', { secure, maxAgeSeconds: 0 }))
  headers.append('set-cookie', returnToCookie(context, null))
  headers.append(
    'set-cookie',
    flashCookie(context, { kind: 'done', key, ...(userId === null ? {} : { params: { left: userId } }) }),
  )
  return redirect('/', { status: 303, headers })
}

/**
 * What a page's script reports when it leaves because the session ends: the reason, the page, and what was typed there.
 */
export type Leaving = { reason: string; page: string | null; typed: Readonly<Record<string, unknown>> }

/** API error codes after which a page leaves. */
const leavingCodes = ['I1303', 'I1304', 'I1305', 'I1306', 'A0411', 'U6008'] as const satisfies readonly Code[]

/**
 * Leaves a page whose session ends: by the idle time of its own clock, because a call said so, or because the poll of
 * unread messages was refused, which ends an active session too. What was typed is kept for its person, the next page
 * says why, and after signing in the person returns to the page.
 */
export const leaveSession = async (
  request: Request,
  context: AppLoadContext,
  { reason, page, typed }: Leaving,
): Promise<Response> => {
  const user = await findUser(request, context)
  // Somebody has since signed in in another tab: the page is reloaded for them.
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
  if (page !== null) headers.append('set-cookie', returnToCookie(context, page))
  headers.append(
    'set-cookie',
    flashCookie(context, {
      kind: 'note',
      key: endedKey(why === null ? null : { reason: why }, leavingCodes.find((code) => code === reason) ?? 'A0411'),
    }),
  )
  return redirect(why === 'idle' || polled ? '/' : '/login', { status: 303, headers })
}
