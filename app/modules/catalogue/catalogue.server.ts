/**
 * The catalogue: which services exist and which products grant them. The default catalogue grants the cloud channel
 * lists and the API to every account. Purchased products will be added here together with orders.
 */
export { isRestrictedRegion, regionalService, restrictedRegions } from './restricted-regions'

export const services = ['chmax', 'api'] as const
export type Service = (typeof services)[number]

/** What is granted to an account for free, or bought for one box and a period. */
export type Product = { id: string; grants: readonly Service[]; to: 'everyone' | 'box' }

const products: readonly Product[] = [{ id: 'default', grants: ['chmax', 'api'], to: 'everyone' }]

/** All products that can grant something. */
export const listProducts = (): readonly Product[] => products
/** The services that every account has without buying them. */
export const servicesOfEveryone = (): ReadonlySet<Service> =>
  new Set(products.filter((product) => product.to === 'everyone').flatMap((product) => product.grants))
