/** Cashback is credited with its order and reversed with its refunds, exactly. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

vi.hoisted(() => {
  process.env['CASHBACK_PERCENT'] = '5'
})

import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { balanceOf, house, mangoPart, post } from '~/modules/ledger/ledger.server'
import { orderTexts, refundOrder } from '~/modules/order/order.server'
import { connectPayment } from '~/modules/payment/payment.server'
import { listTransactions, openWallet, setWalletState } from '~/modules/wallet/wallet.server'
import { closeDatabase, db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { orderMessageTexts } from '~/web/order/order-message.server'
import { whileWriteFails } from '../../support/failing-writes'
import { contentOf } from '../../support/refused-writes'
import {
  expectBooks,
  giveMango,
  givePoints,
  makeCustomer,
  mangoOf,
  order,
  placed,
  runDue,
  sell,
  startClock,
  tellOwners,
  usd,
  type Customer,
} from '../../support/shop'

const by = { userId: 'operator', why: 'the test asks' }
const mangoMethod = 100
let clock: ReturnType<typeof startClock>
let undo: (() => void)[] = []
let tv: string
let ana: Customer
const refund = (number: string, amount: string) => refundOrder(by, { number, amount: usd(amount), to: 'wallet' })
const entries = async (): Promise<string[]> =>
  (
    await db.ledgerEntry.findMany({
      where: { account: { userId: ana.userId, kind: 'wallet' }, type: 3 },
      orderBy: { seq: 'asc' },
    })
  ).map(({ amount }) => String(amount))

beforeAll(async () => {
  connectEntitlement()
  undo.push(connectPayment(), orderTexts.provide(orderMessageTexts), tellOwners())
  tv = await sell('cash-tv', ['tv', 'epg'], { price: '12.5' })
})
beforeEach(async () => {
  clock = startClock()
  ana = await makeCustomer()
  await giveMango(ana.userId, '12.5')
})
afterEach(async () => {
  clock.stop()
  await expectBooks()
})
afterAll(async () => {
  for (const one of undo) one()
  undo = []
  await closeDatabase()
})

describe('cashback', () => {
  it('is named in its owner’s statement when it is taken back', async () => {
    const number = await placed(ana, tv, '12.5', { method: mangoMethod })
    await refund(number, '10')
    const { items } = await listTransactions(
      ana.userId,
      { type: 3, direction: null, from: null, before: null },
      { size: 10 },
    )
    expect(items.map(({ what, takesBack, amount }) => [what, takesBack, amount])).toEqual([
      ['cashback', true, -5000n],
      ['cashback', false, 6250n],
    ])
  })
  it('is credited with the order, on the amount not paid with points, and announced', async () => {
    await givePoints(ana.userId, 250n)
    await placed(ana, tv, '12.5', { method: mangoMethod, useMango: true, points: 250n })
    // 5 % of 10.
    expect(await entries()).toEqual(['5000'])
    expect(await mangoOf(ana.userId)).toBe('3.0000')
    await runDue()
    const [told] = await db.messageText.findMany({ where: { language: 'en', message: { userId: ana.userId } } })
    expect(told?.text.replaceAll(/[\u2066-\u2069]/g, '')).toContain('Cashback: 0.5000 Mango is in your wallet.')
  })
  it('is reversed with refunds, in parts as in one', async () => {
    const number = await placed(ana, tv, '12.5', { method: mangoMethod, useMango: true })
    expect(await mangoOf(ana.userId)).toBe('0.6250')
    for (const part of ['0.0003', '4', '8.4997']) expect(await refund(number, part)).toMatchObject({ ok: true })
    // The parts add up to exactly what was credited, however they are cut.
    expect((await entries()).reduce((sum, one) => sum + BigInt(one), 0n)).toBe(0n)
    expect(await entries()).toEqual(['6250', '-2000', '-4250'])
    expect(await mangoOf(ana.userId)).toBe('12.5000')
    // What the customer sees: 7 given, 2 bought, 3 cashback, 5 given back.
    const seen = await db.ledgerEntry.findMany({
      where: { account: { userId: ana.userId, kind: 'wallet' } },
      orderBy: { seq: 'asc' },
    })
    expect(seen.map(({ type }) => type)).toEqual([7, 2, 3, 5, 5, 3, 5, 3])
    await runDue()
    const told = await db.messageText.findMany({ where: { language: 'en', message: { userId: ana.userId } } })
    expect(told.filter(({ text }) => text.includes('Its cashback of'))).toHaveLength(2)
    expect((await balanceOf(house('promotion'))).balance).toBeLessThan(0n)
  })
  it('that was spent is reversed as far as the balance allows, and leaves no debt', async () => {
    const number = await placed(ana, tv, '12.5', { method: mangoMethod, useMango: true })
    const spend = (mango: bigint) =>
      transact((tx) =>
        post(tx, { id: `spent/${makeId()}`, actor: 'test', ...mangoPart({ userId: ana.userId, mango, usd: mango }) }),
      )
    await spend(6000n)
    // A refund to the wallet always brings enough for its own share.
    expect(await refund(number, '0.01')).toMatchObject({ ok: true })
    expect(await entries()).toEqual(['6250', '-5'])
    expect(await mangoOf(ana.userId)).toBe('0.0345')
  })
  it('moves with its order or not at all, whichever write fails', async () => {
    const tables = [
      'LedgerAccount',
      'LedgerEntry',
      'LedgerTransfer',
      'LedgerHold',
      'Order',
      'PaymentPart',
      'OrderRefund',
    ]
    const failEach = async (act: () => Promise<unknown>): Promise<void> => {
      const seen = new Set([await contentOf(tables)])
      for (let n = 1; n <= 200; n++) {
        const { hasFailed } = await whileWriteFails(n, act)
        seen.add(await contentOf(tables))
        expect(seen.size, `half an effect, when its write ${n} failed`).toBeLessThanOrEqual(2)
        if (!hasFailed) return
      }
    }
    await failEach(() => order(ana, tv, '12.5', { method: mangoMethod, useMango: true, batch: 'pay-with-failures' }))
    expect(await mangoOf(ana.userId)).toBe('0.6250')
    const { number } = await db.order.findFirstOrThrow({ where: { userId: ana.userId } })
    await failEach(() => refundOrder(by, { number, amount: usd('12.5'), to: 'wallet', batch: 'refund-with-failures' }))
    expect(await mangoOf(ana.userId)).toBe('12.5000')
  })
})

describe('a frozen wallet', () => {
  it('pays no order until it is reopened', async () => {
    await openWallet(ana.userId)
    await setWalletState(by, { userId: ana.userId, state: 'frozen', reason: 'we look at it' })
    const asked = { method: mangoMethod, useMango: true }
    expect(await order(ana, tv, '12.5', asked)).toMatchObject({
      code: 'MC1013',
      field: 'method',
      data: { state: 'frozen', reason: 'we look at it' },
    })
    expect(await mangoOf(ana.userId)).toBe('12.5000')
    await setWalletState(by, { userId: ana.userId, state: 'open', reason: null })
    expect(await order(ana, tv, '12.5', asked)).toMatchObject({ ok: true, value: { status: 1 } })
  })
})
