/** What keeps a session alive and what does not, and how much of it stays in memory. Tests move the clock. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { beginActivity, lastActOf, noteActivity } from '~/modules/session/activity.server'
import {
  clearOldSessions,
  createApiToken,
  endOtherSessions,
  endSession,
  findApiToken,
  findEndedSession,
  findPageSession,
  findProgramSession,
  findSession,
  listSessions,
  makeUploadActs,
  refreshProgramSession,
  setPresence,
  startProgramSession,
  startSession,
  touchSession,
} from '~/modules/session/session.server'
import { dayMs, hourMs, makeStoppedClock, minuteMs, secondMs, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { codeOf, good, makeActor } from '../channel-list/people'

const clock = makeStoppedClock(new Date('2026-11-21T12:00:00Z'))
setClock(clock)
const { id: userId, userName } = demoAccounts[0]
const { id: friendId } = demoAccounts[1]
const visit = { address: '192.0.2.1', userAgent: 'a browser' }
beforeAll(() => seedAccounts())
beforeEach(async () => {
  clock.advance(dayMs)
  await db.session.deleteMany()
})
const rowOf = (id: string) => db.session.findUniqueOrThrow({ where: { id } })
const writtenAt = async (id: string): Promise<number> => (await rowOf(id)).lastActAt.getTime()
/** Lets work in the background finish: an upload's bytes wait for no note. */
const settle = async (): Promise<void> => {
  for (let n = 0; n < 6; n++) await db.session.count()
}

describe('an upload', () => {
  it('keeps its session alive for three hours after the person’s last action, and no longer', async () => {
    const { id, token } = await startSession(userId, visit)
    const moves = makeUploadActs(userId, id)
    const began = clock.now().getTime()
    for (let minute = 0; minute <= 180; minute += 20) {
      moves()
      await settle()
      clock.advance(20 * minuteMs)
    }
    expect(await writtenAt(id)).toBe(began + 180 * minuteMs)
    moves()
    await settle()
    expect(await writtenAt(id)).toBe(began + 180 * minuteMs)
    clock.advance(10 * minuteMs)
    good(await findSession(token, false))
    clock.advance(1)
    expect(codeOf(await findSession(token, false))).toBe('I1303')
  })
  it('counts from the row’s last action if nothing else is known; an action by the person restarts it', async () => {
    const { id } = await startSession(userId, visit)
    const row = await rowOf(id)
    // As after a server start: the memory does not know this session.
    const stranger = { id: 'unknown-to-the-memory', lastActAt: row.lastActAt }
    clock.advance(3 * hourMs + 1)
    await noteActivity(stranger, 'upload')
    expect(lastActOf(stranger)).toBe(row.lastActAt.getTime())
    await noteActivity(stranger, 'person')
    expect(lastActOf(stranger)).toBe(clock.now().getTime())
    clock.advance(3 * hourMs)
    await noteActivity(stranger, 'upload')
    expect(lastActOf(stranger)).toBe(clock.now().getTime())
  })
  it('is noted once a minute, only for its own account’s live session', async () => {
    const mine = await startSession(userId, visit)
    const [own, other, none] = [
      makeUploadActs(userId, mine.id),
      makeUploadActs(friendId, mine.id),
      makeUploadActs(userId, null),
    ]
    clock.advance(10 * minuteMs)
    other()
    none()
    await settle()
    const before = clock.now().getTime() - 10 * minuteMs
    expect([await writtenAt(mine.id), lastActOf(await rowOf(mine.id))]).toEqual([before, before])
    own()
    await settle()
    const noted = clock.now().getTime()
    expect(await writtenAt(mine.id)).toBe(noted)
    clock.advance(59 * secondMs)
    own()
    await settle()
    expect(lastActOf(await rowOf(mine.id))).toBe(noted)
    clock.advance(secondMs)
    own()
    await settle()
    expect(lastActOf(await rowOf(mine.id))).toBe(noted + minuteMs)
    await endSession(userId, mine.id, 'exit')
    clock.advance(hourMs)
    own()
    await settle()
    expect(await rowOf(mine.id)).toMatchObject({ endReason: 'exit', lastActAt: new Date(noted + minuteMs) })
  })
})

describe('the memory of last actions', () => {
  it('holds a hundred thousand sessions, and drops the one noted longest ago', () => {
    const at = clock.now().getTime()
    const past = { lastActAt: new Date(at - hourMs) }
    for (let n = 0; n < 100_000; n++) beginActivity(`held-${n}`, at)
    // One noted again is the newest.
    beginActivity('held-0', at)
    expect(lastActOf({ id: 'held-1', ...past })).toBe(at)
    beginActivity('one-more', at)
    expect([
      lastActOf({ id: 'held-0', ...past }),
      lastActOf({ id: 'held-1', ...past }),
      lastActOf({ id: 'held-2', ...past }),
    ]).toEqual([at, at - hourMs, at])
  })
})

