/**
 * The ledger against the providers' settlements, over HTTP with the sandbox: fees and payouts are booked once, each
 * payment is compared, and every difference is found.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { balanceOf, clearing, house } from '~/modules/ledger/ledger.server'
import { refundOrder } from '~/modules/order/order.server'
import { makeNowPayments, replaceNowPayments, type NowPayments } from '~/modules/payment/nowpayments.server'
import {
  checkNow,
  connectPayment,
  disagreements,
  forgetMinimums,
  paymentQueues,
  readProviderLists,
  reconcile,
  returnDeposit,
  type Reconciled,
} from '~/modules/payment/payment.server'
import { applyDispute } from '~/modules/payment/dispute.server'
import type { CoinPayment } from '~/modules/payment/provider'
import { makeStripe, replaceStripe, type Stripe } from '~/modules/payment/stripe.server'
import { dayMs, hourMs, inMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { whileWriteFails } from '../../support/failing-writes'
import { startSandbox, type TestSandbox } from '../../support/sandbox'
import { begin, expectBooks, makeCustomer, placed, runDue, sell, startClock, usd } from '../../support/shop'

const card = -1
const tether = 12
const btc = 16
const by = { userId: 'operator', why: 'the test asks' }
let sandbox: TestSandbox
let stripe: Stripe
let clock: ReturnType<typeof startClock>
let tv: string
let advancedMs = 0
const undo: (() => void)[] = []

beforeAll(async () => {
  connectEntitlement()
  undo.push(connectPayment())
  sandbox = await startSandbox()
  stripe = makeStripe(sandbox.cards)
  undo.push(replaceStripe(stripe), replaceNowPayments(makeNowPayments(sandbox.coins)))
  tv = await sell('tv-month', ['tv'], { price: '12.5' })
})
beforeEach(async () => {
  clock = startClock()
  clock.advance(advancedMs)
  forgetMinimums()
  await sandbox.clock({ at: new Date(begin.getTime() + advancedMs) })
  await sandbox.set({ callbackMode: 'never' })
})
afterEach(async () => {
  clock.stop()
  // Each test begins where the previous one ended, with nothing left to reconcile.
  advancedMs += 100 * dayMs
  await expectBooks()
})
afterAll(async () => {
  for (const one of undo) one()
  await sandbox.stop()
  await closeDatabase()
})

const pass = async (ms: number): Promise<void> => {
  advancedMs += ms
  clock.advance(ms)
  await sandbox.clock({ advanceMs: ms })
}
const attemptOf = async (number: string) => {
  const { id, providerId } = await db.paymentAttempt.findFirstOrThrow({ where: { order: { number } } })
  return { id, providerId: providerId ?? '' }
}
const ordered = async (method: number) => {
  // A box has one service of a kind that is not paid for.
  const customer = await makeCustomer()
  const number = await placed(customer, tv, '12.5', { method })
  return { customer, number, ...(await attemptOf(number)) }
}
const paidByCard = async () => {
  const order = await ordered(card)
  await sandbox.card(order.providerId)
  await checkNow(order.customer.userId, order.number)
  return order
}
const paidByCoin = async (method = tether) => {
  const order = await ordered(method)
  await sandbox.pay(order.providerId)
  await checkNow(order.customer.userId, order.number)
  return order
}
const control = async (path: string, body: object): Promise<void> => {
  const answer = await fetch(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}
const here = () => reconcile({ from: inMs(-50 * dayMs), to: inMs(dayMs) })
const whats = ({ items }: Reconciled) => items.map(({ provider, what }) => `${provider} ${what}`).sort()
const of = (done: Reconciled, name: string) => done.providers.find(({ provider }) => provider === name)
const balances = async () => ({
  fees: (await balanceOf(house('fees'))).balance,
  bank: (await balanceOf(house('bank'))).balance,
  stripe: (await balanceOf(clearing('stripe'))).balance,
  coins: (await balanceOf(clearing('nowpayments'))).balance,
})
/** What has changed since. */
const since = async (before: Awaited<ReturnType<typeof balances>>) => {
  const after = await balances()
  return Object.fromEntries(
    Object.entries(after).map(([name, one]) => [name, one - before[name as keyof typeof before]]),
  )
}
/** The bank's claim on a payment, as the provider reports it. */
const dispute = async (sessionId: string, act: 'dispute' | 'dispute-won'): Promise<void> => {
  await sandbox.card(sessionId, act)
  const found = Object.values(sandbox.state.cards).filter(({ object }) => object === 'dispute')
  const answer = await stripe.getDispute(found.at(-1)?.id ?? '')
  if (!answer.ok) throw new Error(answer.fault.message)
  await applyDispute(answer.value)
}

