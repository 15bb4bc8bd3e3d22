/** What a person or a program may send about MyLink: one schema for form, API and browser. */
import { z } from 'zod'
import { linkId, linkIds, shelfId } from '~/modules/link/link.schema'

export {
  importModes,
  linkEditSchema,
  linkFields,
  linkOrders,
  linkSchema,
  linkSorts,
  linksToAdd,
  searchText,
  tableFormats,
} from '~/modules/link/link.schema'

/** A category's and a channel's id. */
export const categoryId = shelfId
export const channelId = linkId
export const channelIds = linkIds

// Sizes only: the module's refusal names the rule.
const name = z.string('A0422').max(400, 'A0422')
const logo = z
  .string('A0422')
  .max(120, 'A0422')
  .nullable()
  .optional()
  .meta({ description: 'The id of a picture that was uploaded; empty: none' })
export const categorySchema = z.object({ name, logo })
/** What is left out stays as it is. */
export const categoryEditSchema = categorySchema.partial()
/** A place from 1 on, or a step. */
export const moveTo = z.union([z.enum(['up', 'down']), z.coerce.number('A0422').int('A0422')], 'A0422')
