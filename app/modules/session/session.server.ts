/**
 * Sessions of browsers and programs, and API tokens. The only public file of the module. Secrets are stored as digests;
 * an ended session or a revoked token is refused from the next request on.
 */
import { dayMs, minuteMs, now, nowMs } from '~/platform/clock.server'
import { db, noteIfRoom, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { makeId, makeToken, randomBytes, sha256 } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import type { Visit } from '~/platform/visit'
import { recordAudit } from '~/modules/audit/audit.server'
import { fail, ok, type Result } from '~/errors/table'
import { beginActivity, idleMs, isOutlived, lastActOf, noteActivity } from './activity.server'
import { failureOfEnd, endRows, parseEndReason, type EndReason } from './end.server'
import { openSession, type LiveSession } from './live.server'
import { pageTokens, type PageTokens } from './page-token.server'
import { makeRoom, type Kind } from './start.server'

export {
  createApiToken,
  createOwnApiToken,
  findApiToken,
  listApiTokens,
  revokeApiToken,
  type ApiTokenView,
} from './api-token.server'
export { idleMs } from './activity.server'
export type { LiveSession } from './live.server'
export { endReasons, type EndReason } from './end.server'
export { arePageTokens, pageAccessPrefix, pageTokens, type PageTokens } from './page-token.server'
export {
  findProgramSession,
  programAccessPrefix,
  refreshProgramSession,
  startProgramSession,
  type PresentedTokens,
  type ProgramTokens,
} from './program.server'

/** How long an ended session's row is kept, for a person who asks what happened. */
const endedKeptMs = 30 * dayMs

/**
 * Starts a browser's session and returns the secret for its cookie. With the setting SINGLE_SESSION the account's other
 * sessions end.
 */
export const startSession = async (
  userId: string,
  visit: Pick<Visit, 'address' | 'userAgent'>,
): Promise<{ id: string; token: string }> => {
  const id = makeId()
  const token = makeToken('mps_')
  const at = now()
  const storageKey = randomBytes(32).toString('base64url')
  await db.session.create({
    data: {
      id,
      userId,
      tokenHash: sha256(token),
      createdAt: at,
      lastActAt: at,
      address: visit.address,
      userAgent: visit.userAgent?.slice(0, 300) ?? null,
      storageKey,
      presence: 'online',
      presenceAt: at,
    },
  })
  beginActivity(id, at.getTime())
  await makeRoom(userId, 'page', id)
  return { id, token }
}

/**
 * The session of a cookie's secret. I1304 for a forged one, I1303 after the idle time and at the end of its maximum
 * life, I1305 after exit, I1306 if ended from another session, U6008 for a disabled account. `act` says that the person
 * is active now.
 */
export const findSession = async (token: string, act: boolean): Promise<Result<LiveSession>> => {
  const row = await db.session.findUnique({ where: { tokenHash: sha256(token) } })
  if (row === null || row.kind !== 'page') return fail('I1304')
  if (row.endedAt !== null) return failureOfEnd(row.endReason)
  const over = nowMs() - lastActOf(row) > idleMs() ? ('idle' as const) : isOutlived(row) ? ('expired' as const) : null
  if (over !== null) {
    // An expired session is over even if the row can't be updated.
    await noteIfRoom(() => endRows([row.id], over))
    return fail('I1303')
  }
  return openSession(row, act)
}

/** Records that the person of this session is active now. */
export const touchSession = (session: Pick<LiveSession, 'id' | 'lastActAt'>): Promise<void> => noteActivity(session)

/** How often a session is refreshed during an upload. */
const uploadNotedEveryMs = minuteMs

/**
 * For uploads: call it as bytes arrive. Each minute of them counts as activity of the sending session, for some hours
 * after the person's own last activity; an ended session stays ended.
 */
export const makeUploadActs = (userId: string, sessionId: string | null): (() => void) => {
  let notedMs = Number.NEGATIVE_INFINITY
  const take = async (id: string): Promise<void> => {
    const row = await db.session.findFirst({
      where: { id, userId, endedAt: null },
      select: { id: true, lastActAt: true },
    })
    if (row !== null) await noteActivity(row, 'upload')
  }
  return () => {
    if (sessionId === null || nowMs() - notedMs < uploadNotedEveryMs) return
    notedMs = nowMs()
    // Don't delay the upload for this.
    take(sessionId).catch((error: unknown) => log.error({ error }, 'an upload could not be noted as an act'))
  }
}

/** How long a form that was started in an ended session can still be sent. */
const actsAfterEndMs = dayMs

/**
 * The account of a cookie's ended session, and why it ended; null for a forged one. `byTime`: it ended by time alone,
 * within the last day, and nothing has happened since to keep somebody out (a new password, disabling). Only then can
 * the cookie still store or remove what its person typed: any other end may have been aimed at whoever has the cookie.
 */
export const findEndedSession = async (
  token: string,
): Promise<{ userId: string; reason: EndReason; endedAt: Date; byTime: boolean } | null> => {
  const row = await db.session.findUnique({
    where: { tokenHash: sha256(token) },
    select: {
      kind: true,
      userId: true,
      endedAt: true,
      endReason: true,
      user: { select: { disabledAt: true, passwordChangedAt: true } },
    },
  })
  if (row === null || row.kind !== 'page' || row.endedAt === null) return null
  const reason = parseEndReason(row.endReason)
  const { disabledAt, passwordChangedAt } = row.user
  const keptOut = disabledAt !== null || (passwordChangedAt !== null && passwordChangedAt >= row.endedAt)
  return {
    userId: row.userId,
    reason,
    endedAt: row.endedAt,
    byTime: (reason === 'idle' || reason === 'expired') && !keptOut && nowMs() - row.endedAt.getTime() < actsAfterEndMs,
  }
}

/** Ends one session of the account. Ending it again changes nothing. */
export const endSession = async (userId: string, sessionId: string, reason: EndReason): Promise<void> => {
  const mine = await db.session.count({ where: { id: sessionId, userId } })
  if (mine === 0) return
  await transact(async (tx) => {
    await endRows([sessionId], reason, tx)
    await recordAudit({ actor: userId, action: 'session.end', subject: sessionId, detail: reason }, tx)
    return ok(null)
  })
}

/** Ends all active sessions of the account but one. Pass `tx` to end them in the same transaction as other writes. */
export const endOtherSessions = async (
  userId: string,
  keepSessionId: string | null,
  reason: EndReason,
  tx: Pick<Transaction, 'session'> = db,
): Promise<number> => {
  const rows = await tx.session.findMany({
    where: { userId, endedAt: null, ...(keepSessionId === null ? {} : { id: { not: keepSessionId } }) },
    select: { id: true },
  })
  await endRows(
    rows.map((row) => row.id),
    reason,
    tx,
  )
  return rows.length
}

/**
 * Ends the sessions of an account that was disabled or enabled, or got a new password. Once it is enabled again, those
 * that its disabling ended count as ended by the operator: an old cookie must not say that the account is disabled.
 */
export const endWithAccount = async (
  tx: Transaction,
  userId: string,
  { keep, reason }: { keep: string | null; reason: 'disabled' | 'enabled' | 'password' },
): Promise<void> => {
  if (reason === 'enabled')
    await tx.session.updateMany({ where: { userId, endReason: 'disabled' }, data: { endReason: 'operator' } })
  await endOtherSessions(userId, keep, reason === 'enabled' ? 'operator' : reason, tx)
}

/**
 * What the scripts of a signed-in page need: the tokens of the three headers, the key that encrypts session storage,
 * and the idle time by the server's clock.
 */
export type PageSession = PageTokens & {
  sessionId: string
  userId: string
  storageKey: string
  idleMs: number
  idleLeftMs: number
}

/** The active page session of the account, for its scripts; null if there is none. */
export const findPageSession = async (userId: string, sessionId: string): Promise<PageSession | null> => {
  const row = await db.session.findFirst({ where: { id: sessionId, userId, kind: 'page', endedAt: null } })
  if (row === null) return null
  // A session from before these keys existed gets one now.
  const storageKey = row.storageKey ?? randomBytes(32).toString('base64url')
  if (row.storageKey === null)
    await db.session.updateMany({ where: { id: sessionId, endedAt: null, storageKey: null }, data: { storageKey } })
  return {
    ...pageTokens(row.id),
    sessionId: row.id,
    userId,
    storageKey,
    idleMs: idleMs(),
    idleLeftMs: Math.max(0, lastActOf(row) + idleMs() - nowMs()),
  }
}

/** A session as its person sees it. `presence` is what the page last reported; a program reports nothing. */
export type SessionView = {
  id: string
  kind: Kind
  startedAt: Date
  lastActAt: Date
  address: string | null
  userAgent: string | null
  presence: Presence | null
}
export type Presence = 'online' | 'offline'
const parsePresence = (text: string | null): Presence | null => (text === 'online' || text === 'offline' ? text : null)

/** The account's active sessions, most recently used first. */
export const listSessions = async (userId: string): Promise<SessionView[]> => {
  const rows = await db.session.findMany({ where: { userId, endedAt: null }, take: 100 })
  const atMs = nowMs()
  return rows
    .filter((row) =>
      row.kind === 'program'
        ? (row.refreshExpiresAt?.getTime() ?? 0) > atMs
        : atMs - lastActOf(row) <= idleMs() && !isOutlived(row),
    )
    .map((row) => ({
      id: row.id,
      kind: row.kind === 'program' ? ('program' as const) : ('page' as const),
      startedAt: row.createdAt,
      lastActAt: new Date(lastActOf(row)),
      address: row.address,
      userAgent: row.userAgent,
      presence: parsePresence(row.presence),
    }))
    .sort((a, b) => b.lastActAt.getTime() - a.lastActAt.getTime())
}

/** A click per second must not cause a write per second. */
const presenceWrittenEveryMs = minuteMs

/**
 * Records what the page reports about its person. Going online counts as activity; going offline, or a poll, does not.
 */
export const setPresence = async (
  userId: string,
  sessionId: string,
  presence: Presence,
  isAct = presence === 'online',
): Promise<void> => {
  const row = await db.session.findFirst({ where: { id: sessionId, userId, endedAt: null } })
  if (row === null) return
  if (isAct) await noteActivity(row)
  const isFresh =
    row.presence === presence && row.presenceAt !== null && nowMs() - row.presenceAt.getTime() < presenceWrittenEveryMs
  if (!isFresh)
    await noteIfRoom(() =>
      db.session.updateMany({ where: { id: sessionId, endedAt: null }, data: { presence, presenceAt: now() } }),
    )
}

/** Removes rows of sessions that ended long ago; the server calls it periodically. */
export const clearOldSessions = async (): Promise<number> => {
  const before = new Date(nowMs() - endedKeptMs)
  // A program's unused session lives as long as its refresh token.
  return (
    await db.session.deleteMany({
      where: {
        OR: [
          { endedAt: { lt: before } },
          { lastActAt: { lt: before }, OR: [{ refreshExpiresAt: null }, { refreshExpiresAt: { lt: now() } }] },
        ],
      },
    })
  ).count
}
