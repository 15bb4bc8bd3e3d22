/**
 * Money that goes back by two ways at once: a refund and a bank, a bank and a payment that had bought nothing, two
 * refunds, points without any money. Whatever goes back twice is owed; nothing is given away, and nothing is kept that
 * was not sold.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectEntitlement, periodsOf } from '~/modules/entitlement/entitlement.server'
import { balanceOf, house, receivable, walletOf } from '~/modules/ledger/ledger.server'
import { cancelOrder, refundOrder } from '~/modules/order/order.server'
import {
  checkNow,
  choosePayment,
  connectPayment,
  paymentJobs,
  paymentLanes,
  takeCallback,
} from '~/modules/payment/payment.server'
import { hourMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { makeProviders, type Providers } from '../../support/providers'
import {
  giveMango,
  givePoints,
  makeCustomer,
  mangoOf,
  placed,
  runDue,
  sell,
  startClock,
  statusOf,
  type Customer,
} from '../../support/shop'

const btc = 16
const card = -1
const by = { userId: 'operator', why: 'the test asks' }
let clock: ReturnType<typeof startClock>
let ana: Customer
let tv: string
let providers: Providers
let earnedBefore: bigint
const undo: (() => void)[] = []

const attemptOf = async (number: string, method = card): Promise<string> =>
  (await db.paymentAttempt.findFirstOrThrow({ where: { order: { number }, method } })).providerId ?? ''
const revenue = async (): Promise<bigint> => (await balanceOf(house('revenue'))).balance
/** What the customer owes, and what the house has earned in this test. */
const books = async () => ({
  owes: -(await balanceOf(receivable(ana.userId))).balance,
  earned: (await revenue()) - earnedBefore,
})
const work = (): Promise<void> =>
  runDue(
    paymentJobs.filter(({ name }) => name !== 'end-order-window'),
    paymentLanes,
  )
const bank = async (id: string, kind: 'open' | 'lost', type: string): Promise<void> => {
  const amount = providers.sessions.get(id)?.amount ?? ''
  const raw = providers.card.disputeEvent(providers.card.dispute(id, kind, [`-${amount}`]), type)
  await takeCallback('stripe', raw, providers.card.sign(raw))
  await work()
}
/** The bank has taken a card's payment back, and the dispute is lost. */
const takeBack = async (id: string): Promise<void> => {
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  await bank(id, 'lost', 'charge.dispute.closed')
}
const paidByCard = async (price = '12.5', more: Parameters<typeof placed>[3] = {}): Promise<[string, string]> => {
  const number = await placed(ana, tv, price, { method: card, ...more })
  const id = await attemptOf(number)
  providers.card.pay(id)
  await checkNow(ana.userId, number)
  return [number, id]
}

beforeAll(async () => {
  connectEntitlement()
  undo.push(connectPayment())
  tv = await sell('tv-month', ['tv'], { price: '12.5' })
})
beforeEach(async () => {
  clock = startClock()
  providers = makeProviders()
  undo.push(providers.install())
  ana = await makeCustomer()
  earnedBefore = await revenue()
})
afterEach(async () => {
  undo.pop()?.()
  clock.stop()
  // The next test's providers know nothing of these.
  await db.paymentAttempt.updateMany({ data: { nextPollAt: null } })
})
afterAll(async () => {
  for (const one of undo) one()
  await closeDatabase()
})

