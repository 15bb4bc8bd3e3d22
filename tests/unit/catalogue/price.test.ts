/** Prices: promotions by state and time, the lowest running price, and products for one continent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  catalogueChanged,
  checkCountry,
  checkRegion,
  forgetCatalogue,
  listOffers,
  quote,
  restrictedRegions,
} from '~/modules/catalogue/catalogue.server'
import { changeCatalogue } from '~/modules/catalogue/read.server'
import { afterEvent, promotionEvents, promotionStateAt, promotionStates } from '~/modules/catalogue/promotion.states'
import { changeCountry, declareCountry, declaredForMs } from '~/modules/account/account.server'
import { dayMs, makeStoppedClock, now, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { ok } from '~/errors/table'
import { codeOf, good, makeActor } from '../channel-list/people'

const day = (text: string): Date => new Date(`${text}T12:00:00Z`)
const times = { startsAt: new Date('2026-03-10T08:00:00Z'), endsAt: new Date('2026-03-20T08:00:00Z') }
const clock = makeStoppedClock(day('2026-03-01'))
const putBack = replaceClock(clock)
afterAll(putBack)

describe('a promotion', () => {
  it.each([
    ['draft', '2026-03-15', 'draft'],
    ['planned', '2026-03-10', 'running'],
    ['planned', '2026-03-09', 'planned'],
    ['planned', '2026-03-21', 'ended'],
    ['running', '2026-03-15', 'running'],
    ['running', '2026-03-20', 'ended'],
    ['suspended', '2026-03-15', 'suspended'],
    ['suspended', '2026-03-21', 'ended'],
    ['ended', '2026-03-15', 'ended'],
  ])('stored as %s is on %s %s', (state, on, expected) => {
    expect(promotionStateAt({ state, ...times }, day(on))).toBe(expected)
  })
  it('answers each event in each state, and nothing else', () => {
    const moment = {
      draft: '2026-03-01',
      planned: '2026-03-01',
      running: '2026-03-15',
      suspended: '2026-03-15',
      ended: '2026-03-15',
    }
    const seen = promotionStates.map((state) =>
      [
        state,
        ...promotionEvents.map((event) => {
          const next = afterEvent({ state, ...times }, event, day(moment[state]))
          return `${event}:${next.ok ? next.value : next.code}`
        }),
      ].join(' '),
    )
    expect(seen).toEqual([
      'draft edit:draft plan:planned suspend:M4406 resume:M4404 end:ended',
      'planned edit:planned plan:M4406 suspend:M4406 resume:M4404 end:ended',
      'running edit:M4405 plan:M4406 suspend:suspended resume:M4404 end:ended',
      'suspended edit:M4405 plan:M4406 suspend:M4406 resume:running end:ended',
      'ended edit:M4405 plan:M4406 suspend:M4406 resume:M4404 end:M4406',
    ])
  })
  it('can be edited until the day in UTC before it begins', () => {
    const edit = (moment: string) => codeOf(afterEvent({ state: 'planned', ...times }, 'edit', new Date(moment)))
    expect([edit('2026-03-09T23:59:59.999Z'), edit('2026-03-10T00:00:00Z')]).toEqual(['no failure', 'M4405'])
  })
})

describe('a price', () => {
  beforeAll(async () => {
    await db.product.create({
      data: {
        id: 'tv',
        key: 'tv',
        state: 'on-sale',
        texts: { create: { language: 'en', name: 'TV', nameKey: 'tv' } },
        services: { create: { serviceKey: 'tv' } },
        plans: {
          create: [
            { id: 'tv-12', months: 12, price: 300_000n },
            { id: 'tv-1', months: 1, price: 30_000n },
            { id: 'tv-3', months: 3, price: 80_000n, state: 'withdrawn' },
          ],
        },
      },
    })
    await db.product.create({
      data: { id: 'no-price', key: 'no-price', state: 'on-sale', services: { create: { serviceKey: 'data' } } },
    })
    for (const [id, price] of [
      ['spring', 25_000n],
      ['better', 20_000n],
      ['dearer', 90_000n],
    ] as const)
      await db.promotion.create({
        data: { id, name: id, nameKey: id, state: 'planned', ...times, prices: { create: { planId: 'tv-1', price } } },
      })
    forgetCatalogue()
  })
  it('is the lowest one running, else the original; without one nothing is sold', async () => {
    const offers = await listOffers(day('2026-03-15'))
    expect(offers.map(({ key, quotes }) => [key, quotes.map(({ months }) => months)])).toEqual([['tv', [1, 12]]])
    expect(await quote('tv-1', day('2026-03-15'))).toMatchObject({
      originalPrice: 30_000n,
      activityPrice: 20_000n,
      payPrice: 20_000n,
      activityUntil: times.endsAt,
      months: 1,
      services: ['tv'],
    })
    expect(await quote('tv-1', day('2026-03-21'))).toMatchObject({ activityPrice: null, payPrice: 30_000n })
    expect(await quote('tv-12', day('2026-03-15'))).toMatchObject({ activityPrice: null, payPrice: 300_000n })
    expect(await quote('tv-3', day('2026-03-15'))).toBeNull()
    expect(await quote('nothing', day('2026-03-15'))).toBeNull()
  })
  it('is reread after a commit, and before it only inside the transaction', async () => {
    let told = 0
    const stop = catalogueChanged.listen(() => void told++)
    await transact(async (tx) => {
      await tx.plan.update({ where: { id: 'tv-12' }, data: { price: 240_000n } })
      expect((await quote('tv-12', now(), tx))?.payPrice).toBe(240_000n)
      expect((await quote('tv-12', now()))?.payPrice).toBe(300_000n)
      changeCatalogue(tx)
      return ok(null)
    })
    stop()
    expect([(await quote('tv-12', now()))?.payPrice, told]).toEqual([240_000n, 1])
  })
})

describe('AF-VIP', () => {
  it('is sold in Africa except the restricted countries; other services have no such check', () => {
    const refusal = (country: string | null) => {
      const answer = checkCountry(['tv', 'af'], country)
      return answer.ok ? null : answer.data?.['context']
    }
    expect(['KE', 'EG', 'ZA', 'RE'].map(refusal)).toEqual([null, null, null, null])
    expect(['DE', 'IN', 'BR'].map(refusal)).toEqual(['elsewhere', 'elsewhere', 'elsewhere'])
    expect(restrictedRegions.map(({ code }) => refusal(code))).toEqual(restrictedRegions.map(() => 'restricted'))
    expect(refusal(null)).toBe('undeclared')
    expect(checkCountry(['tv'], 'DE').ok).toBe(true)
  })
  it('needs a declared country, which can change every 90 days at most', async () => {
    const { userId } = await makeActor()
    good(await changeCountry(userId, 'KE'))
    expect(await checkRegion(userId, ['af'])).toMatchObject({ code: 'A0451', data: { context: 'undeclared' } })
    good(await declareCountry(userId, 'KE'))
    expect(codeOf(await checkRegion(userId, ['af']))).toBe('no failure')
    // It can be declared again but not changed, on either page.
    good(await declareCountry(userId, 'KE'))
    expect(codeOf(await changeCountry(userId, null))).toBe('I1115')
    expect(codeOf(await declareCountry(userId, 'GH'))).toBe('I1115')
    clock.advance(declaredForMs - dayMs)
    expect(codeOf(await declareCountry(userId, 'GH'))).toBe('I1115')
    clock.advance(dayMs)
    good(await declareCountry(userId, 'GH'))
    expect(codeOf(await declareCountry(userId, 'KE'))).toBe('I1115')
    expect(codeOf(await declareCountry(userId, 'XX'))).toBe('I1112')
  })
})
