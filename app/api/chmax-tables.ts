/**
 * The endpoints for the tables of a channel list: satellites, transponders, favourite groups, categories and the fields
 * of channels. Each write makes one batch of operations, as POST …/operations takes them.
 */
import { z } from 'zod'
import {
  applyOperations,
  findLogo,
  getList,
  logoBytesMax,
  readList,
  storeLogo,
  type SourcedView,
} from '~/modules/channel-list/channel-list.server'
import {
  batchIdSchema,
  categoryValuesSchema,
  channelValuesSchema,
  groupValuesSchema,
  newChannelSchema,
  satelliteValuesSchema,
  sourceIdSchema,
  transponderValuesSchema,
} from '~/modules/channel-list/channel-list.schema'
import type { UserCaller } from '~/modules/session/caller'
import { addedIdMin, channelTypes, limits, type ChannelField, type Operation } from '~/engine/types'
import { fail, type Code, type Result } from '~/errors/table'
import { makeId, sha256 } from '~/platform/random.server'
import { editedOutput, listId, readEndpoint, seeing, showEdited, sourceOutput, write, writeEndpoint } from './chmax'
import { findMixed } from './channel-reach'
import { userOf, wholeNumber, withBatch } from './common'
import { answered, data, endpoint, type Endpoint } from './endpoint'

const entryId = wholeNumber(0, 2 * addedIdMin - 1)
const changing = ['A0409', 'A0422', 'C1101', 'C1104', 'C1106', 'C1108', 'C1109', 'A0503', 'I1009'] as const

/** Additional input of every write call. */
const editInput = {
  ...listId,
  base: wholeNumber(1, 1_000_000_000)
    .optional()
    .meta({ description: 'The revision that the caller knows; without it, the newest' }),
  source: sourceIdSchema.optional(),
  batch: batchIdSchema.optional(),
}
const position = wholeNumber(1, limits.records).optional().meta({
  description: 'The position of the first of them, 1 to the number of channels; without it, they go to the end',
})
const madeOutput = editedOutput
  .extend({ id: z.number().int().meta({ description: 'The id of what was added' }) })
  .meta({ id: 'EditedWithId' })

type Edit = { id: string; base?: number | undefined; source?: string | undefined; batch?: string | undefined }

/**
 * Applies the operations of a call to its list, on the given revision or on the newest. `missing`: the code for an
 * object in the address that does not exist, by the engine's reason.
 */
const edit = async (
  caller: UserCaller,
  input: Edit,
  operations: Operation[],
  missing: Readonly<Record<string, Code>> = {},
) => {
  const { id, source, batch } = input
  let { base } = input
  if (base === undefined) {
    const list = await getList(caller, id)
    if (!list.ok) return list
    base = list.value.revision
  }
  const edited = await applyOperations(caller, id, { base, source, batch, operations })
  const code = edited.ok || edited.code !== 'C1106' ? undefined : missing[String(edited.data?.['reason'])]
  return code === undefined ? edited : fail(code)
}

/** Makes an id for an added entry: the same if a call is repeated under its id. */
const makeAddedId = (batch: string | undefined, at = 0): number =>
  addedIdMin + (Number.parseInt(sha256(`${batch ?? makeId()} ${at}`).slice(0, 8), 16) % addedIdMin)

/** Reads a list's newest revision, with the file that its ids belong to. */
const readTable = <T extends object>(caller: UserCaller, id: string, take: (view: SourcedView) => T) =>
  readList(caller, id, {}, (view) => ({ revision: view.revision, source: view.source, ...take(view) }))

const tableOutput = <S extends z.ZodType>(item: S) =>
  z.object({ revision: z.number().int(), source: sourceOutput, items: z.array(item) })

const satelliteOutput = z
  .object({
    id: z.number().int(),
    name: z.string(),
    angle: z.number().int().nullable().meta({ description: 'Tenths of a degree eastward, 0–3599' }),
    band: z.enum(['KU', 'C']).nullable(),
    transponders: z.number().int(),
    channels: z.number().int(),
  })
  .meta({ id: 'Satellite' })
