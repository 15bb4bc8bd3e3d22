/**
 * Automatic renewal from Mango: at the agreed price, once per end, with a notice of the outcome. Runs on the real
 * database, order module and ledger.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectEntitlement, grantPeriods, periodsOf, type ServiceKey } from '~/modules/entitlement/entitlement.server'
import { moveBox, moveTexts } from '~/modules/box-move/box-move.server'
import { releaseBox, unbindBox } from '~/modules/device/device.server'
import { orderTexts, refundOrder } from '~/modules/order/order.server'
import { connectPayment, forgetMinimums } from '~/modules/payment/payment.server'
import { reminderTexts, remindOfEnds } from '~/modules/reminder/reminder.server'
import {
  agreeToRenewal,
  connectRenewal,
  endRenewal,
  lastTryMs,
  listRenewals,
  renewalTexts,
  renewBeforeMs,
  renewFromMango,
  tellOfRenewal,
  tryAgainMs,
} from '~/modules/renewal/renewal.server'
import { openWallet } from '~/modules/wallet/wallet.server'
import { languages } from '~/i18n/languages'
import { dayMs, hourMs, now } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { ok } from '~/errors/table'
import { moveMessageTexts } from '~/web/box/move-message.server'
import { makeMessageWriter } from '~/web/mail/writer.server'
import { orderMessageTexts } from '~/web/order/order-message.server'
import { reminderMessageTexts } from '~/web/service/reminder-message.server'
import { renewalMessageTexts } from '~/web/service/renewal-message.server'
import { whileWriteFails } from '../../support/failing-writes'
import { contentOf } from '../../support/refused-writes'
import {
  expectBooks,
  giveMango,
  makeCustomer,
  mangoOf,
  order,
  runDue,
  sell,
  setPrice,
  startClock,
  tellOwners,
  type Customer,
} from '../../support/shop'

let clock: ReturnType<typeof startClock>
let ana: Customer
let tv: string
let cloud: string
const by = { userId: 'operator', why: 'the test asks' }
const undo: (() => void)[] = []

const give = (sn: string, services: readonly ServiceKey[], months = 1) =>
  transact(async (tx) =>
    ok(await grantPeriods(tx, { sn, services, months, at: now(), source: 'gift', note: 'for the test' })),
  )
const endOf = async (sn: string, service = 'tv'): Promise<Date> => {
  const end = (await periodsOf(sn)).filter((one) => one.service === service).at(-1)?.endsAt
  if (end === undefined) throw new Error(`${sn} has nothing of ${service}`)
  return end
}
/** Moves the clock to this long before an end; below zero: after it. */
const leave = (end: Date, leftMs: number): void => clock.advance(end.getTime() - leftMs - now().getTime())
const agree = ({ userId, sn }: Customer, plan = tv, price = '12.5', more: { service?: string; batch?: string } = {}) =>
  agreeToRenewal({ userId, sn, service: 'tv', plan, price, ...more })
const messagesOf = async (userId: string): Promise<{ title: string; text: string }[]> => {
  const rows = await db.message.findMany({ where: { userId }, include: { texts: true }, orderBy: { createdAt: 'asc' } })
  return rows.map(({ texts }) => {
    expect(texts.length).toBe(languages.length)
    const { title = '', text = '' } = texts.find(({ language }) => language === 'en') ?? {}
    return { title: plain(title), text: plain(text) }
  })
}
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')
const titlesOf = async (userId: string): Promise<string[]> => (await messagesOf(userId)).map(({ title }) => title)
const ordersOf = ({ userId }: Customer) => db.order.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })
const rowOf = ({ userId }: Customer) =>
  db.serviceRenewal.findFirstOrThrow({ where: { userId }, orderBy: { agreedAt: 'desc' } })
/** Renews what is due, and sends the notices. */
const run = async (): Promise<number> => {
  const renewed = await renewFromMango()
  await runDue([tellOfRenewal])
  return renewed
}

