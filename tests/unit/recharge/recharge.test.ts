/** Recharges from request to Mango, whatever payers, providers and banks do. */
import { describe, expect, it } from 'vitest'
import { balanceOf, expireHolds, listEntries, owedOf, receivable, wallet } from '~/modules/ledger/ledger.server'
import {
  applyDeposit,
  askForAddress,
  checkNow,
  chooseRechargePayment,
  creditDeposit,
  giveAddress,
  listForPerson,
  rechargePage,
  returnDeposit,
} from '~/modules/payment/payment.server'
import {
  cancelRecharge,
  createRecharge,
  listRecharges,
  openRechargeOf,
  rechargeDetails,
  rechargeForOrder,
  rechargeTexts,
  tellOfRecharge,
  type RechargeInput,
} from '~/modules/recharge/recharge.server'
import { cancelOrder, refundOrder } from '~/modules/order/order.server'
import { rechargeAmount } from '~/modules/recharge/typed-amount.schema'
import { countUnread } from '~/modules/message/message.server'
import { openWallet, setWalletState } from '~/modules/wallet/wallet.server'
import { rechargeMessageTexts } from '~/web/wallet/recharge-message.server'
import { dayMs, minuteMs } from '~/platform/clock.server'
import { clearOldKeys } from '~/platform/idempotency.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import {
  ana,
  btc,
  card,
  clock,
  due,
  nextCustomer,
  preparePayments,
  providers,
  tellCard,
  tellCoin,
  tv,
} from '../../support/payments'
import { giveMango, mangoOf, placed, runDue, usd } from '../../support/shop'

preparePayments()

