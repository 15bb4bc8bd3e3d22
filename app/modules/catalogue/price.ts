/** What a plan costs at a moment: pure, over the catalogue as it was read. Amounts in 1/10000 USD. */
import { promotionStateAt } from './promotion.states'
import type { Catalogue, CatalogueProduct } from './read.server'
import type { ServiceKey } from './service'

export type Quote = {
  planId: string
  productId: string
  productKey: string
  /** The product's name by language; English is always there. */
  names: Readonly<Record<string, string>>
  services: readonly ServiceKey[]
  months: number
  originalPrice: bigint
  /** A running promotion's price, where it is lower; the lowest of several. */
  activityPrice: bigint | null
  /** Until when the activity price holds. */
  activityUntil: Date | null
  /** What is paid: the lower of both. */
  payPrice: bigint
}

/** The lowest price of a promotion that runs, and its end. */
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

/** The quotes of a product's plans that are on sale, shortest first; none where the product is not sold. */
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

/** A plan's quote; null where it is not on sale. */
export const quotePlan = (catalogue: Catalogue, planId: string, at: Date): Quote | null => {
  const product = catalogue.products.find(({ plans }) => plans.some(({ id }) => id === planId))
  return product === undefined
    ? null
    : (quotesOf(catalogue, product, at).find((quote) => quote.planId === planId) ?? null)
}
