/** Sessions and API tokens over time, with a clock that the test moves. */
import { beforeAll, describe, expect, it } from 'vitest'
import { authenticate, demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { clearOldSessions, createApiToken, endOtherSessions, endSession, findApiToken, findSession, listApiTokens, revokeApiToken, startSession } from '~/modules/session/session.server'
import { dayMs, makeStoppedClock, minuteMs, secondMs, useClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { sha256 } from '~/platform/random.server'

const clock = makeStoppedClock(new Date('2026-11-21T12:00:00Z'))
setClock(clock)
const userId = demoAccounts[0].id
const friendId = demoAccounts[1].id
const from = { address: '192.0.2.1', userAgent: 'test', binding: 'network:192.0.2.1', language: 'en' }
beforeAll(seedAccounts)

describe('a session', () => {
  it('lives 30 minutes after the last act, and not a moment longer', async () => {
    const { token } = await startSession(userId, from)
    clock.advance(30 * minuteMs)
    expect((await findSession(token, true)).ok).toBe(true)
    clock.advance(30 * minuteMs)
    expect((await findSession(token, false)).ok).toBe(true)
    clock.advance(1)
    expect(await findSession(token, true)).toMatchObject({ ok: false, code: 'I1303' })
    expect(await findSession(token, true)).toMatchObject({ ok: false, code: 'I1303' })
  })
  it('is not kept alive by polls', async () => {
    const { token } = await startSession(userId, from)
    for (let minute = 0; minute < 30; minute++) {
      clock.advance(minuteMs)
      await findSession(token, false)
    }
    clock.advance(secondMs)
    expect(await findSession(token, true)).toMatchObject({ code: 'I1303' })
  })
  it('writes its row at most once a minute', async () => {
    const { id, token } = await startSession(userId, from)
    const written = async (): Promise<number> => (await db.session.findUniqueOrThrow({ where: { id } })).lastActAt.getTime()
    const first = await written()
    clock.advance(59 * secondMs)
    await findSession(token, true)
    expect(await written()).toBe(first)
    clock.advance(secondMs)
    await findSession(token, true)
    expect(await written()).toBe(first + minuteMs)
  })
  it('stores a digest of its secret', async () => {
    const { id, token } = await startSession(userId, from)
    const row = await db.session.findUniqueOrThrow({ where: { id } })
    expect(row.tokenHash).toBe(sha256(token))
    expect(JSON.stringify(row)).not.toContain(token)
  })
  it('says how it ended: exit, from elsewhere, disabled', async () => {
    const exit = await startSession(userId, from)
    await endSession(userId, exit.id, 'exit')
    expect(await findSession(exit.token, true)).toMatchObject({ code: 'I1305' })
    const elsewhere = await startSession(userId, from)
    const kept = await startSession(userId, from)
    await endOtherSessions(userId, kept.id, 'elsewhere')
    expect(await findSession(elsewhere.token, true)).toMatchObject({ code: 'I1306' })
    expect((await findSession(kept.token, true)).ok).toBe(true)
    expect(await findSession('mps_forged', true)).toMatchObject({ code: 'I1304' })
    await db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } })
    expect(await findSession(kept.token, true)).toMatchObject({ code: 'U6008' })
    expect(await authenticate({ identifier: 'demo-user', password: 'mango-demo' }, from)).toMatchObject({ code: 'U6008' })
    expect(await authenticate({ identifier: 'demo-user', password: 'wrong-one-1' }, from)).toMatchObject({ code: 'I1302' })
    await db.user.update({ where: { id: userId }, data: { disabledAt: null } })
  })
  it('is ended only by its own account', async () => {
    const { id, token } = await startSession(userId, from)
    await endSession(friendId, id, 'exit')
    expect((await findSession(token, true)).ok).toBe(true)
  })
  it('ends as the oldest of 21', async () => {
    const first = await startSession(friendId, from)
    for (let n = 0; n < 20; n++) {
      clock.advance(secondMs)
      await startSession(friendId, from)
    }
    expect(await findSession(first.token, true)).toMatchObject({ code: 'I1306' })
  })
  it('is forgotten 30 days after its end', async () => {
    clock.advance(31 * dayMs)
    await clearOldSessions()
    expect(await db.session.count()).toBe(0)
  })
})

describe('an API token', () => {
  const make = async (expiresInDays: number | null) => {
    const made = await createApiToken(userId, { name: 'Script', scopes: ['lists:read'], expiresInDays })
    if (!made.ok) throw new Error(made.code)
    return made.value
  }
  it('opens its account with its scopes until it is revoked', async () => {
    const { token, view } = await make(null)
    expect(await findApiToken(token)).toMatchObject({ ok: true, value: { account: { id: userId }, scopes: ['lists:read'] } })
    expect((await revokeApiToken(friendId, view.id)).ok).toBe(false)
    expect((await findApiToken(token)).ok).toBe(true)
    await revokeApiToken(userId, view.id)
    expect(await findApiToken(token)).toMatchObject({ code: 'I1305' })
  })
  it('ends by its date', async () => {
    const { token } = await make(30)
    clock.advance(30 * dayMs - 1)
    expect((await findApiToken(token)).ok).toBe(true)
    clock.advance(1)
    expect(await findApiToken(token)).toMatchObject({ code: 'I1303' })
  })
  it('shows its owner a hint and its last use, never itself', async () => {
    const { token, view } = await make(null)
    await findApiToken(token)
    const shown = (await listApiTokens(userId)).find((one) => one.id === view.id)
    expect(shown).toMatchObject({ hint: token.slice(0, 8), lastUsedAt: clock.now() })
    const rows = JSON.stringify(await db.apiToken.findMany())
    expect(rows).not.toContain(token)
    clock.advance(59 * secondMs)
    await findApiToken(token)
    expect((await listApiTokens(userId)).find((one) => one.id === view.id)?.lastUsedAt).toEqual(shown?.lastUsedAt)
  })
  it('operates only on an operator’s account', async () => {
    expect(await createApiToken(userId, { name: 'Power', scopes: ['operator'], expiresInDays: null })).toMatchObject({ code: 'A0403' })
  })
})
