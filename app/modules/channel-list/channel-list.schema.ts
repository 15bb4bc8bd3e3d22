/**
 * The input that users and programs may send about channel lists: one schema for forms, API and browser. Pure zod. It
 * limits sizes; the engine checks the meaning.
 */
import { z } from 'zod'
import {
  addedIdMin,
  bands,
  byName,
  channelNumberNames,
  channelTextNames,
  encodings,
  fecChoices,
  fileFormatNames,
  limits,
  nameLanguages,
  polarisations,
  sortModes,
  type ChannelField,
  type Operation,
} from '~/engine/types'
import { fromDigits, fromDigitsOrEmpty, fromListOfDigits, fromListText } from '~/text/form-values'

export const listKinds = ['system', 'vno', 'user'] as const
export type ListKind = (typeof listKinds)[number]

/** Every file format that a list can be written in. */
export const formatNames = fileFormatNames

/** Maximum number of channel ids or orders in one request; enough for a list of the largest upload. */
const idsMax = limits.idsPerOperation
/** The index of a record in the source file, or the random id of an added item. */
export const addedIdSchema = z
  .number()
  .int()
  .min(addedIdMin)
  .max(addedIdMin * 2 - 1)
const plainId = z.union([z.number().int().min(0).max(limits.records), addedIdSchema])
const id = z.preprocess(fromDigits, plainId)
const ids = z.preprocess(fromListOfDigits, z.array(plainId).min(1).max(idsMax))
const position = z.preprocess(fromDigits, z.number().int().min(1).max(limits.records))

// Limits sizes only. The engine checks the values (engine/host/rules.ts), so that its error names the rule.
const text = z.string().max(400)
const textOrNull = text.nullable()
const plainWhole = z.number().int().min(0).max(addedIdMin)
const whole = z.preprocess(fromDigits, plainWhole)
const wholeOrNull = z.preprocess(fromDigitsOrEmpty, plainWhole.nullable())
const idOrNull = z.preprocess(fromDigitsOrEmpty, plainId.nullable())
const bandOrNull = z.preprocess((value) => (value === '' ? null : value), z.enum(bands).nullable())
const listInForm = <S extends z.ZodType>(list: S) => z.preprocess(fromListText, list)
const audio = z
  .array(z.strictObject({ pid: wholeOrNull, type: text, language: text, dolby: z.boolean() }))
  .max(limits.tracks)
const subtitles = z
  .array(
    z.strictObject({
      pid: wholeOrNull,
      type: text,
      language: text,
      compositionPage: wholeOrNull,
      ancillaryPage: wholeOrNull,
    }),
  )
  .max(limits.tracks)
const otherNames = Object.fromEntries(nameLanguages.map((language) => [`name.${language}`, textOrNull])) as Record<
  `name.${(typeof nameLanguages)[number]}`,
  typeof textOrNull
>
/** SPEC.md's numbers of two fields: TV 0, radio 1; FTA 0, scrambled 1. Forms send them as text. */
const numberedWords = {
  type: new Map<unknown, unknown>([
    [0, 'tv'],
    ['0', 'tv'],
    [1, 'radio'],
    ['1', 'radio'],
  ]),
  scrambled: new Map<unknown, unknown>([
    [0, false],
    ['0', false],
    ['false', false],
    [1, true],
    ['1', true],
    ['true', true],
  ]),
}
const wordOf = (field: keyof typeof numberedWords, value: unknown): unknown => numberedWords[field].get(value) ?? value
const type = z
  .preprocess((value) => wordOf('type', value), z.enum(['tv', 'radio']))
  .meta({ description: '"tv" or 0, "radio" or 1' })
const scrambled = z
  .preprocess((value) => wordOf('scrambled', value), z.boolean())
  .meta({ description: 'false or 0 (FTA), true or 1 (scrambled)' })