it('books a fee with its payment, so that a provider owes what it will settle', async () => {
  const before = await balances()
  await paidByCard()
  // 2.9 % and 30 cents; of coins half a percent, and the rest was forwarded to the house's own wallet.
  expect(await since(before)).toEqual({ fees: -usd('0.66'), bank: 0n, stripe: -usd('11.84'), coins: 0n })
  await paidByCoin()
  expect(await since(before)).toEqual({
    fees: -usd('0.7225'),
    bank: -usd('12.4375'),
    stripe: -usd('11.84'),
    coins: 0n,
  })
  const done = await here()
  expect([disagreements(done), of(done, 'stripe')?.matched, of(done, 'nowpayments')?.matched]).toEqual([0, 1, 1])
  expect((await since(before)).fees).toBe(-usd('0.7225'))
})

it('finds refunds, disputes, payouts and fees, books each once, and owes what the provider owes', async () => {
  const before = await balances()
  const [kept, refunded, disputed] = [await paidByCard(), await paidByCard(), await paidByCard()]
  await paidByCoin()
  await refundOrder(by, { number: refunded.number, amount: usd('4'), to: 'provider' })
  await dispute(disputed.providerId, 'dispute')
  await control('payout', { amount: 500 })
  await control('balance-line', { type: 'stripe_fee', amount: -200 })
  const done = await here()
  expect(whats(done)).toEqual([])
  const cards = of(done, 'stripe')
  expect([cards?.matched, cards?.problem]).toEqual([3, null])
  expect(cards?.clearing).toBe(cards?.owes)
  // 3 charges, 15.00 for the dispute, 2.00 of its own; 5.00 went to the bank.
  expect([cards?.fees, cards?.payouts]).toEqual([usd('0.66') * 3n + usd('17'), usd('5')])
  expect(await since(before)).toMatchObject({ bank: -usd('5') - usd('12.4375'), coins: 0n })
  const again = await here()
  expect(again.providers.map(({ read }) => read)).toEqual([0, 0])
  expect(of(again, 'stripe')).toMatchObject({ fees: cards?.fees, owes: cards?.owes, clearing: cards?.clearing })
  await dispute(disputed.providerId, 'dispute-won')
  const won = await here()
  expect([whats(won), of(won, 'stripe')?.matched]).toEqual([[], 3])
  expect(of(won, 'stripe')?.clearing).toBe(of(won, 'stripe')?.owes)
  expect(kept.number).not.toBe('')
})