beforeAll(async () => {
  connectEntitlement()
  undo.push(connectPayment(), connectRenewal(), tellOwners())
  undo.push(
    renewalTexts.provide(renewalMessageTexts),
    orderTexts.provide(orderMessageTexts),
    reminderTexts.provide(reminderMessageTexts),
    moveTexts.provide(moveMessageTexts),
  )
  tv = await sell('tv-month', ['tv'], { price: '12.5' })
  cloud = await sell('cloud-month', ['tv', 'cloud', 'epg'], { price: '20' })
})
beforeEach(async () => {
  clock = startClock()
  forgetMinimums()
  ana = await makeCustomer()
  await give(ana.sn, ['tv'])
  await giveMango(ana.userId, '30')
})
afterEach(async () => {
  await db.serviceRenewal.updateMany({
    where: { endedAt: null },
    data: { openKey: null, endedAt: now(), endReason: 'owner' },
  })
  clock.stop()
  await expectBooks()
})
afterAll(async () => {
  for (const one of undo) one()
  await closeDatabase()
})

describe('a service with agreed renewal', () => {
  it('is renewed four days before its end, once, with Mango; its owner gets only the order’s notice', async () => {
    const end = await endOf(ana.sn)
    expect(await agree(ana)).toEqual({ ok: true, value: null })
    leave(end, renewBeforeMs + 1)
    expect(await run()).toBe(0)
    leave(end, renewBeforeMs)
    expect([await run(), await run()]).toEqual([1, 0])
    expect(await mangoOf(ana.userId)).toBe('17.5000')
    expect(await ordersOf(ana)).toMatchObject([{ status: 1, payPrice: 125_000n, actuallyPaid: 125_000n, sn: ana.sn }])
    expect((await periodsOf(ana.sn)).map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
      [new Date('2026-12-01T12:00:00Z'), end],
      [end, new Date('2027-02-01T12:00:00Z')],
    ])
    const told = await messagesOf(ana.userId)
    expect(told.map(({ title }) => title)).toEqual([expect.stringMatching(/^Order .* is paid$/)])
    expect(told[0]?.text).toContain('It was renewed from your Mango, as you had agreed.')
  })
  it('is renewed at each end, as long as there is Mango', async () => {
    await agree(ana)
    for (const renewed of [1, 1, 0]) {
      leave(await endOf(ana.sn), 3 * dayMs)
      expect(await run()).toBe(renewed)
    }
    expect(await mangoOf(ana.userId)).toBe('5.0000')
    expect((await ordersOf(ana)).length).toBe(2)
  })
  it('is renewed once by a plan of several services, although all of them end', async () => {
    await give(ana.sn, ['epg', 'cloud'])
    expect(await agree(ana, cloud, '20')).toMatchObject({ ok: true })
    leave(await endOf(ana.sn), dayMs)
    expect([await run(), await run()]).toEqual([1, 0])
    expect((await periodsOf(ana.sn)).length).toBe(6)
    expect(await mangoOf(ana.userId)).toBe('10.0000')
  })
  it('costs the current price: less with a promotion, and never more than agreed', async () => {
    await agree(ana)
    const at = now()
    const times = { startsAt: at, endsAt: new Date(at.getTime() + 60 * dayMs) }
    const prices = { create: { planId: tv, price: 90_000n } }
    await db.promotion.create({
      data: { id: 'winter', name: 'Winter', nameKey: 'winter', state: 'running', ...times, prices },
    })
    await setPrice(tv, '12.5')
    leave(await endOf(ana.sn), 2 * dayMs)
    expect(await run()).toBe(1)
    expect(await mangoOf(ana.userId)).toBe('21.0000')
    await db.promotionPrice.deleteMany()
    await db.promotion.deleteMany()
  })
})