const transponderOutput = z
  .object({
    id: z.number().int(),
    satellite: z.number().int().nullable().meta({ description: 'The satellite’s id' }),
    frequencyKHz: z.number().nullable(),
    polarisation: z.enum(['H', 'V', 'L', 'R']).nullable(),
    symbolRate: z.number().nullable(),
    fec: z.string().nullable(),
    band: z.enum(['KU', 'C']).nullable(),
    channels: z.number().int(),
  })
  .meta({ id: 'Transponder' })
const groupOutput = z
  .object({
    id: z.number().int(),
    index: z.number().int().meta({ description: 'Its number in `favourites` of channels' }),
    name: z.string(),
    isDefault: z.boolean().meta({ description: 'One of the box’s eight, which can’t be deleted' }),
    channels: z.number().int(),
  })
  .meta({ id: 'FavouriteGroup' })
const categoryOutput = z
  .object({ id: z.number().int(), name: z.string(), logo: z.string().nullable(), channels: z.number().int() })
  .meta({ id: 'Category' })
const removedOutput = z
  .object({ id: z.number().int(), name: z.string(), type: z.enum(channelTypes), sid: z.number().int().nullable() })
  .meta({ id: 'DeletedChannel' })

const reading: readonly Endpoint[] = [
  readEndpoint({
    method: 'GET',
    path: '/chmax/lists/{id}/satellites',
    summary: 'The satellites of a list in its own order, with their counts.',
    input: z.object(listId),
    output: tableOutput(satelliteOutput),
    codes: seeing,
    handler: async ({ input, caller }) => {
      const found = await readTable(userOf(caller), input.id, (view) => ({
        items: view.satellites().map(({ id, name, angle, band, transponders, channels }) => ({
          id,
          name,
          angle,
          band,
          transponders,
          channels,
        })),
      }))
      return found.ok ? data(found.value) : found
    },
  }),
  readEndpoint({
    method: 'GET',
    path: '/chmax/lists/{id}/transponders',
    summary: 'The transponders of a list, or of one satellite by its id.',
    input: z.object({ ...listId, satellite: entryId.optional() }),
    output: tableOutput(transponderOutput),
    codes: ['C1113', 'A0422', ...seeing],
    handler: async ({ input, caller }) => {
      const found = await readTable(userOf(caller), input.id, (view) => {
        const satellites = new Map(view.satellites().map((one) => [one.index, one.id]))
        const isKnown = input.satellite === undefined || [...satellites.values()].includes(input.satellite)
        const items = view.transponders().map(({ satellite, band = null, index: _, ...one }) => ({
          ...one,
          band,
          satellite: satellites.get(satellite) ?? null,
        }))
        return {
          isKnown,
          items: items.filter((one) => input.satellite === undefined || one.satellite === input.satellite),
        }
      })
      if (!found.ok) return found
      const { isKnown, ...table } = found.value
      return isKnown ? data(table) : fail('C1113', { field: 'satellite' })
    },
  }),
  readEndpoint({
    method: 'GET',
    path: '/chmax/lists/{id}/groups',
    summary: 'The favourite groups of a list, at most 32.',
    input: z.object(listId),
    output: tableOutput(groupOutput),
    codes: seeing,
    handler: async ({ input, caller }) => {
      const found = await readTable(userOf(caller), input.id, (view) => ({
        items: view
          .favouriteGroups()
          .map((group) => ({ ...group, isDefault: group.id < limits.defaultFavouriteGroups })),
      }))
      return found.ok ? data(found.value) : found
    },
  }),
  readEndpoint({
    method: 'GET',
    path: '/chmax/lists/{id}/groups/{group}',
    summary: 'One favourite group with the ids of its channels in its own order.',
    input: z.object({ ...listId, group: entryId }),
    output: groupOutput.extend({
      revision: z.number().int(),
      source: sourceOutput,
      order: z.array(z.number().int()),
    }),
    codes: ['C1118', 'A0422', ...seeing],
    handler: async ({ input, caller }) => {
      const found = await readTable(userOf(caller), input.id, (view) => {
        const group = view.favouriteGroups().find((one) => one.id === input.group)
        return {
          group:
            group === undefined
              ? null
              : {
                  ...group,
                  isDefault: group.id < limits.defaultFavouriteGroups,
                  order: view.groupOrder(group.id),
                },
        }
      })
      if (!found.ok) return found
      const { group, ...head } = found.value
      return group === null ? fail('C1118') : data({ ...head, ...group })
    },
  }),
  readEndpoint({
    method: 'GET',
    path: '/chmax/lists/{id}/categories',
    summary: 'The categories of a list, at most 20. `logo` names the picture: GET …/logos/{logo}.',
    input: z.object(listId),
    output: tableOutput(categoryOutput),
    codes: seeing,
    handler: async ({ input, caller }) => {
      const found = await readTable(userOf(caller), input.id, (view) => ({ items: view.categories() }))
      return found.ok ? data(found.value) : found
    },
  }),
  readEndpoint({
    method: 'GET',
    path: '/chmax/lists/{id}/deleted',
    summary: 'The channels that were deleted from a list and can come back: POST to the same address with their ids.',
    input: z.object(listId),
    output: tableOutput(removedOutput),
    codes: seeing,
    handler: async ({ input, caller }) => {
      const found = await readTable(userOf(caller), input.id, (view) => ({
        items: view.removed().map(({ id, name, type, sid }) => ({ id, name, type, sid })),
      }))
      return found.ok ? data(found.value) : found
    },
  }),
  readEndpoint({
    method: 'GET',
    path: '/chmax/lists/{id}/logos/{logo}',
    summary: 'The picture of a category, a png or a jpg.',
    input: z.object({ ...listId, logo: z.string('A0422').max(120, 'A0422') }),
    output: 'file',
    codes: ['A0404', 'A0416', 'A0422', ...seeing],
    handler: async ({ input, caller }) => {
      const found = await findLogo(userOf(caller), input.id, input.logo)
      if (!found.ok) return found
      const { id, bytes, type, createdAt } = found.value
      const ending = type === 'image/png' ? 'png' : 'jpg'
      return {
        kind: 'file',
        bytes,
        type,
        fileName: `${id.slice(0, 12)}.${ending}`,
        etag: `"${id.slice(0, 32)}"`,
        lastModified: createdAt,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/chmax/lists/{id}/logos',
    access: write,
    limit: { points: 60, seconds: 600 },
    upload: { maxBytes: logoBytesMax, required: true },
    summary:
      'Send the picture of a category (multipart `file` or the raw body): a complete png or jpg of at most 200 K. The answer’s id goes into a category’s `logo`; a picture that no list uses is removed after a day.',
    input: z.object(listId),
    output: z.object({ id: z.string() }),
    codes: ['A0400', 'A0413', 'A0415', 'C1202', 'C1108', 'C1109', 'A0422', ...seeing],
    handler: async ({ input, caller, file }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      const stored = await storeLogo(userOf(caller), input.id, file.bytes)
      return stored.ok ? data(stored.value, { status: 201 }) : stored
    },
  }),
]

/** For a group in the address. */
const noGroup = { 'unknown-group': 'C1118' } as const

type Table = {
  /** The table in addresses, and one of its entries. */
  table: string
  entry: string
  /** The name of an entry in summaries. */
  noun: string
  values: z.ZodObject
  /** Input for adding, besides the values. */
  more?: z.ZodRawShape
  add: (id: number, values: Record<string, unknown>) => Operation
  set: (id: number, values: Record<string, unknown>) => Operation
  remove: (id: number) => Operation
  codes: readonly Code[]
}

/** Adding, changing and deleting an entry of a table: one operation each. */
const writingOf = ({ table, entry, noun, values, more = {}, add, set, remove, codes }: Table): Endpoint[] => [
  writeEndpoint({
    method: 'POST',
    path: `/chmax/lists/{id}/${table}`,
    summary: `Add a ${noun}. The answer has its id.`,
    input: z.object({ ...editInput, ...values.shape, ...more }),
    output: madeOutput,
    codes: [...codes, ...changing],
    handler: async ({ input, caller, headers }) => {
      const named = withBatch(input as Edit & Record<string, unknown>, headers)
      if (!named.ok) return named
      const { id: list, base, source, batch, ...rest } = named.value
      const id = makeAddedId(batch)
      const edited = await edit(userOf(caller), { id: list, base, source, batch }, [add(id, rest)])
      return edited.ok ? data({ ...showEdited(edited.value), id }, { status: 201 }) : edited
    },
  }),
  writeEndpoint({
    method: 'PUT',
    path: `/chmax/lists/{id}/${table}/{${entry}}`,
    summary: `Change the given values of a ${noun}; the others stay.`,
    input: z.object({ ...editInput, [entry]: entryId, ...values.partial().shape }),
    output: editedOutput,
    codes: [...codes, ...changing],
    handler: async ({ input, caller, headers }) => {
      const named = withBatch(input as Edit & Record<string, unknown>, headers)
      if (!named.ok) return named
      const { id: list, base, source, batch, [entry]: id, ...rest } = named.value
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length === 0) return fail('A0422')
      return answered(await edit(userOf(caller), { id: list, base, source, batch }, [set(Number(id), given)], noGroup))
    },
  }),
  writeEndpoint({
    method: 'DELETE',
    path: `/chmax/lists/{id}/${table}/{${entry}}`,
    summary: `Delete a ${noun}${table === 'satellites' || table === 'transponders' ? ', with its channels' : '; its channels stay'}. It can be undone.`,
    input: z.object({ ...editInput, [entry]: entryId }),
    output: editedOutput,
    codes: [...codes, ...changing],
    handler: async ({ input, caller, headers }) => {
      const named = withBatch(input as Edit & Record<string, unknown>, headers)
      if (!named.ok) return named
      const { id: list, base, source, batch, [entry]: id } = named.value
      return answered(await edit(userOf(caller), { id: list, base, source, batch }, [remove(Number(id))], noGroup))
    },
  }),
]

const entryOf =
  (op: 'add' | 'set', target: 'satellite' | 'group' | 'category') =>
  (id: number, values: Record<string, unknown>): Operation =>
    // The endpoint's schema has checked the values; the engine checks what they mean.
    ({ op, target, id, values }) as Operation
const removalOf =
  (target: 'satellite' | 'transponder' | 'group' | 'category') =>
  (id: number): Operation => ({ op: 'remove', target, id })

const tables: readonly Table[] = [
  {
    table: 'satellites',
    entry: 'satellite',
    noun: 'satellite',
    values: satelliteValuesSchema,
    add: entryOf('add', 'satellite'),
    set: entryOf('set', 'satellite'),
    remove: removalOf('satellite'),
    codes: ['C1113', 'C1117'],
  },
  {
    table: 'transponders',
    entry: 'transponder',
    noun: 'transponder',
    values: transponderValuesSchema,
    more: { satellite: entryId.meta({ description: 'The satellite’s id' }) },
    add: (id, { satellite, ...values }) =>
      ({ op: 'add', target: 'transponder', id, satellite: Number(satellite), values }) as Operation,
    set: (id, values) => ({ op: 'set', target: 'transponder', id, values }),
    remove: removalOf('transponder'),
    codes: ['C1113', 'C1115', 'C1116'],
  },
  {
    table: 'groups',
    entry: 'group',
    noun: 'favourite group',
    values: groupValuesSchema,
    add: entryOf('add', 'group'),
    set: entryOf('set', 'group'),
    remove: removalOf('group'),
    codes: ['C1103', 'C1114', 'C1118', 'C1119'],
  },
  {
    table: 'categories',
    entry: 'category',
    noun: 'category',
    values: categoryValuesSchema.partial({ logo: true }),
    add: (id, values) => ({ op: 'add', target: 'category', id, values: { logo: null, ...values } }) as Operation,
    set: entryOf('set', 'category'),
    remove: removalOf('category'),
    codes: ['Q2101', 'Q2102', 'Q2103'],
  },
]

const channelFields = Object.keys(channelValuesSchema.shape) as ChannelField[]
const channelInput = newChannelSchema.omit({ id: true })

const channels: readonly Endpoint[] = [
  writeEndpoint({
    method: 'POST',
    path: '/chmax/lists/{id}/channels',
    summary:
      'Add channels, at most 100 (N1001): a name, a type, a transponder (null for a streamed channel, which has a `url`; no other has one, C1114), and as many fields as are known.',
    input: z.object({ ...editInput, channels: z.array(channelInput).min(1).max(limits.channelsPerList), to: position }),
    output: editedOutput.extend({ ids: z.array(z.number().int()) }),
    codes: ['C1114', 'C1115', 'Q2201', 'Q2202', 'Q2103', 'N1001', ...changing],
    handler: async ({ input, caller, headers }) => {
      const named = withBatch(input, headers)
      if (!named.ok) return named
      const { id: list, base, source, batch, channels: wanted, to } = named.value
      const isMixed = ({ transponder, url }: (typeof wanted)[number]): boolean => transponder !== null && !!url
      if (wanted.some(isMixed)) return fail('C1114', { field: 'url', data: { index: wanted.findIndex(isMixed) } })
      const added = wanted.map((channel, at) => ({ ...channel, id: makeAddedId(batch, at) }))
      const edited = await edit(userOf(caller), { id: list, base, source, batch }, [
        { op: 'add', target: 'channel', channels: added, ...(to === undefined ? {} : { to }) },
      ])
      return edited.ok ? data({ ...showEdited(edited.value), ids: added.map(({ id }) => id) }, { status: 201 }) : edited
    },
  }),
  writeEndpoint({
    method: 'PUT',
    path: '/chmax/lists/{id}/channels/{channel}',
    summary:
      'Change the given fields of a channel; the others stay; null removes a value. `url` only for a streamed channel, `transponder` only for a received one (C1114).',
    input: z.object({
      ...editInput,
      channel: entryId,
      name: z.string('A0422').max(400, 'A0422').optional(),
      ...channelValuesSchema.partial().shape,
    }),
    output: editedOutput,
    codes: ['C1102', 'C1114', 'C1115', 'Q2103', 'Q2201', ...changing],
    handler: async ({ input, caller, headers }) => {
      const named = withBatch(input, headers)
      if (!named.ok) return named
      const { id: list, base, source, batch, channel, name, ...fields } = named.value
      const user = userOf(caller)
      const found: Result<{ url: string | null; transponder: number } | null> = await readList(user, list, {}, (view) =>
        view.channel(channel),
      )
      if (!found.ok) return found
      if (found.value === null) return fail('C1102')
      const operations: Operation[] = [
        ...(name === undefined ? [] : [{ op: 'rename' as const, id: channel, name }]),
        ...channelFields.flatMap((field): Operation[] => {
          const value = fields[field]
          return value === undefined ? [] : [{ op: 'set', target: 'channel', ids: [channel], field, value }]
        }),
      ]
      if (operations.length === 0) return fail('A0422')
      const reach = found.value
      const mixed = findMixed(operations, () => reach)
      if (mixed !== null) return fail('C1114', { field: mixed.field })
      return answered(await edit(user, { id: list, base, source, batch }, operations))
    },
  }),
  writeEndpoint({
    method: 'DELETE',
    path: '/chmax/lists/{id}/channels/{channel}',
    summary: 'Delete a channel. It can be undone, and restored later.',
    input: z.object({ ...editInput, channel: entryId }),
    output: editedOutput,
    codes: ['C1102', ...changing],
    handler: async ({ input, caller, headers }) => {
      const named = withBatch(input, headers)
      if (!named.ok) return named
      const { channel, ...rest } = named.value
      const edited = await edit(userOf(caller), rest, [{ op: 'delete', ids: [channel] }], {
        'unknown-channel': 'C1102',
      })
      return answered(edited)
    },
  }),
  writeEndpoint({
    method: 'POST',
    path: '/chmax/lists/{id}/deleted',
    summary: 'Restore deleted channels, at the end or at a position.',
    input: z.object({ ...editInput, ids: z.array(entryId).min(1).max(limits.records), to: position }),
    output: editedOutput,
    codes: ['Q2202', ...changing],
    handler: async ({ input, caller, headers }) => {
      const named = withBatch(input, headers)
      if (!named.ok) return named
      const { ids, to, ...rest } = named.value
      return answered(await edit(userOf(caller), rest, [{ op: 'restore', ids, ...(to === undefined ? {} : { to }) }]))
    },
  }),
]

export const chmaxTableEndpoints: readonly Endpoint[] = [...reading, ...tables.flatMap(writingOf), ...channels]
