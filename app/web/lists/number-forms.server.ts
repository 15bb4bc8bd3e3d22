/**
 * The forms about order and numbers: a server file, because a schema in a route would bring its library into the page.
 */
import { z } from 'zod'
import { nameLanguages } from '~/engine/types'
import { batchIdSchema, sourceIdSchema } from '~/modules/channel-list/channel-list.schema'
import { otherSchema } from '~/modules/channel-list/merge/other.schema'
import { pastedCharactersMax } from '~/modules/channel-list/edit/paste.schema'
import { digits, idList, revision } from './forms.server'

export const version = { base: revision, source: sourceIdSchema, batch: batchIdSchema.optional().catch(undefined) }
/** The list's order, or a favourite group by its id. */
const target = z.string().regex(/^(?:order|\d{1,10})$/)

export const pasteForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('look'), text: z.string().max(pastedCharactersMax, 'A0413'), to: target }),
  z.object({ intent: z.literal('again'), text: z.string().max(pastedCharactersMax, 'A0413'), to: target }),
  z.object({ intent: z.literal('apply'), id: idList, to: target, ...version }),
])

export const languageForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('list'), language: z.enum(['original', ...nameLanguages]) }),
  z.object({
    intent: z.literal('box'),
    sn: z.string().max(40),
    language: z.enum(['list', 'original', ...nameLanguages]),
  }),
])

const nameLanguage = z.enum(nameLanguages)
/** A language, or none: a table names its own. */
const nameLanguageOrNone = z.enum(['', ...nameLanguages]).default('')
export const namesForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('paste'),
    text: z.string().max(pastedCharactersMax, 'A0413'),
    language: nameLanguageOrNone,
  }),
  z.object({
    intent: z.literal('apply'),
    with: otherSchema,
    language: nameLanguageOrNone,
    rest: z.enum(['keep', 'remove']).catch('keep'),
    ...version,
  }),
  z.object({ intent: z.literal('remove'), language: nameLanguage, batch: version.batch }),
])

/** Rows with typed numbers (`n.ID`) and ticks (`id`). */
export const mineForm = z
  .object({
    intent: z.enum(['take', 'give-back', 'delete-rest', 'undo', 'redo']),
    ...version,
    id: idList,
    taken: digits(6),
  })
  .catchall(z.union([z.string().max(20), z.array(z.string().max(20))]))

const typed = z.string().max(20).optional()
export const numbersForm = z.object({
  intent: z.enum(['swap', 'radio', 'gaps', 'plain']),
  ...version,
  one: typed,
  other: typed,
  way: z.enum(['after', 'apart', 'one']).default('after'),
  from: typed,
  to: typed,
  first: typed,
})
export type NumbersForm = z.output<typeof numbersForm>
