/** The endpoints of MyLink and of audio entries: one table of calls for both. */
import { z } from 'zod'
import * as schema from '~/modules/link/link.schema'
import * as links from '~/modules/link/link.server'
import type { ImportReport, LinkInput, LinkService, ShelfOf } from '~/modules/link/types'
import { logoBytesMax } from '~/modules/channel-list/channel-list.server'
import { limits } from '~/engine/types'
import { fail } from '~/errors/table'
import { instanceFor } from '~/i18n/i18n.server'
import { defaultLanguage, parseLanguage } from '~/i18n/languages'
import type { Caller } from '~/modules/session/caller'
import { flag, paged, pagingInput, userOf, wholeNumber } from './common'
import { answered, data, endpoint, endpointsFor, type Endpoint } from './endpoint'

const reading = { who: 'user', scope: 'lists:read' } as const
const writing = { who: 'user', scope: 'lists:write' } as const
/** A program may read and edit as fast as a person in a hurry; more is a runaway loop. */
const readEndpoint = endpointsFor(reading, { points: 600, seconds: 60 })
const writeEndpoint = endpointsFor(writing, { points: 300, seconds: 60 })
const tableLimit = { points: 120, seconds: 600 } as const

const batch = { batch: z.string('A0422').optional() }
const changing = ['A0409', 'A0422', 'C1109', 'I1009'] as const
const storing = ['A0503', 'C1202', ...changing] as const

const pageInput = {
  ...pagingInput,
  search: schema.searchText.optional().meta({ description: 'Part of a name, an address or a place' }),
}
const sortInput = {
  sort: z
    .enum(schema.linkSorts, 'A0422')
    .default('own')
    .meta({ description: 'own: the chosen order; added: as they were added; az, za: by name' }),
}

/** One link, or several under `name`. */
const addInput = <N extends string>(name: N) => ({
  ...z.object(schema.linkFields).partial().shape,
  ...({ [name]: schema.linksToAdd.optional() } as Record<N, z.ZodOptional<typeof schema.linksToAdd>>),
})
const inputsOf = (input: Partial<LinkInput>, several: readonly LinkInput[] | undefined): readonly LinkInput[] =>
  several ?? [{ ...input, name: input.name ?? '' }]

const count = z.number().int()
const showReport = (
  { obstacle, places: _, ...report }: ImportReport,
  done: boolean,
): z.output<typeof schema.reportOutput> => ({
  done,
  ...report,
  obstacle: obstacle?.code ?? null,
})

/** A picture's file. */
const logoAnswer = ({ id, bytes, type, createdAt }: links.LinkLogo) => ({
  kind: 'file' as const,
  bytes,
  type,
  fileName: `${id.slice(0, 12)}.${type === 'image/png' ? 'png' : 'jpg'}`,
  etag: `"${id.slice(0, 32)}"`,
  lastModified: createdAt,
})
/** An id that is not a digest belongs to no picture. */
const logoId = z.string('A0422').max(120, 'A0422')

/** The differences between the two: names of calls, words, and where links are. */
const wordsOf = {
  mylink: {
    list: 'channels',
    one: 'Channel',
    many: 'Channels',
    columns: 'Category, Name, Address, Satellite, TP, SID, Logo',
    tables: 'categories and channels',
    picture: 'a category or channel',
    find: 'A category’s channels, searched, sorted and paged.',
    add: 'Add a channel after the others, or with `channels` up to 100, all or none. A name has 1 to 50 characters and is unique in its category; a channel leads to an address, or to a satellite, TP and SID.',
    edit: 'Change a channel; omitted fields keep their values, and its target is replaced as a whole.',
    sort: 'Make an order the category’s own: by name (az, za), or as its channels were added.',
    missing: ['Q2103'],
  },
  audio: {
    list: 'entries',
    one: 'Entry',
    many: 'Entries',
    columns: 'Name, Address, Satellite, TP, SID, Logo',
    tables: 'audio entries',
    picture: 'an entry',
    find: 'The account’s audio entries, searched, sorted and paged.',
    add: 'Add an entry after the others, or with `entries` up to 100, all or none. A name has 1 to 20 characters and is unique in the account; an entry leads to an address, or to a satellite, TP and SID.',
    edit: 'Change an entry; omitted fields keep their values, and its target is replaced as a whole.',
    sort: 'Make an order the chosen one: by name (az, za), or as the entries were added.',
    missing: [],
  },
} as const

