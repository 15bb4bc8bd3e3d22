/** What callbacks missed is found in the providers' own lists, however long and whenever nobody listened. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { checkNow, paymentJobs, readProviderLists } from '~/modules/payment/payment.server'
import { dayMs, hourMs, minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { ana, btc, card, clock, due, paymentOf, preparePayments, providers, send, tv } from '../../support/payments'
import { mangoOf, placed } from '../../support/shop'

preparePayments()
beforeEach(async () => {
  await db.providerCursor.deleteMany()
})

/** An order that its coin has paid: the provider's id of its payment. */
const paid = async (): Promise<string> => {
  const id = await paymentOf(await placed(ana, tv, '12.5', { method: btc }))
  await send(id, '6.25')
  return id
}
/** What a deed writes as errors. */
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
  it('is found by the first reading, whenever that is', async () => {
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
  it('is looked for at every start, not an hour after it', () => {
    expect(paymentJobs.find(({ name }) => name === 'read-provider-lists')).toMatchObject({
      everyMs: hourMs,
      atStart: true,
    })
  })
})

describe('events that their provider keeps no more', () => {
  it('have each watched payment asked about once, and a person told', async () => {
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
  it('are no gap while the list reaches back to the last reading', async () => {
    await paid()
    await read()
    clock.advance(28 * dayMs)
    expect(await alertsOf(readProviderLists)).toEqual([])
  })
})
