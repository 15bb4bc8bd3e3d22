/**
 * Shared by the pages of the message centre: the search's moments, and a form whose files are received before it is
 * validated.
 */
import { json, type AppLoadContext, type TypedResponse } from '@remix-run/node'
import type { z } from 'zod'
import {
  cancelAttachment,
  findUnsent,
  listUnsent,
  takeStored,
  type Attachment,
} from '~/modules/attachment/attachment.server'
import { statusOf, type Code, type Failure } from '~/errors/table'
import { beginOf, onOneLine } from '~/text/plain-text'
import type { FormError } from '~/web/form/form'
import { readFields } from '~/request/fields.server'
import { readForm, type InvalidAnswer } from '~/web/form/form.server'

export { replySchema, sendFeedbackSchema } from '~/modules/feedback/feedback.schema'

/** What a list shows of a text: two lines on a desktop. */
export const excerptOf = (text: string): string => beginOf(onOneLine(text), 300)

const prefetching = /prefetch|prerender/
/** False for a prefetch: nobody has read it. */
export const isSeen = (request: Request): boolean =>
  !prefetching.test(`${request.headers.get('sec-purpose') ?? ''} ${request.headers.get('purpose') ?? ''}`)

/** A file of a form that is shown again; it is already on the server. */
export type KeptFile = Pick<Attachment, 'id' | 'kind' | 'name' | 'size' | 'width' | 'height'>
const keptOf = ({ id, kind, name, size, width, height }: Attachment): KeptFile => ({
  id,
  kind,
  name,
  size,
  width,
  height,
})

/**
 * An unsent file of the account, to be used or discarded. A file that another window is sending right now is not
 * included.
 */
export type UnsentFile = KeptFile & Pick<Attachment, 'received' | 'done'>
export const unsentFilesOf = async (userId: string): Promise<UnsentFile[]> =>
  (await listUnsent(userId))
    .filter((one) => !one.isMoving)
    .map((one) => ({ ...keptOf(one), received: one.received, done: one.done }))

const idsOf = (value: string | string[] | undefined): string[] =>
  value === undefined || value === '' ? [] : typeof value === 'string' ? [value] : value

/** Gives each file to the text it was sent with: the customer's next one after it arrived. */
export const withFiles = <W extends { side: 'customer' | 'provider'; at: string }>(
  words: readonly W[],
  files: readonly Attachment[],
): (W & { files: KeptFile[] })[] => {
  const customers = words.filter((word) => word.side === 'customer')
  const placeOf = (file: Attachment): W | undefined =>
    customers.find((word) => word.at >= file.createdAt.toISOString()) ?? customers.at(-1)
  return words.map((word) => ({ ...word, files: files.filter((file) => placeOf(file) === word).map(keptOf) }))
}

type Answered = TypedResponse<InvalidAnswer & { kept: KeptFile[] }>
export type FeedbackForm<T> = {
  /** The files of the message: earlier ones by their ids, and those sent with the form. */
  attachment: string[]
  /** Shows the form again, with the files that are already on the server. */
  refuse(failure: Failure): Promise<Answered>
} & ({ trouble: null; value: T } | { trouble: () => Promise<Answered> })

/** Reads a feedback form. Its files count as sent even if the rest is invalid, so that none must be sent twice. */
export const readFeedbackForm = async <S extends z.ZodType>(
  request: Request,
  context: AppLoadContext,
  userId: string,
  schema: S,
): Promise<FeedbackForm<z.output<S>>> => {
  const read = await readForm(request, context, schema)
  const upload = context.upload?.ok === true ? context.upload : null
  const { taken, failures } = await takeStored(userId, upload?.stored ?? [])
  // In addition to the message's own fields: the button that discards a file, and the files under way.
  const sent = await readFields(request, context)
  const { remove, begun } = sent.values ?? {}
  const values: Record<string, string | string[]> = {
    ...(read.ok ? read.values : read.failure.values),
    ...(begun === undefined ? {} : { begun }),
  }
  const attachment = [...idsOf(values.attachment), ...taken.map((one) => one.id)]
  const wrongFiles = [...(upload?.refused ?? []), ...failures]
  const answer = async (errors: FormError[], status: number): Promise<Answered> =>
    json({ failure: { values, errors }, kept: (await findUnsent(userId, attachment)).map(keptOf) }, { status })
  const errorOf = ({ code, field, data }: Failure): FormError => ({ field: field ?? null, code, data: data ?? null })
  // If a form that was sent before is changed, it can be sent as a new one, under another id.
  const refuse = (failure: Failure): Promise<Answered> => {
    if (failure.data?.context === 'sent') delete values.batch
    return answer(
      [errorOf({ ...failure, ...(failure.field === 'batch' ? { field: undefined } : {}) })],
      refusalStatus(failure.code),
    )
  }
  // A button beside a file removes the file and leaves the form unchanged.
  if (typeof remove === 'string') {
    await cancelAttachment(userId, remove)
    return { attachment, refuse, trouble: () => answer([], 200) }
  }
  if (!read.ok)
    return {
      attachment,
      refuse,
      trouble: () => answer([...read.failure.errors, ...wrongFiles.map(errorOf)], read.status),
    }
  if (wrongFiles.length > 0) return { attachment, refuse, trouble: () => answer(wrongFiles.map(errorOf), 422) }
  return { attachment, refuse, trouble: null, value: read.value }
}

/** As for other forms: 422, unless the status itself has a meaning. */
const refusalStatus = (code: Code): number => {
  const status = statusOf(code)
  return [403, 404, 413, 429, 503].includes(status) ? status : 422
}
