/** What the pages of services are given: plain data, amounts as decimal text in USD, times as ISO 8601 in UTC. */
import type { ServiceGroup, ServicePlace } from '~/modules/catalogue/catalogue.server'
import type { ServiceState } from '~/modules/entitlement/entitlement.server'
import type { RenewalState } from '~/modules/renewal/renewal.server'

export type ServiceBox = { sn: string; name: string }

/** Where a service is used, with a link where the portal or an app has a place for it. */
export type ServiceUse = { place: ServicePlace; href: string | null }

/** A line of the table of what a box has. */
export type ServiceLine = {
  service: string
  name: string
  state: ServiceState
  endsAt: string | null
  /** From when, of what has not begun. */
  startsAt: string | null
  /** Days to the date of its end, 0 on that day; null where nothing ends. */
  daysLeft: number | null
  /** It ends so soon that it is time to renew. */
  endsSoon: boolean
  /** How much of its time is left, in percent. */
  left: number
  use: ServiceUse
  /** The page that renews it; null where nobody sells it. */
  renew: string | null
}

/** A renewal that is on. */
export type RenewalLine = {
  sn: string
  boxName: string
  service: string
  plan: string
  name: string
  months: number
  /** What was agreed to: the most that it may cost. */
  price: string
  /** When it will be renewed; null where that is due. */
  renewsAt: string | null
  endsAt: string | null
  state: RenewalState
  /** What the plan costs without an offer now; null where it is not sold. */
  presentPrice: string | null
}
export type RenewalCard = {
  /** How many days before its end a service is renewed. */
  days: number
  /** What of the Mango can be spent; null where the account has none. */
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
  /** The price without a running offer; null where there is none. */
  originalPrice: string | null
  /** How much an offer takes off, as a fraction, and until when it does. */
  off: number | null
  until: string | null
}

/** A product in the shop, or a service that everybody has. */
export type OfferView = {
  key: string
  name: string
  sentence: string
  /** The names of its services where there are several. */
  contains: readonly string[]
  africanOnly: boolean
  use: ServiceUse
} & ({ included: true; price: null } | { included: false; price: PriceView & { months: number } })

export type OfferGroup = { group: ServiceGroup; offers: readonly OfferView[] }

/** Services, by their names, that end at the same moment. */
export type EndView = { names: readonly string[]; endsAt: string }

/** A plan of the page that asks how long. */
export type PlanView = PriceView & {
  plan: string
  months: number
  /** Until when the box would have it: services that run already go on from their own ends. */
  ends: readonly EndView[]
  perMonth: string
}
/** A product of that page with its plans, shortest first. */
export type ProductChoice = {
  key: string
  name: string
  sentence: string
  contains: readonly string[]
  /** Until when the box has it already, what ends first coming first; what is added to each begins then. */
  runs: readonly EndView[]
  /** True where all of it runs, and ends at one moment. */
  runsAsOne: boolean
  plans: readonly PlanView[]
  /** The plan that is chosen when the page opens. */
  chosen: string
  /** Where longer plans would reach too far ahead: until when it is sold. */
  soldUntil: string | null
}

/** A service on a box's own page: until when, and whether it can be switched. */
export type BoxServiceLine = {
  service: string
  name: string
  state: ServiceState
  startsAt: string | null
  endsAt: string | null
}
/** What runs on a box and what ends soon, in a line. */
export type BoxServicesShort = {
  running: readonly string[]
  ending: readonly { name: string; endsAt: string }[]
}
