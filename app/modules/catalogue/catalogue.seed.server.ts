/**
 * The demo's catalogue: every service that is not granted to all is sold, some together, at prices for several lengths,
 * and one promotion runs. Existing data stays as it is.
 */
import { dayMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { demoProductNames } from './seed/names'
import type { ServiceKey } from './service'
import { normalForm } from '~/text/normal-form'

type DemoProduct = { key: string; services: readonly ServiceKey[]; prices: Readonly<Record<number, bigint>> }
/** Converts prices in cents, by months. */
const cents = (prices: Record<number, number>): Record<number, bigint> =>
  Object.fromEntries(Object.entries(prices).map(([months, price]) => [months, BigInt(price) * 100n]))
const sold = (service: ServiceKey, prices: Record<number, number>): DemoProduct => ({
  key: service,
  services: [service],
  prices: cents(prices),
})

const products: readonly DemoProduct[] = [
  sold('tv', { 1: 150, 6: 900, 12: 1800 }),
  sold('stream', { 1: 250, 6: 1400, 12: 2500 }),
  sold('vip', { 1: 500, 6: 2700, 12: 4800 }),
  sold('af', { 1: 400, 6: 2100, 12: 3800 }),
  sold('satellite', { 3: 240, 12: 800 }),
  sold('data', { 1: 200, 6: 1100, 12: 2000 }),
  sold('sat2ip', { 1: 100, 12: 1000 }),
  sold('match', { 1: 90, 12: 900 }),
  {
    key: 'cloud',
    services: ['cloud', 'epg', 'subtitle', 'translate', 'audio', 'mylink', 'skin'],
    prices: cents({ 1: 350, 6: 1900, 12: 3400 }),
  },
  sold('epg', { 1: 80, 12: 800 }),
  sold('mylink', { 1: 60, 12: 600 }),
  sold('skin', { 12: 300 }),
  sold('biss', { 1: 120, 12: 1200 }),
  sold('adult', { 12: 200 }),
  sold('subtitle', { 1: 80, 12: 800 }),
  sold('translate', { 1: 120, 12: 1200 }),
  sold('audio', { 1: 70, 12: 700 }),
  sold('quran', { 12: 100 }),
  sold('vpn', { 1: 300, 6: 1600, 12: 2900 }),
]
/** Promotion prices, in cents: a fifth or more off, more for longer plans. */
const promoted: readonly { product: string; months: number; cents: number }[] = [
  { product: 'vip', months: 1, cents: 400 },
  { product: 'vip', months: 12, cents: 3600 },
  { product: 'tv', months: 6, cents: 800 },
  { product: 'tv', months: 12, cents: 1250 },
  { product: 'cloud', months: 12, cents: 2700 },
]

export const demoPlanId = (product: string, months: number): string => `demoplan-${product}-${months}`

/** Fills an empty catalogue. */
export const seedCatalogue = async (): Promise<void> => {
  if ((await db.product.count()) > 0) return
  const at = now()
  for (const [index, { key, services, prices }] of products.entries())
    await db.product.create({
      data: {
        id: `demoproduct-${key}`,
        key,
        state: 'on-sale',
        sortOrder: index + 1,
        createdAt: at,
        updatedAt: at,
        texts: {
          create: Object.entries(demoProductNames[key] ?? {}).map(([language, name]) => ({
            language,
            name,
            nameKey: normalForm(name, 'NFKC').toLowerCase(),
          })),
        },
        services: { create: services.map((serviceKey) => ({ serviceKey })) },
        plans: {
          create: Object.entries(prices).map(([months, price]) => ({
            id: demoPlanId(key, Number(months)),
            months: Number(months),
            price,
            createdAt: at,
            updatedAt: at,
          })),
        },
      },
    })
  await db.promotion.create({
    data: {
      id: 'demopromotion-autumn',
      name: 'Autumn offer',
      nameKey: 'autumn offer',
      state: 'running',
      startsAt: new Date(at.getTime() - 7 * dayMs),
      endsAt: new Date(at.getTime() + 30 * dayMs),
      createdAt: at,
      updatedAt: at,
      prices: {
        create: promoted.map(({ product, months, cents: price }) => ({
          planId: demoPlanId(product, months),
          price: BigInt(price) * 100n,
        })),
      },
    },
  })
  await db.service.updateMany({ where: { key: 'vpn', appLink: null }, data: { appLink: 'https://mango.example/vpn' } })
}
