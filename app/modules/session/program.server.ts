/**
 * Sessions of programs: three values (accessToken, token, userId) that are valid only together, and a refresh token
 * that is replaced at each use. Only digests are stored.
 */
import { createHmac } from 'node:crypto'
import { dayMs, hourMs, minuteMs, nowMs, secondMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId, makeToken, randomBytes, sameSecret, sha256 } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'
import type { Visit } from '~/platform/visit'
import { recordAudit } from '~/modules/audit/audit.server'
import { findAccount, type Account } from '~/modules/account/account.server'
import { fail, ok, type Result } from '~/errors/table'
import { beginActivity, idleMs, isOutlived, lastActOf } from './activity.server'
import { failureOfEnd, endRows } from './end.server'
import { openSession, type LiveSession } from './live.server'
import { makeRoom } from './start.server'

export const programAccessPrefix = 'mpa_'
const gatewayPrefix = 'mpg_'
const refreshPrefix = 'mpr_'
/** Even an active program must use its refresh token twice a day. */
const accessLivesMs = 12 * hourMs
const refreshLivesMs = 30 * dayMs
/**
 * Two threads of a program may refresh at once: the slower one is refused, but not treated as a thief. It sends the
 * token that was replaced last; a token older than that can't come from such a race.
 */
const reuseGraceMs = minuteMs

export type ProgramTokens = {
  accessToken: string
  token: string
  refreshToken: string
  userId: string
  userName: string
  expiresInSeconds: number
}
export type PresentedTokens = { accessToken: string; token: string; userId: string }

const markOf = (sessionId: string, random: string): string =>
  createHmac('sha256', deriveKey('refresh-token')).update(`${sessionId}.${random}`).digest('base64url').slice(0, 22)
/** Contains its session's id and our signature, so that an old token can be told from a forged one. */
const makeRefreshToken = (sessionId: string): string => {
  const random = randomBytes(24).toString('base64url')
  return `${refreshPrefix}${sessionId}.${random}.${markOf(sessionId, random)}`
}
/** The session that a refresh token was made for; null for one that we never made. */
const sessionOfRefreshToken = (token: string): string | null => {
  const [, sessionId, random, mark] = /^mpr_([0-9a-z]{26})\.([\w-]{32})\.([\w-]{22})$/.exec(token) ?? []
  return sessionId !== undefined &&
    random !== undefined &&
    mark !== undefined &&
    sameSecret(mark, markOf(sessionId, random))
    ? sessionId
    : null
}

const makeSecrets = (sessionId: string) => {
  const accessToken = makeToken(programAccessPrefix)
  const token = makeToken(gatewayPrefix)
  const refreshToken = makeRefreshToken(sessionId)
  const atMs = nowMs()
  return {
    secrets: { accessToken, token, refreshToken },
    row: {
      tokenHash: sha256(accessToken),
      gatewayHash: sha256(token),
      refreshHash: sha256(refreshToken),
      accessExpiresAt: new Date(atMs + accessLivesMs),
      refreshExpiresAt: new Date(atMs + refreshLivesMs),
      lastActAt: new Date(atMs),
    },
  }
}

const answerOf = (
  account: Pick<Account, 'id' | 'userName'>,
  secrets: Pick<ProgramTokens, 'accessToken' | 'token' | 'refreshToken'>,
): ProgramTokens => ({
  ...secrets,
  userId: account.id,
  userName: account.userName,
  expiresInSeconds: Math.floor(idleMs() / secondMs),
})

/**
 * Starts a program's session and returns its secrets, only this once. expiresInSeconds: how long they are valid without
 * a call.
 */
