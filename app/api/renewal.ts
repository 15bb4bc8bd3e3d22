/** The endpoints for automatic renewal from Mango: read, switch on, switch off. */
import { z } from 'zod'
import { isServiceKey, serviceKeys } from '~/modules/catalogue/catalogue.server'
import { serialNumber } from '~/modules/registry/registry.schema'
import { agreeToRenewal, endRenewal, listRenewals, renewalStates, type Renewal } from '~/modules/renewal/renewal.server'
import { fail } from '~/errors/table'
import type { Language } from '~/i18n/languages'
import { moment, userOf } from './common'
import { data, done, type Endpoint } from './endpoint'
import { orderBuyEndpoint, orderReadEndpoint, priceText } from './order'
import { amount, readerLanguage } from './order-shape'

const renewalOutput = z
  .object({
    sn: z.string(),
    service: z.enum(serviceKeys),
    plan: z.string(),
    product: z.string(),
    name: z.string(),
    months: z.number().int(),
    price: amount.meta({ description: 'the most that a renewal may cost: the plan’s own price that was agreed to' }),
    agreedAt: moment,
    endsAt: moment.nullable().meta({ description: 'the end before which it renews; null if nothing is left' }),
    renewsAt: moment.nullable().meta({ description: 'from when on it is renewed' }),
    state: z.enum(renewalStates).meta({
      description:
        'waiting for its day; or what keeps it from being renewed: too little Mango (balance) or an unpaid order at the last try, a price above the agreed one, a plan that is not sold any more',
    }),
    tryAt: moment.nullable().meta({ description: 'when it is tried again, after a try that failed' }),
    presentPrice: amount.nullable().meta({ description: 'the plan’s own price now; null if it is not sold' }),
  })
  .meta({ id: 'Renewal' })

const show = (one: Renewal, language: Language) => ({
  ...one,
  service: one.service as (typeof serviceKeys)[number],
  product: one.productKey,
  name: one.names[language] ?? one.names['en'] ?? '',
})

const serviceInput = z.string('A0422').refine(isServiceKey, 'M4703')
const agreeInput = z.object({
  sn: serialNumber,
  service: serviceInput.meta({ description: 'the key of the service that is renewed' }),
  plan: z.string('A0422').max(64, 'A0422').meta({ description: 'the plan by which it is renewed' }),
  price: priceText.meta({ description: 'the plan’s originalPrice as it was read: the most that a renewal may cost' }),
  batch: z.string('A0422').optional(),
})

export const renewalEndpoints: readonly Endpoint[] = [
  orderReadEndpoint('GET /service/customer/renewals', {
    summary: 'The services of the account’s boxes that are renewed from Mango before they end, as their owner agreed.',
    input: z.object({ sn: serialNumber.optional() }),
    output: z.object({ items: z.array(renewalOutput) }),
    codes: ['D1107'],
    handler: async (call) => {
      const found = await listRenewals(userOf(call.caller).userId, call.input.sn)
      return data({ items: found.map((one) => show(one, readerLanguage(call))) })
    },
  }),
  orderBuyEndpoint('POST /service/customer/renewals', {
    summary:
      'Agree that this plan renews a service of a box before it ends, from Mango, for at most this price. It replaces an earlier agreement. A price that has changed is A0409 with the new one; R2001 says in data.context why the plan can’t renew the service.',
    input: agreeInput,
    output: renewalOutput,
    codes: ['A0404', 'A0409', 'A0422', 'A0451', 'D1107', 'I1402', 'M4703', 'R2001'],
    handler: async (call) => {
      const { userId } = userOf(call.caller)
      const { sn, service } = call.input
      const agreed = await agreeToRenewal({ userId, ...call.input })
      if (!agreed.ok) return agreed
      const one = (await listRenewals(userId, sn)).find((each) => each.service === service)
      // It was switched off just now.
      return one === undefined ? fail('A0404', { field: 'service' }) : data(show(one, readerLanguage(call)))
    },
  }),
  orderBuyEndpoint('DELETE /service/customer/renewals/{sn}/{service}', {
    summary: 'Switch the renewal of a service off. Periods that are already paid stay.',
    input: z.object({ sn: serialNumber, service: serviceInput }),
    output: z.null(),
    codes: ['A0404', 'A0422', 'D1107', 'M4703'],
    handler: async ({ caller, input }) => done(await endRenewal(userOf(caller).userId, input.sn, input.service)),
  }),
]
