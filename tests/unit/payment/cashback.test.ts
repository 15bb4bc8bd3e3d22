/** Cashback is a share of what was paid without points, whatever happens to that money in whatever order. */
import { describe, expect, it, vi } from 'vitest'

vi.hoisted(() => {
  process.env['CASHBACK_PERCENT'] = '5'
})

import { mangoPart, owedOf, post } from '~/modules/ledger/ledger.server'
import { refundOrder } from '~/modules/order/order.server'
import { checkNow } from '~/modules/payment/payment.server'
import { transferableOf } from '~/modules/wallet/wallet.server'
import { dayMs, hourMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import {
  ana,
  btc,
  card,
  clock,
  nextCustomer,
  paymentOf,
  preparePayments,
  providers,
  send,
  tellCard,
  tv,
} from '../../support/payments'
import { giveMango, givePoints, mangoOf, placed, runDue, statusOf, usd } from '../../support/shop'

preparePayments()

const entries = async (): Promise<string[]> =>
  (
    await db.ledgerEntry.findMany({
      where: { account: { userId: ana.userId, kind: 'wallet' }, type: 3 },
      orderBy: { seq: 'asc' },
    })
  ).map(({ amount }) => String(amount))
const cashback = async (): Promise<bigint> => (await entries()).reduce((all, one) => all + BigInt(one), 0n)
const spend = (mango: bigint) =>
  transact((tx) =>
    post(tx, { id: `spent/${makeId()}`, actor: 'test', ...mangoPart({ userId: ana.userId, mango, usd: mango }) }),
  )
/** An order paid by card. */
const paidByCard = async (): Promise<{ number: string; id: string }> => {
  const number = await placed(ana, tv, '12.5', { method: card })
  const id = await paymentOf(number)
  providers.card.pay(id)
  await checkNow(ana.userId, number)
  expect([await statusOf(number), await entries()]).toEqual([1, ['6250']])
  return { number, id }
}
type Said = 'inquiry' | 'open' | 'lost' | 'won'
const says = (id: string) => async (said: Said, moved: readonly string[], type: string) =>
  tellCard(providers.card.disputeEvent(providers.card.dispute(id, said, moved), `charge.dispute.${type}`))
/** Half of the purchased time is over. */
const useHalf = async (): Promise<void> => {
  const { startsAt, endsAt } = await db.servicePeriod.findFirstOrThrow({ where: { sn: ana.sn } })
  clock.advance((endsAt.getTime() - startsAt.getTime()) / 2)
}

describe('cashback of a late-paid order', () => {
  it('equals that of an order paid in time', async () => {
    const came: string[][] = []
    for (const wait of [0, hourMs]) {
      await nextCustomer()
      await givePoints(ana.userId, 250n)
      await giveMango(ana.userId, '4')
      const number = await placed(ana, tv, '12.5', { method: btc, useMango: true, points: 250n })
      clock.advance(wait)
      await runDue()
      expect(await statusOf(number)).toBe(wait > 0 ? 2 : 0)
      await send(await paymentOf(number), '3')
      expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.5000'])
      came.push(await entries())
    }
    // 5 % of 10.
    expect(came).toEqual([['5000'], ['5000']])
  })
})

describe('the waiting time of cashback', () => {
  const free = async () => {
    const { amount, later } = await transferableOf(ana.userId)
    return [amount, ...later.map((one) => [one.amount, (one.from.getTime() - clock.now().getTime()) / dayMs])]
  }
  it('is that of the card’s own money', async () => {
    await nextCustomer()
    await giveMango(ana.userId, '4')
    const { number } = await paidByCard()
    expect(await free()).toEqual([usd('4'), [6250n, 14]])
    // A refund takes back its share, which then no longer waits.
    await refundOrder({ userId: 'operator', why: 'the test asks' }, { number, amount: 62_500n, to: 'provider' })
    expect(await free()).toEqual([usd('4'), [3125n, 14]])
    clock.advance(14 * dayMs)
    expect(await free()).toEqual([usd('4') + 3125n])
  })
  it('is zero when the order was paid another way', async () => {
    await nextCustomer()
    const number = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(number), '6.25')
    expect(await entries()).toEqual(['6250'])
    expect(await free()).toEqual([6250n])
  })
})

