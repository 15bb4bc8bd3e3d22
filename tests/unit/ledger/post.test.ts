/** Transfers and holds: all or nothing, once per cause, and never below an account's floor. */
import { afterEach, describe, expect, it } from 'vitest'
import {
  balanceOf,
  clearing,
  expireHolds,
  hold,
  holdExpired,
  house,
  keptPaysOrder,
  listEntries,
  listHolds,
  mangoPart,
  operatorCreditsPoints,
  points,
  pointsPart,
  pointsTypes,
  post,
  postHold,
  reverse,
  trialBalance,
  voidHold,
  wallet,
  walletOf,
  walletTypes,
  type Transfer,
} from '~/modules/ledger/ledger.server'
import { makeStoppedClock, minuteMs, now, replaceClock } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { depositCredited, depositPaysOrder } from '../../support/movements'

let count = 0
const somebody = async (): Promise<string> => {
  const id = `customer-${++count}`
  await db.user.create({ data: { id, userName: id, userNameKey: id, passwordHash: '', language: 'en' } })
  return id
}
const posted = (transfer: Omit<Transfer, 'actor'>) => transact((tx) => post(tx, { actor: 'system', ...transfer }))
const withMango = async (mango: bigint): Promise<string> => {
  const userId = await somebody()
  const movement = depositCredited({ provider: 'nowpayments', userId, mango, usd: mango })
  await posted({ id: `gift:${userId}`, ...movement })
  return userId
}
const later = (ms = minuteMs): Date => new Date(now().getTime() + ms)
const rows = async () => ({
  transfers: await db.ledgerTransfer.count(),
  entries: await db.ledgerEntry.count(),
  holds: await db.ledgerHold.count(),
})
let restore: () => void = () => undefined
afterEach(() => restore())

