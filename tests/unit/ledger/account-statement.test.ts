/** An account's statement of a time span: its exact bounds, and its entries in pages. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  accountStatement,
  house,
  listAccountsOf,
  post,
  statementEntries,
  wallet,
  walletTypes,
  type AccountStatement,
} from '~/modules/ledger/ledger.server'
import { makeStoppedClock, minuteMs, replaceClock } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'

const userId = 'ana'
const start = Date.parse('2026-03-01T00:00:00Z')
const minute = (number: number): Date => new Date(start + number * minuteMs)
const clock = makeStoppedClock(minute(0))
let restore: () => void
beforeEach(() => {
  restore = replaceClock(clock)
})
afterEach(() => restore())
afterAll(closeDatabase)

/** One entry a minute, from the first minute on. */
const amounts = [100n, -30n, 7n, -70n, 20n]
beforeAll(async () => {
  await db.user.create({ data: { id: userId, userName: userId, userNameKey: userId, passwordHash: '' } })
  const back = replaceClock(clock)
  for (const [index, amount] of amounts.entries()) {
    clock.advance(minuteMs)
    const lines = [
      { account: wallet(userId), amount },
      { account: house('exchange', 'MANGO'), amount: -amount },
    ]
    const transfer = { id: `stated/${index}`, actor: 'system', kind: 'stated', type: walletTypes.transfer, lines }
    expect(await transact((tx) => post(tx, transfer))).toMatchObject({ ok: true })
  }
  back()
})
const stated = (from: Date | null, to: Date | null): Promise<AccountStatement> =>
  accountStatement(wallet(userId), { from, to })

it('includes entries from the first moment on, and none at the last', async () => {
  expect(await stated(minute(2), minute(4))).toEqual({
    ...{ opening: 100n, income: 7n, expense: 30n, closing: 77n },
    ...{ entries: 2, first: 2, last: 3 },
  })
  expect(await stated(null, minute(1))).toMatchObject({ opening: 0n, closing: 0n, entries: 0 })
  expect(await stated(minute(5), null)).toMatchObject({ opening: 7n, closing: 27n, entries: 1, first: 5, last: 5 })
  const all = { opening: 0n, income: 127n, expense: 100n, closing: 27n, entries: 5, first: 1, last: 5 }
  expect(await stated(null, null)).toEqual(all)
})
it('begins with the closing balance of the one before', async () => {
  for (let at = 0; at <= amounts.length + 1; at++)
    expect((await stated(null, minute(at))).closing).toBe((await stated(minute(at), null)).opening)
})
it('closes with the entry posted last, even if the clock was set back before it', async () => {
  const backwards = 'backwards'
  await db.user.create({ data: { id: backwards, userName: backwards, userNameKey: backwards, passwordHash: '' } })
  for (const [at, amount] of [
    [9, 10n],
    [8, 5n],
  ] as const) {
    const back = replaceClock(makeStoppedClock(minute(at)))
    const lines = [
      { account: wallet(backwards), amount },
      { account: house('exchange', 'MANGO'), amount: -amount },
    ]
    const transfer = { id: `backwards/${at}`, actor: 'system', kind: 'stated', type: walletTypes.transfer, lines }
    expect(await transact((tx) => post(tx, transfer))).toMatchObject({ ok: true })
    back()
  }
  const whole = { opening: 0n, income: 15n, closing: 15n, entries: 2, first: 1, last: 2 }
  expect(await accountStatement(wallet(backwards), { from: null, to: null })).toMatchObject(whole)
  expect(await listAccountsOf(backwards)).toEqual([
    { account: wallet(backwards), balance: 15n, held: 0n, available: 15n },
  ])
})
it('gives each entry once and in order, whatever the page size', async () => {
  const { first, last } = await stated(null, null)
  for (const size of [1, 2, 3, 5, 100]) {
    const pieces: number[][] = []
    for await (const rows of statementEntries(wallet(userId), { first, last }, size))
      pieces.push(rows.map(({ seq }) => seq))
    expect(pieces.flat()).toEqual([1, 2, 3, 4, 5])
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(Math.min(size, 5))
  }
  for await (const rows of statementEntries(wallet('nobody'), { first: 1, last: 0 }, 2)) expect(rows).toBe('nothing')
})