describe('an ended session', () => {
  it('takes no room in the memory of last actions', async () => {
    const { id } = await startSession(userId, visit)
    clock.advance(10 * secondMs)
    const row = await rowOf(id)
    await touchSession(row)
    expect(lastActOf(row)).toBe(clock.now().getTime())
    await endSession(userId, id, 'exit')
    expect(lastActOf(row)).toBe(row.lastActAt.getTime())
  })
})

describe('a session lookup', () => {
  it('notes an action, or else returns the last one', async () => {
    const { id, token } = await startSession(userId, visit)
    const began = clock.now()
    clock.advance(10 * minuteMs)
    expect(good(await findSession(token, false))).toMatchObject({ id, startedAt: began, lastActAt: began })
    expect(good(await findSession(token, true))).toMatchObject({ lastActAt: clock.now() })
    clock.advance(10 * secondMs)
    const session = good(await findSession(token, false))
    expect(session.lastActAt.getTime()).toBe(clock.now().getTime() - 10 * secondMs)
    await touchSession(session)
    expect(good(await findSession(token, false)).lastActAt).toEqual(clock.now())
  })
  it('tells a page how long it has left, never below zero', async () => {
    const { id } = await startSession(userId, visit)
    clock.advance(10 * minuteMs)
    expect(await findPageSession(userId, id)).toMatchObject({ idleMs: 30 * minuteMs, idleLeftMs: 20 * minuteMs })
    clock.advance(hourMs)
    expect(await findPageSession(userId, id)).toMatchObject({ idleLeftMs: 0 })
  })
  it('gives a page from before session keys a key that then stays the same', async () => {
    const { id } = await startSession(userId, visit)
    const first = (await findPageSession(userId, id))?.storageKey
    expect((await findPageSession(userId, id))?.storageKey).toBe(first)
    await db.session.update({ where: { id }, data: { storageKey: null } })
    const made = (await findPageSession(userId, id))?.storageKey ?? ''
    expect([made === first, Buffer.from(made, 'base64url').length]).toEqual([false, 32])
    expect((await findPageSession(userId, id))?.storageKey).toBe(made)
    const program = await startProgramSession({ id: userId, userName }, visit)
    expect(await findPageSession(userId, program.sessionId)).toBeNull()
  })
})

describe('the list of sessions', () => {
  it('has the live ones, last used first, with where they are used', async () => {
    const long = 'x'.repeat(400)
    const first = await startSession(userId, { address: '192.0.2.9', userAgent: long })
    clock.advance(minuteMs)
    const program = await startProgramSession({ id: userId, userName }, { address: '192.0.2.8', userAgent: long })
    clock.advance(minuteMs)
    const last = await startSession(userId, { address: '192.0.2.7', userAgent: null })
    await startSession(friendId, visit)
    const listed = await listSessions(userId)
    expect(
      listed.map(({ id, kind, address, userAgent, presence }) => [id, kind, address, userAgent, presence]),
    ).toEqual([
      [last.id, 'page', '192.0.2.7', null, 'online'],
      [program.sessionId, 'program', '192.0.2.8', long.slice(0, 300), null],
      [first.id, 'page', '192.0.2.9', long.slice(0, 300), 'online'],
    ])
    clock.advance(minuteMs)
    good(await findSession(first.token, true))
    expect((await listSessions(userId))[0]).toMatchObject({ id: first.id, lastActAt: clock.now() })
    clock.advance(30 * minuteMs)
    expect((await listSessions(userId)).map(({ id }) => id)).toEqual([first.id, program.sessionId])
    clock.advance(1)
    expect((await listSessions(userId)).map(({ id }) => id)).toEqual([program.sessionId])
    clock.advance(30 * dayMs - 33 * minuteMs)
    expect(await listSessions(userId)).toHaveLength(1)
    clock.advance(2 * minuteMs)
    expect(await listSessions(userId)).toEqual([])
  })
  it('ends all but one, of this account only, and says how many', async () => {
    const [kept, ended, friends] = [
      await startSession(userId, visit),
      await startSession(userId, visit),
      await startSession(friendId, visit),
    ]
    expect(await endOtherSessions(userId, kept.id, 'elsewhere')).toBe(1)
    expect(await endOtherSessions(userId, kept.id, 'elsewhere')).toBe(0)
    expect([
      codeOf(await findSession(kept.token, false)),
      codeOf(await findSession(ended.token, false)),
      codeOf(await findSession(friends.token, false)),
    ]).toEqual(['no failure', 'I1306', 'no failure'])
    expect(await endOtherSessions(userId, null, 'password')).toBe(1)
    expect(codeOf(await findSession(kept.token, false))).toBe('I1305')
  })
})

