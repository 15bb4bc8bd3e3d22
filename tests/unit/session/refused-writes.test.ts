/** Fails each write in the life of a session and a token once: none is answered as done. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import {
  clearOldSessions,
  createApiToken,
  endOtherSessions,
  endSession,
  findApiToken,
  findPageSession,
  findProgramSession,
  findSession,
  refreshProgramSession,
  revokeApiToken,
  setPresence,
  startProgramSession,
  startSession,
  touchSession,
} from '~/modules/session/session.server'
import { dayMs, makeStoppedClock, minuteMs, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { forgive } from '~/platform/limits.server'
import { wasRefused, whileRefused, type Write } from '../../support/refused-writes'
import { openOutbox } from '../../support/verification'
import { good } from '../channel-list/people'

const clock = makeStoppedClock(new Date('2026-11-21T12:00:00Z'))
setClock(clock)
const { id: userId, userName } = demoAccounts[0]
const visit = { address: '192.0.2.1', userAgent: null }
beforeAll(async () => {
  openOutbox()
  await seedAccounts()
})
beforeEach(async () => {
  clock.advance(dayMs)
  await db.session.deleteMany()
  await db.apiToken.deleteMany()
  await forgive('token-make', userId)
})

const page = () => startSession(userId, visit)
const program = () => startProgramSession({ id: userId, userName }, visit)
const token = async () =>
  good(await createApiToken(userId, { name: 'Script', scopes: ['lists:read'], expiresInDays: null }))
/** The account's limit of a kind. */
const crowd = async (start: () => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < 20; n++) await start()
}

/** The setup, then the action, with each write that it needs. */
const cases: [name: string, writes: Write[], prepare: () => Promise<() => Promise<unknown>>][] = [
  ['a page’s start', [['Session', 'INSERT']], () => Promise.resolve(page)],
  ['a page’s start that ends the oldest', [['Session', 'UPDATE']], async () => (await crowd(page), page)],
  ['a program’s start', [['Session', 'INSERT']], () => Promise.resolve(program)],
  ['a program’s start that ends the oldest', [['Session', 'UPDATE']], async () => (await crowd(program), program)],
  [
    'an end',
    [
      ['Session', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
    ],
    async () => {
      const { id } = await page()
      return () => endSession(userId, id, 'exit')
    },
  ],
  [
    'an end of the others',
    [['Session', 'UPDATE']],
    async () => {
      const kept = await page()
      return async () => {
        await page()
        return endOtherSessions(userId, kept.id, 'password')
      }
    },
  ],
  [
    'an end by time',
    [['Session', 'UPDATE']],
    async () => {
      const { token: cookie } = await page()
      clock.advance(31 * minuteMs)
      return () => findSession(cookie, false)
    },
  ],
  [
    'an end with the account',
    [['Session', 'UPDATE']],
    async () => {
      const one = await program()
      await db.user.update({ where: { id: userId }, data: { disabledAt: clock.now() } })
      return async () => {
        try {
          return await findProgramSession(one, false)
        } finally {
          await db.user.update({ where: { id: userId }, data: { disabledAt: null } })
        }
      }
    },
  ],
  [
    'an act',
    [['Session', 'UPDATE']],
    async () => {
      const { token: cookie } = await page()
      const session = good(await findSession(cookie, false))
      return async () => {
        clock.advance(minuteMs)
        await touchSession(session)
      }
    },
  ],
  [
    'an act by a look',
    [['Session', 'UPDATE']],
    async () => {
      const { token: cookie } = await page()
      return () => {
        clock.advance(minuteMs)
        return findSession(cookie, true)
      }
    },
  ],
  [
    'presence',
    [['Session', 'UPDATE']],
    async () => {
      const { id } = await page()
      return () => setPresence(userId, id, 'offline')
    },
  ],
  [
    'a key for a page of before there were keys',
    [['Session', 'UPDATE']],
    async () => {
      const { id } = await page()
      await db.session.update({ where: { id }, data: { storageKey: null } })
      return () => findPageSession(userId, id)
    },
  ],
  [
    'an exchange',
    [['Session', 'UPDATE']],
    async () => {
      const { refreshToken } = await program()
      return () => refreshProgramSession(refreshToken)
    },
  ],
  [
    'an exchange that ends a stolen session',
    [
      ['Session', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
    ],
    async () => {
      const first = (await program()).refreshToken
      good(await refreshProgramSession(good(await refreshProgramSession(first)).refreshToken))
      return () => refreshProgramSession(first)
    },
  ],
  [
    'an exchange whose time is over',
    [['Session', 'UPDATE']],
    async () => {
      const { refreshToken, sessionId } = await program()
      await db.session.update({ where: { id: sessionId }, data: { refreshExpiresAt: clock.now() } })
      return () => refreshProgramSession(refreshToken)
    },
  ],
  [
    'the clearing',
    [['Session', 'DELETE']],
    async () => {
      await page()
      clock.advance(40 * dayMs)
      return clearOldSessions
    },
  ],
  [
    'a token',
    [
      ['ApiToken', 'INSERT'],
      ['AuditEntry', 'INSERT'],
      ['OutboxMessage', 'INSERT'],
    ],
    () => Promise.resolve(token),
  ],
  [
    'a token’s end',
    [
      ['ApiToken', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
    ],
    async () => {
      const { view } = await token()
      return () => revokeApiToken(userId, view.id)
    },
  ],
  [
    'a token’s use',
    [['ApiToken', 'UPDATE']],
    async () => {
      const { token: secret } = await token()
      return () => findApiToken(secret)
    },
  ],
]

it.each(cases.flatMap(([name, writes, prepare]) => writes.map((write) => [name, write, prepare] as const)))(
  'reports no success for %s when %s is refused',
  async (_, write, prepare) => {
    const act = await prepare()
    await expect(whileRefused(write, act)).rejects.toThrow(wasRefused)
  },
)
