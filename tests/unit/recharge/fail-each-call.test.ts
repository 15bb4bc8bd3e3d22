/**
 * Fails each write of every recharge action, and each provider call or its answer: nothing is ever half done, and
 * repeating the action completes it.
 */
import { describe, expect, it } from 'vitest'
import { checkNow, chooseRechargePayment, paymentQueues, takeCallback } from '~/modules/payment/payment.server'
import { cancelRecharge, createRecharge } from '~/modules/recharge/recharge.server'
import { openWallet } from '~/modules/wallet/wallet.server'
import { minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { whileWriteFails } from '../../support/failing-writes'
import { ana, btc, card, clock, due, preparePayments, providers, tellCard } from '../../support/payments'
import { contentOf } from '../../support/refused-writes'
import { mangoOf, usd } from '../../support/shop'

preparePayments()

const moneyTables = ['LedgerAccount', 'LedgerEntry', 'LedgerHold', 'LedgerTransfer', 'Deposit', 'Dispute']
/** More writes than any of these actions makes. */
const most = 200
/** Does the action with its N-th write failing, for every N. `steps`: after how many transactions that move money. */
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
/** Processes the inbox, including events that have just failed. */
const workOnInbox = async (): Promise<void> => {
  const waiting = { state: { in: ['new', 'waiting'] } }
  await db.providerEvent.updateMany({ where: waiting, data: { nextTryAt: new Date(0) } })
  for (const queue of paymentQueues.filter(({ name }) => name === 'payment-events')) await queue.runDue()
}
const ask = (method: number) =>
  createRecharge({ userId: ana.userId, amount: usd('50'), method, batch: 'the-one-batch' })
const asked = async (method: number): Promise<{ number: string; id: string }> => {
  await openWallet(ana.userId)
  const done = await ask(method)
  if (!done.ok) throw new Error(done.code)
  const { number } = done.value
  const attempt = await db.paymentAttempt.findFirstOrThrow({ where: { recharge: { number } } })
  return { number, id: attempt.providerId ?? '' }
}
const statusOf = async (number: string): Promise<number> =>
  (await db.recharge.findUniqueOrThrow({ where: { number } })).status

describe('an action whose N-th write fails has no half effect, and its repetition completes:', () => {
  it('a recharge request: one recharge, with one payment', async () => {
    await openWallet(ana.userId)
    expect(await failEach(() => ask(btc), 0)).toBeGreaterThan(5)
    // When its payment could not be begun the recharge exists, and its page offers that again.
    const [row] = await db.recharge.findMany({ where: { userId: ana.userId } })
    expect(await chooseRechargePayment(ana.userId, row?.number ?? '', { method: btc })).toMatchObject({ ok: true })
    const rows = await db.recharge.findMany({ where: { userId: ana.userId }, include: { attempts: true } })
    expect(rows.map(({ status, attempts }) => [status, attempts.length])).toEqual([[0, 1]])
    expect(providers.payments.size).toBe(1)
  })
  it('a deposit', async () => {
    const { number, id } = await asked(btc)
    providers.coin.see(id, '25')
    providers.coin.confirm(id)
    const { raw, signature } = providers.coin.callback(id)
    await takeCallback('nowpayments', raw, signature)
    expect(await failEach(workOnInbox)).toBeGreaterThan(10)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
  })
  it('a card payment', async () => {
    const { number, id } = await asked(card)
    providers.card.pay(id)
    const raw = providers.card.event(id, 'checkout.session.completed')
    await takeCallback('stripe', raw, providers.card.sign(raw))
    expect(await failEach(workOnInbox)).toBeGreaterThan(10)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
  })
  it('a refund on the provider’s own page', async () => {
    const { number, id } = await asked(card)
    providers.card.pay(id)
    await checkNow(ana.userId, number, 'recharge')
    const raw = providers.card.refund(id, '50')
    await takeCallback('stripe', raw, providers.card.sign(raw))
    expect(await failEach(workOnInbox)).toBeGreaterThan(5)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '0.0000'])
  })
  it('a lost dispute', async () => {
    const { number, id } = await asked(card)
    providers.card.pay(id)
    await checkNow(ana.userId, number, 'recharge')
    const raw = providers.card.disputeEvent(providers.card.dispute(id, 'lost', ['-50']), 'charge.dispute.closed')
    await takeCallback('stripe', raw, providers.card.sign(raw))
    expect(await failEach(workOnInbox)).toBeGreaterThan(5)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '0.0000'])
  })
  it('a cancellation', async () => {
    const { number } = await asked(card)
    expect(await failEach(() => cancelRecharge(ana.userId, number), 0)).toBeGreaterThan(3)
    expect(await statusOf(number)).toBe(2)
    expect(await db.auditEntry.count({ where: { action: 'recharge.cancel', actor: ana.userId } })).toBe(1)
  })
})

describe('a lost N-th provider call or answer makes no second payment, and the money comes once:', () => {
  const loseNth = (n: number, loss: 'call' | 'answer') => {
    let calls = 0
    providers.state.before = () => {
      providers.state.loss = ++calls === n ? loss : null
      return Promise.resolve()
    }
  }
  for (const loss of ['call', 'answer'] as const)
    for (const [name, method] of [
      ['coin', btc],
      ['card', card],
    ] as const)
      for (const n of [1, 2, 3, 4])
        it(`${name}, ${loss} ${n}`, async () => {
          await openWallet(ana.userId)
          loseNth(n, loss)
          const done = await ask(method)
          const number = done.ok ? done.value.number : ''
          clock.advance(minuteMs)
          await due()
          const open = await db.paymentAttempt.findFirstOrThrow({ where: { recharge: { number } } })
          expect(providers.payments.size + providers.sessions.size, 'at most one at the provider').toBeLessThanOrEqual(
            1,
          )
          if (open.providerId === null) return expect(await statusOf(number)).toBe(0)
          if (method === btc) {
            providers.coin.see(open.providerId, '25')
            providers.coin.confirm(open.providerId)
          } else {
            providers.card.pay(open.providerId)
            await tellCard(providers.card.event(open.providerId, 'checkout.session.completed'))
          }
          for (let look = 0; look < 6; look++) {
            clock.advance(2 * minuteMs)
            await due()
          }
          expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
        })
})
