/**
 * The countries restricted for AF-VIP, by ISO 3166 code, with the names from the specification. This is the only table,
 * for the page that shows them and for everything that sells or grants AF-VIP.
 */

/** The only service that the list affects. */
export const regionalService = 'af'

export const restrictedRegions = [
  { code: 'IR', name: 'Iran' },
  { code: 'CD', name: 'DR Congo' },
  { code: 'SD', name: 'Sudan' },
  { code: 'YE', name: 'Yemen' },
  { code: 'CU', name: 'Cuba' },
  { code: 'ML', name: 'Mali' },
  { code: 'SY', name: 'Syria' },
  { code: 'GW', name: 'Guinea-Bissau' },
  { code: 'HT', name: 'Haiti' },
  { code: 'NI', name: 'Nicaragua' },
  { code: 'ZW', name: 'Zimbabwe' },
  { code: 'LY', name: 'Libya' },
  { code: 'KP', name: 'North Korea' },
  { code: 'MM', name: 'Burma' },
  { code: 'LB', name: 'Lebanon' },
  { code: 'VE', name: 'Venezuela' },
  { code: 'RU', name: 'Russia' },
  { code: 'IQ', name: 'Iraq' },
] as const satisfies readonly { code: string; name: string }[]

const codes: ReadonlySet<string> = new Set(restrictedRegions.map((region) => region.code))
/** True if a country (ISO 3166 code, any case) is restricted for AF-VIP. */
export const isRestrictedRegion = (country: string): boolean => codes.has(country.toUpperCase())
