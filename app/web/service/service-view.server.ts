/** The data of the services page: what runs on a box and until when, and what can be bought. */
import { daysBetween } from '~/i18n/format'
import type { Language } from '~/i18n/languages'
import {
  isServiceKey,
  listOffers,
  listServices,
  pageOfService,
  placeOfService,
  regionalService,
  serviceGroups,
  type CatalogueService,
  type Offer,
  type Quote,
  type ServiceGroup,
} from '~/modules/catalogue/catalogue.server'
import { runningServices, type BoxService } from '~/modules/entitlement/entitlement.server'
import { listBoxes } from '~/modules/device/device.server'
import { boughtFor, type Bought } from '~/modules/order/order.server'
import { dayMs } from '~/platform/clock.server'
import { printAmount } from '~/text/amount'
import type { OfferGroup, OfferView, PriceView, ServiceBox, ServiceLine, ServiceUse } from '~/ui/service/view'
import { nameBoxes } from '../box/box-names.server'
import { serviceTextsIn, type ServiceTexts } from './service-text.server'

/** A service that ends within this time is shown as ending, on every page and in every reminder. */
export const soonDays = 14

export const usd = (amount: bigint): string => printAmount(amount, { scale: 4 })

/** The account's boxes with the names that their owner gave them. */
export const serviceBoxes = async (userId: string): Promise<ServiceBox[]> => nameBoxes(await listBoxes(userId))

const useOf = (service: string, links: ReadonlyMap<string, string | null>): ServiceUse =>
  isServiceKey(service)
    ? { place: placeOfService(service), href: pageOfService(service) ?? links.get(service) ?? null }
    : { place: 'box', href: null }

export const priceOf = (quote: Quote): PriceView => ({
  payPrice: usd(quote.payPrice),
  originalPrice: quote.activityPrice === null ? null : usd(quote.originalPrice),
  off:
    quote.activityPrice === null || quote.originalPrice === 0n
      ? null
      : Number(((quote.originalPrice - quote.activityPrice) * 100n) / quote.originalPrice) / 100,
  until: quote.activityUntil?.toISOString() ?? null,
})

type BoughtFor = ReadonlyMap<string, Bought>
const nothingBought: BoughtFor = new Map()

/**
 * The offer that renews a service: the product with which it was bought, while that is sold; otherwise the one with the
 * fewest other services.
 */
export const renewalOf = (
  offers: readonly Offer[],
  service: string,
  bought: BoughtFor = nothingBought,
): Offer | null => {
  const selling = offers.filter(({ services }) => (services as readonly string[]).includes(service))
  const same = selling.find(({ productId }) => productId === bought.get(service)?.productId)
  return (
    same ??
    selling.reduce<Offer | null>(
      (best, offer) => (best === null || offer.services.length < best.services.length ? offer : best),
      null,
    )
  )
}

/** The plan to propose: the length that the account bought last, while that is sold; otherwise the shortest. */
export const proposedPlan = <P extends { months: number }>(
  { productId, services }: Pick<Offer, 'productId' | 'services'>,
  plans: readonly P[],
  bought: BoughtFor,
): P | undefined => {
  const months = services
    .map((service) => bought.get(service))
    .find((one) => one !== undefined && one.productId === productId)?.months
  return plans.find((plan) => plan.months === months) ?? plans[0]
}

/** The offer that sells a service alone, or with the fewest others; null if none does. */
export const offerFor = async (service: string, at: Date): Promise<Offer | null> =>
  renewalOf(await listOffers(at), service, nothingBought)

export const buyHref = (sn: string | null, products: readonly string[]): string =>
  `/service/buy?${new URLSearchParams([...(sn === null ? [] : [['sn', sn]]), ...products.map((key) => ['product', key])]).toString()}`

const lineOf = (
  box: BoxService,
  {
    sn,
    at,
    texts,
    offers,
    bought,
    links,
  }: {
    sn: string
    at: Date
    texts: ServiceTexts
    offers: readonly Offer[]
    bought: BoughtFor
    links: ReadonlyMap<string, string | null>
  },
): ServiceLine => {
  const { service, state, startsAt, endsAt } = box
  const leftMs = endsAt === null ? null : endsAt.getTime() - at.getTime()
  const wholeMs = endsAt === null || startsAt === null ? 0 : endsAt.getTime() - startsAt.getTime()
  const renewal = renewalOf(offers, service, bought)
  const isOver = leftMs !== null && leftMs <= 0
  return {
    service,
    name: texts.nameOf(service),
    state,
    endsAt: endsAt?.toISOString() ?? null,
    startsAt: state === 'coming' ? (startsAt?.toISOString() ?? null) : null,
    daysLeft: endsAt === null || isOver ? null : daysBetween(at, endsAt),
    endsSoon: leftMs !== null && !isOver && state !== 'granted' && leftMs < soonDays * dayMs,
    left: leftMs === null || isOver || wholeMs <= 0 ? 0 : Math.min(100, Math.ceil((leftMs / wholeMs) * 100)),
    use: useOf(service, links),
    renew: renewal === null ? null : buyHref(sn, [renewal.key]),
  }
}

