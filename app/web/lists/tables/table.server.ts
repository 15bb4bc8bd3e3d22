/**
 * What the pages of a list's tables (satellites, transponders, groups, categories, channels) share: one reading of the
 * list, typed values, and a form that becomes one batch however often it is sent.
 */
import { json, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { addedIdMin, type Operation } from '~/engine/types'
import { fail, statusOf, type Code, type Failure } from '~/errors/table'
import { parseNumber, type NumberBounds } from '~/i18n/number'
import { readList, type Actor, type SourcedView } from '~/modules/channel-list/channel-list.server'
import { batchIdSchema, sourceIdSchema } from '~/modules/channel-list/channel-list.schema'
import { sha256 } from '~/platform/random.server'
import type { Fields } from '~/request/fields.server'
import type { Flash } from '~/request/flash'
import { newBatch } from '~/web/form/form.server'
import { answerEdit, keyOfForm, readSeen, requireValue, type EditAnswer, type ListAsk } from '../answer.server'
import { requireList } from '../channels-action.server'
import { revision } from '../forms.server'
import { readListForm } from '../list-form.server'
import { normalForm } from '~/text/normal-form'

export type TableHead = {
  list: { id: string; name: string; canChange: boolean }
  version: { revision: number; source: string; batch: string }
}

/** How many channel names a page shows for a satellite, a transponder or a category. */
export const maxNamesShown = 40

/** The error page to throw if the item that the address names does not exist. */
export const absent = (code: Code): Response => json({ code }, { status: statusOf(code) })

/** The list and the page's data, from one reading. For a long list the reader runs several times. */
export const readTable = async <T extends object>(
  actor: Actor,
  id: string | undefined,
  read: (view: SourcedView) => T,
): Promise<TableHead & T> => {
  const list = await requireList(actor, id)
  const { revision, source, value } = requireValue(
    await readList(actor, list.id, {}, (view) => ({
      revision: view.revision,
      source: view.source,
      value: read(view),
    })),
  )
  return {
    list: { id: list.id, name: list.name, canChange: list.canChange },
    version: { revision, source, batch: newBatch() },
    ...value,
  }
}

/** What every form of these pages contains. */
export const versionFields = {
  base: revision,
  source: sourceIdSchema.optional(),
  batch: batchIdSchema.optional().catch(undefined),
}
/** A text of a form; its content is checked with its field. */
export const typed = z.string().max(2000).default('')
/** The id of a channel, a satellite or another entry as an address or a form names it; null for anything else. */
export const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : null
export const idsOf = (texts: readonly string[]): number[] => [...new Set(texts.flatMap((text) => idOf(text) ?? []))]

/** An id for an added item: the same if the same form is sent again, and another one in every other tab. */
export const addedId = (batch: string, values: unknown, at = 0): number =>
  addedIdMin + (Number.parseInt(sha256(`${batch} ${at} ${JSON.stringify(values)}`).slice(0, 8), 16) % addedIdMin)

/** An opened form: who sends it, for which list, and its input. */
export type OpenForm<T> = ListAsk & {
  value: T & { base: number; source?: string | undefined; batch: string }
  values: Fields
  params: ActionFunctionArgs['params']
  request: Request
}

/** Reads a form of these pages; a form that can't be read is answered at once. */
export const openForm = async <S extends z.ZodType<{ base: number; batch?: string | undefined }>>(
  { request, params, context }: ActionFunctionArgs,
  schema: S,
): Promise<OpenForm<z.output<S>> | Response> => {
  const { ask, read } = await readListForm({ request, params, context }, schema)
  if (!read.ok) return json<EditAnswer>({ failure: read.failure }, { status: read.status })
  const value = { ...read.value, batch: read.value.batch ?? newBatch() }
  return { ...ask, value, values: read.values, params, request }
}

/**
 * Reads what the form was made from: the revision that the user saw if it is kept, else the newest of the same file.
 * Only values that differ from it were changed by the user.
 */
export const readShown = <T>(
  { actor, list, value }: Pick<OpenForm<object>, 'actor' | 'list' | 'value'>,
  read: (view: SourcedView) => T,
): Promise<T> => readSeen(actor, list.id, value.base, read)
/** Reads the newest revision: a step starts from the entry's current place. */
export const readNewest = <T>(
  { actor, list }: Pick<OpenForm<object>, 'actor' | 'list'>,
  read: (view: SourcedView) => T,
): Promise<T> => readSeen(actor, list.id, list.revision, read)

/** Reads typed values and collects all their errors. */
export const makeReader = (values: Fields) => {
  const failures: Failure[] = []
  const refuse = (field: string, reason: string, data: Record<string, unknown> = {}): null => {
    failures.push(fail('C1106', { field, data: { reason, ...data } }))
    return null
  }
  const textOf = (field: string): string => {
    const value = values[field]
    return normalForm(typeof value === 'string' ? value : (value?.[0] ?? ''), 'NFC').trim()
  }
  return {
    failures,
    refuse,
    text: textOf,
    /** Null for an empty field; for anything but a number within the bounds, refused and null. */
    number: (field: string, reason: string, bounds: NumberBounds): number | null => {
      const text = textOf(field)
      if (text === '') return null
      return parseNumber(text, bounds) ?? refuse(field, reason, { min: bounds.min, max: bounds.max })
    },
    /** The same for a required field. */
    needed: (field: string, reason: string, bounds: NumberBounds): number =>
      parseNumber(textOf(field), bounds) ?? refuse(field, reason, { min: bounds.min, max: bounds.max }) ?? 0,
    /** Null for an empty field; for anything but one of the choices, refused and null. */
    choice: <T extends string>(field: string, known: readonly T[]): T | null => {
      const text = textOf(field)
      return text === '' ? null : (known.find((one) => one === text) ?? refuse(field, 'value-invalid'))
    },
  }
}
export type Reader = ReturnType<typeof makeReader>

type Done = {
  /** What the form was for; of several that a page has, the one that shows what was refused. */
  operations: Operation[]
  to: string
  done: Pick<Flash, 'key' | 'next'> & { params?: Flash['params'] }
  /** For operations on the newest revision: one step from wherever the item is. */
  base?: number
}

/**
 * Turns a form's operations into one batch. A form sent twice is applied once; a form changed and sent again after Back
 * is another one. If nothing differs from what the list has, nothing is stored.
 */
export const answerForm = ({ value, ...form }: OpenForm<object>, edit: Done): Promise<Response> =>
  answerEdit({
    ...form,
    base: value.base,
    source: value.source,
    batch: keyOfForm(value.batch, edit.operations),
    ...edit,
  })

/** The order of a table with one entry a place further up or down; null if it is already at that end. */
export const stepped = (order: readonly number[], id: number, by: -1 | 1): number[] | null => {
  const at = order.indexOf(id)
  const other = order[at + by]
  if (at < 0 || other === undefined) return null
  const next = [...order]
  next[at] = other
  next[at + by] = id
  return next
}

type Step = { up: string; down: string }
/** The entry that a form moves by one place, and the order after that; null if it can't move. */
export const stepEntry = async <E extends { id: number }>(
  form: OpenForm<Step>,
  read: (view: SourcedView) => E[],
): Promise<{ entry: E; order: number[] } | null> => {
  const { up, down } = form.value
  const entries = await readNewest(form, read)
  const entry = entries.find(({ id }) => id === idOf(up || down))
  const order =
    entry &&
    stepped(
      entries.map(({ id }) => id),
      entry.id,
      up === '' ? 1 : -1,
    )
  return entry && order ? { entry, order } : null
}
