/**
 * A card session that the provider made although the call broke, so that the portal never learned its id. It is found
 * in the provider's list and closed unless somebody has paid it. Over HTTP with the sandbox.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { makeNowPayments, replaceNowPayments } from '~/modules/payment/nowpayments.server'
import {
  checkNow,
  choosePayment,
  connectPayment,
  forgetMinimums,
  paymentJobs,
  paymentQueues,
} from '~/modules/payment/payment.server'
import { makeStripe, replaceStripe } from '~/modules/payment/stripe.server'
import { hourMs, minuteMs, nowMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { startSandbox, type TestSandbox } from '../../support/sandbox'
import {
  begin,
  expectBooks,
  makeCustomer,
  makeOperator,
  order,
  placed,
  runDue,
  sell,
  startClock,
  statusOf,
  type Customer,
} from '../../support/shop'

const [card, tether] = [-1, 12]
const [made, listed] = ['POST /checkout/sessions', 'GET /checkout/sessions']
let sandbox: TestSandbox
let clock: ReturnType<typeof startClock>
let ana: Customer
let tv: string
const undo: (() => void)[] = []

beforeAll(async () => {
  connectEntitlement()
  undo.push(connectPayment())
  sandbox = await startSandbox()
  undo.push(replaceStripe(makeStripe(sandbox.cards)), replaceNowPayments(makeNowPayments(sandbox.coins)))
  tv = await sell('tv-month', ['tv'], { price: '12.5' })
})
beforeEach(async () => {
  clock = startClock()
  forgetMinimums()
  Object.assign(sandbox.state, { cards: {}, coins: {}, idempotency: {}, faults: [] })
  await sandbox.clock({ at: begin })
  await sandbox.set({ callbackMode: 'never' })
  ana = await makeCustomer()
  await makeOperator()
})
afterEach(async () => {
  clock.stop()
  await db.paymentAttempt.updateMany({ data: { nextPollAt: null } })
  await expectBooks()
})
afterAll(async () => {
  for (const one of undo) one()
  await sandbox.stop()
  await closeDatabase()
})

const advance = async (ms: number): Promise<void> => {
  clock.advance(ms)
  await sandbox.clock({ at: new Date(nowMs()) })
}
const due = (): Promise<void> =>
  runDue(
    paymentJobs.filter(({ name }) => name !== 'end-order-window'),
    paymentQueues,
  )
/** The next calls get an unreadable answer. The adapter does not repeat them at once. */
const garble = (path: string, times = 1): Promise<void> => sandbox.fail({ api: 'stripe', kind: 'html', path, times })
/** The next session is made, but no answer returns its id. */
const loseAnswer = async (): Promise<void> => {
  await sandbox.fail({ api: 'stripe', kind: 'lost-answer', path: made })
  await garble(made)
}
const broken = async (): Promise<string> => {
  await loseAnswer()
  const number = await placed(ana, tv, '12.5', { method: card })
  expect(await attemptOf(number)).toMatchObject({ state: 'creating', providerId: null })
  return number
}
const attemptOf = (number: string) =>
  db.paymentAttempt.findFirstOrThrow({ where: { order: { number }, method: card }, orderBy: { createdAt: 'desc' } })
const sessions = (): { id: string; status: unknown }[] =>
  Object.values(sandbox.state.cards)
    .filter(({ object }) => object === 'checkout.session')
    .map(({ id, status }) => ({ id, status }))
const sessionId = (): string => sessions()[0]?.id ?? ''
/** Enough newer sessions for a second page of the provider's list. */
const fillList = (): void => {
  const session = sandbox.state.cards[sessionId()]
  if (session === undefined) throw new Error('no session was made')
  for (let n = 0; n < 100; n++)
    sandbox.state.cards[`other-${n}`] = { ...session, id: `other-${n}`, client_reference_id: `other-${n}` }
}