it('reports a settlement in a currency other than dollars, and books it once it is in dollars', async () => {
  const before = await balances()
  const client = makeNowPayments(sandbox.coins)
  const settledIn = (outcomeCurrency: string): (() => void) => {
    const alter = (payment: CoinPayment): CoinPayment => ({ ...payment, outcomeCurrency })
    const asked: NowPayments = {
      ...client,
      getPayment: async (id) => {
        const answer = await client.getPayment(id)
        return answer.ok ? { ...answer, value: alter(answer.value) } : answer
      },
      listPayments: async (list) => {
        const answer = await client.listPayments(list)
        if (!answer.ok) return answer
        return { ...answer, value: { ...answer.value, payments: answer.value.payments.map(alter) } }
      },
    }
    return replaceNowPayments(asked)
  }
  const end = settledIn('btc')
  const order = await paidByCoin()
  const done = await here()
  expect(whats(done)).toEqual(['nowpayments balance', 'nowpayments currency'])
  expect(done.items[0]).toMatchObject({ number: order.number, ours: usd('12.5'), attemptId: order.id })
  // The customer has the purchase; the provider's debt stays as reported, and no fee is guessed.
  expect(await since(before)).toEqual({ fees: 0n, bank: 0n, stripe: 0n, coins: -usd('12.5') })
  end()
  const undoDollars = settledIn('usdttrc20')
  await here()
  undoDollars()
  expect(await since(before)).toMatchObject({ fees: -usd('0.0625'), bank: -usd('12.4375'), coins: 0n })
})

it('reports a refund and a dispute without events, and agrees once their events are read', async () => {
  const [refunded, disputed] = [await paidByCard(), await paidByCard()]
  const first = await here()
  expect(whats(first)).toEqual([])
  await sandbox.card(refunded.providerId, 'refund', { amount: 500 })
  await sandbox.card(disputed.providerId, 'dispute')
  await pass(2 * hourMs)
  const done = await here()
  expect(whats(done)).toEqual(['stripe amount', 'stripe amount', 'stripe balance'])
  const named = done.items.flatMap(({ number }) => number ?? [])
  expect(named.sort()).toEqual([refunded.number, disputed.number].sort())
  await readProviderLists()
  await runDue([], paymentQueues)
  const after = await here()
  expect([whats(after), of(after, 'stripe')?.clearing]).toEqual([[], of(after, 'stripe')?.owes])
})

it('reports a list that could not be read, and later reads it from the same place', async () => {
  const before = await balances()
  await paidByCard()
  await control('payout', { amount: 100 })
  await sandbox.fail({ api: 'stripe', kind: 'error', path: 'GET /balance_transactions', times: 3 })
  const failed = await here()
  expect([of(failed, 'stripe')?.problem, disagreements(failed)]).toEqual(['silent', 1])
  expect((await since(before)).bank).toBe(0n)
  const done = await here()
  expect([of(done, 'stripe')?.problem, disagreements(done), (await since(before)).bank]).toEqual([null, 0, -usd('1')])
})

it('sends coins back from the wallet that they were forwarded to', async () => {
  const before = await balances()
  const order = await ordered(btc)
  // It came in another coin: the provider has settled it, and a person looks at it.
  await sandbox.pay(order.providerId, 'wrong-asset', { coin: 'ltc' })
  await readProviderLists()
  await runDue([], paymentQueues)
  const deposit = await db.deposit.findFirstOrThrow({ where: { attemptId: order.id } })
  expect((await since(before)).bank).toBeLessThan(0n)
  const address = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'
  const sent = await returnDeposit(by, { depositId: deposit.id, address, hash: 'abc', isOther: true })
  expect(sent).toMatchObject({ ok: true })
  expect(whats(await here())).toEqual([])
  // The whole deposit went back; the provider's fee is the house's cost.
  expect(await since(before)).toEqual({ fees: -usd('0.0625'), bank: usd('0.0625'), stripe: 0n, coins: 0n })
})

