/** The operator's changes to the catalogue: how each is stored, announced and audited, and what is refused. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addPlan,
  catalogueChanged,
  changePlan,
  changeProduct,
  createProduct,
  createPromotion,
  editPromotion,
  isGrantedToAll,
  listOffers,
  listProducts,
  listPromotions,
  listServices,
  movePromotion,
  setPromotionPrice,
  setService,
  setServiceText,
} from '~/modules/catalogue/catalogue.server'
import { dayMs, makeStoppedClock, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import type { Result } from '~/errors/table'
import { codeOf, good, makeActor } from '../channel-list/people'

const clock = makeStoppedClock(new Date('2026-03-01T12:00:00Z'))
const putBack = replaceClock(clock)
afterAll(putBack)
const inDays = (days: number): Date => new Date(clock.now().getTime() + days * dayMs)

const { userId } = await makeActor('administrator')
const by = { userId, why: 'as agreed' }
const acts = () => db.auditEntry.findMany({ select: { id: true, actor: true, action: true, detail: true } })
let told = 0
catalogueChanged.listen(() => void told++)
/** A change is announced once and seen at once by everybody; a refused one leaves no trace. */
const changes = async (change: () => Promise<Result<unknown>>, did: string): Promise<void> => {
  const [toldBefore, before] = [told, new Set((await acts()).map(({ id }) => id))]
  good(await change())
  expect(told - toldBefore).toBe(1)
  const added = (await acts()).filter(({ id }) => !before.has(id))
  expect(added.map(({ actor, action, detail }) => [actor, `${action} ${detail ?? ''}`])).toEqual([
    [userId, `${did}; why: as agreed`],
  ])
}
const refuses = async (change: Promise<Result<unknown>>, code: string, field?: string): Promise<void> => {
  const before = [told, await db.auditEntry.count(), await listProducts(), await listPromotions()]
  const answer = await change
  expect(codeOf(answer)).toBe(code)
  if (field !== undefined) expect(answer).toMatchObject({ field })
  expect([told, await db.auditEntry.count(), await listProducts(), await listPromotions()]).toEqual(before)
}
const find = async (key: string) => (await listProducts()).find((product) => product.key === key)

let made = 0
let key = ''
beforeEach(async () => {
  key = `product-${++made}`
  good(await createProduct(by, { key, name: `Product ${made}`, services: ['tv', 'vip', 'tv'] }))
})

describe('a service', () => {
  it('is granted to everybody and sold again, with or without an app', async () => {
    const link = 'https://example.org/app'
    await changes(
      () => setService(by, 'epg', { grantedToAll: true, appLink: link }),
      `service.set granted to all, app ${link}`,
    )
    expect(await isGrantedToAll('epg')).toBe(true)
    await changes(() => setService(by, 'epg', { grantedToAll: false }), 'service.set not granted to all')
    expect((await listServices()).find((one) => one.key === 'epg')).toMatchObject({
      grantedToAll: false,
      appLink: link,
    })
    await changes(() => setService(by, 'epg', { appLink: '' }), 'service.set app none')
    expect((await listServices()).find((one) => one.key === 'epg')).toMatchObject({ appLink: null })
  })

  it('has the operator’s own texts in a language until the portal’s are restored', async () => {
    const texts = async () => (await listServices()).find((one) => one.key === 'epg')?.texts
    await changes(
      () => setServiceText(by, 'epg', 'fr', { name: 'Guide', sentence: 'Ce soir.' }),
      'service.text fr: Guide',
    )
    await changes(
      () => setServiceText(by, 'epg', 'fr', { name: 'Le guide', sentence: 'Demain.' }),
      'service.text fr: Le guide',
    )
    expect((await texts())?.get('fr')).toMatchObject({ name: 'Le guide', sentence: 'Demain.' })
    await changes(() => setServiceText(by, 'epg', 'fr', null), 'service.text fr: the portal’s')
    expect((await texts())?.size).toBe(0)
  })
})

