/**
 * The page of names in other languages: reads names from a file or another list, and makes the edits that apply them.
 */
import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { nameLanguages, type NameLanguage, type Operation } from '~/engine/types'
import { fail, statusOf, tooMany, type Failure } from '~/errors/table'
import {
  namesFileRule,
  namesOperations,
  previewNames,
  holdFile,
  withoutNamesOperations,
  type Actor,
  type NamesPreview,
  type Paging,
} from '~/modules/channel-list/channel-list.server'
import { otherText, parseOther } from '~/modules/channel-list/merge/other.schema'
import { consume } from '~/platform/limits.server'
import { invalid } from '~/web/form/form.server'
import type { ListError } from '~/ui/channel-list/error-text'
import { shortened } from '~/text/graphemes'
import { answerEdit, listPathOf, refuseForm, type ListAsk } from './answer.server'
import { namesForm } from './number-forms.server'
import { answerHeldFile, answerFailure, isUpload } from './other.server'
import { readListForm } from './list-form.server'

/** The address's parameters: which names, in which language, and whether the list's other names are kept. */
export type NamesAsked = { with: string | null; language: NameLanguage | ''; rest: 'keep' | 'remove' }
export const readNamesAsked = (search: URLSearchParams): NamesAsked => ({
  with: parseOther(search.get('with')) === null ? null : search.get('with'),
  language: nameLanguages.find((one) => one === search.get('language')) ?? '',
  rest: search.get('rest') === 'remove' ? 'remove' : 'keep',
})

/** `no-columns`: lines without a heading and without a chosen language, or without a second column. */
export type NamesReason = 'no-language' | 'no-columns' | 'no-names'
export type NamesShown = { preview: NamesPreview | null; reason: NamesReason | null; failure: ListError | null }

const reasons: readonly string[] = ['no-language', 'no-columns', 'no-names'] satisfies NamesReason[]
const isReason = (value: unknown): value is NamesReason => typeof value === 'string' && reasons.includes(value)

const shownOf = (preview: NamesPreview): NamesPreview => ({
  ...preview,
  lines: preview.lines.map((line) => ({ ...line, text: shortened(line.text) })),
  changes: { ...preview.changes, items: preview.changes.items.map((row) => ({ ...row, name: shortened(row.name) })) },
})

/** What the chosen names would change. A failure that is not about the choice throws a page with its status. */
export const showNames = async (
  actor: Actor,
  id: string,
  { with: chosen, language, rest }: NamesAsked,
  paging: Paging,
): Promise<NamesShown> => {
  const other = parseOther(chosen)
  if (other === null) return { preview: null, reason: null, failure: null }
  const found = await previewNames(actor, id, {
    other,
    language: language === '' ? null : language,
    replace: rest === 'remove',
    paging,
  })
  if (found.ok) return { preview: shownOf(found.value), reason: null, failure: null }
  const { code, data } = found
  if (code === 'A0422' && isReason(data?.['reason'])) return { preview: null, reason: data['reason'], failure: null }
  if (code !== 'C1101' && code !== 'A0404') throw json({ code }, { status: statusOf(code) })
  return { preview: null, reason: null, failure: { field: 'with', code, data: { ...data } } }
}

/** Keeps pasted lines for the preview, as a file would be. */
const answerPasted = async (
  actor: Actor,
  id: string,
  { text, language }: { text: string; language: string },
): Promise<Response> => {
  const refused = (failure: Failure): Response =>
    refuseForm({ ...failure, field: 'text' }, { text, language }, [413, 429, 503])
  if (text.trim() === '') return refused(fail('C1106', { data: { reason: 'nothing-pasted' } }))
  const points = await consume('upload', actor.userId)
  if (!points.ok) return refused(tooMany(points))
  const made = await holdFile(actor, { bytes: new TextEncoder().encode(text), fileName: null }, namesFileRule)
  if (!made.ok) return refused(made)
  const search = new URLSearchParams({ with: otherText({ kind: 'file', id: made.value.id }), language })
  return redirect(`${listPathOf(id)}/names?${search.toString()}`, { status: 303 })
}

type Finish = {
  operations: Operation[]
  base: number
  source: string
  batch?: string | undefined
  key: 'numbers:names.done' | 'numbers:names.removed'
  params?: Record<string, string>
}
const finish = (ask: ListAsk, { key, params = {}, ...edit }: Finish): Promise<Response> =>
  answerEdit({ ...ask, ...edit, to: `${listPathOf(ask.list.id)}/names`, done: { key, params } })

/** Answers the forms of the page. */
export const answerNames = async (args: ActionFunctionArgs): Promise<Response> => {
  if (await isUpload(args)) return answerHeldFile(args, 'names', namesFileRule)
  const { ask, user, t, list, read } = await readListForm(args, namesForm)
  if (!read.ok) return invalid(read)
  const form = read.value
  if (form.intent === 'paste') return answerPasted(user, list.id, form)
  const made =
    form.intent === 'remove'
      ? await withoutNamesOperations(user, list.id, form.language)
      : await namesOperations(user, list.id, {
          other: form.with,
          base: form.base,
          source: form.source,
          language: form.language === '' ? null : form.language,
          replace: form.rest === 'remove',
        })
  if (!made.ok) return answerFailure(ask, made, read.values)
  const { operations } = made.value
  if (form.intent === 'apply') return finish(ask, { ...form, operations, key: 'numbers:names.done' })
  const language = t(`lists:nameLanguage.${form.language}`)
  if (operations.length === 0) return redirect(`${listPathOf(list.id)}/names`, { status: 303 })
  const { revision: base = list.revision, source = list.source } = 'revision' in made.value ? made.value : {}
  return finish(ask, {
    operations,
    base,
    source,
    batch: form.batch,
    key: 'numbers:names.removed',
    params: { language },
  })
}
