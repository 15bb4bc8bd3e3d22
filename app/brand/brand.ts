/**
 * The brand file: everything in the interface that belongs to the portal's provider (name, colours, addresses). The
 * request's host decides which brand is shown. Legal texts are kept in legal.server.ts, which never reaches the
 * browser.
 */

/** Addresses of the provider's other programs; null if there is none. */
export type AppLinks = { android: string | null; ios: string | null; payment: string | null; paymentWeb: string | null }
export type Brand = {
  id: string
  name: string
  /** Hosts (without port) that show this brand; every other host shows the default brand. */
  hosts: readonly string[]
  /** A style sheet under /brands that overrides the design's colours, or null. */
  stylesheet: string | null
  /** The colour that the browser uses around the page (theme-color), light and dark. */
  themeColours: { light: string; dark: string }
  /**
   * How customers reach the provider; null if they can't. Without `email`, the address from the settings is shown.
   * `phone` is in international form, with its plus; `post` is the lines of a postal address.
   */
  contact: { email: string | null; site: string | null; phone: string | null; post: readonly string[] | null }
  /** The brand's own addresses take precedence over those in the settings. */
  apps: AppLinks
}

const defaultBrand: Brand = {
  id: 'mango',
  name: 'Mango Portal',
  hosts: [],
  stylesheet: null,
  themeColours: { light: '#0f1a31', dark: '#070c19' },
  contact: { email: null, site: null, phone: null, post: null },
  apps: { android: null, ios: null, payment: null, paymentWeb: null },
}

export const brands: readonly Brand[] = [defaultBrand]

/** Finds the brand of a host, with or without its port. */
export const brandOf = (host: string): Brand => {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return brands.find((brand) => brand.hosts.includes(name)) ?? defaultBrand
}
