/**
 * Twenty customers who do everything that moves Mango and points, many at once, some twice, some on a disk that fails
 * in the middle; and an auditor with books of its own, who knows only what the acts answered. After each round both say
 * the same of every customer, all sums are zero, and nothing is below its floor. A failure prints its seed;
 * `AUDIT_SEED=n npx vitest run …` does the same steps again.
 */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { requestGrant } from '~/modules/grant/grant.server'
import { balanceOf, points, receivable, trialBalance, wallet } from '~/modules/ledger/ledger.server'
import { cancelOrder, createOrder, orderDetails, refundOrder } from '~/modules/order/order.server'
import { checkNow, connectPayment, paymentJobs, paymentLanes, takeCallback } from '~/modules/payment/payment.server'
import { createRecharge, tellOfRecharge } from '~/modules/recharge/recharge.server'
import { redeemCode, showCodes } from '~/modules/redeem-code/redeem-code.server'
import { tellOfGiven, tellOfWalletJob } from '~/modules/wallet/wallet.server'
import { dayMs, hourMs, inMs, minuteMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { unitsOfDecimal } from '~/text/decimal'
import { whileWriteFails } from '../../support/failing-writes'
import { askOpenDatabase } from '../../support/invariants'
import { makeProviders, type Providers } from '../../support/providers'
import { times } from '../../support/runs'
import { forgetAll, runDue, sell, startClock } from '../../support/shop'
import { makeHolder, sendMango, visit, type Holder } from '../../support/wallet'

// Limits are no matter of money: their own tests have them.
vi.hoisted(() => (process.env.LIMITS = 'off'))

const steps = times(300)
const seed = Number(process.env.AUDIT_SEED ?? randomInt(2 ** 31))
/** The same numbers for the same seed. */
const makeRandom = (from: number) => {
  let state = from >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    below,
    chance: (share: number) => next() < share,
    of: <T>(all: readonly T[]): T => all[below(all.length)] as T,
  }
}
const random = makeRandom(seed)

const card = -1
/** Several, since one may give only so much alone in a day. */
const operators = Array.from({ length: 8 }, (_, n) => ({ userId: `operator-${n}`, why: 'the auditor looks' }))
const prices = { 'tv-month': 48_000n, 'chmax-month': 31_000n, 'cloud-month': 125_000n } as const
const text = (units: bigint): string => `${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`
const units = (said: string): bigint => unitsOfDecimal(said, 4)
const least = (...amounts: bigint[]): bigint => amounts.reduce((a, b) => (a < b ? a : b))

/** What the auditor believes of a customer. `frozen` is a part of `mango`, as what orders hold is. */
type Book = { mango: bigint; held: bigint; frozen: bigint; points: bigint; heldPoints: bigint; owes: bigint }
type Order = { number: string; who: Holder; money: bigint; mango: bigint; points: bigint; back: bigint; state: string }
type Recharge = { number: string; who: Holder; amount: bigint; session: string; frozen: bigint; state: string }

let clock: ReturnType<typeof startClock>
let providers: Providers
const undo: (() => void)[] = []
const people: Holder[] = []
const plans: { id: string; price: bigint }[] = []
const books = new Map<string, Book>()
const orders: Order[] = []
const recharges: Recharge[] = []
const codes: { letters: string; value: bigint }[] = []
/** How often each act has had its effect. */
const done = new Map<string, number>()
let names = 0

const bookOf = ({ userId }: Holder): Book => {
  const book = books.get(userId)
  if (book === undefined) throw new Error('nobody')
  return book
}
const availableOf = (who: Holder): bigint => {
  const { mango, held, frozen } = bookOf(who)
  return mango - held - frozen
}
const count = (act: string): void => void done.set(act, (done.get(act) ?? 0) + 1)
const batch = (): string => `audit-${seed}-${++names}`

beforeAll(async () => {
  connectEntitlement()
  clock = startClock()
  providers = makeProviders()
  undo.push(connectPayment(), providers.install())
  for (const [key, price] of Object.entries(prices))
    plans.push({ id: await sell(key, [key.split('-')[0] ?? ''], { price: text(price) }), price })
  const blank = { passwordHash: '-', role: 'operator' }
  await db.user.createMany({
    data: operators.map(({ userId }) => ({ id: userId, userName: userId, userNameKey: userId, ...blank })),
  })
  for (let n = 0; n < 20; n++) {
    const one = await makeHolder()
    people.push(one)
    books.set(one.userId, { mango: 0n, held: 0n, frozen: 0n, points: 0n, heldPoints: 0n, owes: 0n })
  }
}, 120_000)
afterAll(async () => {
  for (const one of undo) one()
  clock.stop()
  await closeDatabase()
})

