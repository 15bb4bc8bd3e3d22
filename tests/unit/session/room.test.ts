/** The setting SINGLE_SESSION counts browsers and programs together; the limit of API tokens counts live ones. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import {
  createApiToken,
  findProgramSession,
  findSession,
  listSessions,
  startProgramSession,
  startSession,
} from '~/modules/session/session.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { codeOf, good } from '../channel-list/people'

vi.hoisted(() => {
  process.env.SINGLE_SESSION = '1'
})
const { id: userId, userName } = demoAccounts[0]
const visit = { address: '192.0.2.1', userAgent: null }
const page = () => startSession(userId, visit)
const program = () => startProgramSession({ id: userId, userName }, visit)
beforeAll(() => seedAccounts())

describe('with SINGLE_SESSION', () => {
  it('a sign-in of any kind ends sessions of every kind, and nobody else’s', async () => {
    const other = await startSession(demoAccounts[1].id, visit)
    const browser = await page()
    const firstProgram = await program()
    expect(codeOf(await findSession(browser.token, false))).toBe('I1306')
    const secondProgram = await program()
    expect(codeOf(await findProgramSession(firstProgram, false))).toBe('I1306')
    good(await findProgramSession(secondProgram, false))
    const lastBrowser = await page()
    expect(codeOf(await findProgramSession(secondProgram, false))).toBe('I1306')
    good(await findSession(lastBrowser.token, false))
    expect((await listSessions(userId)).map(({ id }) => id)).toEqual([lastBrowser.id])
    good(await findSession(other.token, false))
  })
})

describe('an account’s API tokens', () => {
  const row = (n: number, more: object = {}) => ({
    id: makeId(),
    userId,
    name: `t${n}`,
    tokenHash: `hash ${n}`,
    hint: 'mpt_',
    scopes: 'lists:read',
    createdAt: new Date(),
    ...more,
  })
  const create = () => createApiToken(userId, { name: 'One more', scopes: ['lists:read'], expiresInDays: null })
  it('are limited to fifty live ones; revoked and expired ones don’t count', async () => {
    const over = { expiresAt: new Date(Date.now() - 1000) }
    await db.apiToken.createMany({
      data: Array.from({ length: 120 }, (_, n) => row(n, n % 2 === 0 ? over : { revokedAt: new Date() })),
    })
    await db.apiToken.createMany({
      data: Array.from({ length: 49 }, (_, n) =>
        row(200 + n, n % 2 === 0 ? {} : { expiresAt: new Date(Date.now() + 86_400_000) }),
      ),
    })
    const made = good(await create())
    expect(await create()).toEqual({ ok: false, code: 'A0409', field: 'name', data: { context: 'tokens', most: 50 } })
    await db.apiToken.update({ where: { id: made.view.id }, data: { revokedAt: new Date() } })
    good(await create())
  })
})