/** Sorts by end, the earliest first; services granted to all and ended ones come last. */
const rankOf = ({ state, endsAt }: ServiceLine): string =>
  state === 'granted' || endsAt === null ? '2' : state === 'ended' ? `3${endsAt}` : `1${endsAt}`

/** Several products renewed in one order: the total of the plans that their pages propose. */
export type RenewAll = { count: number; href: string; price: string } | null

const renewAllOf = (
  sn: string,
  lines: readonly ServiceLine[],
  offers: readonly Offer[],
  bought: BoughtFor,
): RenewAll => {
  const ending = lines.filter((line) => line.endsSoon && line.renew !== null)
  const products = new Set(ending.map(({ service }) => renewalOf(offers, service, bought)))
  const chosen = offers.filter((offer) => products.has(offer))
  if (ending.length < 2 || chosen.length < 2) return null
  const price = chosen.reduce((all, offer) => all + (proposedPlan(offer, offer.quotes, bought)?.payPrice ?? 0n), 0n)
  return {
    count: chosen.length,
    href: buyHref(
      sn,
      chosen.map(({ key }) => key),
    ),
    price: usd(price),
  }
}

const linksOf = (services: readonly CatalogueService[]): ReadonlyMap<string, string | null> =>
  new Map(services.map(({ key, appLink }) => [key, appLink]))

/** A box's services, earliest end first, and the single button that renews all that end soon. */
export const runningView = async (
  { userId, sn }: { userId: string; sn: string },
  language: Language,
  at: Date,
): Promise<{ lines: ServiceLine[]; renewAll: RenewAll }> => {
  const [services, has, offers, bought, texts] = await Promise.all([
    listServices(),
    runningServices(sn, at),
    listOffers(at),
    boughtFor(userId, sn),
    serviceTextsIn(language),
  ])
  const about = { sn, at, texts, offers, bought, links: linksOf(services) }
  const lines = has.map((one) => lineOf(one, about)).sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
  return { lines, renewAll: renewAllOf(sn, lines, offers, bought) }
}

const groupOf = (services: readonly string[]): ServiceGroup => {
  const first = services.includes('cloud') ? 'cloud' : services[0]
  return serviceGroups.find((group) => (group.services as readonly string[]).includes(first ?? ''))?.key ?? 'tools'
}

/** The shop, group by group: what is sold, and what everybody has. */
export const shopView = async (language: Language, at: Date): Promise<OfferGroup[]> => {
  const [services, offers, texts] = await Promise.all([listServices(), listOffers(at), serviceTextsIn(language)])
  const links = linksOf(services)
  const granted = new Set<string>(services.filter(({ grantedToAll }) => grantedToAll).map(({ key }) => key))
  const sold = offers
    .filter((offer) => offer.services.some((service) => !granted.has(service)))
    .flatMap((offer): { group: ServiceGroup; offer: OfferView }[] => {
      const [quote] = offer.quotes
      if (quote === undefined) return []
      const many = offer.services.length > 1
      return [
        {
          group: groupOf(offer.services),
          offer: {
            key: offer.key,
            name: texts.productName(offer.names),
            sentence: texts.productSentence(offer),
            contains: many ? offer.services.filter((one) => one !== 'cloud').map(texts.nameOf) : [],
            africanOnly: offer.services.includes(regionalService),
            use: many ? { place: 'box', href: null } : useOf(offer.services[0] ?? '', links),
            included: false,
            price: { months: quote.months, ...priceOf(quote) },
          },
        },
      ]
    })
  const free = services
    .filter(({ grantedToAll }) => grantedToAll)
    .map(({ key }): { group: ServiceGroup; offer: OfferView } => ({
      group: groupOf([key]),
      offer: {
        key,
        name: texts.nameOf(key),
        sentence: texts.sentenceOf(key),
        contains: [],
        africanOnly: false,
        use: useOf(key, links),
        included: true,
        price: null,
      },
    }))
  return serviceGroups
    .map(({ key }) => ({
      group: key,
      offers: [...sold, ...free].filter((one) => one.group === key).map((one) => one.offer),
    }))
    .filter((group) => group.offers.length > 0)
}
