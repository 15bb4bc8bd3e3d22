/**
 * Who is calling: the one place where a cookie or an Authorization header becomes a caller. An Authorization header
 * counts before a cookie; a forged one never falls back to it.
 */
import { consume } from '~/platform/limits.server'
import { findApiToken, findSession, type LiveSession } from '~/modules/session/session.server'
import { findBoxByToken } from '~/modules/stb/stb.server'
import type { Account } from '~/modules/account/account.server'
import { scopes as allScopes, type Caller, type UserCaller } from './endpoint'
import { fail, ok, type Result } from '~/errors/table'

/** The cookie's name says that it is of this host alone and came over TLS, where it did. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-portal-session' : 'portal-session')
/** A request with this header was made by a page's script on its own (a poll, a background save): nobody did anything. */
export const backgroundHeader = 'x-portal-background'

const userCaller = (account: Account, by: Pick<UserCaller, 'via' | 'scopes' | 'sessionId'>): UserCaller => ({
  kind: 'user',
  userId: account.id,
  userName: account.userName,
  role: account.role,
  vnoId: account.vnoId,
  language: account.language,
  ...by,
})

/** The value of one cookie; the first one counts. */
export const readCookie = (headers: Headers, name: string): string | null => {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, ...rest] = pair.split('=')
    if (key?.trim() === name) return rest.join('=').trim()
  }
  return null
}

/** Secrets have 43 letters after their prefix; nothing longer is worth a question to the database. */
const maxSecretLength = 100

const callerOfBearer = async (secret: string, address: string): Promise<Result<Caller>> => {
  const refuse = async (): Promise<Result<Caller>> => {
    const guessed = await consume('bad-token-address', address)
    return guessed.ok ? fail('I1304') : fail('I1009', { data: { retryAfterSeconds: guessed.retryAfterSeconds } })
  }
  if (secret.length > maxSecretLength) return refuse()
  if (secret.startsWith('mpd_')) {
    const box = await findBoxByToken(secret)
    if (!box.ok) return box.code === 'I1304' ? refuse() : box
    const { id, sn, userId, vnoId, claimed } = box.value
    return ok({ kind: 'box', sn, tokenId: id, userId, vnoId, claimed })
  }
  if (!secret.startsWith('mpt_')) return refuse()
  const token = await findApiToken(secret)
  if (!token.ok) return token.code === 'I1304' ? refuse() : token
  return ok(userCaller(token.value.account, { via: 'token', scopes: token.value.scopes, sessionId: null }))
}

/** The session's account as a caller. */
const callerOfSession = (session: LiveSession): UserCaller => userCaller(session.account, { via: 'cookie', scopes: allScopes, sessionId: session.id })

type From = { address: string; origin: string }

/**
 * The user of a request's session cookie, as pages ask for it: an Authorization header is nothing to a page, so that a
 * token never gets more than its scopes. A visitor is a caller too; a cookie that does not count is a failure: I1303,
 * I1304, I1305, I1306, U6008. `act` says whether the request counts as something that the person did.
 */
export const resolveSession = async (headers: Headers, from: Pick<From, 'origin'>, act: boolean): Promise<Result<Caller>> => {
  const cookie = readCookie(headers, sessionCookieName(from.origin.startsWith('https:')))
  if (cookie === null || cookie === '') return ok({ kind: 'visitor' })
  if (cookie.length > maxSecretLength || !cookie.startsWith('mps_')) return fail('I1304')
  const session = await findSession(cookie, act)
  return session.ok ? ok(callerOfSession(session.value)) : session
}

/** The caller of a request to /api: by its Authorization header where there is one, else by its cookie. I1009 for one who guesses. */
export const resolveCaller = async (headers: Headers, from: From, act: boolean): Promise<Result<Caller>> => {
  const authorization = headers.get('authorization')
  if (authorization === null) return resolveSession(headers, from, act)
  const match = /^Bearer +(\S+)$/i.exec(authorization.trim())
  return match?.[1] === undefined ? fail('I1304') : callerOfBearer(match[1], from.address)
}
