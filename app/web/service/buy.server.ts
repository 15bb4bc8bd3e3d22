/** The data and the form of the page that asks for length and payment method. */
import { z } from 'zod'
import type { Language } from '~/i18n/languages'
import { getProfile } from '~/modules/account/account.server'
import { checkRegion, listOffers, type Offer } from '~/modules/catalogue/catalogue.server'
import { addMonths, periodEndOf } from '~/modules/entitlement/entitlement.server'
import {
  boughtFor,
  checkAdvanceLimit,
  maxPlans,
  openOrderFor,
  type Bought,
  type OpenOrder,
  type ShownSum,
} from '~/modules/order/order.server'
import { methodIds } from '~/modules/order/types'
import type { MethodChoice } from '~/modules/order/view'
import { payableMethods, paymentMethods } from '~/modules/payment/payment.server'
import { shownAmount, wholePoints } from '~/modules/order/typed-amount.schema'
import { serialNumber } from '~/modules/registry/registry.schema'
import type { Failure } from '~/errors/table'
import type { EndView, PlanView, ProductChoice, ServiceBox } from '~/ui/service/view'
import { printAmount } from '~/text/amount'
import { priceOf, proposedPlan, serviceBoxes } from './service-view.server'
import { serviceTextsIn, type ServiceTexts } from './service-text.server'

/** The parameters of the page's URL: the box, the products, and the choices for which the sum was requested. */
export type BuyQuery = {
  sn: string | null
  products: readonly string[]
  plans: ReadonlySet<string>
  months: number | null
  method: number | null
  points: boolean
  /** A whole number, if not all points are to be used. */
  maxPoints: string | null
  useMango: boolean
}

const pointsIn = (typed: string | null): string | null => {
  const read = wholePoints.safeParse(typed)
  return read.success && read.data > 0n ? String(read.data) : null
}

export const readBuyQuery = (query: URLSearchParams): BuyQuery => {
  const typed = query.get('method') ?? ''
  const method = /^-?\d{1,4}$/.test(typed) ? Number(typed) : null
  const months = query.get('months') ?? ''
  return {
    sn: query.get('sn'),
    products: [...new Set(query.getAll('product'))].slice(0, maxPlans),
    plans: new Set([...query].flatMap(([name, value]) => (name.startsWith('plan.') ? [value] : []))),
    months: /^\d{1,3}$/.test(months) ? Number(months) : null,
    method,
    points: query.has('points'),
    maxPoints: pointsIn(query.get('points')),
    useMango: query.has('useMango') && method !== methodIds.mango,
  }
}

type NamedEnd = { name: string; at: Date }
/** Groups services that end at the same time; the earliest end comes first. */
const byEnd = (ends: readonly NamedEnd[]): EndView[] => {
  const groups = new Map<string, string[]>()
  for (const { name, at } of [...ends].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const endsAt = at.toISOString()
    groups.set(endsAt, [...(groups.get(endsAt) ?? []), name])
  }
  return [...groups].map(([endsAt, names]) => ({ names, endsAt }))
}

/** In 1/10000 USD. */
const cent = 100n
/** A plan’s price in USD per month, in whole cents: rounded up, so that the plan never costs more than it says. */
export const monthlyPrice = ({ payPrice, months }: { payPrice: bigint; months: number }): string => {
  const divisor = BigInt(months) * cent
  return printAmount(((payPrice + divisor - 1n) / divisor) * cent, { scale: 4, digits: 2 })
}

const choiceOf = async (
  offer: Offer,
  {
    sn,
    at,
    texts,
    asked,
    bought,
  }: { sn: string; at: Date; texts: ServiceTexts; asked: BuyQuery; bought: ReadonlyMap<string, Bought> },
): Promise<ProductChoice> => {
  // On a box, the package itself is not a service of its own besides what it contains.
  const many = offer.services.length > 1
  const services = many ? offer.services.filter((one) => one !== 'cloud') : offer.services
  const own = await Promise.all(
    services.map(async (service) => ({ name: texts.nameOf(service), end: await periodEndOf(sn, service, at) })),
  )
  const runs = own.flatMap(({ name, end }) => (end === null || end.at <= at ? [] : [{ name, at: end.at }]))
  const judged = await Promise.all(offer.quotes.map((quote) => checkAdvanceLimit(sn, [quote], at)))
  const tooFar = judged.find((one) => one !== null) ?? null
  const plans = offer.quotes
    .filter((_, index) => judged[index] === null)
    .map((quote): PlanView => ({
      plan: quote.planId,
      months: quote.months,
      ...priceOf(quote),
      perMonth: monthlyPrice(quote),
      ends: byEnd(
        own.map(({ name, end }) => ({
          name,
          at: addMonths(end?.at ?? at, end?.anchorDay ?? at.getUTCDate(), quote.months),
        })),
      ),
    }))
  const chosen =
    plans.find(({ plan }) => asked.plans.has(plan)) ??
    plans.find(({ months }) => months === asked.months) ??
    proposedPlan(offer, plans, bought)
  const groups = byEnd(runs)
  return {
    key: offer.key,
    name: texts.productName(offer.names),
    sentence: texts.productSentence(offer),
    contains: many ? own.map(({ name }) => name) : [],
    runs: groups,
    runsAsOne: groups.length === 1 && runs.length === own.length,
    plans,
    chosen: chosen?.plan ?? '',
    soldUntil: tooFar === null ? null : String(tooFar.data?.['until']),
  }
}

