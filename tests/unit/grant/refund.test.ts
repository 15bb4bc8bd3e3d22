/** Refunds by operators: alone up to a limit, above it with a second operator. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { decideProposal, findProposal, requestGrant, requestRefund } from '~/modules/grant/grant.server'
import { connectPayment } from '~/modules/payment/payment.server'
import { dayMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import {
  expectBooks,
  giveMango,
  makeCustomer,
  mangoOf,
  placed,
  sell,
  startClock,
  statusOf,
  usd,
  type Customer,
} from '../../support/shop'

type By = { userId: string; why: string }
const makeOperator = async (): Promise<By> => {
  const id = makeId()
  const createdAt = new Date('2026-01-01')
  await db.user.create({
    data: { id, userName: `op-${id}`, userNameKey: `op-${id}`, passwordHash: '-', role: 'operator', createdAt },
  })
  return { userId: id, why: 'it did not work' }
}
let clock: ReturnType<typeof startClock>
let disconnect: () => void
let plan: string
let [asker, second]: By[] = []
let ana: Customer
let number: string
let batches = 0
const batch = (): string => `batch-${++batches}-of-refunds`
const by = (one: By | undefined): By => {
  if (one === undefined) throw new Error('no operator')
  return one
}
type More = { as?: By | undefined; key?: string; to?: 'wallet' | 'provider' }
const refund = (amount: string, { as = asker, key = batch(), to = 'wallet' }: More = {}) =>
  requestRefund(by(as), { number, amount: usd(amount), to, batch: key })
/** Proposes a refund; returns its id, which is the proposal's too. */
const proposed = async (...asked: Parameters<typeof refund>): Promise<string> => {
  const done = await refund(...asked)
  if (!done.ok || done.value.state !== 'waiting') throw new Error(`it does not wait: ${JSON.stringify(done)}`)
  return done.value.refundId
}

beforeAll(async () => {
  connectEntitlement()
  disconnect = connectPayment()
  plan = await sell('dear-tv', ['tv'], { price: '3000', months: 12 })
})
beforeEach(async () => {
  clock = startClock()
  asker = await makeOperator()
  second = await makeOperator()
  ana = await makeCustomer()
  await giveMango(ana.userId, '3000')
  number = await placed(ana, plan, '3000', { method: 100 })
})
afterEach(async () => {
  clock.stop()
  await expectBooks()
})
afterAll(async () => {
  disconnect()
  await closeDatabase()
})

describe('a refund by one operator', () => {
  it('is done up to the limit, and ten times that in 24 hours, together with what that operator gave', async () => {
    expect(await refund('100')).toMatchObject({ ok: true, value: { state: 'done' } })
    const credit = { kind: 'credit', currency: 'MANGO', amount: usd('100'), userIds: [ana.userId] } as const
    for (let times = 1; times <= 4; times++) {
      expect(await refund('100')).toMatchObject({ ok: true, value: { state: 'done' } })
      expect(await requestGrant(by(asker), credit, batch())).toMatchObject({ ok: true, value: { state: 'done' } })
    }
    expect(await refund('100.0001')).toMatchObject({ ok: true, value: { state: 'waiting' } })
    expect(await refund('100')).toMatchObject({ ok: true, value: { state: 'done' } })
    expect(await refund('0.01')).toMatchObject({ ok: true, value: { state: 'waiting' } })
    expect(await requestGrant(by(asker), credit, batch())).toMatchObject({ ok: true, value: { state: 'waiting' } })
    expect(await refund('100', { as: second })).toMatchObject({ ok: true, value: { state: 'done' } })
    clock.advance(dayMs)
    expect(await refund('100')).toMatchObject({ ok: true, value: { state: 'done' } })
  })
  it('moves nothing above it until a second operator confirms', async () => {
    const key = batch()
    const id = await proposed('3000', { key })
    expect(await refund('3000', { key })).toMatchObject({ ok: true, value: { refundId: id, state: 'waiting' } })
    expect([await mangoOf(ana.userId), await statusOf(number)]).toEqual(['0.0000', 1])
    const user = await db.user.findUniqueOrThrow({ where: { id: ana.userId } })
    expect(await findProposal(id)).toMatchObject({
      value: { asked: { kind: 'refund', number, to: 'wallet', amount: usd('3000') }, users: [user.userName] },
    })
    expect(await decideProposal(by(asker), id, 'confirmed')).toMatchObject({ data: { context: 'proposal-own' } })
    expect(await decideProposal(by(second), id, 'confirmed')).toMatchObject({ ok: true, value: { state: 'confirmed' } })
    expect([await mangoOf(ana.userId), await statusOf(number)]).toEqual(['3000.0000', 6])
    expect(await refund('3000', { key })).toMatchObject({ ok: true, value: { refundId: id, state: 'done' } })
    const stored = await db.orderRefund.findUniqueOrThrow({ where: { id } })
    expect(stored).toMatchObject({ actor: by(asker).userId, why: 'it did not work', state: 'done' })
    // What two confirmed does not count as given alone.
    const credit = { kind: 'credit', currency: 'MANGO', amount: usd('100'), userIds: [ana.userId] } as const
    expect(await requestGrant(by(asker), credit, batch())).toMatchObject({ ok: true, value: { state: 'done' } })
  })
  it('is not done when it was refused, nor twice when the money is gone meanwhile', async () => {
    const key = batch()
    const refused = await proposed('200', { key })
    await decideProposal(by(second), refused, 'refused')
    expect(await refund('200', { key })).toMatchObject({ ok: true, value: { state: 'refused' } })
    const [one, other] = [await proposed('2000'), await proposed('2000')]
    expect(await decideProposal(by(second), one, 'confirmed')).toMatchObject({ ok: true })
    expect(await decideProposal(by(second), other, 'confirmed')).toMatchObject({
      code: 'R2001',
      data: { most: '1000.0000' },
    })
    expect(await findProposal(other)).toMatchObject({ value: { state: 'waiting' } })
    expect(await mangoOf(ana.userId)).toBe('2000.0000')
  })
  it('asks the provider only once it is confirmed, and answers what the provider says', async () => {
    const key = batch()
    const id = await proposed('200', { key, to: 'provider' })
    expect(await db.orderRefund.count({ where: { id } })).toBe(0)
    expect(await decideProposal(by(second), id, 'confirmed')).toMatchObject({ ok: true })
    expect(await db.orderRefund.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'failed' })
    expect(await refund('200', { key, to: 'provider' })).toMatchObject({ code: 'P1001' })
    expect(await mangoOf(ana.userId)).toBe('0.0000')
  })
})
