/** The keys of all services. Pure data for server and browser. */

/**
 * The default display order, unless the operator's table changes it. `tv`, `stream`, `vip`, `data` and `af` are keys of
 * the specification.
 */
export const serviceKeys = [
  'tv',
  'stream',
  'satellite',
  'data',
  'vip',
  'af',
  'adult',
  'sat2ip',
  'biss',
  'epg',
  'chmax',
  'subtitle',
  'translate',
  'audio',
  'quran',
  'mylink',
  'cloud',
  'skin',
  'api',
  'vpn',
  'match',
] as const
export type ServiceKey = (typeof serviceKeys)[number]

const known: ReadonlySet<string> = new Set(serviceKeys)
/** True for the key of a service. */
export const isServiceKey = (text: string): text is ServiceKey => known.has(text)

/** The groups of services in the shop, in this order. */
export const serviceGroups = [
  { key: 'television', services: ['tv', 'stream', 'satellite', 'vip', 'af', 'data', 'sat2ip', 'match'] },
  { key: 'cloud', services: ['cloud', 'chmax', 'epg', 'mylink', 'skin', 'biss', 'adult'] },
  { key: 'languages', services: ['subtitle', 'translate', 'audio', 'quran'] },
  { key: 'tools', services: ['vpn', 'api'] },
] as const satisfies readonly { key: string; services: readonly ServiceKey[] }[]
export type ServiceGroup = (typeof serviceGroups)[number]['key']

/** Where a service is used: on the box itself, in the portal's pages, or with an app. */
export type ServicePlace = 'box' | 'account' | 'app'
const places: Partial<Record<ServiceKey, ServicePlace>> = {
  chmax: 'account',
  mylink: 'account',
  audio: 'account',
  api: 'account',
  vpn: 'app',
}
export const placeOfService = (service: ServiceKey): ServicePlace => places[service] ?? 'box'

/** The portal page where a service is used, if there is one. */
const pages: Partial<Record<ServiceKey, string>> = {
  chmax: '/features',
  mylink: '/features/mylink',
  audio: '/features/audio',
  api: '/personal/tokens',
  vpn: '/service/vpn',
}
export const pageOfService = (service: ServiceKey): string | null => pages[service] ?? null

/** Services that the adult switch of a box turns off. */
export const adultSwitchedServices: readonly ServiceKey[] = ['tv', 'stream']