export type BuyView = {
  box: ServiceBox
  boxes: readonly ServiceBox[]
  products: readonly ProductChoice[]
  methods: readonly MethodChoice[]
  chosen: { method: number | null; points: boolean; maxPoints: string | null; useMango: boolean }
  /** An unpaid order that blocks this one. */
  openOrder: OpenOrder | null
}
export type BuyPage =
  | { step: 'choose'; view: BuyView }
  /** The account has no box to buy for, or the box is not the account's. */
  | { step: 'no-box' }
  | { step: 'gone' }
  /** The services already run as far ahead as they are sold. */
  | { step: 'full'; until: string; sn: string }
  | { step: 'refused'; failure: Failure }

export const findBuyPage = async (userId: string, language: Language, asked: BuyQuery, at: Date): Promise<BuyPage> => {
  const [boxes, offers, texts, profile] = await Promise.all([
    serviceBoxes(userId),
    listOffers(at),
    serviceTextsIn(language),
    getProfile(userId),
  ])
  const box = asked.sn === null ? boxes[0] : boxes.find(({ sn }) => sn === asked.sn)
  if (box === undefined) return { step: 'no-box' }
  const wanted = offers.filter(({ key }) => asked.products.includes(key))
  if (wanted.length === 0) return { step: 'gone' }
  const services = wanted.flatMap((offer) => offer.services)
  const allowed = await checkRegion(userId, services)
  if (!allowed.ok) return { step: 'refused', failure: allowed }
  const about = { sn: box.sn, at, texts, asked, bought: await boughtFor(userId, box.sn) }
  const { method, points, maxPoints, useMango } = asked
  const products = await Promise.all(wanted.map((offer) => choiceOf(offer, about)))
  const full = products.find(({ plans }) => plans.length === 0)
  if (full !== undefined) return { step: 'full', until: full.soldUntil ?? at.toISOString(), sn: box.sn }
  return {
    step: 'choose',
    view: {
      box,
      boxes,
      products,
      methods: await paymentMethods(userId, { country: profile.country }),
      chosen: { method, points, maxPoints, useMango },
      openOrder: await openOrderFor(userId, { sn: box.sn, services, language }),
    },
  }
}

const chosenNames: ReadonlySet<string> = new Set(['sn', 'product', 'method', 'points', 'useMango'])
/** The URL that shows the choices of a form, with the sum: only the parameters that `readBuyQuery` reads. */
export const buyAddress = (form: Readonly<Record<string, unknown>>): string => {
  const chosen = Object.entries(form).flatMap(([name, value]) =>
    chosenNames.has(name) || name.startsWith('plan.')
      ? [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]]))
      : [],
  )
  return `/service/buy?${new URLSearchParams(chosen).toString()}`
}

const oneOrMany = z.union([z.string().max(200, 'A0422'), z.array(z.string().max(200, 'A0422')).max(50, 'A0422')])
/** `plan.<product>` names a plan, `price.<plan>` the price shown for it, `shown.<part>` the sum on the page. */
export const buyFormSchema = z
  .object({
    sn: serialNumber,
    method: z
      .string()
      .regex(/^-?\d{1,4}$/, 'A0422')
      .refine((text) => payableMethods.includes(Number(text)), 'A0422')
      .optional(),
    points: wholePoints.optional(),
    'shown.points': wholePoints.optional(),
    'shown.mango': shownAmount.optional(),
    'shown.toPay': shownAmount.optional(),
    useMango: z.string().max(10, 'A0422').optional(),
    batch: z.string().min(1, 'A0422').max(100, 'A0422'),
  })
  .catchall(oneOrMany)

export type BuyForm = z.output<typeof buyFormSchema>
/** Whether a product of the form has no plan: the plan shown is no longer sold. */
export const lacksPlan = (form: BuyForm): boolean =>
  [form['product'] ?? []].flat().some((product) => typeof form[`plan.${product}`] !== 'string')
/** The chosen plans with the prices shown. */
export const plansOf = (form: BuyForm): { plan: string; price: string }[] =>
  Object.entries(form).flatMap(([name, plan]) => {
    if (!name.startsWith('plan.') || typeof plan !== 'string') return []
    const price = form[`price.${plan}`]
    return [{ plan, price: typeof price === 'string' ? price : '' }]
  })

/** The sum on the page. With `recharges` the order takes no Mango, so that part is left to pay. */
export const shownSumOf = (form: BuyForm, recharges: boolean): ShownSum => {
  const { 'shown.points': points = 0n, 'shown.mango': mango = 0n, 'shown.toPay': toPay } = form
  if (toPay === undefined) return { points, mango, toPay: null }
  return recharges ? { points, mango: 0n, toPay: toPay + mango } : { points, mango, toPay }
}

/** Whether a plan belongs to another product than the form says, as far as it is sold: our own forms never do that. */
export const mixesPlans = async (form: BuyForm, at: Date): Promise<boolean> => {
  const offers = await listOffers(at)
  return Object.entries(form).some(([name, plan]) => {
    if (!name.startsWith('plan.')) return false
    const owner = offers.find(({ quotes }) => quotes.some(({ planId }) => planId === plan))
    return owner !== undefined && owner.key !== name.slice('plan.'.length)
  })
}