describe('a price increase', () => {
  afterEach(() => setPrice(tv, '12.5'))
  it('before the form is sent is shown, and nothing is agreed to', async () => {
    await setPrice(tv, '14')
    expect(await agree(ana)).toEqual({
      ok: false,
      code: 'A0409',
      field: 'price',
      data: { context: 'price', prices: [{ plan: tv, price: '14.0000' }] },
    })
    expect(await listRenewals(ana.userId)).toEqual([])
  })
  it('after the agreement is not paid: the owner is asked once to accept it', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    await setPrice(tv, '14')
    for (const left of [3.5, 2.4, 1.3]) {
      leave(end, left * dayMs)
      expect(await run()).toBe(0)
    }
    expect(await mangoOf(ana.userId)).toBe('30.0000')
    const told = await messagesOf(ana.userId)
    expect(told.map(({ title }) => title)).toEqual(['TV Service costs more now'])
    for (const said of ['14.00 USD', '12.50 USD', '1 Jan 2027']) expect(told[0]?.text).toContain(said)
    expect(await listRenewals(ana.userId)).toMatchObject([
      { state: 'price', price: '12.5000', presentPrice: '14.0000' },
    ])
    expect(await agree(ana, tv, '14')).toMatchObject({ ok: true })
    expect(
      await db.serviceRenewal.findMany({ where: { userId: ana.userId }, orderBy: { agreedAt: 'asc' } }),
    ).toMatchObject([
      { price: 125_000n, endReason: 'replaced' },
      { price: 140_000n, endedAt: null },
    ])
    expect(await run()).toBe(1)
    expect(await mangoOf(ana.userId)).toBe('16.0000')
  })
  it('is shown with the renewal and in the reminder, before any attempt has found it', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    await setPrice(tv, '14')
    expect(await listRenewals(ana.userId)).toMatchObject([{ state: 'price', presentPrice: '14.0000', tryAt: null }])
    leave(end, 13 * dayMs)
    await remindOfEnds()
    leave(end, 2.9 * dayMs)
    await remindOfEnds()
    const reminded = await messagesOf(ana.userId)
    expect(reminded).toHaveLength(2)
    for (const { text } of reminded) {
      expect(text).toContain('It is not renewed from your Mango: it costs 14.00 USD now, more than you agreed to.')
      expect(text).not.toContain('for at most')
    }
    await setPrice(tv, '12.5')
    expect(await listRenewals(ana.userId)).toMatchObject([{ state: 'waiting' }])
  })
  it('is not an obstacle if a promotion holds on the renewal day, and is one if it ends before', async () => {
    await agree(ana)
    const day = (await endOf(ana.sn)).getTime() - renewBeforeMs
    const prices = { create: { planId: tv, price: 120_000n } }
    const dates = { startsAt: now(), endsAt: new Date(day + dayMs) }
    await db.promotion.create({
      data: { id: 'autumn', name: 'Autumn', nameKey: 'autumn', state: 'running', ...dates, prices },
    })
    await setPrice(tv, '14')
    expect(await listRenewals(ana.userId)).toMatchObject([{ state: 'waiting', presentPrice: '14.0000' }])
    await db.promotion.update({ where: { id: 'autumn' }, data: { endsAt: new Date(day - dayMs) } })
    await setPrice(tv, '14')
    expect(await listRenewals(ana.userId)).toMatchObject([{ state: 'price', presentPrice: '14.0000' }])
    await db.promotionPrice.deleteMany()
    await db.promotion.deleteMany()
  })
  it('that is undone in time is ignored', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    await setPrice(tv, '14')
    leave(end, 3 * dayMs)
    await run()
    await setPrice(tv, '12')
    leave(end, 1.9 * dayMs)
    expect(await run()).toBe(1)
    expect(await mangoOf(ana.userId)).toBe('18.0000')
  })
  it('that is not accepted switches the renewal off at the end, with a notice', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    await setPrice(tv, '14')
    leave(end, 3 * dayMs)
    await run()
    leave(end, 0)
    expect(await run()).toBe(0)
    expect(await rowOf(ana)).toMatchObject({ endReason: 'price', openKey: null })
    expect(await titlesOf(ana.userId)).toEqual(['TV Service costs more now', 'TV Service will no longer be renewed'])
  })
})

describe('a frozen wallet', () => {
  it('renews nothing, and does at the next attempt once reopened', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    await openWallet(ana.userId)
    const set = (state: 'frozen' | 'open') => db.wallet.update({ where: { userId: ana.userId }, data: { state } })
    await set('frozen')
    leave(end, renewBeforeMs)
    expect(await run()).toBe(0)
    expect([await mangoOf(ana.userId), await ordersOf(ana)]).toEqual(['30.0000', []])
    await set('open')
    leave(end, 3 * dayMs)
    expect(await run()).toBe(1)
    expect(await mangoOf(ana.userId)).toBe('17.5000')
  })
})