describe('a product', () => {
  it('begins as a draft after all others, with each service once', async () => {
    const products = await listProducts()
    expect(products.at(-1)).toMatchObject({
      key,
      state: 'draft',
      names: { en: `Product ${made}` },
      services: ['tv', 'vip'],
    })
    const places = products.map(({ sortOrder }) => sortOrder)
    expect(places.at(-1)).toBe(Math.max(0, ...places.slice(0, -1)) + 1)
  })

  it('has a key and a unique name in each language, whatever the case', async () => {
    await refuses(createProduct(by, { key, name: 'Another', services: ['tv'] }), 'M4702', 'key')
    const name = `pRODUCT ${made}`
    await refuses(createProduct(by, { key: `${key}-b`, name, services: ['tv'] }), 'M4702', 'name')
    good(await createProduct(by, { key: `${key}-b`, name: `Beside ${made}`, services: ['tv'] }))
    await refuses(changeProduct(by, `${key}-b`, { text: { language: 'en', name } }), 'M4702', 'name')
    await changes(() => changeProduct(by, `${key}-b`, { text: { language: 'fr', name } }), `product.change fr: ${name}`)
    // Its own name in another spelling.
    await changes(() => changeProduct(by, key, { text: { language: 'en', name } }), `product.change en: ${name}`)
    expect((await find(key))?.names).toEqual({ en: name })
  })

  it('goes on sale once one of its plans does, and can be withdrawn', async () => {
    await refuses(changeProduct(by, key, { state: 'on-sale' }), 'M4201', 'state')
    good(await addPlan(by, key, 1, 25_000n))
    good(await changePlan(by, key, 1, { onSale: false }))
    await refuses(changeProduct(by, key, { state: 'on-sale' }), 'M4201', 'state')
    good(await changePlan(by, key, 1, { onSale: true }))
    await changes(() => changeProduct(by, key, { state: 'on-sale' }), 'product.change on-sale')
    expect((await listOffers(clock.now())).some((offer) => offer.key === key)).toBe(true)
    await changes(() => changeProduct(by, key, { state: 'withdrawn' }), 'product.change withdrawn')
    expect((await listOffers(clock.now())).some((offer) => offer.key === key)).toBe(false)
  })

  it('changes its position and its services independently', async () => {
    await changes(() => changeProduct(by, key, { sortOrder: 7 }), 'product.change place 7')
    expect(await find(key)).toMatchObject({ sortOrder: 7, services: ['tv', 'vip'], state: 'draft' })
    await changes(
      () => changeProduct(by, key, { services: ['epg', 'data', 'epg'] }),
      'product.change services epg data epg',
    )
    expect(await find(key)).toMatchObject({ sortOrder: 7, services: ['data', 'epg'] })
  })

  it('that does not exist is M4701', async () => {
    await refuses(changeProduct(by, 'nothing', { sortOrder: 1 }), 'M4701', 'key')
    await refuses(addPlan(by, 'nothing', 1, 1n), 'M4701', 'key')
    await refuses(changePlan(by, 'nothing', 1, { price: 1n }), 'M4701', 'key')
  })
})

describe('a plan', () => {
  it('is unique for its number of months, and its price can change', async () => {
    await changes(() => addPlan(by, key, 3, 125_000n), 'plan.add 3 months, 12.5000')
    await refuses(addPlan(by, key, 3, 1n), 'M4202', 'months')
    await changes(() => addPlan(by, key, 1, 50_000n), 'plan.add 1 month, 5.0000')
    await changes(
      () => changePlan(by, key, 3, { price: 99_000n, onSale: false }),
      'plan.change 3 months: 9.9000, withdrawn',
    )
    await changes(() => changePlan(by, key, 3, { onSale: true }), 'plan.change 3 months: on sale')
    await refuses(changePlan(by, key, 6, { price: 1n }), 'M4201', 'months')
    expect((await find(key))?.plans).toMatchObject([
      { months: 1, price: 50_000n, onSale: true },
      { months: 3, price: 99_000n, onSale: true },
    ])
  })
})

