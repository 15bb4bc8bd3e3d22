/**
 * The customers' endpoints for two lists side by side: comparing, merging, adopting an order, and files that are
 * uploaded only for this.
 */
import { z } from 'zod'
import {
  applyOrder,
  compareLists,
  mergeLists,
  previewMergeOf,
  previewOrder,
  previewReconcile,
  mergeConflictCopy,
  holdFile,
} from '~/modules/channel-list/channel-list.server'
import { batchIdSchema, sourceIdSchema } from '~/modules/channel-list/channel-list.schema'
import {
  differenceFields,
  differenceKinds,
  lineMeanings,
  leftWhys,
  lineOutcomes,
  differenceKey,
  mergePlaces,
  mergeTakes,
  otherSchema,
  otherText,
} from '~/modules/channel-list/merge/other.schema'
import { byName, limits, polarisations } from '~/engine/types'
import { fail } from '~/errors/table'
import type { DifferenceSide, FieldValue, ReconcileClash } from '~/modules/channel-list/types'
import { editedOutput, sourceOutput } from '~/modules/channel-list/view.schema'
import { fromListText } from '~/text/form-values'
import {
  changing,
  fileOf,
  keep,
  listId,
  readEndpoint,
  scrambledNumberOf,
  scrambledOutput,
  seeing,
  typeNumberOf,
  typeOutput,
  upload,
  uploadLimit,
  withNumbers,
  write,
  writeEndpoint,
} from './chmax'
import { flag, moment, paged, pagingInput, userOf, wholeNumber } from './common'
import { answered, data, endpoint, type Endpoint, shown } from './endpoint'

const other = otherSchema.meta({
  description:
    'The other side: list.ID or list.ID.REVISION (another list), version.REVISION (of this one), file.ID (uploaded)',
  type: 'string',
})
const otherOutput = z.object({ name: z.string(), revision: z.number().int().nullable() })
const group = wholeNumber(0, limits.favouriteGroups - 1).optional()
const based = {
  base: wholeNumber(1, 1_000_000_000),
  source: sourceIdSchema.optional(),
  batch: batchIdSchema.optional(),
}
/** A list that may be missing, and in a form a single field. */
const formList = <S extends z.ZodType>(item: S) =>
  z.preprocess(fromListText, z.array(item).max(limits.records)).default([])
const leftOutput = z.object({ id: z.number().int(), name: z.string(), why: z.enum(leftWhys) })
/** Errors about the other side. */
const beside = ['A0404', 'A0422'] as const
const edits = ['C1104', 'C1106', 'A0409', 'A0503', ...changing] as const

const sideOutput = z.object({
  name: z.string(),
  position: z.number().int(),
  ...typeOutput,
  frequencyKHz: z.number().nullable(),
  polarisation: z.enum(polarisations).nullable(),
  symbolRate: z.number().nullable(),
  sid: z.number().int().nullable(),
  ...scrambledOutput,
  lock: z.boolean(),
  skip: z.boolean(),
  groups: z.array(z.object({ index: z.number().int(), name: z.string() })),
})
const countsOf = <Name extends string>(...names: readonly Name[]) => z.object(byName(names, () => z.number().int()))
/**
 * A value as a person reads it. For `access`, false is free, true is scrambled by an unnamed system, a text names the
 * system.
 */