describe('too little Mango', () => {
  let poor: Customer
  beforeEach(async () => {
    poor = await makeCustomer()
    await give(poor.sn, ['tv'])
    await giveMango(poor.userId, '1')
    await agree(poor)
  })
  it('is reported once and retried daily and shortly before the end; then renewal is switched off', async () => {
    const end = await endOf(poor.sn)
    const tries: number[] = []
    for (let left = renewBeforeMs; left > 0; left -= hourMs) {
      leave(end, left)
      const before = (await rowOf(poor)).tryAt
      await run()
      const { tryAt } = await rowOf(poor)
      if (tryAt?.getTime() !== before?.getTime()) tries.push(left)
    }
    expect(tries).toEqual([renewBeforeMs, 3 * dayMs, 2 * dayMs, tryAgainMs, lastTryMs])
    expect(await titlesOf(poor.userId)).toEqual(['Not enough Mango to renew TV Service'])
    const [told] = await messagesOf(poor.userId)
    for (const said of ['12.50 USD', '1.0000 Mango', '1 Jan 2027']) expect(told?.text).toContain(said)
    leave(end, 0)
    await run()
    expect(await rowOf(poor)).toMatchObject({ endReason: 'balance' })
    expect(await titlesOf(poor.userId)).toHaveLength(2)
    expect([await mangoOf(poor.userId), await ordersOf(poor)]).toEqual(['1.0000', []])
    leave(end, -dayMs)
    await run()
    expect(await titlesOf(poor.userId)).toHaveLength(2)
  })
  it('can be topped up in between', async () => {
    const end = await endOf(poor.sn)
    leave(end, 3 * dayMs)
    await run()
    await giveMango(poor.userId, '20')
    leave(end, 2.5 * dayMs)
    expect(await run()).toBe(0)
    leave(end, 2 * dayMs)
    expect(await run()).toBe(1)
    expect(await listRenewals(poor.userId)).toMatchObject([{ state: 'waiting', tryAt: null }])
  })
})

describe('one renewal per end', () => {
  it('is made by one of two runs at the same time', async () => {
    await agree(ana)
    leave(await endOf(ana.sn), 2 * dayMs)
    const done = await Promise.all([renewFromMango(), renewFromMango(), renewFromMango()])
    expect(done.reduce((all, one) => all + one, 0)).toBe(1)
    expect([(await ordersOf(ana)).length, await mangoOf(ana.userId)]).toEqual([1, '17.5000'])
  })
  it('has no half effect when the N-th write of a run fails, and comes with the next run', async () => {
    const tables = [
      'LedgerAccount',
      'LedgerEntry',
      'LedgerHold',
      'Order',
      'OrderLine',
      'PaymentPart',
      'ServicePeriod',
      'RenewedPeriod',
      'Job',
    ]
    await agree(ana)
    leave(await endOf(ana.sn), 2 * dayMs)
    const seen = new Set([await contentOf(tables)])
    let failures = 0
    for (;;) {
      const { hasFailed } = await whileWriteFails(failures + 1, () => renewFromMango())
      seen.add(await contentOf(tables))
      expect(seen.size, `half an effect, when write ${failures + 1} failed`).toBeLessThanOrEqual(2)
      if (!hasFailed) break
      failures++
    }
    expect(failures).toBeGreaterThan(15)
    expect([(await ordersOf(ana)).length, await mangoOf(ana.userId)]).toEqual([1, '17.5000'])
  }, 120_000)
  it('is not made again after a refund: renewal is switched off, with a notice', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    leave(end, 3 * dayMs)
    await run()
    const [first] = await ordersOf(ana)
    expect(await refundOrder(by, { number: first?.number ?? '', amount: 125_000n, to: 'wallet' })).toMatchObject({
      ok: true,
    })
    expect(await endOf(ana.sn)).toEqual(end)
    leave(end, 2 * dayMs)
    expect(await run()).toBe(0)
    expect(await rowOf(ana)).toMatchObject({ endReason: 'refunded' })
    expect(await mangoOf(ana.userId)).toBe('30.0000')
    expect(await titlesOf(ana.userId)).toContain('TV Service will no longer be renewed')
  })
  it('is guarded by the database: no order above the agreed price, no change of the agreement', async () => {
    await agree(ana)
    const { id } = await rowOf(ana)
    await giveMango(ana.userId, '100')
    const dear = await sell(`dear-${ana.sn}`, ['vip'], { price: '50' })
    await order(ana, dear, '50', { method: 100 })
    const [paid] = await ordersOf(ana)
    await expect(
      db.$executeRaw`
        INSERT INTO "RenewedPeriod" ("renewalId", "endsAt", "orderId") VALUES (${id}, ${now()}, ${paid?.id ?? ''})`,
    ).rejects.toThrow(/not what was agreed to/)
    await expect(db.$executeRaw`UPDATE "ServiceRenewal" SET "price" = 1000000 WHERE "id" = ${id}`).rejects.toThrow(
      /never changed/,
    )
    await expect(db.$executeRaw`DELETE FROM "ServiceRenewal" WHERE "id" = ${id}`).rejects.toThrow(/ended, not deleted/)
  })
})

