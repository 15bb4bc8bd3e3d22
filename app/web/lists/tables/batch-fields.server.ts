/** Sets one field of many channels at once: shows what would change, before and after, and makes the operation. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { z } from 'zod'
import {
  batchFields,
  type BatchField,
  channelNumbers,
  limits,
  type ChannelValue,
  type ChannelField,
} from '~/engine/types'
import type { Failure } from '~/errors/table'
import { fail } from '~/errors/table'
import { readList, type Actor, type SourcedView } from '~/modules/channel-list/channel-list.server'
import { redirectWithFlash } from '~/request/flash.server'
import type { Fields } from '~/request/fields.server'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import { answerEdit, requireValue, refuseForm } from '../answer.server'
import { requireList } from '../channels-action.server'
import { readListForm } from '../list-form.server'
import { addressOf, backOf, readSelection } from '../selection.server'
import { offerTransponders, presentOf, readChannel } from './channel-fields.server'
import { idOf, makeReader, versionFields } from './table.server'

export const parseBatchField = (text: string | null): BatchField | null =>
  batchFields.find((field) => field === text) ?? null

/** How many channels are shown with before and after; the counts are complete. */
const maxPreviewShown = 50

/** The value from a form or an address; a failure if it is not valid. */
const readValue = (field: BatchField, values: Fields): { value: ChannelValue } | Failure => {
  const given = { [field]: values['value'] ?? '' }
  const reader = makeReader(given)
  const value = readChannel(reader, given).fields[field]
  const [failure] = reader.failures
  if (failure !== undefined) return { ...failure, field: 'value' }
  const reason = field === 'transponder' ? 'transponder-missing' : 'nothing-chosen'
  return value === undefined ? fail('C1106', { field: 'value', data: { reason } }) : { value }
}

type Texts = { category(id: number | null): string; transponder(id: number | null): string }
const textsOf = (view: SourcedView, t: TFunction): Texts => {
  const categories = new Map(view.categories().map((one) => [one.id, categoryName(one.name, t)]))
  const transponders = new Map(view.transponders().map((one) => [one.id, transponderTitle(one)]))
  return {
    category: (id) => (id === null ? '' : (categories.get(id) ?? '')),
    transponder: (id) => (id === null ? '' : (transponders.get(id) ?? '')),
  }
}

/** A value as the page shows it before and after. */
export type ShownValue = { kind: 'text' | 'code' | 'type' | 'scrambled'; text: string }
const showValue = (field: BatchField, value: ChannelValue, texts: Texts): ShownValue => {
  if (field === 'type') return { kind: 'type', text: String(value) }
  if (field === 'scrambled') return { kind: 'scrambled', text: value === null ? '' : value === true ? '1' : '0' }
  const id = typeof value === 'number' ? value : null
  if (field === 'category') return { kind: 'text', text: texts.category(id) }
  if (field === 'transponder') return { kind: 'code', text: texts.transponder(id) }
  return { kind: field in channelNumbers ? 'code' : 'text', text: value === null ? '' : String(value) }
}

/** The page: the selection, the field and, if a value was given, what it changes. */
export const readBatchPage = async (actor: Actor, listId: string | undefined, request: Request, t: TFunction) => {
  const list = await requireList(actor, listId)
  const url = new URL(request.url)
  const selection = await readSelection(actor, list.id, url)
  if (selection === null) return { replaced: true as const, back: backOf(url, list.id) }
  if (selection.ids.length === 0 || !list.canChange) throw redirect(backOf(url, list.id))
  const field = parseBatchField(url.searchParams.get('field'))
  const given = url.searchParams.get('value')
  const read = field === null || given === null ? null : readValue(field, { value: given })
  const { ids } = selection
  const asked = requireValue(
    await readList(actor, list.id, { revision: selection.base }, (view) => {
      const texts = textsOf(view, t)
      const byIndex = new Map(view.transponders().map((one) => [one.index, one.id]))
      const changes: { id: number; name: string; before: ShownValue; after: ShownValue }[] = []
      let changed = 0
      if (field !== null && read !== null && 'value' in read)
        for (const id of ids) {
          const channel = view.channel(id)
          if (channel === null) continue
          const before = presentOf(channel, field, byIndex.get(channel.transponder) ?? null)
          if (before === read.value || (before === '' && read.value === null)) continue
          changed++
          if (changes.length < maxPreviewShown)
            changes.push({
              id,
              name: channel.name,
              before: showValue(field, before, texts),
              after: showValue(field, read.value, texts),
            })
        }
      return {
        changed,
        changes,
        choices:
          field === 'transponder'
            ? offerTransponders(view, view.channel(ids[0] ?? -1)?.satellite ?? null, idOf(given ?? undefined))
            : { left: 0, satellites: [] },
        categories: view.categories().map(({ id, name }) => ({ id, name })),
      }
    }),
  )
  return {
    replaced: false as const,
    list: { id: list.id, name: list.name, canChange: list.canChange },
    count: ids.length,
    names: selection.names,
    field,
    given,
    refusal:
      read !== null && 'code' in read
        ? { values: { value: given ?? '' }, errors: [{ field: 'value', code: read.code, data: read.data ?? null }] }
        : null,
    here: addressOf(url, selection),
    /** The address's other parameters: the forms that choose the field keep them. */
    kept: [...new URLSearchParams(addressOf(url, selection).split('?')[1] ?? '')].filter(
      ([name]) => name !== 'field' && name !== 'value',
    ),
    back: backOf(url, list.id, ids, selection.source),
    ...asked,
  }
}

const batchForm = z.object({
  batch: versionFields.batch,
  field: z.string().max(40),
  value: z.string().max(2000).default(''),
})

/** Applies what the page showed to the channels that it showed. */
export const answerBatch = async ({ request, params, context }: ActionFunctionArgs): Promise<Response> => {
  const { ask, read } = await readListForm({ request, params, context }, batchForm)
  const { actor, t, list } = ask
  if (!read.ok) return refuseForm([fail('A0422')], read.failure.values)
  const url = new URL(request.url)
  const selection = await readSelection(actor, list.id, url)
  if (selection === null)
    return redirectWithFlash(context, backOf(url, list.id), { kind: 'problem', key: 'lists:done.replaced' })
  const field = parseBatchField(read.value.field)
  if (field === null || selection.ids.length === 0)
    return refuseForm([fail('C1106', { field: 'field', data: { reason: 'nothing-chosen' } })], read.values)
  const value = readValue(field, read.values)
  if ('code' in value) return refuseForm([value], read.values)
  return answerEdit({
    ...ask,
    base: selection.base,
    source: selection.source,
    batch: read.value.batch,
    operations: [
      {
        op: 'set',
        target: 'channel',
        ids: selection.ids.slice(0, limits.idsPerOperation),
        field: field as ChannelField,
        value: value.value,
      },
    ],
    to: backOf(url, list.id, selection.ids, selection.source),
    done: {
      key: 'tables:done.batch',
      params: { channels: t('lists:channels.count', { count: selection.ids.length }) },
    },
    values: read.values,
  })
}