export const channelValuesSchema = z.strictObject({
  type,
  scrambled,
  transponder: id,
  ...byName(channelTextNames, () => textOrNull),
  ...byName(channelNumberNames, () => wholeOrNull),
  audio: listInForm(audio),
  subtitles: listInForm(subtitles),
  url: textOrNull,
  category: idOrNull,
  ...otherNames,
})
const channelFields = Object.keys(channelValuesSchema.shape) as [ChannelField, ...ChannelField[]]
export const newChannelSchema = channelValuesSchema.partial().extend({
  id: addedIdSchema,
  name: text,
  transponder: idOrNull,
  type,
})
export const satelliteValuesSchema = z.strictObject({ name: text, angle: whole, band: bandOrNull })
export const transponderValuesSchema = z.strictObject({
  frequencyKHz: whole,
  polarisation: z.enum(polarisations),
  symbolRate: whole,
  fec: z.enum(fecChoices),
  band: bandOrNull,
})
export const groupValuesSchema = z.strictObject({ name: text })
export const categoryValuesSchema = z.strictObject({ name: text, logo: textOrNull })
/** A group: its index in the file, or the random id of an added group. */
const group = z.union([
  z
    .number()
    .int()
    .min(0)
    .max(limits.favouriteGroups - 1),
  addedIdSchema,
])

const channelValue = z.union([z.string().max(400), z.number(), z.boolean(), z.null(), audio, subtitles])
const setSchema = z.discriminatedUnion('target', [
  z.strictObject({
    op: z.literal('set'),
    target: z.literal('channel'),
    ids,
    field: z.enum(channelFields),
    value: channelValue,
  }),
  z.strictObject({ op: z.literal('set'), target: z.literal('satellite'), id, values: satelliteValuesSchema.partial() }),
  z.strictObject({
    op: z.literal('set'),
    target: z.literal('transponder'),
    id,
    values: transponderValuesSchema.partial(),
  }),
  z.strictObject({ op: z.literal('set'), target: z.literal('group'), id: group, values: groupValuesSchema.partial() }),
  z.strictObject({ op: z.literal('set'), target: z.literal('category'), id, values: categoryValuesSchema.partial() }),
])
const addSchema = z.discriminatedUnion('target', [
  z.strictObject({
    op: z.literal('add'),
    target: z.literal('channel'),
    // More than the engine allows, so that the caller gets the engine's own error (N1001).
    channels: z.array(newChannelSchema).min(1).max(limits.channelsPerList),
    to: position.optional(),
  }),
  z.strictObject({
    op: z.literal('add'),
    target: z.literal('satellite'),
    id: addedIdSchema,
    values: satelliteValuesSchema,
  }),
  z.strictObject({
    op: z.literal('add'),
    target: z.literal('transponder'),
    id: addedIdSchema,
    satellite: id,
    values: transponderValuesSchema,
  }),
  z.strictObject({ op: z.literal('add'), target: z.literal('group'), id: addedIdSchema, values: groupValuesSchema }),
  z.strictObject({
    op: z.literal('add'),
    target: z.literal('category'),
    id: addedIdSchema,
    values: categoryValuesSchema,
  }),
])

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
    group,
    value: z.boolean(),
  }),
  z.strictObject({ op: z.literal('delete'), ids }),
  z.strictObject({ op: z.literal('encoding'), encoding: z.enum(encodings) }),
  z.strictObject({
    op: z.literal('names'),
    names: z
      .array(z.tuple([id, text]))
      .min(1)
      .max(idsMax),
  }),
  z.strictObject({
    op: z.literal('names-in'),
    language: z.enum(nameLanguages),
    names: z
      .array(z.tuple([id, textOrNull]))
      .min(1)
      .max(idsMax),
  }),
  setSchema,
  z.strictObject({
    op: z.literal('values'),
    field: z.enum(channelFields),
    values: z
      .array(z.tuple([id, channelValue]))
      .min(1)
      .max(idsMax),
  }),
  addSchema,
  z.strictObject({ op: z.literal('remove'), target: z.enum(['satellite', 'transponder', 'group', 'category']), id }),
  z.strictObject({ op: z.literal('arrange'), target: z.enum(['satellite', 'group', 'category']), order: ids }),
  z.strictObject({ op: z.literal('group-order'), group, order: ids }),
  z.strictObject({
    op: z.literal('numbers'),
    numbers: z
      .array(z.tuple([id, whole.nullable()]))
      .min(1)
      .max(idsMax),
  }),
  z.strictObject({ op: z.literal('swap'), ids: z.tuple([id, id]).refine(([one, other]) => one !== other, 'A0422') }),
  z.strictObject({ op: z.literal('restore'), ids, to: position.optional() }),
]) satisfies z.ZodType<Operation>