const fieldValue = z.union([z.string(), z.number(), z.boolean()]).nullable()
const mergeRowOutput = z.object({
  id: z.number().int().meta({ description: 'The channel’s id in the other list' }),
  position: z.number().int(),
  name: z.string(),
  angle: z.number().int().nullable(),
  frequencyKHz: z.number().nullable(),
  polarisation: z.enum(polarisations).nullable(),
  symbolRate: z.number().nullable(),
  sid: z.number().int().nullable(),
  ...typeOutput,
  ...scrambledOutput,
})
const sideChoice = z.enum(['mine', 'theirs'], 'A0422')
const specNumber = z.number().int().nullable()
const clashOutput = z.object({
  key: z.string(),
  field: z.string().meta({
    description:
      'name, lock, skip, existence, position, order; a field of the channel such as videoPid, access, name.ar; or one of a part, such as satellite.name, group.order, group.existence',
  }),
  part: z.string().nullable(),
  mine: sideOutput.nullable(),
  theirs: sideOutput.nullable(),
  values: z.object({ mine: fieldValue, theirs: fieldValue }).nullable(),
  numbers: z.object({ mine: specNumber, theirs: specNumber }).nullable().meta({
    description: 'The values of type (0 TV, 1 radio) and access (0 FTA, 1 scrambled) as numbers; null for other fields',
  }),
  default: sideChoice,
})
const sideWithNumbers = (side: DifferenceSide | null) => (side === null ? null : withNumbers(side))
const sidesWithNumbers = <D extends { mine: DifferenceSide | null; theirs: DifferenceSide | null }>(one: D) => ({
  ...one,
  mine: sideWithNumbers(one.mine),
  theirs: sideWithNumbers(one.theirs),
})
const numberOf = (field: string, value: FieldValue): number | null =>
  field === 'type'
    ? typeNumberOf(value as DifferenceSide['type'])
    : scrambledNumberOf(value === null ? null : value !== false)
const showClash = (clash: ReconcileClash) => {
  const { field, values } = clash
  const isNumbered = values !== null && (field === 'type' || field === 'access')
  return {
    ...sidesWithNumbers(clash),
    numbers: isNumbered ? { mine: numberOf(field, values.mine), theirs: numberOf(field, values.theirs) } : null,
  }
}

