/**
 * The service periods of boxes: they follow one another, unused time is taken back without a gap or overlap, and the
 * cache never outlives an end.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetCatalogue } from '~/modules/catalogue/catalogue.server'
import { deviceChanged } from '~/modules/device/device.server'
import {
  checkEntitled,
  connectEntitlement,
  earliestChange,
  entitlementChanged,
  grantPeriods,
  isEntitled,
  periodEndOf,
  periodsOf,
  runningServices,
  setServiceOff,
  setServiceOn,
  switchServices,
  takeBack,
} from '~/modules/entitlement/entitlement.server'
import { dayMs, makeStoppedClock, now, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { ok } from '~/errors/table'
import type { ServiceKey } from '~/modules/catalogue/catalogue.server'
import { mayBreak } from '../../support/invariants'
import { times } from '../../support/runs'
import { codeOf, good, makeActor, makeBox } from '../channel-list/people'

mayBreak('period-order', 'periods are made here without the orders that a customer would pay')

const begin = new Date('2026-01-31T10:00:00Z')
let clock = makeStoppedClock(begin)
let putBack = (): void => undefined
beforeAll(connectEntitlement)
beforeEach(() => {
  putBack()
  clock = makeStoppedClock(begin)
  putBack = replaceClock(clock)
})
afterAll(() => putBack())

const at = (text: string): Date => new Date(text)
/** A paid order line, reduced to what a period needs. */
const makeLine = async (userId: string, sn: string): Promise<string> => {
  const [orderId, id] = [makeId(), makeId()]
  const prices = { originalPrice: 10_000n, payPrice: 10_000n }
  const times = { createdAt: now(), updatedAt: now(), payUntil: now() }
  await db.order.create({ data: { id: orderId, number: orderId, userId, sn, boxName: 'Box', ...prices, ...times } })
  const copied = { productId: 'p', planId: 'q', productNames: '{}', services: 'tv', months: 1, ...prices }
  await db.orderLine.create({ data: { id, orderId, ...copied } })
  return id
}
const home = async () => {
  const owner = await makeActor()
  return { userId: owner.userId, sn: (await makeBox(owner)).sn }
}
const grant = async (sn: string, services: readonly ServiceKey[], months: number, orderLineId?: string) => {
  const source = orderLineId === undefined ? ({ source: 'gift', note: 'test' } as const) : { orderLineId }
  return good(await transact(async (tx) => ok(await grantPeriods(tx, { sn, services, months, at: now(), ...source }))))
}
const take = async (line: string) => good(await transact(async (tx) => ok(await takeBack(tx, line, now(), 'refunded'))))
const stretches = async (sn: string): Promise<string[]> =>
  (await periodsOf(sn)).map(({ service, startsAt, endsAt }) => `${service} ${iso(startsAt)} ${iso(endsAt)}`)
const iso = (moment: Date): string => moment.toISOString().slice(0, 10)

