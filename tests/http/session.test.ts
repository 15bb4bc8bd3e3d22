/** Sessions and API tokens over time, on a test clock. */
import { beforeAll, describe, expect, it } from 'vitest'
import { authenticate, demoAccounts, seedAccounts } from '~/modules/account/account.server'
import {
  arePageTokens,
  clearOldSessions,
  createApiToken,
  endOtherSessions,
  endSession,
  findApiToken,
  findEndedSession,
  findPageSession,
  findProgramSession,
  findSession,
  listApiTokens,
  listSessions,
  pageTokens,
  refreshProgramSession,
  revokeApiToken,
  setPresence,
  startProgramSession,
  startSession,
} from '~/modules/session/session.server'
import { dayMs, hourMs, makeStoppedClock, minuteMs, secondMs, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { sha256 } from '~/platform/random.server'

const clock = makeStoppedClock(new Date('2026-11-21T12:00:00Z'))
setClock(clock)
const userId = demoAccounts[0].id
const friendId = demoAccounts[1].id
const from = { address: '192.0.2.1', userAgent: 'test', binding: 'network:192.0.2.1', language: 'en' }
beforeAll(seedAccounts)

describe('a session', () => {
  it('lives 30 minutes after the last activity, and not a moment longer', async () => {
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
    const written = async (): Promise<number> =>
      (await db.session.findUniqueOrThrow({ where: { id } })).lastActAt.getTime()
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
  it('reports how it ended: exit, from elsewhere, disabled', async () => {
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
    expect(await authenticate({ identifier: 'demo-user', password: 'mango-demo' }, from)).toMatchObject({
      code: 'U6008',
    })
    expect(await authenticate({ identifier: 'demo-user', password: 'wrong-one-1' }, from)).toMatchObject({
      code: 'I1302',
    })
    await db.user.update({ where: { id: userId }, data: { disabledAt: null } })
  })
  it('is ended only by its own account', async () => {
    const { id, token } = await startSession(userId, from)
    await endSession(friendId, id, 'exit')
    expect((await findSession(token, true)).ok).toBe(true)
  })
  it('is ended as the oldest of 21', async () => {
    const first = await startSession(friendId, from)
    for (let n = 0; n < 20; n++) {
      clock.advance(secondMs)
      await startSession(friendId, from)
    }
    expect(await findSession(first.token, true)).toMatchObject({ code: 'I1306' })
  })
  it('is deleted 30 days after its end', async () => {
    clock.advance(31 * dayMs)
    await clearOldSessions()
    expect(await db.session.count()).toBe(0)
  })
})

describe('the maximum life of a session', () => {
  it('is 30 days despite constant activity, and its end counts as an expiry', async () => {
    const { id, token } = await startSession(userId, from)
    // 30 days less an hour of constant activity.
    await db.session.update({
      where: { id },
      data: { createdAt: new Date(clock.now().getTime() - 30 * dayMs + hourMs) },
    })
    expect((await findSession(token, true)).ok).toBe(true)
    clock.advance(20 * minuteMs)
    expect((await findSession(token, true)).ok).toBe(true)
    clock.advance(20 * minuteMs)
    expect((await findSession(token, true)).ok).toBe(true)
    clock.advance(20 * minuteMs)
    expect((await listSessions(userId)).some((one) => one.id === id)).toBe(false)
    expect(await findSession(token, true)).toMatchObject({ code: 'I1303' })
    expect(await findEndedSession(token)).toMatchObject({ userId, reason: 'expired', byTime: true })
  })
})

describe('the cookie of an ended session', () => {
  const end = async (reason: 'idle' | 'exit' | 'elsewhere' | 'password' | 'operator' | 'reuse' | 'disabled') => {
    const { id, token } = await startSession(friendId, from)
    await endSession(friendId, id, reason)
    return token
  }
  it('may save typed text for a day if the session expired', async () => {
    const token = await end('idle')
    expect(await findEndedSession(token)).toMatchObject({ byTime: true })
    clock.advance(dayMs)
    expect(await findEndedSession(token)).toMatchObject({ byTime: false })
  })
  it('may not save text if somebody ended the session, or the account was disabled or got a new password', async () => {
    for (const reason of ['exit', 'elsewhere', 'password', 'operator', 'reuse', 'disabled'] as const)
      expect(await findEndedSession(await end(reason)), reason).toMatchObject({ reason, byTime: false })
    const token = await end('idle')
    await db.user.update({ where: { id: friendId }, data: { disabledAt: clock.now() } })
    expect(await findEndedSession(token)).toMatchObject({ byTime: false })
    await db.user.update({ where: { id: friendId }, data: { disabledAt: null, passwordChangedAt: clock.now() } })
    expect(await findEndedSession(token)).toMatchObject({ byTime: false })
    await db.user.update({ where: { id: friendId }, data: { passwordChangedAt: null } })
  })
})

describe('a program’s session', () => {
  const account = { id: userId, userName: 'demo-user' }
  const start = () => startProgramSession(account, from)
  it('lasts 30 minutes without a call and at most 12 hours, and can be refreshed until 30 days after its start', async () => {
    const first = await start()
    clock.advance(30 * minuteMs)
    expect((await findProgramSession(first, true)).ok).toBe(true)
    clock.advance(30 * minuteMs + 1)
    expect(await findProgramSession(first, true)).toMatchObject({ code: 'I1303' })
    const second = await refreshProgramSession(first.refreshToken)
    if (!second.ok) throw new Error(second.code)
    for (let used = 0; used < 12 * 60; used += 20) {
      expect((await findProgramSession(second.value, true)).ok).toBe(true)
      clock.advance(20 * minuteMs)
    }
    expect(await findProgramSession(second.value, true)).toMatchObject({ code: 'I1303' })
    clock.advance(29 * dayMs - 12 * hourMs)
    const third = await refreshProgramSession(second.value.refreshToken)
    if (!third.ok) throw new Error(third.code)
    // However often it is refreshed, it ends 30 days after its start.
    clock.advance(dayMs)
    expect(await refreshProgramSession(third.value.refreshToken)).toMatchObject({ code: 'I1307' })
    expect(await findProgramSession(third.value, true)).toMatchObject({ code: 'I1303' })
  })
  it('ends if a refresh token is reused long after its use, since two parties hold it', async () => {
    const first = await start()
    const second = await refreshProgramSession(first.refreshToken)
    if (!second.ok) throw new Error(second.code)
    expect(await refreshProgramSession(first.refreshToken)).toMatchObject({ code: 'I1307' })
    expect((await findProgramSession(second.value, true)).ok).toBe(true)
    clock.advance(minuteMs + 1)
    expect(await refreshProgramSession(first.refreshToken)).toMatchObject({ code: 'I1307' })
    expect(await findProgramSession(second.value, true)).toMatchObject({ code: 'I1305' })
    expect(await refreshProgramSession(second.value.refreshToken)).toMatchObject({ code: 'I1307' })
  })
  it('ends at once if a token older than the last is reused, which stops a thief who refreshes every 40 seconds', async () => {
    const owner = await start()
    let thief = owner.refreshToken
    for (let exchange = 0; exchange < 3; exchange++) {
      clock.advance(40 * secondMs)
      const next = await refreshProgramSession(thief)
      if (!next.ok) throw new Error(next.code)
      thief = next.value.refreshToken
    }
    expect(await refreshProgramSession(owner.refreshToken)).toMatchObject({ code: 'I1307' })
    expect(await refreshProgramSession(thief)).toMatchObject({ code: 'I1307' })
    expect(await db.session.findUniqueOrThrow({ where: { id: owner.sessionId } })).toMatchObject({ endReason: 'reuse' })
  })
  it('survives simultaneous refreshes with one token, of which exactly one succeeds', async () => {
    const first = await start()
    const all = await Promise.all(Array.from({ length: 6 }, () => refreshProgramSession(first.refreshToken)))
    const won = all.filter((one) => one.ok)
    expect(won).toHaveLength(1)
    expect(all.filter((one) => !one.ok && one.code === 'I1307')).toHaveLength(5)
    expect(won[0]?.ok === true && (await findProgramSession(won[0].value, true)).ok).toBe(true)
  })
  it('stores digests of all its secrets', async () => {
    const tokens = await start()
    const row = JSON.stringify(await db.session.findUniqueOrThrow({ where: { id: tokens.sessionId } }))
    for (const secret of [tokens.accessToken, tokens.token, tokens.refreshToken]) expect(row).not.toContain(secret)
  })
  it('is not a browser’s session, nor the other way round', async () => {
    const program = await start()
    const page = await startSession(userId, from)
    expect(await findSession(program.accessToken, true)).toMatchObject({ code: 'I1304' })
    expect(await findProgramSession({ accessToken: page.token, token: page.token, userId }, true)).toMatchObject({
      code: 'I1304',
    })
  })
  it('does not push browsers out: each kind has its own limit', async () => {
    const page = await startSession(friendId, from)
    for (let n = 0; n < 21; n++) {
      clock.advance(secondMs)
      await startProgramSession({ id: friendId, userName: 'demo-friend' }, from)
    }
    expect((await findSession(page.token, true)).ok).toBe(true)
    expect((await listSessions(friendId)).filter((one) => one.kind === 'program')).toHaveLength(20)
  })
  it('is kept while its refresh token is valid, and ends with a new password', async () => {
    const tokens = await start()
    clock.advance(29 * dayMs)
    await clearOldSessions()
    const fresh = await refreshProgramSession(tokens.refreshToken)
    if (!fresh.ok) throw new Error(fresh.code)
    await endOtherSessions(userId, null, 'password')
    expect(await findProgramSession(fresh.value, true)).toMatchObject({ code: 'I1305' })
  })
})

describe('a page’s session', () => {
  it('has its own tokens, a storage key that is deleted with it, and an end that is reported', async () => {
    const { id, token } = await startSession(userId, from)
    const other = await startSession(userId, from)
    expect(arePageTokens(id, pageTokens(id))).toBe(true)
    expect(arePageTokens(id, pageTokens(other.id))).toBe(false)
    expect(arePageTokens(id, { ...pageTokens(id), token: pageTokens(other.id).token })).toBe(false)
    const page = await findPageSession(userId, id)
    expect(page).toMatchObject({ ...pageTokens(id), userId, idleMs: 30 * minuteMs, idleLeftMs: 30 * minuteMs })
    expect(Buffer.from(page?.storageKey ?? '', 'base64url')).toHaveLength(32)
    expect(await findPageSession(friendId, id)).toBeNull()
    expect(await findEndedSession(token)).toBeNull()
    await endSession(userId, id, 'operator')
    expect(await findPageSession(userId, id)).toBeNull()
    expect((await db.session.findUniqueOrThrow({ where: { id } })).storageKey).toBeNull()
    expect(await findEndedSession(token)).toMatchObject({ userId, reason: 'operator' })
    expect(await findSession(token, true)).toMatchObject({ code: 'I1305' })
  })
  it('is kept alive by being online, not by being away', async () => {
    const { id, token } = await startSession(userId, from)
    clock.advance(29 * minuteMs)
    await setPresence(userId, id, 'online')
    clock.advance(29 * minuteMs)
    await setPresence(userId, id, 'offline')
    expect((await listSessions(userId)).find((one) => one.id === id)).toMatchObject({
      presence: 'offline',
      kind: 'page',
    })
    clock.advance(minuteMs + 1)
    expect((await listSessions(userId)).some((one) => one.id === id)).toBe(false)
    expect(await findSession(token, true)).toMatchObject({ code: 'I1303' })
    expect(await findEndedSession(token)).toMatchObject({ userId, reason: 'idle' })
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
    expect(await findApiToken(token)).toMatchObject({
      ok: true,
      value: { account: { id: userId }, scopes: ['lists:read'] },
    })
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
    expect(await createApiToken(userId, { name: 'Power', scopes: ['operator'], expiresInDays: null })).toMatchObject({
      code: 'A0403',
    })
  })
})
