/** What can be bought and what runs: the calls of /api/service, which a program reads before it orders. */
import { z } from 'zod'
import { checkRegion, listOffers, quote, serviceKeys, type Quote } from '~/modules/catalogue/catalogue.server'
import { findBox, listBoxes } from '~/modules/device/device.server'
import { addMonths, periodEndOf, runningServices } from '~/modules/entitlement/entitlement.server'
import { checkAdvanceLimit, usd } from '~/modules/order/order.server'
import { serialNumber } from '~/modules/registry/registry.schema'
import { now } from '~/platform/clock.server'
import { fail } from '~/errors/table'
import type { Language } from '~/i18n/languages'
import { moment, userOf } from './common'
import { data, type Endpoint } from './endpoint'
import { orderReadEndpoint, planIds } from './order'
import { amount, readerLanguage } from './order-shape'

const planOutput = z
  .object({
    plan: z.string().meta({ description: 'its id, for ordering' }),
    months: z.number().int(),
    originalPrice: amount,
    activityPrice: amount.nullable().meta({ description: 'a running promotion’s price, where it is lower' }),
    activityUntil: moment.nullable(),
    payPrice: amount.meta({ description: 'what is paid; it is sent back with an order' }),
  })
  .meta({ id: 'Plan' })
const showPlan = (one: Quote): z.output<typeof planOutput> => ({
  ...one,
  plan: one.planId,
  originalPrice: usd(one.originalPrice),
  activityPrice: one.activityPrice === null ? null : usd(one.activityPrice),
  payPrice: usd(one.payPrice),
})
const productOutput = z
  .object({
    key: z.string(),
    name: z.string(),
    services: z.array(z.enum(serviceKeys)),
    plans: z.array(planOutput).meta({ description: 'shortest first' }),
  })
  .meta({ id: 'Product' })
/** The last end date of each plan's services if they are bought now, one after the other as in an order. */
const periodEnds = async (sn: string, quotes: readonly Quote[], at: Date): Promise<Date[]> => {
  const ends = new Map<string, { at: Date; anchorDay: number }>()
  const answer: Date[] = []
  for (const { services, months } of quotes) {
    let last = at
    for (const service of services) {
      const from = ends.get(service) ?? (await periodEndOf(sn, service, at)) ?? { at, anchorDay: at.getUTCDate() }
      const end = { at: addMonths(from.at, from.anchorDay, months), anchorDay: from.anchorDay }
      ends.set(service, end)
      if (end.at > last) last = end.at
    }
    answer.push(last)
  }
  return answer
}
/** English if there is no translation. */
const nameIn = (names: Readonly<Record<string, string>>, language: Language): string =>
  names[language] ?? names['en'] ?? ''

const boxOutput = z.object({
  sn: z.string(),
  nickname: z.string().nullable(),
  services: z.array(
    z.object({
      service: z.enum(serviceKeys),
      state: z.enum(['granted', 'running', 'coming', 'ended', 'switched-off', 'adult-off']),
      startsAt: moment.nullable(),
      endsAt: moment.nullable().meta({ description: 'what is bought now is added here, or starts now' }),
    }),
  ),
})

export const shopEndpoints: readonly Endpoint[] = [
  orderReadEndpoint('GET /service/customer/boxes', {
    summary: 'The account’s boxes, and what each has, had or will have of each service and until when.',
    output: z.object({ serverTime: moment, items: z.array(boxOutput) }),
    handler: async ({ caller }) => {
      const at = now()
      const items = await Promise.all(
        (await listBoxes(userOf(caller).userId)).map(async ({ sn, nickname }) => ({
          sn,
          nickname,
          services: await runningServices(sn, at),
        })),
      )
      return data({ serverTime: at, items })
    },
  }),
  orderReadEndpoint('GET /service/customer/products', {
    summary: 'What is on sale with its plans and current prices, in USD. `service` narrows to products that grant it.',
    input: z.object({ service: z.enum(serviceKeys, 'A0422').optional() }),
    output: z.object({ items: z.array(productOutput) }),
    codes: ['A0422'],
    handler: async (call) => {
      const { service } = call.input
      const offers = (await listOffers(now())).filter(
        ({ services }) => service === undefined || services.includes(service),
      )
      const language = readerLanguage(call)
      const items = offers.map(({ key, names, services, quotes }) => ({
        key,
        name: nameIn(names, language),
        services: [...services],
        plans: quotes.map(showPlan),
      }))
      return data({ items })
    },
  }),
  orderReadEndpoint('GET /service/customer/quote', {
    summary:
      'What plans cost together for a box of the account, and whether its country may buy them (A0451). Nothing is stored: an order uses the prices that it states.',
    input: z.object({ sn: serialNumber, plan: planIds }),
    output: z.object({
      plans: z.array(
        planOutput.extend({
          product: z.string(),
          name: z.string(),
          periodEnd: moment.meta({ description: 'until when its services would run, bought now for this box' }),
        }),
      ),
      originalPrice: amount,
      payPrice: amount,
    }),
    codes: ['A0422', 'A0451', 'D1107', 'I1402', 'M4203', 'R2001'],
    handler: async (call) => {
      const { userId } = userOf(call.caller)
      if ((await findBox(userId, call.input.sn)) === null) return fail('I1402', { field: 'sn' })
      const at = now()
      const quotes: Quote[] = []
      for (const plan of new Set(call.input.plan)) {
        const found = await quote(plan, at)
        if (found === null) return fail('R2001', { field: 'plan', data: { context: 'gone', plan } })
        quotes.push(found)
      }
      const allowed = await checkRegion(
        userId,
        quotes.flatMap(({ services }) => services),
      )
      if (!allowed.ok) return allowed
      const tooFar = await checkAdvanceLimit(call.input.sn, quotes, at)
      if (tooFar !== null) return tooFar
      const language = readerLanguage(call)
      const sum = (of: (one: Quote) => bigint): string => usd(quotes.reduce((all, one) => all + of(one), 0n))
      const ends = await periodEnds(call.input.sn, quotes, at)
      return data({
        plans: quotes.map((one, index) => ({
          ...showPlan(one),
          product: one.productKey,
          name: nameIn(one.names, language),
          periodEnd: ends[index] ?? at,
        })),
        originalPrice: sum((one) => one.originalPrice),
        payPrice: sum((one) => one.payPrice),
      })
    },
  }),
]
