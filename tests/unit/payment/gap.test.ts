/** Payments with lost callbacks are found in the providers' lists, however long the portal was not listening. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  checkNow,
  forgetRefusedCallbacks,
  listForPerson,
  paymentJobs,
  readProviderLists,
  takeCallback,
} from '~/modules/payment/payment.server'
import { dayMs, hourMs, minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import {
  ana,
  btc,
  card,
  clock,
  due,
  nextCustomer,
  paymentOf,
  preparePayments,
  providers,
  send,
  tellCoin,
  tv,
} from '../../support/payments'
import { mangoOf, order, placed } from '../../support/shop'

preparePayments()
beforeEach(async () => {
  await db.providerCursor.deleteMany()
  await db.furtherPayment.updateMany({ data: { nextPollAt: null } })
})

/** An order paid by its coin: the provider's id of its payment. */
const paid = async (): Promise<string> => {
  const id = await paymentOf(await placed(ana, tv, '12.5', { method: btc }))
  await send(id, '6.25')
  return id
}
/** The errors that an action logs. */
const alertsOf = async (deed: () => Promise<unknown>): Promise<unknown[]> => {
  const errors = vi.spyOn(log, 'error').mockReturnValue()
  await deed()
  const lines = errors.mock.calls.map(([line]): unknown => line)
  errors.mockRestore()
  return lines
}
const read = async (): Promise<void> => {
  await readProviderLists()
  await due()
}

describe('a further deposit whose callback was lost', () => {
  it('is found by the next reading, whenever that is', async () => {
    const id = await paid()
    clock.advance(minuteMs)
    providers.coin.further(id, '1')
    clock.advance(hourMs)
    await read()
    expect(await mangoOf(ana.userId)).toBe('2.0000')
  })
  it('is found after forty days without the portal', async () => {
    const id = await paid()
    await read()
    clock.advance(hourMs)
    providers.coin.further(id, '1')
    clock.advance(40 * dayMs)
    await read()
    expect(await mangoOf(ana.userId)).toBe('2.0000')
  })
  it('is searched for at every start, not an hour later', () => {
    expect(paymentJobs.find(({ name }) => name === 'read-provider-lists')).toMatchObject({
      everyMs: hourMs,
      atStart: true,
    })
  })
})

it('skips a listed payment that can’t be read, and notifies a person', async () => {
  const id = await paid()
  const odd = providers.coin.further(id, '1')
  providers.coin.further(id, '2')
  providers.state.unreadable = [odd]
  expect(await alertsOf(readProviderLists)).toEqual([{ alert: 'payment-event', payment: odd }])
  await due()
  expect(await mangoOf(ana.userId)).toBe('4.0000')
})
it('skips listed events that can’t be read, even a whole page of them', async () => {
  const event = { id: `evt_${ana.sn}`, type: 'payout.paid', at: new Date('2026-12-01'), isLive: false } as const
  providers.state.eventPages = {
    '': { items: [], unreadable: ['evt_odd'], last: 'evt_odd' },
    evt_odd: { items: [{ ...event, about: 'other', object: 'payout' }], unreadable: [], last: null },
  }
  expect(await alertsOf(readProviderLists)).toEqual([{ alert: 'payment-event', event: 'evt_odd' }])
  expect(await db.providerEvent.count({ where: { eventKey: event.id } })).toBe(1)
})
it('does not fail a payment whose answer was lost while one in the list can’t be read', async () => {
  providers.state.loss = 'answer'
  const done = await order(ana, tv, '12.5', { method: btc })
  const number = done.ok ? done.value.number : ''
  const [own] = providers.payments.keys()
  Object.assign(providers.state, { loss: null, unreadable: [own] })
  clock.advance(11 * minuteMs)
  await due()
  providers.state.unreadable = []
  clock.advance(minuteMs)
  await due()
  expect(await paymentOf(number)).toBe(own)
})

describe('a further deposit under way', () => {
  it('is polled until it ends, when its list was read before', async () => {
    const id = await paid()
    await read()
    const child = providers.coin.further(id, '1')
    providers.coin.say(child, 'confirming')
    clock.advance(hourMs)
    await read()
    expect(await mangoOf(ana.userId)).toBe('0.0000')
    clock.advance(65 * minuteMs)
    providers.coin.say(child, 'finished')
    await due()
    expect(await mangoOf(ana.userId)).toBe('2.0000')
  })
  it('is polled until it ends, when its last callback is lost', async () => {
    const id = await paid()
    const child = providers.coin.further(id, '1')
    providers.coin.say(child, 'confirming')
    await tellCoin(child)
    providers.coin.say(child, 'finished')
    clock.advance(29 * dayMs)
    await due()
    expect(await mangoOf(ana.userId)).toBe('2.0000')
  })
  it('is polled for 30 days after its last update, and no longer', async () => {
    const id = await paid()
    const child = providers.coin.further(id, '1')
    await tellCoin(child)
    const row = () => db.furtherPayment.findFirstOrThrow({ where: { providerId: child } })
    clock.advance(30 * dayMs - 1)
    await due()
    expect(await row()).toMatchObject({ lastWord: 'finished', nextPollAt: expect.any(Date) as unknown })
    clock.advance(hourMs)
    await due()
    expect(await row()).toMatchObject({ nextPollAt: null })
    // An update of it is followed again.
    providers.coin.say(child, 'refunded')
    await tellCoin(child)
    expect(await row()).toMatchObject({ lastWord: 'refunded', nextPollAt: expect.any(Date) as unknown })
  })
  it('is looked at by a person when it takes longer than a day', async () => {
    const id = await paid()
    const child = providers.coin.further(id, '1')
    providers.coin.say(child, 'confirming')
    await tellCoin(child)
    clock.advance(dayMs + hourMs)
    await due()
    expect(await db.paymentAttempt.findFirstOrThrow({ where: { providerId: id } })).toMatchObject({
      personReason: 'confirming-long',
      state: 'paid',
    })
  })
})

