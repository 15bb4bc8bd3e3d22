/**
 * The input of forms, the API and the browser about links, in one schema. It bounds only sizes: the module checks the
 * values, so that its refusal names the rule. And the API's answers, from which the module's types are made.
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

export const linkFields = {
  name: text,
  address: textOrNull.meta({ description: 'http, https, ftp, rtsp or mms; or a place as 19.2E:11778:12345' }),
  satellite: typedNumber.meta({ description: '19.2E, or tenths of a degree eastward (0 to 3600)' }),
  tp: typedNumber.meta({ description: 'MHz, 1000 to 13000' }),
  sid: typedNumber.meta({ description: '0 to 65536' }),
  logo: textOrNull.meta({ description: 'The id of a picture that was uploaded; empty: none' }),
} as const
export const linkSchema = z.object(linkFields)
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
/** A place from 1 on, as a number or its plain digits, or a step. */
export const moveTo = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.union([z.enum(['up', 'down']), z.number().int()], 'A0422'),
)
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

const moment = z.iso.datetime()
const count = z.number().int()
export const linkOutput = z
  .object({
    id: z.string().meta({ description: 'Of its category, or of the audio entries; later ones are greater' }),
    name: z.string(),
    address: z.string().nullable(),
    satellite: z.number().int().nullable().meta({ description: 'Tenths of a degree eastward, 0–3599' }),
    tp: z.number().int().nullable().meta({ description: 'MHz' }),
    sid: z.number().int().nullable(),
    place: z.string().nullable().meta({ description: '19.2E:11778:12345; null with an address' }),
    logo: z.string().nullable().meta({ description: 'The picture’s id' }),
    createdAt: moment,
    position: z.number().int().meta({ description: 'From 1 on, in the chosen order' }),
  })
  .meta({ id: 'Link' })

export const categoryOutput = z
  .object({
    id: z.string(),
    name: z.string(),
    logo: z.string().nullable(),
    channels: count,
    position: count,
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'LinkCategory' })

/** One deletion: a category, or links of one. */
export const deletedOutput = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'The category’s name; empty for audio entries' }),
    isCategory: z.boolean().meta({ description: 'A whole category, or links of one that stays' }),
    channels: count,
    names: z
      .array(z.string())
      .meta({ description: 'The first of the links’ names; of a category and of more than 100 links none' }),
    deletedAt: moment,
    until: moment.meta({ description: 'It can be restored until then' }),
  })
  .meta({ id: 'DeletedLinks' })

const odd = z.object({
  line: z.number().int().meta({ description: 'As the spreadsheet counts, from 1' }),
  name: z.string().meta({ description: 'The name of the link in it, shortened' }),
  column: z.string(),
  value: z.string().meta({ description: 'The value there, shortened' }),
  reason: z.string(),
})
export const reportOutput = z
  .object({
    done: z.boolean().meta({ description: 'False if it was only a preview' }),
    lines: count.meta({ description: 'Lines with something in them, without the heading' }),
    channels: count.meta({ description: 'Links that are imported' }),
    categories: z.array(z.object({ name: z.string(), channels: count, isNew: z.boolean() })),
    gone: z.object({ categories: count, channels: count }).meta({ description: 'What goes with mode=replace' }),
    refused: count,
    refusedLines: z.array(odd).meta({ description: 'The first 200 of them' }),
    known: count.meta({
      description: 'Lines whose address or place the account, or an earlier line of the category, has already',
    }),
    knownLines: z
      .array(z.object({ line: count, name: z.string(), value: z.string(), category: z.string() }))
      .meta({ description: 'The first 200 of them, with the category that has it' }),
    duplicates: z.enum(duplicateChoices).meta({ description: 'What happens to those' }),
    noted: count.meta({ description: 'Lines that are imported without their picture' }),
    notedLines: z.array(odd),
    obstacle: z
      .string()
      .nullable()
      .meta({ description: 'The code that says why nothing of it can be imported: Q2102, Q2203 or Q2205' }),
  })
  .meta({ id: 'LinkImport' })
