/**
 * The ledger against a model in memory: random transfers, holds, captures, voids, expiries and reversals, in sequence
 * and in parallel, some repeated. A failure prints its seed.
 */
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import {
  balanceOf,
  expireHolds,
  hold,
  mangoPart,
  post,
  postHold,
  reverse,
  trialBalance,
  voidHold,
  wallet,
  type Movement,
} from '~/modules/ledger/ledger.server'
import { makeStoppedClock, minuteMs, nowMs, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { times } from '../../support/runs'
import { depositCredited } from '../../support/movements'

type Step =
  | { do: 'deposit' | 'spend'; who: number; amount: number }
  | { do: 'hold'; who: number; amount: number; minutes: number }
  | { do: 'post'; which: number; part: number }
  | { do: 'void' | 'reverse' | 'repeat'; which: number }
  | { do: 'wait'; minutes: number }
const who = fc.nat(2)
const amount = fc.integer({ min: 1, max: 60 })
const which = fc.nat(40)
const minutes = fc.integer({ min: 1, max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deposit' as const), who, amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spend' as const), who, amount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), who, amount, minutes }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('post' as const), which, part: fc.nat(100) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('void' as const, 'reverse' as const, 'repeat' as const), which }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes }) },
)

type ModelHold = { id: string; who: number; amount: number; endsAt: number; state: string }
type ModelTransfer = {
  id: string
  who: number
  amount: number
  reversed: boolean
  again: () => Promise<{ ok: boolean }>
}

let restore: () => void = () => undefined
afterEach(() => restore())
let runs = 0

