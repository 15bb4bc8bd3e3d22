/** The data of the pages of services: plain data, amounts as decimal text in USD, times as ISO 8601 in UTC. */
import type { ServiceGroup, ServicePlace } from '~/modules/catalogue/catalogue.server'
import type { ServiceState } from '~/modules/entitlement/entitlement.server'
import type { Renewal } from '~/modules/renewal/renewal.server'

export type ServiceBox = { sn: string; name: string }

/** Where a service is used, with a link if the portal or an app has a place for it. */
export type ServiceUse = { place: ServicePlace; href: string | null }

/** A line in the table of a box's services. */
export type ServiceLine = {
  service: string
  name: string
  state: ServiceState
  endsAt: string | null
  /** The start of a service that has not begun. */
  startsAt: string | null
  /** Days until its end date, 0 on that day; null if nothing ends. */
  daysLeft: number | null
  /** It ends soon enough to suggest a renewal. */
  endsSoon: boolean
  /** The remaining share of its time, in percent. */
  left: number
  use: ServiceUse
  /** The page that renews it; null if nobody sells it. */
  renew: string | null
}

/** An active renewal. `renewsAt`: null if it is due now. */
export type RenewalLine = Pick<
  Renewal,
  'sn' | 'boxName' | 'service' | 'plan' | 'months' | 'price' | 'state' | 'presentPrice'
> & { name: string; renewsAt: string | null; endsAt: string | null }
export type RenewalCard = {
  /** How many days before its end a service is renewed. */
  days: number
  /** The available Mango; null if the account has none. */
  balance: string | null
  lines: readonly RenewalLine[]
  /** What can be switched on, with each plan's own price. */
  choices: readonly {
    service: string
    name: string
    plans: readonly { plan: string; months: number; price: string }[]
  }[]
}

export type PriceView = {
  payPrice: string
  /** The price without a running offer; null if there is no offer. */
  originalPrice: string | null
  /** The offer's discount as a fraction, and its end. */
  off: number | null
  until: string | null
}

/** A product in the shop, or a service that everybody has. */
export type OfferView = {
  key: string
  name: string
  sentence: string
  /** The names of its services if there are several. */
  contains: readonly string[]
  africanOnly: boolean
  use: ServiceUse
} & ({ included: true; price: null } | { included: false; price: PriceView & { months: number } })

export type OfferGroup = { group: ServiceGroup; offers: readonly OfferView[] }

/** Services, by name, that end at the same moment. */
export type EndView = { names: readonly string[]; endsAt: string }

/** A plan on the page that asks for the period. */
export type PlanView = PriceView & {
  plan: string
  months: number
  /** The end dates after buying: running services continue from their own ends. */
  ends: readonly EndView[]
  perMonth: string
}
/** A product on that page with its plans, shortest first. */
export type ProductChoice = {
  key: string
  name: string
  sentence: string
  contains: readonly string[]
  /** The current end dates, earliest first; the added time begins then. */
  runs: readonly EndView[]
  /** True if all of it runs, and ends at the same moment. */
  runsAsOne: boolean
  plans: readonly PlanView[]
  /** The plan that is initially chosen. */
  chosen: string
  /** If longer plans would reach too far ahead: the last date for which it is sold. */
  soldUntil: string | null
}

/** A service on a box's own page: its end date, and whether it can be switched. */
export type BoxServiceLine = {
  service: string
  name: string
  state: ServiceState
  startsAt: string | null
  endsAt: string | null
}
/** What runs on a box and what ends soon, in one line. */
export type BoxServicesShort = {
  running: readonly string[]
  ending: readonly { name: string; endsAt: string }[]
}