describe('a further deposit that the provider lists without details', () => {
  it('is kept and polled again', async () => {
    const id = await paid()
    await read()
    clock.advance(minuteMs)
    providers.coin.further(id, '1')
    await readProviderLists()
    providers.state.loss = 'call'
    await due()
    providers.state.loss = null
    clock.advance(minuteMs)
    await due()
    expect(await mangoOf(ana.userId)).toBe('2.0000')
  })
  it('is looked at by a person after 30 days without details', async () => {
    const id = await paid()
    providers.coin.further(id, '1')
    await readProviderLists()
    providers.state.loss = 'call'
    clock.advance(31 * dayMs)
    await due()
    providers.state.loss = null
    expect(await db.paymentAttempt.findFirstOrThrow({ where: { providerId: id } })).toMatchObject({
      personReason: 'never-answered',
    })
  })
})

it('notifies a person once of a further deposit’s unknown status, and moves nothing', async () => {
  const id = await paid()
  const { id: attempt } = await db.paymentAttempt.findFirstOrThrow({ where: { providerId: id } })
  const child = providers.coin.further(id, '1')
  providers.coin.say(child, 'unknown', 'hibernating')
  const told = await alertsOf(() => tellCoin(child))
  expect(told).toEqual([
    expect.objectContaining({ alert: 'payment-word', attempt, payment: child, word: 'hibernating' }),
    expect.objectContaining({ alert: 'payment-person', reason: 'unknown-word', word: 'hibernating' }),
  ])
  expect((await listForPerson()).filter(({ id: one }) => one === attempt)).toMatchObject([
    { kind: 'payment', reason: 'unknown-word', word: 'hibernating' },
  ])
  clock.advance(hourMs)
  expect(await alertsOf(due)).toEqual([])
  expect(await mangoOf(ana.userId)).toBe('0.0000')
  providers.coin.say(child, 'finished')
  clock.advance(hourMs)
  await due()
  expect(await mangoOf(ana.userId)).toBe('2.0000')
})

describe('refused callbacks', () => {
  const refuse = async (provider: 'nowpayments' | 'stripe', times: number): Promise<void> => {
    for (let sent = 0; sent < times; sent++)
      expect(await takeCallback(provider, Buffer.from('{"a":1}'), 'ab')).toMatchObject({ code: 'A0403' })
  }
  const told = (provider: string) => [{ alert: 'payment-signature', provider, refused: 5 }]
  beforeEach(forgetRefusedCallbacks)

  it('are reported once an hour per provider when they repeat while payments are watched', async () => {
    await placed(ana, tv, '12.5', { method: btc })
    expect(await alertsOf(() => refuse('nowpayments', 4))).toEqual([])
    expect(await alertsOf(() => refuse('nowpayments', 100))).toEqual(told('nowpayments'))
    clock.advance(hourMs - 1)
    expect(await alertsOf(() => refuse('nowpayments', 100))).toEqual([])
    clock.advance(1)
    expect(await alertsOf(() => refuse('nowpayments', 100))).toEqual(told('nowpayments'))
    await nextCustomer()
    await placed(ana, tv, '12.5', { method: card })
    expect(await alertsOf(() => refuse('stripe', 14))).toEqual(told('stripe'))
  })
  it('are not reported when they are rare', async () => {
    await placed(ana, tv, '12.5', { method: btc })
    for (let hours = 0; hours < 5; hours++) {
      expect(await alertsOf(() => refuse('nowpayments', 4))).toEqual([])
      clock.advance(hourMs)
    }
  })
  it('are reported only while payments are watched, even if that begins within the hour', async () => {
    await db.paymentAttempt.updateMany({ data: { pollUntil: new Date(0) } })
    expect(await alertsOf(() => refuse('nowpayments', 1000))).toEqual([])
    await placed(ana, tv, '12.5', { method: btc })
    const more = [{ alert: 'payment-signature', provider: 'nowpayments', refused: 1280 }]
    expect(await alertsOf(() => refuse('nowpayments', 1000))).toEqual(more)
  })
})

describe('events that their provider no longer keeps', () => {
  it('make each watched payment be polled once, and a person be notified', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    providers.card.pay(await paymentOf(number))
    await checkNow(ana.userId, number)
    await read()
    const where = { order: { number } }
    clock.advance(minuteMs)
    await due()
    expect(await db.paymentAttempt.findFirstOrThrow({ where })).toMatchObject({ nextPollAt: null })
    const { polls } = await db.paymentAttempt.findFirstOrThrow({ where })
    clock.advance(40 * dayMs)
    const told = expect.objectContaining({ alert: 'payment-gap', provider: 'stripe' }) as unknown
    expect(await alertsOf(readProviderLists)).toContainEqual(told)
    await due()
    expect(await db.paymentAttempt.findFirstOrThrow({ where })).toMatchObject({ polls: polls + 1, nextPollAt: null })
    clock.advance(hourMs)
    expect(await alertsOf(readProviderLists)).not.toContainEqual(told)
  })
  it('are not a gap when no payment of that time could have had any', async () => {
    await db.providerCursor.create({ data: { provider: 'stripe', readAt: new Date('2026-01-01T00:00:00Z') } })
    expect(await db.paymentAttempt.count({ where: { provider: 'stripe' } })).toBeGreaterThan(0)
    expect(await alertsOf(readProviderLists)).toEqual([])
  })
  it('are not a gap while the list reaches back to the last reading', async () => {
    await paid()
    await read()
    clock.advance(28 * dayMs)
    expect(await alertsOf(readProviderLists)).toEqual([])
  })
})
