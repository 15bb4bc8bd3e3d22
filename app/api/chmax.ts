/** The customers' endpoints for channel lists: uploads, edits by operations, downloads. */
import { z } from 'zod'
import {
  applyOperations,
  copyList,
  createList,
  deleteList,
  engineData,
  exportFile,
  unlessTooLong,
  unlessUseless,
  findDeleted,
  findListRoom,
  findLists,
  findRevisions,
  getList,
  mapChannels,
  previewEncoding,
  readList,
  redo,
  renameList,
  replaceFile,
  reportOf,
  restoreList,
  restoreRevision,
  undo,
  type ListDetails,
  type ListSummary,
  type Row,
} from '~/modules/channel-list/channel-list.server'
import {
  batchIdSchema,
  batchSchema,
  formatNames,
  keepRuleSchema,
  listKinds,
  listNameSchema,
  mappingSchema,
  stepSchema,
} from '~/modules/channel-list/channel-list.schema'
import {
  detailsOutput,
  editedOutput,
  encoding,
  encodingOutput,
  listOutput,
  lossOutput,
  mappingOutput,
  reportOutput,
  revisionOutput,
  satelliteOutput,
  sourceOutput,
} from '~/modules/channel-list/view.schema'
import { packPieces } from '~/modules/channel-list/files/pack.schema'
import {
  byName,
  channelTypes,
  limits,
  onlies,
  polarisations,
  severities,
  streamNumbers,
  addedIdMin,
  nameLanguages,
  type NameLanguage,
  viewSorts,
  type ChannelDetails,
  type Problem,
} from '~/engine/types'
import { makeEtag } from '~/platform/http.server'
import { findMixed, mayMix } from './channel-reach'
import { paged, pagingInput, userOf, wholeNumber } from './common'
import { answered, data, done, endpoint, type Endpoint, endpointsFor, shown } from './endpoint'
import type { UploadedFile } from '~/request/context'
import { fail, type Result } from '~/errors/table'

export const read = { who: 'user', scope: 'lists:read' } as const
export const write = { who: 'user', scope: 'lists:write' } as const
/** A program may read and edit as fast as a person in a hurry; more is a runaway loop. */
export const readLimit = { points: 600, seconds: 60 } as const
export const writeLimit = { points: 300, seconds: 60 } as const
export const readEndpoint = endpointsFor(read, readLimit)
export const writeEndpoint = endpointsFor(write, writeLimit)
/** Each upload is parsed and stored. */
export const uploadLimit = { points: 120, seconds: 600 } as const
/**
 * The handler reports a missing or empty file: an empty one is C1112 with its cause, like any other file that is not a
 * list.
 */
export const upload = { maxBytes: limits.fileBytes, required: false } as const
/** The file of a call. An empty raw body is an empty file; a form without a file part has none. */
export const fileOf = (file: UploadedFile | null, headers: Headers): UploadedFile | null =>
  file ??
  (/^\s*multipart\//i.test(headers.get('content-type') ?? '')
    ? null
    : { name: null, type: '', bytes: new Uint8Array() })

export const listId = { id: z.string('A0422').min(1, 'A0422').max(40, 'A0422') }
const format = z.enum(formatNames, 'A0422').optional()
export const keep = z
  .preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(keepRuleSchema, 'A0422').max(8, 'A0422'),
  )
  .optional()
const revisionNumber = wholeNumber(1, 1_000_000_000)
/** A value of a record's field, as a filter names it. */
const fieldValue = z.string('A0422').min(1, 'A0422').max(200, 'A0422').optional()
/** Codes: the list does not exist for the caller, may not be changed, or is not covered by the account's products. */
export const seeing = ['C1101', 'I1009', 'A0503'] as const
export const changing = ['C1101', 'C1108', 'C1109', 'I1009'] as const
const reading = ['A0413', 'C1112', 'Q2205', 'Q2202', 'C1111', 'A0400', 'A0415', 'A0422'] as const

