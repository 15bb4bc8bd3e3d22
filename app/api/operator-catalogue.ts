/** The operator's endpoints for the catalogue: services, products with their plans, promotions. */
import { z } from 'zod'
import {
  addPlan,
  changePlan,
  changeProduct,
  createProduct,
  createPromotion,
  editPromotion,
  listOffers,
  listProducts,
  listPromotions,
  listServices,
  movePromotion,
  promotionStates,
  setPromotionPrice,
  setService,
  setServiceText,
} from '~/modules/catalogue/catalogue.server'
import {
  appLink,
  catalogueName,
  catalogueSentence,
  maxMonths,
  maxServices,
  price,
  productKey,
  serviceKey,
} from '~/modules/catalogue/catalogue.schema'
import { now } from '~/platform/clock.server'
import { printAmount } from '~/text/amount'
import { fail } from '~/errors/table'
import { parseLanguage } from '~/i18n/languages'
import { listOf, moment, onOff, wholeNumber } from './common'
import { answered, data, done, type Endpoint, shown } from './endpoint'
import { languageCode, languageCodes } from './feedback'
import { by, operatorEndpoint, why } from './operator'

const usd = (amount: bigint): string => printAmount(amount, { scale: 4 })
const months = wholeNumber(1, maxMonths).meta({ description: `a whole number of months, 1 to ${maxMonths}` })
const language = z
  .enum(languageCodes, 'A0422')
  .transform((code) => parseLanguage(code) ?? 'en')
  .meta({ description: `a language: ${languageCodes.join(', ')}` })
/** A malformed key in an address is an unknown key, not invalid input. */
const knownKey = z.string('M4701').max(40, 'M4701')
const promotionId = z.string('M4401').max(64, 'M4401')
const when = z
  .string('A0422')
  .max(40, 'A0422')
  .refine(
    (text) => z.iso.datetime({ offset: true }).safeParse(text).success || z.iso.date().safeParse(text).success,
    'A0422',
  )
  .transform((text) => new Date(text))
  .meta({ description: 'a day such as 2026-12-01, from its beginning in UTC, or an ISO moment' })
const services = listOf(serviceKey, maxServices).meta({ description: 'keys of services (services list)' })

const serviceWord = { show: 'SERVICE', missing: 'The service’s key' }
const productWord = { show: 'PRODUCT', missing: 'The product’s key' }
const promotionWord = { show: 'ID', missing: 'The promotion’s id' }
const monthsWord = { show: 'MONTHS', missing: 'The number of months' }

const productStates = ['draft', 'on-sale', 'withdrawn'] as const
const plan = z.object({ months: z.number().int(), price: z.string(), onSale: z.boolean() })

const serviceEndpoints: readonly Endpoint[] = [
  operatorEndpoint('GET /operator/services', {
    summary: 'The services: whether everybody has them, their app, and the languages with the operator’s own words.',
    output: z.object({
      items: z.array(
        z.object({
          key: z.string(),
          grantedToAll: z.boolean(),
          appLink: z.string().nullable(),
          ownTexts: z.array(z.string()),
        }),
      ),
    }),
    command: { name: 'services list', answer: [{ table: ['key', 'grantedToAll', 'appLink', 'ownTexts'] }] },
    handler: async () =>
      data({
        items: (await listServices()).map((one) => ({ ...one, ownTexts: [...one.texts.keys()].map(languageCode) })),
      }),
  }),
  operatorEndpoint('PUT /operator/services/{key}', {
    summary: 'Grants a service to everybody, or sells it again; sets the link to its app.',
    input: z.object({ key: serviceKey, grantedToAll: onOff.optional(), appLink: appLink.optional(), why }),
    output: z.null(),
    codes: ['M4703', 'A0422'],
    command: {
      name: 'services set',
      words: { key: serviceWord },
      options: {
        grantedToAll: { as: 'granted', show: 'true|false', rule: 'true (everybody has it) or false (it is sold)' },
        appLink: { as: 'app', show: 'URL' },
      },
      help: 'who has a service without buying it, and where its app is',
      answer: [{ say: 'Stored.' }],
    },
    handler: async ({ input, caller }) => done(await setService(by(caller, input.why), input.key, input)),
  }),
  operatorEndpoint('PUT /operator/services/{key}/texts/{language}', {
    summary: 'The operator’s own name and sentence of a service in a language.',
    input: z.object({ key: serviceKey, language, name: catalogueName, sentence: catalogueSentence, why }),
    output: z.null(),
    codes: ['M4703', 'A0422'],
    command: {
      name: 'services text',
      words: { key: serviceWord, language: { show: 'LANGUAGE', missing: 'The language' } },
      options: { name: { show: 'NAME' }, sentence: { show: 'TEXT' } },
      answer: [{ say: 'Stored.' }],
    },
    handler: async ({ input, caller }) => {
      const { key, language, name, sentence } = input
      return done(await setServiceText(by(caller, input.why), key, language, { name, sentence }))
    },
  }),
  operatorEndpoint('DELETE /operator/services/{key}/texts/{language}', {
    summary: 'Goes back to the portal’s own name and sentence of a service.',
    input: z.object({ key: serviceKey, language, why }),
    output: z.null(),
    codes: ['M4703', 'A0422'],
    command: {
      name: 'services plain',
      words: { key: serviceWord, language: { show: 'LANGUAGE', missing: 'The language' } },
      help: 'back to the portal’s own words',
      answer: [{ say: 'Removed. The portal’s own words are used again.' }],
    },
    handler: async ({ input, caller }) =>
      done(await setServiceText(by(caller, input.why), input.key, input.language, null)),
  }),
]