const category = { category: schema.shelfId.meta({ description: 'The category’s id' }) }
/** Audio entries have no category; a MyLink call without one is refused by its schema. */
const shelfInput = (service: LinkService) =>
  (service === 'mylink' ? category : {}) as { category: z.ZodOptional<typeof schema.shelfId> }
const shelfOf = (caller: Caller, service: LinkService, id: string | undefined): ShelfOf => ({
  actor: userOf(caller),
  service,
  id: id ?? null,
})

/** `sort`: the order, if the call offers no choice. */
const findEndpoint = (service: LinkService, summary: string, sort?: 'added') =>
  readEndpoint(`GET /${service}/${wordsOf[service].list}`, {
    summary,
    input: z.object({
      ...shelfInput(service),
      ...pageInput,
      ...((sort === undefined ? sortInput : {}) as typeof sortInput),
    }),
    output: paged(schema.linkOutput),
    codes: ['A0422', ...wordsOf[service].missing, 'I1009'],
    handler: async ({ input: { category: id, ...query }, caller }) =>
      answered(await links.findLinks(shelfOf(caller, service, id), { ...query, sort: sort ?? query.sort })),
  })

const changeEndpoints = (service: LinkService): Endpoint[] => {
  const words = wordsOf[service]
  const noun = words.list
  const shelf = shelfInput(service)
  return [
    writeEndpoint(`POST /${service}/add${words.one}`, {
      summary: words.add,
      input: z.object({ ...shelf, ...addInput(noun), ...batch }),
      output: z.object({ ids: z.array(z.string()), channels: count }),
      codes: ['N1001', ...words.missing, 'Q2201', 'Q2202', ...storing],
      handler: async ({ input: { category: id, batch: key, ...input }, caller }) => {
        const added = inputsOf(input, input[noun])
        return answered(await links.addLinks(shelfOf(caller, service, id), added, { batch: key }), { status: 201 })
      },
    }),
    writeEndpoint(`POST /${service}/edit${words.one}`, {
      summary: words.edit,
      input: schema.linkEditSchema.extend({ ...shelf, id: schema.linkId, ...batch }),
      output: schema.linkOutput,
      codes: ['C1102', ...words.missing, 'Q2201', ...storing],
      handler: async ({ input: { category: of, id, ...input }, caller }) =>
        answered(await links.editLink(shelfOf(caller, service, of), id, input)),
    }),
    writeEndpoint(`POST /${service}/delete${words.one}`, {
      summary: `Delete ${noun}: one \`ids\`, or several. \`undo\` is the id with which they are restored.`,
      input: z.object({ ...shelf, ids: schema.linkIds, ...batch }),
      output: z.object({ deleted: count, channels: count, undo: z.string() }),
      codes: ['C1102', ...words.missing, ...changing],
      handler: async ({ input: { category: id, ids, ...input }, caller }) =>
        answered(await links.deleteLinks(shelfOf(caller, service, id), ids, input)),
    }),
    writeEndpoint(`POST /${service}/move${words.one}`, {
      summary: `Move ${noun} together to a position, from 1, in their current order.`,
      input: z.object({ ...shelf, ids: schema.linkIds, to: wholeNumber(-1_000_000, 1_000_000), ...batch }),
      output: z.object({ moved: count, position: count }),
      codes: ['C1102', ...words.missing, ...changing],
      handler: async ({ input: { category: id, ids, to, ...input }, caller }) =>
        answered(await links.moveLinks(shelfOf(caller, service, id), ids, to, input)),
    }),
    writeEndpoint(`POST /${service}/sort${words.many}`, {
      summary: words.sort,
      input: z.object({ ...shelf, order: z.enum(schema.linkOrders, 'A0422'), ...batch }),
      output: z.object({ channels: count }),
      codes: [...words.missing, ...changing],
      handler: async ({ input: { category: id, order, ...input }, caller }) =>
        answered(await links.sortLinks(shelfOf(caller, service, id), order, input)),
    }),
  ]
}