/** The counts are among a list's own fields. */
const showList = <L extends ListSummary>(list: L) => ({ ...list, counts: list })

export const groupsOf = (favourites: number): number[] =>
  Array.from({ length: limits.favouriteGroups }, (_, group) => group).filter(
    (group) => ((favourites >>> group) & 1) === 1,
  )
/** A channel's type and scrambling with SPEC.md's numbers beside the words. */
export const typeOutput = {
  type: z.enum(channelTypes),
  typeNumber: z.number().int().nullable().meta({ description: '0 TV, 1 radio, null for others' }),
}
export const scrambledOutput = {
  scrambled: z.boolean().nullable(),
  scrambledNumber: z.number().int().nullable().meta({ description: '0 FTA, 1 scrambled, null unknown' }),
}
export const typeNumberOf = (type: Row['type']): number | null => (type === 'tv' ? 0 : type === 'radio' ? 1 : null)
export const scrambledNumberOf = (scrambled: boolean | null): number | null =>
  scrambled === null ? null : Number(scrambled)
export const withTypeNumber = <R extends Pick<Row, 'type'>>(row: R) => ({ ...row, typeNumber: typeNumberOf(row.type) })
export const withNumbers = <R extends Pick<Row, 'type' | 'scrambled'>>(row: R) => ({
  ...withTypeNumber(row),
  scrambledNumber: scrambledNumberOf(row.scrambled),
})
export const rowOutput = z
  .object({
    id: z.number().int(),
    position: z.number().int(),
    number: z.number().int().meta({ description: 'What a box shows: the position, or what `numbers` has set' }),
    name: z.string(),
    ...typeOutput,
    category: z.number().int().nullable().meta({ description: 'The category’s id' }),
    satellite: satelliteOutput.nullable(),
    transponder: z.number().int().nullable().meta({ description: 'The transponder’s id' }),
    frequencyKHz: z.number().nullable(),
    polarisation: z.enum(polarisations).nullable(),
    symbolRate: z.number().nullable(),
    fec: z.string().nullable(),
    sid: z.number().int().nullable(),
    onid: z.number().int().nullable(),
    tsid: z.number().int().nullable(),
    ...scrambledOutput,
    lock: z.boolean(),
    skip: z.boolean(),
    favourites: z.array(z.number().int()),
  })
  .meta({ id: 'ChannelRow' })
export const showRow = (row: Row) => ({
  ...withNumbers(row),
  satellite: row.satelliteName === null ? null : { name: row.satelliteName, angle: row.angle },
  transponder: row.transponderId,
  favourites: groupsOf(row.favourites),
})

const trackOutput = z.object({ pid: z.number().int().nullable(), type: z.string(), language: z.string() })
const channelOutput = rowOutput
  .extend({
    provider: z.string().nullable(),
    encryption: z.string().nullable(),
    videoType: z.string().nullable(),
    system: z.string().nullable(),
    ...byName(streamNumbers, () => z.number().nullable()),
    audioPid: z.number().nullable(),
    country: z.string().nullable(),
    language: z.string().nullable(),
    coverage: z.string().nullable(),
    broadcastLanguage: z.string().nullable(),
    package: z.string().nullable(),
    network: z.string().nullable(),
    url: z.string().nullable().meta({ description: 'The address of a streamed channel' }),
    ...(Object.fromEntries(nameLanguages.map((language) => [`name.${language}`, z.string().nullable()])) as Record<
      `name.${NameLanguage}`,
      z.ZodNullable<z.ZodString>
    >),
    encoding,
    audio: z.array(trackOutput.extend({ dolby: z.boolean() })),
    subtitles: z.array(
      trackOutput.extend({ compositionPage: z.number().nullable(), ancillaryPage: z.number().nullable() }),
    ),
  })
  .meta({ id: 'Channel' })