type Answer = { ok: boolean }
/** An act that can be asked for again: the effect on the books comes once, with the answer that it was done. */
type Act = { name: string; ask: () => Promise<Answer>; effect: () => Promise<void> | void }

const give = (who: Holder, currency: 'MANGO' | 'POINTS'): Act => {
  const amount = currency === 'MANGO' ? BigInt(1 + random.below(200_000)) : BigInt(1 + random.below(900))
  const key = batch()
  const kind = random.of(['credit', 'gift'] as const)
  const by = random.of(operators)
  return {
    name: `${kind} ${currency}`,
    ask: async () => {
      const given = await requestGrant(by, { kind, currency, amount, userIds: [who.userId] }, key)
      return { ok: given.ok && given.value.state === 'done' }
    },
    effect: () => {
      if (currency === 'MANGO') bookOf(who).mango += amount
      else bookOf(who).points += amount
    },
  }
}
const transfer = (who: Holder, to: Holder): Act => {
  // Often all that there is: poor customers meet their banks' claims.
  const all = availableOf(who)
  const amount = all > 100n && random.chance(0.5) ? all : BigInt(100 + random.below(90_000))
  const key = batch()
  return {
    name: 'transfer',
    ask: () => sendMango(who, to, text(amount), { batch: key }),
    effect: () => {
      bookOf(who).mango -= amount
      bookOf(to).mango += amount
    },
  }
}
const redeem = (who: Holder, code: { letters: string; value: bigint }): Act => {
  const key = batch()
  return {
    name: 'code',
    ask: () => redeemCode(who.userId, { code: code.letters, batch: key }, visit),
    effect: () => void (bookOf(who).mango += code.value),
  }
}
type Ordered = { plan: (typeof plans)[number]; useMango: boolean; withCard: boolean; spend: bigint }
const anyOrder = (): Ordered => ({
  plan: random.of(plans),
  useMango: random.chance(0.8),
  withCard: random.chance(0.6),
  spend: random.chance(0.4) ? BigInt(1 + random.below(300)) : 0n,
})
const order = (who: Holder, { plan, useMango, withCard, spend }: Ordered = anyOrder()): Act => {
  const { id, price } = plan
  const key = batch()
  let number = ''
  return {
    name: 'order',
    ask: async () => {
      const placed = await createOrder({
        ...{ userId: who.userId, sn: who.sn, plans: [{ plan: id, price: text(price) }], batch: key },
        ...{ method: withCard ? card : null, useMango, points: spend },
      })
      if (placed.ok) number = placed.value.number
      return placed
    },
    effect: async () => {
      const found = await orderDetails(who.userId, number, 'en')
      if (!found.ok) throw new Error(found.code)
      const { shares, status, payPrice } = found.value
      const own = (kind: string): bigint => {
        const share = shares.find((one) => one.kind === kind)
        if (share === undefined) return 0n
        return kind === 'points' ? BigInt(share.units ?? '0') : units(share.units ?? '0')
      }
      const [mango, spent] = [own('mango'), own('points')]
      const money = units(payPrice) - spent * 100n
      const book = bookOf(who)
      if (status === 1) {
        book.mango -= mango
        book.points -= spent
      } else {
        book.held += mango
        book.heldPoints += spent
      }
      orders.push({ number, who, money, mango, points: spent, back: 0n, state: status === 1 ? 'paid' : 'open' })
    },
  }
}
const release = (one: Order): void => {
  const book = bookOf(one.who)
  book.held -= one.mango
  book.heldPoints -= one.points
  one.state = 'over'
}
const cancel = (one: Order): Act => ({
  name: 'cancel',
  ask: () => cancelOrder(one.who.userId, one.number),
  effect: () => {
    release(one)
  },
})
/** The payer pays what is left of an order by card. */
const pay = (one: Order): Act => ({
  name: 'pay',
  ask: async () => {
    const attempt = await db.paymentAttempt.findFirst({ where: { order: { number: one.number } } })
    if (attempt?.providerId == null) return { ok: false }
    providers.card.pay(attempt.providerId)
    await checkNow(one.who.userId, one.number)
    const found = await orderDetails(one.who.userId, one.number, 'en')
    return { ok: found.ok && found.value.status === 1 }
  },
  effect: () => {
    const book = bookOf(one.who)
    release(one)
    book.mango -= one.mango
    book.points -= one.points
    one.state = 'paid'
  },
})
const refund = (one: Order): Act => {
  const left = one.money - one.back
  const amount = random.chance(0.5) ? left : BigInt(1 + random.below(Number(left)))
  const [key, by] = [batch(), random.of(operators)]
  return {
    name: 'refund',
    ask: () => refundOrder(by, { number: one.number, amount, to: 'wallet', batch: key }),
    effect: () => {
      bookOf(one.who).mango += amount
      one.back += amount
      if (one.back < one.money) return
      // With the last of the money its points come back.
      bookOf(one.who).points += one.points
      one.state = 'refunded'
    },
  }
}
const recharge = (who: Holder): Act => {
  const amount = BigInt(10 + random.below(8)) * 10_000n
  const key = batch()
  let number = ''
  let session = ''
  return {
    name: 'recharge',
    ask: async () => {
      const asked = await createRecharge({ userId: who.userId, amount, method: card, batch: key })
      if (!asked.ok) return asked
      ;({ number } = asked.value)
      const attempt = await db.paymentAttempt.findFirst({ where: { recharge: { number } } })
      if (attempt?.providerId == null) return { ok: false }
      session = attempt.providerId
      if (providers.sessions.get(session)?.isPaid !== true) providers.card.pay(session)
      await checkNow(who.userId, number, 'recharge')
      return { ok: (await db.recharge.findUniqueOrThrow({ where: { number } })).status === 1 }
    },
    effect: () => {
      const book = bookOf(who)
      // What is owed beyond what is frozen is paid first.
      const owed = book.owes - book.frozen
      const paid = owed > 0n ? least(owed, amount) : 0n
      book.mango += amount - paid
      book.owes -= paid
      if (paid > 0n) count('debt paid')
      recharges.push({ number, who, amount, session, frozen: 0n, state: 'paid' })
    },
  }
}
const bank = async (id: string, kind: 'open' | 'lost' | 'won', movements: readonly string[]): Promise<void> => {
  const raw = providers.card.disputeEvent(providers.card.dispute(id, kind, movements), `charge.dispute.${kind}`)
  await takeCallback('stripe', raw, providers.card.sign(raw))
  await work()
}
/** A bank takes a recharge back: what is there is frozen, and all of it is owed. */
const dispute = (one: Recharge): Act => ({
  name: 'dispute',
  ask: async () => {
    await bank(one.session, 'open', [`-${text(one.amount)}`])
    return { ok: true }
  },
  effect: () => {
    const book = bookOf(one.who)
    one.frozen = least(one.amount, availableOf(one.who))
    book.frozen += one.frozen
    book.owes += one.amount
    one.state = 'disputed'
  },
})
const decide = (one: Recharge, isWon: boolean): Act => ({
  name: isWon ? 'dispute won' : 'dispute lost',
  ask: async () => {
    const out = `-${text(one.amount)}`
    await bank(one.session, isWon ? 'won' : 'lost', isWon ? [out, text(one.amount)] : [out])
    return { ok: true }
  },
  effect: () => {
    const book = bookOf(one.who)
    book.frozen -= one.frozen
    if (isWon) {
      book.owes -= one.amount
      // What had been paid for it already is the customer's.
      if (book.owes < 0n) {
        book.mango -= book.owes
        book.owes = 0n
      }
    } else {
      const paid = least(book.owes, one.frozen)
      book.mango -= paid
      book.owes -= paid
    }
    one.frozen = 0n
    one.state = 'decided'
  },
})

