/**
 * Sessions of browsers and API tokens of programs. The one public file of the module. Secrets are stored as digests;
 * an ended session or a revoked token is refused from the next request on.
 */
import { dayMs, minuteMs, now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { makeId, makeToken, sha256 } from '~/platform/random.server'
import { recordAudit } from '~/modules/audit/audit.server'
import { findAccount, type Account } from '~/modules/account/account.server'
import { fail, ok, type Code, type Result } from '~/errors/table'

export { createApiToken, findApiToken, listApiTokens, revokeApiToken, type ApiTokenView } from './api-token.server'

export type EndReason = 'exit' | 'idle' | 'elsewhere' | 'disabled' | 'password'
export type LiveSession = { id: string; account: Account; startedAt: Date; lastActAt: Date }

/** A row is written at most this often; between writes the last act stands in memory. */
const actWrittenEveryMs = minuteMs
/** One person's browsers and phones; the oldest session ends when there is one more. */
const maxSessionsPerUser = 20
/** How long the row of an ended session is kept, for a person who asks what happened. */
const endedKeptMs = 30 * dayMs
const idleMs = (): number => env.sessionIdleMinutes * minuteMs

type Acts = { lastActMs: number; writtenMs: number }
/** Last acts of the sessions seen by this process. Bounded: a session that is dropped here is read from its row again. */
const acts = new Map<string, Acts>()
const maxActs = 100_000

const noteAct = (id: string, entry: Acts): void => {
  acts.delete(id)
  acts.set(id, entry)
  const oldest = acts.size > maxActs ? acts.keys().next().value : undefined
  if (oldest !== undefined) acts.delete(oldest)
}

const endCodes: Record<EndReason, Code> = { exit: 'I1305', idle: 'I1303', elsewhere: 'I1306', disabled: 'U6008', password: 'I1305' }
const codeOfEnd = (reason: string | null): Code => (reason !== null && reason in endCodes ? endCodes[reason as EndReason] : 'I1305')

/** Starts a session and gives the secret for its cookie. With the setting SINGLE_SESSION the account's others end. */
export const startSession = async (userId: string, from: { address: string; userAgent: string | null }): Promise<{ id: string; token: string }> => {
  const id = makeId()
  const token = makeToken('mps_')
  const at = now()
  await db.session.create({ data: { id, userId, tokenHash: sha256(token), createdAt: at, lastActAt: at, address: from.address, userAgent: from.userAgent?.slice(0, 300) ?? null } })
  noteAct(id, { lastActMs: at.getTime(), writtenMs: at.getTime() })
  const kept = await db.session.findMany({
    where: { userId, endedAt: null, id: { not: id } },
    orderBy: { lastActAt: 'desc' },
    skip: env.singleSession ? 0 : maxSessionsPerUser - 1,
    select: { id: true },
  })
  if (kept.length > 0) await endRows(kept.map((row) => row.id), 'elsewhere')
  return { id, token }
}

const endRows = async (ids: string[], reason: EndReason): Promise<void> => {
  await db.session.updateMany({ where: { id: { in: ids }, endedAt: null }, data: { endedAt: now(), endReason: reason } })
  for (const id of ids) acts.delete(id)
}

/**
 * The session of a cookie's secret. I1304 for a forged one, I1303 after the idle time, I1305 after exit, I1306 when
 * ended from another session, U6008 for a disabled account. `act` says that the person did something just now.
 */
export const findSession = async (token: string, act: boolean): Promise<Result<LiveSession>> => {
  const row = await db.session.findUnique({ where: { tokenHash: sha256(token) } })
  if (row === null) return fail('I1304')
  if (row.endedAt !== null) return fail(codeOfEnd(row.endReason))
  const seen = acts.get(row.id)
  const lastActMs = Math.max(row.lastActAt.getTime(), seen?.lastActMs ?? 0)
  const nowAtMs = nowMs()
  if (nowAtMs - lastActMs > idleMs()) {
    await endRows([row.id], 'idle')
    return fail('I1303')
  }
  const account = await findAccount(row.userId)
  if (account === null) return fail('I1304')
  if (account.disabledAt !== null) {
    await endRows([row.id], 'disabled')
    return fail('U6008')
  }
  if (act) {
    const writtenMs = seen?.writtenMs ?? row.lastActAt.getTime()
    const write = nowAtMs - writtenMs >= actWrittenEveryMs
    noteAct(row.id, { lastActMs: nowAtMs, writtenMs: write ? nowAtMs : writtenMs })
    if (write) await db.session.updateMany({ where: { id: row.id, endedAt: null }, data: { lastActAt: new Date(nowAtMs) } })
  }
  return ok({ id: row.id, account, startedAt: row.createdAt, lastActAt: new Date(act ? nowAtMs : lastActMs) })
}

/** Ends one session of the account. Ending what has ended changes nothing. */
export const endSession = async (userId: string, sessionId: string, reason: EndReason): Promise<void> => {
  const mine = await db.session.count({ where: { id: sessionId, userId } })
  if (mine === 0) return
  await endRows([sessionId], reason)
  await recordAudit({ actor: userId, action: 'session.end', subject: sessionId, detail: reason })
}

/** Ends all living sessions of the account but one. */
export const endOtherSessions = async (userId: string, keepSessionId: string | null, reason: EndReason): Promise<number> => {
  const rows = await db.session.findMany({ where: { userId, endedAt: null, ...(keepSessionId === null ? {} : { id: { not: keepSessionId } }) }, select: { id: true } })
  if (rows.length > 0) await endRows(rows.map((row) => row.id), reason)
  return rows.length
}

/** Removes rows of sessions that ended long ago; called now and then by the server. */
export const clearOldSessions = async (): Promise<number> => {
  const before = new Date(nowMs() - endedKeptMs)
  return (await db.session.deleteMany({ where: { OR: [{ endedAt: { lt: before } }, { lastActAt: { lt: before } }] } })).count
}