const productEndpoints: readonly Endpoint[] = [
  operatorEndpoint('GET /operator/products', {
    summary: 'All products with their services and plans. Prices are decimal text in USD.',
    output: z.object({
      items: z.array(
        z.object({
          key: z.string(),
          state: z.enum(productStates),
          place: z.number().int(),
          name: z.string(),
          languages: z.array(z.string()),
          services: z.array(z.string()),
        }),
      ),
    }),
    command: {
      name: 'products list',
      answer: [{ table: ['key', 'state', 'place', 'name', 'languages', 'services'] }],
    },
    handler: async () =>
      data({
        items: (await listProducts()).map(({ key, state, sortOrder, names, services }) => ({
          key,
          state,
          place: sortOrder,
          name: names['en'] ?? '',
          languages: Object.keys(names).map(languageCode),
          services: [...services],
        })),
      }),
  }),
  operatorEndpoint('GET /operator/plans', {
    summary: 'All plans: the product, the number of months, the price in USD as decimal text, and the current price.',
    output: z.object({
      items: z.array(
        plan.extend({ product: z.string(), state: z.enum(productStates), paidNow: z.string().nullable() }),
      ),
    }),
    command: {
      name: 'plans list',
      answer: [{ table: ['product', 'state', 'months', 'price', 'onSale', 'paidNow'] }],
    },
    handler: async () => {
      const at = now()
      const offers = await listOffers(at)
      const paid = new Map(offers.flatMap(({ quotes }) => quotes.map((one) => [one.planId, usd(one.payPrice)])))
      return data({
        items: (await listProducts()).flatMap(({ key, state, plans }) =>
          plans.map((one) => ({
            product: key,
            state,
            months: one.months,
            price: usd(one.price),
            onSale: one.onSale,
            paidNow: paid.get(one.id) ?? null,
          })),
        ),
      })
    },
  }),
  operatorEndpoint('POST /operator/products', {
    summary:
      'Creates a product as a draft: its key, its English name, its services. It is sold once it has a price and is put on sale.',
    input: z.object({ key: productKey, name: catalogueName, services, why }),
    output: z.object({ key: z.string() }),
    codes: ['M4702', 'M4703', 'A0422'],
    command: {
      name: 'products add',
      words: { key: productWord, name: { show: 'NAME', missing: 'The English name' } },
      options: { services: { as: 'service', show: 'SERVICE', reading: 'many' } },
      answer: [{ say: 'Created as a draft: {key}' }],
    },
    handler: async ({ input, caller }) =>
      shown(await createProduct(by(caller, input.why), input), () => ({ key: input.key }), { status: 201 }),
  }),
  operatorEndpoint('PUT /operator/products/{key}', {
    summary:
      'Puts a product on sale or withdraws it; sets its position in the shop, or its services. Existing orders don’t change.',
    input: z.object({
      key: knownKey,
      state: z.enum(['on-sale', 'withdrawn'], 'A0422').optional(),
      place: wholeNumber(0, 10_000).optional().meta({ description: 'a whole number, the smallest comes first' }),
      services: services.optional(),
      why,
    }),
    output: z.null(),
    codes: ['M4201', 'M4701', 'M4703', 'A0422'],
    command: {
      name: 'products set',
      words: { key: productWord },
      options: {
        state: { rule: 'on-sale or withdrawn' },
        place: { show: 'N' },
        services: { as: 'service', show: 'SERVICE', reading: 'many' },
      },
      help: 'on sale, withdrawn, its place, its services',
      answer: [{ say: 'Stored.' }],
    },
    handler: async ({ input, caller }) => {
      const { key, state, place, services } = input
      return done(await changeProduct(by(caller, input.why), key, { state, sortOrder: place, services }))
    },
  }),
  operatorEndpoint('PUT /operator/products/{key}/texts/{language}', {
    summary: 'A product’s name in a language.',
    input: z.object({ key: knownKey, language, name: catalogueName, why }),
    output: z.null(),
    codes: ['M4701', 'M4702', 'A0422'],
    command: {
      name: 'products text',
      words: {
        key: productWord,
        language: { show: 'LANGUAGE', missing: 'The language' },
        name: { show: 'NAME', missing: 'The name' },
      },
      answer: [{ say: 'Stored.' }],
    },
    handler: async ({ input, caller }) => {
      const { key, language, name } = input
      return done(await changeProduct(by(caller, input.why), key, { text: { language, name } }))
    },
  }),
  operatorEndpoint('POST /operator/products/{key}/plans', {
    summary: 'Adds a plan: for how many months, at which price in USD.',
    input: z.object({ key: knownKey, months, price, why }),
    output: z.null(),
    codes: ['M4202', 'M4701', 'A0422'],
    command: {
      name: 'plans add',
      words: { key: productWord, months: monthsWord, price: { show: 'PRICE', missing: 'The price' } },
      answer: [{ say: 'Added.' }],
    },
    handler: async ({ input, caller }) =>
      shown(await addPlan(by(caller, input.why), input.key, input.months, input.price), () => null, { status: 201 }),
  }),
  operatorEndpoint('PUT /operator/products/{key}/plans/{months}', {
    summary: 'Changes a plan’s price, or takes it off sale or puts it back. Orders keep the price that they copied.',
    input: z.object({ key: knownKey, months, price: price.optional(), onSale: onOff.optional(), why }),
    output: z.null(),
    codes: ['M4201', 'M4701', 'A0422'],
    command: {
      name: 'plans set',
      words: { key: productWord, months: monthsWord },
      options: {
        price: { show: 'PRICE' },
        onSale: { as: 'on-sale', show: 'true|false', rule: 'true or false' },
      },
      answer: [{ say: 'Stored.' }],
    },
    handler: async ({ input, caller }) => {
      const { key, months, price, onSale } = input
      return done(await changePlan(by(caller, input.why), key, months, { price, onSale }))
    },
  }),
]