describe('a transfer', () => {
  it('appears in each of its accounts, numbered, with the balance after it', async () => {
    const userId = await withMango(50_000n)
    await posted({ id: `part:${userId}`, orderId: 'order-1', ...mangoPart({ userId, mango: 40_000n, usd: 40_000n }) })
    const { items, total } = await listEntries(wallet(userId), { size: 10 })
    expect(
      items.map(({ seq, amount, balanceAfter, kind, orderId }) => [seq, amount, balanceAfter, kind, orderId]),
    ).toEqual([
      [2, -40_000n, 10_000n, 'mango-pays-order', 'order-1'],
      [1, 50_000n, 50_000n, 'deposit-credited', null],
    ])
    expect(total).toBe(2)
    expect((await listEntries(wallet(userId), { before: 2, size: 10 })).items.map(({ seq }) => seq)).toEqual([1])
    expect(await walletOf(userId)).toEqual({
      mango: { balance: 10_000n, held: 0n, available: 10_000n },
      points: { balance: 0n, held: 0n, available: 0n },
    })
    const sums = new Map<string, bigint>()
    for (const { currency, balance } of await trialBalance()) sums.set(currency, (sums.get(currency) ?? 0n) + balance)
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
  })

  it('returns the first one for the same cause, and throws for other content under its id', async () => {
    const paid = { id: 'deposit:twice', ...depositPaysOrder({ provider: 'stripe', usd: 125_000n }) }
    const before = await balanceOf(house('revenue'))
    expect(await posted(paid)).toEqual({ ok: true, value: { id: 'deposit:twice', isNew: true } })
    const [one, other] = await Promise.all([
      posted(paid),
      transact((tx) => post(tx, { ...paid, actor: 'somebody else' })),
    ])
    expect([one, other]).toEqual(
      Array.from({ length: 2 }, () => ({ ok: true, value: { id: 'deposit:twice', isNew: false } })),
    )
    expect((await balanceOf(house('revenue'))).balance).toBe(before.balance + 125_000n)
    await expect(posted({ ...paid, orderId: 'another' })).rejects.toThrow('another transfer under this id')
    await expect(posted({ ...paid, ...depositPaysOrder({ provider: 'stripe', usd: 1n }) })).rejects.toThrow(
      'another transfer',
    )
  })

  it('reports the missing amount when the balance is too low, and writes nothing', async () => {
    const userId = await withMango(30_000n)
    const before = await rows()
    const answer = await transact(async (tx) => {
      const short = await post(tx, {
        id: `part:${userId}`,
        actor: 'system',
        ...mangoPart({ userId, mango: 30_001n, usd: 30_001n }),
      })
      // The caller may continue in the same transaction.
      return { ok: true as const, short }
    })
    expect(answer.short).toEqual({ ok: false, problem: 'insufficient', account: wallet(userId), missing: 1n })
    expect([await rows(), (await balanceOf(wallet(userId))).balance]).toEqual([before, 30_000n])
  })

  it('throws for lines that no correct program asks for', async () => {
    const userId = await somebody()
    const to = (amount: bigint) => ({ account: house('revenue'), amount })
    const from = (amount: bigint) => ({ account: clearing('stripe'), amount })
    const wrong: [Partial<Transfer>, string][] = [
      [{ lines: [from(-1n), to(2n)] }, 'does not sum to zero in USD'],
      [{ lines: [from(-1n), { account: wallet(userId), amount: 1n }] }, 'does not sum to zero'],
      [{ lines: [from(0n), to(0n)] }, 'moves nothing'],
      [{ lines: [from(1n)] }, '2 to 50 lines'],
      [{ lines: [from(-2n), to(1n), to(1n)] }, 'stands in two lines'],
      [{ lines: [from(-(2n ** 63n)), to(2n ** 63n)] }, 'out of all bounds'],
      [
        { lines: [from(-1n), { account: { kind: 'revenue', owner: '', currency: 'MANGO' }, amount: 1n }] },
        'chart of accounts',
      ],
      [{ lines: [from(-1n), { account: house('revenue'), amount: 1 as unknown as bigint }] }, 'moves nothing'],
      [{ id: 'x y' }, 'strange letters'],
      [{ actor: '' }, 'nobody has caused it'],
    ]
    const before = await rows()
    for (const [part, why] of wrong)
      await expect(posted({ id: 'wrong-one', kind: 'test', lines: [from(-1n), to(1n)], ...part }), why).rejects.toThrow(
        why,
      )
    expect(await rows()).toEqual(before)
    expect(() => keptPaysOrder({ usd: 0n })).toThrow('more than nothing')
    expect(() => keptPaysOrder({ usd: -1n })).toThrow('more than nothing')
  })

  it('is reversed once, by another one with the opposite lines', async () => {
    const userId = await somebody()
    await posted({ id: `gift:${userId}`, orderId: 'o', ...operatorCreditsPoints({ userId, points: 400n }) })
    const back = (id: string) =>
      transact((tx) => reverse(tx, `gift:${userId}`, { id, actor: 'operator', note: 'a slip' }))
    expect(await back('undo-1')).toEqual({ ok: true, value: { id: 'undo-1', isNew: true } })
    expect(await back('undo-1')).toEqual({ ok: true, value: { id: 'undo-1', isNew: false } })
    expect(await back('undo-2')).toEqual({ ok: false, problem: 'already-reversed', by: 'undo-1' })
    const { items } = await listEntries(points(userId), { size: 10 })
    expect(
      items.map(({ amount, kind, reversesId, note, orderId }) => [amount, kind, reversesId, note, orderId]),
    ).toEqual([
      [-400n, 'operator-credits-points-reversed', `gift:${userId}`, 'a slip', 'o'],
      [400n, 'operator-credits-points', null, null, 'o'],
    ])
    await posted({ id: `gift-2:${userId}`, ...operatorCreditsPoints({ userId, points: 400n }) })
    await posted({ id: `spent:${userId}`, ...pointsPart({ userId, points: 100n, usd: 10_000n }) })
    expect(await transact((tx) => reverse(tx, `gift-2:${userId}`, { id: 'undo-3', actor: 'operator' }))).toMatchObject({
      problem: 'insufficient',
      missing: 100n,
    })
  })
})