describe('presence', () => {
  it('is written when it changes, else once a minute; only going online is an action', async () => {
    const { id } = await startSession(userId, visit)
    const began = clock.now()
    clock.advance(59 * secondMs)
    await setPresence(userId, id, 'online')
    expect(await rowOf(id)).toMatchObject({ presence: 'online', presenceAt: began })
    clock.advance(secondMs)
    await setPresence(userId, id, 'online')
    expect(await rowOf(id)).toMatchObject({ presence: 'online', presenceAt: clock.now() })
    expect(lastActOf(await rowOf(id))).toBe(clock.now().getTime())
    const act = clock.now().getTime()
    clock.advance(secondMs)
    await setPresence(userId, id, 'offline')
    expect(await rowOf(id)).toMatchObject({ presence: 'offline', presenceAt: clock.now() })
    clock.advance(secondMs)
    await setPresence(userId, id, 'online', false)
    expect([(await rowOf(id)).presence, lastActOf(await rowOf(id))]).toEqual(['online', act])
    await setPresence(friendId, id, 'offline')
    expect((await rowOf(id)).presence).toBe('online')
    await endSession(userId, id, 'exit')
    await setPresence(userId, id, 'offline')
    expect((await rowOf(id)).presence).toBe('online')
  })
})

describe('an ended session’s record', () => {
  it('keeps its first reason and time, deletes the storage key, and names who ended it', async () => {
    const { id, token } = await startSession(userId, visit)
    await endSession(userId, id, 'exit')
    const at = clock.now()
    clock.advance(hourMs)
    await endSession(userId, id, 'operator')
    expect(await rowOf(id)).toMatchObject({ endReason: 'exit', endedAt: at, storageKey: null })
    expect(await findEndedSession(token)).toEqual({ userId, reason: 'exit', endedAt: at, byTime: false })
    expect(await db.auditEntry.findFirst({ where: { subject: id }, orderBy: { id: 'asc' } })).toMatchObject({
      actor: userId,
      action: 'session.end',
      detail: 'exit',
    })
    // A reason unknown to this version is an exit.
    await db.session.update({ where: { id }, data: { endReason: 'of-a-later-version' } })
    expect([codeOf(await findSession(token, false)), (await findEndedSession(token))?.reason]).toEqual([
      'I1305',
      'exit',
    ])
    const program = await startProgramSession({ id: userId, userName }, visit)
    await endSession(userId, program.sessionId, 'exit')
    expect(await findEndedSession(program.accessToken)).toBeNull()
  })
  it('is kept for thirty days, for a person who asks; live ones are kept', async () => {
    const [ended, lives, program] = [
      await startSession(userId, visit),
      await startSession(userId, visit),
      await startProgramSession({ id: userId, userName }, visit),
    ]
    await endSession(userId, ended.id, 'exit')
    clock.advance(30 * dayMs - minuteMs)
    await db.session.update({ where: { id: lives.id }, data: { lastActAt: clock.now() } })
    expect(await clearOldSessions()).toBe(0)
    clock.advance(minuteMs)
    expect(await clearOldSessions()).toBe(0)
    clock.advance(1)
    // By then the program's refresh token has expired, as its last action shows.
    expect(await clearOldSessions()).toBe(2)
    expect([
      await db.session.count({ where: { id: lives.id } }),
      await db.session.count({ where: { id: { in: [ended.id, program.sessionId] } } }),
    ]).toEqual([1, 0])
  })
  it('tells an end by another device from one for lack of room', async () => {
    const [device, room] = [await startSession(userId, visit), await startSession(userId, visit)]
    await endSession(userId, device.id, 'remote')
    await endSession(userId, room.id, 'elsewhere')
    expect([await findSession(device.token, false), await findSession(room.token, false)]).toEqual([
      { ok: false, code: 'I1306', data: { context: 'remote' } },
      { ok: false, code: 'I1306' },
    ])
  })
  it('is all that remains of a deleted account, and opens nothing', async () => {
    const gone = await makeActor()
    const [page, program, waiting] = [
      await startSession(gone.userId, visit),
      await startProgramSession({ id: gone.userId, userName: gone.userName }, visit),
      await startProgramSession({ id: gone.userId, userName: gone.userName }, visit),
    ]
    const { token } = good(
      await createApiToken(gone.userId, { name: 'Left', scopes: ['lists:read'], expiresInDays: null }),
    )
    await db.$executeRawUnsafe('PRAGMA foreign_keys = OFF')
    try {
      await db.$executeRaw`DELETE FROM "User" WHERE "id" = ${gone.userId}`
      expect([
        codeOf(await findSession(page.token, true)),
        codeOf(await findProgramSession(program, true)),
        codeOf(await refreshProgramSession(waiting.refreshToken)),
        codeOf(await findApiToken(token)),
      ]).toEqual(['I1304', 'I1304', 'I1307', 'I1304'])
    } finally {
      await db.session.deleteMany()
      await db.apiToken.deleteMany()
      await db.$executeRawUnsafe('PRAGMA foreign_keys = ON')
    }
  })
  it('is written for pages, programs and refresh tokens of a disabled account', async () => {
    const [page, program, waiting] = [
      await startSession(friendId, visit),
      await startProgramSession({ id: friendId, userName: 'demo-friend' }, visit),
      await startProgramSession({ id: friendId, userName: 'demo-friend' }, visit),
    ]
    await db.user.update({ where: { id: friendId }, data: { disabledAt: clock.now() } })
    try {
      expect([
        codeOf(await findSession(page.token, true)),
        codeOf(await findProgramSession(program, true)),
        codeOf(await refreshProgramSession(waiting.refreshToken)),
      ]).toEqual(['U6008', 'U6008', 'U6008'])
      for (const id of [page.id, program.sessionId, waiting.sessionId])
        expect((await rowOf(id)).endReason).toBe('disabled')
      expect([
        codeOf(await findSession(page.token, true)),
        codeOf(await refreshProgramSession(waiting.refreshToken)),
      ]).toEqual(['U6008', 'U6008'])
    } finally {
      await db.user.update({ where: { id: friendId }, data: { disabledAt: null } })
    }
  })
})