const promotionPrice = z.object({
  product: z.string(),
  months: z.number().int(),
  price: z.string(),
  original: z.string(),
})
const promotionFields = { name: z.string(), state: z.enum(promotionStates), from: moment, to: moment }
const showPromotion = <P extends { startsAt: Date; endsAt: Date }>(one: P) => ({
  ...one,
  from: one.startsAt,
  to: one.endsAt,
})
const promotionEndpoints: readonly Endpoint[] = [
  operatorEndpoint('GET /operator/promotions', {
    summary: 'All promotions with their states now.',
    output: z.object({ items: z.array(z.object({ id: z.string(), ...promotionFields })) }),
    command: {
      name: 'promotions list',
      answer: [{ table: ['name', 'state', 'from', 'to', 'id'] }],
    },
    handler: async () => data({ items: (await listPromotions()).map(showPromotion) }),
  }),
  operatorEndpoint('GET /operator/promotions/{id}', {
    summary: 'A promotion with its prices, next to the regular ones.',
    input: z.object({ id: promotionId }),
    output: z.object({ ...promotionFields, prices: z.array(promotionPrice) }),
    codes: ['M4401'],
    command: {
      name: 'promotions show',
      words: { id: promotionWord },
      answer: [
        { say: '{name}: {state}, {from} to {to}' },
        { table: ['product', 'months', 'price', 'original'], rows: 'prices' },
      ],
    },
    handler: async ({ input }) => {
      const found = (await listPromotions()).find(({ id }) => id === input.id)
      if (found === undefined) return fail('M4401', { field: 'id' })
      const prices = found.prices.map((one) => ({ ...one, price: usd(one.price), original: usd(one.original) }))
      return data({ ...showPromotion(found), prices })
    },
  }),
  operatorEndpoint('POST /operator/promotions', {
    summary: 'Creates a promotion as a draft. It runs between its times once it is planned.',
    input: z.object({ name: catalogueName, from: when, to: when, why }),
    output: z.object({ id: z.string() }),
    codes: ['M4402', 'A0422'],
    command: {
      name: 'promotions add',
      words: { name: { show: 'NAME', missing: 'The promotion’s name' } },
      options: { from: { show: 'DATE' }, to: { show: 'DATE' } },
      answer: [{ say: 'Created as a draft: {id}' }],
    },
    handler: async ({ input, caller }) => {
      const { name, from, to } = input
      const made = await createPromotion(by(caller, input.why), { name, startsAt: from, endsAt: to })
      return answered(made, { status: 201 })
    },
  }),
  operatorEndpoint('PUT /operator/promotions/{id}', {
    summary: 'Changes a promotion’s name or times, until the day (UTC) before it begins.',
    input: z.object({
      id: promotionId,
      name: catalogueName.optional(),
      from: when.optional(),
      to: when.optional(),
      why,
    }),
    output: z.null(),
    codes: ['M4401', 'M4402', 'M4405', 'A0422'],
    command: {
      name: 'promotions set',
      words: { id: promotionWord },
      options: { name: { show: 'NAME' }, from: { show: 'DATE' }, to: { show: 'DATE' } },
      answer: [{ say: 'Stored.' }],
    },
    handler: async ({ input, caller }) => {
      const { name, from, to } = input
      return done(await editPromotion(by(caller, input.why), input.id, { name, startsAt: from, endsAt: to }))
    },
  }),
  operatorEndpoint('PUT /operator/promotions/{id}/prices', {
    summary:
      'A plan’s price within a promotion; without `price` the plan is taken out. Until the day (UTC) before it begins.',
    input: z.object({ id: promotionId, product: knownKey, months, price: price.optional(), why }),
    output: z.null(),
    codes: ['M4201', 'M4401', 'M4405', 'M4701', 'A0422'],
    command: {
      name: 'promotions price',
      words: { id: promotionWord, product: productWord, months: monthsWord },
      options: { price: { show: 'PRICE' } },
      help: 'a plan’s price in the promotion; without --price the plan is taken out',
      answer: [{ say: 'Stored.' }],
    },
    handler: async ({ input, caller }) => {
      const { product, months, price = null } = input
      return done(await setPromotionPrice(by(caller, input.why), input.id, { product, months, price }))
    },
  }),
  operatorEndpoint('POST /operator/promotions/{id}/state', {
    summary: 'Plans, suspends, resumes or ends a promotion. Only a suspended one resumes.',
    input: z.object({ id: promotionId, act: z.enum(['plan', 'suspend', 'resume', 'end'], 'A0422'), why }),
    output: z.object({ state: z.enum(promotionStates) }),
    codes: ['M4401', 'M4404', 'M4406', 'A0422'],
    command: {
      name: 'promotions move',
      words: { id: promotionWord, act: { show: 'ACT', missing: 'plan, suspend, resume or end' } },
      help: 'plan, suspend, resume or end it',
      answer: [{ say: 'It is {state} now.' }],
    },
    handler: async ({ input, caller }) =>
      shown(await movePromotion(by(caller, input.why), input.id, input.act), (state) => ({ state })),
  }),
]

export const operatorCatalogueEndpoints: readonly Endpoint[] = [
  ...serviceEndpoints,
  ...productEndpoints,
  ...promotionEndpoints,
]
