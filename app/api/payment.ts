/**
 * How a customer's orders are paid: the calls of /api/payment, which use the same functions as the payment page. Only
 * the provider's events change the visible state of a payment.
 */
import { z } from 'zod'
import { getProfile } from '~/modules/account/account.server'
import { creditWhatCame } from '~/modules/order/order.server'
import { checkNow, choosePayment, giveAddress, paymentMethods, paymentPage } from '~/modules/payment/payment.server'
import type { Result } from '~/errors/table'
import { userOf, visitOfCaller } from './common'
import { answered, data, type Answer, type Call, type Endpoint } from './endpoint'
import { orderBuyEndpoint, orderReadEndpoint } from './order'
import {
  addressInput,
  heldOutput,
  methodInput,
  methodOutput,
  numberInput,
  paymentOutput,
  readerLanguage,
  tagInput,
} from './order-shape'

const onlyNumber = z.object({ number: numberInput })
type Begun = { number: string; method: number; batch?: string | undefined }

/** Begins to pay an order or a recharge: `choose` belongs to its module. */
export const beginPayment = (
  { caller, input: { number, method, batch }, visit }: Call<Begun>,
  choose: typeof choosePayment,
): Promise<Result<{ attemptId: string | null }>> =>
  choose(userOf(caller).userId, number, { method, batch, visit: visitOfCaller(caller, visit) })

/** The current payment, which every action answers. */
const presentPayment = async (
  call: Pick<Call<{ number: string }>, 'caller' | 'input' | 'language'>,
  attemptId: string | null = null,
): Promise<Answer<z.output<typeof paymentOutput>>> => {
  return answered(await paymentPage(userOf(call.caller).userId, call.input.number, readerLanguage(call), { attemptId }))
}

export const paymentEndpoints: readonly Endpoint[] = [
  orderReadEndpoint('GET /payment/customer/methods', {
    summary:
      'Ways to pay that are offered to this account now, with the minimum amount of each, and the account’s Mango and points.',
    output: z.object({ items: z.array(methodOutput).readonly() }),
    handler: async ({ caller }) => {
      const { userId } = userOf(caller)
      const { country } = await getProfile(userId)
      return data({ items: await paymentMethods(userId, { country }) })
    },
  }),
  orderReadEndpoint('GET /payment/customer/orders/{number}', {
    summary:
      'How an order is paid: the address, tag and amount to send or the provider’s page, the received and the missing amount, the state, and what can be done now. It asks no provider, so it can be called often.',
    input: onlyNumber,
    output: paymentOutput,
    codes: ['R1000'],
    handler: presentPayment,
  }),
  orderBuyEndpoint('POST /payment/customer/orders/{number}', {
    summary:
      'Start paying the rest of an order by `method`, or get a new quote if the last one has expired. A valid one is returned again. After several cards in an hour a captcha is needed, which only the pages can show.',
    input: onlyNumber.extend({ method: methodInput, batch: z.string('A0422').optional() }),
    output: paymentOutput,
    codes: ['A0409', 'A0422', 'A0451', 'B0005', 'OP10014', 'OP10015', 'P1001', 'R1000', 'R1001', 'R1002', 'MC1013'],
    handler: async (call) => {
      const begun = await beginPayment(call, choosePayment)
      return begun.ok ? presentPayment(call, begun.value.attemptId) : begun
    },
  }),
  orderReadEndpoint('POST /payment/customer/orders/{number}/check', {
    summary: 'Ask the providers about an order’s payments now. The portal asks by itself as well.',
    input: onlyNumber,
    output: paymentOutput,
    codes: ['P1004', 'R1000'],
    handler: async (call) => {
      const checked = await checkNow(userOf(call.caller).userId, call.input.number)
      return checked.ok ? presentPayment(call) : checked
    },
  }),
  orderBuyEndpoint('POST /payment/customer/orders/{number}/credit', {
    summary: 'End a partly paid order: the received money becomes Mango in the wallet at once.',
    input: onlyNumber,
    output: paymentOutput,
    codes: ['OP10014', 'P1002', 'R1000', 'R1001'],
    handler: async (call) => {
      const credited = await creditWhatCame(userOf(call.caller).userId, call.input.number)
      return credited.ok ? presentPayment(call) : credited
    },
  }),
  orderBuyEndpoint('POST /payment/customer/deposits/{id}/address', {
    summary:
      'Set the address to which a deposit that can’t be credited (an order’s `held`, state `address-wanted`) is sent back: an address of the received coin. It can be changed until the deposit is sent.',
    input: z.object({
      id: z.string('A0404').max(64, 'A0404'),
      address: addressInput,
      tag: tagInput.nullable().optional().meta({ description: 'the tag or memo, if the address needs one' }),
      batch: z.string('A0422').optional(),
    }),
    output: heldOutput,
    codes: ['A0404', 'A0409', 'A0422', 'OP10017'],
    handler: async ({ input: { id: depositId, address, tag = null, batch }, caller }) =>
      answered(await giveAddress(userOf(caller).userId, { depositId, address, tag, batch })),
  }),
]