/** Requests 50 USD unless stated otherwise. */
const ask = async (more: Partial<RechargeInput> = {}) => {
  await openWallet(ana.userId)
  return createRecharge({ userId: ana.userId, amount: usd('50'), method: btc, ...more })
}
const asked = async (more: Partial<RechargeInput> = {}): Promise<string> => {
  const done = await ask(more)
  if (!done.ok) throw new Error(JSON.stringify(done))
  expect(done.value.problem).toBeNull()
  return done.value.number
}
const rowOf = (number: string) => db.recharge.findUniqueOrThrow({ where: { number } })
const statusOf = async (number: string): Promise<number> => (await rowOf(number)).status
const paymentOf = async (number: string): Promise<string> =>
  (
    await db.paymentAttempt.findFirstOrThrow({
      where: { recharge: { number } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    })
  ).providerId ?? ''
const pageOf = async (number: string) => {
  const page = await rechargePage(ana.userId, number)
  if (!page.ok) throw new Error(page.code)
  return page.value
}
const send = async (id: string, amount: string): Promise<void> => {
  providers.coin.see(id, amount)
  providers.coin.confirm(id)
  await tellCoin(id)
}
const resultsOf = async (number: string) =>
  (await db.deposit.findMany({ where: { attempt: { recharge: { number } } }, orderBy: { at: 'asc' } })).map(
    ({ usd: worth, result }) => [worth, result],
  )
/** Types and amounts of the wallet's entries, the newest first. */
const entriesOf = async () =>
  (
    await db.ledgerEntry.findMany({
      where: { account: { kind: 'wallet', userId: ana.userId } },
      orderBy: { seq: 'desc' },
    })
  ).map(({ type, amount }) => [type, amount])
const payByCard = async (number: string): Promise<string> => {
  const id = await paymentOf(number)
  providers.card.pay(id)
  await tellCard(providers.card.event(id, 'checkout.session.completed'))
  return id
}

describe('a recharge can be requested', () => {
  it('with an opened wallet only', async () => {
    expect(await createRecharge({ userId: ana.userId, amount: usd('50'), method: btc })).toMatchObject({
      code: 'MC1000',
    })
    await openWallet(ana.userId)
    await db.wallet.update({ where: { userId: ana.userId }, data: { state: 'closed' } })
    expect(await ask()).toMatchObject({ code: 'MC1013' })
    await db.wallet.update({ where: { userId: ana.userId }, data: { state: 'frozen' } })
    expect(await ask()).toMatchObject({ ok: true })
  })
  it('once per key, even when the keys of other actions are forgotten', async () => {
    await openWallet(ana.userId)
    const first = await ask({ batch: 'the-batch-of-this-recharge' })
    for (const after of [31, 365]) {
      clock.advance(after * dayMs)
      await clearOldKeys()
      const again = await ask({ batch: 'the-batch-of-this-recharge' })
      expect(again).toMatchObject({ ok: true, value: first.ok ? { number: first.value.number } : {} })
    }
    expect(await db.recharge.count({ where: { userId: ana.userId } })).toBe(1)
  })
  it('within its method’s limits, in whole cents', async () => {
    for (const [method, amount, code] of [
      [card, '9.99', 'OP10012'],
      [card, '5000.01', 'OP10012'],
      [btc, '9.99', 'OP10012'],
      [btc, '30000.01', 'OP10012'],
      [btc, '50.001', 'OP10012'],
      [100, '50', 'OP1001'],
      [101, '50', 'OP1001'],
      [0, '50', 'OP1001'],
      [999, '50', 'OP1001'],
    ] as const)
      expect(await ask({ method, amount: usd(amount) }), `${method} ${amount}`).toMatchObject({ ok: false, code })
    expect(await ask({ method: card, amount: usd('5000.01') })).toMatchObject({
      data: { least: '10.00', most: '5000.00' },
    })
    expect(await ask({ method: card, amount: usd('5000') })).toMatchObject({ ok: true })
    await nextCustomer()
    expect(await ask({ amount: usd('30000') })).toMatchObject({ ok: true })
    expect(await db.recharge.count({ where: { userId: ana.userId } })).toBe(1)
  })
  it('with any typed amount: negative and huge ones are outside the method’s limits', async () => {
    for (const text of ['0', '-10', '99999999999', '50.00001']) {
      const amount = rechargeAmount.parse(text)
      const data = { least: '10.00', most: '5000.00' }
      expect(await ask({ amount, method: card }), text).toMatchObject({ code: 'OP10012', data })
    }
    for (const text of ['', '1e3', 'ten']) expect(rechargeAmount.safeParse(text).success, text).toBe(false)
  })
  it('from its coin’s minimum, where that is higher', async () => {
    providers.state.minimum = '17.123'
    expect(await ask({ amount: usd('17.12') })).toMatchObject({ code: 'OP10012', data: { least: '17.13' } })
    expect(await ask({ amount: usd('17.13') })).toMatchObject({ ok: true })
  })
  it('by a method that is switched on', async () => {
    await db.paymentMethod.create({ data: { method: btc, enabled: false } })
    expect(await ask()).toMatchObject({ code: 'OP1001', field: 'method' })
    await db.paymentMethod.deleteMany()
  })
  it('one at a time; the same batch returns the same one', async () => {
    const first = await asked({ batch: 'one' })
    expect(await asked({ batch: 'one' })).toBe(first)
    expect(await ask({ batch: 'one', amount: usd('60') })).toMatchObject({ code: 'A0409' })
    expect(await ask()).toMatchObject({ code: 'OP10013', data: { rechargeNumber: first } })
    providers.coin.see(await paymentOf(first), '25')
    await tellCoin(await paymentOf(first))
    expect(await ask()).toMatchObject({ code: 'OP10015', data: { context: 'recharge' } })
    expect(await db.recharge.count({ where: { userId: ana.userId } })).toBe(1)
  })
  it('by many at once, and one is made', async () => {
    await openWallet(ana.userId)
    const all = await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(providers.payments.size).toBe(1)
  })
  it('up to a daily limit, to which unpaid ones do not count', async () => {
    const first = await asked({ amount: usd('20000') })
    expect(await cancelRecharge(ana.userId, first)).toMatchObject({ ok: true })
    const second = await asked({ amount: usd('20000') })
    await send(await paymentOf(second), '10000')
    expect(await ask({ amount: usd('10000.01') })).toMatchObject({ code: 'MC1010', data: { left: '10000.00' } })
    expect(await ask({ amount: usd('10000') })).toMatchObject({ ok: true })
    clock.advance(dayMs + minuteMs)
    await due()
    expect(await ask({ amount: usd('30000') })).toMatchObject({ ok: true })
  })
  it('within that limit even when a wrong clock dated some ahead, by no more than a day', async () => {
    clock.advance(dayMs)
    await send(await paymentOf(await asked({ amount: usd('20000') })), '10000')
    clock.advance(-dayMs)
    expect(await ask({ amount: usd('20000') })).toMatchObject({ code: 'MC1010' })
    clock.advance(-1)
    expect(await ask({ amount: usd('20000') })).toMatchObject({ ok: true })
  })
  it('for one’s own order only', async () => {
    const own = await placed(ana, tv, '12.5')
    const number = await asked({ order: own })
    expect((await pageOf(number)).recharge.order).toEqual({ number: own, isOpen: true })
    await nextCustomer()
    expect(await ask({ order: own })).toMatchObject({ code: 'R1000', field: 'order' })
  })
})

describe('money for a recharge', () => {
  it('becomes Mango once, as a top-up, however often it is reported', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    expect(await pageOf(number)).toMatchObject({
      step: 'waiting',
      rest: '50.0000',
      attempt: { kind: 'coin', amount: '25' },
    })
    providers.coin.see(id, '25')
    await tellCoin(id)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([7, '0.0000'])
    providers.coin.confirm(id)
    await tellCoin(id)
    await tellCoin(id)
    await checkNow(ana.userId, number, 'recharge')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
    expect(await entriesOf()).toEqual([[4, 500_000n]])
    expect(await pageOf(number)).toMatchObject({ step: 'finished', recharge: { credited: '50.0000', acts: [] } })
    expect(await openRechargeOf(ana.userId)).toBeNull()
  })
  it('comes by card', async () => {
    const number = await asked({ method: card })
    const url = (await pageOf(number)).attempt
    expect(url).toMatchObject({ kind: 'card', amount: '50.0000' })
    await payByCard(number)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
  })
  it('is credited when short, without waiting for the rest, which is credited too', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    await send(id, '10')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([8, '20.0000'])
    expect(await openRechargeOf(ana.userId)).toBeNull()
    await tellCoin(providers.coin.further(id, '15'))
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
    expect(await resultsOf(number)).toEqual([
      [200_000n, 'credit'],
      [300_000n, 'credit'],
    ])
  })
  it('is credited when it is too much, double or late', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    await send(id, '30')
    expect(await mangoOf(ana.userId)).toBe('60.0000')
    await tellCoin(providers.coin.further(id, '25'))
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '110.0000'])
    const late = await asked()
    const lateId = await paymentOf(late)
    clock.advance(10 * minuteMs)
    await due()
    expect(await rowOf(late)).toMatchObject({ status: 2, reason: 'window-over', openKey: null })
    clock.advance(29 * dayMs)
    await send(lateId, '25')
    expect([await statusOf(late), await mangoOf(ana.userId)]).toEqual([1, '160.0000'])
  })
  it('in another coin waits for a person, who credits it', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    await tellCoin(providers.coin.further(id, '7', 'ltc'))
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([0, '0.0000'])
    const found = (await listForPerson()).find(
      ({ kind, rechargeNumber }) => kind === 'deposit' && rechargeNumber === number,
    )
    expect(found).toMatchObject({ reason: 'wrong-asset', orderNumber: null, amount: '7 ltc' })
    expect((await pageOf(number)).recharge.held).toMatchObject([{ state: 'looked-at', amount: '7' }])
    const by = { userId: 'operator', why: 'the test asks' }
    // The owner of a closed wallet couldn't reach the money.
    await setWalletState(by, { userId: ana.userId, state: 'closed', reason: 'as you asked' })
    expect(await creditDeposit(by, { depositId: found?.id ?? '', usd: null })).toMatchObject({
      code: 'MC1013',
      data: { context: 'user', state: 'closed' },
    })
    await setWalletState(by, { userId: ana.userId, state: 'open', reason: null })
    expect(await creditDeposit(by, { depositId: found?.id ?? '', usd: null })).toMatchObject({ ok: true })
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([8, '14.0000'])
    expect(await entriesOf()).toEqual([[4, 140_000n]])
    expect(await creditDeposit(by, { depositId: found?.id ?? '', usd: null })).toMatchObject({ code: 'A0409' })
  })
  it('of unknown worth waits for an operator, who applies it at a worth that they enter', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    clock.advance(11 * minuteMs)
    await due()
    providers.coin.see(id, '25')
    providers.coin.confirm(id)
    Object.assign(providers.payments.get(id) ?? {}, { actuallyPaidFiat: null })
    await tellCoin(id)
    const found = (await listForPerson()).find(
      ({ kind, rechargeNumber }) => kind === 'deposit' && rechargeNumber === number,
    )
    const by = { userId: 'operator', why: 'the test asks' }
    expect(await applyDeposit(by, { depositId: found?.id ?? '', usd: usd('48') })).toMatchObject({
      value: { result: 'credit', usd: '48.0000' },
    })
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([8, '48.0000'])
  })
  it('of unknown worth is limited to what one operator may give alone, by one operator’s word', async () => {
    const by = { userId: makeId(), why: 'the test asks' }
    const data = { id: by.userId, userName: by.userId, userNameKey: by.userId, passwordHash: '-', role: 'operator' }
    await db.user.create({ data: { ...data, createdAt: new Date('2026-01-01') } })
    const unknown = async (): Promise<string> => {
      await nextCustomer()
      const number = await asked()
      const other = providers.coin.further(await paymentOf(number), '7', 'ltc')
      Object.assign(providers.payments.get(other) ?? {}, { actuallyPaidFiat: null })
      await tellCoin(other)
      const { id } = await db.deposit.findFirstOrThrow({ where: { attempt: { recharge: { number } } } })
      return id
    }
    const depositId = await unknown()
    const over = { code: 'A0422', field: 'usd', data: { context: 'alone', most: '100.0000' } }
    for (const worth of ['1000000', '100.0001'])
      for (const act of [creditDeposit, applyDeposit])
        expect(await act(by, { depositId, usd: usd(worth) })).toMatchObject(over)
    expect(await mangoOf(ana.userId)).toBe('0.0000')
    expect(await applyDeposit(by, { depositId, usd: usd('100') })).toMatchObject({ ok: true })
    expect(await mangoOf(ana.userId)).toBe('100.0000')
    // Ten times that in a day, together with other grants given alone.
    const before = { id: 'given-before', kind: 'credit', currency: 'MANGO', total: usd('850'), isAlone: true }
    await db.operatorGrant.create({ data: { ...before, operatorId: by.userId, at: clock.now() } })
    const next = await unknown()
    expect(await creditDeposit(by, { depositId: next, usd: usd('51') })).toMatchObject({ data: { most: '50.0000' } })
    expect(await creditDeposit(by, { depositId: next, usd: usd('50') })).toMatchObject({ ok: true })
    expect(await mangoOf(ana.userId)).toBe('50.0000')
  })
  it('notifies nobody when it is worth less than the smallest unit', async () => {
    const number = await asked()
    const other = providers.coin.further(await paymentOf(number), '0.00001', 'ltc')
    Object.assign(providers.payments.get(other) ?? {}, { actuallyPaidFiat: '0.00002' })
    await tellCoin(other)
    const found = await db.deposit.findFirstOrThrow({ where: { attempt: { recharge: { number } } } })
    expect([found.result, found.usd]).toEqual(['credit', 0n])
    const waiting = (await listForPerson()).filter(({ rechargeNumber }) => rechargeNumber === number)
    expect([waiting, await mangoOf(ana.userId)]).toEqual([[], '0.0000'])
    expect(await creditDeposit({ userId: 'operator', why: 'x' }, { depositId: found.id, usd: 1n })).toMatchObject({
      code: 'A0409',
    })
  })
  it('goes back to an address of its customer when it can’t be credited', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    await tellCoin(providers.coin.further(id, '7', 'ltc'))
    const [held] = (await pageOf(number)).recharge.held
    const depositId = held?.id ?? ''
    const by = { userId: 'operator', why: 'the test asks' }
    await askForAddress(by, depositId)
    const address = 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'
    expect(await giveAddress(ana.userId, { depositId, address, tag: null })).toMatchObject({ ok: true })
    expect(await returnDeposit(by, { depositId, address, hash: 'h'.repeat(64) })).toMatchObject({ ok: true })
    expect((await pageOf(number)).recharge.held).toMatchObject([{ state: 'returned', address }])
    expect(await mangoOf(ana.userId)).toBe('0.0000')
  })
  it('pays debts first', async () => {
    const first = await asked({ method: card })
    const id = await payByCard(first)
    await db.wallet.findUniqueOrThrow({ where: { userId: ana.userId } })
    // All of it is spent, and then the bank takes it back.
    const number = await placed(ana, tv, '12.5', { method: 100 })
    expect(number).not.toBe('')
    await tellCard(providers.card.disputeEvent(providers.card.dispute(id, 'lost', ['-50']), 'charge.dispute.closed'))
    // The wallet had paid as much as it could.
    expect([await statusOf(first), await mangoOf(ana.userId), await owedOf(ana.userId)]).toEqual([
      6,
      '0.0000',
      usd('12.5'),
    ])
    const next = await asked({ amount: usd('20') })
    await send(await paymentOf(next), '10')
    expect([await mangoOf(ana.userId), await owedOf(ana.userId)]).toEqual(['7.5000', 0n])
    expect((await entriesOf()).slice(0, 2)).toEqual([
      [5, -125_000n],
      [4, 200_000n],
    ])
  })
})

