/** The schemas of the forms that merge two lists, or order one like the other. */
import { z } from 'zod'
import { batchIdSchema, sourceIdSchema } from '~/modules/channel-list/channel-list.schema'
import {
  differenceKey,
  lineMeanings,
  mergePlaces,
  mergeTakes,
  otherSchema,
  type MergeTake,
} from '~/modules/channel-list/merge/other.schema'
import { digits, idList, many, revision, texts } from './forms.server'

const change = { base: revision, source: sourceIdSchema.optional(), batch: batchIdSchema.optional() }

export const orderFromForm = z.object({
  ...change,
  with: otherSchema,
  group: digits(2).optional(),
  as: z.enum(lineMeanings).catch('auto'),
})

const several = many.transform((values) => [...new Set(values)])
/** The choice of what to keep of too many channels comes in separate fields. */
export const mergeForm = z
  .object({
    ...change,
    with: otherSchema,
    id: idList,
    all: z.string().optional(),
    search: z.string().max(100).default(''),
    place: z.enum(mergePlaces).catch('end'),
    names: z.string().optional(),
    favourites: z.string().optional(),
    take: several.transform((values) =>
      values.filter((one): one is MergeTake => mergeTakes.some((kind) => kind === one)),
    ),
    pick: several.transform((values) => values.filter((one) => differenceKey.test(one))),
  })
  .catchall(texts)

/** How many days a link is valid; 0: until it is withdrawn. */
export const shareDays = [30, 7, 1, 365, 0] as const
export const shareForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('make'),
    days: z
      .string()
      .transform(Number)
      .refine((days) => shareDays.some((one) => one === days), 'A0422'),
    batch: batchIdSchema.optional(),
  }),
  z.object({ intent: z.literal('withdraw'), share: z.string().max(40) }),
])

/** Each choice comes in its own field: `c.` and the clash's key. */
export const reconcileForm = z
  .object({
    base: revision,
    revision,
    batch: batchIdSchema.optional(),
    all: z.enum(['mine', 'theirs']).optional().catch(undefined),
  })
  .catchall(texts)
const clashField = /^c\.([A-Za-z.]{1,30}\.t?\d{1,10}|order)$/
export const choicesIn = (values: Record<string, string | string[]>): [string, 'mine' | 'theirs'][] =>
  Object.entries(values).flatMap(([field, value]): [string, 'mine' | 'theirs'][] => {
    const key = clashField.exec(field)?.[1]
    return key !== undefined && (value === 'mine' || value === 'theirs') ? [[key, value]] : []
  })