describe('a renewal ends', () => {
  it('with the plan: one that is not on sale is sold to nobody', async () => {
    const plan = await sell(`short-${ana.sn}`, ['tv'], { price: '5' })
    await agree(ana, plan, '5')
    await db.plan.update({ where: { id: plan }, data: { state: 'withdrawn' } })
    await setPrice(plan, '5')
    leave(await endOf(ana.sn), 2 * dayMs)
    expect(await run()).toBe(0)
    expect(await rowOf(ana)).toMatchObject({ endReason: 'not-sold' })
    expect((await messagesOf(ana.userId))[0]?.text).toContain('runs until 1 Jan 2027')
  })
  it('with the plan, as its page and reminder say as soon as it is off sale', async () => {
    const plan = await sell(`gone-${ana.sn}`, ['tv'], { price: '5' })
    await agree(ana, plan, '5')
    await db.plan.update({ where: { id: plan }, data: { state: 'withdrawn' } })
    await setPrice(plan, '5')
    expect(await listRenewals(ana.userId)).toMatchObject([{ state: 'not-sold', presentPrice: null }])
    leave(await endOf(ana.sn), 13 * dayMs)
    await remindOfEnds()
    const [told] = await messagesOf(ana.userId)
    expect(told?.text).toContain('It is not renewed from your Mango: it is no longer sold')
    expect(told?.text).not.toContain('for at most')
  })
  it('when the service may no longer be sold', async () => {
    const kenyan = await makeCustomer('KE')
    const africa = await sell(`africa-${ana.sn}`, ['af'], { price: '3' })
    await give(kenyan.sn, ['af'])
    await giveMango(kenyan.userId, '9')
    const asked = { service: 'af' }
    expect(await agree(kenyan, africa, '3', asked)).toMatchObject({ ok: true })
    await db.user.update({ where: { id: kenyan.userId }, data: { country: 'FR' } })
    leave(await endOf(kenyan.sn, 'af'), 2 * dayMs)
    expect(await run()).toBe(0)
    expect(await rowOf(kenyan)).toMatchObject({ endReason: 'region' })
    expect(await agree(kenyan, africa, '3', asked)).toMatchObject({ code: 'A0451' })
    expect(await mangoOf(kenyan.userId)).toBe('9.0000')
  })
  it('with the binding, whoever ends that, at the same moment, and its owner is told', async () => {
    const other = await makeCustomer()
    await give(other.sn, ['tv'])
    for (const one of [ana, other]) await agree(one)
    expect(await unbindBox(ana.userId, ana.sn)).toMatchObject({ ok: true })
    expect(await releaseBox(by, other.sn)).toMatchObject({ ok: true })
    await run()
    for (const one of [ana, other]) {
      expect(await rowOf(one)).toMatchObject({ endReason: 'unbound', openKey: null })
      const [told] = await messagesOf(one.userId)
      expect(told?.text).toMatch(/on Living room \d+ from your Mango was switched off/)
    }
    // The box's next owner has agreed to nothing.
    await db.device.update({ where: { sn: ana.sn }, data: { userId: other.userId, boundAt: now() } })
    await giveMango(other.userId, '50')
    leave(await endOf(ana.sn), dayMs)
    expect([await run(), await ordersOf(other)]).toEqual([0, []])
  })
  it('not with a move to a new serial number: that box continues', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    const to = `9${ana.sn.slice(1)}`
    const { modelId } = await db.registeredBox.findUniqueOrThrow({ where: { sn: ana.sn } })
    await db.registeredBox.create({ data: { sn: to, modelId } })
    expect(await moveBox(by, { sn: ana.sn, to })).toMatchObject({ ok: true })
    leave(end, 2 * dayMs)
    expect(await run()).toBe(1)
    expect(await ordersOf(ana)).toMatchObject([{ sn: to }])
    expect(await endOf(to)).toEqual(new Date('2027-02-01T12:00:00Z'))
  })
  it('after an outage past the end: nothing is paid for unwanted time', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    leave(end, -5 * dayMs)
    expect(await run()).toBe(0)
    expect(await rowOf(ana)).toMatchObject({ endReason: 'late' })
    expect([await mangoOf(ana.userId), await ordersOf(ana)]).toEqual(['30.0000', []])
    expect((await messagesOf(ana.userId))[0]?.text).toContain('ended on 1 Jan 2027')
  })
  it('when its owner switches it off, without a message; nobody else can', async () => {
    await agree(ana)
    const other = await makeCustomer()
    expect(await endRenewal(other.userId, ana.sn, 'tv')).toMatchObject({ code: 'A0404' })
    expect(await endRenewal(ana.userId, ana.sn, 'tv')).toMatchObject({ ok: true })
    expect(await endRenewal(ana.userId, ana.sn, 'tv')).toMatchObject({ code: 'A0404' })
    leave(await endOf(ana.sn), 2 * dayMs)
    expect([await run(), await titlesOf(ana.userId)]).toEqual([0, []])
  })
})

