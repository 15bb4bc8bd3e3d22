/** Transfers and payment passwords from two processes at once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectModules } from '~/server/wiring'
import { paymentPasswordState } from '~/modules/wallet/wallet.server'
import { closeDatabase } from '~/platform/db.server'
import { startChild } from '../../support/child'
import { expectBooks, mangoOf } from '../../support/shop'
import { makeHolder, paymentPassword } from '../../support/wallet'

// In simultaneous requests a recipient was not paid before.
const unlimited = { TRANSFER_DAY_COUNT: '1000', LIMITS: 'off' }

beforeAll(connectModules)
afterAll(async () => {
  await expectBooks()
  await closeDatabase()
})

it('lets exactly a hundred of two hundred transfers of 1 through on 100 Mango', async () => {
  const [ana, ben] = [await makeHolder({ mango: '100' }), await makeHolder()]
  const both = [1, 2].map(() =>
    startChild('transfer-child.ts', [ana.userId, ben.userName, '100', paymentPassword], unlimited),
  )
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { go } of both) go()
  const told = await Promise.all(both.map(async ({ read }) => JSON.parse(await read()) as Record<string, number>))
  expect(told.reduce((all, one) => all + (one['ok'] ?? 0), 0)).toBe(100)
  expect(told.reduce((all, one) => all + (one['MC1002'] ?? 0), 0)).toBe(100)
  expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['0.0000', '100.0000'])
}, 120_000)

it('counts wrong payment passwords from two processes at once as ten guesses together', async () => {
  const [ana, ben] = [await makeHolder({ mango: '100' }), await makeHolder()]
  const both = [1, 2].map(() => startChild('transfer-child.ts', [ana.userId, ben.userName, '25', '314159'], unlimited))
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { go } of both) go()
  const told = await Promise.all(both.map(async ({ read }) => JSON.parse(await read()) as Record<string, number>))
  // The one that locks is a guess too, and is answered like those that were never compared.
  expect(told.reduce((all, one) => all + (one['MC1106'] ?? 0), 0)).toBe(9)
  expect(told.reduce((all, one) => all + (one['MC1105'] ?? 0), 0)).toBe(41)
  // The count is in the database: this process did not keep it.
  expect((await paymentPasswordState(ana.userId)).lockedUntil).not.toBe(null)
  expect(await mangoOf(ana.userId)).toBe('100.0000')
}, 120_000)