describe('cashback of an order whose payment a bank takes back', () => {
  for (const more of ['0', '0.1', '40'])
    it(`is reversed, frozen or not, if the wallet has ${more} besides`, async () => {
      if (more !== '0') await giveMango(ana.userId, more)
      const { number, id } = await paidByCard()
      const say = says(id)
      await say('inquiry', [], 'created')
      expect(await cashback()).toBe(6250n)
      await say('open', [], 'updated')
      for (let times = 1; times <= 2; times++) await say('open', ['-12.5'], 'funds_withdrawn')
      await say('lost', ['-12.5'], 'closed')
      expect([await statusOf(number), await cashback()]).toEqual([6, 0n])
      expect([await mangoOf(ana.userId), await owedOf(ana.userId)]).toEqual([Number(more).toFixed(4), 0n])
    })
  it('is reversed before a debt is paid from the frozen amount', async () => {
    await giveMango(ana.userId, '1')
    const { id } = await paidByCard()
    await useHalf()
    const say = says(id)
    await say('open', [], 'created')
    await say('open', ['-12.5'], 'funds_withdrawn')
    // Half of the price was used: 6.25 are owed, for which the customer's own Mango stays frozen.
    expect([await cashback(), await mangoOf(ana.userId), await owedOf(ana.userId)]).toEqual([0n, '0.0000', 52_500n])
    await say('lost', ['-12.5'], 'closed')
    expect([await cashback(), await mangoOf(ana.userId), await owedOf(ana.userId)]).toEqual([0n, '0.0000', 52_500n])
  })
  it('leaves no debt when it was spent', async () => {
    const { id } = await paidByCard()
    await spend(6000n)
    await says(id)('lost', ['-12.5'], 'closed')
    expect([await entries(), await owedOf(ana.userId)]).toEqual([['6250', '-250'], 0n])
  })
  it('is reversed with a refund too, while the wallet is frozen for a claim', async () => {
    const { number, id } = await paidByCard()
    const say = says(id)
    await say('open', [], 'created')
    expect(await mangoOf(ana.userId)).toBe('0.0000')
    const refunded = { number, amount: usd('5'), to: 'provider' } as const
    expect(await refundOrder({ userId: 'operator', why: 'the test asks' }, refunded)).toMatchObject({ ok: true })
    expect(await cashback()).toBe(3750n)
    await say('won', [], 'closed')
    expect([await cashback(), await mangoOf(ana.userId)]).toEqual([3750n, '0.3750'])
  })
  it('stays when the bank never took the money', async () => {
    const { number, id } = await paidByCard()
    const say = says(id)
    await say('open', [], 'created')
    await say('won', [], 'closed')
    expect([await statusOf(number), await cashback(), await mangoOf(ana.userId)]).toEqual([1, 6250n, '0.6250'])
  })
  it('is paid again on the amount still charged, when the dispute is won', async () => {
    const { number, id } = await paidByCard()
    await useHalf()
    const say = says(id)
    await say('open', ['-12.5'], 'funds_withdrawn')
    expect(await cashback()).toBe(0n)
    for (let times = 1; times <= 2; times++) await say('won', ['-12.5', '12.5'], 'funds_reinstated')
    // Half of the price is Mango now, the other half was used: 5 % of that.
    expect([await statusOf(number), await entries()]).toEqual([6, ['6250', '-6250', '3125']])
    expect([await mangoOf(ana.userId), await owedOf(ana.userId)]).toEqual(['6.5625', 0n])
  })
  it('is not paid again when all of the money came back', async () => {
    const { id } = await paidByCard()
    const say = says(id)
    await say('open', ['-12.5'], 'funds_withdrawn')
    await say('won', ['-12.5', '12.5'], 'funds_reinstated')
    expect([await cashback(), await mangoOf(ana.userId)]).toEqual([0n, '12.5000'])
  })
})
