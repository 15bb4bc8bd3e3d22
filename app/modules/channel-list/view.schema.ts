/**
 * Channel lists as the API answers them, with the descriptions for its documents. The types in types.ts are made of
 * these schemas. Times are dates, which JSON writes as ISO 8601.
 */
import { z } from 'zod'
import {
  encodings,
  fileDialects,
  lossFields,
  nameLanguages,
  sortModes,
  channelTypes,
  polarisations,
  type FileLoss,
  type Operation,
} from '~/engine/types'
import type { NameRefusal } from '~/engine/tools'
import { date } from '~/text/date.schema'
import { formatNames, listKinds } from './channel-list.schema'
import { publicationStateNames } from './publication/publication.states'
import { titleLanguages } from './title.schema'

/** Words and numbers of a type that the documents don't list. */
const text = <T extends string>() => z.string() as unknown as z.ZodType<T>
const number = <N extends number>() => z.number().int() as unknown as z.ZodType<N>

export const encoding = z.enum(encodings, 'A0422').meta({ id: 'Encoding' })
export const countsOutput = z.object({
  channels: z.number().int(),
  tv: z.number().int(),
  radio: z.number().int(),
  satellites: z.number().int(),
  transponders: z.number().int(),
})
export const listOutput = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(listKinds),
    revision: z.number().int(),
    dialect: z.enum(fileDialects),
    format: z.enum(formatNames),
    version: z.string().nullable(),
    encoding,
    counts: countsOutput,
    errors: z.number().int(),
    warnings: z.number().int(),
    overLimit: z.boolean().meta({ description: 'More than 2000 channels, as a box saved it' }),
    beside: z
      .object({
        revision: z.number().int(),
        sn: z.string(),
        nickname: z.string().nullable(),
        earlier: z
          .number()
          .int()
          .nullable()
          .meta({ description: 'A save that was waiting when this one came; it is in the history' }),
      })
      .nullable()
      .meta({ description: 'A box’s save that waits beside the newest revision; choose it by restoring it' }),
    vno: z.string().nullable(),
    owned: z.boolean(),
    canChange: z.boolean(),
    publication: z
      .object({
        revision: z.number().int().nullable(),
        stage: z.object({ revision: z.number().int(), percent: z.number().int() }).nullable(),
      })
      .nullable()
      .meta({
        description: 'Of a System or VNO list: the version that everybody gets, and the one that only some boxes get',
      }),
    titles: z.partialRecord(z.enum(titleLanguages), z.string()),
    createdAt: date,
    updatedAt: date,
    deletedAt: date.nullable(),
  })
  .meta({ id: 'List' })
export const revisionOutput = z
  .object({
    number: z.number().int(),
    kind: text<'import' | 'edit' | 'undo' | 'redo' | 'replace' | 'box-save' | 'copy' | 'restore' | 'keep'>(),
    steps: z.array(
      z.object({
        op: text<Operation['op']>(),
        count: z.number().int(),
        name: z.string().optional(),
        channels: z
          .array(z.string())
          .optional()
          .meta({ description: 'The first channels concerned, by their former names' }),
        from: z.number().int().optional(),
        value: z.boolean().optional(),
        to: z.number().int().optional(),
        by: number<-1 | 1>().optional(),
        places: z
          .array(z.object({ from: z.number().int(), to: z.number().int() }))
          .optional()
          .meta({ description: 'The old and new positions of these first channels, if the batch moved no others' }),
        group: z.number().int().optional(),
        groupName: z.string().optional(),
        mode: z.enum(sortModes).optional(),
        variant: number<1 | 2>().optional(),
        encoding: encoding.optional(),
        language: z.enum(nameLanguages).optional().meta({ description: 'Of names in another language' }),
        target: text<Extract<Operation, { target: string }>['target']>()
          .optional()
          .meta({ description: 'What was set, added, removed or arranged' }),
        field: z.string().optional().meta({ description: 'The channels’ field that was set' }),
        part: z
          .string()
          .optional()
          .meta({ description: 'The satellite, group or category by its name, or the transponder by its place' }),
      }),
    ),
    of: z.number().int().nullable().meta({ description: 'The revision that was undone, redone or restored' }),
    merged: z.boolean(),
    dropped: z
      .number()
      .int()
      .meta({ description: 'How many older revisions were removed because the account’s space ran out' }),
    channels: z.number().int(),
    author: z.object({ name: z.string().nullable(), sn: z.string().nullable(), nickname: z.string().nullable() }),
    createdAt: date,
  })
  .meta({ id: 'Revision' })

export const sourceOutput = z.string().meta({ description: 'The file that channel ids belong to, by its SHA-256' })
export const detailsOutput = listOutput
  .extend({
    source: sourceOutput,
    undoTo: z.number().int().nullable(),
    redoTo: z.number().int().nullable(),
    fileName: z.string().nullable(),
    lastEdit: revisionOutput,
    undoes: revisionOutput.nullable(),
    redoes: revisionOutput.nullable(),
  })
  .meta({ id: 'ListDetails' })

export const lossOutput = z
  .object({
    code: text<FileLoss['code']>(),
    channels: z.number().int(),
    ids: z.array(z.number().int()).meta({ description: 'The first 100 channels concerned' }),
    fields: z
      .array(z.enum(lossFields))
      .optional()
      .meta({ description: 'Of `value`: which values, by their names in an edit' }),
  })
  .meta({ id: 'Loss' })

