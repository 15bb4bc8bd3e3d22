/**
 * Payments made after the backup that was restored: found in the providers' lists, reported, and credited to their
 * customers once. Over HTTP with the sandbox, which speaks as both providers do.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { balanceOf, clearing, wallet } from '~/modules/ledger/ledger.server'
import { makeNowPayments, replaceNowPayments } from '~/modules/payment/nowpayments.server'
import {
  applyDeposit,
  connectPayment,
  creditDeposit,
  disagreements,
  forgetMinimums,
  listForPerson,
  paymentJobs,
  paymentQueues,
  readProviderLists,
  reconcile,
  recoverPayments,
  unrecovered,
} from '~/modules/payment/payment.server'
import { createRecharge } from '~/modules/recharge/recharge.server'
import { makeStripe, replaceStripe } from '~/modules/payment/stripe.server'
import { openWallet } from '~/modules/wallet/wallet.server'
import { dayMs, hourMs, inMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { whileWriteFails } from '../../support/failing-writes'
import { startSandbox, type TestSandbox } from '../../support/sandbox'
import {
  begin,
  expectBooks,
  makeCustomer,
  makeOperator,
  placed,
  runDue,
  sell,
  startClock,
  usd,
} from '../../support/shop'

const [card, tether] = [-1, 12]
const by = { userId: 'operator', why: 'the test asks' }
/** Another person, whose account is older than everything that happens here. */
const second = { userId: 'operator-two', why: 'looked at it' }
let sandbox: TestSandbox
let clock: ReturnType<typeof startClock>
let tv: string
let advancedMs = 0
const undo: (() => void)[] = []

beforeAll(async () => {
  connectEntitlement()
  undo.push(connectPayment())
  sandbox = await startSandbox()
  undo.push(replaceStripe(makeStripe(sandbox.cards)), replaceNowPayments(makeNowPayments(sandbox.coins)))
  tv = await sell('tv-month', ['tv'], { price: '12.5' })
  const { userId: id } = second
  const data = {
    id,
    userName: id,
    userNameKey: id,
    passwordHash: '-',
    role: 'operator',
    createdAt: new Date('2026-01-01'),
  }
  await db.user.create({ data })
})
beforeEach(async () => {
  clock = startClock()
  clock.advance(advancedMs)
  forgetMinimums()
  await sandbox.clock({ at: new Date(begin.getTime() + advancedMs) })
  await sandbox.set({ callbackMode: 'never' })
  await makeOperator()
})
afterEach(async () => {
  clock.stop()
  advancedMs += 100 * dayMs
  await expectBooks()
})
afterAll(async () => {
  for (const one of undo) one()
  await sandbox.stop()
  await closeDatabase()
})

const mango = async (userId: string): Promise<bigint> => (await balanceOf(wallet(userId))).balance
const attempt = (where: object) => db.paymentAttempt.findFirstOrThrow({ where, orderBy: { createdAt: 'desc' } })
/** A recharge whose payment waits at its provider. */
const begun = async (method: number) => {
  const { userId } = await makeCustomer()
  await openWallet(userId)
  const made = await createRecharge({ userId, method, amount: usd('25') })
  if (!made.ok) throw new Error(made.code)
  const { id, providerId } = await attempt({ userId })
  const { userName } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  return { userId, userName, number: made.value.number, attemptId: id, payment: providerId ?? '' }
}
const pay = (method: number, payment: string) => (method === card ? sandbox.card(payment) : sandbox.pay(payment))
/** Restores the database from before a payment was begun: neither the payment nor its purpose has a row. */
const forget = async ({ attemptId, number }: { attemptId: string; number: string }): Promise<void> => {
  await db.paymentAttempt.delete({ where: { id: attemptId } })
  await db.recharge.deleteMany({ where: { number } })
  await db.job.deleteMany({})
}
const recover = async (named?: { payment: string; userId: string }) => {
  const done = await recoverPayments(by, { since: inMs(-dayMs), named: named ?? null })
  if (!done.ok) throw new Error(done.code)
  return done.value
}
const depositOf = (attemptId: string) => db.deposit.findFirstOrThrow({ where: { attemptId } })

