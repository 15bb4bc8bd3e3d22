/**
 * Money that goes back in two ways at once: a refund and a chargeback, two refunds, points without money. Anything
 * returned twice is owed; nothing is given away, and nothing is kept that was not sold.
 */
import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { periodsOf } from '~/modules/entitlement/entitlement.server'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import {
  balanceOf,
  clearing,
  house,
  mangoPart,
  post,
  receivable,
  wallet,
  walletOf,
} from '~/modules/ledger/ledger.server'
import {
  cancelOrder,
  debtView,
  orderDetails,
  refundOrder,
  settleAskedRefund,
  type OrderDetails,
} from '~/modules/order/order.server'
import { checkNow, choosePayment, takeCallback } from '~/modules/payment/payment.server'
import { openWallet, setWalletState } from '~/modules/wallet/wallet.server'
import { hourMs, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { printAmount } from '~/text/amount'
import { receiptContent } from '~/ui/order/receipt-content'
import { ana, btc, card, clock, due, preparePayments, providers, tv } from '../../support/payments'
import { giveMango, givePoints, mangoOf, placed, statusOf } from '../../support/shop'

const by = { userId: 'operator', why: 'the test asks' }
let earnedBefore: bigint
let clearedBefore: bigint

const attemptOf = async (number: string, method = card): Promise<string> =>
  (await db.paymentAttempt.findFirstOrThrow({ where: { order: { number }, method } })).providerId ?? ''
const revenue = async (): Promise<bigint> => (await balanceOf(house('revenue'))).balance
/** The customer's debt, and the house's earnings in this test. */
const books = async () => ({
  owes: -(await balanceOf(receivable(ana.userId))).balance,
  earned: (await revenue()) - earnedBefore,
})
const bank = async (id: string, kind: 'open' | 'lost' | 'won', type: string): Promise<void> => {
  const amount = providers.sessions.get(id)?.amount ?? ''
  const moved = [`-${amount}`, ...(kind === 'won' ? [amount] : [])]
  const raw = providers.card.disputeEvent(providers.card.dispute(id, kind, moved), type)
  await takeCallback('stripe', raw, providers.card.sign(raw))
  await due()
}
/** The bank has taken a card payment back, and the dispute is lost. */
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

const detailsOf = async (number: string): Promise<OrderDetails> => {
  const details = await orderDetails(ana.userId, number, 'en')
  if (!details.ok) throw new Error('no such order')
  return details.value
}
const bankOf = async (number: string) => (await detailsOf(number)).bank
/** What the receipt shows as paid and as returned. */
const receiptOf = async (number: string): Promise<[string, string][]> => {
  const t = instanceFor('en').getFixedT('en', 'order')
  const needs = { t, format: formatsOf('en'), issuer: { name: '', contact: null }, customer: '' }
  return receiptContent(await detailsOf(number), needs).paid.map(({ label, amount }) => [label, amount])
}
/** Spends Mango elsewhere. */
const send = async (userId: string, mango: string): Promise<void> => {
  const amount = BigInt(mango) * 10_000n
  const movement = mangoPart({ userId, mango: amount, usd: amount })
  await transact((tx) => post(tx, { id: `spent/${makeId()}`, actor: 'test', ...movement }))
}

preparePayments()
beforeEach(async () => {
  earnedBefore = await revenue()
  clearedBefore = (await balanceOf(clearing('stripe'))).balance
})

it('returns an order paid with points as points, in a refund of no money', async () => {
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
it('shows what a bank has taken back, and what became wallet credit once the bank has returned it', async () => {
  const [number, id] = await paidByCard()
  const taken = async () => {
    const details = await orderDetails(ana.userId, number, 'en')
    return details.ok ? details.value.refunds.map(({ amount, to, state }) => [amount, to, state]) : []
  }
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect([await statusOf(number), await taken()]).toEqual([6, [['12.5000', 'bank', 'done']]])
  await bank(id, 'won', 'charge.dispute.funds_reinstated')
  expect([await mangoOf(ana.userId), await taken()]).toEqual(['12.5000', [['12.5000', 'wallet', 'done']]])
})

it('reports a refund that no card can take: coins can’t be sent back by an API call', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const id = await attemptOf(number, btc)
  providers.coin.see(id, '6.25')
  providers.coin.confirm(id)
  await checkNow(ana.userId, number)
  expect(await refundOrder(by, { number, amount: 125_000n, to: 'provider' })).toMatchObject({
    code: 'P1001',
    data: { context: 'coins' },
  })
  expect(await refundOrder(by, { number, amount: 125_000n, to: 'wallet' })).toMatchObject({ ok: true })
})

it('refunds whole cents only at a provider, and shows how much can go', async () => {
  const [number] = await paidByCard()
  expect(await refundOrder(by, { number, amount: 40_001n, to: 'provider' })).toMatchObject({
    code: 'R2001',
    field: 'amount',
    data: { context: 'cents', most: '12.50' },
  })
  expect(await db.orderRefund.count({ where: { order: { number } } })).toBe(0)
  expect(await refundOrder(by, { number, amount: 40_001n, to: 'wallet' })).toMatchObject({ ok: true })
  // The fraction of a cent stays.
  expect(await refundOrder(by, { number, amount: 84_999n, to: 'provider' })).toMatchObject({
    data: { context: 'cents', most: '8.49' },
  })
})

it('asks a provider for no more than the card’s part of an order partly paid with Mango', async () => {
  await giveMango(ana.userId, '5')
  const [number] = await paidByCard('12.5', { useMango: true })
  expect(await statusOf(number)).toBe(1)
  const refused = { code: 'R2001', field: 'amount' }
  expect(await refundOrder(by, { number, amount: 75_001n, to: 'provider' })).toMatchObject({
    ...refused,
    data: { context: 'amount', most: '7.5000' },
  })
  expect(await refundOrder(by, { number, amount: 1n, to: 'provider' })).toMatchObject({
    ...refused,
    data: { context: 'cents', most: '7.50' },
  })
  expect(await refundOrder(by, { number, amount: 50_000n, to: 'provider' })).toMatchObject({ ok: true })
  expect(await refundOrder(by, { number, amount: 75_000n, to: 'provider' })).toMatchObject({
    ...refused,
    data: { context: 'amount', most: '2.5000' },
  })
  // A refund that the provider has not answered counts as given.
  providers.state.loss = 'call'
  const asked = await refundOrder(by, { number, amount: 20_000n, to: 'provider' })
  expect(asked).toMatchObject({ value: { state: 'asked' } })
  providers.state.loss = null
  expect(await refundOrder(by, { number, amount: 25_000n, to: 'provider' })).toMatchObject({
    ...refused,
    data: { context: 'amount', most: '0.5000' },
  })
  expect(await refundOrder(by, { number, amount: 55_000n, to: 'wallet' })).toMatchObject({ ok: true })
  expect(await statusOf(number)).toBe(1)
  expect(await settleAskedRefund(asked.ok ? asked.value.refundId : '')).toMatchObject({ value: { state: 'done' } })
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '5.5000'])
})

