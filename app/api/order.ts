/**
 * A customer's orders: the calls of /api/order, which use the same functions as the pages of /order. Another account's
 * order is always R1000, like one that never existed.
 */
import { z } from 'zod'
import {
  cancelOrder,
  createOrder,
  deleteOrder,
  listOrders,
  maxPlans,
  orderDetails,
  unfinishedOf,
} from '~/modules/order/order.server'
import { shownPrice, wholePoints } from '~/modules/order/typed-amount.schema'
import { serialNumber } from '~/modules/registry/registry.schema'
import { codes, fail } from '~/errors/table'
import { receiptFile } from '~/web/order/receipt-file.server'
import { checkRange, flag, oneOf, paged, pagingInput, timesOf, typedNumber, userOf, zonedDays } from './common'
import { answered, data, done, type Endpoint, endpointsFor } from './endpoint'
import {
  amount,
  methodInput,
  numberInput,
  orderDetailsOutput,
  orderOutput,
  readerLanguage,
  statuses,
} from './order-shape'

export const reads = { who: 'user', scope: 'orders:read' } as const
export const buys = { who: 'user', scope: 'orders:buy' } as const
/** More than a dealer's program for a hundred boxes needs. */
export const limit = { points: 240, seconds: 60 } as const
export const orderReadEndpoint = endpointsFor(reads, limit)
export const orderBuyEndpoint = endpointsFor(buys, limit)

/** One value, or several under a repeated key. */
const several = <S extends z.ZodType>(item: S, most: number) =>
  z.preprocess(
    (value) => (Array.isArray(value) || value === undefined ? value : [value]),
    z.array(item, 'A0422').min(1, 'A0422').max(most, 'A0422'),
  )
/** Must be text: a program that sends a number sends a rounded one. */
export const priceText = shownPrice.meta({ description: 'decimal text, as it was read: 12.5000' })
export const planIds = several(z.string('A0422').max(64, 'A0422'), maxPlans)

const createInput = z
  .object({
    sn: serialNumber,
    plan: planIds.meta({ description: 'a plan’s id, or several by a repeated key' }),
    price: several(priceText, maxPlans).meta({ description: 'the price that was read for each plan, in their order' }),
    method: methodInput.optional().meta({ description: 'how the rest is paid; without it, that is chosen later' }),
    useMango: flag.meta({ description: 'use Mango first, as much as there is' }),
    points: z
      .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string('A0422').max(60, 'A0422'))
      .default('0')
      .pipe(wholePoints)
      .meta({ description: 'whole points to use; points beyond the price are not used' }),
    batch: z.string('A0422').optional(),
  })
  .refine(({ plan, price }) => plan.length === price.length, { error: 'A0422', path: ['price'] })

const placedOutput = z
  .object({
    number: z.string(),
    status: z.literal(statuses),
    rest: amount.meta({ description: 'what is left to pay after Mango and points, in USD' }),
    problem: z.enum(Object.keys(codes)).nullable().meta({
      description: 'why the payment could not be started; the order exists, and another method can be chosen',
    }),
  })
  .meta({ id: 'PlacedOrder' })

const lists: readonly Endpoint[] = [
  orderReadEndpoint('GET /order/customer/orders', {
    summary:
      'The account’s orders, newest first. `number` is a number or the beginning of one; `status` may be given several times, and deleted orders (3) are listed only where they are asked for.',
    input: z
      .object({
        ...pagingInput,
        ...zonedDays,
        number: typedNumber.optional(),
        status: several(oneOf(...statuses), statuses.length).optional(),
        sn: serialNumber.optional(),
      })
      .superRefine(checkRange),
    output: paged(orderOutput),
    codes: ['D1107', 'A0422'],
    handler: async (call) => {
      const { page, size, number, status, sn } = call.input
      const { from, before } = timesOf(call.input)
      const filter = {
        number: number ?? null,
        statuses: status === undefined ? null : statuses.filter((one) => status.includes(one)),
        sn: sn ?? null,
        from,
        to: before,
      }
      const { orders, total } = await listOrders(userOf(call.caller).userId, filter, {
        page,
        size,
        language: readerLanguage(call),
      })
      return data({ page, size, total, items: orders })
    },
  }),
  orderReadEndpoint('GET /order/customer/unfinished', {
    summary: 'Orders that can still be paid or whose payment is on its way, the next to expire first.',
    output: z.object({ items: z.array(orderOutput).readonly() }),
    handler: async (call) => data({ items: await unfinishedOf(userOf(call.caller).userId, readerLanguage(call)) }),
  }),
  orderReadEndpoint('GET /order/customer/orders/{number}', {
    summary: 'One order with its lines, how its price is split, its payments and refunds.',
    input: z.object({ number: numberInput }),
    output: orderDetailsOutput,
    codes: ['R1000'],
    handler: async (call) =>
      answered(await orderDetails(userOf(call.caller).userId, call.input.number, readerLanguage(call))),
  }),
]

