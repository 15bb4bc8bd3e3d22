/** The endpoints of audio entries: links to soundtracks, with tables and pictures, in MyLink's habits. */
import { z } from 'zod'
import { entryId, entryIds, linkEditSchema, linkOrders } from '~/modules/audio/audio.schema'
import {
  addEntries,
  deleteEntries,
  editEntry,
  exportTable,
  findEntries,
  findLogo,
  importTable,
  makeTemplate,
  moveEntries,
  planImport,
  sortEntries,
  storeLogo,
} from '~/modules/audio/audio.server'
import { logoBytesMax } from '~/modules/channel-list/channel-list.server'
import { fail } from '~/errors/table'
import { paged, userOf, wholeNumber } from './common'
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
const count = z.number().int()

const entryEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/audio/entries',
    access: read,
    limit: readLimit,
    summary: 'The account’s audio entries, searched, sorted and paged.',
    input: z.object(queryInput),
    output: paged(entryOutput),
    codes: ['A0422', 'I1009'],
    handler: async ({ input, caller }) => {
      const found = await findEntries(userOf(caller), input)
      return found.ok ? data({ ...found.value, items: found.value.items.map(showEntry) }) : found
    },
  }),
  endpoint({
    method: 'POST',
    path: '/audio/addEntry',
    access: write,
    limit: writeLimit,
    summary:
      'Add an entry behind the others, or with `entries` up to 100, all or none. A name has 1 to 20 characters and is the account’s only one; it leads to an address, or to a satellite, TP and SID.',
    input: z.object({ ...addInput('entries'), ...batch }),
    output: z.object({ ids: z.array(z.string()), channels: count }),
    codes: ['N1001', 'Q2201', 'Q2202', ...storing],
    handler: ({ input: { entries, batch: key, ...input }, caller, headers }) =>
      changed({ batch: key }, headers, (named) => addEntries(userOf(caller), inputsOf(input, entries), named), same, {
        status: 201,
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/audio/editEntry',
    access: write,
    limit: writeLimit,
    summary: 'Change an entry; what is left out stays, and where it leads is replaced whole.',
    input: linkEditSchema.extend({ id: entryId, ...batch }),
    output: entryOutput,
    codes: ['C1102', 'Q2201', ...storing],
    handler: ({ input: { id, ...input }, caller, headers }) =>
      changed(input, headers, (named) => editEntry(userOf(caller), id, named), showEntry),
  }),
  endpoint({
    method: 'POST',
    path: '/audio/deleteEntry',
    access: write,
    limit: writeLimit,
    summary: 'Delete entries: one `ids`, or several.',
    input: z.object({ ids: entryIds, ...batch }),
    output: z.object({ deleted: count, channels: count }),
    codes: ['C1102', ...changing],
    handler: ({ input: { ids, ...input }, caller, headers }) =>
      changed(input, headers, (named) => deleteEntries(userOf(caller), ids, named), same),
  }),
  endpoint({
    method: 'POST',
    path: '/audio/moveEntry',
    access: write,
    limit: writeLimit,
    summary: 'Move entries together to a place from 1 on, in the order in which they stand.',
    input: z.object({ ids: entryIds, to: wholeNumber(-1_000_000, 1_000_000), ...batch }),
    output: z.object({ moved: count, position: count }),
    codes: ['C1102', ...changing],
    handler: ({ input: { ids, to, ...input }, caller, headers }) =>
      changed(input, headers, (named) => moveEntries(userOf(caller), ids, to, named), same),
  }),
  endpoint({
    method: 'POST',
    path: '/audio/sortEntries',
    access: write,
    limit: writeLimit,
    summary: 'Make an order the chosen one: by name (az, za), or as the entries were added.',
    input: z.object({ order: z.enum(linkOrders, 'A0422'), ...batch }),
    output: z.object({ channels: count }),
    codes: changing,
    handler: ({ input: { order, ...input }, caller, headers }) =>
      changed(input, headers, (named) => sortEntries(userOf(caller), order, named), same),
  }),
]

export const audioEndpoints: readonly Endpoint[] = [
  ...entryEndpoints,
  ...tableEndpoints({
    path: '/audio',
    noun: 'audio entries',
    columns: 'Name, Address, Satellite, TP, SID, Logo',
    makeTemplate,
    exportTable,
    planImport,
    importTable,
  }),
  endpoint({
    method: 'POST',
    path: '/audio/logos',
    access: write,
    limit: { points: 60, seconds: 600 },
    upload: { maxBytes: logoBytesMax, required: true },
    summary:
      'Send the picture of an entry (multipart `file` or the raw body): a whole png or jpg of at most 200 K. The answer’s id is what `logo` names; a picture that nothing names goes after a day.',
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
    path: '/audio/logos/{logo}',
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