/** Deleted links, and restoring them. */
const deletedEndpoints = (service: LinkService): Endpoint[] => [
  readEndpoint(`GET /${service}/deleted`, {
    summary: 'What was deleted in the last 30 days, the last 100 deletions, newest first.',
    output: z.array(schema.deletedOutput),
    codes: ['I1009'],
    handler: async ({ caller }) => data(await links.findDeletedLinks(userOf(caller), service)),
  }),
  writeEndpoint(`POST /${service}/restore`, {
    summary:
      'Restore one deletion, at the former positions. Links whose names are taken by now stay deleted; Q2201 if all are.',
    input: z.object({ id: schema.shelfId, ...batch }),
    output: z.object({ name: z.string(), channels: count }),
    codes: ['A0404', ...wordsOf[service].missing, 'Q2101', 'Q2102', 'Q2201', 'Q2202', ...storing],
    handler: async ({ input: { id, ...input }, caller }) =>
      answered(await links.restoreLinks(userOf(caller), service, id, input)),
  }),
]

/** The words of a template. TP and SID are written as people type them: without digit grouping. */
const templateWords = (service: LinkService, language: string): links.TemplateWords => {
  const t = instanceFor(parseLanguage(language) ?? defaultLanguage).t
  const { 'name-too-long': name, 'tp-range': tp, 'sid-range': sid } = links.boundsOf(service)
  const numbers = {
    name: name.number,
    category: limits.otherNameCharacters,
    tpMin: tp.min,
    tpMax: tp.max,
    sidMin: sid.min,
    sidMax: sid.max,
    example: '19.2E',
    other: '7W',
  }
  return {
    category: t('mylink:template.category'),
    names: [t('mylink:template.first'), t('mylink:template.second'), 'ZDF HD'],
    sheet: t('mylink:template.sheet'),
    columnText: (column) => t(`mylink:template.columns.${column}`, numbers),
  }
}

const fileCodes = ['A0400', 'A0404', 'A0413', 'Q2102', 'Q2203', 'Q2205', 'Q2301'] as const
/** Template, export and import. */
const tableEndpoints = (service: LinkService): Endpoint[] => {
  const { tables, columns } = wordsOf[service]
  return [
    readEndpoint(`GET /${service}/downloadTemplate`, {
      summary: `The table for an import of ${tables}, as .xlsx or .csv: ${columns}; three lines as an example, and in the .xlsx a sheet that explains each column. It is in the answer’s language; headings of all eight are understood.`,
      input: z.object({ format: z.enum(schema.templateFormats, 'A0422').default('xlsx') }),
      output: 'file',
      codes: ['A0416', 'A0422', 'I1009'],
      handler: ({ input, language }) =>
        Promise.resolve({
          kind: 'file' as const,
          ...links.makeTemplate(service, { format: input.format, language, words: templateWords(service, language) }),
        }),
    }),
    endpoint(`GET /${service}/export`, {
      access: reading,
      limit: tableLimit,
      summary: `All ${tables} in the template’s form, or as an .m3u playlist; imported again it is the same.`,
      input: z.object({ format: z.enum(schema.tableFormats, 'A0422').default('xlsx') }),
      output: 'file',
      codes: ['A0416', 'A0422', 'A0503', 'I1009'],
      handler: async ({ input, caller, language }) => {
        const file = await links.exportTable(userOf(caller), service, input.format, language)
        return file.ok ? { kind: 'file', ...file.value } : file
      },
    }),
    endpoint(`POST /${service}/import`, {
      access: writing,
      limit: tableLimit,
      upload: { maxBytes: links.tableBytesMax, required: true },
      summary: `Import ${tables} from a file (multipart \`file\` or the raw body): .xlsx or text with separators (${columns}), or an .m3u playlist. \`mode\` add puts them after the existing ones, replace first deletes everything. \`duplicates\`: lines whose address or place already exists are added, skipped, or update its name and picture. All or nothing: one refused line refuses all (A0422; data.report says which lines and why), unless \`partial\` is true. \`look\` only reports what would be done.`,
      input: z.object({
        mode: z.enum(schema.importModes, 'A0422').default('add'),
        duplicates: z.enum(schema.duplicateChoices, 'A0422').default('add'),
        partial: flag,
        look: flag,
        ...batch,
      }),
      output: schema.reportOutput,
      codes: [...fileCodes, ...storing],
      handler: async ({ input: { partial, look, batch: key, ...way }, caller, file }) => {
        if (file === null) return fail('A0422', { field: 'file' })
        const done = look
          ? await links.planImport(userOf(caller), service, file.bytes, way)
          : await links.importTable(userOf(caller), service, file.bytes, { ...way, partial, batch: key })
        return done.ok ? data(showReport(done.value, !look)) : done
      },
    }),
  ]
}

