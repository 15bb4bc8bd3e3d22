/**
 * What a person or a program may send about channel lists: one schema for form, API and browser. Pure zod; what it
 * accepts has a limited size (the engine checks the meaning).
 */
import { z } from 'zod'
import { encodings, formats, limits, sortModes, type Format, type Operation } from '~/engine/types'

export const listKinds = ['system', 'vno', 'user'] as const
export type ListKind = (typeof listKinds)[number]

export const pageSizes = [10, 20, 40, 100] as const
export type PageSize = (typeof pageSizes)[number]

export const formatNames = Object.keys(formats) as [Format, ...Format[]]

/** How many channel ids or orders one request may contain; a list of the largest upload fits. */
const idsMax = limits.idsPerOperation
const id = z.number().int().min(0).max(limits.records)
const ids = z.array(id).min(1).max(idsMax)
const position = z.number().int().min(1).max(limits.records)

/** One edit, as the engine expects it. */
export const operationSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('move'), ids, to: position }),
  z.strictObject({ op: z.literal('step'), ids, by: z.union([z.literal(-1), z.literal(1)]) }),
  z.strictObject({
    op: z.literal('sort'),
    mode: z.enum(sortModes),
    variant: z.union([z.literal(1), z.literal(2)]).optional(),
    ids: ids.optional(),
  }),
  z.strictObject({ op: z.literal('order'), order: ids }),
  z.strictObject({ op: z.literal('rename'), id, name: z.string().max(400) }),
  z.strictObject({ op: z.literal('lock'), ids, value: z.boolean() }),
  z.strictObject({ op: z.literal('skip'), ids, value: z.boolean() }),
  z.strictObject({
    op: z.literal('favourite'),
    ids,
    group: z
      .number()
      .int()
      .min(0)
      .max(limits.favouriteGroups - 1),
    value: z.boolean(),
  }),
  z.strictObject({ op: z.literal('delete'), ids }),
  z.strictObject({ op: z.literal('encoding'), encoding: z.enum(encodings) }),
]) satisfies z.ZodType<Operation>

/** A revision's number; forms send it as text. */
const revision = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.number().int().min(1).max(1_000_000_000),
)
/** A list's file by its SHA-256; channel ids belong to one file. */
export const sourceIdSchema = z.string().regex(/^[0-9a-f]{64}$/, 'A0422')
/** A client's own id of a batch (a UUID or similar). */
export const batchIdSchema = z.string().regex(/^[\w-]{8,64}$/)

/** Operations on the whole list take up to 10 ms each on the longest lists; nobody needs many in one batch. */
const wholeOperationsMax = 50

/** A batch of edits on a base revision, all or nothing. */
export const batchSchema = z.object({
  base: revision,
  /** The file that the ids were read from; by default that of `base`. */
  source: sourceIdSchema.optional(),
  operations: z
    .array(operationSchema)
    .min(1)
    .max(limits.operationsPerBatch)
    .refine(
      (operations) =>
        operations.filter(({ op }) => op === 'sort' || op === 'order' || op === 'encoding').length <=
        wholeOperationsMax,
      'A0422',
    ),
  batch: batchIdSchema.optional(),
})
export type Batch = z.output<typeof batchSchema>

/** Channels of an earlier file, to be found in the newest one. */
export const mappingSchema = z.object({ source: sourceIdSchema, ids: z.array(id).max(idsMax) })

/** An undo or redo. `base` is the revision that the caller sees; by default the newest. */
export const stepSchema = z.object({ base: revision.optional(), batch: batchIdSchema.optional() })

/**
 * What to keep of a list over the limit: `first:2000`, `type:tv`, `satellite:192` (tenths of a degree eastward),
 * `free`. Repeated rules narrow the choice; several values of one rule are separated by commas; `first` counts what the
 * others leave.
 */
export const keepRuleSchema = z
  .string()
  .regex(
    /^(?:first:[1-9]\d{0,5}|type:(?:tv|radio|data|other)(?:,(?:tv|radio|data|other))*|satellite:\d{1,4}(?:,\d{1,4})*|free)$/,
  )
export const keepSchema = z.array(keepRuleSchema).max(8)

/** The name of a list as a person types it; its length in characters is checked by the module (C1110). */
export const listNameSchema = z.string().max(400)
