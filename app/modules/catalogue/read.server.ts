/**
 * Reads the catalogue and caches it as a whole: it is small, and every list, box and page needs it. Changes clear the
 * cache after their commit.
 */
import { db, type Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { afterCommit } from '~/platform/transact.server'
import { isServiceKey, type ServiceKey } from './service'

export type CatalogueService = {
  key: ServiceKey
  grantedToAll: boolean
  appLink: string | null
  /** The operator's own texts by language (internal tag: uk). */
  texts: ReadonlyMap<string, { name: string; sentence: string }>
}
export type CataloguePlan = { id: string; months: number; price: bigint; onSale: boolean }
export type ProductState = 'draft' | 'on-sale' | 'withdrawn'
export type CatalogueProduct = {
  id: string
  key: string
  state: ProductState
  sortOrder: number
  /** By language; English is always present. */
  names: Readonly<Record<string, string>>
  services: readonly ServiceKey[]
  /** Shortest first. */
  plans: readonly CataloguePlan[]
}
export type CataloguePromotion = {
  id: string
  name: string
  state: string
  startsAt: Date
  endsAt: Date
  /** By plan id. */
  prices: ReadonlyMap<string, bigint>
}
export type Catalogue = {
  services: ReadonlyMap<ServiceKey, CatalogueService>
  /** In the shop's order. */
  products: readonly CatalogueProduct[]
  promotions: readonly CataloguePromotion[]
}

/** The catalogue changed, and so may the services of boxes and accounts. Awaited: the next request sees it. */
export const catalogueChanged = makeEvent<null>('the catalogue changed', { awaited: true })

const productState = (text: string): ProductState => (text === 'on-sale' || text === 'withdrawn' ? text : 'draft')

/** Reads the tables; inside a transaction with its `tx`. */
export const loadCatalogue = async (source: Transaction | typeof db): Promise<Catalogue> => {
  const services = await source.service.findMany({
    orderBy: [{ sortOrder: 'asc' }, { key: 'asc' }],
    include: { texts: true },
  })
  const products = await source.product.findMany({
    orderBy: [{ sortOrder: 'asc' }, { key: 'asc' }],
    include: { texts: true, services: true, plans: { orderBy: { months: 'asc' } } },
  })
  const promotions = await source.promotion.findMany({ orderBy: { startsAt: 'asc' }, include: { prices: true } })
  const order = services.map(({ key }) => key)
  return {
    services: new Map(
      services.flatMap(({ key, grantedToAll, appLink, texts }): [ServiceKey, CatalogueService][] =>
        isServiceKey(key)
          ? [[key, { key, grantedToAll, appLink, texts: new Map(texts.map((text) => [text.language, text])) }]]
          : [],
      ),
    ),
    products: products.map(({ id, key, state, sortOrder, texts, services: granted, plans }) => ({
      id,
      key,
      state: productState(state),
      sortOrder,
      names: Object.fromEntries(texts.map(({ language, name }) => [language, name])),
      services: granted
        .map(({ serviceKey }) => serviceKey)
        .filter(isServiceKey)
        .sort((a, b) => order.indexOf(a) - order.indexOf(b)),
      plans: plans.map((plan) => ({
        id: plan.id,
        months: plan.months,
        price: plan.price,
        onSale: plan.state === 'on-sale',
      })),
    })),
    promotions: promotions.map(({ id, name, state, startsAt, endsAt, prices }) => ({
      id,
      name,
      state,
      startsAt,
      endsAt,
      prices: new Map(prices.map(({ planId, price }) => [planId, price])),
    })),
  }
}

let held: Promise<Catalogue> | null = null
/** The catalogue from the cache. A read that is in progress during a change is not kept. */
export const readCatalogue = (): Promise<Catalogue> => {
  if (held !== null) return held
  const reading = loadCatalogue(db)
  held = reading
  reading.catch(() => {
    if (held === reading) held = null
  })
  return reading
}
/** Clears the cache after a change outside this module, such as a seed. */
export const forgetCatalogue = (): void => {
  held = null
}
/** Call this in every transaction that changes the tables. */
export const changeCatalogue = (tx: Transaction): void => {
  afterCommit(tx, 'the catalogue is read anew', forgetCatalogue)
  catalogueChanged.notifyAfter(tx, null)
}