it('an order that points alone paid is given back as points, by a refund of nothing in money', async () => {
  await givePoints(ana.userId, 1250n)
  const number = await placed(ana, tv, '12.5', { points: 1250n })
  expect(await statusOf(number)).toBe(1)
  expect(await refundOrder(by, { number, amount: 1n, to: 'wallet' })).toMatchObject({ code: 'R2001' })
  const act = () => refundOrder(by, { number, amount: 0n, to: 'wallet', batch: 'batch-of-points' })
  expect(await act()).toMatchObject({ ok: true, value: { state: 'done' } })
  expect(await act()).toMatchObject({ ok: true })
  expect([await statusOf(number), (await walletOf(ana.userId)).points.available]).toEqual([6, 1250n])
  expect([await periodsOf(ana.sn), await books()]).toEqual([[], { owes: 0n, earned: 0n }])
})
it('a refund of nothing is refused where money has paid', async () => {
  const [number] = await paidByCard()
  expect(await refundOrder(by, { number, amount: 0n, to: 'wallet' })).toMatchObject({ code: 'R2001' })
  expect(await statusOf(number)).toBe(1)
})
it('what a bank takes after the whole was given back to the wallet is owed, and paid from there', async () => {
  const [number, id] = await paidByCard()
  await refundOrder(by, { number, amount: 125_000n, to: 'wallet' })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect(await books()).toEqual({ owes: 125_000n, earned: 0n })
  await bank(id, 'lost', 'charge.dispute.closed')
  expect([await books(), await mangoOf(ana.userId)]).toEqual([{ owes: 0n, earned: 0n }, '0.0000'])
})
it('of what a bank takes after a part was given back, that part is owed', async () => {
  const [number, id] = await paidByCard()
  await refundOrder(by, { number, amount: 40_000n, to: 'wallet' })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect([await statusOf(number), await books()]).toEqual([6, { owes: 40_000n, earned: 0n }])
  await bank(id, 'lost', 'charge.dispute.closed')
  expect([await books(), await mangoOf(ana.userId)]).toEqual([{ owes: 0n, earned: 0n }, '0.0000'])
})
it('a bank that takes a second payment back, which was credited, leaves the order and its periods alone', async () => {
  const number = await placed(ana, tv, '12.5', { method: card })
  const id = await attemptOf(number)
  clock.advance(1000)
  await choosePayment(ana.userId, number, { method: btc })
  const coin = await attemptOf(number, btc)
  providers.coin.see(coin, '6.25')
  providers.coin.confirm(coin)
  const { raw, signature } = providers.coin.callback(coin)
  await takeCallback('nowpayments', raw, signature)
  await work()
  providers.card.pay(id)
  await checkNow(ana.userId, number)
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '12.5000'])
  await takeBack(id)
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.0000'])
  expect([(await periodsOf(ana.sn)).length, await books()]).toEqual([1, { owes: 0n, earned: 125_000n }])
})
it('a bank that takes back what came for a cancelled order takes it from the wallet', async () => {
  const number = await placed(ana, tv, '12.5', { method: card })
  const id = await attemptOf(number)
  await cancelOrder(ana.userId, number)
  providers.card.pay(id)
  await checkNow(ana.userId, number)
  expect(await mangoOf(ana.userId)).toBe('12.5000')
  await takeBack(id)
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([2, '0.0000'])
  expect(await books()).toEqual({ owes: 0n, earned: 0n })
})
it('a bank that takes the money of a refund that its provider has not answered yet makes a debt of it', async () => {
  const [number, id] = await paidByCard()
  providers.state.loss = 'answer'
  const asked = await refundOrder(by, { number, amount: 125_000n, to: 'provider' })
  expect(asked).toMatchObject({ ok: true, value: { state: 'asked' } })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect(await statusOf(number)).toBe(6)
  providers.state.loss = null
  clock.advance(hourMs)
  await work()
  expect(await db.orderRefund.findMany({ select: { state: true }, where: { order: { number } } })).toEqual([
    { state: 'done' },
  ])
  expect(await books()).toEqual({ owes: 125_000n, earned: 0n })
})
it('of two refunds of the whole at once one is done', async () => {
  await giveMango(ana.userId, '1')
  const [number] = await paidByCard('12.5', { useMango: true })
  const both = await Promise.all([1, 2].map(() => refundOrder(by, { number, amount: 125_000n, to: 'wallet' })))
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect([await mangoOf(ana.userId), await books()]).toEqual(['12.5000', { owes: 0n, earned: 0n }])
})
