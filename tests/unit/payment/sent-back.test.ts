/** Deposits that can't be credited: customers give an address, a person sends them back, and the books agree. */
import { describe, expect, it } from 'vitest'
import { listAuditEntries } from '~/modules/audit/audit.server'
import { orderDetails, tellOfOrder } from '~/modules/order/order.server'
import {
  askForAddress,
  choosePayment,
  creditDeposit,
  giveAddress,
  listForPerson,
  paymentPage,
  returnDeposit,
  takeCallback,
} from '~/modules/payment/payment.server'
import { hourMs, minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { ana, btc, clock, due, preparePayments, providers, tv } from '../../support/payments'
import { makeCustomer, mangoOf, placed } from '../../support/shop'

const by = { userId: 'operator', why: 'the exchange does not take it' }
const addresses = {
  ltc: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
  otherLtc: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
  xrp: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  sol: '11111111111111111111111111111111',
  eth: '0x52908400098527886E0F7030069857D2E4169EE7',
}

preparePayments()

/** An order to whose address this amount of another coin came. */
const cameWrong = async (coin: string, amount = '4'): Promise<{ number: string; id: string }> => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const attempt = await db.paymentAttempt.findFirstOrThrow({ where: { order: { number } } })
  const { raw, signature } = providers.coin.callback(providers.coin.further(attempt.providerId ?? '', amount, coin))
  expect(await takeCallback('nowpayments', raw, signature)).toMatchObject({ ok: true })
  await due()
  const { id } = await db.deposit.findFirstOrThrow({ where: { attempt: { order: { number } } } })
  return { number, id }
}
const heldOf = async (number: string) => {
  const details = await orderDetails(ana.userId, number, 'en')
  if (!details.ok) throw new Error(details.code)
  return details.value.held
}
const give = (depositId: string, address: string, more: { tag?: string; batch?: string } = {}) =>
  giveAddress(ana.userId, { depositId, address, tag: null, ...more })
/** What its owner was told of an order, by kind. */
const toldOf = async (number: string): Promise<string[]> => {
  const { id } = await db.order.findUniqueOrThrow({ where: { number } })
  const jobs = await db.job.findMany({ where: { name: tellOfOrder.name }, orderBy: { createdAt: 'asc' } })
  return jobs
    .map(({ payload }) => JSON.parse(payload ?? '{}') as { orderId: string; fact: { kind: string } })
    .filter(({ orderId }) => orderId === id)
    .map(({ fact }) => fact.kind)
}

it('sends a deposit that can’t be credited to the address that its customer gives, and credits nothing', async () => {
  const { number, id } = await cameWrong('ltc')
  expect(await heldOf(number)).toEqual([
    {
      id,
      state: 'looked-at',
      amount: '4',
      symbol: 'LTC',
      network: 'Litecoin',
      takesTag: false,
      hasChecksum: true,
      address: null,
      tag: null,
      hash: null,
      at: '2026-12-01T12:00:00.000Z',
    },
  ])
  // An address is entered only for deposits that can't be credited.
  expect(await give(id, addresses.ltc)).toMatchObject({ code: 'A0404' })
  expect(await askForAddress(by, id)).toEqual({ ok: true, value: null })
  expect(await askForAddress(by, id)).toEqual({ ok: true, value: null })
  expect(await heldOf(number)).toMatchObject([{ state: 'address-wanted' }])
  const page = await paymentPage(ana.userId, number, 'en')
  expect(page).toMatchObject({ value: { order: { held: [{ id, state: 'address-wanted' }] } } })
  expect(await give(id, addresses.ltc)).toMatchObject({ ok: true, value: { state: 'address-given' } })
  const waiting = (await listForPerson()).find((one) => one.id === id)
  expect(waiting).toMatchObject({ kind: 'deposit', reason: 'address-given', address: addresses.ltc, tag: null })
  // It can be changed until the deposit was sent.
  expect(await give(id, addresses.otherLtc)).toMatchObject({ value: { address: addresses.otherLtc } })
  const sent = { depositId: id, address: addresses.otherLtc, hash: 'feed0123' }
  expect(await returnDeposit(by, sent)).toEqual({ ok: true, value: null })
  expect(await give(id, addresses.ltc)).toMatchObject({ code: 'A0409', data: { context: 'decided' } })
  expect(await returnDeposit(by, sent)).toMatchObject({ code: 'A0409' })
  expect(await creditDeposit(by, { depositId: id, usd: null })).toMatchObject({ code: 'A0409' })
  expect(await askForAddress(by, id)).toMatchObject({ code: 'A0409' })
  expect(await heldOf(number)).toMatchObject([{ state: 'returned', address: addresses.otherLtc, hash: 'feed0123' }])
  expect((await db.deposit.findUniqueOrThrow({ where: { id } })).result).toBe('returned')
  expect(await mangoOf(ana.userId)).toBe('0.0000')
  const suspense = await db.ledgerAccount.findUniqueOrThrow({ where: { id: 'suspense/USD' } })
  expect(suspense.balance).toBe(0n)
  expect((await listForPerson()).filter(({ orderNumber }) => orderNumber === number)).toEqual([])
  expect((await toldOf(number)).sort()).toEqual([
    'address-given',
    'address-given',
    'address-wanted',
    'looked-at',
    'returned',
  ])
  const { items } = await listAuditEntries({ subject: id, page: 1, size: 10 })
  expect(items.map(({ action, actor }) => `${action} ${actor === ana.userId ? 'customer' : actor}`).sort()).toEqual([
    'deposit.address customer',
    'deposit.address customer',
    'deposit.ask-address operator',
    'deposit.return operator',
  ])
})

