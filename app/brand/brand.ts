/**
 * The brand file: everything of the interface that belongs to whoever runs the portal (name, colours, addresses),
 * chosen by the request's host. Its legal texts stand beside it in legal.server.ts, which the browser never sees.
 */

/** Where the provider's other programs are found; null where there is none. */
export type AppLinks = { android: string | null; ios: string | null; payment: string | null; paymentWeb: string | null }
export type Brand = {
  id: string
  name: string
  /** Hosts (without port) that show this brand; the default brand is shown to all others. */
  hosts: readonly string[]
  /** A style sheet under /brands that gives other values to the design's colours, or null. */
  stylesheet: string | null
  /** What the browser paints around the page: the header's colour, light and dark. */
  themeColours: { light: string; dark: string }
  /**
   * How customers reach the provider; null where they can't. Where `email` is null, that of the settings is shown.
   * `phone` is international, with its plus; `post` is lines of a postal address.
   */
  contact: { email: string | null; site: string | null; phone: string | null; post: readonly string[] | null }
  /** The brand's own addresses come before those of the settings. */
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

/** The brand of a host, with or without its port. */
export const brandOf = (host: string): Brand => {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return brands.find((brand) => brand.hosts.includes(name)) ?? defaultBrand
}