describe('a card session with an unknown id', () => {
  it('is closed when its order’s time ends', async () => {
    const number = await broken()
    await advance(15 * minuteMs)
    await due()
    expect(sessions()).toMatchObject([{ status: 'expired' }])
    expect([(await attemptOf(number)).providerId, await statusOf(number)]).toEqual([sessionId(), 2])
  })

  it('is closed later, when the portal was off until it makes no more sessions', async () => {
    const number = await broken()
    fillList()
    await advance(26 * minuteMs)
    await due()
    const others = Array.from({ length: 100 }, () => 'open')
    expect(sessions().map(({ status }) => status)).toEqual(['expired', ...others])
    expect([(await attemptOf(number)).providerId, await statusOf(number)]).toEqual([sessionId(), 2])
  })

  it('is closed although its attempt has already ended', async () => {
    // The last of the three tries was refused, and the portal took that for the answer.
    await sandbox.fail({ api: 'stripe', kind: 'lost-answer', path: made })
    await sandbox.fail({ api: 'stripe', kind: 'busy', path: made, times: 2 })
    expect(await order(ana, tv, '12.5', { method: card })).toMatchObject({ value: { problem: { code: 'P1001' } } })
    const { number } = await db.order.findFirstOrThrow({ where: { userId: ana.userId } })
    expect(await attemptOf(number)).toMatchObject({ state: 'canceled', providerId: null })
    expect(sessions()).toMatchObject([{ status: 'open' }])
    // The list can't be read at the first check, and the session can't be closed at the second.
    await garble(listed)
    await advance(minuteMs)
    await due()
    await garble('/expire')
    await advance(minuteMs)
    await due()
    expect(sessions()).toMatchObject([{ status: 'open' }])
    await advance(minuteMs)
    await due()
    expect(sessions()).toMatchObject([{ status: 'expired' }])
    expect(await attemptOf(number)).toMatchObject({ state: 'canceled', providerId: sessionId(), nextPollAt: null })
  })

  it('pays its order where somebody has paid it, even after the order’s time', async () => {
    const number = await broken()
    await garble('', 100)
    await advance(26 * minuteMs)
    // Its provider stays silent while the end of the order's time is tried.
    for (let tries = 0; tries < 5; tries++) {
      await due()
      await advance(minuteMs)
    }
    expect(await statusOf(number)).toBe(2)
    sandbox.state.faults = []
    await sandbox.card(sessionId())
    await advance(10 * minuteMs)
    await due()
    expect(await attemptOf(number)).toMatchObject({ state: 'paid', providerId: sessionId(), serviceFee: '0.66' })
    expect(await statusOf(number)).toBe(1)
  })

  it('is offered to its payer while the order can be paid', async () => {
    const number = await placed(ana, tv, '12.5', { method: tether })
    const { providerId } = await db.paymentAttempt.findFirstOrThrow({ where: { order: { number } } })
    await sandbox.pay(providerId ?? '', 'part')
    await checkNow(ana.userId, number)
    expect(await statusOf(number)).toBe(8)
    await loseAnswer()
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject({ value: { isPending: true } })
    await advance(26 * minuteMs)
    expect(await choosePayment(ana.userId, number, { method: card })).toMatchObject({
      value: { isPending: false, url: `${sandbox.url}/c/pay/${sessionId()}` },
    })
    expect(sessions()).toMatchObject([{ status: 'open' }])
  })

  it('is searched for until its own expiry, if it was never made', async () => {
    await garble(made)
    const number = await placed(ana, tv, '12.5', { method: card })
    await advance(26 * minuteMs)
    await due()
    expect(await attemptOf(number)).toMatchObject({ state: 'failed', providerId: null })
    expect((await attemptOf(number)).nextPollAt).not.toBeNull()
    await advance(hourMs)
    await due()
    expect(await attemptOf(number)).toMatchObject({ state: 'failed', nextPollAt: null })
    expect(sessions()).toEqual([])
  })

  it('keeps its attempt open no longer than its own lifetime, where the list can’t be read', async () => {
    const number = await broken()
    await garble(listed, 100)
    await advance(26 * minuteMs)
    await due()
    expect(await attemptOf(number)).toMatchObject({ state: 'creating' })
    await advance(hourMs)
    await due()
    expect(await attemptOf(number)).toMatchObject({ state: 'failed', nextPollAt: null })
  })
})
