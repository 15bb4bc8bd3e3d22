/**
 * The brand file: everything of the interface that belongs to whoever runs the portal (name, colours, addresses, legal
 * texts), chosen by the request's host. Legal texts that ship are samples; `sampleTexts` names them, and the program
 * refuses to start in production while there are any.
 */
export type LegalText = { sample: boolean; title: string; text: readonly string[] }
export type Brand = {
  id: string
  name: string
  /** Hosts (without port) that show this brand; the default brand is shown to all others. */
  hosts: readonly string[]
  /** A style sheet under /brands that gives other values to the design's colours, or null. */
  stylesheet: string | null
  /** What the browser paints around the page: the header's colour, light and dark. */
  themeColours: { light: string; dark: string }
  contact: { email: string | null; site: string | null }
  /** Where the mobile app is found; null where there is none. */
  apps: { android: string | null; ios: string | null }
  legal: { agreement: LegalText; privacy: LegalText }
}

const defaultBrand: Brand = {
  id: 'mango',
  name: 'Mango Portal',
  hosts: [],
  stylesheet: null,
  themeColours: { light: '#0f1a31', dark: '#070c19' },
  contact: { email: 'support@mango-portal.example', site: null },
  apps: { android: null, ios: null },
  legal: {
    agreement: { sample: true, title: 'User agreement', text: ['SAMPLE. The provider of this portal puts its own user agreement here.'] },
    privacy: { sample: true, title: 'Privacy', text: ['SAMPLE. The provider of this portal puts its own privacy statement here.'] },
  },
}

export const brands: readonly Brand[] = [defaultBrand]

/** The brand of a host, with or without its port. */
export const brandOf = (host: string): Brand => {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return brands.find(brand => brand.hosts.includes(name)) ?? defaultBrand
}

/** Which legal texts are still samples, as "brand: title". */
export const sampleTexts = (): string[] =>
  brands.flatMap(brand => Object.values(brand.legal).filter(text => text.sample).map(text => `${brand.id}: ${text.title}`))
