/**
 * Expiring points: first in, first out, never those on hold, announced 14 days before, once a day, and checked against
 * a plain model of purses.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hold, points, pointsPart, post, voidHold } from '~/modules/ledger/ledger.server'
import { expirePoints, listExpiries, pointsOf, pointsTexts } from '~/modules/points/points.server'
import { cutOf, dayOf, daysAfter, endOf } from '~/modules/points/rules'
import { dayMs, hourMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { pointsMessageTexts } from '~/web/points/points-message.server'
import { whileWriteFails } from '../../support/failing-writes'
import { contentOf } from '../../support/refused-writes'
import { depth } from '../../support/runs'
import { expectBooks, givePoints, makeCustomer, startClock, type Customer } from '../../support/shop'

const months = 6
let clock: ReturnType<typeof startClock>
let ana: Customer
const undo: (() => void)[] = []
const balance = async (): Promise<bigint> => (await pointsOf(ana.userId)).balance
const give = (amount: bigint): Promise<void> => givePoints(ana.userId, amount)
const spend = async (amount: bigint): Promise<boolean> => {
  const movement = pointsPart({ userId: ana.userId, points: amount, usd: amount * 100n })
  return (await transact((tx) => post(tx, { id: `test/${makeId()}`, actor: 'test', ...movement }))).ok
}
const setAside = async (amount: bigint, id: string) =>
  transact(async (tx) =>
    hold(tx, { id, account: points(ana.userId), amount, endsAt: new Date(now().getTime() + 900 * dayMs) }),
  )
const toDay = (day: string): void => clock.advance(new Date(`${day}T09:30:00Z`).getTime() - now().getTime())
const run = () => expirePoints(undefined, months)
const titles = async (): Promise<string[]> =>
  (
    await db.message.findMany({
      where: { userId: ana.userId },
      include: { texts: { where: { language: 'en' } } },
      orderBy: { createdAt: 'asc' },
    })
  ).map(({ texts }) => (texts[0]?.title ?? '').replaceAll(/[\u2066-\u2069]/g, ''))

beforeAll(() => void undo.push(pointsTexts.provide(pointsMessageTexts)))
beforeEach(async () => {
  clock = startClock()
  ana = await makeCustomer()
})
afterEach(async () => {
  // The next test has the only points that exist.
  for (const { id } of await db.ledgerHold.findMany({ where: { state: 'open' } }))
    await transact((tx) => voidHold(tx, id))
  const left = await balance()
  if (left > 0n) await spend(left)
  clock.stop()
  await expectBooks()
  await db.pointsNotice.deleteMany()
})
afterAll(() => undo.forEach((one) => one()))

describe('expiring points', () => {
  it('expire a set number of months after they came, and are announced 14 days before, once', async () => {
    // 1 December.
    await give(120n)
    toDay('2027-05-18')
    expect(await run()).toBe(0n)
    expect(await titles()).toEqual([])
    toDay('2027-05-19')
    await run()
    await run()
    expect(await titles()).toEqual(['120 points expire on 2 Jun 2027'])
    expect(await listExpiries(ana.userId, { months })).toEqual([
      { endsOn: new Date('2027-06-02T00:00:00Z'), points: 120n },
    ])
    toDay('2027-06-01')
    expect(await run()).toBe(0n)
    toDay('2027-06-02')
    expect(await listExpiries(ana.userId, { months })).toEqual([])
    expect([await run(), await run(), await balance()]).toEqual([120n, 0n, 0n])
    expect(await listExpiries(ana.userId, { months })).toEqual([])
  })
  it('are the oldest ones: spent points came from those first', async () => {
    await give(100n)
    clock.advance(10 * dayMs)
    await give(50n)
    await spend(70n)
    toDay('2027-05-19')
    await run()
    expect(await listExpiries(ana.userId, { months })).toEqual([
      { endsOn: new Date('2027-06-02T00:00:00Z'), points: 30n },
      { endsOn: new Date('2027-06-12T00:00:00Z'), points: 50n },
    ])
    toDay('2027-05-29')
    await run()
    toDay('2027-06-02')
    expect([await run(), await balance()]).toEqual([30n, 50n])
    toDay('2027-06-12')
    expect([await run(), await balance()]).toEqual([50n, 0n])
  })
  it('exclude those on hold, which expire once they are released', async () => {
    await give(100n)
    await setAside(60n, 'test/aside')
    toDay('2027-05-19')
    await run()
    toDay('2027-06-02')
    // No day that has begun is announced, whether or not the job ran: held points expire tomorrow at the earliest.
    const tomorrow = [{ endsOn: new Date('2027-06-03T00:00:00Z'), points: 60n }]
    expect(await listExpiries(ana.userId, { months })).toEqual(tomorrow)
    expect([await run(), await balance()]).toEqual([40n, 60n])
    expect(await listExpiries(ana.userId, { months })).toEqual(tomorrow)
    toDay('2027-06-03')
    expect(await run()).toBe(0n)
    await transact((tx) => voidHold(tx, 'test/aside'))
    expect([await run(), await balance()]).toEqual([60n, 0n])
  })
  it('expire no day earlier when they came at midnight, which belongs to the new day', async () => {
    clock.advance(new Date('2026-12-02T00:00:00Z').getTime() - now().getTime())
    await give(30n)
    toDay('2027-05-19')
    await run()
    expect(await titles()).toEqual([])
    toDay('2027-05-20')
    await run()
    expect(await listExpiries(ana.userId, { months })).toEqual([
      { endsOn: new Date('2027-06-03T00:00:00Z'), points: 30n },
    ])
    toDay('2027-06-02')
    expect(await run()).toBe(0n)
    toDay('2027-06-03')
    expect(await run()).toBe(30n)
  })
  it('are announced only as far as they are on hold, even when they came at two times', async () => {
    await give(40n)
    clock.advance(hourMs)
    await give(50n)
    await setAside(45n, 'test/aside-of-two')
    toDay('2027-05-19')
    await run()
    toDay('2027-06-02')
    expect(await listExpiries(ana.userId, { months })).toEqual([
      { endsOn: new Date('2027-06-03T00:00:00Z'), points: 45n },
    ])
    expect([await run(), await balance()]).toEqual([45n, 45n])
  })
  it('stay until their owner was told 14 days ahead, after enabling the setting or an outage', async () => {
    await give(80n)
    toDay('2028-03-01')
    expect(await run()).toBe(0n)
    expect(await titles()).toEqual(['80 points expire on 15 Mar 2028'])
    toDay('2028-03-14')
    expect(await run()).toBe(0n)
    toDay('2028-03-15')
    expect(await run()).toBe(80n)
  })
  it('never expire while the setting is off, and are announced again when it changes', async () => {
    await give(80n)
    toDay('2028-03-01')
    await run()
    toDay('2028-03-20')
    expect([await expirePoints(undefined, 0), await balance()]).toEqual([0n, 80n])
    expect(await listExpiries(ana.userId, { months: 0 })).toEqual([])
    expect([await run(), await balance()]).toEqual([0n, 80n])
    toDay('2028-04-03')
    expect(await run()).toBe(80n)
  })
  it('expire as a whole or not at all when the N-th write fails', async () => {
    await give(80n)
    toDay('2028-03-01')
    await run()
    toDay('2028-03-15')
    const tables = ['LedgerAccount', 'LedgerEntry', 'LedgerTransfer', 'PointsNotice', 'Message']
    const seen = new Set([await contentOf(tables)])
    for (let n = 1; ; n++) {
      const { hasFailed } = await whileWriteFails(n, run)
      seen.add(await contentOf(tables))
      expect(seen.size, `half an effect, when write ${n} failed`).toBeLessThanOrEqual(2)
      if (!hasFailed) break
    }
    expect([seen.size, await balance()]).toEqual([2, 0n])
  }, 60_000)
})

describe('the days of coming and expiring', () => {
  it('correspond in every month, including the short ones', () => {
    for (let day = new Date('2027-01-01T00:00:00Z'); day < new Date('2029-03-10T00:00:00Z'); day = daysAfter(day, 1))
      for (const length of [1, 2, 6, 12, 13])
        for (const came of [day, new Date(day.getTime() + 7 * hourMs)]) {
          const end = endOf(came, length)
          expect(cutOf(end, length) > came).toBe(true)
          expect(cutOf(daysAfter(end, -1), length) > came).toBe(false)
        }
  })
})

/** A sequence of numbers that is the same for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
type Lot = { at: Date; left: bigint }
/** Purses in order of arrival; spending empties the oldest first. */
const makeModel = (length: number) => {
  const lots: Lot[] = []
  const take = (amount: bigint): void => {
    let rest = amount
    for (const lot of lots) {
      const part = lot.left < rest ? lot.left : rest
      lot.left -= part
      rest -= part
    }
    expect(rest).toBe(0n)
  }
  return {
    lots,
    take,
    sum: (): bigint => lots.reduce((all, { left }) => all + left, 0n),
    /** What has expired on a day. */
    over: (day: Date): bigint => lots.reduce((all, { at, left }) => all + (endOf(at, length) <= day ? left : 0n), 0n),
  }
}