it('refunds nothing to a wallet that is closed: its owner couldn’t reach the money', async () => {
  await openWallet(ana.userId)
  const [number] = await paidByCard()
  await setWalletState(by, { userId: ana.userId, state: 'closed', reason: 'as you asked' })
  expect(await refundOrder(by, { number, amount: 125_000n, to: 'wallet' })).toMatchObject({
    code: 'MC1013',
    data: { context: 'user', state: 'closed' },
  })
  expect(await refundOrder(by, { number, amount: 125_000n, to: 'provider' })).toMatchObject({ ok: true })
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '0.0000'])
})

it('refuses a refund of nothing if money was paid', async () => {
  const [number] = await paidByCard()
  expect(await refundOrder(by, { number, amount: 0n, to: 'wallet' })).toMatchObject({ code: 'R2001' })
  expect(await statusOf(number)).toBe(1)
})
it('makes a debt of what a bank takes after a full refund to the wallet, and pays it from there', async () => {
  const [number, id] = await paidByCard()
  await refundOrder(by, { number, amount: 125_000n, to: 'wallet' })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect(await books()).toEqual({ owes: 125_000n, earned: 0n })
  await bank(id, 'lost', 'charge.dispute.closed')
  expect([await books(), await mangoOf(ana.userId)]).toEqual([{ owes: 0n, earned: 0n }, '0.0000'])
})
it('makes a debt of the refunded part when a bank takes the money after a partial refund', async () => {
  const [number, id] = await paidByCard()
  await refundOrder(by, { number, amount: 40_000n, to: 'wallet' })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect([await statusOf(number), await books()]).toEqual([6, { owes: 40_000n, earned: 0n }])
  await bank(id, 'lost', 'charge.dispute.closed')
  expect([await books(), await mangoOf(ana.userId)]).toEqual([{ owes: 0n, earned: 0n }, '0.0000'])
})
it('leaves the order and its periods alone when a bank takes back a second, credited payment', async () => {
  const number = await placed(ana, tv, '12.5', { method: card })
  const id = await attemptOf(number)
  clock.advance(1000)
  await choosePayment(ana.userId, number, { method: btc })
  const coin = await attemptOf(number, btc)
  providers.coin.see(coin, '6.25')
  providers.coin.confirm(coin)
  const { raw, signature } = providers.coin.callback(coin)
  await takeCallback('nowpayments', raw, signature)
  await due()
  providers.card.pay(id)
  await checkNow(ana.userId, number)
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '12.5000'])
  await takeBack(id)
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.0000'])
  expect([(await periodsOf(ana.sn)).length, await books()]).toEqual([1, { owes: 0n, earned: 125_000n }])
})
it('takes from the wallet what a bank takes back of a cancelled order’s money', async () => {
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
it('makes a debt when a bank takes the money of a refund that its provider has not answered', async () => {
  const [number, id] = await paidByCard()
  providers.state.loss = 'answer'
  const asked = await refundOrder(by, { number, amount: 125_000n, to: 'provider' })
  expect(asked).toMatchObject({ ok: true, value: { state: 'asked' } })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect(await statusOf(number)).toBe(6)
  providers.state.loss = null
  clock.advance(hourMs)
  await due()
  expect(await db.orderRefund.findMany({ select: { state: true }, where: { order: { number } } })).toEqual([
    { state: 'done' },
  ])
  expect(await books()).toEqual({ owes: 125_000n, earned: 0n })
})
it('settles the debt as if never requested, when the provider refuses the refund after a chargeback', async () => {
  const [number, id] = await paidByCard()
  providers.state.loss = 'call'
  await refundOrder(by, { number, amount: 125_000n, to: 'provider' })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect(await books()).toEqual({ owes: 125_000n, earned: 125_000n })
  providers.state.loss = null
  providers.state.refunds = 'refused'
  clock.advance(hourMs)
  await due()
  expect(await db.orderRefund.findMany({ select: { state: true }, where: { order: { number } } })).toEqual([
    { state: 'failed' },
  ])
  expect([await periodsOf(ana.sn), await books()]).toEqual([[], { owes: 0n, earned: 0n }])
})
it('credits the overpayment when that debt was already paid from the wallet', async () => {
  await giveMango(ana.userId, '20')
  const [number, id] = await paidByCard()
  providers.state.loss = 'call'
  await refundOrder(by, { number, amount: 125_000n, to: 'provider' })
  await takeBack(id)
  expect([await mangoOf(ana.userId), (await books()).owes]).toEqual(['7.5000', 0n])
  providers.state.loss = null
  providers.state.refunds = 'refused'
  clock.advance(hourMs)
  await due()
  expect([await mangoOf(ana.userId), await books()]).toEqual(['20.0000', { owes: 0n, earned: 0n }])
})
it('turns a refund that its provider could not deliver into wallet credit, once', async () => {
  const [number] = await paidByCard()
  providers.state.refunds = 'pending'
  await refundOrder(by, { number, amount: 125_000n, to: 'provider' })
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '0.0000'])
  const { id: key } = await db.orderRefund.findFirstOrThrow({ where: { order: { number } } })
  for (const raw of [providers.card.failRefund(key), providers.card.failRefund(key)]) {
    await takeCallback('stripe', raw, providers.card.sign(raw))
    await due()
  }
  expect([await statusOf(number), await mangoOf(ana.userId), await books()]).toEqual([
    6,
    '12.5000',
    { owes: 0n, earned: 0n },
  ])
  // Less the fee that it keeps.
  expect((await balanceOf(clearing('stripe'))).balance).toBe(clearedBefore - 125_000n + 5_000n)
})
it.each([
  ['a part', 40_000n],
  ['the whole', 125_000n],
])('ends the debt with an undelivered refund of %s after a chargeback', async (_, amount) => {
  const [number, id] = await paidByCard()
  providers.state.refunds = 'pending'
  await refundOrder(by, { number, amount, to: 'provider' })
  const { id: key } = await db.orderRefund.findFirstOrThrow({ where: { order: { number } } })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect(await books()).toEqual({ owes: amount, earned: 0n })
  const raw = providers.card.failRefund(key)
  await takeCallback('stripe', raw, providers.card.sign(raw))
  await due()
  expect([await mangoOf(ana.userId), await books()]).toEqual(['0.0000', { owes: 0n, earned: 0n }])
})
it('returns the customer’s own points and Mango when a bank takes the card’s part, and adds no debt', async () => {
  await giveMango(ana.userId, '3')
  await givePoints(ana.userId, 200n)
  const [number, id] = await paidByCard('12.5', { useMango: true, points: 200n })
  expect(providers.sessions.get(id)?.amount).toBe('7.50')
  await takeBack(id)
  const { mango, points } = await walletOf(ana.userId)
  expect([await statusOf(number), mango.available, points.available]).toEqual([6, 30_000n, 200n])
  expect([await periodsOf(ana.sn), await books()]).toEqual([[], { owes: 0n, earned: 0n }])
  expect(await orderDetails(ana.userId, number, 'en')).toMatchObject({
    value: {
      refunds: [
        { amount: '3.0000', to: 'wallet', state: 'done' },
        { amount: '2.0000', to: 'points', state: 'done' },
        { amount: '7.5000', to: 'bank', state: 'done' },
      ],
      expiresAt: null,
    },
  })
})
it('keeps half of every part paid for a half-used period: the debt is half of what the bank took', async () => {
  await giveMango(ana.userId, '3')
  await givePoints(ana.userId, 200n)
  const [number, id] = await paidByCard('12.5', { useMango: true, points: 200n })
  const [period] = await periodsOf(ana.sn)
  clock.advance(((period?.endsAt.getTime() ?? 0) - (period?.startsAt.getTime() ?? 0)) / 2)
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  const { mango, points } = await walletOf(ana.userId)
  expect([await statusOf(number), mango.balance, points.available]).toEqual([6, 15_000n, 100n])
  // The returned Mango covers the debt.
  expect(await debtView(ana.userId)).toMatchObject({ owed: '2.2500', frozen: [{ amount: '1.5000' }] })
  expect(await books()).toEqual({ owes: 37_500n, earned: 62_500n })
})
it('freezes no more of the wallet than is owed, once a bank has taken the money', async () => {
  const free = async (): Promise<bigint> => (await balanceOf(wallet(ana.userId))).available
  await giveMango(ana.userId, '20')
  const [, id] = await paidByCard()
  const raw = providers.card.disputeEvent(providers.card.dispute(id, 'open', []), 'charge.dispute.created')
  await takeCallback('stripe', raw, providers.card.sign(raw))
  await due()
  expect(await free()).toBe(75_000n)
  const { startsAt, endsAt } = (await periodsOf(ana.sn))[0] ?? { startsAt: new Date(0), endsAt: new Date(0) }
  clock.advance((endsAt.getTime() - startsAt.getTime()) / 2)
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  const { owes } = await books()
  expect([owes > 0n && owes < 125_000n, await free()]).toEqual([true, 200_000n - owes])
  // Repeated, it changes nothing; lost, it takes the frozen amount.
  await bank(id, 'open', 'charge.dispute.updated')
  expect(await free()).toBe(200_000n - owes)
  await bank(id, 'lost', 'charge.dispute.closed')
  expect([(await books()).owes, await free(), await mangoOf(ana.userId)]).toEqual([
    0n,
    200_000n - owes,
    printAmount(200_000n - owes, { scale: 4, digits: 4 }),
  ])
})
it.each([
  ['an unused period', 1, { points: 500n, earned: 0n }],
  ['a half-used period', 0.5, { points: 250n, earned: 25_000n }],
])(
  'returns the points of %s once when a provider’s late refund follows a chargeback',
  async (_, unused, { points, earned }) => {
    await givePoints(ana.userId, 500n)
    const [number, id] = await paidByCard('12.5', { points: 500n })
    const [period] = await periodsOf(ana.sn)
    clock.advance(((period?.endsAt.getTime() ?? 0) - (period?.startsAt.getTime() ?? 0)) * (1 - unused))
    providers.state.loss = 'answer'
    await refundOrder(by, { number, amount: 75_000n, to: 'provider' })
    await bank(id, 'open', 'charge.dispute.funds_withdrawn')
    providers.state.loss = null
    clock.advance(hourMs)
    await due()
    expect((await walletOf(ana.userId)).points.available).toBe(points)
    expect(await books()).toEqual({ owes: 75_000n, earned })
  },
)
it('leaves the customer what coins had paid when a bank takes the card’s part', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const coin = await attemptOf(number, btc)
  providers.coin.see(coin, '3')
  providers.coin.confirm(coin)
  const { raw, signature } = providers.coin.callback(coin)
  await takeCallback('nowpayments', raw, signature)
  await due()
  clock.advance(1000)
  await choosePayment(ana.userId, number, { method: card })
  const id = await attemptOf(number)
  providers.card.pay(id)
  await checkNow(ana.userId, number)
  expect(await statusOf(number)).toBe(1)
  await takeBack(id)
  // What the coins had paid is the customer's.
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '6.0000'])
  expect(await books()).toEqual({ owes: 0n, earned: 0n })
})
it('makes one of two simultaneous full refunds', async () => {
  await giveMango(ana.userId, '1')
  const [number] = await paidByCard('12.5', { useMango: true })
  const both = await Promise.all([1, 2].map(() => refundOrder(by, { number, amount: 125_000n, to: 'wallet' })))
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect([await mangoOf(ana.userId), await books()]).toEqual(['12.5000', { owes: 0n, earned: 0n }])
})