describe('a renewal waits', () => {
  it('while an unpaid order for the service exists, and takes nothing for a blocked account', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    leave(end, 2 * dayMs)
    await order(ana, tv, '12.5')
    expect(await run()).toBe(0)
    expect(await listRenewals(ana.userId)).toMatchObject([{ state: 'open-order', tryAt: null }])
    expect(await titlesOf(ana.userId)).toEqual([])
    await db.user.update({ where: { id: ana.userId }, data: { disabledAt: now() } })
    clock.advance(hourMs)
    expect(await run()).toBe(0)
    await db.user.update({ where: { id: ana.userId }, data: { disabledAt: null } })
    expect(await run()).toBe(1)
  })
  it('while the operator has switched Mango payments off', async () => {
    await agree(ana)
    leave(await endOf(ana.sn), 2 * dayMs)
    await db.paymentMethod.create({ data: { method: 100, enabled: false } })
    expect(await run()).toBe(0)
    await db.paymentMethod.deleteMany({ where: { method: 100 } })
    expect(await run()).toBe(1)
  })
  it('and does nothing for a service that its owner renewed by hand', async () => {
    const end = await endOf(ana.sn)
    await agree(ana)
    leave(end, 5 * dayMs)
    await order(ana, tv, '12.5', { method: 100 })
    leave(end, dayMs)
    expect(await run()).toBe(0)
    expect(await listRenewals(ana.userId)).toMatchObject([
      { state: 'waiting', endsAt: new Date('2027-02-01T12:00:00Z') },
    ])
  })
})