describe('the ledger and a plain model of purses', () => {
  it.each(depth === 'gate' ? [1, 7] : [1, 7, 42, 4711])(
    'agree on every day, seed %i',
    async (seed) => {
      const random = randomOf(seed)
      const model = makeModel(2)
      let held = 0n
      let expired = 0
      for (let day = 0; day < 320; day++) {
        clock.advance(dayMs)
        const today = dayOf(now())
        const over = model.over(today)
        const free = model.sum() - held
        const goes = over < free ? over : free
        expect(await expirePoints(undefined, 2), `seed ${seed}, day ${day}`).toBe(goes)
        if (goes > 0n) {
          model.take(goes)
          expired++
        }
        const act = random(12)
        if (act < 2) {
          const amount = BigInt(1 + random(90))
          await give(amount)
          model.lots.push({ at: now(), left: amount })
        } else if (act === 2) {
          const amount = BigInt(1 + random(60))
          if (await spend(amount)) model.take(amount)
        } else if (act === 3 && held === 0n) {
          const amount = BigInt(1 + random(40))
          if ((await setAside(amount, `test/${ana.userId}/${day}`)).ok) held = amount
        } else if (act === 4 && held > 0n) {
          const open = await db.ledgerHold.findFirstOrThrow({
            where: { accountId: `points/POINTS/${ana.userId}`, state: 'open' },
          })
          await transact((tx) => voidHold(tx, open.id))
          held = 0n
        }
        expect(await balance()).toBe(model.sum())
      }
      expect(expired).toBeGreaterThan(10)
    },
    120_000,
  )
})