it('pays a debt to a bank first with money that comes too late for its order', async () => {
  const [number, id] = await paidByCard()
  clock.advance(700 * 24 * hourMs)
  await takeBack(id)
  expect((await books()).owes).toBe(125_000n)
  expect(await debtView(ana.userId)).toEqual({ owed: '12.5000', frozen: [] })
  const late = await placed(ana, tv, '12.5', { method: btc })
  const coins = await attemptOf(late, btc)
  expect(await cancelOrder(ana.userId, late)).toMatchObject({ ok: true })
  providers.coin.see(coins, '6.25')
  providers.coin.confirm(coins)
  await checkNow(ana.userId, late)
  expect({ owes: (await books()).owes, has: await mangoOf(ana.userId) }).toEqual({ owes: 0n, has: '0.0000' })
  expect(await bankOf(number)).toMatchObject({ taken: '12.5000', unused: '0.0000', paid: '12.5000', owed: '0.0000' })
})
it('shows a chargeback with its frozen amount and debt, and a receipt returns nothing twice', async () => {
  const [number, id] = await paidByCard()
  await refundOrder(by, { number, amount: 40_000n, to: 'wallet' })
  await send(ana.userId, '3')
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  const until = new Date(nowMs() + 120 * 24 * hourMs).toISOString()
  const taken = { taken: '12.5000', unused: '8.5000' }
  expect(await bankOf(number)).toEqual({ ...taken, paid: '0.0000', frozen: '1.0000', until, owed: '3.0000' })
  expect(await debtView(ana.userId)).toEqual({
    owed: '3.0000',
    frozen: [{ amount: '1.0000', until, orderNumber: number }],
  })
  expect(await receiptOf(number)).toEqual([
    ['Visa or Mastercard', '12.50 USD'],
    ['Refunded, to your wallet', '−4.00 USD'],
    ['Refunded, by the card’s bank', '−12.50 USD'],
    ['Still owed', '4.00 USD'],
  ])
  await bank(id, 'lost', 'charge.dispute.closed')
  expect(await bankOf(number)).toEqual({ ...taken, paid: '1.0000', frozen: '0.0000', until: null, owed: '3.0000' })
  expect((await receiptOf(number)).slice(3)).toEqual([
    ['Paid from your wallet', '1.00 USD'],
    ['Still owed', '3.00 USD'],
  ])
})
it('shows the unused part that was credited when the bank returned the money', async () => {
  await givePoints(ana.userId, 250n)
  const [number, id] = await paidByCard('12.5', { points: 250n })
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  await bank(id, 'won', 'charge.dispute.funds_reinstated')
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '10.0000'])
  expect(await receiptOf(number)).toEqual([
    ['250 points', '2.50 USD'],
    ['Visa or Mastercard', '10.00 USD'],
    ['Refunded, as points', '−2.50 USD'],
    ['Refunded, to your wallet', '−10.00 USD'],
  ])
})
it('makes a debt in whole cents, or none, of what a bank takes at once', async () => {
  const [, id] = await paidByCard()
  clock.advance(20_000)
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  await bank(id, 'lost', 'charge.dispute.closed')
  expect(await debtView(ana.userId)).toEqual({ owed: '0.0000', frozen: [] })
})
it('takes nothing for a dispute of zero, without an error', async () => {
  await giveMango(ana.userId, '20')
  const [number, id] = await paidByCard()
  const key = providers.card.dispute(id, 'open', ['0'])
  Object.assign(providers.disputes.get(key) ?? {}, { amount: '0' })
  for (const [state, type] of [
    ['open', 'charge.dispute.funds_withdrawn'],
    ['lost', 'charge.dispute.closed'],
  ] as const) {
    Object.assign(providers.disputes.get(key) ?? {}, { state })
    const raw = providers.card.disputeEvent(key, type)
    await takeCallback('stripe', raw, providers.card.sign(raw))
    await due()
  }
  expect(await debtView(ana.userId)).toEqual({ owed: '0.0000', frozen: [] })
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '20.0000'])
})
it('leaves nothing of a won dispute: not frozen, not owed, not taken', async () => {
  await giveMango(ana.userId, '20')
  const [number, id] = await paidByCard()
  clock.advance(700 * 24 * hourMs)
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect(await bankOf(number)).toMatchObject({ taken: '12.5000', frozen: '12.5000', owed: '0.0000' })
  await bank(id, 'won', 'charge.dispute.funds_reinstated')
  expect([await bankOf(number), await debtView(ana.userId)]).toEqual([null, { owed: '0.0000', frozen: [] }])
  expect((await receiptOf(number)).map(([, paid]) => paid)).toEqual(['12.50 USD'])
})
it('spares what is given after a bank’s claim when the claim is decided', async () => {
  const [number, id] = await paidByCard()
  clock.advance(700 * 24 * hourMs)
  await bank(id, 'open', 'charge.dispute.funds_withdrawn')
  expect((await debtView(ana.userId)).owed).toBe('12.5000')
  await giveMango(ana.userId, '20')
  await bank(id, 'lost', 'charge.dispute.closed')
  expect([await debtView(ana.userId), await mangoOf(ana.userId)]).toEqual([{ owed: '12.5000', frozen: [] }, '20.0000'])
  expect(await bankOf(number)).toMatchObject({ paid: '0.0000', owed: '12.5000' })
})