describe('agreeing to a renewal', () => {
  it('is for the account’s own boxes, running services and plans that include them', async () => {
    const other = await makeCustomer()
    expect(await agree({ ...ana, userId: other.userId })).toMatchObject({ code: 'I1402' })
    expect(await agree(other)).toMatchObject({ code: 'R2001', data: { context: 'not-running' } })
    expect(await agree(ana, 'none')).toMatchObject({ code: 'R2001', data: { context: 'gone' } })
    expect(await agree(ana, tv, '12.5', { service: 'nothing' })).toMatchObject({ code: 'M4703' })
    expect(await agree(ana, tv, '12,5 USD')).toMatchObject({ code: 'A0422', field: 'price' })
    await give(ana.sn, ['vip'])
    expect(await agree(ana, tv, '12.5', { service: 'vip' })).toMatchObject({ code: 'R2001', data: { context: 'gone' } })
    expect(await db.serviceRenewal.count({ where: { sn: { in: [ana.sn, other.sn] } } })).toBe(0)
  })
  it('is refused for a plan whose service another one already renews: it would be paid twice', async () => {
    await give(ana.sn, ['epg'])
    expect(await agree(ana, cloud, '20')).toMatchObject({ ok: true })
    const covered = { code: 'R2001', data: { context: 'covered' } }
    expect(await agree(ana, cloud, '20', { service: 'epg' })).toMatchObject(covered)
    const guide = await sell(`guide-${ana.sn}`, ['epg'], { price: '1' })
    expect(await agree(ana, guide, '1', { service: 'epg' })).toMatchObject(covered)
    // Another plan for the same service replaces the first.
    expect(await agree(ana)).toMatchObject({ ok: true })
    expect(await listRenewals(ana.userId)).toMatchObject([{ service: 'tv', plan: tv }])
    expect(await agree(ana, guide, '1', { service: 'epg' })).toMatchObject({ ok: true })
    expect(await agree(ana, cloud, '20')).toMatchObject(covered)
  })
  it('twice is once; a form resent after switching off switches nothing on', async () => {
    const batch = `form-of-${ana.sn}`
    await agree(ana, tv, '12.5', { batch })
    await agree(ana, tv, '12.5', { batch })
    await agree(ana)
    expect(await db.serviceRenewal.count({ where: { userId: ana.userId } })).toBe(1)
    await endRenewal(ana.userId, ana.sn, 'tv')
    expect(await agree(ana, tv, '12.5', { batch })).toMatchObject({ code: 'A0409', data: { context: 'sent' } })
    expect(await listRenewals(ana.userId)).toEqual([])
  })
})

describe('a reminder about a renewed service', () => {
  const remind = async (left: number): Promise<string> => {
    leave(await endOf(ana.sn), left * dayMs)
    await remindOfEnds()
    return (await messagesOf(ana.userId)).at(-1)?.text ?? ''
  }
  it('says when a service renews, and for how much at most', async () => {
    await agree(ana)
    expect(await remind(13.5)).toContain('It is renewed from your Mango on 28 Dec 2026, for at most 12.50 USD.')
  })
  it('is not sent for a service renewed the day before', async () => {
    await agree(ana)
    leave(await endOf(ana.sn), renewBeforeMs)
    await run()
    const before = await titlesOf(ana.userId)
    leave(new Date('2027-01-01T12:00:00Z'), 2.9 * dayMs)
    await remindOfEnds()
    expect(await titlesOf(ana.userId)).toEqual(before)
  })
  it('is not sent for a service being renewed at that moment, after an outage on its renewal day', async () => {
    await agree(ana)
    const before = await titlesOf(ana.userId)
    leave(await endOf(ana.sn), 2.5 * dayMs)
    await remindOfEnds()
    expect([await titlesOf(ana.userId), (await ordersOf(ana)).length]).toEqual([before, 1])
  })
  it('names the obstacle, and the mail does too', async () => {
    await agree(ana)
    await setPrice(tv, '14')
    leave(await endOf(ana.sn), 3.9 * dayMs)
    await run()
    const text = await remind(2.9)
    await setPrice(tv, '12.5')
    expect(text).toContain('It is not renewed from your Mango: it costs 14.00 USD now, more than you agreed to.')
    const values = {
      box: 'Salon',
      days: 3 as const,
      ends: [
        {
          service: 'tv',
          endsAt: '2027-01-01T12:00:00.000Z',
          renewal: { at: '2026-12-28T12:00:00.000Z', price: '12.5000', problem: 'balance' as const },
        },
      ],
    }
    const about = { language: 'en', brand: null, at: now() }
    const mail = makeMessageWriter().mail({ template: 'services-end', values }, about)
    expect(mail.text).toContain('for at most 12.50 USD, but your balance is too low')
  })
})
