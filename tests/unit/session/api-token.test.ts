/** API tokens: who may create them, how many per hour, what their owner sees, and when they stop being valid. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import {
  createApiToken,
  createOwnApiToken,
  findApiToken,
  listApiTokens,
  revokeApiToken,
} from '~/modules/session/session.server'
import { dayMs, makeStoppedClock, minuteMs, secondMs, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { consume, forgive, rules } from '~/platform/limits.server'
import { listSent, openOutbox } from '../../support/verification'
import { codeOf, good } from '../channel-list/people'

const clock = makeStoppedClock(new Date('2026-11-21T12:00:00Z'))
setClock(clock)
const [{ id: userId, password }, { id: friendId }] = demoAccounts
const operatorId = demoAccounts[4].id
beforeAll(async () => {
  openOutbox()
  await seedAccounts()
})
beforeEach(async () => {
  clock.advance(dayMs)
  await db.apiToken.deleteMany()
  await forgive('token-make', userId)
})
const input = {
  name: 'Script',
  scopes: ['lists:read'] as ('lists:read' | 'lists:write' | 'operator')[],
  expiresInDays: null as number | null,
}
const make = async (more: Partial<typeof input> = {}) => good(await createApiToken(userId, { ...input, ...more }))

describe('a new token', () => {
  it('is shown to its owner as created, audited and mailed', async () => {
    const { token, view } = await make({ name: 'Backup', scopes: ['lists:write', 'lists:read'], expiresInDays: 30 })
    expect(token).toMatch(/^mpt_[\w-]{43}$/)
    expect(view).toEqual({
      id: view.id,
      name: 'Backup',
      hint: token.slice(0, 8),
      scopes: ['lists:read', 'lists:write'],
      createdAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 30 * dayMs),
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(await listApiTokens(userId)).toEqual([view])
    expect(await db.auditEntry.findFirst({ where: { subject: view.id } })).toMatchObject({
      actor: userId,
      action: 'token.create',
      detail: 'Backup: lists:write lists:read',
    })
    expect((await listSent('demo-user@mango.example'))[0]).toBe('token-made')
    expect((await make()).view.expiresAt).toBeNull()
  })
  it('needs an existing account, and an operator for the operator’s scope', async () => {
    expect(await createApiToken('nobody', input)).toEqual({ ok: false, code: 'A0404', data: { context: 'account' } })
    expect(await createApiToken(userId, { ...input, scopes: ['operator'] })).toEqual({
      ok: false,
      code: 'A0403',
      field: 'scopes',
    })
    good(await createApiToken(operatorId, { ...input, scopes: ['operator'] }))
  })
  it('is limited to thirty an hour, per account', async () => {
    await consume('token-make', userId, rules['token-make'].points - 1)
    await make()
    expect(await createApiToken(userId, input)).toMatchObject({
      code: 'I1009',
      data: { retryAfterSeconds: expect.any(Number) as number },
    })
    good(await createApiToken(friendId, input))
  })
  it('needs its maker’s password in a browser', async () => {
    expect(codeOf(await createOwnApiToken(userId, { ...input, password: '' }))).toBe('I1309')
    expect(codeOf(await createOwnApiToken(userId, { ...input, password: 'not-the-one' }))).toBe('I1302')
    expect(await db.apiToken.count()).toBe(0)
    const { token } = good(await createOwnApiToken(userId, { ...input, password }))
    expect(good(await findApiToken(token))).toMatchObject({ account: { id: userId } })
  })
})

describe('the list of tokens', () => {
  it('has valid ones and those ended within ninety days, newest first, of this account only', async () => {
    const revoked = (await make()).view.id
    good(await revokeApiToken(userId, revoked))
    clock.advance(1)
    const over = (await make({ expiresInDays: 1 })).view.id
    clock.advance(1)
    const lives = (await make()).view.id
    good(await createApiToken(friendId, input))
    const ids = async () => (await listApiTokens(userId)).map(({ id }) => id)
    clock.advance(90 * dayMs - 3)
    expect(await ids()).toEqual([lives, over, revoked])
    clock.advance(1)
    expect(await ids()).toEqual([lives, over])
    clock.advance(dayMs)
    expect(await ids()).toEqual([lives, over])
    clock.advance(1)
    expect(await ids()).toEqual([lives])
  })
})

describe('a revocation', () => {
  it('is for the account’s own tokens, is audited once, and keeps its time', async () => {
    const { token, view } = await make()
    expect(await revokeApiToken(friendId, view.id)).toEqual({ ok: false, code: 'A0404', data: { context: 'token' } })
    const at = clock.now()
    expect(good(await revokeApiToken(userId, view.id)).revokedAt).toEqual(at)
    clock.advance(minuteMs)
    expect(good(await revokeApiToken(userId, view.id)).revokedAt).toEqual(at)
    expect(await db.auditEntry.count({ where: { subject: view.id, action: 'token.revoke' } })).toBe(1)
    expect(codeOf(await findApiToken(token))).toBe('I1305')
  })
})

describe('a used token', () => {
  it('opens its account with its scopes, and records its use once a minute', async () => {
    const { token, view } = await make({ scopes: ['lists:read', 'lists:write'] })
    const used = async () =>
      (await db.apiToken.findUniqueOrThrow({ where: { id: view.id } })).lastUsedAt?.getTime() ?? 0
    expect(good(await findApiToken(token))).toMatchObject({
      account: { id: userId },
      scopes: ['lists:read', 'lists:write'],
      tokenId: view.id,
    })
    const first = clock.now().getTime()
    expect(await used()).toBe(first)
    clock.advance(59 * secondMs)
    good(await findApiToken(token))
    expect(await used()).toBe(first)
    clock.advance(secondMs)
    good(await findApiToken(token))
    expect(await used()).toBe(first + minuteMs)
  })
  it('is invalid when forged, expired or of a disabled account, and then no use is recorded', async () => {
    expect(codeOf(await findApiToken('mpt_forged'))).toBe('I1304')
    const { token, view } = await make({ expiresInDays: 1 })
    clock.advance(dayMs)
    expect(codeOf(await findApiToken(token))).toBe('I1303')
    const other = await make()
    await db.user.update({ where: { id: userId }, data: { disabledAt: clock.now() } })
    try {
      expect(codeOf(await findApiToken(other.token))).toBe('U6008')
    } finally {
      await db.user.update({ where: { id: userId }, data: { disabledAt: null } })
    }
    for (const id of [view.id, other.view.id])
      expect((await db.apiToken.findUniqueOrThrow({ where: { id } })).lastUsedAt).toBeNull()
  })
})
