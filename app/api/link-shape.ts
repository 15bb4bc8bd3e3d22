/** What the endpoints of MyLink and audio entries share: shapes, limits, tables and pictures. */
import { z } from 'zod'
import {
  importModes,
  linkFields,
  linksToAdd,
  linkSorts,
  searchText,
  tableFormats,
} from '~/modules/mylink/mylink.schema'
import {
  tableBytesMax,
  type ImportAsk,
  type ImportReport,
  type LinkActor,
  type LinkEntry,
  type LinkInput,
  type TableFile,
  type TableFormat,
} from '~/modules/mylink/mylink.server'
import { fail, type Failure, type Result } from '~/errors/table'
import { flag, iso, moment, pagingInput, userOf, withBatch } from './common'
import { data, endpoint, type DataAnswer, type Endpoint } from './endpoint'

export const read = { who: 'user', scope: 'lists:read' } as const
export const write = { who: 'user', scope: 'lists:write' } as const
/** A program may read and edit as fast as a person in a hurry; more is a runaway loop. */
export const readLimit = { points: 600, seconds: 60 } as const
export const writeLimit = { points: 300, seconds: 60 } as const
const tableLimit = { points: 120, seconds: 600 } as const

export const batch = { batch: z.string('A0422').optional() }
export const changing = ['A0409', 'A0422', 'C1109', 'I1009'] as const
export const storing = ['A0503', 'C1202', ...changing] as const

export const entryOutput = z
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
export const showEntry = (entry: LinkEntry): z.output<typeof entryOutput> => ({
  ...entry,
  createdAt: iso(entry.createdAt),
})

export const queryInput = {
  ...pagingInput,
  search: searchText.optional().meta({ description: 'Part of a name, an address or a place' }),
  sort: z
    .enum(linkSorts, 'A0422')
    .default('own')
    .meta({ description: 'own: the chosen order; added: as they were added; az, za: by name' }),
}

/** One link, or several under `name`. */
export const addInput = <N extends string>(name: N) => ({
  ...z.object(linkFields).partial().shape,
  ...({ [name]: linksToAdd.optional() } as Record<N, z.ZodOptional<typeof linksToAdd>>),
})
export const inputsOf = (input: Partial<LinkInput>, several: readonly LinkInput[] | undefined): readonly LinkInput[] =>
  several ?? [{ ...input, name: input.name ?? '' }]

const odd = z.object({
  line: z.number().int().meta({ description: 'As the spreadsheet counts, from 1' }),
  name: z.string().meta({ description: 'The name of the link in it, shortened' }),
  column: z.string(),
  value: z.string().meta({ description: 'What stands there, shortened' }),
  reason: z.string(),
})
const count = z.number().int()
const reportOutput = z
  .object({
    done: z.boolean().meta({ description: 'False where it was only looked at' }),
    lines: count.meta({ description: 'Lines with something in them, without the heading' }),
    channels: count.meta({ description: 'Links that are taken' }),
    categories: z.array(z.object({ name: z.string(), channels: count, isNew: z.boolean() })),
    gone: z.object({ categories: count, channels: count }).meta({ description: 'What goes with mode=replace' }),
    refused: count,
    refusedLines: z.array(odd).meta({ description: 'The first 200 of them' }),
    noted: count.meta({ description: 'Lines that are taken without their picture' }),
    notedLines: z.array(odd),
    obstacle: z
      .string()
      .nullable()
      .meta({ description: 'The code for which nothing of it can be taken: Q2102, Q2203 or Q2205' }),
  })
  .meta({ id: 'LinkImport' })
const showReport = (report: ImportReport, done: boolean): z.output<typeof reportOutput> => ({
  done,
  ...report,
  obstacle: report.obstacle?.code ?? null,
})