const revision = z.preprocess(fromDigits, z.number().int().min(1).max(1_000_000_000))
/** The SHA-256 of a list's file; channel ids are valid for one file only. */
export const sourceIdSchema = z.string().regex(/^[0-9a-f]{64}$/, 'A0422')
/** The client's own id of a batch (a UUID or similar). */
export const batchIdSchema = z.string().regex(/^[\w-]{8,64}$/)

/** True for operations that affect the whole list, or rebuild its file. */
export const isWholeOperation = (operation: Operation): boolean =>
  ['sort', 'order', 'encoding', 'restore', 'remove'].includes(operation.op) ||
  (operation.op === 'add' && operation.target === 'channel')
/** An operation on the whole list takes up to 10 ms on the longest lists; no client needs many in one batch. */
const wholeOperationsMax = 50
/**
 * Maximum number of channels that all operations of a batch may name together: twice the longest list, plus work on a
 * part of it.
 */
const namedTogetherMax = 250_000
/** An edit of channels' values with words in place of their numbers. */
const withWords = (operation: unknown): unknown => {
  if (typeof operation !== 'object' || operation === null) return operation
  const { field, value, values } = operation as { field?: unknown; value?: unknown; values?: unknown }
  if (field !== 'type' && field !== 'scrambled') return operation
  return {
    ...operation,
    ...(value === undefined ? {} : { value: wordOf(field, value) }),
    ...(Array.isArray(values)
      ? {
          values: values.map((one: unknown) =>
            Array.isArray(one) && one.length === 2 ? [one[0], wordOf(field, one[1])] : one,
          ),
        }
      : {}),
  }
}
/** What is named is counted before each operation is validated. */
const readOperations = (given: unknown): unknown => {
  const operations = fromListText(given)
  // The schema refuses too many.
  if (!Array.isArray(operations) || operations.length > limits.operationsPerBatch) return operations
  let named = 0
  for (const operation of operations as unknown[])
    if (typeof operation === 'object' && operation !== null)
      for (const value of Object.values(operation)) if (Array.isArray(value)) named += value.length
  return named > namedTogetherMax ? null : operations.map(withWords)
}

/** A batch of edits based on one revision, all or nothing. */
export const batchSchema = z.object({
  base: revision,
  /** The file that the ids come from; by default that of `base`. */
  source: sourceIdSchema.optional(),
  operations: z.preprocess(
    readOperations,
    z
      .array(operationSchema)
      .min(1)
      .max(limits.operationsPerBatch)
      .refine((operations) => operations.filter(isWholeOperation).length <= wholeOperationsMax, 'A0422'),
  ),
  batch: batchIdSchema.optional(),
})
export type Batch = z.output<typeof batchSchema>

/** Channels of an earlier file that are to be found in the newest one. */
export const mappingSchema = z.object({
  source: sourceIdSchema,
  ids: z.preprocess(fromListOfDigits, z.array(plainId).max(idsMax)),
})

/** An undo or redo. `base`: the revision that the caller sees; by default the newest. */
export const stepSchema = z.object({ base: revision.optional(), batch: batchIdSchema.optional() })

/**
 * What to keep from a list over the limit: `first:2000`, `type:tv` or `type:0`, `satellite:192` (tenths of a degree
 * eastward), `free`, `favourites`. Each further rule narrows the choice; commas separate several values of one rule.
 * `first` counts the channels that the other rules keep.
 */
export const keepRuleSchema = z
  .string()
  .regex(
    /^(?:first:[1-9]\d{0,5}|type:(?:tv|radio|data|other|[01])(?:,(?:tv|radio|data|other|[01]))*|satellite:\d{1,4}(?:,\d{1,4})*|free|favourites)$/,
  )
/** The name of a list as the user types it; the module checks its length in characters (C1110). */
export const listNameSchema = z.string().max(400)
