/**
 * The catalogue: which services exist and which products grant them. The default catalogue grants the cloud channel
 * lists and the API to every account; products that are bought are added here by the orders' issue.
 */
export { isRestrictedRegion, regionalService, restrictedRegions } from './restricted-regions'

export const services = ['chmax', 'api'] as const
export type Service = (typeof services)[number]

/** Granted to an account without buying, or bought for one box and a time. */
export type Product = { id: string; grants: readonly Service[]; to: 'everyone' | 'box' }

const products: readonly Product[] = [{ id: 'default', grants: ['chmax', 'api'], to: 'everyone' }]

/** All products that can grant something. */
export const listProducts = (): readonly Product[] => products
/** What every account has without buying. */
export const servicesOfEveryone = (): ReadonlySet<Service> =>
  new Set(products.filter((product) => product.to === 'everyone').flatMap((product) => product.grants))