describe('a program’s three tokens', () => {
  it('are valid only together: none may be another’s', async () => {
    const account = { id: userId, userName }
    const [one, other] = [await startProgramSession(account, visit), await startProgramSession(account, visit)]
    expect(one).toMatchObject({ userId, userName, expiresInSeconds: 1800 })
    good(await findProgramSession(one, false))
    for (const wrong of [
      { accessToken: other.accessToken },
      { token: other.token },
      { userId: friendId },
      { accessToken: 'mpa_x' },
    ])
      expect(codeOf(await findProgramSession({ ...one, ...wrong }, false))).toBe('I1304')
    await db.session.update({ where: { id: one.sessionId }, data: { gatewayHash: null } })
    expect(codeOf(await findProgramSession(one, false))).toBe('I1304')
    await db.session.update({ where: { id: other.sessionId }, data: { accessExpiresAt: null } })
    expect([
      codeOf(await findProgramSession(other, false)),
      codeOf(await refreshProgramSession(other.refreshToken)),
    ]).toEqual(['I1303', 'I1307'])
  })
  it('need a refresh token of ours, for a live session', async () => {
    const { sessionId, refreshToken } = await startProgramSession({ id: userId, userName }, visit)
    expect([codeOf(await refreshProgramSession(null)), codeOf(await refreshProgramSession(''))]).toEqual([
      'I1308',
      'I1308',
    ])
    const last = refreshToken.at(-1) === 'A' ? 'B' : 'A'
    for (const forged of [
      'mpr_x',
      refreshToken.slice(0, -1) + last,
      `${refreshToken}x`,
      `x${refreshToken}`,
      refreshToken.replace(sessionId, sessionId.split('').reverse().join('')),
    ])
      expect(codeOf(await refreshProgramSession(forged))).toBe('I1307')
    // A forgery ends nothing.
    const fresh = good(await refreshProgramSession(refreshToken))
    expect(fresh).toMatchObject({ userId, userName })
    // A race within its minute is forgiven, up to its last millisecond.
    clock.advance(minuteMs)
    expect(codeOf(await refreshProgramSession(refreshToken))).toBe('I1307')
    good(await findProgramSession(fresh, true))
    clock.advance(1)
    expect(codeOf(await refreshProgramSession(refreshToken))).toBe('I1307')
    expect(codeOf(await findProgramSession(fresh, true))).toBe('I1305')
    expect(await db.auditEntry.findFirst({ where: { subject: sessionId } })).toMatchObject({
      actor: userId,
      action: 'session.end',
      detail: 'reuse',
    })
  })
  it('expire with their refresh token after thirty days', async () => {
    const { sessionId, refreshToken } = await startProgramSession({ id: userId, userName }, visit)
    await db.session.update({
      where: { id: sessionId },
      data: { refreshExpiresAt: new Date(clock.now().getTime() + 1) },
    })
    const fresh = good(await refreshProgramSession(refreshToken))
    await db.session.update({ where: { id: sessionId }, data: { refreshExpiresAt: clock.now() } })
    expect(codeOf(await refreshProgramSession(fresh.refreshToken))).toBe('I1307')
    expect((await rowOf(sessionId)).endReason).toBe('expired')
  })
})
