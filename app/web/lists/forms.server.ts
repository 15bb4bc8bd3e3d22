/**
 * The schemas of the list pages' forms. They are server files, because a schema in a route would bring its library into
 * the page.
 */
import { z } from 'zod'
import { encodings, limits, type Operation } from '~/engine/types'
import { parseIds } from '~/ui/channel-list/query'
import {
  batchIdSchema,
  listNameSchema,
  operationSchema,
  sourceIdSchema,
} from '~/modules/channel-list/channel-list.schema'

/** A number of at most this many digits. */
export const digits = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${most}}$`))
    .transform(Number)
/** A revision’s number in a form. */
export const revision = digits(9)
export const texts = z.union([z.string(), z.array(z.string())])

/** Repeated fields. */
export const many = texts.optional().transform((value) => (value === undefined ? [] : [value].flat()))
/** Each id once, in the order of the form; empty choices are left out. */
export const idList = many.transform((values) => [
  ...new Set(values.flatMap((text) => (/^\d{1,10}$/.test(text) ? [Number(text)] : []))),
])

/** The button that puts the list on a box. */
export const putOnBoxForm = z.object({ sn: z.string('A0422').max(64, 'A0422') })

/** The form's own id: a form sent twice is applied once. */
const batch = batchIdSchema.optional().catch(undefined)

/** The form around the table and its action bar. */
export const channelsForm = z.object({
  intent: z.enum([
    'move',
    'top',
    'bottom',
    'up',
    'down',
    'lock',
    'unlock',
    'skip',
    'unskip',
    'favourite-add',
    'favourite-remove',
    'sort',
    'tools',
    'fields',
    'delete',
    'undo',
    'redo',
    'take-order',
  ]),
  base: revision,
  batch,
  source: sourceIdSchema.optional(),
  id: idList,
  /** Everything that matches the address's filter. */
  all: z.string().optional(),
  /** Ticked channels that the page did not show; they count only if the user said so. */
  also: z
    .string()
    .max(4000)
    .optional()
    .transform((text) => parseIds(text)),
  to: z.string().max(20).optional(),
  /** The page of the list on which Undo was pressed in a message. */
  from: z.string().max(200).optional().catch(undefined),
  group: digits(10).optional().catch(undefined),
})
export type ChannelsForm = z.output<typeof channelsForm>

/** The forms of one channel's page. */
export const channelForm = z.object({
  intent: z.enum(['rename', 'move', 'lock', 'unlock', 'skip', 'unskip', 'favourites', 'delete']),
  base: revision,
  batch,
  source: sourceIdSchema.optional(),
  name: z.string().max(400).optional(),
  to: z.string().max(20).optional(),
  group: texts.optional(),
})

const operations = z
  .string()
  .max(1_048_576)
  .transform((text, context): Operation[] => {
    try {
      const parsed = z.array(operationSchema).min(1).max(limits.operationsPerBatch).safeParse(JSON.parse(text))
      if (parsed.success) return parsed.data
    } catch {
      // Falls through to the issue: invalid JSON is not a batch.
    }
    context.addIssue({ code: 'custom', message: 'A0422' })
    return z.NEVER
  })
/** The decision on a conflict, with the operations concerned. */
export const clashForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('apply'), base: revision, batch, source: sourceIdSchema, operations }),
  z.object({ intent: z.literal('drop') }),
])

/** `keep`: the box's waiting save stays in the history only. */
export const historyForm = z.object({ revision, base: revision, batch, intent: z.literal('keep').optional() })
export const encodingForm = z.object({ base: revision, batch, encoding: z.enum(encodings) })
export const sortForm = z.object({ mode: z.string().max(40).optional(), batch })
export const removeForm = z.object({ batch })
export const renameForm = z.object({ name: listNameSchema })
export const restoreForm = z.object({
  intent: z.literal('restore'),
  id: z.string().max(100),
  name: z.string().max(400).optional(),
})
/** A name, and what to keep of too many channels, in separate fields. */
export const copyForm = z.object({ name: listNameSchema, batch }).catchall(texts)
export const heldForm = z
  .object({ intent: z.enum(['store', 'drop']), name: z.string().max(400).optional() })
  .catchall(texts)
export const uploadForm = z.object({
  name: listNameSchema.optional(),
  encoding: z
    .union([z.enum(encodings), z.literal('')])
    .optional()
    .catch(undefined),
  batch,
})