describe('a period', () => {
  it('begins now, or at the end of the current one if bought early; the day at month’s end returns', async () => {
    const { sn } = await home()
    await grant(sn, ['tv', 'data'], 1)
    await grant(sn, ['tv'], 1)
    expect(await stretches(sn)).toEqual([
      'data 2026-01-31 2026-02-28',
      'tv 2026-01-31 2026-02-28',
      'tv 2026-02-28 2026-03-31',
    ])
    clock.advance(100 * dayMs)
    await grant(sn, ['tv'], 2)
    expect((await stretches(sn)).at(-1)).toBe('tv 2026-05-11 2026-07-11')
  })
  it('keeps the time of day and the day of its first purchase through short months, and begins anew after a gap', async () => {
    const { sn } = await home()
    const buy = async (moment: string, months: number): Promise<string | undefined> => {
      clock.advance(at(moment).getTime() - now().getTime())
      await grant(sn, ['tv'], months)
      return (await periodsOf(sn)).at(-1)?.endsAt.toISOString()
    }
    expect(await buy('2027-01-31T14:00:00Z', 1)).toBe('2027-02-28T14:00:00.000Z')
    expect(await buy('2027-02-20T16:00:00Z', 1)).toBe('2027-03-31T14:00:00.000Z')
    expect(await buy('2027-03-30T08:00:00Z', 1)).toBe('2027-04-30T14:00:00.000Z')
    expect(await buy('2027-06-15T08:00:00Z', 1)).toBe('2027-07-15T08:00:00.000Z')
    expect(await buy('2028-02-29T09:30:00Z', 12)).toBe('2029-02-28T09:30:00.000Z')
  })
  it('continues from the last day of the current one when that was given by days', async () => {
    const { sn } = await home()
    const startsAt = new Date('2026-01-27T10:00:00Z')
    const endsAt = new Date('2026-02-20T10:00:00Z')
    const given = {
      id: `by-days-${sn}`,
      sn,
      service: 'tv',
      startsAt,
      endsAt,
      anchorDay: 27,
      source: 'gift',
      note: 'test',
    }
    await db.servicePeriod.create({ data: given })
    expect(await periodEndOf(sn, 'tv', now())).toEqual({ at: endsAt, anchorDay: 20 })
    await grant(sn, ['tv'], 1)
    await grant(sn, ['tv'], 12)
    expect(await stretches(sn)).toEqual([
      'tv 2026-01-27 2026-02-20',
      'tv 2026-02-20 2026-03-20',
      'tv 2026-03-20 2027-03-20',
    ])
  })
  it('is given once per order line', async () => {
    const { userId, sn } = await home()
    const line = await makeLine(userId, sn)
    await grant(sn, ['tv'], 1, line)
    await expect(grant(sn, ['tv'], 1, line)).rejects.toThrow()
    expect(await periodsOf(sn)).toHaveLength(1)
  })
  it('is checked against the clock at each question, whatever is cached', async () => {
    const { userId, sn } = await home()
    await grant(sn, ['tv'], 1)
    const tv = async () => [await isEntitled({ sn }, 'tv'), await isEntitled({ userId }, 'tv')]
    expect(await tv()).toEqual([true, true])
    const end = at('2026-02-28T10:00:00Z')
    expect(await earliestChange(sn, now())).toEqual(end)
    clock.advance(end.getTime() - now().getTime() - 1)
    expect(await tv()).toEqual([true, true])
    clock.advance(1)
    expect(await tv()).toEqual([false, false])
    expect(await earliestChange(sn, now())).toBeNull()
    expect((await runningServices(sn, now())).find(({ service }) => service === 'tv')).toMatchObject({
      state: 'ended',
      endsAt: end,
    })
    // When bought again, it runs at once.
    await grant(sn, ['tv'], 1)
    expect(await tv()).toEqual([true, true])
  })
  it('stays with its box after unbinding, and the account no longer has it', async () => {
    const { userId, sn } = await home()
    await grant(sn, ['tv'], 1)
    expect(await isEntitled({ userId }, 'tv')).toBe(true)
    await db.device.update({ where: { sn }, data: { userId: null, boundAt: null } })
    await deviceChanged.notify({ sn })
    expect([await isEntitled({ sn }, 'tv'), await isEntitled({ userId }, 'tv')]).toEqual([true, false])
  })
})

describe('service switches', () => {
  it('stop a service for the box while its time runs on, and only for the owner', async () => {
    const { userId, sn } = await home()
    const stranger = await home()
    await grant(sn, ['tv'], 1)
    expect(codeOf(await setServiceOff(stranger.userId, sn, 'tv'))).toBe('I1402')
    expect(codeOf(await setServiceOff(userId, sn, 'nothing'))).toBe('A0404')
    good(await setServiceOff(userId, sn, 'tv'))
    good(await setServiceOff(userId, sn, 'tv'))
    const tv = async () => (await runningServices(sn, now())).find(({ service }) => service === 'tv')
    expect(await tv()).toMatchObject({ state: 'switched-off', given: false, endsAt: at('2026-02-28T10:00:00Z') })
    expect(await isEntitled({ sn }, 'tv')).toBe(false)
    good(await setServiceOn(userId, sn, 'tv'))
    expect(await tv()).toMatchObject({ state: 'running', given: true })
  })
  it('turn off only services that the box has now, all of them or none', async () => {
    const { userId, sn } = await home()
    await grant(sn, ['tv', 'data'], 1)
    const given = async () =>
      (await runningServices(sn, now())).filter((one) => one.given).map(({ service }) => service)
    const before = await given()
    expect(await switchServices(userId, sn, ['tv', 'stream'], false)).toMatchObject({
      code: 'D1108',
      data: { service: 'stream' },
    })
    expect(await given()).toEqual(before)
    good(await switchServices(userId, sn, ['tv', 'data', 'chmax'], false))
    expect(await given()).toEqual(['api'])
    good(await switchServices(userId, sn, ['tv', 'chmax', 'stream'], true))
    expect(await given()).toEqual(['tv', 'chmax', 'api'])
  })
  it('do not outlive the purchase: a service that ended and is bought again is on', async () => {
    const { userId, sn } = await home()
    await grant(sn, ['tv', 'data'], 1)
    good(await switchServices(userId, sn, ['tv', 'data'], false))
    // A service that continues without a gap stays as its owner left it.
    await grant(sn, ['data'], 2)
    clock.advance(40 * dayMs)
    await grant(sn, ['tv'], 1)
    const state = (service: string) =>
      runningServices(sn, now()).then((all) => all.find((one) => one.service === service))
    expect([(await state('tv'))?.state, (await state('data'))?.state]).toEqual(['running', 'switched-off'])
  })
  it('for adults turn off TV and Stream and nothing else', async () => {
    const { sn } = await home()
    await grant(sn, ['tv', 'stream', 'data'], 1)
    await db.device.update({ where: { sn }, data: { adultSwitchOnAt: now() } })
    await deviceChanged.notify({ sn })
    expect(
      (await runningServices(sn, now())).map(({ service, state, given }) => `${service} ${state} ${String(given)}`),
    ).toEqual([
      'tv adult-off false',
      'stream adult-off false',
      'data running true',
      'chmax granted true',
      'api granted true',
    ])
  })
})