/** A provider has refunded this much of a card payment on its own page. */
const giveBackCard = async (id: string, amount: string): Promise<Buffer> => {
  const raw = providers.card.refund(id, amount)
  await takeCallback('stripe', raw, providers.card.sign(raw))
  await due()
  return raw
}
const checkOfRefunds = readFileSync('prisma/checks/order-refund.sql', 'utf8')
/** What was returned of an order: the amount, and the worth of the faults that the refund check finds. */
const refundsOf = async (number: string) => {
  const { id, refunds } = await db.order.findUniqueOrThrow({ where: { number }, include: { refunds: true } })
  const wrong = (await db.$queryRawUnsafe<{ orderId: string }[]>(checkOfRefunds)).filter((one) => one.orderId === id)
  return { went: refunds.reduce((all, { amount }) => all + amount, 0n), wrong }
}
const coinBack = async (coin: string): Promise<void> => {
  providers.coin.say(coin, 'refunded')
  const { raw, signature } = providers.coin.callback(coin)
  await takeCallback('nowpayments', raw, signature)
  await due()
}
const paidByCoin = async (amount: string): Promise<[string, string]> => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const coin = await attemptOf(number, btc)
  providers.coin.see(coin, amount)
  providers.coin.confirm(coin)
  await checkNow(ana.userId, number)
  return [number, coin]
}

