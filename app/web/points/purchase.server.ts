/** What can be bought with points: the plans for sale with their prices in points, for one box of the account. */
import type { Language } from '~/i18n/languages'
import { getProfile } from '~/modules/account/account.server'
import { checkRegion, listOffers, type Offer } from '~/modules/catalogue/catalogue.server'
import { methodIds, pointWorth } from '~/modules/order/types'
import { isMethodOpen } from '~/modules/payment/payment.server'
import { pointsOf } from '~/modules/points/points.server'
import type { PointsPlan } from '~/ui/points/view'
import type { ServiceBox } from '~/ui/service/view'
import { serviceTextsIn } from '../service/service-text.server'
import { buyHref, serviceBoxes } from '../service/service-view.server'

/** How many plans just out of reach are shown. */
const maxSoonShown = 5
/** From half of a price on, the rest is in sight. */
const isNear = (missing: bigint, price: bigint): boolean => missing * 2n <= price

export type PointsPurchase = {
  available: string
  /** The box that the links order for; null if there is none. */
  box: ServiceBox | null
  /** False if points can't pay in the account's country at present. */
  isOpen: boolean
  /** Plans that the points pay in full, the cheapest first. */
  now: PointsPlan[]
  /** Plans that are nearly affordable, the nearest first: the cheapest of those out of reach. */
  soon: PointsPlan[]
}

const allowedOffers = async (userId: string, offers: readonly Offer[]): Promise<Offer[]> => {
  const judged = await Promise.all(offers.map(({ services }) => checkRegion(userId, services)))
  return offers.filter((_, index) => judged[index]?.ok === true)
}

type Priced = PointsPlan & { price: bigint }
const byPrice = (a: Priced, b: Priced): number => (a.price < b.price ? -1 : a.price > b.price ? 1 : a.months - b.months)
const bare = ({ price: _price, ...plan }: Priced): PointsPlan => plan

export const pointsPurchase = async (userId: string, language: Language, at: Date): Promise<PointsPurchase> => {
  const [{ available }, boxes, all, texts, { country }] = await Promise.all([
    pointsOf(userId),
    serviceBoxes(userId),
    listOffers(at),
    serviceTextsIn(language),
    getProfile(userId),
  ])
  const has = available > 0n ? available : 0n
  const box = boxes[0] ?? null
  const offers = await allowedOffers(userId, all)
  const plans = offers.flatMap((offer) =>
    offer.quotes.flatMap(({ planId, months, payPrice }): Priced[] => {
      // Points pay whole cents; any other price would leave a remainder.
      if (payPrice === 0n || payPrice % pointWorth !== 0n) return []
      const price = payPrice / pointWorth
      const short = price > has ? price - has : 0n
      const order = new URLSearchParams([
        [`plan.${offer.key}`, planId],
        ['points', String(short === 0n ? price : has)],
      ]).toString()
      return [
        {
          plan: planId,
          name: texts.productName(offer.names),
          months,
          points: String(price),
          missing: short === 0n ? null : String(short),
          href: `${buyHref(box?.sn ?? null, [offer.key])}&${order}`,
          price,
        },
      ]
    }),
  )
  return {
    available: String(has),
    box,
    isOpen: await isMethodOpen(methodIds.points, country),
    now: plans
      .filter(({ price }) => price <= has)
      .sort(byPrice)
      .map(bare),
    soon: plans
      .filter(({ price }) => price > has && isNear(price - has, price))
      .sort(byPrice)
      .slice(0, maxSoonShown)
      .map(bare),
  }
}