describe('a hold', () => {
  const held = (userId: string, amount: bigint, more: { id?: string; endsAt?: Date } = {}) =>
    transact((tx) =>
      hold(tx, { id: `hold:${userId}`, account: wallet(userId), amount, endsAt: later(), orderId: 'o', ...more }),
    )
  const take = (userId: string, mango: bigint, id = `take:${userId}`) =>
    transact((tx) =>
      postHold(tx, `hold:${userId}`, { id, actor: 'system', ...mangoPart({ userId, mango, usd: mango }) }),
    )

  it('keeps its amount from everybody else, and releases the rest when posted', async () => {
    const userId = await withMango(100n)
    expect(await held(userId, 70n)).toEqual({ ok: true, value: { id: `hold:${userId}`, isNew: true } })
    expect(await held(userId, 70n)).toEqual({ ok: true, value: { id: `hold:${userId}`, isNew: false } })
    await expect(held(userId, 71n)).rejects.toThrow('another hold under this id')
    expect(await held(userId, 31n, { id: 'too-much' })).toMatchObject({ problem: 'insufficient', missing: 1n })
    expect(await posted({ id: 'past-hold', ...mangoPart({ userId, mango: 31n, usd: 31n }) })).toMatchObject({
      problem: 'insufficient',
      missing: 1n,
    })
    expect((await walletOf(userId)).mango).toEqual({ balance: 100n, held: 70n, available: 30n })
    expect((await listHolds(wallet(userId))).map(({ amount, orderId }) => [amount, orderId])).toEqual([[70n, 'o']])
    await expect(take(userId, 71n)).rejects.toThrow('takes other than what')
    expect(await take(userId, 60n)).toMatchObject({ ok: true, value: { isNew: true } })
    expect(await take(userId, 60n)).toMatchObject({ ok: true, value: { isNew: false } })
    expect((await walletOf(userId)).mango).toEqual({ balance: 40n, held: 0n, available: 40n })
    expect(await take(userId, 60n, 'again')).toEqual({ ok: false, problem: 'hold-ended', state: 'posted' })
    expect(await transact((tx) => voidHold(tx, `hold:${userId}`))).toEqual({
      ok: false,
      problem: 'hold-ended',
      state: 'posted',
    })
  })

  it('releases everything when voided, once, and can’t be posted then', async () => {
    const userId = await withMango(100n)
    await held(userId, 100n)
    const debt = { paid: 0n, owed: 0n }
    const voided = () => transact((tx) => voidHold(tx, `hold:${userId}`))
    expect([await voided(), await voided()]).toEqual([
      { ok: true, value: { id: `hold:${userId}`, isNew: true, debt } },
      { ok: true, value: { id: `hold:${userId}`, isNew: false, debt } },
    ])
    expect((await walletOf(userId)).mango).toEqual({ balance: 100n, held: 0n, available: 100n })
    expect(await take(userId, 100n)).toEqual({ ok: false, problem: 'hold-ended', state: 'voided' })
  })

  it('is refused at once after its end, and released by the job, which reports it once', async () => {
    const clock = makeStoppedClock(new Date('2026-11-22T12:00:00Z'))
    restore = replaceClock(clock)
    const userId = await withMango(100n)
    await held(userId, 100n)
    const told: unknown[] = []
    const stop = holdExpired.listen((one) => told.push(one))
    expect(await expireHolds()).toBe(0)
    clock.advance(minuteMs)
    expect(await take(userId, 100n)).toEqual({ ok: false, problem: 'hold-ended', state: 'expired' })
    const [one, other] = await Promise.all([expireHolds(), expireHolds()])
    stop()
    expect([one + other, told]).toEqual([1, [{ holdId: `hold:${userId}`, orderId: 'o' }]])
    expect((await walletOf(userId)).mango).toEqual({ balance: 100n, held: 0n, available: 100n })
    expect(await take(userId, 100n)).toEqual({ ok: false, problem: 'hold-ended', state: 'expired' })
  })
})

describe('of 200 who spend 1 at once from a balance of 100', () => {
  it('exactly 100 succeed', async () => {
    const userId = await withMango(100n)
    const takers = Array.from({ length: 200 }, (_, i) =>
      posted({ id: `one-of-many:${i}`, ...mangoPart({ userId, mango: 1n, usd: 1n }) }),
    )
    const done = await Promise.all(takers)
    expect(done.filter(({ ok }) => ok)).toHaveLength(100)
    expect([await balanceOf(wallet(userId)), (await listEntries(wallet(userId), { size: 1 })).total]).toEqual([
      { balance: 0n, held: 0n, available: 0n },
      101,
    ])
  })

  it('exactly 100 succeed with holds too', async () => {
    const userId = await withMango(100n)
    const one = (tx: Transaction, i: number) =>
      hold(tx, { id: `held-by-many:${i}`, account: wallet(userId), amount: 1n, endsAt: later() })
    const done = await Promise.all(Array.from({ length: 200 }, (_, i) => transact((tx) => one(tx, i))))
    expect(done.filter(({ ok }) => ok)).toHaveLength(100)
    expect(await balanceOf(wallet(userId))).toEqual({ balance: 100n, held: 100n, available: 0n })
  })
})

it('stores types by numbers that never change', () => {
  const ofWallets = { transfer: 0, code: 1, purchase: 2, cashback: 3, topUp: 4, refunded: 5, api: 6, gift: 7 }
  expect(walletTypes).toEqual(ofWallets)
  expect(pointsTypes).toEqual({ invitation: 0, gift: 1, spent: 2, returned: 3, expired: 4, corrected: 5 })
})