type Tables = {
  /** Below /api. */
  path: string
  noun: string
  columns: string
  makeTemplate: (format: TableFormat, language: string) => Promise<TableFile>
  exportTable: (actor: LinkActor, format: TableFormat, language: string) => Promise<Result<TableFile>>
  planImport: (actor: LinkActor, bytes: Uint8Array, mode: ImportAsk['mode']) => Promise<Result<ImportReport>>
  importTable: (actor: LinkActor, bytes: Uint8Array, ask: ImportAsk) => Promise<Result<ImportReport>>
}
const format = z.enum(tableFormats, 'A0422').default('xlsx')
const fileCodes = ['A0400', 'A0404', 'A0413', 'Q2102', 'Q2203', 'Q2205', 'Q2301'] as const

/** Template, export and import. */
export const tableEndpoints = (tables: Tables): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${tables.path}/downloadTemplate`,
    access: read,
    limit: readLimit,
    summary: `The empty table for an import of ${tables.noun}, as .xlsx or .csv: ${tables.columns}. Its headings are in the answer’s language; all eight are understood.`,
    input: z.object({ format }),
    output: 'file',
    codes: ['A0416', 'A0422', 'I1009'],
    handler: async ({ input, language }) => ({ kind: 'file', ...(await tables.makeTemplate(input.format, language)) }),
  }),
  endpoint({
    method: 'GET',
    path: `${tables.path}/export`,
    access: read,
    limit: tableLimit,
    summary: `All ${tables.noun} in the template’s form; imported again it is the same.`,
    input: z.object({ format }),
    output: 'file',
    codes: ['A0416', 'A0422', 'A0503', 'I1009'],
    handler: async ({ input, caller, language }) => {
      const file = await tables.exportTable(userOf(caller), input.format, language)
      return file.ok ? { kind: 'file', ...file.value } : file
    },
  }),
  endpoint({
    method: 'POST',
    path: `${tables.path}/import`,
    access: write,
    limit: tableLimit,
    upload: { maxBytes: tableBytesMax, required: true },
    summary: `Import ${tables.noun} from a table (multipart \`file\` or the raw body; .xlsx or text with separators): ${tables.columns}. \`mode\` add puts them behind what stands, replace first takes everything away. All or nothing: a line that is refused refuses all (A0422; data.report says which lines and why), unless \`partial\` is true. \`look\` only tells what would be done.`,
    input: z.object({
      mode: z.enum(importModes, 'A0422').default('add'),
      partial: flag,
      look: flag,
      ...batch,
    }),
    output: reportOutput,
    codes: [...fileCodes, ...storing],
    handler: async ({ input, caller, file, headers }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      const named = withBatch(input, headers)
      if (!named.ok) return named
      const { mode, partial, look, batch: key } = named.value
      const done = look
        ? await tables.planImport(userOf(caller), file.bytes, mode)
        : await tables.importTable(userOf(caller), file.bytes, { mode, partial, batch: key })
      return done.ok ? data(showReport(done.value, !look)) : done
    },
  }),
]

/** A picture's file. */
export const logoAnswer = ({
  id,
  bytes,
  type,
  createdAt,
}: {
  id: string
  bytes: Uint8Array
  type: string
  createdAt: Date
}) => ({
  kind: 'file' as const,
  bytes,
  type,
  fileName: `${id.slice(0, 12)}.${type === 'image/png' ? 'png' : 'jpg'}`,
  etag: `"${id.slice(0, 32)}"`,
  lastModified: createdAt,
})
/** One that is no digest is nobody's picture. */
export const logoId = z.string('A0422').max(120, 'A0422')

/** An answer of a change, with its batch read first. */
export const changed = async <I extends { batch?: string | undefined }, T, D>(
  input: I,
  headers: Headers,
  act: (input: I & { batch: string | undefined }) => Promise<Result<T>>,
  show: (value: T) => D,
  more: { status?: number } = {},
): Promise<DataAnswer<D> | Failure> => {
  const named = withBatch(input, headers)
  if (!named.ok) return named
  const done = await act(named.value)
  return done.ok ? data(show(done.value), more) : done
}