describe('a reversal of a recharge', () => {
  it('by a dispute freezes the wallet, becomes a debt on withdrawal, and ends when it is won', async () => {
    const number = await asked({ method: card })
    const id = await payByCard(number)
    await tellCard(providers.card.disputeEvent(providers.card.dispute(id, 'open', []), 'charge.dispute.created'))
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '0.0000'])
    await tellCard(
      providers.card.disputeEvent(providers.card.dispute(id, 'open', ['-50']), 'charge.dispute.funds_withdrawn'),
    )
    expect([await statusOf(number), (await rowOf(number)).givenBack]).toEqual([6, usd('50')])
    expect((await balanceOf(receivable(ana.userId))).balance).toBe(-usd('50'))
    await tellCard(
      providers.card.disputeEvent(providers.card.dispute(id, 'won', ['-50', '50']), 'charge.dispute.funds_reinstated'),
    )
    expect([await statusOf(number), await mangoOf(ana.userId), (await rowOf(number)).givenBack]).toEqual([
      1,
      '50.0000',
      0n,
    ])
  })
  it('by a refund on the card provider’s page takes it from the wallet, each part once', async () => {
    const number = await asked({ method: card })
    const id = await payByCard(number)
    const first = providers.card.refund(id, '20')
    await tellCard(first)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '30.0000'])
    await tellCard(first)
    expect(await mangoOf(ana.userId)).toBe('30.0000')
    await placed(ana, tv, '12.5', { method: 100 })
    await tellCard(providers.card.refund(id, '30'))
    expect([await statusOf(number), await mangoOf(ana.userId), await owedOf(ana.userId)]).toEqual([
      6,
      '0.0000',
      usd('12.5'),
    ])
  })
  it('by a refund of the coin provider does too', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    await send(id, '25')
    providers.coin.say(id, 'refunded')
    await tellCoin(id)
    await tellCoin(id)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([6, '0.0000'])
    expect(await owedOf(ana.userId)).toBe(0n)
  })
})

