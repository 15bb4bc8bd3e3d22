/** Transfers and payment passwords when everybody acts at once: in one process, in two, and in both directions. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectModules } from '~/server/wiring'
import { balanceOf, house, wallet } from '~/modules/ledger/ledger.server'
import { paymentPasswordState } from '~/modules/wallet/wallet.server'
import { closeDatabase, db } from '~/platform/db.server'
import { expectBooks, mangoOf } from '../../support/shop'
import { root } from '../../support/paths'
import { makeHolder, paymentPassword, sendMango, type Holder } from '../../support/wallet'

vi.hoisted(() => {
  process.env['TRANSFER_DAY_COUNT'] = '1000'
  // Asked at once, a recipient was not paid before.
  process.env['LIMITS'] = 'off'
})

const children = new Set<ChildProcess>()
const start = (...words: string[]) => {
  const file = path.join(root, 'tests/support/transfer-child.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...words], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.add(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, read: async (): Promise<string> => String((await lines.next()).value) }
}

beforeAll(connectModules)
afterAll(async () => {
  children.forEach((child) => child.kill('SIGKILL'))
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

it('two hundred transfers of 1 on 100 Mango are exactly a hundred', async () => {
  const [ana, ben] = [await makeHolder({ mango: '100' }), await makeHolder()]
  const answers = await Promise.all(Array.from({ length: 200 }, () => sendMango(ana, ben, '1')))
  expect(codesOf(answers)).toEqual({ ok: 100, MC1002: 100 })
  expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['0.0000', '100.0000'])
  expect(await db.walletTransfer.count({ where: { fromId: ana.userId } })).toBe(100)
})

it('from two processes they are exactly a hundred as well', async () => {
  const [ana, ben] = [await makeHolder({ mango: '100' }), await makeHolder()]
  const both = [1, 2].map(() => start(ana.userId, ben.userName, '100', paymentPassword))
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { child } of both) child.stdin?.write('go\n')
  const told = await Promise.all(both.map(async ({ read }) => JSON.parse(await read()) as Record<string, number>))
  expect(told.reduce((all, one) => all + (one['ok'] ?? 0), 0)).toBe(100)
  expect(told.reduce((all, one) => all + (one['MC1002'] ?? 0), 0)).toBe(100)
  expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['0.0000', '100.0000'])
}, 120_000)

it('wrong payment passwords from two processes at once are ten guesses together', async () => {
  const [ana, ben] = [await makeHolder({ mango: '100' }), await makeHolder()]
  const both = [1, 2].map(() => start(ana.userId, ben.userName, '25', '314159'))
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { child } of both) child.stdin?.write('go\n')
  const told = await Promise.all(both.map(async ({ read }) => JSON.parse(await read()) as Record<string, number>))
  // The one that locks is a guess too, and is answered like those that were never compared.
  expect(told.reduce((all, one) => all + (one['MC1106'] ?? 0), 0)).toBe(9)
  expect(told.reduce((all, one) => all + (one['MC1105'] ?? 0), 0)).toBe(41)
  // It stands in the database: this process did not count it.
  expect((await paymentPasswordState(ana.userId)).lockedUntil).not.toBe(null)
  expect(await mangoOf(ana.userId)).toBe('100.0000')
}, 120_000)

it('in both directions and in rings they wait for nobody for ever, and nothing is lost or made', async () => {
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