export const editedOutput = z
  .object({
    revision: z.number().int(),
    source: sourceOutput,
    merged: z.boolean().meta({ description: 'The base was stale and others’ edits are included: reload the list' }),
    undoTo: z.number().int().nullable(),
    redoTo: z.number().int().nullable(),
    channels: z.number().int(),
    warnings: z.array(lossOutput),
  })
  .meta({ id: 'Edited' })

export const satelliteOutput = z.object({
  name: z.string(),
  angle: z.number().int().nullable().meta({ description: 'Tenths of a degree eastward, 0–3599' }),
})
export const reportOutput = z.object({
  dialect: z.enum(fileDialects),
  version: z.string().nullable(),
  encoding,
  encodingSource: z.string(),
  records: z.number().int(),
  channels: z.number().int(),
  tv: z.number().int(),
  radio: z.number().int(),
  data: z.number().int(),
  other: z.number().int(),
  scrambled: z.number().int(),
  satellites: z.array(satelliteOutput.extend({ channels: z.number().int(), transponders: z.number().int() })),
  transponders: z.number().int(),
  errors: z.number().int(),
  warnings: z.number().int(),
})
export const encodingOutput = z.object({
  encoding,
  differing: z.number().int(),
  samples: z.array(
    z.object({ id: z.number().int(), position: z.number().int(), present: z.string(), preview: z.string() }),
  ),
})
export const mappingOutput = z.object({
  revision: z.number().int(),
  source: sourceOutput,
  from: z.string(),
  kept: z.boolean(),
  found: z.array(z.object({ id: z.number().int(), name: z.string(), to: z.number().int() })),
  missing: z.array(z.object({ id: z.number().int(), name: z.string().nullable() })),
  ambiguous: z.array(z.object({ id: z.number().int(), name: z.string() })),
})
/** A row of a tool's plan. */
export const toolRowOutput = z.object({
  kind: z.enum(['channel', 'satellite', 'transponder', 'group']),
  id: z.number().int(),
  position: z.number().int().meta({ description: 'of a channel; else 0' }),
  name: z.string().meta({ description: 'of a very long name the beginning, followed by …' }),
  after: z.string().nullable().meta({ description: 'the new name; of a transponder that is changed its new values' }),
  satellite: z.object({ name: z.string(), angle: z.number().int().nullable() }).nullable(),
  frequencyKHz: z.number().nullable(),
  polarisation: z.enum(polarisations).nullable(),
  symbolRate: z.number().nullable(),
  sid: z.number().int().nullable(),
  type: z.enum(channelTypes),
  favourites: z.array(z.number().int()),
  group: z.number().int().nullable().meta({ description: 'of duplicates: the id of the one that stays' }),
  keeps: z.boolean().meta({ description: 'of duplicates: this one stays' }),
  more: z.number().int().meta({ description: 'of the one that stays: how many more of its group have no row' }),
  refusal: text<NameRefusal | 'there' | 'no-place' | 'type'>().nullable().meta({
    description:
      'why it is left as it is: name-empty, name-too-long, name-control; of a copy also there, no-place, type',
  }),
})
export const toolCountsOutput = z.object({
  looked: z.number().int(),
  changes: z.number().int(),
  refused: z.number().int(),
  groups: z.number().int(),
  ambiguous: z.number().int(),
  missing: z.number().int(),
  uncovered: z.number().int(),
})
export const publicationOutput = z.object({
  number: z.number().int(),
  revision: z.number().int(),
  state: z.enum(['staged', 'out', 'past', 'withdrawn', 'rolled-back', 'unpublished', 'failed']) as z.ZodType<string>,
  percent: z.number().int().meta({ description: 'The share of boxes that it reached' }),
  models: z.array(z.string()).nullable().meta({ description: 'Boxes of these models only' }),
  softwareFrom: z.string().nullable().meta({ description: 'Boxes with this software or newer only' }),
  opensAt: z.number().int().nullable().meta({
    description: 'The next stage opens automatically once this percentage of the stage’s boxes use the version',
  }),
  pausedAt: date.nullable().meta({ description: 'Since then no more boxes get it' }),
  channels: z.number().int(),
  author: z.string().nullable(),
  createdAt: date,
  outAt: date.nullable(),
  endedAt: date.nullable(),
})
export const titlesOutput = z.partialRecord(z.enum(titleLanguages), z.string())
export const versionOutput = z.object({
  revision: z.number().int(),
  boxes: z.number().int(),
  lastAt: date,
  good: z.number().int().meta({ description: 'Boxes that report that they use it' }),
  failed: z.number().int().meta({ description: 'Boxes that report that they could not use it' }),
  failedSince: date.nullable(),
})
export const publicationsOutput = z
  .object({
    id: z.string(),
    state: z.enum(publicationStateNames),
    seq: z
      .number()
      .int()
      .meta({ description: 'Send it as `seen`, so that an action isn’t applied to something newer' }),
    revision: z.number().int().meta({ description: 'The newest version, which nobody has before it is published' }),
    channels: z.number().int(),
    published: publicationOutput.nullable(),
    staged: publicationOutput.nullable(),
    earlier: z.number().int().nullable().meta({ description: 'The version to which a roll-back leads' }),
    titles: titlesOutput,
    allowed: z.number().int().meta({ description: 'Boxes that may get the list' }),
    taken: z.array(versionOutput).meta({ description: 'How many boxes loaded which version last' }),
    version: z.object({ revision: z.number().int(), channels: z.number().int(), sha256: z.string() }).nullable().meta({
      description:
        'The version that was asked for, else the newest, with the SHA-256 of the file that boxes get; null if it can’t be published',
    }),
    history: z.array(publicationOutput),
  })
  .meta({ id: 'ListPublications' })