describe.each([
  ['a card', card],
  ['coins', tether],
])('a recharge by %s that was paid after the backup', (_, method) => {
  it('is reported by reconcile at once with its number and customer', async () => {
    const lost = await begun(method)
    await pay(method, lost.payment)
    await forget(lost)
    const done = await reconcile({ from: inMs(-dayMs), to: inMs(dayMs) })
    expect(done.items.filter(({ what }) => what === 'lost')).toMatchObject([
      { number: lost.number, customer: lost.userName, ours: 0n },
    ])
    expect(disagreements(done)).toBeGreaterThan(0)
    await recover()
    expect((await reconcile({ from: inMs(-dayMs), to: inMs(dayMs) })).items).toEqual([])
  })
  it('waits for a person, who credits it once; the provider then owes what the ledger says', async () => {
    const lost = await begun(method)
    await pay(method, lost.payment)
    await forget(lost)
    const found = await recover()
    expect(found.items).toMatchObject([
      { number: lost.number, rechargeNumber: lost.number, userName: lost.userName, outcome: 'person' },
    ])
    expect([unrecovered(found), await mango(lost.userId)]).toEqual([0, 0n])
    const listed = (await listForPerson()).filter(({ rechargeNumber }) => rechargeNumber === lost.number)
    expect(listed.map(({ kind, userName }) => [kind, userName])).toContainEqual(['deposit', lost.userName])
    const { id } = await depositOf(lost.attemptId)
    expect(await creditDeposit(by, { depositId: id, usd: null })).toMatchObject({ ok: true })
    expect(await creditDeposit(by, { depositId: id, usd: null })).toMatchObject({ code: 'A0409' })
    // Repeated callbacks, listings and requests bring nothing more.
    expect((await recover()).items).toEqual([])
    await readProviderLists()
    await runDue(
      paymentJobs.filter(({ name }) => name === 'end-overdue-orders'),
      paymentQueues,
    )
    expect(await mango(lost.userId)).toBe(usd('25'))
    expect(await db.recharge.findUniqueOrThrow({ where: { number: lost.number } })).toMatchObject({ status: 1 })
    expect((await listForPerson()).filter(({ rechargeNumber }) => rechargeNumber === lost.number)).toEqual([])
    const done = await reconcile({ from: inMs(-dayMs), to: inMs(dayMs) })
    expect(disagreements(done)).toBe(0)
    for (const { clearing: owed, owes } of done.providers) expect(owed).toBe(owes)
  })
  it('is credited as usual when the recharge is known and only its payment is not', async () => {
    const lost = await begun(method)
    await pay(method, lost.payment)
    await db.paymentAttempt.delete({ where: { id: lost.attemptId } })
    expect((await recover()).items).toMatchObject([{ outcome: 'taken', rechargeNumber: null }])
    expect(await mango(lost.userId)).toBe(usd('25'))
  })
  it('is watched if it is paid later', async () => {
    const lost = await begun(method)
    await forget(lost)
    expect((await recover()).items).toMatchObject([{ outcome: 'watched' }])
    await pay(method, lost.payment)
    clock.advance(hourMs)
    await runDue([], paymentQueues)
    expect(await depositOf(lost.attemptId)).toMatchObject({ result: 'person', usd: usd('25') })
  })
  it('with an unknown customer goes to the one an operator names, above a limit by two operators', async () => {
    const lost = await begun(method)
    const friend = await makeCustomer()
    const { userId } = friend
    await pay(method, lost.payment)
    await forget(lost)
    // As it was sent before requests named the customer.
    const { cards, coins } = sandbox.state
    if (method === card) Object.assign(cards[lost.payment] ?? {}, { metadata: { shape: 'card' } })
    else Object.assign(coins[lost.payment] ?? {}, { description: lost.number })
    const found = await recover()
    expect([found.items[0]?.outcome, unrecovered(found)]).toEqual(['no-customer', 1])
    expect(await recoverPayments(by, { since: inMs(-dayMs), named: { payment: 'none', userId } })).toMatchObject({
      ...{ code: 'A0404', field: 'payment' },
    })
    expect((await recover({ payment: lost.payment, userId })).items).toMatchObject([{ outcome: 'person' }])
    const { id } = await depositOf(lost.attemptId)
    const before = env.maxAlone.MANGO
    Object.assign(env.maxAlone, { MANGO: usd('10') })
    try {
      expect(await creditDeposit(by, { depositId: id, usd: null })).toMatchObject({ code: 'A0422' })
      expect(await applyDeposit(by, { depositId: id, usd: null })).toMatchObject({ code: 'A0422' })
      expect(await mango(friend.userId)).toBe(0n)
      expect(await creditDeposit(second, { depositId: id, usd: null })).toMatchObject({ ok: true })
    } finally {
      Object.assign(env.maxAlone, { MANGO: before })
    }
    expect(await mango(friend.userId)).toBe(usd('25'))
  })
})

it('turns a lost order into Mango of its customer, by a person, and pays one that is known', async () => {
  const [gone, known] = [await makeCustomer(), await makeCustomer()]
  const numbers = [await placed(gone, tv, '12.5', { method: card }), await placed(known, tv, '12.5', { method: card })]
  const [lost, other] = [await attempt({ userId: gone.userId }), await attempt({ userId: known.userId })]
  for (const { providerId } of [lost, other]) await sandbox.card(providerId ?? '')
  await db.paymentAttempt.deleteMany({ where: { id: { in: [lost.id, other.id] } } })
  await db.order.update({ where: { number: numbers[0] ?? '' }, data: { number: 'kept-elsewhere' } })
  const { items } = await recover()
  expect(items.map(({ number, outcome }) => [number, outcome]).sort()).toEqual(
    [
      [numbers[0], 'person'],
      [numbers[1], 'taken'],
    ].sort(),
  )
  expect(await db.order.findUniqueOrThrow({ where: { number: numbers[1] ?? '' } })).toMatchObject({ status: 1 })
  const { id } = await depositOf(lost.id)
  expect(await creditDeposit(by, { depositId: id, usd: null })).toMatchObject({ ok: true })
  expect(await mango(gone.userId)).toBe(usd('12.5'))
})

it('imports each payment once, whichever write fails', async () => {
  const lost = await begun(tether)
  await pay(tether, lost.payment)
  await forget(lost)
  let writes = 0
  for (let hasFailed = true; hasFailed;) ({ hasFailed } = await whileWriteFails(++writes, () => recover()))
  expect(writes).toBeGreaterThan(2)
  clock.advance(hourMs)
  await runDue([], paymentQueues)
  const deposits = await db.deposit.findMany({ where: { attemptId: lost.attemptId } })
  expect(deposits).toMatchObject([{ usd: usd('25'), result: 'person' }])
})

it('reports a list that could not be read, and ignores another shop’s payments', async () => {
  await sandbox.fail({ api: 'stripe', kind: 'error', path: 'GET /checkout/sessions', times: 3 })
  const found = await recover()
  expect([found.problems, unrecovered(found)]).toEqual([[{ provider: 'stripe', problem: 'silent' }], 1])
  expect((await balanceOf(clearing('stripe'))).balance).toBeLessThanOrEqual(0n)
})
