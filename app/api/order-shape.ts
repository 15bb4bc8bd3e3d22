/** What calls about orders, recharges and payments share: inputs, and the answers of modules/order/view.schema.ts. */
import { z } from 'zod'
import { payableMethods } from '~/modules/payment/payment.server'
import { defaultLanguage, parseLanguage, type Language } from '~/i18n/languages'
import { plainReference } from '~/text/digits'
import type { Call } from './endpoint'

export const methodInput = z
  .preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,4}$/.test(value) ? Number(value) : value),
    z.number('A0422').refine((value) => payableMethods.includes(value), 'A0422'),
  )
  .meta({ enum: [...payableMethods], description: 'a method’s id: GET /api/payment/customer/methods' })

/** An order's number in a path. People may type small letters instead of capitals. */
export const numberInput = z.string('R1000').max(40, 'R1000').transform(plainReference)

/** The language of the call, for texts of the catalogue; for a browser it is the account's. */
export const readerLanguage = ({ language }: Pick<Call<unknown>, 'language'>): Language =>
  parseLanguage(language) ?? defaultLanguage

export { addressInput, tagInput } from '~/modules/order/return-to.schema'
export { amount } from '~/modules/wallet/view.schema'
export {
  heldOutput,
  methodOutput,
  orderDetailsOutput,
  orderOutput,
  paymentOutput,
  statuses,
} from '~/modules/order/view.schema'
