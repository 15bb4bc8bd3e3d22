/** Simultaneous transfers, in one process and in both directions. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectModules } from '~/server/wiring'
import { balanceOf, house, wallet } from '~/modules/ledger/ledger.server'
import { closeDatabase, db } from '~/platform/db.server'
import { times } from '../../support/runs'
import { expectBooks, mangoOf } from '../../support/shop'
import { makeHolder, sendMango, type Holder } from '../../support/wallet'

vi.hoisted(() => {
  process.env['TRANSFER_DAY_COUNT'] = '1000'
  // In simultaneous requests a recipient was not paid before.
  process.env['LIMITS'] = 'off'
})

beforeAll(connectModules)
afterAll(async () => {
  await expectBooks()
  await closeDatabase()
})

const total = async (...holders: Holder[]): Promise<bigint> => {
  let sum = 0n
  for (const { userId } of holders) sum += (await balanceOf(wallet(userId))).balance
  return sum
}
const codesOf = (answers: Awaited<ReturnType<typeof sendMango>>[]): Record<string, number> => {
  const counted: Record<string, number> = {}
  for (const one of answers) counted[one.ok ? 'ok' : one.code] = (counted[one.ok ? 'ok' : one.code] ?? 0) + 1
  return counted
}

it('lets through exactly as many transfers of 1 as the wallet has Mango', async () => {
  const has = Math.max(25, times(100))
  const [ana, ben] = [await makeHolder({ mango: String(has) }), await makeHolder()]
  const answers = await Promise.all(Array.from({ length: 2 * has }, () => sendMango(ana, ben, '1')))
  expect(codesOf(answers)).toEqual({ ok: has, MC1002: has })
  expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['0.0000', `${has}.0000`])
  expect(await db.walletTransfer.count({ where: { fromId: ana.userId } })).toBe(has)
})

it('never deadlocks in both directions or in rings, and loses or makes nothing', async () => {
  const holders = await Promise.all(Array.from({ length: 4 }, () => makeHolder({ mango: '20' })))
  const revenue = (await balanceOf(house('revenue'))).balance
  let seed = 7
  const random = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 65_536) % most
  }
  const answers = await Promise.all(
    Array.from({ length: 160 }, () => {
      const from = random(4)
      const to = (from + 1 + random(3)) % 4
      return sendMango(
        holders[from] as Holder,
        holders[to] as Holder,
        `${1 + random(9)}.${random(10_000) + 1}`.slice(0, 6),
      )
    }),
  )
  const codes = codesOf(answers)
  expect(Object.keys(codes).filter((code) => code !== 'ok' && code !== 'MC1002')).toEqual([])
  expect(codes['ok']).toBeGreaterThan(20)
  expect(await total(...holders)).toBe(800_000n)
  expect((await balanceOf(house('revenue'))).balance).toBe(revenue)
  for (const { userId } of holders) expect((await balanceOf(wallet(userId))).balance).toBeGreaterThanOrEqual(0n)
})
