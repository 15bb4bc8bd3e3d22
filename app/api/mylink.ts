/** The endpoints of MyLink: categories of links, their channels, tables and pictures. */
import { z } from 'zod'
import {
  categoryEditSchema,
  categoryId,
  categorySchema,
  channelId,
  channelIds,
  linkEditSchema,
  linkOrders,
  moveTo,
} from '~/modules/mylink/mylink.schema'
import {
  addCategory,
  addChannels,
  deleteCategory,
  deleteChannels,
  editCategory,
  editChannel,
  exportTable,
  findCategories,
  findChannels,
  findLogo,
  importTable,
  makeTemplate,
  moveCategory,
  moveChannels,
  planImport,
  sortChannels,
  storeLogo,
  type Category,
} from '~/modules/mylink/mylink.server'
import { logoBytesMax } from '~/modules/channel-list/channel-list.server'
import { fail } from '~/errors/table'
import { iso, moment, paged, userOf, wholeNumber } from './common'
import { data, endpoint, type Endpoint } from './endpoint'
import {
  addInput,
  batch,
  changed,
  changing,
  entryOutput,
  inputsOf,
  logoAnswer,
  logoId,
  queryInput,
  read,
  readLimit,
  showEntry,
  storing,
  tableEndpoints,
  write,
  writeLimit,
} from './link-shape'

const same = <T>(value: T): T => value
const category = { category: categoryId.meta({ description: 'The category’s id' }) }
const count = z.number().int()

const categoryOutput = z
  .object({
    id: z.string(),
    name: z.string(),
    logo: z.string().nullable(),
    channels: count,
    position: count,
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'LinkCategory' })
const showCategory = (one: Category): z.output<typeof categoryOutput> => ({
  ...one,
  createdAt: iso(one.createdAt),
  updatedAt: iso(one.updatedAt),
})

const categoryEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/mylink/categories',
    access: read,
    limit: readLimit,
    summary: 'The account’s categories in their order, at most 20.',
    input: z.object({}),
    output: z.array(categoryOutput),
    codes: ['I1009'],
    handler: async ({ caller }) => data((await findCategories(userOf(caller))).map(showCategory)),
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/addCategory',
    access: write,
    limit: writeLimit,
    summary: 'Add a category behind the others; its name has 1 to 20 characters and is the account’s only one.',
    input: categorySchema.extend(batch),
    output: categoryOutput,
    codes: ['Q2101', 'Q2102', ...storing],
    handler: ({ input, caller, headers }) =>
      changed(input, headers, (named) => addCategory(userOf(caller), named), showCategory, { status: 201 }),
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/editCategory',
    access: write,
    limit: writeLimit,
    summary: 'Rename a category, or change its picture; what is left out stays.',
    input: categoryEditSchema.extend({ ...category, ...batch }),
    output: categoryOutput,
    codes: ['Q2101', 'Q2103', ...storing],
    handler: ({ input: { category: id, ...input }, caller, headers }) =>
      changed(input, headers, (named) => editCategory(userOf(caller), id, named), showCategory),
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/deleteCategory',
    access: write,
    limit: writeLimit,
    summary: 'Delete a category with its channels; the answer says how many they were.',
    input: z.object({ ...category, ...batch }),
    output: z.object({ name: z.string(), channels: count }),
    codes: ['Q2103', ...changing],
    handler: ({ input: { category: id, ...input }, caller, headers }) =>
      changed(input, headers, (named) => deleteCategory(userOf(caller), id, named), same),
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/moveCategory',
    access: write,
    limit: writeLimit,
    summary: 'Move a category to a place from 1 on, or a step `up` or `down`.',
    input: z.object({ ...category, to: moveTo, ...batch }),
    output: z.object({ position: count, total: count }),
    codes: ['Q2103', ...changing],
    handler: ({ input: { category: id, to, ...input }, caller, headers }) =>
      changed(input, headers, (named) => moveCategory(userOf(caller), id, to, named), same),
  }),
]

const channelEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/mylink/channels',
    access: read,
    limit: readLimit,
    summary: 'A category’s channels, searched, sorted and paged.',
    input: z.object({ ...category, ...queryInput }),
    output: paged(entryOutput),
    codes: ['A0422', 'Q2103', 'I1009'],
    handler: async ({ input: { category: id, ...query }, caller }) => {
      const found = await findChannels(userOf(caller), id, query)
      return found.ok ? data({ ...found.value, items: found.value.items.map(showEntry) }) : found
    },
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/showNoSort',
    access: read,
    limit: readLimit,
    summary: 'A category’s channels in the order in which they were added, whatever order was chosen; changes nothing.',
    input: z.object({ ...category, page: queryInput.page, size: queryInput.size, search: queryInput.search }),
    output: paged(entryOutput),
    codes: ['A0422', 'Q2103', 'I1009'],
    handler: async ({ input: { category: id, ...query }, caller }) => {
      const found = await findChannels(userOf(caller), id, { ...query, sort: 'added' })
      return found.ok ? data({ ...found.value, items: found.value.items.map(showEntry) }) : found
    },
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/addChannel',
    access: write,
    limit: writeLimit,
    summary:
      'Add a channel behind the others, or with `channels` up to 100, all or none. A name has 1 to 50 characters and is its category’s only one; it leads to an address, or to a satellite, TP and SID.',
    input: z.object({ ...category, ...addInput('channels'), ...batch }),
    output: z.object({ ids: z.array(z.string()), channels: count }),
    codes: ['N1001', 'Q2103', 'Q2201', 'Q2202', ...storing],
    handler: ({ input: { category: id, channels, batch: key, ...input }, caller, headers }) =>
      changed(
        { batch: key },
        headers,
        (named) => addChannels(userOf(caller), id, inputsOf(input, channels), named),
        same,
        { status: 201 },
      ),
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/editChannel',
    access: write,
    limit: writeLimit,
    summary: 'Change a channel; what is left out stays, and where it leads is replaced whole.',
    input: linkEditSchema.extend({ ...category, id: channelId, ...batch }),
    output: entryOutput,
    codes: ['C1102', 'Q2103', 'Q2201', ...storing],
    handler: ({ input: { category: shelf, id, ...input }, caller, headers }) =>
      changed(input, headers, (named) => editChannel(userOf(caller), shelf, id, named), showEntry),
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/deleteChannel',
    access: write,
    limit: writeLimit,
    summary: 'Delete channels: one `ids`, or several.',
    input: z.object({ ...category, ids: channelIds, ...batch }),
    output: z.object({ deleted: count, channels: count }),
    codes: ['C1102', 'Q2103', ...changing],
    handler: ({ input: { category: id, ids, ...input }, caller, headers }) =>
      changed(input, headers, (named) => deleteChannels(userOf(caller), id, ids, named), same),
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/moveChannel',
    access: write,
    limit: writeLimit,
    summary: 'Move channels together to a place from 1 on, in the order in which they stand.',
    input: z.object({ ...category, ids: channelIds, to: wholeNumber(-1_000_000, 1_000_000), ...batch }),
    output: z.object({ moved: count, position: count }),
    codes: ['C1102', 'Q2103', ...changing],
    handler: ({ input: { category: id, ids, to, ...input }, caller, headers }) =>
      changed(input, headers, (named) => moveChannels(userOf(caller), id, ids, to, named), same),
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/sortChannels',
    access: write,
    limit: writeLimit,
    summary: 'Make an order the category’s own: by name (az, za), or as its channels were added.',
    input: z.object({ ...category, order: z.enum(linkOrders, 'A0422'), ...batch }),
    output: z.object({ channels: count }),
    codes: ['Q2103', ...changing],
    handler: ({ input: { category: id, order, ...input }, caller, headers }) =>
      changed(input, headers, (named) => sortChannels(userOf(caller), id, order, named), same),
  }),
]

export const mylinkEndpoints: readonly Endpoint[] = [
  ...categoryEndpoints,
  ...channelEndpoints,
  ...tableEndpoints({
    path: '/mylink',
    noun: 'categories and channels',
    columns: 'Category, Name, Address, Satellite, TP, SID, Logo',
    makeTemplate,
    exportTable,
    planImport,
    importTable,
  }),
  endpoint({
    method: 'POST',
    path: '/mylink/logos',
    access: write,
    limit: { points: 60, seconds: 600 },
    upload: { maxBytes: logoBytesMax, required: true },
    summary:
      'Send the picture of a category or channel (multipart `file` or the raw body): a whole png or jpg of at most 200 K. The answer’s id is what `logo` names; a picture that nothing names goes after a day.',
    input: z.object({}),
    output: z.object({ id: z.string() }),
    codes: ['A0400', 'A0413', 'A0415', 'A0422', 'A0503', 'C1109', 'C1202', 'I1009'],
    handler: async ({ caller, file }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      const stored = await storeLogo(userOf(caller), file.bytes)
      return stored.ok ? data(stored.value, { status: 201 }) : stored
    },
  }),
  endpoint({
    method: 'GET',
    path: '/mylink/logos/{logo}',
    access: read,
    limit: readLimit,
    summary: 'A picture that the account sent, or that its links show.',
    input: z.object({ logo: logoId }),
    output: 'file',
    codes: ['A0404', 'A0416', 'A0422', 'I1009'],
    handler: async ({ input, caller }) => {
      const found = await findLogo(userOf(caller), input.logo)
      return found.ok ? logoAnswer(found.value) : found
    },
  }),
]
