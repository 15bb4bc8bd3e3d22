/**
 * The one place where a cookie, an Authorization header or the three session headers become a caller. A header takes
 * precedence over a cookie; an invalid header never falls back to it.
 */
import { consume } from '~/platform/limits.server'
import {
  arePageTokens,
  findApiToken,
  findProgramSession,
  findSession,
  pageAccessPrefix,
  programAccessPrefix,
  touchSession,
  type LiveSession,
  type PresentedTokens,
} from '~/modules/session/session.server'
import { findBoxByToken } from '~/modules/stb/stb.server'
import type { Account } from '~/modules/account/account.server'
import { readCookie, sessionCookieName } from './cookie'
import { sessionHeaders } from './headers'
import { scopes as allScopes, type Caller, type UserCaller } from '~/modules/session/caller'
import { fail, ok, tooMany, type Result } from '~/errors/table'

export { readCookie, sessionCookieName } from './cookie'
export { backgroundHeader } from './headers'

const userCaller = (account: Account, by: Pick<UserCaller, 'via' | 'scopes' | 'sessionId'>): UserCaller => ({
  kind: 'user',
  userId: account.id,
  userName: account.userName,
  role: account.role,
  vnoId: account.vnoId,
  language: account.language,
  ...by,
})

/** Secrets have 43 characters after their prefix; a longer one is not worth a query. */
const maxSecretLength = 100

const callerOfBearer = async (secret: string, address: string): Promise<Result<Caller>> => {
  const refuse = async (): Promise<Result<Caller>> => {
    const guessed = await consume('bad-token-address', address)
    return guessed.ok ? fail('I1304') : tooMany(guessed)
  }
  if (secret.length > maxSecretLength) return refuse()
  if (secret.startsWith('mpd_')) {
    const box = await findBoxByToken(secret)
    if (!box.ok) return box.code === 'I1304' ? refuse() : box
    const { untilMs: _, ...facts } = box.value
    return ok({ kind: 'box', ...facts })
  }
  if (!secret.startsWith('mpt_')) return refuse()
  const token = await findApiToken(secret)
  if (!token.ok) return token.code === 'I1304' ? refuse() : token
  return ok(userCaller(token.value.account, { via: 'token', scopes: token.value.scopes, sessionId: null }))
}

/** Makes a caller of the session's account, by a cookie or by a program's tokens, with all rights of the account. */
const callerOfSession = (session: LiveSession, via: 'cookie' | 'program'): UserCaller =>
  userCaller(session.account, { via, scopes: allScopes, sessionId: session.id })

type From = { address: string; origin: string }

/** Finds the session of the request's cookie; null if there is no cookie. */
const findCookieSession = async (
  headers: Headers,
  from: Pick<From, 'origin'>,
  act: boolean,
): Promise<Result<LiveSession> | null> => {
  const cookie = readCookie(headers, sessionCookieName(from.origin.startsWith('https:')))
  if (cookie === null || cookie === '') return null
  if (cookie.length > maxSecretLength || !cookie.startsWith('mps_')) return fail('I1304')
  return findSession(cookie, act)
}

/**
 * Returns the user of a request's session cookie, for pages. Pages ignore Authorization headers, so that a token never
 * gets more than its scopes. A visitor is a caller too. An invalid cookie is a failure: I1303, I1304, I1305, I1306,
 * U6008. `act` says whether the request counts as the person's action.
 */
export const resolveSession = async (
  headers: Headers,
  from: Pick<From, 'origin'>,
  act: boolean,
): Promise<Result<Caller>> => {
  const session = await findCookieSession(headers, from, act)
  if (session === null) return ok({ kind: 'visitor' })
  return session.ok ? ok(callerOfSession(session.value, 'cookie')) : session
}

/** Reads the three session headers: null if none was sent, 'broken' if one is missing or not one of our tokens. */
const readSessionHeaders = (headers: Headers): PresentedTokens | 'broken' | null => {
  const accessToken = headers.get(sessionHeaders.accessToken) ?? ''
  const token = headers.get(sessionHeaders.token) ?? ''
  const userId = headers.get(sessionHeaders.userId) ?? ''
  // A signed-out page sends them empty.
  if (accessToken === '' && token === '' && userId === '') return null
  if (accessToken === '' || token === '' || userId === '') return 'broken'
  return [accessToken, token, userId].some((value) => value.length > maxSecretLength)
    ? 'broken'
    : { accessToken, token, userId }
}

const callerOfHeaders = async (
  headers: Headers,
  from: From,
  presented: PresentedTokens | 'broken',
  act: boolean,
): Promise<Result<Caller>> => {
  const refuse = async (): Promise<Result<Caller>> => {
    const guessed = await consume('bad-token-address', from.address)
    return guessed.ok ? fail('I1304') : tooMany(guessed)
  }
  if (presented === 'broken') return refuse()
  if (presented.accessToken.startsWith(programAccessPrefix)) {
    const session = await findProgramSession(presented, act)
    if (!session.ok) return session.code === 'I1304' ? refuse() : session
    return ok(callerOfSession(session.value, 'program'))
  }
  if (!presented.accessToken.startsWith(pageAccessPrefix)) return refuse()
  // A page's tokens are only valid together with its cookie. They are compared before the session is used: stolen
  // tokens must not count as an action.
  const session = await findCookieSession(headers, from, false)
  if (session === null) return refuse()
  if (!session.ok) return session
  if (!arePageTokens(session.value.id, presented) || session.value.account.id !== presented.userId) return refuse()
  if (act) await touchSession(session.value)
  return ok(callerOfSession(session.value, 'cookie'))
}

/**
 * Returns the caller of a request to /api: by its Authorization header if there is one, otherwise by the three session
 * headers, otherwise by its cookie. I1304: the headers are mixed, incomplete or lack the cookie that they need. A0411:
 * both kinds at once. I1009: the client is guessing.
 */
export const resolveCaller = async (headers: Headers, from: From, act: boolean): Promise<Result<Caller>> => {
  const presented = readSessionHeaders(headers)
  const authorization = headers.get('authorization')
  if (authorization !== null) {
    if (presented !== null) return fail('A0411')
    const match = /^Bearer +(\S+)$/i.exec(authorization.trim())
    return match?.[1] === undefined ? fail('I1304') : callerOfBearer(match[1], from.address)
  }
  return presented === null ? resolveSession(headers, from, act) : callerOfHeaders(headers, from, presented, act)
}
