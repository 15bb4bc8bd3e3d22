/** The schema of the forms that publish a System or VNO list. */
import { z } from 'zod'
import {
  approvedSchema,
  opensAtSchema,
  percentSchema,
  publishedRevisionSchema,
  publishingSchema,
} from '~/modules/channel-list/publication/publication.schema'
import { titleLanguages, type TitleLanguage } from '~/modules/channel-list/title.schema'
import { latinDigits } from '~/text/digits'

const act = publishingSchema.shape
/** People may type the digits of their own script. */
const revision = z
  .string('A0422')
  .transform((typed): unknown => latinDigits(typed))
  .pipe(publishedRevisionSchema)
/** Empty: opened by hand. */
const opensAt = z.preprocess((value) => (value === '' ? undefined : value), opensAtSchema.optional())
/** The version that the page's address asks for, as typed and as a number; null: the newest. */
export const askedVersion = (asked: URLSearchParams): { of: string; number: number | null; isOdd: boolean } => {
  const of = latinDigits(asked.get('of') ?? '').trim()
  return { of, number: of === '' ? null : Number(of), isOdd: !/^\d{0,9}$/.test(of) }
}
const titles = Object.fromEntries(
  titleLanguages.map((one) => [one, z.string().max(400, 'C1110').default('')]),
) as Record<TitleLanguage, z.ZodDefault<z.ZodString>>

export const publishForm = z.discriminatedUnion('intent', [
  z.object({ ...act, intent: z.literal('publish'), revision, percent: percentSchema, sha256: approvedSchema, opensAt }),
  z.object({ ...act, intent: z.literal('widen'), percent: percentSchema }),
  z.object({ ...act, intent: z.enum(['pause', 'resume', 'withdraw', 'roll-back', 'unpublish']) }),
  z.object({ ...titles, intent: z.literal('titles') }),
])
