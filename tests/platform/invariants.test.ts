/** The invariants that every test file is asked for at its end find what may never be, and say which rows. */
import { expect, it } from 'vitest'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { askLeftDatabase, askOpenDatabase, findUnmet, mayBreak } from '../support/invariants'

it('a row that may never be is found, and forgiven only to a file that names the check with its reason', async () => {
  await db.user.create({
    data: { id: 'nobody', userName: 'Nobody', userNameKey: 'nobody', role: 'king', passwordHash: '' },
  })
  for (const ask of [askOpenDatabase, askLeftDatabase])
    expect(ask(env.databaseFile)).toEqual([expect.stringMatching(/^user-role: 1 rows that may never be: .*nobody/)])
  expect(() => mayBreak('no-such-check', 'a slip')).toThrow('no check')
  mayBreak('user-role', 'this test makes such an account')
  expect(findUnmet()).toEqual(['user-role'])
  expect(askLeftDatabase(env.databaseFile)).toEqual([])
  expect(findUnmet()).toEqual([])
})