/** Frozen money is spent on debts or is free, and no debt remains while something is free. */
describe('money released from a freeze pays debts first', () => {
  const claim = (id: string, kind: 'open' | 'won' | 'lost', moved: string[], type: string) =>
    tellCard(providers.card.disputeEvent(providers.card.dispute(id, kind, moved), `charge.dispute.${type}`))
  const stands = async () => ({
    free: await mangoOf(ana.userId),
    owed: await owedOf(ana.userId),
    receivable: -(await balanceOf(receivable(ana.userId))).balance,
  })
  const recharged = async (amount: string): Promise<string> => {
    const number = await asked({ method: card, amount: usd(amount) })
    return payByCard(number)
  }
  const claimed = async (): Promise<string> => {
    const id = await recharged('50')
    await claim(id, 'open', ['-50'], 'funds_withdrawn')
    expect(await stands()).toEqual({ free: '0.0000', owed: 0n, receivable: usd('50') })
    return id
  }

  it('when a dispute is won and another payment was refunded meanwhile', async () => {
    const byCard = await recharged('30')
    const byCoin = await asked({ amount: usd('40') })
    await send(await paymentOf(byCoin), '20')
    await giveMango(ana.userId, '1.5')
    for (let n = 0; n < 3; n++) await placed(ana, tv, '12.5', { method: 100 })
    expect(await mangoOf(ana.userId)).toBe('34.0000')
    await claim(byCard, 'open', ['-30'], 'funds_withdrawn')
    providers.coin.say(await paymentOf(byCoin), 'refunded')
    await tellCoin(await paymentOf(byCoin))
    expect(await stands()).toEqual({ free: '0.0000', owed: usd('36'), receivable: usd('66') })
    await claim(byCard, 'won', ['-30', '30'], 'funds_reinstated')
    expect(await stands()).toEqual({ free: '0.0000', owed: usd('6'), receivable: usd('6') })
    rechargeTexts.provide(rechargeMessageTexts)
    await runDue([tellOfRecharge])
    const told = await db.message.findMany({ where: { userId: ana.userId }, include: { texts: true } })
    expect(JSON.stringify(told)).toContain('of it paid what you owed')
  })
  it('when it is won without money having moved', async () => {
    const byCard = await recharged('30')
    const byCoin = await asked({ amount: usd('40') })
    await send(await paymentOf(byCoin), '20')
    for (let n = 0; n < 2; n++) await placed(ana, tv, '12.5', { method: 100 })
    await claim(byCard, 'open', [], 'created')
    providers.coin.say(await paymentOf(byCoin), 'refunded')
    await tellCoin(await paymentOf(byCoin))
    expect((await stands()).receivable).toBe(usd('30'))
    await claim(byCard, 'won', [], 'closed')
    expect(await stands()).toEqual({ free: '5.0000', owed: 0n, receivable: 0n })
  })
  it('when it expires, and a dispute lost afterwards takes nothing more', async () => {
    const id = await claimed()
    clock.advance(120 * dayMs + minuteMs)
    await expireHolds()
    expect(await stands()).toEqual({ free: '0.0000', owed: 0n, receivable: 0n })
    await claim(id, 'lost', ['-50'], 'closed')
    expect(await stands()).toEqual({ free: '0.0000', owed: 0n, receivable: 0n })
  })
  it('when it expired before the withdrawal; a loss then takes what is there', async () => {
    const id = await recharged('50')
    await claim(id, 'open', [], 'created')
    clock.advance(120 * dayMs + minuteMs)
    await expireHolds()
    expect(await stands()).toEqual({ free: '50.0000', owed: 0n, receivable: 0n })
    await placed(ana, tv, '12.5', { method: 100 })
    await claim(id, 'lost', ['-50'], 'closed')
    expect(await stands()).toEqual({ free: '0.0000', owed: usd('12.5'), receivable: usd('12.5') })
  })
  it('when it is lost after the expiry and no job has run', async () => {
    const id = await claimed()
    clock.advance(120 * dayMs + minuteMs)
    await claim(id, 'lost', ['-50'], 'closed')
    expect(await stands()).toEqual({ free: '0.0000', owed: 0n, receivable: 0n })
  })
  it('when it has expired and no job has run: the next recharge pays, and the frozen amount the rest', async () => {
    await claimed()
    clock.advance(120 * dayMs + minuteMs)
    expect(await owedOf(ana.userId)).toBe(usd('50'))
    await recharged('20')
    expect(await stands()).toEqual({ free: '0.0000', owed: usd('30'), receivable: usd('30') })
    await expireHolds()
    expect(await stands()).toEqual({ free: '20.0000', owed: 0n, receivable: 0n })
  })
  it('and a bank that reinstates after the expiry returns what the wallet has paid', async () => {
    const id = await claimed()
    clock.advance(120 * dayMs + minuteMs)
    await expireHolds()
    await claim(id, 'won', ['-50', '50'], 'funds_reinstated')
    expect(await stands()).toEqual({ free: '50.0000', owed: 0n, receivable: 0n })
  })
  it('and what comes between the claim and the withdrawal is frozen with it', async () => {
    const id = await recharged('30')
    for (let n = 0; n < 2; n++) await placed(ana, tv, '12.5', { method: 100 })
    await claim(id, 'open', [], 'created')
    await recharged('20')
    expect((await stands()).free).toBe('20.0000')
    await claim(id, 'open', ['-30'], 'funds_withdrawn')
    expect(await stands()).toEqual({ free: '0.0000', owed: usd('5'), receivable: usd('30') })
    await claim(id, 'lost', ['-30'], 'closed')
    expect(await stands()).toEqual({ free: '0.0000', owed: usd('5'), receivable: usd('5') })
  })
  it('and so does the hold of a cancelled order', async () => {
    const id = await recharged('10')
    const order = await placed(ana, tv, '12.5', { method: card, useMango: true })
    expect((await balanceOf(wallet(ana.userId))).held).toBe(usd('10'))
    await claim(id, 'open', ['-10'], 'funds_withdrawn')
    expect(await stands()).toEqual({ free: '0.0000', owed: usd('10'), receivable: usd('10') })
    expect(await cancelOrder(ana.userId, order)).toMatchObject({ ok: true })
    expect(await stands()).toEqual({ free: '0.0000', owed: 0n, receivable: 0n })
  })
  it('and so does a refund of an order to the wallet', async () => {
    const id = await recharged('30')
    const order = await placed(ana, tv, '12.5', { method: 100 })
    await claim(id, 'lost', ['-30'], 'closed')
    expect((await stands()).owed).toBe(usd('12.5'))
    await refundOrder({ userId: 'operator', why: 'asked' }, { number: order, amount: usd('10'), to: 'wallet' })
    expect(await stands()).toEqual({ free: '0.0000', owed: usd('2.5'), receivable: usd('2.5') })
  })
})

