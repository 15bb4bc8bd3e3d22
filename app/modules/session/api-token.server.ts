/** API tokens: named, with scopes, shown once, revocable; the account sees when each was last used. */
import type { z } from 'zod'
import { dayMs, minuteMs, now, nowMs } from '~/platform/clock.server'
import { db, noteIfRoom } from '~/platform/db.server'
import { consume } from '~/platform/limits.server'
import { makeId, makeToken, sha256 } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { recordAudit } from '~/modules/audit/audit.server'
import { confirmPassword, findAccount, mailOwner, type Account } from '~/modules/account/account.server'
import { scopes, type Scope } from './caller'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import type { ApiTokenInput, OwnTokenInput, tokenOutput } from './api-token.schema'

export type ApiTokenView = z.output<typeof tokenOutput>
type Row = Omit<ApiTokenView, 'scopes'> & { scopes: string }

/** As many as a person can still overview; a program that needs more has a bug. */
const maxTokens = 50
const lastUseWrittenEveryMs = minuteMs
/** How many characters of the secret the owner sees later: enough to tell tokens apart, but useless to an attacker. */
const hintLength = 8

const parseScopes = (text: string): Scope[] => scopes.filter((scope) => text.split(' ').includes(scope))
const viewOf = (row: Row): ApiTokenView => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: parseScopes(row.scopes),
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt,
  revokedAt: row.revokedAt,
})

/**
 * Creates a token and returns its secret, only this once. A0403 for the scope "operator" on another role's account,
 * A0409 if the account has 50 valid ones, I1009 if too many are created.
 */
export const createApiToken = async (
  userId: string,
  input: ApiTokenInput,
): Promise<Result<{ token: string; view: ApiTokenView }>> => {
  const account = await findAccount(userId)
  if (account === null) return fail('A0404', { data: { context: 'account' } })
  if (input.scopes.includes('operator') && account.role !== 'operator') return fail('A0403', { field: 'scopes' })
  const allowed = await consume('token-make', userId)
  if (!allowed.ok) return tooMany(allowed)
  const living = await db.apiToken.count({
    where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
  })
  if (living >= maxTokens) return fail('A0409', { field: 'name', data: { context: 'tokens', most: maxTokens } })
  const token = makeToken('mpt_')
  return transact(async (tx) => {
    const row = await tx.apiToken.create({
      data: {
        id: makeId(),
        userId,
        name: input.name,
        tokenHash: sha256(token),
        hint: token.slice(0, hintLength),
        scopes: input.scopes.join(' '),
        createdAt: now(),
        expiresAt: input.expiresInDays === null ? null : new Date(nowMs() + input.expiresInDays * dayMs),
      },
    })
    await recordAudit(
      { actor: userId, action: 'token.create', subject: row.id, detail: `${row.name}: ${row.scopes}` },
      tx,
    )
    await mailOwner(tx, userId, 'en', { template: 'token-made', values: { name: row.name } })
    return ok({ token, view: viewOf(row) })
  })
}

/**
 * Creates a token for a person at a browser, who proves the password: a token outlives the session that created it.
 * I1302, I1309, I1009.
 */
export const createOwnApiToken = async (
  userId: string,
  { password, ...input }: OwnTokenInput,
): Promise<Result<{ token: string; view: ApiTokenView }>> => {
  const proven = await confirmPassword(userId, password)
  return proven.ok ? createApiToken(userId, input) : proven
}

/** The account's tokens, newest first: valid ones, and those that ended within the last 90 days. */
export const listApiTokens = async (userId: string): Promise<ApiTokenView[]> => {
  const since = new Date(nowMs() - 90 * dayMs)
  const rows = await db.apiToken.findMany({
    where: {
      userId,
      AND: [
        { OR: [{ revokedAt: null }, { revokedAt: { gt: since } }] },
        { OR: [{ expiresAt: null }, { expiresAt: { gt: since } }] },
      ],
    },
    orderBy: { id: 'desc' },
    take: 200,
  })
  return rows.map(viewOf)
}

/** Revokes a token of the account, at once. A0404 when it is not this account's. Repeating it changes nothing. */
export const revokeApiToken = async (userId: string, tokenId: string): Promise<Result<ApiTokenView>> => {
  const row = await db.apiToken.findFirst({ where: { id: tokenId, userId } })
  if (row === null) return fail('A0404', { data: { context: 'token' } })
  if (row.revokedAt !== null) return ok(viewOf(row))
  return transact(async (tx) => {
    const revoked = await tx.apiToken.update({ where: { id: row.id }, data: { revokedAt: now() } })
    await recordAudit({ actor: userId, action: 'token.revoke', subject: tokenId, detail: row.name }, tx)
    return ok(viewOf(revoked))
  })
}

/** The account and scopes of a token's secret. I1304 forged, I1305 revoked, I1303 expired, U6008 disabled. */
export const findApiToken = async (
  token: string,
): Promise<Result<{ account: Account; scopes: Scope[]; tokenId: string }>> => {
  const row = await db.apiToken.findUnique({ where: { tokenHash: sha256(token) } })
  if (row === null) return fail('I1304')
  if (row.revokedAt !== null) return fail('I1305')
  const at = now()
  if (row.expiresAt !== null && row.expiresAt <= at) return fail('I1303')
  const account = await findAccount(row.userId)
  if (account === null) return fail('I1304')
  if (account.disabledAt !== null) return fail('U6008')
  if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= lastUseWrittenEveryMs) {
    await noteIfRoom(() => db.apiToken.updateMany({ where: { id: row.id, revokedAt: null }, data: { lastUsedAt: at } }))
  }
  return ok({ account, scopes: parseScopes(row.scopes), tokenId: row.id })
}