const showChannel = (row: Row, details: ChannelDetails) => ({
  ...details,
  ...showRow(row),
  ...(Object.fromEntries(
    nameLanguages.map((language) => [`name.${language}`, details.names[language] ?? null]),
  ) as Record<`name.${NameLanguage}`, string | null>),
})

const problemOutput = z
  .object({
    severity: z.enum(severities),
    code: z.string(),
    record: z.number().int().nullable(),
    offset: z.number().int(),
    value: z.string().nullable(),
  })
  .meta({ id: 'Problem' })
const showProblem = (problem: Problem) => ({ ...problem, value: problem.value ?? null })

/** Answers a new list, and where it is. */
const answerMade = (made: Result<ListDetails>) =>
  made.ok
    ? data(showList(made.value), { status: 201, headers: { location: `/api/chmax/lists/${made.value.id}` } })
    : made

export const chmaxEndpoints: readonly Endpoint[] = [
  endpoint('POST /chmax/lists', {
    access: write,
    limit: uploadLimit,
    upload,
    summary:
      'Upload a list: multipart `file` and `name`, or the raw file with `?name=`. With an id of your own (`batch`, or the header Idempotency-Key; 8 to 64 letters, digits, `_-`) an upload that is sent again returns the list that it created and is never stored twice; a different one under the same id is A0409. If it has more than 2000 channels, repeat with `keep` (first:2000, type:tv or type:0, satellite:192, free, favourites; repeated rules narrow down).',
    input: z.object({
      name: listNameSchema,
      kind: z.enum(listKinds, 'A0422').optional(),
      encoding: encoding.optional(),
      keep,
      vnoId: z.string('A0422').max(40, 'A0422').optional(),
      batch: batchIdSchema.optional(),
    }),
    output: detailsOutput,
    codes: ['A0409', 'C1110', 'C1125', 'C1202', 'C1108', 'C1109', 'A0503', ...reading],
    handler: async ({ input, caller, file: sent, headers }) => {
      const file = fileOf(sent, headers)
      if (file === null) return fail('A0422', { field: 'file' })
      return answerMade(await createList(userOf(caller), { ...input, bytes: file.bytes, fileName: file.name }))
    },
  }),
  readEndpoint('GET /chmax/lists', {
    summary: 'The lists that the account may see, edited last first.',
    input: z.object({ ...pagingInput, kind: z.enum(listKinds, 'A0422').optional() }),
    output: paged(listOutput),
    codes: ['A0422'],
    handler: async ({ input, caller }) => {
      const { items, ...page } = await findLists(userOf(caller), input)
      return data({ items: items.map(showList), ...page })
    },
  }),
  readEndpoint('GET /chmax/deleted', {
    summary: 'Lists deleted in the last 30 days, which can be restored.',
    input: z.object(pagingInput),
    output: paged(listOutput),
    codes: ['A0422'],
    handler: async ({ input, caller }) => {
      const { items, ...page } = await findDeleted(userOf(caller), input)
      return data({ items: items.map(showList), ...page })
    },
  }),
  readEndpoint('GET /chmax/room', {
    summary:
      'The account’s room for lists, in bytes as stored, compressed: all revisions, deleted lists and boxes’ saves count. When it runs out, the oldest revisions are dropped, and for new files deleted lists too; C1202 says how much is left.',
    output: z.object({ usedBytes: z.number().int(), limitBytes: z.number().int() }),
    handler: async ({ caller }) => data(await findListRoom(userOf(caller).userId)),
  }),
  readEndpoint('GET /chmax/lists/{id}', {
    summary: 'One list: kind, dialect, counts, newest revision, what undo and redo would do.',
    input: z.object(listId),
    output: detailsOutput,
    codes: seeing,
    handler: async ({ input, caller }) => shown(await getList(userOf(caller), input.id), showList),
  }),
  writeEndpoint('PUT /chmax/lists/{id}', {
    summary: 'Rename a list (1 to 20 characters).',
    input: z.object({ ...listId, name: listNameSchema }),
    output: detailsOutput,
    codes: ['C1110', 'C1125', 'A0422', ...changing],
    handler: async ({ input, caller }) => shown(await renameList(userOf(caller), input.id, input.name), showList),
  }),
  writeEndpoint('DELETE /chmax/lists/{id}', {
    summary: 'Delete a list; it can be restored for 30 days.',
    input: z.object(listId),
    output: z.null(),
    codes: changing,
    handler: async ({ input, caller }) => done(await deleteList(userOf(caller), input.id)),
  }),
  writeEndpoint('POST /chmax/lists/{id}/restore', {
    summary: 'Restore a deleted list, under another name if given.',
    input: z.object({ ...listId, name: listNameSchema.optional() }),
    output: detailsOutput,
    codes: ['C1101', 'C1110', 'C1125', 'C1202', 'A0422'],
    handler: async ({ input, caller }) => shown(await restoreList(userOf(caller), input.id, input), showList),
  }),
  writeEndpoint('POST /chmax/lists/{id}/copy', {
    summary: 'Save a visible list (System, VNO, own) as a User list of the account. `batch` as for uploading.',
    input: z.object({ ...listId, name: listNameSchema, keep, batch: batchIdSchema.optional() }),
    output: detailsOutput,
    codes: ['A0409', 'C1101', 'C1109', 'C1110', 'C1125', 'C1202', 'Q2202', 'C1111', 'A0422'],
    handler: async ({ input, caller }) => answerMade(await copyList(userOf(caller), input.id, input)),
  }),
  readEndpoint('GET /chmax/lists/{id}/file', {
    summary:
      'The list as a file: in its own dialect or another one; the newest revision or an older one; with `names` in a language that it has. Strong ETag, Range.',
    input: z.object({
      ...listId,
      format,
      revision: revisionNumber.optional(),
      names: z.enum(nameLanguages, 'A0422').optional(),
    }),
    output: 'file',
    codes: ['C1107', 'A0413', 'A0416', 'A0422', ...seeing],
    handler: async ({ input, caller }) => {
      const file = unlessUseless(await exportFile(userOf(caller), input.id, input))
      return file.ok ? { kind: 'file', ...file.value } : file
    },
  }),
  endpoint('PUT /chmax/lists/{id}/file', {
    access: write,
    limit: uploadLimit,
    upload,
    summary:
      'Replace the list’s file (multipart `file` or raw body); needs If-Match with the ETag of the file that is replaced. A refused file leaves the list as it is. `batch` as for uploading.',
    input: z.object({ ...listId, encoding: encoding.optional(), keep, batch: batchIdSchema.optional() }),
    output: detailsOutput,
    codes: ['A0409', 'A0412', 'A0428', 'C1202', 'A0503', ...reading, ...changing],
    handler: async ({ input, caller, file: sent, headers }) => {
      const file = fileOf(sent, headers)
      const ifMatch = headers.get('if-match')
      if (ifMatch === null) return fail('A0428')
      if (file === null) return fail('A0422', { field: 'file' })
      const { id, ...asked } = input
      const replacement = { ...asked, bytes: file.bytes, fileName: file.name, ifMatch }
      return shown(await replaceFile(userOf(caller), id, replacement), showList)
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/losses', {
    summary: 'What an export in a format can’t hold, by kind, with the channels concerned.',
    input: z.object({ ...listId, format }),
    output: z.object({ format: z.enum(formatNames), losses: z.array(lossOutput) }),
    codes: ['A0413', 'A0422', ...seeing],
    handler: async ({ input, caller }) => answered(unlessTooLong(await exportFile(userOf(caller), input.id, input))),
  }),
  readEndpoint('GET /chmax/lists/{id}/engine', {
    summary: 'What the editor in a browser loads: source file and edit state in one binary piece.',
    input: z.object(listId),
    output: 'file',
    codes: seeing,
    handler: async ({ input, caller }) => {
      const engine = await engineData(userOf(caller), input.id)
      if (!engine.ok) return engine
      const { head, state, source } = engine.value
      const pieces = packPieces(head, state, source)
      // The head names list, revision and source, which never change, so its tag identifies the whole.
      return {
        kind: 'pieces',
        pieces,
        type: 'application/octet-stream',
        fileName: `${head.name}.mpl`,
        etag: makeEtag(pieces[0]),
        lastModified: engine.value.lastModified,
      }
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/report', {
    summary:
      'What was read from the file: dialect, version, encoding and how it was found, counts, problems by record.',
    input: z.object({ ...listId, ...pagingInput, severity: z.enum(severities, 'A0422').optional() }),
    output: reportOutput.extend({ problems: paged(problemOutput) }),
    codes: ['A0422', ...seeing],
    handler: async ({ input, caller }) =>
      shown(await reportOf(userOf(caller), input.id, input), ({ problems, ...report }) => ({
        ...report,
        problems: { ...problems, items: problems.items.map(showProblem) },
      })),
  }),
  readEndpoint('GET /chmax/lists/{id}/encodings/{encoding}', {
    summary: 'How names would read in another encoding. To choose it, apply the operation {op: encoding}.',
    input: z.object({ ...listId, encoding }),
    output: encodingOutput,
    codes: ['A0422', ...seeing],
    handler: async ({ input, caller }) => answered(await previewEncoding(userOf(caller), input.id, input.encoding)),
  }),
  readEndpoint('GET /chmax/lists/{id}/channels', {
    summary:
      'Channels, paged: `search` in names, or by SID or MHz; `satellite` in tenths of a degree eastward; `type`; `scrambled`; `favourite` group; `category` by its id; `only` unusual ones (no name, the same service or name twice, a problem, no favourite group); `video` (`hd` in the name, or the record’s codec), `provider` and `encryption` as the record has them; `sort` by a column for this answer only, descending with `-` before it.',
    input: z.object({
      ...listId,
      ...pagingInput,
      search: z.string('A0422').max(100, 'A0422').optional(),
      satellite: wholeNumber(0, 3600).optional(),
      type: z
        .preprocess((value) => (value === '0' ? 'tv' : value === '1' ? 'radio' : value), z.enum(channelTypes, 'A0422'))
        .meta({ description: '`tv` or 0, `radio` or 1, `data`, `other`' })
        .optional(),
      scrambled: z
        .enum(['0', '1', 'false', 'true'], 'A0422')
        .transform((value) => value === '1' || value === 'true')
        .optional(),
      favourite: wholeNumber(0, limits.favouriteGroups - 1).optional(),
      category: wholeNumber(0, 2 * addedIdMin - 1).optional(),
      only: z.enum(onlies, 'A0422').optional(),
      video: fieldValue,
      provider: fieldValue,
      encryption: fieldValue,
      sort: z.enum(viewSorts, 'A0422').default('position'),
      revision: revisionNumber.optional(),
    }),
    output: paged(rowOutput).extend({ revision: z.number().int(), source: sourceOutput }),
    codes: ['A0422', ...seeing],
    handler: async ({ input: { id, page, size, revision, search, satellite, ...more }, caller }) => {
      const angle = satellite === undefined ? undefined : satellite % 3600
      const query = { ...more, search: search === '' ? undefined : search, angle }
      const rows = await readList(userOf(caller), id, { revision }, (view) => ({
        revision: view.revision,
        source: view.source,
        ...view.rows(query, { page, size }),
      }))
      return shown(rows, ({ items, ...found }) => ({ ...found, items: items.map(showRow) }))
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/channels/{channel}', {
    summary: 'Everything that the file says about one channel.',
    input: z.object({ ...listId, channel: wholeNumber(0, 2 * addedIdMin - 1) }),
    output: channelOutput.extend({ revision: z.number().int(), source: sourceOutput }),
    codes: ['C1102', 'A0422', ...seeing],
    handler: async ({ input, caller }) => {
      const found = await readList(userOf(caller), input.id, {}, (view) => {
        const details = view.channel(input.channel)
        const row = view.row(input.channel)
        return details === null || row === null
          ? null
          : { revision: view.revision, source: view.source, ...showChannel(row, details) }
      })
      if (!found.ok) return found
      return found.value === null ? fail('C1102') : data(found.value)
    },
  }),
  writeEndpoint('POST /chmax/lists/{id}/operations', {
    summary:
      'Edit: a batch of operations on revision `base`, all or nothing. Ids belong to one file: `source` names the one that they were read from (by default the file of `base`); if the newest revision has another file nothing is applied, C1104 with cause `replaced`; the same upload read in another encoding counts as the same file. A stale base is merged, or C1104 reports the conflicts. `batch` (the client’s own id, or the header Idempotency-Key) makes a repeat safe; with other operations it is A0409.',
    input: batchSchema.extend(listId),
    output: editedOutput,
    codes: [
      'C1104',
      'C1106',
      'C1103',
      'C1114',
      'C1117',
      'Q2101',
      'Q2102',
      'Q2201',
      'Q2202',
      'N1001',
      'A0409',
      'A0422',
      'A0503',
      ...changing,
    ],
    handler: async ({ input: { id, ...batch }, caller }) => {
      const { operations } = batch
      if (operations.some(mayMix)) {
        const mixed = await readList(userOf(caller), id, {}, (view) =>
          findMixed(operations, (channel) => view.channel(channel)),
        )
        if (!mixed.ok) return mixed
        if (mixed.value !== null) return fail('C1114', { field: mixed.value.field, data: mixed.value })
      }
      return answered(await applyOperations(userOf(caller), id, batch))
    },
  }),
  endpoint('POST /chmax/lists/{id}/mapping', {
    access: read,
    limit: writeLimit,
    summary:
      'Find channels of an earlier file of the list (`source`) in its newest one, by satellite, transponder (± 2 MHz), SID and name. `kept` is false if the earlier file is no longer kept; a channel is found only if exactly one matches. Changes nothing.',
    input: mappingSchema.extend(listId),
    output: mappingOutput,
    codes: ['A0422', ...seeing],
    handler: async ({ input: { id, ...asked }, caller }) => answered(await mapChannels(userOf(caller), id, asked)),
  }),
  writeEndpoint('POST /chmax/lists/{id}/undo', {
    summary: 'Undo the list’s last change, whoever made it. With `base`, only if that is still the newest revision.',
    input: stepSchema.extend(listId),
    output: editedOutput,
    codes: ['C1105', 'C1104', 'A0409', 'A0422', 'A0503', ...changing],
    handler: async ({ input: { id, ...step }, caller }) => answered(await undo(userOf(caller), id, step)),
  }),
  writeEndpoint('POST /chmax/lists/{id}/redo', {
    summary: 'Redo the last undone change.',
    input: stepSchema.extend(listId),
    output: editedOutput,
    codes: ['C1105', 'C1104', 'A0409', 'A0422', 'A0503', ...changing],
    handler: async ({ input: { id, ...step }, caller }) => answered(await redo(userOf(caller), id, step)),
  }),
  readEndpoint('GET /chmax/lists/{id}/revisions', {
    summary: 'The history, newest first: who changed what, and when.',
    input: z.object({ ...listId, ...pagingInput }),
    output: paged(revisionOutput),
    codes: ['A0422', ...seeing],
    handler: async ({ input, caller }) => answered(await findRevisions(userOf(caller), input.id, input)),
  }),
  writeEndpoint('POST /chmax/lists/{id}/revisions/{revision}/restore', {
    summary: 'Make an earlier revision’s state the newest; it can be undone.',
    input: stepSchema.extend({ ...listId, revision: revisionNumber }),
    output: editedOutput,
    codes: ['C1104', 'A0409', 'A0422', 'A0503', ...changing],
    handler: async ({ input: { id, ...asked }, caller }) => answered(await restoreRevision(userOf(caller), id, asked)),
  }),
]