describe('a recharge is ended', () => {
  it('by its customer, whose later money is credited anyway', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    expect(await cancelRecharge(ana.userId, number)).toMatchObject({ ok: true })
    expect(await rowOf(number)).toMatchObject({ status: 2, reason: 'cancelled', openKey: null })
    expect(await cancelRecharge(ana.userId, number)).toMatchObject({ code: 'OP10014' })
    await send(id, '25')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
  })
  it('not while a payment is under way, nor when its provider knows that it is paid', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    providers.coin.see(id, '25')
    await tellCoin(id)
    expect(await cancelRecharge(ana.userId, number)).toMatchObject({ code: 'OP10015', data: { context: 'recharge' } })
    providers.coin.confirm(id)
    await tellCoin(id)
    expect(await cancelRecharge(ana.userId, number)).toMatchObject({ code: 'OP10014' })
    const other = await asked({ method: card })
    providers.card.pay(await paymentOf(other))
    expect(await cancelRecharge(ana.userId, other)).toMatchObject({ code: 'OP10014' })
    expect([await statusOf(other), await mangoOf(ana.userId)]).toEqual([1, '100.0000'])
  })
  it('by the operator, even while a payment is under way: later money is credited anyway', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    providers.coin.see(id, '25')
    await tellCoin(id)
    expect(await statusOf(number)).toBe(7)
    const by = { userId: 'operator', why: 'it was never confirmed' }
    expect(await cancelRecharge(ana.userId, number, by)).toMatchObject({ ok: true })
    const { id: subject, ...row } = await rowOf(number)
    expect(row).toMatchObject({ status: 2, reason: 'cancelled', openKey: null })
    expect(await db.auditEntry.findMany({ where: { subject } })).toMatchObject([
      { action: 'recharge.cancel', actor: 'operator', detail: expect.stringContaining(by.why) as string },
    ])
    providers.coin.confirm(id)
    await tellCoin(id)
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
  })
  it('not while its provider is silent; it is then 5 and can be cancelled again', async () => {
    const number = await asked({ method: card })
    providers.state.loss = 'call'
    expect(await cancelRecharge(ana.userId, number)).toMatchObject({ code: 'P1002' })
    expect(await statusOf(number)).toBe(5)
    providers.state.loss = null
    expect(await cancelRecharge(ana.userId, number)).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(2)
  })
  it('by its owner only', async () => {
    const number = await asked()
    const { userId } = ana
    await nextCustomer()
    expect(await cancelRecharge(ana.userId, number)).toMatchObject({ code: 'R1000' })
    expect(await rechargePage(ana.userId, number)).toMatchObject({ code: 'R1000' })
    expect(await checkNow(ana.userId, number, 'recharge')).toMatchObject({ code: 'R1000' })
    expect(await chooseRechargePayment(ana.userId, number, { method: btc })).toMatchObject({ code: 'R1000' })
    expect((await listRecharges(ana.userId, {}, { page: 1, size: 10 })).total).toBe(0)
    expect((await listRecharges(userId, { number: number.slice(0, 12) }, { page: 1, size: 10 })).total).toBe(1)
  })
  it('with its time, or waits again, when a seen payment is gone', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    providers.coin.see(id, '25')
    await tellCoin(id)
    clock.advance(11 * minuteMs)
    await due()
    expect(await statusOf(number)).toBe(7)
    providers.coin.unsee(id)
    await tellCoin(id)
    await due()
    expect(await statusOf(number)).toBe(2)
  })
})

