/**
 * The input of forms, the API and the browser about links, in one schema. It bounds only sizes: the module checks the
 * values, so that its refusal names the rule.
 */
import { z } from 'zod'
import { itemsPerAdd } from './limits'

/** Longer than any name or address, so that the refusal can say by how much. */
const text = z.string('A0422').max(2000, 'A0422')
const textOrNull = text.nullable().optional()
const typedNumber = z
  .union([z.string('A0422').max(40, 'A0422'), z.number('A0422')], 'A0422')
  .nullable()
  .optional()

/** The fields of a link, as typed. */
export const linkFields = {
  name: text,
  address: textOrNull.meta({ description: 'http, https, ftp, rtsp or mms; or a place as 19.2E:11778:12345' }),
  satellite: typedNumber.meta({ description: '19.2E, or tenths of a degree eastward (0 to 3600)' }),
  tp: typedNumber.meta({ description: 'MHz, 1000 to 13000' }),
  sid: typedNumber.meta({ description: '0 to 65536' }),
  logo: textOrNull.meta({ description: 'The id of a picture that was uploaded; empty: none' }),
} as const
export const linkSchema = z.object(linkFields)
/** Omitted fields keep their values. */
export const linkEditSchema = linkSchema.partial()

export const linkId = z.string('A0422').regex(/^\d{1,9}$/, 'A0422')
/** Ids as an array, repeated fields, or one. */
export const linkIds = z.preprocess(
  (value) => (typeof value === 'string' || typeof value === 'number' ? String(value).split(',') : value),
  z
    .array(
      z.preprocess((value) => (typeof value === 'number' ? String(value) : value), linkId),
      'A0422',
    )
    .min(1, 'A0422')
    .max(2000, 'A0422'),
)
/** A category's name and picture. */
export const categorySchema = z.object({
  name: z.string('A0422').max(400, 'A0422'),
  logo: z
    .string('A0422')
    .max(120, 'A0422')
    .nullable()
    .optional()
    .meta({ description: 'The id of a picture that was uploaded; empty: none' }),
})
export const categoryEditSchema = categorySchema.partial()
/** A place from 1 on, or a step. */
export const moveTo = z.union([z.enum(['up', 'down']), z.coerce.number('A0422').int('A0422')], 'A0422')
export const shelfId = z.string('A0422').min(1, 'A0422').max(40, 'A0422')
export const linkSorts = ['own', 'added', 'az', 'za'] as const
export const linkOrders = ['added', 'az', 'za'] as const
export const templateFormats = ['xlsx', 'csv'] as const
export const tableFormats = [...templateFormats, 'm3u'] as const
export const duplicateChoices = ['add', 'skip', 'update'] as const
export const importModes = ['add', 'replace'] as const
export const searchText = z.string('A0422').max(200, 'A0422')
/** Links to add in one request. */
export const linksToAdd = z.array(linkSchema, 'A0422').min(1, 'A0422').max(itemsPerAdd, 'N1001')