it('books each line once, whichever write and whichever provider call fails', async () => {
  const before = await balances()
  await paidByCard()
  await paidByCoin()
  await control('payout', { amount: 300 })
  await control('balance-line', { type: 'stripe_fee', amount: -100 })
  // Each line is a transaction: whole, or not at all.
  const own = async () => {
    const rows = await db.settlementLine.findMany({ select: { bookedFee: true, bookedPayout: true } })
    const booked = rows.reduce((all, one) => all + one.bookedFee + one.bookedPayout, 0n)
    const { fees, bank } = await balances()
    // Coins sent back by hand left the bank another way.
    const back = await db.ledgerEntry.aggregate({
      where: { accountId: 'bank/USD', amount: { gt: 0 } },
      _sum: { amount: true },
    })
    return booked + fees + bank - (back._sum.amount ?? 0n)
  }
  expect(await own()).toBe(0n)
  let writes = 0
  for (let hasFailed = true; hasFailed;) {
    ;({ hasFailed } = await whileWriteFails(++writes, here))
    expect(await own(), `after its write ${writes}`).toBe(0n)
  }
  expect(writes).toBeGreaterThan(5)
  expect((await since(before)).bank).toBe(-usd('3') - usd('12.4375'))
  for (const path of ['GET /balance_transactions', 'GET /payment/'])
    for (const kind of ['error', 'cut', 'html', 'lost-answer', 'huge'] as const) {
      const api = path.includes('balance') ? 'stripe' : 'nowpayments'
      sandbox.state.faults = []
      await sandbox.fail({ api, kind, path, times: 3 })
      expect(of(await here(), api)?.problem, `${path} ${kind}`).toBe('silent')
    }
  sandbox.state.faults = []
  const done = await here()
  expect([disagreements(done), done.providers.map(({ read }) => read)]).toEqual([0, [0, 0]])
  expect((await since(before)).bank).toBe(-usd('3') - usd('12.4375'))
})

// The last one: the two sums differ from here on.
it('finds what only one side has, what differs, and what nobody expects', async () => {
  const stranger = await stripe.createSession({
    reference: 'another-shop',
    amount: '20.00',
    shape: 'card',
    name: 'x',
    successUrl: 'http://portal.test/',
    cancelUrl: 'http://portal.test/',
    expiresAt: inMs(hourMs),
  })
  if (!stranger.ok) throw new Error('no session')
  await sandbox.card(stranger.value.id)
  const lineOf = (sessionId: string) => {
    const { cards } = sandbox.state
    const intent = cards[String(cards[sessionId]?.payment_intent)]
    const paid = cards[String(intent?.latest_charge)]
    return cards[String(paid?.balance_transaction)]
  }
  const [lost, other] = [await ordered(card), await ordered(card)]
  await sandbox.card(lost.providerId)
  await sandbox.card(other.providerId)
  const gone = lineOf(lost.providerId)
  if (gone !== undefined) delete sandbox.state.cards[gone.id]
  Object.assign(lineOf(other.providerId) ?? {}, { amount: 1200, net: 1134 })
  await checkNow(lost.customer.userId, lost.number)
  await checkNow(other.customer.userId, other.number)
  await control('balance-line', { type: 'topup', amount: 900 })
  // A line on one side for only minutes may still come to the other.
  expect(whats(await here())).toEqual([])
  await pass(2 * hourMs)
  const done = await here()
  expect(whats(done)).toEqual(['stripe amount', 'stripe balance', 'stripe ours', 'stripe theirs', 'stripe theirs'])
  expect(done.items.find(({ what }) => what === 'ours')).toMatchObject({
    number: lost.number,
    ours: usd('12.5'),
    theirs: 0n,
  })
  expect(done.items.find(({ what }) => what === 'amount')).toMatchObject({
    number: other.number,
    ours: usd('12.5'),
    theirs: usd('12'),
  })
  expect(
    done.items
      .filter(({ what }) => what === 'theirs')
      .map(({ word, theirs }) => `${word} ${theirs}`)
      .sort(),
  ).toEqual(['charge 191200', 'topup 90000'])
  expect(disagreements(done)).toBe(5)
  // It is reported for as long as it holds, however short the compared time.
  const later = await reconcile({ from: inMs(dayMs), to: inMs(2 * dayMs) })
  expect(whats(later)).toEqual(['stripe balance'])
  expect(later.items).toMatchObject([{ ours: of(later, 'stripe')?.clearing, theirs: of(later, 'stripe')?.owes }])
})