describe('the payment methods of one recharge', () => {
  it('can be changed while it is unpaid, to another that accepts its amount', async () => {
    const number = await asked({ amount: usd('6000') })
    expect((await pageOf(number)).methods.map(({ kind }) => kind)).not.toContain('card')
    expect(await chooseRechargePayment(ana.userId, number, { method: card })).toMatchObject({ code: 'OP10012' })
    expect(await chooseRechargePayment(ana.userId, number, { method: 100 })).toMatchObject({ code: 'OP1001' })
    clock.advance(1000)
    expect(await chooseRechargePayment(ana.userId, number, { method: 5 })).toMatchObject({ ok: true })
    expect(await rowOf(number)).toMatchObject({ method: 5 })
    expect((await pageOf(number)).attempt).toMatchObject({ method: 5 })
  })
  it('each pay it: what comes by the first one is credited too, once each', async () => {
    const number = await asked()
    const first = await paymentOf(number)
    clock.advance(1000)
    await chooseRechargePayment(ana.userId, number, { method: card })
    const second = await payByCard(number)
    expect(second).not.toBe(first)
    await send(first, '25')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '100.0000'])
  })
  it('can be replaced after one has failed', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    providers.coin.say(id, 'failed')
    await tellCoin(id)
    expect(await statusOf(number)).toBe(4)
    expect(await chooseRechargePayment(ana.userId, number, { method: btc })).toMatchObject({ ok: true })
    expect(await statusOf(number)).toBe(0)
    await send(await paymentOf(number), '25')
    expect(await mangoOf(ana.userId)).toBe('50.0000')
  })
  it('include one whose answer the provider lost, which is matched', async () => {
    providers.state.loss = 'answer'
    await openWallet(ana.userId)
    const done = await createRecharge({ userId: ana.userId, amount: usd('50'), method: btc })
    const number = done.ok ? done.value.number : ''
    expect(await pageOf(number)).toMatchObject({ step: 'waiting', attempt: null })
    providers.state.loss = null
    clock.advance(20_000)
    await due()
    expect((await pageOf(number)).attempt).toMatchObject({ kind: 'coin' })
    await send(await paymentOf(number), '25')
    expect([await statusOf(number), await mangoOf(ana.userId)]).toEqual([1, '50.0000'])
  })
  it('move nothing with an unknown status, and a person is notified', async () => {
    const number = await asked()
    const id = await paymentOf(number)
    for (const word of ['sleeping', 'FINISHED', 'paid', '']) {
      providers.coin.say(id, 'unknown', word === '' ? '-' : word)
      await tellCoin(id)
      expect([await statusOf(number), await mangoOf(ana.userId)], word).toEqual([0, '0.0000'])
    }
    expect(
      (await listForPerson()).some(
        ({ rechargeNumber, reason }) => rechargeNumber === number && reason === 'unknown-word',
      ),
    ).toBe(true)
    providers.coin.say(id, 'waiting')
    await send(id, '25')
    expect(await mangoOf(ana.userId)).toBe('50.0000')
  })
})

