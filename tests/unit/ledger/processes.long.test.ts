/** The ledger stays consistent when two processes use it at once, and when one is killed midway. */
import { expect, it } from 'vitest'
import { balanceOf, listEntries, post, wallet } from '~/modules/ledger/ledger.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { startChild } from '../../support/child'
import { depositCredited } from '../../support/movements'

const start = (...words: string[]) => startChild('ledger-child.ts', words)

const withMango = async (userId: string, mango: bigint): Promise<void> => {
  await db.user.create({
    data: { id: userId, userName: userId, userNameKey: userId, passwordHash: '', language: 'en' },
  })
  const movement = depositCredited({ provider: 'nowpayments', userId, mango, usd: mango })
  await transact((tx) => post(tx, { id: `for/${userId}`, actor: 'system', ...movement }))
}
/** An account's balance, and the sum of its entries. */
const books = async (userId: string) => {
  const { balance, held } = await balanceOf(wallet(userId))
  const { _sum, _count } = await db.ledgerEntry.aggregate({
    where: { accountId: `wallet/MANGO/${userId}` },
    _sum: { amount: true },
    _count: true,
  })
  return { balance, held, summed: _sum.amount, entries: _count }
}

it('lets 100 of 200 spends of 1 succeed in two processes on a balance of 100', async () => {
  await withMango('shared', 100n)
  const both = ['one', 'two'].map((name) => start('take', name, 'shared', '100'))
  for (const { read } of both) expect(await read()).toBe('ready')
  for (const { go } of both) go()
  const got = await Promise.all(both.map(async ({ read }) => Number(await read())))
  await Promise.all(both.map(({ ended }) => ended))
  expect(got.reduce((all, one) => all + one, 0)).toBe(100)
  expect(await books('shared')).toEqual({ balance: 0n, held: 0n, summed: 0n, entries: 101 })
})

it('leaves nothing of a transfer whose process is killed inside it', async () => {
  await withMango('cut', 100n)
  const { ended, kill, read } = start('hang', 'cut')
  expect(await read()).toBe('inside')
  kill()
  await ended
  expect(await books('cut')).toEqual({ balance: 100n, held: 0n, summed: 100n, entries: 1 })
})

it('keeps every transfer that a killed process reported, and at most one more', async () => {
  await withMango('torn', 1_000_000n)
  for (const round of [1, 2]) {
    const name = `torn-${round}`
    const { ended, kill, read } = start('on', name, 'torn')
    let told = -1
    while (told < 5 * round) told = Number(await read())
    kill()
    await ended
    for (let more = await read(); more !== 'undefined'; more = await read()) told = Number(more)
    const posted = await db.ledgerTransfer.count({ where: { actor: name } })
    expect([told + 1, told + 2]).toContain(posted)
    const { balance, held, summed, entries } = await books('torn')
    expect([balance, held, BigInt(entries - 1)]).toEqual([summed, 0n, 1_000_000n - balance])
  }
  expect((await listEntries(wallet('torn'), { size: 1 })).items[0]?.balanceAfter).toBe((await books('torn')).balance)
})
