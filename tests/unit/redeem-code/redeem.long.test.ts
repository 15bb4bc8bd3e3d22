/** Two processes redeem the same codes at once: each code works once. */
import { afterAll, expect, it } from 'vitest'
import { decideProposal, requestGrant } from '~/modules/grant/grant.server'
import { showCodes } from '~/modules/redeem-code/redeem-code.server'
import { openWallet } from '~/modules/wallet/wallet.server'
import { closeDatabase, db } from '~/platform/db.server'
import { startChild } from '../../support/child'
import { expectBooks, makeCustomer, mangoOf, startClock } from '../../support/shop'

const clock = startClock()
afterAll(async () => {
  clock.stop()
  await expectBooks()
  await closeDatabase()
})

const makeOperator = async (id: string): Promise<{ userId: string; why: string }> => {
  const createdAt = new Date('2026-01-01')
  await db.user.create({
    data: { id, userName: id, userNameKey: id, passwordHash: '-', role: 'operator', createdAt },
  })
  return { userId: id, why: 'the test asks' }
}

it('redeems each code in one of two processes', async () => {
  const [by, other] = [await makeOperator('op-one'), await makeOperator('op-two')]
  const codes: string[] = []
  for (const batch of ['first', 'second', 'third']) {
    const asked = { kind: 'codes', value: 10_000n, count: 20, endsAt: new Date('2027-01-01') } as const
    const made = await requestGrant(by, asked, `the-${batch}-batch`)
    if (!made.ok) throw new Error(made.code)
    if (made.value.state === 'waiting') await decideProposal(other, made.value.id, 'confirmed')
    const shown = await showCodes(by, made.value.id)
    if (!shown.ok) throw new Error(shown.code)
    codes.push(...shown.value.codes)
  }
  const users = await Promise.all(
    [1, 2].map(async () => {
      const { userId } = await makeCustomer()
      await openWallet(userId)
      return userId
    }),
  )
  // One account tries sixty codes that the other one has used.
  const both = users.map((userId) => startChild('redeem-child.ts', [userId, ...codes], { LIMITS: 'off' }))
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { go } of both) go()
  const answers = await Promise.all(both.map(async ({ read }) => (await read()).split(' ')))
  for (const index of codes.keys())
    expect([answers[0]?.[index], answers[1]?.[index]].sort(), `code ${index}`).toEqual(['0', 'MC1302'])
  const got = await Promise.all(users.map(async (userId) => Number(await mangoOf(userId))))
  expect(got.reduce((sum, one) => sum + one, 0)).toBe(60)
})