const receipts: readonly Endpoint[] = [
  orderReadEndpoint('GET /order/customer/orders/{number}/receipt', {
    summary:
      'The receipt of a paid or refunded order, as a PDF in the reader’s language. R2001, as JSON: there is none, because the order was not paid.',
    input: z.object({ number: numberInput }),
    output: 'file',
    codes: ['R1000', 'R2001'],
    handler: async (call) => {
      const { userId, userName } = userOf(call.caller)
      const language = readerLanguage(call)
      const found = await orderDetails(userId, call.input.number, language)
      if (!found.ok) return found
      if (found.value.paidAt === null) return fail('R2001', { data: { context: 'not-paid' } })
      return {
        kind: 'made',
        ...receiptFile(found.value, { userId, customer: userName, language, origin: call.origin }),
      }
    },
  }),
]

const acts: readonly Endpoint[] = [
  orderBuyEndpoint('POST /order/customer/orders', {
    summary:
      'Order plans for a box of the account, at the prices that were read, and start paying by `method`. A changed price is A0409 with the current ones in `prices`, and nothing is ordered; the same is true if the rest is below the known minimum of `method` (P1001). `batch` (an id of the client’s own, 8 to 64 letters, digits, `_-`, or the header Idempotency-Key): a repeat gets the same order (200 instead of 201); with other values it is A0409; a refused order does not use it up.',
    input: createInput,
    output: placedOutput,
    codes: [
      'A0409',
      'A0422',
      'A0451',
      'D1107',
      'I1402',
      'M4203',
      'OP10013',
      'P1000',
      'P1001',
      'R1002',
      'MC1013',
      'R2001',
    ],
    handler: async ({ input: { sn, plan, price, method = null, useMango, points, batch }, caller }) => {
      const plans = plan.map((id, index) => ({ plan: id, price: price[index] ?? '' }))
      const { userId } = userOf(caller)
      const placed = await createOrder({ userId, sn, plans, method, useMango, points, batch })
      if (!placed.ok) return placed
      const { problem, isNew, ...made } = placed.value
      return data({ ...made, problem: problem?.code ?? null }, { status: isNew ? 201 : 200 })
    },
  }),
  orderBuyEndpoint('POST /order/customer/orders/{number}/cancel', {
    summary:
      'Cancel an unpaid order. Its payments are closed at their providers first: if one says that it is paid, the order is paid (R1001).',
    input: z.object({ number: numberInput }),
    output: orderDetailsOutput,
    codes: ['OP10014', 'P1002', 'R1000', 'R1001'],
    handler: async (call) => {
      const { userId } = userOf(call.caller)
      const cancelled = await cancelOrder(userId, call.input.number)
      if (!cancelled.ok) return cancelled
      return answered(await orderDetails(userId, call.input.number, readerLanguage(call)))
    },
  }),
  orderBuyEndpoint('DELETE /order/customer/orders/{number}', {
    summary: 'Hide an order that is over from the list. Later payments still take effect.',
    input: z.object({ number: numberInput }),
    output: z.null(),
    codes: ['R1000', 'R2001'],
    handler: async ({ input, caller }) => done(await deleteOrder(userOf(caller).userId, input.number)),
  }),
]

export const orderEndpoints: readonly Endpoint[] = [...lists, ...receipts, ...acts]