describe('a promotion', () => {
  const draft = async (startsAt: Date, endsAt: Date) =>
    good(await createPromotion(by, { name: `Promotion ${made}`, startsAt, endsAt })).id
  const stateOf = async (id: string) => (await listPromotions()).find((one) => one.id === id)?.state

  it('has a unique name and ends after it begins', async () => {
    const [startsAt, endsAt] = [inDays(5), inDays(9)]
    const id = await draft(startsAt, endsAt)
    const name = `PROMOTION ${made}`
    await refuses(createPromotion(by, { name, startsAt, endsAt }), 'M4402', 'name')
    await refuses(createPromotion(by, { name: 'Other', startsAt, endsAt: startsAt }), 'A0422', 'to')
    const other = good(await createPromotion(by, { name: `Other ${made}`, startsAt, endsAt })).id
    await refuses(editPromotion(by, other, { name }), 'M4402', 'name')
    await refuses(editPromotion(by, id, { endsAt: startsAt }), 'A0422', 'to')
    await refuses(editPromotion(by, 'nothing', { name: 'X' }), 'M4401', 'id')
    const days = `${inDays(6).toISOString()} to ${endsAt.toISOString()}`
    await changes(() => editPromotion(by, id, { name, startsAt: inDays(6) }), `promotion.edit ${name}, ${days}`)
    expect((await listPromotions()).find((one) => one.id === id)).toMatchObject({ name, startsAt: inDays(6), endsAt })
  })

  it('sets and removes prices of plans until the day before it begins', async () => {
    good(await addPlan(by, key, 1, 30_000n))
    const id = await draft(inDays(2), inDays(9))
    const set = (price: bigint | null, product = key, months = 1) =>
      setPromotionPrice(by, id, { product, months, price })
    const prices = async () => (await listPromotions()).find((one) => one.id === id)?.prices
    await changes(() => set(20_000n), `promotion.price ${key}, 1 month: 2.0000`)
    await changes(() => set(25_000n), `promotion.price ${key}, 1 month: 2.5000`)
    expect(await prices()).toEqual([{ product: key, months: 1, price: 25_000n, original: 30_000n }])
    await refuses(set(1n, 'nothing'), 'M4701', 'product')
    await refuses(set(1n, key, 2), 'M4201', 'months')
    await refuses(setPromotionPrice(by, 'nothing', { product: key, months: 1, price: 1n }), 'M4401', 'id')
    await changes(() => set(null), `promotion.price ${key}, 1 month: none`)
    expect(await prices()).toEqual([])
    good(await movePromotion(by, id, 'plan'))
    clock.advance(2 * dayMs)
    await refuses(set(1n), 'M4405')
    await refuses(editPromotion(by, id, { name: 'X' }), 'M4405')
  })

  it('moves through its states, and answers the current one', async () => {
    const id = await draft(inDays(-1), inDays(9))
    await refuses(movePromotion(by, 'nothing', 'plan'), 'M4401', 'id')
    await refuses(movePromotion(by, id, 'resume'), 'M4404')
    await refuses(movePromotion(by, id, 'suspend'), 'M4406')
    const before = told
    // Its time has come, so it starts as soon as it is planned.
    expect(good(await movePromotion(by, id, 'plan'))).toBe('running')
    expect(await stateOf(id)).toBe('running')
    await changes(() => movePromotion(by, id, 'suspend'), `promotion.suspend Promotion ${made}`)
    expect(await stateOf(id)).toBe('suspended')
    expect(good(await movePromotion(by, id, 'resume'))).toBe('running')
    expect(good(await movePromotion(by, id, 'end'))).toBe('ended')
    expect(told - before).toBe(4)
    await refuses(movePromotion(by, id, 'plan'), 'M4406')
  })
})

describe('an event of a changed catalogue', () => {
  it('is handled by its listeners before the change answers', async () => {
    let heard = false
    const stop = catalogueChanged.listen(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      heard = true
    })
    good(await changeProduct(by, key, { sortOrder: 3 }))
    stop()
    expect(heard).toBe(true)
  })
})
