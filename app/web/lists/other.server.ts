/** The choices that a form offers to compare or merge a list with, and the upload of a file for this. */
import type { FormFailure } from '~/web/form/form'
import { json, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node'
import { limits } from '~/engine/types'
import { fail, ok, statusOf, tooMany, type Failure, type Result } from '~/errors/table'
import {
  findHeldFiles,
  findLists,
  findRevisions,
  holdFile,
  type Actor,
  type HeldListFile,
  type HeldFileRule,
  type ListDetails,
} from '~/modules/channel-list/channel-list.server'
import { otherText, parseOther, type OtherRef } from '~/modules/channel-list/merge/other.schema'
import { consume } from '~/platform/limits.server'
import { readFields } from '~/request/fields.server'
import type { ListError } from '~/ui/channel-list/error-text'
import type { OtherOptions } from '~/ui/channel-list/other-choice'
import { parsePaging } from '~/ui/paging'
import { newBatch } from '~/web/form/form.server'
import { requirePage } from '~/web/paging.server'
import { clashViewOf, listPathOf, refuseForm, type EditAnswer, type ListAsk } from './answer.server'
import { requireUserAndList } from './list-form.server'

/** How many lists of a kind and how many versions are offered. */
const maxListsOffered = 100
const maxVersionsOffered = 40

/** Lists that the account may see, earlier versions of this one, and its uploaded files. */
export const readOtherOptions = async (
  actor: Actor,
  list: ListDetails,
  { lines }: { lines: boolean },
): Promise<OtherOptions> => {
  const [lists, revisions, heldFiles] = await Promise.all([
    findLists(actor, { page: 1, size: maxListsOffered }),
    findRevisions(actor, list.id, { page: 1, size: maxVersionsOffered }),
    findHeldFiles(actor),
  ])
  return {
    lists: lists.items
      .filter(({ id }) => id !== list.id)
      .map(({ id, name, kind, channels }) => ({
        value: otherText({ kind: 'list', id, revision: null }),
        name,
        isOwn: kind === 'user',
        channels,
      })),
    versions: (revisions.ok ? revisions.value.items : [])
      .filter(({ number }) => number !== list.revision)
      .map(({ number, createdAt }) => ({
        value: otherText({ kind: 'version', revision: number }),
        number,
        at: createdAt.toISOString(),
      })),
    files: heldFiles
      .filter(({ kind }) => kind === 'list' || lines)
      .map(({ id, fileName }) => ({ value: otherText({ kind: 'file', id }), name: fileName })),
  }
}

/**
 * Reads the chosen list, version or file; both parts are null without a choice. A failure that is not about the choice
 * (long lists have to wait) throws a page with its status.
 */
const readChosen = async <T>(
  chosen: OtherRef | null,
  read: (other: OtherRef) => Promise<Result<T>>,
): Promise<{ value: T | null; failure: ListError | null }> => {
  if (chosen === null) return { value: null, failure: null }
  const found = await read(chosen)
  if (found.ok) return { value: found.value, failure: null }
  const { code, data } = found
  if (code !== 'C1101' && code !== 'A0404' && code !== 'A0422') throw json({ code }, { status: statusOf(code) })
  return { value: null, failure: { field: 'with', code, data: { ...data } } }
}

type OtherAsk = {
  user: Actor
  id: string
  other: OtherRef
  search: URLSearchParams
  paging: ReturnType<typeof parsePaging>
}
/**
 * Opens the page of a list and another one: its choices, and a page of what the chosen one gives. `lines`: it can be a
 * spreadsheet too.
 */
export const openWithOther = async <T>(
  args: Pick<LoaderFunctionArgs, 'request' | 'params' | 'context'>,
  options: { lines: boolean; read(ask: OtherAsk): Promise<Result<T>>; totalOf(value: T): number },
) => {
  const { user, list } = await requireUserAndList(args)
  const { id, name, canChange } = list
  const search = new URL(args.request.url).searchParams
  const paging = parsePaging(search)
  const chosen = parseOther(search.get('with'))
  const [offered, { value, failure }] = await Promise.all([
    readOtherOptions(user, list, options),
    readChosen(chosen, (other) => options.read({ user, id, other, search, paging })),
  ])
  if (value !== null) requirePage(args.request, { ...paging, total: options.totalOf(value) })
  const page = { list: { id, name, canChange }, options: offered, failure, ...paging, batch: newBatch() }
  return { search, value, page: { ...page, chosen: chosen === null ? null : search.get('with') } }
}

/** Holds the posted file of a form for the account. */
const holdPostedFile = async (
  request: Request,
  context: AppLoadContext,
  actor: Actor,
  options: HeldFileRule,
): Promise<Result<HeldListFile>> => {
  const points = await consume('upload', actor.userId)
  if (!points.ok) return tooMany(points)
  const read = await readFields(request, context)
  const missing: Failure = fail('A0422', { field: 'file', data: { reason: 'no-file' } })
  if (!read.ok)
    return read.code === 'A0413' ? fail('A0413', { field: 'file', data: { reason: 'too-large' } }) : { ...read }
  const { file } = read
  if (file === null || (file.bytes.length === 0 && !file.name)) return missing
  if (file.bytes.length > limits.fileBytes) return fail('A0413', { field: 'file', data: { reason: 'too-large' } })
  const made = await holdFile(actor, { bytes: file.bytes, fileName: file.name }, options)
  return made.ok ? ok(made.value) : { ...made, field: 'file' }
}

/** Answers the upload of a file: the page again with the file as the choice, or with the file's errors. */
export const answerHeldFile = async (
  { request, params, context }: Pick<ActionFunctionArgs, 'request' | 'params' | 'context'>,
  page: string,
  options: HeldFileRule,
): Promise<Response> => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const made = await holdPostedFile(request, context, user, options)
  if (made.ok)
    return redirect(`${listPathOf(list.id)}/${page}?with=${otherText({ kind: 'file', id: made.value.id })}`, {
      status: 303,
    })
  return refuseForm(made, {}, [403, 413, 415, 429, 503])
}

/** True for the form that uploads a file. */
export const isUpload = async ({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<boolean> => {
  const read = await readFields(request, context)
  return (read.ok ? read.values : (read.values ?? {}))['intent'] === 'upload' || context.upload !== null
}

/** Answers a change that failed: a conflict with its page, else the form with the error. */
export const answerFailure = async (
  { actor, t, list }: ListAsk,
  failure: Failure,
  values: FormFailure['values'],
): Promise<Response> => {
  if (failure.code === 'C1104')
    return json<EditAnswer>({ clash: await clashViewOf(actor, list.id, failure, [], t) }, { status: 409 })
  if (failure.code === 'C1101' && failure.field === undefined) throw json({ code: failure.code }, { status: 404 })
  return refuseForm(failure, values, [403, 429, 503])
}
