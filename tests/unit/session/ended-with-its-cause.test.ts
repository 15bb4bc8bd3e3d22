/**
 * Sessions end in the transaction of the cause: a new password or a disabled account leaves none, whatever its
 * listeners do, and a failure to end them fails the action.
 */
import { afterEach, beforeAll, beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import {
  accountSwitched,
  changePassword,
  demoAccounts,
  endSessionsOf,
  register,
  seedAccounts,
  setAccountDisabled,
} from '~/modules/account/account.server'
import { startPairing } from '~/modules/device/device.server'
import {
  endSession,
  endWithAccount,
  findEndedSession,
  findSession,
  startSession,
} from '~/modules/session/session.server'
import { forgetAllBoxes, readBox } from '~/modules/stb/memory.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { wasRefused, whileRefused } from '../../support/refused-writes'
import { openOutbox, visitOf } from '../../support/verification'
import { good, makeBox } from '../channel-list/people'

const operator = { userId: demoAccounts[4].id, why: null }
let logged: MockInstance
let people = 0
beforeAll(async () => {
  openOutbox()
  await seedAccounts()
  endSessionsOf.provide(endWithAccount)
  accountSwitched.listen(() => {
    throw new Error('a listener that fails')
  })
  accountSwitched.listen(forgetAllBoxes)
})
beforeEach(() => {
  logged = vi.spyOn(log, 'error').mockReturnValue()
})
afterEach(() => logged.mockRestore())

const begin = async () => {
  const visit = visitOf(`e${++people}`, `10.9.${people}.7`)
  const made = good(await register({ userName: `person-${people}-e`, password: 'correct-horse' }, visit))
  const actor = { userId: made.id, userName: made.userName, role: 'customer' as const, vnoId: null }
  return { visit, actor, one: await startSession(made.id, visit), other: await startSession(made.id, visit) }
}
const codeOf = async (token: string): Promise<string> => {
  const found = await findSession(token, false)
  return found.ok ? 'open' : found.code
}

it('ends a disabled account’s sessions and its box’s list, although a listener failed', async () => {
  const { actor, one, other } = await begin()
  const { sn } = await makeBox(actor)
  const { token } = await startPairing(sn, true, { modelName: null, softwareVersion: null, address: '192.0.2.1' })
  expect(good(await readBox(token)).userId).toBe(actor.userId)
  expect(good(await setAccountDisabled(operator, actor.userId, true)).disabledAt).not.toBeNull()
  expect(await Promise.all([codeOf(one.token), codeOf(other.token)])).toEqual(['U6008', 'U6008'])
  expect(good(await readBox(token)).userId).toBeNull()
  expect(await db.session.count({ where: { userId: actor.userId, endedAt: null } })).toBe(0)
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ name: 'an account disabled or enabled' }),
    expect.any(String),
  )
})

it('says nothing of disabling to the cookie of an account that is enabled again', async () => {
  const { actor, one, other } = await begin()
  await endSession(actor.userId, other.id, 'exit')
  good(await setAccountDisabled(operator, actor.userId, true))
  expect(await codeOf(one.token)).toBe('U6008')
  good(await setAccountDisabled(operator, actor.userId, false))
  expect(await codeOf(one.token)).toBe('I1305')
  expect((await findEndedSession(one.token))?.reason).toBe('operator')
  expect((await findEndedSession(other.token))?.reason).toBe('exit')
})

it('opens nothing of a disabled account for a session that is still there', async () => {
  const { actor, one } = await begin()
  good(await setAccountDisabled(operator, actor.userId, true))
  await db.session.updateMany({ where: { userId: actor.userId }, data: { endedAt: null, endReason: null } })
  expect(await codeOf(one.token)).toBe('U6008')
})

it('ends all sessions on a new password except the one that set it', async () => {
  const { actor, visit, one, other } = await begin()
  const input = { oldPassword: 'correct-horse', newPassword: 'battery-staple-7' }
  good(await changePassword(actor.userId, input, { ...visit, binding: `session:${one.id}` }))
  expect(await Promise.all([codeOf(one.token), codeOf(other.token)])).toEqual(['open', 'I1305'])
})

it('does neither when the sessions can’t be ended', async () => {
  const { actor, visit, one } = await begin()
  const before = await db.user.findUniqueOrThrow({ where: { id: actor.userId } })
  const input = { oldPassword: 'correct-horse', newPassword: 'battery-staple-7' }
  for (const act of [
    () => changePassword(actor.userId, input, visit),
    () => setAccountDisabled(operator, actor.userId, true),
  ])
    await expect(whileRefused(['Session', 'UPDATE'], act)).rejects.toThrow(wasRefused)
  expect(await db.user.findUniqueOrThrow({ where: { id: actor.userId } })).toEqual(before)
  expect(await codeOf(one.token)).toBe('open')
})
