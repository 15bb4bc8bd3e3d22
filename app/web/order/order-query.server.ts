/** Reads the requests of order pages: the search input in plain digits, and the actions of the payment page. */
import { z } from 'zod'
import { addressInput, tagInput } from '~/modules/order/return-to.schema'
import { shownAmount } from '~/modules/order/typed-amount.schema'
import { latinDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'

/** Numbers can be typed with the digits of any of the eight languages. */
export const plainParameters = (params: URLSearchParams): URLSearchParams => {
  const plain = new URLSearchParams(params)
  for (const name of ['number', 'sn']) {
    const typed = params.get(name)
    if (typed !== null) plain.set(name, latinDigits(dropUnseen(typed)))
  }
  return plain
}

const batch = z.string().min(1, 'A0422').max(64, 'A0422')
/** The sum on the pay button; null if the form has none. */
export const shownRest = shownAmount.nullable().default(null)
/** The forms of the payment page. Each has its own key, so that a double click counts once. */
export const paySchema = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('choose'),
    batch,
    method: z
      .string('A0422')
      .regex(/^-?\d{1,3}$/, 'A0422')
      .transform(Number),
    shown: shownRest,
  }),
  z.object({ intent: z.literal('check'), batch }),
  z.object({ intent: z.literal('credit'), batch }),
])

/** The return address of a deposit. An empty tag counts as none. */
export const returnSchema = z.object({ batch, address: addressInput, tag: tagInput.optional() })