export const startProgramSession = async (
  account: Pick<Account, 'id' | 'userName'>,
  visit: Pick<Visit, 'address' | 'userAgent'>,
): Promise<ProgramTokens & { sessionId: string }> => {
  const id = makeId()
  const { secrets, row } = makeSecrets(id)
  await db.session.create({
    data: {
      id,
      kind: 'program',
      userId: account.id,
      createdAt: row.lastActAt,
      address: visit.address,
      userAgent: visit.userAgent?.slice(0, 300) ?? null,
      ...row,
    },
  })
  beginActivity(id, row.lastActAt.getTime())
  await makeRoom(account.id, 'program', id)
  return { ...answerOf(account, secrets), sessionId: id }
}

/**
 * The session of a program's three values. I1304 if one is forged or belongs to another session, I1303 after 30 idle
 * minutes or 12 hours (refresh then), I1305 and I1306 if it was ended, U6008 for a disabled account.
 */
export const findProgramSession = async (presented: PresentedTokens, act: boolean): Promise<Result<LiveSession>> => {
  const row = await db.session.findUnique({ where: { tokenHash: sha256(presented.accessToken) } })
  if (row === null || row.kind !== 'program') return fail('I1304')
  if (
    row.gatewayHash === null ||
    !sameSecret(row.gatewayHash, sha256(presented.token)) ||
    row.userId !== presented.userId
  )
    return fail('I1304')
  if (row.endedAt !== null) return failureOfEnd(row.endReason)
  const atMs = nowMs()
  if (
    isOutlived(row) ||
    atMs - lastActOf(row) > idleMs() ||
    row.accessExpiresAt === null ||
    row.accessExpiresAt.getTime() <= atMs
  )
    return fail('I1303')
  return openSession(row, act)
}

/**
 * Exchanges a refresh token for new secrets; the old ones become invalid. I1308 if there is none; I1307 if it is
 * invalid: forged, past its 30 days or the session's maximum life, used before, or of an ended session; U6008 for a
 * disabled account. A reused token ends its session, because two parties have it; only the token replaced last is
 * forgiven for a minute.
 */
export const refreshProgramSession = async (refreshToken: string | null): Promise<Result<ProgramTokens>> => {
  if (refreshToken === null || refreshToken === '') return fail('I1308')
  const sessionId = sessionOfRefreshToken(refreshToken)
  const row = sessionId === null ? null : await db.session.findUnique({ where: { id: sessionId } })
  if (row === null || row.kind !== 'program' || row.refreshExpiresAt === null || row.accessExpiresAt === null)
    return fail('I1307')
  if (row.endedAt !== null) return row.endReason === 'disabled' ? fail('U6008') : fail('I1307')
  const atMs = nowMs()
  if (row.refreshExpiresAt.getTime() <= atMs || isOutlived(row)) {
    await endRows([row.id], 'expired')
    return fail('I1307')
  }
  const hash = sha256(refreshToken)
  const reused = async (held: {
    refreshBeforeHash: string | null
    accessExpiresAt: Date | null
  }): Promise<Result<ProgramTokens>> => {
    const exchangedMs = (held.accessExpiresAt?.getTime() ?? 0) - accessLivesMs
    if (held.refreshBeforeHash !== hash || atMs - exchangedMs > reuseGraceMs) {
      await endRows([row.id], 'reuse')
      await recordAudit({ actor: row.userId, action: 'session.end', subject: row.id, detail: 'reuse' })
    }
    return fail('I1307')
  }
  if (row.refreshHash !== hash) return reused(row)
  const account = await findAccount(row.userId)
  if (account === null) return fail('I1307')
  if (account.disabledAt !== null) {
    await endRows([row.id], 'disabled')
    return fail('U6008')
  }
  const made = makeSecrets(row.id)
  const changed = await db.session.updateMany({
    where: { id: row.id, refreshHash: hash, endedAt: null },
    data: { ...made.row, refreshBeforeHash: hash },
  })
  if (changed.count !== 1)
    return reused(
      await db.session.findUniqueOrThrow({
        where: { id: row.id },
        select: { refreshBeforeHash: true, accessExpiresAt: true },
      }),
    )
  beginActivity(row.id, made.row.lastActAt.getTime())
  return ok(answerOf(account, made.secrets))
}
