/** The endpoints for manuals: those for a customer's own boxes, downloads for everybody, and the operator's uploads. */
import { z } from 'zod'
import {
  addInstruction,
  bestText,
  findInstructionsOfBox,
  instructionLimits,
  listInstructions,
  openInstruction,
  removeInstruction,
  type Instruction,
} from '~/modules/instruction/instruction.server'
import { instructionTitle } from '~/modules/instruction/instruction.schema'
import { modelName, serialNumber } from '~/modules/registry/registry.schema'
import { codeOf, defaultLanguage, languages, parseLanguage, type Language } from '~/i18n/languages'
import { fail } from '~/errors/table'
import { moment, paged, pagingInput, userOf } from './common'
import { data, done, endpoint, type Endpoint } from './endpoint'
import { by, operatorEndpoint, why } from './operator'

const limit = { points: 240, seconds: 60 } as const
const id = z.string('A0422').min(1, 'A0422').max(64, 'A0422')
const languageCodes = languages.map(({ code }) => code)

/** The languages of the portal, counted from 1: en fa ar ru ua pt es fr. */
const configIdOf = (language: Language): number => languages.findIndex(({ tag }) => tag === language) + 1
const languageOfConfigId = (text: string): Language | null =>
  /^\d+$/.test(text) ? (languages[Number(text) - 1]?.tag ?? null) : parseLanguage(text)
const tagOf = (language: string): Language => parseLanguage(language) ?? defaultLanguage

const language = z
  .string('A0422')
  .max(20, 'A0422')
  .transform((text, context) => {
    const found = parseLanguage(text)
    if (found !== null) return found
    context.addIssue({ code: 'custom', message: 'A0422' })
    return z.NEVER
  })
  .meta({ enum: languageCodes })
const languageConfigId = z
  .string('A0422')
  .max(20, 'A0422')
  .transform((text, context) => {
    const found = languageOfConfigId(text)
    if (found !== null) return found
    context.addIssue({ code: 'custom', message: 'A0422' })
    return z.NEVER
  })
  .optional()
  .meta({
    description:
      '1 to 8 for en, fa, ar, ru, ua, pt, es, fr, or the code; absent: the call’s language. A manual that lacks it comes in English.',
  })

const textOutput = z.object({
  languageConfigId: z.number().int(),
  language: z.enum(languageCodes),
  title: z.string(),
  fileName: z.string(),
  size: z.number().int(),
})
const instructionOutput = z
  .object({ id: z.string(), model: z.string(), updatedAt: moment, languages: z.array(textOutput) })
  .meta({ id: 'Instruction' })
const show = (one: Instruction): z.output<typeof instructionOutput> => ({
  ...one,
  languages: one.texts.map((text) => ({
    ...text,
    languageConfigId: configIdOf(tagOf(text.language)),
    language: codeOf(tagOf(text.language)),
  })),
})

const languageRule = 'en, fa, ar, ru, ua, pt, es or fr'

const manualOutput = instructionOutput
  .extend({ title: z.string(), languageConfigId: z.number().int() })
  .meta({ id: 'Manual' })

export const instructionEndpoints: readonly Endpoint[] = [
  endpoint('GET /modelConfig/customer/instructions/{sn}', {
    summary:
      'The manuals of one of the caller’s boxes, newest first: each with its title in the call’s language (else English) and the languages that it has. S1000: no such serial number; I1402: not a box of the account.',
    access: { who: 'session' },
    limit,
    input: z.object({ sn: serialNumber }),
    output: z.object({ items: z.array(manualOutput) }),
    codes: ['D1107', 'S1000', 'I1402'],
    handler: async ({ input, caller, address, language: asked }) => {
      const found = await findInstructionsOfBox(userOf(caller).userId, input.sn, { address })
      if (!found.ok) return found
      return data({
        items: found.value.flatMap((instruction) => {
          const text = bestText(instruction.texts, tagOf(asked))
          return text === null
            ? []
            : [{ ...show(instruction), title: text.title, languageConfigId: configIdOf(tagOf(text.language)) }]
        }),
      })
    },
  }),
  endpoint('GET /modelConfig/instruction/download/instruction/{instructionId}', {
    summary:
      'A manual’s file (PDF) in a language, else in English, else in the first that it has. M4301, as JSON: there is no such manual.',
    access: { who: 'anyone' },
    limit,
    input: z.object({ instructionId: id, languageConfigId }),
    output: 'file',
    codes: ['A0422', 'M4301'],
    handler: async ({ input, language: asked }) => {
      const opened = await openInstruction(input.instructionId, input.languageConfigId ?? tagOf(asked))
      if (!opened.ok) return opened
      const { language: given, ...file } = opened.value
      return { kind: 'stream', ...file, fileName: file.fileName.replace(/\.pdf$/, ` (${codeOf(tagOf(given))}).pdf`) }
    },
  }),
  operatorEndpoint('POST /operator/instructions', {
    summary:
      'Upload a manual: a PDF as multipart `file` or raw body, with `model` (its name), `language`, `title`. With `id` it is added to that manual as another language, or replaces the file in that language.',
    input: z.object({ model: modelName, language, title: instructionTitle, id: id.optional(), why }),
    upload: { maxBytes: instructionLimits.fileBytes, required: true },
    output: instructionOutput,
    codes: ['M3301', 'M4301', 'N1001', 'A0413', 'A0415', 'A0422', 'A0503'],
    command: {
      name: 'instructions add',
      words: {
        model: { show: 'MODEL', missing: 'The model’s name' },
        file: { show: 'FILE', missing: 'The file' },
      },
      options: {
        language: { show: 'CODE', rule: languageRule },
        title: { rule: 'one line that can be seen, of up to 120 characters' },
      },
      help: 'a manual (PDF) of a model; with --id one more language of it, or a new file',
      answer: [{ say: 'Added to {model} ({id}), languages: {languages.language}' }],
    },
    handler: async ({ input, caller, file }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      const { why: reason, ...given } = input
      const added = await addInstruction(by(caller, reason), { ...given, bytes: file.bytes })
      return added.ok ? data(show(added.value), { status: 201 }) : added
    },
  }),
  operatorEndpoint('GET /operator/instructions', {
    summary: 'All manuals, newest first; with `model` only those of that model.',
    input: z.object({ ...pagingInput, model: modelName.optional() }),
    output: paged(instructionOutput),
    codes: ['A0422'],
    command: {
      name: 'instructions list',
      answer: [
        {
          table: [
            'updatedAt',
            'model',
            { name: 'title', of: '{languages.0.title}' },
            { name: 'languages', of: '{languages.language|words}' },
            'id',
          ],
        },
      ],
    },
    handler: async ({ input }) => {
      const found = await listInstructions({ ...input, model: input.model ?? null })
      return data({ ...input, total: found.total, items: found.items.map(show) })
    },
  }),
  operatorEndpoint('DELETE /operator/instructions/{id}', {
    summary:
      'Remove a manual, or with `language` only that language of it; removing the last language removes the manual.',
    input: z.object({ id, language: language.optional(), why }),
    output: z.null(),
    codes: ['M4301', 'A0422'],
    command: {
      name: 'instructions remove',
      words: { id: { show: 'ID', missing: 'The manual’s id' } },
      options: { language: { show: 'CODE', rule: languageRule } },
      help: 'the whole manual, or one language of it',
      answer: [
        { say: 'The manual is removed.', unless: 'language' },
        { say: 'The manual’s language {language} is removed.', when: 'language' },
      ],
    },
    handler: async ({ input, caller }) =>
      done(await removeInstruction(by(caller, input.why), input.id, input.language ?? null)),
  }),
]
