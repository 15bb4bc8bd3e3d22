/** The invariants that run at the end of every test file find impossible rows and name them. */
import { expect, it } from 'vitest'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { askLeftDatabase, askOpenDatabase, findUnmet, mayBreak } from '../support/invariants'

it('reports an impossible row, except to a file that names the check with its reason', async () => {
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