describe('taking a period back', () => {
  it('keeps the used time, and the next period begins at the cut', async () => {
    const { userId, sn } = await home()
    const [first, second] = [await makeLine(userId, sn), await makeLine(userId, sn)]
    await grant(sn, ['tv'], 1, first)
    await grant(sn, ['tv'], 3, second)
    clock.advance(10 * dayMs)
    expect(await take(first)).toMatchObject({
      removed: [{ service: 'tv', from: at('2026-02-10T10:00:00Z'), until: at('2026-02-28T10:00:00Z') }],
      moved: [{ orderLineId: second, startsAt: at('2026-02-10T10:00:00Z'), endsAt: at('2026-05-10T10:00:00Z') }],
    })
    expect(await stretches(sn)).toEqual(['tv 2026-01-31 2026-02-10', 'tv 2026-02-10 2026-05-10'])
    expect(await take(first)).toEqual({ removed: [], moved: [] })
    await grant(sn, ['tv'], 1)
    expect((await stretches(sn)).at(-1)).toBe('tv 2026-05-10 2026-06-10')
  })
  it('removes a future period whole, and nothing of a past one', async () => {
    const { userId, sn } = await home()
    const lines = [await makeLine(userId, sn), await makeLine(userId, sn), await makeLine(userId, sn)]
    for (const line of lines) await grant(sn, ['tv'], 1, line)
    await take(lines[1] ?? '')
    expect(await stretches(sn)).toEqual(['tv 2026-01-31 2026-02-28', 'tv 2026-02-28 2026-03-31'])
    clock.advance(200 * dayMs)
    expect(await take(lines[0] ?? '')).toEqual({ removed: [], moved: [] })
  })
  it('never leaves a gap, an overlap or a lost month, in any order of buying, waiting and taking back', async () => {
    const step = fc.oneof(
      fc.record({ buy: fc.integer({ min: 1, max: 13 }) }),
      fc.record({ wait: fc.integer({ min: 0, max: 70 * 24 }) }),
      fc.record({ take: fc.nat({ max: 20 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { userId, sn } = await home()
        const lines: string[] = []
        for (const one of steps) {
          if ('buy' in one) {
            const line = await makeLine(userId, sn)
            await grant(sn, ['tv'], one.buy, line)
            lines.push(line)
          } else if ('wait' in one) clock.advance(one.wait * 3_600_000)
          else if (lines.length > 0) {
            const line = lines[one.take % lines.length] ?? ''
            await take(line)
            // Nothing of it remains in the future.
            expect((await periodsOf(sn)).filter((p) => p.orderLineId === line && p.endsAt > now())).toEqual([])
          }
          const living = (await periodsOf(sn)).filter(({ endsAt }) => endsAt > now())
          living.forEach((period, index) => {
            if (index > 0) expect(period.startsAt).toEqual(living[index - 1]?.endsAt)
            else expect(period.startsAt.getTime()).toBeLessThanOrEqual(now().getTime())
          })
        }
      }),
      { numRuns: times(40) },
    )
  })
})

describe('a catalogue that sells channel lists and the API', () => {
  beforeAll(async () => {
    await db.service.updateMany({ where: { key: { in: ['chmax', 'api'] } }, data: { grantedToAll: false } })
    forgetCatalogue()
  })
  afterAll(async () => {
    await db.service.updateMany({ where: { key: { in: ['chmax', 'api'] } }, data: { grantedToAll: true } })
    forgetCatalogue()
  })
  it('locks them (C1109) until one of the account’s boxes has them', async () => {
    const { userId, sn } = await home()
    const second = await makeBox({ userId, userName: '', role: 'customer', vnoId: null })
    expect(await checkEntitled({ userId }, 'chmax')).toMatchObject({ code: 'C1109', data: { service: 'chmax' } })
    await grant(second.sn, ['chmax'], 1)
    expect(await Promise.all([{ userId }, { sn }, { sn: second.sn }].map((one) => isEntitled(one, 'chmax')))).toEqual([
      true,
      false,
      true,
    ])
    expect(codeOf(await checkEntitled({ userId }, 'api'))).toBe('C1109')
  })
})

describe('an event of a box’s changed services', () => {
  it('is handled by its listeners before the change answers', async () => {
    const { sn } = await home()
    const heard: string[] = []
    const stop = entitlementChanged.listen(async (changed) => {
      await new Promise((resolve) => setImmediate(resolve))
      heard.push(changed.sn)
    })
    await grant(sn, ['tv'], 1)
    stop()
    expect(heard).toEqual([sn])
  })
})