it('takes the surplus of a coin payment from the wallet when its provider gives it all back', async () => {
  const [number, coin] = await paidByCoin('25')
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '37.5000'])
  await coinBack(coin)
  await coinBack(coin)
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '0.0000'])
  expect([await books(), await refundsOf(number)]).toEqual([
    { owes: 0n, earned: 0n },
    { went: 125_000n, wrong: [] },
  ])
})
it('makes a debt of it where it was spent, and the order names no bank', async () => {
  const [number, coin] = await paidByCoin('25')
  await send(ana.userId, '30')
  await coinBack(coin)
  expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '0.0000'])
  expect([await books(), await bankOf(number)]).toEqual([{ owes: 300_000n, earned: 300_000n }, null])
  expect(await debtView(ana.userId)).toEqual({ owed: '30.0000', frozen: [] })
})
it('takes money of a cancelled order from the wallet when its provider gives it back', async () => {
  const number = await placed(ana, tv, '12.5', { method: card })
  const id = await attemptOf(number)
  await cancelOrder(ana.userId, number)
  providers.card.pay(id)
  await checkNow(ana.userId, number)
  await send(ana.userId, '2')
  const first = await giveBackCard(id, '4')
  expect(await mangoOf(ana.userId)).toBe('6.5000')
  await takeCallback('stripe', first, providers.card.sign(first))
  await giveBackCard(id, '8.5')
  expect([await mangoOf(ana.userId), (await books()).owes, await refundsOf(number)]).toEqual([
    '0.0000',
    20_000n,
    { went: 0n, wrong: [] },
  ])
  expect(await db.paymentAttempt.count({ where: { order: { number }, personReason: { not: null } } })).toBe(0)
})
it('takes an earlier refund from the wallet when the provider gives everything back', async () => {
  const [number, id] = await paidByCard()
  await refundOrder(by, { number, amount: 40_000n, to: 'wallet' })
  await giveBackCard(id, '12.5')
  expect([await statusOf(number), await mangoOf(ana.userId), await books()]).toEqual([
    6,
    '0.0000',
    { owes: 0n, earned: 0n },
  ])
  expect(await refundsOf(number)).toEqual({ went: 125_000n, wrong: [] })
})
it('makes a debt when the whole was refunded to the wallet and spent', async () => {
  const [number, id] = await paidByCard()
  await refundOrder(by, { number, amount: 125_000n, to: 'wallet' })
  await send(ana.userId, '2')
  await giveBackCard(id, '12.5')
  expect([await mangoOf(ana.userId), (await books()).owes]).toEqual(['0.0000', 20_000n])
  expect(await refundsOf(number)).toEqual({ went: 125_000n, wrong: [] })
})
