/**
 * Turns an uploaded file into a list, holds it for a decision, or refuses it with the cause; the plain and the scripted
 * form share this.
 */
import type { AppLoadContext } from '@remix-run/node'
import { limits } from '~/engine/types'
import { fail, statusOf, tooMany, type Failure } from '~/errors/table'
import { findLists, type Actor } from '~/modules/channel-list/channel-list.server'
import { acceptUpload } from '~/modules/held-upload/held-upload.server'
import { consume } from '~/platform/limits.server'
import { readForm } from '~/web/form/form.server'
import type { FormFailure } from '~/web/form/form'
import type { Flash } from '~/request/flash'
import { uploadForm } from './forms.server'
import { listPathOf, refuse } from './answer.server'
import { normalForm } from '~/text/normal-form'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first characters of a name, as people count them. */
export const cutName = (text: string, characters: number): string =>
  Array.from(graphemes.segment(text), (part) => part.segment)
    .slice(0, characters)
    .join('')
    .trim()

/** A list's name from a file's name: without folder and extension, underscores as spaces, shortened. */
export const nameOfFile = (fileName: string | null): string => {
  const plain = (fileName ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .replace(/_+/g, ' ')
    .trim()
  return cutName(plain === '' ? 'List' : plain, limits.listNameCharacters)
}

/** A name that no list of the account has yet; only for names that nobody typed. */
const freeName = async (actor: Actor, wanted: string): Promise<string> => {
  const { items } = await findLists(actor, { page: 1, size: 100 })
  const taken = new Set(items.map((list) => normalForm(list.name, 'NFKC').toLowerCase()))
  for (let number = 1; number < 100; number++) {
    const name = number === 1 ? wanted : `${cutName(wanted, limits.listNameCharacters - ` ${number}`.length)} ${number}`
    if (!taken.has(normalForm(name, 'NFKC').toLowerCase())) return name
  }
  return wanted
}

export type UploadOutcome =
  | { ok: true; to: string; name: string; next: Flash['next'] }
  | { ok: false; held: string }
  | { ok: false; held: null; failure: FormFailure; status: number }

const refusal = (failure: Failure, values: FormFailure['values']): UploadOutcome => {
  const status = statusOf(failure.code)
  return {
    ok: false,
    held: null,
    ...refuse(failure, values),
    status: [403, 413, 415, 429].includes(status) ? status : 422,
  }
}

/** A user who uploads a file wants its list; the report comes first only if it has something to say. */
export const pathOfStored = ({ id, errors, warnings }: { id: string; errors: number; warnings: number }): string =>
  `${listPathOf(id)}${errors + warnings > 0 ? '/report' : ''}`

/** What an owner of boxes does next; what others upload is published instead. */
const nextOf = (actor: Actor, id: string): Flash['next'] =>
  actor.role === 'customer' ? { href: `${listPathOf(id)}/put-on-box`, key: 'lists:action.putOnBox' } : undefined

/** Accepts the file of a multipart form. */
export const takeUpload = async (request: Request, context: AppLoadContext, actor: Actor): Promise<UploadOutcome> => {
  const points = await consume('upload', actor.userId)
  if (!points.ok) return refusal(tooMany(points), {})
  const read = await readForm(request, context, uploadForm)
  if (!read.ok) {
    const tooLarge = read.failure.errors[0]?.code === 'A0413'
    return tooLarge
      ? refusal(fail('A0413', { field: 'file', data: { reason: 'too-large' } }), {})
      : { ok: false, held: null, failure: read.failure, status: read.status }
  }
  const { file, values } = read
  if (file === null || (file.bytes.length === 0 && !file.name))
    return refusal(fail('A0422', { field: 'file', data: { reason: 'no-file' } }), values)
  if (file.bytes.length > limits.fileBytes)
    return refusal(fail('A0413', { field: 'file', data: { reason: 'too-large' } }), values)
  const typed = read.value.name?.trim() ?? ''
  const name = typed === '' ? await freeName(actor, nameOfFile(file.name)) : typed
  const result = await acceptUpload(actor, {
    bytes: file.bytes,
    fileName: file.name,
    name,
    typedName: typed,
    encoding: read.value.encoding || null,
    batch: read.value.batch,
  })
  if (result.ok) {
    const { id, name: stored } = result.value
    return { ok: true, to: pathOfStored(result.value), name: stored, next: nextOf(actor, id) }
  }
  if ('held' in result) return { ok: false, held: result.held }
  return refusal({ ...result, field: 'file' }, values)
}