const logoEndpoints = (service: LinkService): Endpoint[] => [
  endpoint(`POST /${service}/logos`, {
    access: writing,
    limit: { points: 60, seconds: 600 },
    upload: { maxBytes: logoBytesMax, required: true },
    summary: `Send the picture of ${wordsOf[service].picture} (multipart \`file\` or the raw body): a complete png or jpg of at most 200 K. The answer’s id goes into \`logo\`; a picture that nothing uses is removed after a day.`,
    output: z.object({ id: z.string() }),
    codes: ['A0400', 'A0413', 'A0415', 'A0422', 'A0503', 'C1109', 'C1202', 'I1009'],
    handler: async ({ caller, file }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      return answered(await links.storeLinkLogo(userOf(caller), service, file.bytes), { status: 201 })
    },
  }),
  readEndpoint(`GET /${service}/logos/{logo}`, {
    summary: 'A picture that the account sent, or that its links show.',
    input: z.object({ logo: logoId }),
    output: 'file',
    codes: ['A0404', 'A0416', 'A0422', 'I1009'],
    handler: async ({ input, caller }) => {
      const found = await links.findLinkLogo(userOf(caller), input.logo)
      return found.ok ? logoAnswer(found.value) : found
    },
  }),
]

const categoryEndpoints: readonly Endpoint[] = [
  readEndpoint('GET /mylink/categories', {
    summary: 'The account’s categories in their order, at most 20.',
    output: z.array(schema.categoryOutput),
    codes: ['I1009'],
    handler: async ({ caller }) => data(await links.findShelves(userOf(caller), 'mylink')),
  }),
  writeEndpoint('POST /mylink/addCategory', {
    summary: 'Add a category after the others; its name has 1 to 20 characters and is unique in the account.',
    input: schema.categorySchema.extend(batch),
    output: schema.categoryOutput,
    codes: ['Q2101', 'Q2102', ...storing],
    handler: async ({ input, caller }) =>
      answered(await links.addShelf(userOf(caller), 'mylink', input), { status: 201 }),
  }),
  writeEndpoint('POST /mylink/editCategory', {
    summary: 'Rename a category, or change its picture; omitted fields keep their values.',
    input: schema.categoryEditSchema.extend({ ...category, ...batch }),
    output: schema.categoryOutput,
    codes: ['Q2101', 'Q2103', ...storing],
    handler: async ({ input: { category: id, ...input }, caller }) =>
      answered(await links.editShelf(userOf(caller), 'mylink', id, input)),
  }),
  writeEndpoint('POST /mylink/deleteCategory', {
    summary: 'Delete a category with its channels; the answer says how many there were, and `undo` restores them.',
    input: z.object({ ...category, ...batch }),
    output: z.object({ name: z.string(), channels: count, undo: z.string() }),
    codes: ['Q2103', ...changing],
    handler: async ({ input: { category: id, ...input }, caller }) =>
      answered(await links.deleteShelf(userOf(caller), 'mylink', id, input)),
  }),
  writeEndpoint('POST /mylink/moveCategory', {
    summary: 'Move a category to a place from 1 on, or a step `up` or `down`.',
    input: z.object({ ...category, to: schema.moveTo, ...batch }),
    output: z.object({ position: count, total: count }),
    codes: ['Q2103', ...changing],
    handler: async ({ input: { category: id, to, ...input }, caller }) =>
      answered(await links.moveShelf(userOf(caller), 'mylink', id, to, input)),
  }),
]

const linkEndpoints = (service: LinkService): Endpoint[] => [
  findEndpoint(service, wordsOf[service].find),
  ...changeEndpoints(service),
  ...deletedEndpoints(service),
  ...tableEndpoints(service),
  ...logoEndpoints(service),
]

export const mylinkEndpoints: readonly Endpoint[] = [
  ...categoryEndpoints,
  {
    ...findEndpoint(
      'mylink',
      'A category’s channels in the order in which they were added, whatever order was chosen; changes nothing.',
      'added',
    ),
    method: 'POST',
    path: '/mylink/showNoSort',
  },
  ...linkEndpoints('mylink'),
]
export const audioEndpoints: readonly Endpoint[] = linkEndpoints('audio')