/** What customers are told is no matter of money. */
const silent = [tellOfRecharge, tellOfWalletJob, tellOfGiven].map((job) => ({ ...job, work: () => Promise.resolve() }))
const work = (): Promise<void> => runDue([...paymentJobs, ...silent], paymentLanes)
const makeCodes = async (): Promise<void> => {
  const value = BigInt(1 + random.below(200_000))
  const by = random.of(operators)
  const made = await requestGrant(by, { kind: 'codes', value, count: 5, endsAt: inMs(900 * dayMs) }, batch())
  if (!made.ok || made.value.state !== 'done') return
  const shown = await showCodes(by, made.value.id)
  if (shown.ok) for (const letters of shown.value.codes) codes.push({ letters, value })
}

/** What a customer does next; one act for each in a round, so that each one's own acts come in order. */
const chooseAct = (who: Holder): Act => {
  const own = orders.filter((one) => one.who === who)
  const [open, paid] = [own.find(({ state }) => state === 'open'), own.find(({ state }) => state === 'paid')]
  // Who owes recharges, and who has begun to order goes on with it, more often than others.
  const { owes, frozen } = bookOf(who)
  if (owes > frozen && random.chance(0.6)) return recharge(who)
  if (open !== undefined && random.chance(0.5)) return random.chance(0.5) ? cancel(open) : pay(open)
  const roll = random.below(90)
  if (roll < 28) return transfer(who, random.of(people.filter((one) => one !== who)))
  if (roll < 42) return recharge(who)
  if (roll < 50) return give(who, random.chance(0.5) ? 'MANGO' : 'POINTS')
  if (roll < 60 && codes.length > 0) return redeem(who, random.of(codes))
  if (roll < 70 && paid !== undefined && paid.money > paid.back) return refund(paid)
  return order(who)
}
const use = async (act: Act): Promise<void> => {
  await act.effect()
  count(act.name)
}

