/**
 * Fails the first, second, third … write of every action that moves money: the money is as before or as after it, and
 * repeating the action completes it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { cancelOrder, refundOrder } from '~/modules/order/order.server'
import { checkNow, connectPayment, forgetMinimums, paymentQueues, takeCallback } from '~/modules/payment/payment.server'
import { closeDatabase, db } from '~/platform/db.server'
import { whileWriteFails } from '../../support/failing-writes'
import { makeProviders, type Providers } from '../../support/providers'
import { contentOf } from '../../support/refused-writes'
import {
  giveMango,
  givePoints,
  makeCustomer,
  mangoOf,
  order,
  placed,
  sell,
  startClock,
  statusOf,
  type Customer,
} from '../../support/shop'

const btc = 16
const card = -1
const moneyTables = [
  'LedgerAccount',
  'LedgerEntry',
  'LedgerHold',
  'LedgerTransfer',
  'OpenOrderService',
  'Order',
  'OrderLine',
  'OrderRefund',
  'PaymentPart',
  'Deposit',
  'Dispute',
  'ServicePeriod',
]
const by = { userId: 'operator', why: 'the test asks' }
let clock: ReturnType<typeof startClock>
let ana: Customer
let tv: string
let providers: Providers
let undo: (() => void)[] = []

/** More writes than any of these actions makes. */
const most = 200
/**
 * Does the action with its N-th write failing, for every N. A failure must leave the state before the action or after
 * one of its `steps`: the number of its transactions that move money. Returns how many writes failed.
 */
const failEach = async (act: () => Promise<unknown>, steps = 1): Promise<number> => {
  const seen = new Set([await contentOf(moneyTables)])
  for (let n = 1; n <= most; n++) {
    const { hasFailed } = await whileWriteFails(n, act)
    seen.add(await contentOf(moneyTables))
    expect(seen.size, `half an effect, when its write ${n} failed`).toBeLessThanOrEqual(1 + steps)
    if (hasFailed) continue
    expect(seen.size, 'it completes').toBe(1 + steps)
    return n - 1
  }
  throw new Error('the act never ends')
}
const attemptOf = async (number: string): Promise<string> =>
  (await db.paymentAttempt.findFirstOrThrow({ where: { order: { number } } })).providerId ?? ''
const tellDispute = async (id: string, type: string): Promise<void> => {
  const raw = providers.card.disputeEvent(`dp_${id}`, type)
  await takeCallback('stripe', raw, providers.card.sign(raw))
}
const tellCoin = async (id: string): Promise<void> => {
  const { raw, signature } = providers.coin.callback(id)
  await takeCallback('nowpayments', raw, signature)
}
/** Processes the inbox, including events that have just failed. */
const workOnInbox = async (): Promise<void> => {
  const waiting = { state: { in: ['new', 'waiting'] } }
  await db.providerEvent.updateMany({ where: waiting, data: { nextTryAt: new Date(0) } })
  for (const queue of paymentQueues.filter(({ name }) => name === 'payment-events')) await queue.runDue()
}

beforeAll(async () => {
  connectEntitlement()
  undo.push(connectPayment())
  tv = await sell('tv-month', ['tv', 'epg'], { price: '12.5' })
})
beforeEach(async () => {
  clock = startClock()
  forgetMinimums()
  providers = makeProviders()
  undo.push(providers.install())
  ana = await makeCustomer()
  await giveMango(ana.userId, '4')
  await givePoints(ana.userId, 100n)
})
afterEach(async () => {
  undo.pop()?.()
  clock.stop()
  // The next test's providers know nothing of these.
  await db.paymentAttempt.updateMany({ data: { nextPollAt: null } })
})
afterAll(async () => {
  for (const one of undo) one()
  undo = []
  await closeDatabase()
})

const mixed = { method: btc, useMango: true, points: 100n }

describe('an action whose N-th write fails has no half effect, and its repetition completes:', () => {
  it('an order paid with points and Mango at once', async () => {
    const cheap = await sell('cheap', ['vip'], { price: '4.8' })
    const act = () => order(ana, cheap, '4.8', { useMango: true, points: 100n })
    expect(await failEach(act)).toBeGreaterThan(20)
    expect(await db.order.findMany({ where: ana, select: { status: true } })).toEqual([{ status: 1 }])
    expect(await mangoOf(ana.userId)).toBe('0.2000')
  })
  it('a deposit that pays an order together with points and Mango', async () => {
    const number = await placed(ana, tv, '12.5', mixed)
    const id = await attemptOf(number)
    providers.coin.see(id, '3.75')
    providers.coin.confirm(id)
    await tellCoin(id)
    expect(await failEach(workOnInbox)).toBeGreaterThan(20)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.0000'])
  })
  it('a short deposit', async () => {
    const number = await placed(ana, tv, '12.5', mixed)
    const id = await attemptOf(number)
    providers.coin.see(id, '1')
    providers.coin.confirm(id)
    await tellCoin(id)
    expect(await failEach(workOnInbox)).toBeGreaterThan(10)
    expect(await statusOf(number)).toBe(8)
  })
  it('a card payment', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await attemptOf(number)
    providers.card.pay(id)
    const raw = providers.card.event(id, 'checkout.session.completed')
    await takeCallback('stripe', raw, providers.card.sign(raw))
    expect(await failEach(workOnInbox)).toBeGreaterThan(10)
    expect(await statusOf(number)).toBe(1)
  })
  it('a full refund to the wallet', async () => {
    const number = await placed(ana, tv, '12.5', { method: card, points: 100n })
    providers.card.pay(await attemptOf(number))
    await checkNow(ana.userId, number)
    const act = () => refundOrder(by, { number, amount: 115_000n, to: 'wallet', batch: 'batch-of-wallet' })
    expect(await failEach(act)).toBeGreaterThan(10)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '15.5000'])
  })
  it('a refund at the provider, which is asked once', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await attemptOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    const act = () => refundOrder(by, { number, amount: 125_000n, to: 'provider', batch: 'batch-of-provider' })
    expect(await failEach(act, 2)).toBeGreaterThan(10)
    expect([await statusOf(number), providers.sessions.get(id)?.refunded]).toEqual([6, '12.5'])
  })
  it('a cancellation', async () => {
    const number = await placed(ana, tv, '12.5', mixed)
    expect(await failEach(() => cancelOrder(ana.userId, number))).toBeGreaterThan(5)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([2, '4.0000'])
  })
  it('a lost dispute', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await attemptOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    providers.card.dispute(id, 'lost', ['-12.5'])
    await tellDispute(id, 'charge.dispute.closed')
    expect(await failEach(workOnInbox)).toBeGreaterThan(10)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '4.0000'])
  })
})
