/** Names of channels in other languages, as the API has them, and the filters of a list. */
import { z } from 'zod'
import {
  chooseBoxNames,
  chooseNames,
  findBoxNameChoices,
  findNameChoice,
  findNameLanguages,
  findNames,
  matchLines,
  nameTable,
  readList,
  removeNames,
  setNames,
  type NamesTaken,
} from '~/modules/channel-list/channel-list.server'
import { pastedCharactersMax } from '~/modules/channel-list/edit/paste.schema'
import { findBox } from '~/modules/device/device.server'
import { recordActBy } from '~/modules/audit/audit.server'
import { limits, nameLanguages, type NameLanguage } from '~/engine/types'
import { isSerialNumber } from '~/modules/registry/registry.schema'
import { plainDigits } from '~/text/digits'
import { fail } from '~/errors/table'
import { makeEtag } from '~/platform/http.server'
import { listId, read, readEndpoint, seeing, uploadLimit, write, writeEndpoint, writeLimit } from './chmax'
import { flag, userOf } from './common'
import { answered, data, done, endpoint, type Endpoint, shown } from './endpoint'
import { by, operatorEndpoint, why } from './operator'

const sn = z
  .string('A0422')
  .max(100, 'A0422')
  .transform((text) => plainDigits(text) ?? text)
  .refine(isSerialNumber, 'A0422')
const language = z.enum(nameLanguages, 'A0422').meta({ id: 'NameLanguage' })
const orOriginal = z.enum(['original', ...nameLanguages], 'A0422')
const changing = ['C1101', 'C1108', 'I1009', 'A0503'] as const

const count = z.number().int()
const takenInput = {
  ...listId,
  language: language.optional(),
  add: flag.meta({ description: 'Names that the upload doesn’t have stay' }),
  look: flag.meta({ description: 'Only report what would change' }),
}
const takenOutput = z.object({
  languages: z.array(
    z.object({
      language,
      fresh: count.meta({ description: 'Channels that had no name in it' }),
      changed: count,
      same: count,
      gone: count.meta({ description: 'Channels whose name the upload doesn’t have' }),
    }),
  ),
  unknown: count.meta({ description: 'Rows or channels of the upload that are not in this list' }),
  several: count.meta({ description: 'Rows that fit several channels' }),
  refused: count.meta({ description: 'Names of more than 50 characters, or with characters that can’t be shown' }),
  lines: z
    .array(z.object({ line: count, text: z.string(), why: z.enum(['none', 'several', 'refused']) }))
    .meta({ description: 'The first hundred of these' }),
  revision: count.nullable().meta({ description: 'The change that was made; null if nothing changed' }),
})
const showTaken = ({ odd, edited, ...taken }: NamesTaken) => ({
  ...taken,
  ...odd,
  unknown: odd.none,
  revision: edited?.revision ?? null,
})
const takingCodes = ['C1104', 'C1106', 'C1109', 'C1112', 'Q2205', ...changing] as const
const namesAsk = (input: { language?: NameLanguage | undefined; add: boolean; look: boolean }, bytes: Uint8Array) => ({
  bytes,
  language: input.language ?? null,
  replace: !input.add,
  look: input.look,
})
const choice = z.object({ value: z.string(), channels: z.number().int() })