describe('a recharge for an order', () => {
  it('leaves the order’s holds alone, and the order is paid with it', async () => {
    await giveMango(ana.userId, '1')
    const own = await placed(ana, tv, '12.5', { method: null })
    const number = await asked({ order: own, amount: usd('20') })
    await send(await paymentOf(number), '10')
    expect((await listEntries(wallet(ana.userId), { size: 5 })).items).toHaveLength(2)
    expect((await pageOf(number)).recharge.order).toEqual({ number: own, isOpen: true })
  })
  it('leads, once it came, to an order that the wallet can pay, though it was begun without one', async () => {
    const number = await asked({ amount: usd('20') })
    const own = await placed(ana, tv, '12.5', { method: null })
    expect((await pageOf(number)).recharge).toMatchObject({ order: null, payable: null })
    await send(await paymentOf(number), '5')
    expect((await pageOf(number)).recharge).toMatchObject({ order: null, payable: null })
    await send(await paymentOf(number), '5')
    expect((await pageOf(number)).recharge).toMatchObject({ order: null, payable: own })
    rechargeTexts.provide(rechargeMessageTexts)
    await runDue([tellOfRecharge])
    const told = await db.message.findMany({ where: { userId: ana.userId }, include: { texts: true } })
    expect(JSON.stringify(told)).toContain(`Order \u2068${own}\u2069 is waiting`)
    // A part of the amount is news, the rest is the owner's own act.
    expect(await countUnread(ana.userId)).toBe(1)
    await payByCard(await asked({ method: card, amount: usd('20') }))
    await runDue([tellOfRecharge])
    expect([await countUnread(ana.userId), await db.message.count({ where: { userId: ana.userId } })]).toEqual([1, 3])
    await cancelOrder(ana.userId, own)
    expect((await pageOf(number)).recharge.payable).toBeNull()
  })
  it('leads to the order even when it came short, if that is just enough for it', async () => {
    const number = await asked()
    expect(number).toMatch(/^R\d{8}-[2-9A-HJ-NP-Z]{8}$/)
    const own = await placed(ana, tv, '12.5', { method: null })
    await send(await paymentOf(number), '6.25')
    expect((await pageOf(number)).recharge).toMatchObject({ status: 8, order: null, payable: own })
  })
  it('accepts one’s own unpaid order, and nobody else’s', async () => {
    const number = await asked({ amount: usd('20') })
    const { userId } = ana
    const own = await placed(ana, tv, '12.5', { method: null })
    await nextCustomer()
    await rechargeForOrder(ana.userId, number, own)
    await rechargeForOrder(userId, number, await placed(ana, tv, '12.5', { method: null }))
    expect((await rowOf(number)).orderId).toBeNull()
    await rechargeForOrder(userId, number, own)
    const details = await rechargeDetails(userId, number)
    expect(details).toMatchObject({ value: { order: { number: own, isOpen: true } } })
  })
})
