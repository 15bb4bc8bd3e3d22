/**
 * The catalogue: which services exist, which products contain them, and what they cost when. The only public file of
 * the module. Only products with a price are sold; alternatively a service can be granted to all.
 */
import type { Transaction } from '~/platform/db.server'
import { quotePlan, quotesOf, type Quote } from './price'
import { loadCatalogue, readCatalogue, type CatalogueProduct, type CatalogueService } from './read.server'
import type { ServiceKey } from './service'

export { checkCountry, checkRegion } from './region.server'
export { isRestrictedRegion, regionalService, restrictedRegions } from './restricted-regions'
export {
  adultSwitchedServices,
  isServiceKey,
  pageOfService,
  placeOfService,
  serviceGroups,
  serviceKeys,
  type ServiceGroup,
  type ServiceKey,
  type ServicePlace,
} from './service'
export { catalogueChanged, forgetCatalogue, type CatalogueProduct, type CatalogueService } from './read.server'
export type { Quote } from './price'
export { addPlan, changePlan, changeProduct, createProduct, setService, setServiceText } from './manage.server'
export { createPromotion, editPromotion, listPromotions, movePromotion, setPromotionPrice } from './promotion.server'
export { promotionStates } from './promotion.states'

/** A product on sale, with the current prices of its plans. */
export type Offer = {
  productId: string
  key: string
  names: Readonly<Record<string, string>>
  services: readonly ServiceKey[]
  /** Shortest first; at least one. */
  quotes: readonly Quote[]
}

/** All services, in the operator's order. */
export const listServices = async (): Promise<CatalogueService[]> => [...(await readCatalogue()).services.values()]

/** True if everybody has the service without buying it. */
export const isGrantedToAll = async (service: ServiceKey): Promise<boolean> =>
  (await readCatalogue()).services.get(service)?.grantedToAll === true

/** All products, sold or not. */
export const listProducts = async (): Promise<readonly CatalogueProduct[]> => (await readCatalogue()).products

/** What is sold at a given time, in the shop's order. A product without a price is not sold. */
export const listOffers = async (at: Date): Promise<Offer[]> => {
  const catalogue = await readCatalogue()
  return catalogue.products.flatMap((product) => {
    const quotes = quotesOf(catalogue, product, at)
    return quotes.length === 0 || product.services.length === 0
      ? []
      : [{ productId: product.id, key: product.key, names: product.names, services: product.services, quotes }]
  })
}

/**
 * A plan's price at a given time, with everything that an order copies; null if it is not on sale. With `tx` it is read
 * from the tables, for decisions.
 */
export const quote = async (planId: string, at: Date, tx?: Transaction): Promise<Quote | null> =>
  quotePlan(tx === undefined ? await readCatalogue() : await loadCatalogue(tx), planId, at)
