/**
 * What the pages of orders take from a request: the search's words in plain digits, and the acts of the payment page.
 */
import { z } from 'zod'
import { latinDigits } from '~/text/digits'

/** Numbers may be typed with the digits of any of the eight languages. */
export const plainParameters = (params: URLSearchParams): URLSearchParams => {
  const plain = new URLSearchParams(params)
  for (const name of ['number', 'sn']) {
    const typed = params.get(name)
    if (typed !== null) plain.set(name, latinDigits(typed))
  }
  return plain
}

const batch = z.string().min(1, 'A0422').max(64, 'A0422')
/** The forms of the payment page. Each names itself by its key, so that a double click counts once. */
export const paySchema = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('choose'),
    batch,
    method: z
      .string('A0422')
      .regex(/^-?\d{1,3}$/, 'A0422')
      .transform(Number),
  }),
  z.object({ intent: z.literal('check'), batch }),
  z.object({ intent: z.literal('credit'), batch }),
])

/** Where a deposit is sent back to. An empty tag is none. */
export const returnSchema = z.object({
  batch,
  address: z.string('OP10017').trim().min(1, 'OP10017').max(200, 'OP10017'),
  tag: z
    .string('OP10017')
    .trim()
    .max(100, 'OP10017')
    .transform((text) => (text === '' ? null : latinDigits(text)))
    .optional(),
})