export const chmaxNameEndpoints: readonly Endpoint[] = [
  readEndpoint('GET /chmax/lists/{id}/choices', {
    summary:
      'Further values to filter channels by: each video type, provider and encryption system that occurs in their records, the most frequent first.',
    input: z.object(listId),
    output: z.object({ videos: z.array(choice), providers: z.array(choice), encryptions: z.array(choice) }),
    codes: seeing,
    handler: async ({ input, caller }) =>
      answered(await readList(userOf(caller), input.id, {}, (view) => view.choices())),
  }),
  endpoint('POST /chmax/lists/{id}/matches', {
    access: read,
    limit: writeLimit,
    summary:
      'Which channels pasted lines mean: each a name, a number, or both (“12. News”). An exact name is tried first, then one that differs only in case and accents, then in punctuation and spaces. Lines that match nothing are in `missing`, those for a channel that another line already has in `again`, those that match several in `ambiguous` with all of them. Changes nothing: put the ids into a group (`favourite`, `group-order`) or the order (`order`).',
    input: z.object({ ...listId, text: z.string('A0422').max(pastedCharactersMax, 'A0413') }),
    output: z.object({
      revision: z.number().int(),
      source: z.string(),
      found: z.array(z.object({ text: z.string(), id: z.number().int() })),
      missing: z.array(z.string()),
      again: z.array(z.string()),
      ambiguous: z.array(z.object({ text: z.string(), ids: z.array(z.number().int()) })),
    }),
    codes: ['A0413', 'A0422', ...seeing],
    handler: async ({ input, caller }) =>
      shown(await matchLines(userOf(caller), input.id, input.text), ({ lines, ...matched }) => ({
        ...matched,
        found: lines.flatMap(({ text, id }) => (id === null ? [] : [{ text, id }])),
        missing: lines.flatMap(({ text, id, candidates, again }) =>
          id === null && candidates.length === 0 && !again ? [text] : [],
        ),
        again: lines.flatMap(({ text, again }) => (again ? [text] : [])),
        ambiguous: lines.flatMap(({ text, candidates: ids }) => (ids.length === 0 ? [] : [{ text, ids }])),
      })),
  }),
  readEndpoint('GET /chmax/lists/{id}/names', {
    summary:
      'The languages in which the list has channel names, with how many channels have one, and the language that the account chose for it.',
    input: z.object(listId),
    output: z.object({
      languages: z.array(z.object({ language, channels: z.number().int() })),
      total: z.number().int().meta({ description: 'The list’s channels' }),
      chosen: orOriginal,
    }),
    codes: seeing,
    handler: async ({ input, caller }) => {
      const user = userOf(caller)
      const [found, chosen] = await Promise.all([
        findNameLanguages(user, input.id),
        findNameChoice(user.userId, input.id),
      ])
      return shown(found, (names) => ({ ...names, chosen: chosen ?? ('original' as const) }))
    },
  }),
  endpoint('PUT /chmax/lists/{id}/names', {
    access: write,
    limit: uploadLimit,
    upload: { maxBytes: limits.fileBytes, required: false },
    summary:
      'Upload names in other languages: a table (CSV or xlsx with a column for each of ar, fa, fr, es, pt, en, ru, and satellite as 19.2E, frequency in MHz, polarisation and sid, or number or name), or the same list in one language as a file, with `language`. It is one change that can be undone. Replaces the names in the upload’s languages (`add`: names that the upload doesn’t have stay); channels are found by satellite, transponder (± 2 MHz) and SID.',
    input: z.object(takenInput),
    output: takenOutput,
    codes: ['A0400', 'A0413', 'A0422', ...takingCodes],
    handler: async ({ input, caller, file }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      return shown(await setNames(userOf(caller), input.id, namesAsk(input, file.bytes)), showTaken)
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/nameTable', {
    summary: 'Every channel with its names as a table (CSV), to be filled in and uploaded again.',
    input: z.object(listId),
    output: 'file',
    codes: seeing,
    handler: async ({ input, caller }) => {
      const table = await nameTable(userOf(caller), input.id)
      if (!table.ok) return table
      const bytes = new TextEncoder().encode(table.value.text)
      return {
        kind: 'file',
        bytes,
        type: 'text/csv; charset=utf-8',
        fileName: `${table.value.name}.csv`,
        etag: makeEtag(bytes),
        lastModified: table.value.lastModified,
      }
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/names/{language}', {
    summary: 'The names of the newest revision’s channels in a language, where they differ from their own.',
    input: z.object({ ...listId, language }),
    output: z.object({
      language,
      revision: z.number().int(),
      source: z.string(),
      names: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
    codes: ['A0422', ...seeing],
    handler: async ({ input, caller }) =>
      shown(await findNames(userOf(caller), input.id, input.language), ({ names, ...found }) => ({
        ...found,
        language: input.language,
        names: names.map(([id, name]) => ({ id, name })),
      })),
  }),
  writeEndpoint('DELETE /chmax/lists/{id}/names/{language}', {
    summary: 'Remove the list’s names in a language, as one change that can be undone.',
    input: z.object({ ...listId, language }),
    output: z.null(),
    codes: ['A0422', 'C1104', 'C1109', ...changing],
    handler: async ({ input, caller }) => done(await removeNames(userOf(caller), input.id, input.language)),
  }),
  writeEndpoint('PUT /chmax/lists/{id}/language', {
    summary:
      'Choose the language of the list’s names for this account: its pages show them, its boxes get them. `original`: as they are.',
    input: z.object({ ...listId, language: orOriginal }),
    output: z.object({ chosen: orOriginal }),
    codes: ['A0422', ...seeing],
    handler: async ({ input: { id, language: chosen }, caller }) =>
      shown(await chooseNames(userOf(caller), id, chosen === 'original' ? null : chosen), () => ({ chosen })),
  }),
  readEndpoint('GET /chmax/boxes/{sn}/language', {
    summary: 'The language of names on one box of the account: `list` if it follows the choice for its list.',
    input: z.object({ sn }),
    output: z.object({ language: z.enum(['list', 'original', ...nameLanguages]) }),
    codes: ['I1402', 'A0422'],
    handler: async ({ input, caller }) => {
      const { userId } = userOf(caller)
      if ((await findBox(userId, input.sn)) === null) return fail('I1402')
      const { box } = await findBoxNameChoices(userId, input.sn)
      return data({ language: box ?? ('list' as const) })
    },
  }),
  writeEndpoint('PUT /chmax/boxes/{sn}/language', {
    summary:
      'Choose the language of names on one box, whichever list it loads; `list` follows the choice for its list again.',
    input: z.object({ sn, language: z.enum(['list', 'original', ...nameLanguages], 'A0422') }),
    output: z.object({ language: z.enum(['list', 'original', ...nameLanguages]) }),
    codes: ['I1402', 'A0422'],
    handler: async ({ input: { sn: box, language: chosen }, caller }) =>
      shown(await chooseBoxNames(userOf(caller), box, chosen === 'list' ? null : chosen), () => ({ language: chosen })),
  }),
  operatorEndpoint('PUT /operator/lists/{id}/names', {
    summary:
      'Give a published list names in other languages: a table (CSV) with a column for each, or the list in one language with `language`. As PUT /chmax/lists/{id}/names.',
    upload: { maxBytes: limits.fileBytes, required: true },
    input: z.object({ ...takenInput, why }),
    output: takenOutput,
    codes: ['A0400', 'A0413', 'A0422', ...takingCodes],
    command: {
      name: 'lists names',
      words: { id: { show: 'ID', missing: 'The list’s id' }, file: { show: 'FILE', missing: 'The file' } },
      options: {
        language: { show: 'LANGUAGE', rule: 'ar, fa, fr, es, pt, en or ru' },
        add: { show: 'true', rule: 'true or false' },
        look: { show: 'true', rule: 'true or false' },
      },
      help: 'names of channels in other languages: CSV, or the list in one of them;\nboxes have them once the version is released',
      answer: [
        { table: ['language', 'fresh', 'changed', 'same', 'gone'], rows: 'languages' },
        { say: 'Rows of no channel: {unknown}; of several: {several}; names that were refused: {refused}' },
      ],
    },
    handler: async ({ input, caller, file }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      const user = userOf(caller)
      const taken = await setNames(user, input.id, namesAsk(input, file.bytes))
      if (!taken.ok) return taken
      const languages = taken.value.languages.map((one) => one.language).join(' ')
      if (taken.value.edited !== null)
        await recordActBy(by(caller, input.why), { action: 'list.names', subject: input.id, detail: languages })
      return data(showTaken(taken.value))
    },
  }),
]
