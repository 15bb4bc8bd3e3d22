/**
 * A shop for tests of orders and payments: customers with boxes, products with prices, Mango and points, a stopped
 * clock that tests advance, and a final check of the ledger.
 */
import { expect } from 'vitest'
import { forgetCatalogue } from '~/modules/catalogue/catalogue.server'
import { forgetEntitlements } from '~/modules/entitlement/entitlement.server'
import { balanceOf, operatorCreditsMango, operatorCreditsPoints, post, wallet } from '~/modules/ledger/ledger.server'
import {
  closePaymentsOf,
  createOrder,
  endOrderWindow,
  tellOfOrder,
  type OrderInput,
} from '~/modules/order/order.server'
import { makeStoppedClock, now, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeRunner, type Job, type WorkQueue } from '~/platform/jobs.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { printAmount } from '~/text/amount'

/**
 * The time at which every test's clock starts. It passes like any other: what a test makes gets its times from the
 * clock, never from the database's default, or a test would fail from that day on.
 */
export const begin = new Date('2026-12-01T12:00:00Z')
export const startClock = () => {
  const clock = makeStoppedClock(begin)
  return { ...clock, stop: replaceClock(clock) }
}

/** In 1/10000 USD. */
export const usd = (text: string): bigint => BigInt(Math.round(Number(text) * 10_000))

/** The house's operator, with the id `operator`. */
export const makeOperator = async (): Promise<void> => {
  const id = 'operator'
  const data = { id, userName: id, userNameKey: id, passwordHash: '-', role: id, createdAt: new Date('2026-01-01') }
  await db.user.upsert({ where: { id }, create: data, update: {} })
}

let numbers = 0
export type Customer = { userId: string; sn: string }
/** A customer with a bound box. */
export const makeCustomer = async (country: string | null = null): Promise<Customer> => {
  const userId = makeId()
  const own = ++numbers
  const sn = String(710_000_000_000 + own)
  const model = await db.boxModel.upsert({
    where: { name: 'Shop box' },
    create: { id: makeId(), name: 'Shop box' },
    update: {},
  })
  await db.user.create({
    data: {
      id: userId,
      userName: `Shopper${own}`,
      userNameKey: `shopper${own}`,
      passwordHash: '-',
      country,
      createdAt: now(),
      ...(country === null ? {} : { countryDeclaredAt: now() }),
    },
  })
  await db.registeredBox.create({ data: { sn, modelId: model.id } })
  await db.device.create({ data: { sn, userId, boundAt: now(), nickname: `Living room ${own}` } })
  return { userId, sn }
}

/** A product with one plan; returns the plan's id. */
export const sell = async (
  key: string,
  services: readonly string[],
  { price, months = 1 }: { price: string; months?: number },
): Promise<string> => {
  const planId = makeId()
  await db.product.create({
    data: {
      id: makeId(),
      key,
      state: 'on-sale',
      services: { create: services.map((serviceKey) => ({ serviceKey })) },
      texts: {
        create: [
          { language: 'en', name: `${key} in English`, nameKey: `${key} in english` },
          { language: 'fa', name: `${key} fa`, nameKey: `${key} fa` },
        ],
      },
      plans: { create: { id: planId, months, price: usd(price) } },
    },
  })
  forgetCatalogue()
  return planId
}
export const setPrice = async (planId: string, price: string): Promise<void> => {
  await db.plan.update({ where: { id: planId }, data: { price: usd(price) } })
  forgetCatalogue()
}

export const giveMango = async (userId: string, mango: string): Promise<void> => {
  const amount = usd(mango)
  const id = `test/${makeId()}`
  await transact((tx) =>
    post(tx, { id, actor: 'test', ...operatorCreditsMango({ userId, mango: amount, usd: amount }) }),
  )
}
export const givePoints = async (userId: string, points: bigint): Promise<void> => {
  await transact((tx) =>
    post(tx, { id: `test/${makeId()}`, actor: 'test', ...operatorCreditsPoints({ userId, points }) }),
  )
}
export const mangoOf = async (userId: string): Promise<string> =>
  printAmount((await balanceOf(wallet(userId))).available, { scale: 4 })

/** Orders one plan at the given price. */
export const order = (
  { userId, sn }: Customer,
  plan: string,
  price: string,
  more: Partial<OrderInput> = {},
): ReturnType<typeof createOrder> =>
  createOrder({ userId, sn, plans: [{ plan, price }], method: null, useMango: false, points: 0n, ...more })
/** The same for an order that must succeed: returns its number. */
export const placed = async (...asked: Parameters<typeof order>): Promise<string> => {
  const done = await order(...asked)
  if (!done.ok) throw new Error(`the order was refused: ${JSON.stringify(done)}`)
  return done.value.number
}
export const statusOf = async (number: string): Promise<number> =>
  (await db.order.findUniqueOrThrow({ where: { number } })).status

/** Owners get no notifications, unless a test sets the texts and asks for them. */
let telling: Job = { ...tellOfOrder, work: () => Promise.resolve() }
/** Returns a function that reverts it. */
export const tellOwners = (): (() => void) => {
  const before = telling
  telling = tellOfOrder
  return () => {
    telling = before
  }
}

/** Runs all work that is due now. */
export const runDue = (jobs: readonly Job[] = [], queues: readonly WorkQueue[] = []): Promise<void> => {
  const all = new Map([endOrderWindow, closePaymentsOf, telling, ...jobs].map((job) => [job.name, job]))
  return makeRunner({ jobs: [...all.values()], queues }).runDue()
}

/** Invariants of the money in every case: the books balance, and every order's parts agree with its price. */
export const expectBooks = async (): Promise<void> => {
  const sums = await db.$queryRaw<{ currency: string; sum: bigint }[]>`
    SELECT "currency", SUM("balance") AS "sum" FROM "LedgerAccount" GROUP BY "currency"`
  expect(sums.filter(({ sum }) => BigInt(sum) !== 0n)).toEqual([])
}

export const forgetAll = (): void => {
  forgetCatalogue()
  forgetEntitlements()
}
