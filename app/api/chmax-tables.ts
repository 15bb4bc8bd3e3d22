/**
 * The endpoints for the tables of a channel list: satellites, transponders, favourite groups, categories and the fields
 * of channels. Each write makes one batch of operations, as POST …/operations takes them.
 */
import { z } from 'zod'
import {
  applyOperations,
  drawIds,
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
import { addedIdMin, limits, type ChannelField, type FavouriteGroup, type Operation } from '~/engine/types'
import { fail, type Code } from '~/errors/table'
import { makeId } from '~/platform/random.server'
import { editedOutput, sourceOutput } from '~/modules/channel-list/view.schema'
import { listId, readEndpoint, seeing, typeOutput, withTypeNumber, write, writeEndpoint } from './chmax'
import { findMixed } from './channel-reach'
import { dataListOf, userOf, wholeNumber } from './common'
import { answered, data, endpoint, type Endpoint, shown } from './endpoint'

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

/** Makes ids for added entries: the same ones if a call is repeated under its id. */
const drawFor = (batch: string | undefined) => drawIds(batch ?? makeId())

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
const showGroup = (group: FavouriteGroup) => ({ ...group, isDefault: group.id < limits.defaultFavouriteGroups })
const categoryOutput = z
  .object({ id: z.number().int(), name: z.string(), logo: z.string().nullable(), channels: z.number().int() })
  .meta({ id: 'Category' })
const removedOutput = z
  .object({
    id: z.number().int(),
    name: z.string(),
    ...typeOutput,
    sid: z.number().int().nullable(),
  })
  .meta({ id: 'DeletedChannel' })

const reading: readonly Endpoint[] = [
  readEndpoint('GET /chmax/lists/{id}/satellites', {
    summary: 'The satellites of a list in its own order, with their counts.',
    input: z.object(listId),
    output: tableOutput(satelliteOutput),
    codes: seeing,
    handler: async ({ input, caller }) =>
      answered(await readTable(userOf(caller), input.id, (view) => ({ items: view.satellites() }))),
  }),
  readEndpoint('GET /chmax/lists/{id}/transponders', {
    summary: 'The transponders of a list, or of one satellite by its id.',
    input: z.object({ ...listId, satellite: entryId.optional() }),
    output: tableOutput(transponderOutput),
    codes: ['C1113', 'A0422', ...seeing],
    handler: async ({ input, caller }) => {
      const found = await readTable(userOf(caller), input.id, (view) => {
        const satellites = new Map(view.satellites().map((one) => [one.index, one.id]))
        const isKnown = input.satellite === undefined || [...satellites.values()].includes(input.satellite)
        const items = view.transponders().map(({ satellite, band = null, ...one }) => ({
          ...one,
          band,
          satellite: satellites.get(satellite) ?? null,
        }))
        return {
          isKnown,
          items: items.filter((one) => input.satellite === undefined || one.satellite === input.satellite),
        }
      })
      return found.ok && !found.value.isKnown ? fail('C1113', { field: 'satellite' }) : answered(found)
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/groups', {
    summary: 'The favourite groups of a list, at most 32.',
    input: z.object(listId),
    output: tableOutput(groupOutput),
    codes: seeing,
    handler: async ({ input, caller }) =>
      answered(await readTable(userOf(caller), input.id, (view) => ({ items: view.favouriteGroups().map(showGroup) }))),
  }),
  readEndpoint('GET /chmax/lists/{id}/groups/{group}', {
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
        return { group: group === undefined ? null : { ...showGroup(group), order: view.groupOrder(group.id) } }
      })
      if (!found.ok) return found
      const { group, ...head } = found.value
      return group === null ? fail('C1118') : data({ ...head, ...group })
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/categories', {
    summary: 'The categories of a list, at most 20. `logo` names the picture: GET …/logos/{logo}.',
    input: z.object(listId),
    output: tableOutput(categoryOutput),
    codes: seeing,
    handler: async ({ input, caller }) =>
      answered(await readTable(userOf(caller), input.id, (view) => ({ items: view.categories() }))),
  }),
  readEndpoint('GET /chmax/lists/{id}/deleted', {
    summary: 'The channels that were deleted from a list and can come back: POST to the same address with their ids.',
    input: z.object(listId),
    output: tableOutput(removedOutput),
    codes: seeing,
    handler: async ({ input, caller }) =>
      answered(await readTable(userOf(caller), input.id, (view) => ({ items: view.removed().map(withTypeNumber) }))),
  }),
  readEndpoint('GET /chmax/lists/{id}/logos/{logo}', {
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
  endpoint('POST /chmax/lists/{id}/logos', {
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
      return answered(await storeLogo(userOf(caller), input.id, file.bytes), { status: 201 })
    },
  }),
]

/** For a group in the address. */
const noGroup = { 'unknown-group': 'C1118' } as const

type Table = {
  target: 'satellite' | 'transponder' | 'group' | 'category'
  /** The table in addresses; an entry there is named by its kind. */
  table: string
  /** The name of an entry in summaries. */
  noun: string
  values: z.ZodObject
  /** Input for adding that stands beside the values. */
  beside?: z.ZodRawShape
  /** Values of an added entry that a call may leave out. */
  preset?: object
  codes: readonly Code[]
}

/** The input of a call that changes an entry, by name: the list and the batch, and all else. */
const partsOf = (input: unknown) => {
  const { id, base, source, batch, ...rest } = input as Edit & Record<string, unknown>
  return { list: { id, base, source, batch }, rest }
}

/** Adding, changing and deleting an entry of a table: one operation each. */
const writingOf = ({ target, table, noun, values, beside = {}, preset = {}, codes: own }: Table): Endpoint[] => {
  const codes = [...own, ...changing]
  const path = `/chmax/lists/{id}/${table}` as const
  // The endpoints' schemas have checked the values; the engine checks what they mean.
  const operationOf = (operation: object): Operation[] => [{ ...operation, target } as Operation]
  return [
    writeEndpoint(`POST ${path}`, {
      summary: `Add a ${noun}. The answer has its id.`,
      input: z.object({ ...editInput, ...values.shape, ...beside }),
      output: madeOutput,
      codes,
      handler: async ({ input, caller }) => {
        const { list, rest } = partsOf(input)
        const id = drawFor(list.batch)()
        const isBeside = ([name]: [string, unknown]): boolean => name in beside
        const [places, given] = [true, false].map((is) =>
          Object.fromEntries(Object.entries(rest).filter((one) => isBeside(one) === is)),
        )
        const operations = operationOf({ op: 'add', id, ...places, values: { ...preset, ...given } })
        return shown(await edit(userOf(caller), list, operations), (edited) => ({ ...edited, id }), { status: 201 })
      },
    }),
    writeEndpoint(`PUT ${path}/{${target}}`, {
      summary: `Change the given values of a ${noun}; the others stay.`,
      input: z.object({ ...editInput, [target]: entryId, ...values.partial().shape }),
      output: editedOutput,
      codes,
      handler: async ({ input, caller }) => {
        const { list, rest } = partsOf(input)
        const { [target]: id, ...more } = rest
        const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
        if (Object.keys(given).length === 0) return fail('A0422')
        return answered(await edit(userOf(caller), list, operationOf({ op: 'set', id, values: given }), noGroup))
      },
    }),
    writeEndpoint(`DELETE ${path}/{${target}}`, {
      summary: `Delete a ${noun}${target === 'satellite' || target === 'transponder' ? ', with its channels' : '; its channels stay'}. It can be undone.`,
      input: z.object({ ...editInput, [target]: entryId }),
      output: editedOutput,
      codes,
      handler: async ({ input, caller }) => {
        const { list, rest } = partsOf(input)
        return answered(await edit(userOf(caller), list, operationOf({ op: 'remove', id: rest[target] }), noGroup))
      },
    }),
  ]
}

const tables: readonly Table[] = [
  {
    target: 'satellite',
    table: 'satellites',
    noun: 'satellite',
    values: satelliteValuesSchema,
    codes: ['C1113', 'C1117'],
  },
  {
    target: 'transponder',
    table: 'transponders',
    noun: 'transponder',
    values: transponderValuesSchema,
    beside: { satellite: entryId.meta({ description: 'The satellite’s id' }) },
    codes: ['C1113', 'C1115', 'C1116'],
  },
  {
    target: 'group',
    table: 'groups',
    noun: 'favourite group',
    values: groupValuesSchema,
    codes: ['C1103', 'C1114', 'C1118', 'C1119'],
  },
  {
    target: 'category',
    table: 'categories',
    noun: 'category',
    values: categoryValuesSchema.partial({ logo: true }),
    preset: { logo: null },
    codes: ['Q2101', 'Q2102', 'Q2103'],
  },
]

const channelFields = Object.keys(channelValuesSchema.shape) as ChannelField[]
const channelInput = newChannelSchema.omit({ id: true })

const channels: readonly Endpoint[] = [
  writeEndpoint('POST /chmax/lists/{id}/channels', {
    summary:
      'Add channels, at most 100 (N1001): a name, a type, a transponder (null for a streamed channel, which has a `url`; no other has one, C1114), and as many fields as are known.',
    input: z.object({ ...editInput, channels: dataListOf(channelInput, limits.channelsPerList), to: position }),
    output: editedOutput.extend({ ids: z.array(z.number().int()) }),
    codes: ['C1114', 'C1115', 'Q2201', 'Q2202', 'Q2103', 'N1001', ...changing],
    handler: async ({ input: { channels: wanted, to, ...list }, caller }) => {
      const isMixed = ({ transponder, url }: (typeof wanted)[number]): boolean => transponder !== null && !!url
      if (wanted.some(isMixed)) return fail('C1114', { field: 'url', data: { index: wanted.findIndex(isMixed) } })
      const draw = drawFor(list.batch)
      const added = wanted.map((channel) => ({ ...channel, id: draw() }))
      const edited = await edit(userOf(caller), list, [
        { op: 'add', target: 'channel', channels: added, ...(to === undefined ? {} : { to }) },
      ])
      return shown(edited, (value) => ({ ...value, ids: added.map(({ id }) => id) }), { status: 201 })
    },
  }),
  writeEndpoint('PUT /chmax/lists/{id}/channels/{channel}', {
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
    handler: async ({ input: { id, base, source, batch, channel, name, ...fields }, caller }) => {
      const user = userOf(caller)
      const found = await readList(user, id, {}, (view) => view.channel(channel))
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
      return answered(await edit(user, { id, base, source, batch }, operations))
    },
  }),
  writeEndpoint('DELETE /chmax/lists/{id}/channels/{channel}', {
    summary: 'Delete a channel. It can be undone, and restored later.',
    input: z.object({ ...editInput, channel: entryId }),
    output: editedOutput,
    codes: ['C1102', ...changing],
    handler: async ({ input: { channel, ...list }, caller }) =>
      answered(await edit(userOf(caller), list, [{ op: 'delete', ids: [channel] }], { 'unknown-channel': 'C1102' })),
  }),
  writeEndpoint('POST /chmax/lists/{id}/deleted', {
    summary: 'Restore deleted channels, at the end or at a position.',
    input: z.object({ ...editInput, ids: dataListOf(entryId, limits.records), to: position }),
    output: editedOutput,
    codes: ['Q2202', ...changing],
    handler: async ({ input: { ids, to, ...list }, caller }) =>
      answered(await edit(userOf(caller), list, [{ op: 'restore', ids, ...(to === undefined ? {} : { to }) }])),
  }),
]

export const chmaxTableEndpoints: readonly Endpoint[] = [...reading, ...tables.flatMap(writingOf), ...channels]