const alone = async (act: Act): Promise<void> => {
  if ((await act.ask()).ok) await use(act)
}
/** Many at once, some of them asked for twice. A code goes to whoever is first. */
const together = async (acts: readonly Act[]): Promise<void> => {
  const answers = await Promise.all(
    acts.map((act) => (random.chance(0.2) ? Promise.all([act.ask(), act.ask()]) : Promise.all([act.ask()]))),
  )
  for (const [index, act] of acts.entries()) if (answers[index]?.some(({ ok }) => ok) === true) await use(act)
}
/** On a disk that fails at one of its writes; then the program begins anew, and it is asked for again. */
const crash = async (act: Act): Promise<void> => {
  let first: Answer = { ok: false }
  await whileWriteFails(1 + random.below(25), async () => {
    first = await act.ask()
  })
  await closeDatabase()
  forgetAll()
  const again = await act.ask()
  if (first.ok || again.ok) {
    await use(act)
    count('crash')
  }
}

const audit = async (): Promise<void> => {
  for (const one of people) {
    const [mango, own, debt] = await Promise.all([
      balanceOf(wallet(one.userId)),
      balanceOf(points(one.userId)),
      balanceOf(receivable(one.userId)),
    ])
    const said = {
      mango: mango.balance,
      held: mango.held,
      points: own.balance,
      heldPoints: own.held,
      owes: -debt.balance,
    }
    const { frozen, held, ...book } = bookOf(one)
    expect(said, `what ${one.userName} has`).toEqual({ ...book, held: held + frozen })
    expect(mango.available >= 0n && own.available >= 0n).toBe(true)
  }
  const sums = new Map<string, bigint>()
  for (const { currency, balance } of await trialBalance()) sums.set(currency, (sums.get(currency) ?? 0n) + balance)
  expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([])
}

it(
  `the auditor's books and the ledger's agree after each round of ${steps} acts (AUDIT_SEED=${seed})`,
  async () => {
    for (const one of people.filter((_, n) => n % 3 === 0)) await alone(give(one, 'MANGO'))
    // Whatever follows: a bank takes back what was spent, and the next money pays it.
    for (const one of people.slice(0, 3)) {
      await alone(recharge(one))
      const [plan = { id: '', price: 0n }] = plans
      await alone(order(one, { plan, useMango: true, withCard: false, spend: 0n }))
      const last = recharges.filter(({ who }) => who === one).at(-1)
      if (last !== undefined) await alone(dispute(last))
      await audit()
      await alone(recharge(one))
      await audit()
    }
    expect(done.get('debt paid')).toBeGreaterThan(0)
    let [made, round] = [0, 0]
    while (made < steps) {
      round++
      if (codes.length === 0 || random.chance(0.1)) await makeCodes()
      const roll = random.below(100)
      const claimed = recharges.find(({ state }) => state === 'disputed')
      const claimable = recharges.filter(({ state }) => state === 'paid')
      if (roll < 12 && claimed !== undefined) await alone(decide(claimed, random.chance(0.4)))
      else if (roll < 30 && claimable.length > 0) {
        const some = [1, 2, 3].map(() => random.of(claimable))
        await alone(dispute(some.reduce((a, b) => (availableOf(b.who) < availableOf(a.who) ? b : a))))
      } else if (roll < 50) await crash(chooseAct(random.of(people)))
      else {
        const actors = people.filter(() => random.chance(0.5))
        made += actors.length
        await together(actors.map(chooseAct))
      }
      made++
      await audit()
      clock.advance(random.of([1000, 1000, 1000, minuteMs, minuteMs, hourMs]))
      await work()
      // Whose window is over gives back what it held.
      for (const one of orders.filter(({ state }) => state === 'open'))
        if ((await db.order.findUniqueOrThrow({ where: { number: one.number } })).status === 2) release(one)
      await audit()
      if (round % 10 === 0) expect(askOpenDatabase(env.databaseFile)).toEqual([])
    }
    expect(askOpenDatabase(env.databaseFile)).toEqual([])
    if (process.env.AUDIT_SHOW !== undefined) console.log(Object.fromEntries(done), { made, round })
    // Nothing was compared that never happened.
    const often = ['transfer', 'recharge', 'order', 'crash']
    const seldom = ['code', 'cancel', 'pay', 'refund', 'dispute lost', 'dispute won', 'debt paid', 'gift POINTS']
    for (const act of steps < 3000 ? often : [...often, ...seldom])
      expect([act, (done.get(act) ?? 0) > 0]).toEqual([act, true])
  },
  Math.max(120_000, steps * 1000),
)