export const chmaxListsEndpoints: readonly Endpoint[] = [
  endpoint('POST /chmax/files', {
    access: write,
    limit: uploadLimit,
    upload,
    summary:
      'Upload a file to use with lists for a day: multipart `file`, or the raw file. A file of channels, or a spreadsheet (CSV, .xlsx) whose lines name channels by name, SID or number. It never becomes a list; the last three of an account are kept. Pass `with` to the other calls.',
    output: z.object({
      with: z.string(),
      kind: z.enum(['list', 'lines']),
      fileName: z.string().nullable(),
      expiresAt: moment,
    }),
    codes: ['A0413', 'C1112', 'Q2205', 'A0400', 'A0415', 'A0422', 'A0503'],
    handler: async ({ caller, file: sent, headers }) => {
      const file = fileOf(sent, headers)
      if (file === null) return fail('A0422', { field: 'file' })
      const held = await holdFile(userOf(caller), { bytes: file.bytes, fileName: file.name }, { mayBeLines: true })
      return shown(held, (kept) => ({ ...kept, with: otherText({ kind: 'file', id: kept.id }) }), { status: 201 })
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/differences', {
    summary:
      'Compare the list with another one (`with`: `list.ID` or `list.ID.REVISION` is another list, `version.REVISION` an earlier version of this one, `file.ID` an uploaded file), matched by satellite, transponder (± 2 MHz), polarisation and SID, then by name. The counts cover all rows; `show` keeps one kind of rows, or those that differ in one field. `removed`: only this list has it, `added`: only the other one.',
    input: z.object({
      ...listId,
      ...pagingInput,
      with: other,
      show: z.enum([...differenceKinds, ...differenceFields], 'A0422').optional(),
    }),
    output: paged(
      z.object({
        kind: z.enum(differenceKinds),
        fields: z.array(z.enum(differenceFields)),
        mine: sideOutput.nullable(),
        theirs: sideOutput.nullable(),
      }),
    ).extend({
      revision: z.number().int(),
      source: sourceOutput,
      other: otherOutput,
      counts: countsOf(...differenceKinds, ...differenceFields),
      same: z.number().int(),
    }),
    codes: [...beside, ...seeing],
    handler: async ({ input: { id, with: ref, show = null, page, size }, caller }) =>
      shown(
        await compareLists(userOf(caller), id, { other: ref, show, page, size }),
        ({ differences, ...compared }) => ({
          ...compared,
          ...differences,
          items: differences.items.map(sidesWithNumbers),
        }),
      ),
  }),
  readEndpoint('GET /chmax/lists/{id}/merge', {
    summary:
      'What a merge with another list (`with`, as in compare) could take from it: the channels that are missing here, a page of those that match `search`, and how many of the common channels have other names or favourites there. `values` counts by kind the channels, satellites, transponders and groups of both that have other values there; `show` lists the differences of one kind (`differences`, the first 200 of `differing`), whose keys a merge can `pick`.',
    input: z.object({
      ...listId,
      ...pagingInput,
      with: other,
      search: z.string().max(100).default(''),
      show: z.enum(mergeTakes, 'A0422').optional(),
    }),
    output: paged(mergeRowOutput).extend({
      revision: z.number().int(),
      source: sourceOutput,
      other: otherOutput,
      missing: z.number().int(),
      names: z.number().int(),
      favourites: z.number().int(),
      missingGroups: z.array(z.string()),
      values: countsOf(...mergeTakes),
      differences: z.array(clashOutput),
      differing: z.number().int(),
      room: z.number().int(),
    }),
    codes: [...beside, ...seeing],
    handler: async ({ input: { id, with: ref, search, show = null, page, size }, caller }) =>
      shown(
        await previewMergeOf(userOf(caller), id, { other: ref, search, show, page, size }),
        ({ rows, matching, differences, ...merge }) => ({
          ...merge,
          differences: differences.map(showClash),
          items: rows.map(withNumbers),
          total: matching,
        }),
      ),
  }),
  writeEndpoint('POST /chmax/lists/{id}/merge', {
    summary:
      'Merge another list into this one, as one change on revision `base`: the missing channels `ids` (by their ids there), or `all` that match `search`; at the `end`, or in their `place` after their neighbour there; optionally the `names` and `favourites` of common channels and, of what both have, the values of the kinds in `take`: `details` (everything technical), `categories`, `numbers`, `languages` (names in other languages), `marks` (lock and skip), `sky` (satellites and transponders), `groupOrder`; or single ones by the keys in `pick`. `changed` counts what gets other values. Above 2000 channels the answer is Q2202 with the counts, and `keep` chooses among the new ones. `left`: channels whose name, satellite or transponder is not complete, or that are here already (`there`: the same transponder, SID and name). Merged channels keep their transponder: one of this list that is only near it is a different one.',
    input: z.object({
      ...listId,
      ...based,
      with: other,
      ids: formList(wholeNumber(0, 2 ** 31)),
      all: flag,
      search: z.string().max(100).default(''),
      place: z.enum(mergePlaces, 'A0422').default('end'),
      names: flag,
      favourites: flag,
      take: formList(z.enum(mergeTakes, 'A0422')),
      pick: formList(z.string().regex(differenceKey, 'A0422')),
      keep,
    }),
    output: editedOutput.extend({
      added: z.number().int(),
      renamed: z.number().int(),
      favoured: z.number().int(),
      changed: z.number().int(),
      left: z.array(leftOutput),
    }),
    codes: ['Q2202', 'C1111', ...beside, ...edits],
    handler: async ({ input: { id, with: ref, ids, all, keep: rules = [], ...asked }, caller }) => {
      const wanted = all ? 'all' : ids
      return answered(await mergeLists(userOf(caller), id, { ...asked, other: ref, wanted, keep: rules }))
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/order-from', {
    summary:
      'What the order of another list, version, favourite `group` or spreadsheet (`with`) would make of the list, line by line (`with` is `list.ID`, `list.ID.REVISION`, `version.REVISION` or `file.ID`): found, several (the first is taken), unclear (several names resemble it, none is taken), again (another line took it), missing. An exact name is tried first, then one that differs only in case and accents, then in punctuation and spaces. A `group` gives its own order. `as` says what a spreadsheet’s lines contain. `odd`: only lines that are not found exactly.',
    input: z.object({
      ...listId,
      ...pagingInput,
      with: other,
      group,
      as: z.enum(lineMeanings, 'A0422').default('auto'),
      odd: flag,
    }),
    output: paged(
      z.object({
        line: z.number().int(),
        text: z.string(),
        outcome: z.enum(lineOutcomes),
        id: z.number().int().nullable(),
        name: z.string().nullable(),
      }),
    ).extend({
      revision: z.number().int(),
      source: sourceOutput,
      other: otherOutput.extend({ kind: z.enum(['list', 'lines']) }),
      counts: countsOf(...lineOutcomes),
      found: z.number().int(),
      behind: z.number().int(),
      moved: z.number().int(),
      groups: z.array(z.object({ index: z.number().int(), name: z.string(), channels: z.number().int() })),
    }),
    codes: [...beside, ...seeing],
    handler: async ({ input: { id, with: ref, group: only, as, odd, page, size }, caller }) => {
      const asked = { other: ref, group: only ?? null, as, odd, page, size }
      const previewed = await previewOrder(userOf(caller), id, asked)
      return shown(previewed, ({ lines, ...order }) => ({ ...order, items: lines, page, size }))
    },
  }),
  writeEndpoint('POST /chmax/lists/{id}/order-from', {
    summary:
      'Give the list that order, as one change on revision `base`. Channels that it doesn’t name follow, in their current order.',
    input: z.object({
      ...listId,
      ...based,
      with: other,
      group,
      as: z.enum(lineMeanings, 'A0422').default('auto'),
    }),
    output: editedOutput.extend({ found: z.number().int(), behind: z.number().int() }),
    codes: [...beside, ...edits],
    handler: async ({ input: { id, with: ref, group: only, ...asked }, caller }) =>
      answered(await applyOrder(userOf(caller), id, { ...asked, other: ref, group: only ?? null })),
  }),
  readEndpoint('GET /chmax/lists/{id}/beside', {
    summary:
      'What merging a box’s waiting save with the list would take: counts of what only the box changed since it loaded the list, and the conflicts, with the default for each. `known` is false if it is not known what the box had loaded: then every difference is a conflict. A0404: nothing waits.',
    input: z.object(listId),
    output: z.object({
      revision: z.number().int(),
      source: sourceOutput,
      waiting: z.number().int(),
      known: z.boolean(),
      counts: countsOf(
        ...(['name', 'lock', 'skip', 'favourites', 'position', 'added', 'removed', 'groupOrder', 'details'] as const),
        ...(['category', 'number', 'satellite', 'transponder', 'group'] as const),
      ),
      clashes: z.array(clashOutput),
      total: z.number().int(),
      missingGroups: z.array(z.string()),
      left: z
        .array(leftOutput)
        .meta({ description: 'What a merge leaves in the history only, e.g. fields that no edit can set (fixed)' }),
    }),
    codes: ['C1108', 'A0404', 'A0422', ...seeing],
    handler: async ({ input: { id }, caller }) => {
      const found = await previewReconcile(userOf(caller), id)
      if (!found.ok) return found
      if (found.value === null) return fail('A0404')
      const { beside: copy, clashes } = found.value
      return data({ ...found.value, waiting: copy.revision, clashes: clashes.map(showClash) })
    },
  }),
  writeEndpoint('POST /chmax/lists/{id}/beside', {
    summary:
      'Merge the box’s save `revision` with the list’s newest revision `base`, as one change that can be undone: `choices` by a conflict’s key (mine or theirs), `all` for the others. A0412 if either has changed since. Null if there was nothing to take. Both stay in the history.',
    input: z.object({
      ...listId,
      base: wholeNumber(1, 1_000_000_000),
      revision: wholeNumber(1, 1_000_000_000),
      choices: z.record(z.string().max(48), sideChoice).default({}),
      all: sideChoice.optional(),
      batch: batchIdSchema.optional(),
    }),
    output: editedOutput.nullable(),
    codes: ['A0412', 'A0422', ...edits],
    handler: async ({ input: { id, choices, ...asked }, caller }) =>
      answered(await mergeConflictCopy(userOf(caller), id, { ...asked, choices: Object.entries(choices) })),
  }),
]