/** One sequence on its own customers. */
const makeRun = async () => {
  const run = `run-${++runs}`
  const people = [0, 1, 2].map((index) => `${run}-${index}`)
  await db.user.createMany({
    data: people.map((id) => ({ id, userName: id, userNameKey: id, passwordHash: '', language: 'en' })),
  })
  const balances = [0, 0, 0]
  const holds: ModelHold[] = []
  const transfers: ModelTransfer[] = []
  let ids = 0
  const heldBy = (who: number): number =>
    holds.filter((one) => one.who === who && one.state === 'open').reduce((all, { amount }) => all + amount, 0)
  const free = (who: number): number => (balances[who] ?? 0) - heldBy(who)
  const add = (who: number, amount: number): void => {
    balances[who] = (balances[who] ?? 0) + amount
  }
  const moved = (id: string, who: number, amount: number, again: () => Promise<{ ok: boolean }>): void => {
    add(who, amount)
    transfers.push({ id, who, amount, reversed: false, again })
  }
  const person = (who: number): string => people[who] ?? ''
  const deposit = (who: number, amount: number): Movement =>
    depositCredited({ provider: run, userId: person(who), mango: BigInt(amount), usd: BigInt(amount) })
  const spend = (who: number, amount: number): Movement =>
    mangoPart({ userId: person(who), mango: BigInt(amount), usd: BigInt(amount) })
  const actor = 'model'

  const acts = {
    deposit: async ({ who, amount }: { who: number; amount: number }) => {
      const transfer = { id: `${run}/${++ids}`, actor, ...deposit(who, amount) }
      const act = () => transact((tx) => post(tx, transfer))
      expect((await act()).ok).toBe(true)
      moved(transfer.id, who, amount, act)
    },
    spend: async ({ who, amount }: { who: number; amount: number }) => {
      const transfer = { id: `${run}/${++ids}`, actor, ...spend(who, amount) }
      const act = () => transact((tx) => post(tx, transfer))
      const may = free(who) >= amount
      expect((await act()).ok).toBe(may)
      if (may) moved(transfer.id, who, -amount, act)
    },
    hold: async ({ who, amount, minutes }: { who: number; amount: number; minutes: number }) => {
      const id = `${run}/hold/${++ids}`
      const endsAt = nowMs() + minutes * minuteMs
      const asked = { id, account: wallet(person(who)), amount: BigInt(amount), endsAt: new Date(endsAt) }
      const may = free(who) >= amount
      expect((await transact((tx) => hold(tx, asked))).ok).toBe(may)
      if (may) holds.push({ id, who, amount, endsAt, state: 'open' })
    },
    post: async ({ which, part }: { which: number; part: number }) => {
      const one = holds[which % Math.max(1, holds.length)]
      if (one === undefined) return
      const taken = Math.max(1, Math.ceil((one.amount * part) / 100))
      const transfer = { id: `${run}/${++ids}`, actor, ...spend(one.who, taken) }
      const act = () => transact((tx) => postHold(tx, one.id, transfer))
      const may = one.state === 'open' && one.endsAt > nowMs()
      expect((await act()).ok).toBe(may)
      if (!may) return
      one.state = 'posted'
      moved(transfer.id, one.who, -taken, act)
    },
    void: async ({ which }: { which: number }) => {
      const one = holds[which % Math.max(1, holds.length)]
      if (one === undefined) return
      expect((await transact((tx) => voidHold(tx, one.id))).ok).toBe(one.state !== 'posted')
      if (one.state === 'open') one.state = 'voided'
    },
    reverse: async ({ which }: { which: number }) => {
      const one = transfers[which % Math.max(1, transfers.length)]
      if (one === undefined) return
      const id = `${run}/${++ids}`
      const act = () => transact((tx) => reverse(tx, one.id, { id, actor }))
      const may = !one.reversed && (one.amount < 0 || free(one.who) >= one.amount)
      expect((await act()).ok).toBe(may)
      if (!may) return
      one.reversed = true
      moved(id, one.who, -one.amount, act)
    },
    repeat: async ({ which }: { which: number }) => {
      const one = transfers[which % Math.max(1, transfers.length)]
      if (one !== undefined) expect(await one.again()).toMatchObject({ ok: true, value: { isNew: false } })
    },
    expire: async () => {
      await expireHolds()
      for (const one of holds) if (one.state === 'open' && one.endsAt <= nowMs()) one.state = 'expired'
    },
  }
  const compare = async (): Promise<void> => {
    for (const [who, id] of people.entries())
      expect(await balanceOf(wallet(id))).toMatchObject({
        balance: BigInt(balances[who] ?? 0),
        held: BigInt(heldBy(who)),
      })
  }
  /** Everybody spends at once: only as many succeed as the balance covers. */
  const rush = async (who: number): Promise<void> => {
    const before = free(who)
    const asked = Array.from({ length: 6 }, (_, index) => ({
      id: `${run}/rush/${++ids}`,
      actor,
      ...spend(who, 1 + (index % 3)),
    }))
    const done = await Promise.all(asked.map((transfer) => transact((tx) => post(tx, transfer))))
    const sum = asked.reduce((all, _, index) => all + (done[index]?.ok === true ? 1 + (index % 3) : 0), 0)
    expect(sum).toBeLessThanOrEqual(before)
    const refused = asked.map((_, index) => (done[index]?.ok === true ? Infinity : 1 + (index % 3)))
    expect(Math.min(...refused)).toBeGreaterThan(before - sum)
    add(who, -sum)
  }
  return { acts, compare, rush }
}

it('matches the model, whatever is done in whatever order', async () => {
  const clock = makeStoppedClock(new Date('2026-11-22T12:00:00Z'))
  restore = replaceClock(clock)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), who, async (steps, rusher) => {
      const { acts, compare, rush } = await makeRun()
      for (const one of steps) {
        if (one.do === 'wait') {
          clock.advance(one.minutes * minuteMs)
          await acts.expire()
        } else await acts[one.do](one as never)
        await compare()
      }
      await rush(rusher)
      await compare()
    }),
    { numRuns: times(12), endOnFailure: true },
  )
  const sums = new Map<string, bigint>()
  for (const { currency, balance } of await trialBalance()) sums.set(currency, (sums.get(currency) ?? 0n) + balance)
  expect([...sums.values()]).toEqual([0n, 0n])
})
