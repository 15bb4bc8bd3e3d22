/** The addresses of the provider's apps, with QR codes: the brand's own, otherwise those of the settings. */
import { brandOf, type AppLinks } from '~/brand/brand'
import { env } from '~/platform/env.server'
import type { AppLink } from '~/ui/app-download'
import type { QrPath } from '~/ui/qr'
import { makeQr } from '~/ui/qr.server'

const kinds = ['android', 'ios', 'payment', 'paymentWeb'] as const

/** Shown in the demo, so that the page has content; these addresses belong to nobody. */
const examples: AppLinks = {
  android: 'https://apps.mango-portal.example/android',
  ios: 'https://apps.mango-portal.example/ios',
  payment: 'https://apps.mango-portal.example/pay',
  paymentWeb: 'https://pay.mango-portal.example/',
}

/** The settings hardly ever change, so each address is drawn once. */
const drawn = new Map<string, QrPath>()
const qrOf = (address: string): QrPath => {
  const known = drawn.get(address) ?? makeQr(address)
  drawn.set(address, known)
  return known
}

/** Only apps with an address, in display order. */
export const findAppLinks = (origin: string): AppLink[] => {
  const { apps } = brandOf(new URL(origin).host)
  const isSet = kinds.some((kind) => (apps[kind] ?? env.apps[kind]) !== null)
  const otherwise = env.demo && !isSet ? examples : env.apps
  return kinds.flatMap((kind) => {
    const address = apps[kind] ?? otherwise[kind]
    return address === null ? [] : [{ kind, address, qr: qrOf(address) }]
  })
}