describe('an address for a deposit', () => {
  it('must be one of the coin that came, and not the portal’s own', async () => {
    const { number, id } = await cameWrong('ltc')
    await askForAddress(by, id)
    const codes = []
    for (const address of [addresses.eth, 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc2', 'nonsense', ''])
      codes.push(await give(id, address))
    expect(codes).toMatchObject([
      { code: 'OP10017', field: 'address', data: { context: 'other-coin', coins: 'UNI, VET, ETH' } },
      { code: 'OP10017', data: { context: 'checksum' } },
      { code: 'OP10017', field: 'address' },
      { code: 'OP10017' },
    ])
    await db.paymentAttempt.updateMany({ where: { order: { number } }, data: { payAddress: addresses.ltc } })
    expect(await give(id, addresses.ltc)).toMatchObject({ code: 'OP10017', data: { context: 'ours' } })
    expect(await heldOf(number)).toMatchObject([{ state: 'address-wanted', address: null }])
  })
  it('can be given by its owner only', async () => {
    const { id } = await cameWrong('ltc')
    await askForAddress(by, id)
    const bob = await makeCustomer()
    expect(await giveAddress(bob.userId, { depositId: id, address: addresses.ltc, tag: null })).toMatchObject({
      code: 'A0404',
    })
    expect(await giveAddress(ana.userId, { depositId: 'none', address: addresses.ltc, tag: null })).toMatchObject({
      code: 'A0404',
    })
  })
  it('counts once per batch, and a refused one leaves its key usable', async () => {
    const { number, id } = await cameWrong('ltc')
    await askForAddress(by, id)
    const batch = 'address-0001'
    expect(await give(id, 'nonsense', { batch })).toMatchObject({ code: 'OP10017' })
    const both = await Promise.all([give(id, addresses.ltc, { batch }), give(id, addresses.ltc, { batch })])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    expect(await give(id, addresses.otherLtc, { batch })).toMatchObject({ code: 'A0409', data: { context: 'sent' } })
    expect((await toldOf(number)).filter((kind) => kind === 'address-given')).toHaveLength(1)
  })
  it('is stored where the customer wants a return now, and elsewhere only where the form says so', async () => {
    const { number, id } = await cameWrong('ltc')
    const sent = (address: string, more: object = {}) =>
      returnDeposit(by, { depositId: id, address, hash: 'feed0125', ...more })
    const none = { code: 'A0409', field: 'address', data: { context: 'no-address' } }
    expect(await sent(addresses.ltc)).toMatchObject(none)
    await askForAddress(by, id)
    expect(await sent(addresses.ltc)).toMatchObject(none)
    await give(id, addresses.ltc)
    const other = { code: 'A0409', data: { context: 'other-address', address: addresses.ltc } }
    expect(await sent(addresses.otherLtc)).toMatchObject(other)
    expect(await heldOf(number)).toMatchObject([{ state: 'address-given', address: addresses.ltc }])
    expect(await sent(addresses.otherLtc, { isOther: true })).toEqual({ ok: true, value: null })
    expect(await heldOf(number)).toMatchObject([{ state: 'returned', address: addresses.otherLtc }])
    const said = await db.auditEntry.findFirst({ where: { subject: id, action: 'deposit.return' } })
    expect(said?.detail).toContain(`feed0125 to ${addresses.otherLtc} instead of ${addresses.ltc}`)
    const told = await db.job.findMany({ where: { name: tellOfOrder.name, payload: { contains: 'feed0125' } } })
    expect(told.map(({ payload }) => payload)).toEqual([expect.stringContaining(`"instead":"${addresses.ltc}"`)])
  })
  it('has a warning where no checksum catches a typing error', async () => {
    const { number, id } = await cameWrong('sol')
    await askForAddress(by, id)
    expect(await heldOf(number)).toMatchObject([{ symbol: 'SOL', hasChecksum: false }])
    expect(await give(id, addresses.sol)).toMatchObject({ ok: true, value: { hasChecksum: false } })
  })
  it('of XRP may have a tag, which the operator sees and the sent transaction shows', async () => {
    const { number, id } = await cameWrong('xrp')
    await askForAddress(by, id)
    expect(await heldOf(number)).toMatchObject([{ takesTag: true }])
    expect(await give(id, addresses.xrp, { tag: 'memo' })).toMatchObject({ code: 'OP10017', field: 'tag' })
    expect(await give(id, addresses.xrp, { tag: '12345' })).toMatchObject({ ok: true, value: { tag: '12345' } })
    expect((await listForPerson()).find((one) => one.id === id)).toMatchObject({ tag: '12345' })
    await returnDeposit(by, { depositId: id, address: addresses.xrp, tag: '12345', hash: 'feed0124' })
    expect(await heldOf(number)).toMatchObject([{ state: 'returned', tag: '12345' }])
  })
  it('of a coin without tags refuses one, and needs none', async () => {
    const { number, id } = await cameWrong('ltc')
    await askForAddress(by, id)
    expect(await heldOf(number)).toMatchObject([{ takesTag: false }])
    const refused = await give(id, addresses.ltc, { tag: '12345' })
    expect(refused).toMatchObject({ code: 'OP10017', field: 'tag', data: { context: 'no-tag', coin: 'LTC' } })
    expect(await give(id, addresses.ltc, { tag: '' })).toMatchObject({ ok: true, value: { tag: null } })
  })
  it('of a coin unknown to the portal is taken as it is, and marked as unchecked', async () => {
    const { number, id } = await cameWrong('usdterc20')
    await askForAddress(by, id)
    expect(await heldOf(number)).toMatchObject([{ symbol: 'USDTERC20', network: null, hasChecksum: false }])
    expect(await give(id, 'two words that are no address')).toMatchObject({ code: 'OP10017' })
    expect(await give(id, addresses.eth, { tag: 'memo 7' })).toMatchObject({ ok: true, value: { tag: 'memo 7' } })
  })
})

it('keeps a deposit with a requested address uncredited when its provider states its worth later', async () => {
  const number = await placed(ana, tv, '12.5', { method: btc })
  const attempt = await db.paymentAttempt.findFirstOrThrow({ where: { order: { number } } })
  const payment = attempt.providerId ?? ''
  clock.advance(16 * minuteMs)
  await due()
  providers.coin.see(payment, '3')
  Object.assign(providers.payments.get(payment) ?? {}, { actuallyPaidFiat: null })
  providers.coin.confirm(payment)
  clock.advance(hourMs)
  await due()
  const { id } = await db.deposit.findFirstOrThrow({ where: { attempt: { order: { number } }, result: 'person' } })
  await askForAddress(by, id)
  Object.assign(providers.payments.get(payment) ?? {}, { actuallyPaidFiat: '6' })
  const { raw, signature } = providers.coin.callback(payment)
  await takeCallback('nowpayments', raw, signature)
  await due()
  expect((await db.deposit.findUniqueOrThrow({ where: { id } })).result).toBe('person')
  // A person may still decide otherwise.
  expect(await creditDeposit(by, { depositId: id, usd: 60_000n })).toMatchObject({ ok: true })
  expect(await mangoOf(ana.userId)).toBe('6.0000')
  expect(await heldOf(number)).toEqual([])
  expect(await choosePayment(ana.userId, number, { method: btc })).toMatchObject({ code: 'OP10014' })
})
