/** Calculates a plan's price at a given time from the catalogue. Pure. Amounts in 1/10000 USD. */
import { promotionStateAt } from './promotion.states'
import type { Catalogue, CatalogueProduct } from './read.server'
import type { ServiceKey } from './service'

export type Quote = {
  planId: string
  productId: string
  productKey: string
  /** The product's name by language; English is always present. */
  names: Readonly<Record<string, string>>
  services: readonly ServiceKey[]
  months: number
  originalPrice: bigint
  /** The price of a running promotion, if it is lower; the lowest of several. */
  activityPrice: bigint | null
  /** Until when the activity price holds. */
  activityUntil: Date | null
  /** The price to pay: the lower of both. */
  payPrice: bigint
}

/** The lowest price of a running promotion, and its end. */
const activityOf = (
  { promotions }: Catalogue,
  planId: string,
  original: bigint,
  at: Date,
): { price: bigint; until: Date } | null => {
  let best: { price: bigint; until: Date } | null = null
  for (const promotion of promotions) {
    const price = promotion.prices.get(planId)
    if (price === undefined || price >= (best?.price ?? original)) continue
    if (promotionStateAt(promotion, at) === 'running') best = { price, until: promotion.endsAt }
  }
  return best
}

/** Quotes for a product's plans on sale, shortest first; empty if the product is not sold. */
export const quotesOf = (catalogue: Catalogue, product: CatalogueProduct, at: Date): Quote[] =>
  product.state !== 'on-sale'
    ? []
    : product.plans
        .filter((plan) => plan.onSale)
        .map((plan) => {
          const activity = activityOf(catalogue, plan.id, plan.price, at)
          return {
            planId: plan.id,
            productId: product.id,
            productKey: product.key,
            names: product.names,
            services: product.services,
            months: plan.months,
            originalPrice: plan.price,
            activityPrice: activity?.price ?? null,
            activityUntil: activity?.until ?? null,
            payPrice: activity?.price ?? plan.price,
          }
        })

/** A plan's quote; null if it is not on sale. */
export const quotePlan = (catalogue: Catalogue, planId: string, at: Date): Quote | null => {
  const product = catalogue.products.find(({ plans }) => plans.some(({ id }) => id === planId))
  return product === undefined
    ? null
    : (quotesOf(catalogue, product, at).find((quote) => quote.planId === planId) ?? null)
}
