/** The schema of the forms on the page with which a System or VNO list is published. */
import { z } from 'zod'
import { percentSchema, publishedRevisionSchema, publishingSchema } from '~/modules/channel-list/publication.schema'
import { titleLanguages, type TitleLanguage } from '~/modules/channel-list/title.schema'
import { latinDigits } from '~/text/digits'

const act = publishingSchema.shape
/** People type their own digits. */
const revision = z
  .string('A0422')
  .transform((typed): unknown => latinDigits(typed))
  .pipe(publishedRevisionSchema)
const titles = Object.fromEntries(
  titleLanguages.map((one) => [one, z.string().max(400, 'C1110').default('')]),
) as Record<TitleLanguage, z.ZodDefault<z.ZodString>>

export const publishForm = z.discriminatedUnion('intent', [
  z.object({ ...act, intent: z.literal('publish'), revision, percent: percentSchema }),
  z.object({ ...act, intent: z.literal('widen'), percent: percentSchema }),
  z.object({ ...act, intent: z.enum(['withdraw', 'roll-back', 'unpublish']) }),
  z.object({ ...titles, intent: z.literal('titles') }),
])
