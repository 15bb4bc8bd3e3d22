/** The forms of channels: all fields of one, a new one, restoring deleted ones. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import type { NewChannel } from '~/engine/types'
import { fail } from '~/errors/table'
import { parseNumber } from '~/i18n/number'
import type { Actor, SourcedView } from '~/modules/channel-list/channel-list.server'
import { redirectWithFlash } from '~/request/flash.server'
import { shortened } from '~/text/graphemes'
import { listPathOf, type EditAnswer, refuseForm } from '../answer.server'
import { many } from '../forms.server'
import { channelFieldsForm, offerTransponders, operationsOf, readChannel } from './channel-fields.server'
import {
  absent,
  addedId,
  answerForm,
  idOf,
  idsOf,
  makeReader,
  openForm,
  readShown,
  readTable,
  typed,
  versionFields,
  type OpenForm,
} from './table.server'

/** The id of the transponder that a channel is on. */
const transponderOf = (view: SourcedView, channel: number): number | null =>
  (view.row(channel) ?? { transponderId: null }).transponderId

/** The data of the page of a channel's fields. A read-only list only has the channel's own page. */
export const readChannelFields = async (actor: Actor, listId: string | undefined, channelId: string | undefined) => {
  const id = idOf(channelId)
  const { channel, ...page } = await readTable(actor, listId, (view) => {
    const channel = id === null ? null : view.channel(id)
    const transponder = channel === null ? null : transponderOf(view, channel.id)
    return {
      channel,
      transponder,
      choices: offerTransponders(view, channel?.satellite ?? null, transponder),
      categories: view.categories().map(({ id, name }) => ({ id, name })),
    }
  })
  if (channel === null) throw absent('C1102')
  if (!page.list.canChange) throw redirect(`${listPathOf(page.list.id)}/channels/${channel.id}`)
  return { ...page, channel }
}

export const answerChannelFields = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, channelFieldsForm)
  if (form instanceof Response) return form
  const id = idOf(args.params['channelId'])
  const shown = await readShown(form, (view) => {
    const channel = id === null ? null : view.channel(id)
    return channel === null ? null : { channel, transponder: transponderOf(view, channel.id) }
  })
  if (shown === null) throw absent('C1102')
  const reader = makeReader(form.values)
  const read = readChannel(reader, form.values)
  if (read.fields.url !== undefined && shown.channel.url === null && shown.transponder !== null)
    reader.failures.push(fail('C1114', { field: 'url' }))
  if (form.values['url'] !== undefined && reader.text('url') === '' && shown.channel.url !== null)
    reader.refuse('url', 'url-invalid')
  if (reader.failures.length > 0) return refuseForm(reader.failures, form.values)
  const operations = operationsOf(shown.channel, shown.transponder, read)
  const to = `${listPathOf(form.list.id)}/channels/${shown.channel.id}`
  if (operations.length === 0) return redirectWithFlash(form.context, to, { kind: 'note', key: 'lists:done.nothing' })
  return answerForm(form, { operations, to, done: { key: 'tables:done.saved', params: { name: read.name } } })
}

/** Where a new channel goes: to the end, or to a number of the list. */
export const readPlace = (form: OpenForm<object>): { ok: true; to?: number } | { ok: false; answer: Response } => {
  const text = form.values['to']
  if (typeof text !== 'string' || text.trim() === '') return { ok: true }
  const most = Math.max(1, form.list.channels)
  const to = parseNumber(text, { min: 1, max: most })
  return to === null
    ? {
        ok: false,
        answer: refuseForm(
          [fail('C1106', { field: 'to', data: { reason: 'position-range', number: most } })],
          form.values,
        ),
      }
    : { ok: true, to }
}

/** Up to this many satellites are offered. */
const maxSatellitesOffered = 500

/** `satellite` by index: whose transponders are offered; `transponder` by id: the one that is selected at first. */
export const readAddPage = (
  actor: Actor,
  listId: string | undefined,
  { satellite, transponder }: { satellite: number | null; transponder: number | null },
) =>
  readTable(actor, listId, (view) => {
    const chosen = transponder === null ? null : view.transponder(transponder)
    const satellites = view.satellitesOf({ index: satellite ?? chosen?.satellite, most: maxSatellitesOffered })
    return {
      total: view.length,
      transponder: chosen?.id ?? null,
      choices: offerTransponders(view, satellite ?? chosen?.satellite ?? null, chosen?.id),
      satellites: satellites.map(({ index, name, angle }) => ({ index, name, angle })),
      satelliteCount: view.satellitesOn({ page: 1, size: 1 }).total,
      categories: view.categories().map(({ id, name }) => ({ id, name })),
    }
  })

/** Adds a channel from its own form. */
export const answerAdd = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, channelFieldsForm)
  if (form instanceof Response) return form
  const reader = makeReader(form.values)
  const { name, fields, lock, skip } = readChannel(reader, form.values)
  const { transponder } = fields
  // A streamed channel is received only from its address; any other from a transponder, and has no address.
  const isStreamed = typeof transponder !== 'number' && typeof fields.url === 'string'
  if (typeof transponder === 'number' && fields.url) reader.failures.push(fail('C1114', { field: 'url' }))
  else if (typeof transponder !== 'number' && !isStreamed && !reader.failures.some(({ field }) => field === 'url'))
    reader.refuse('transponder', 'transponder-or-url')
  const place = readPlace(form)
  if (reader.failures.length > 0) return refuseForm(reader.failures, form.values)
  if (!place.ok) return place.answer
  const given = Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
  const id = addedId(form.value.batch, { name, ...given })
  const channel = { type: 'tv', ...given, ...(isStreamed ? { transponder: null } : {}), id, name } as NewChannel
  const answer = await answerForm(form, {
    operations: [
      { op: 'add', target: 'channel', channels: [channel], ...(place.to === undefined ? {} : { to: place.to }) },
      ...(lock ? [{ op: 'lock' as const, ids: [id], value: true }] : []),
      ...(skip ? [{ op: 'skip' as const, ids: [id], value: true }] : []),
    ],
    to: `${listPathOf(form.list.id)}/channels/${id}`,
    done: { key: 'tables:done.added', params: { name } },
  })
  if (answer.status !== 409) return answer
  // There is no side-by-side decision for a new channel: the form keeps its input and says why it was refused.
  const { clash } = (await answer.json()) as EditAnswer
  return refuseForm([fail('C1104', { data: { cause: clash?.cause ?? 'changed' } })], form.values)
}

/** A page of the deleted channels. */
export const readDeleted = (actor: Actor, listId: string | undefined, asked: { page: number; size: number }) =>
  readTable(actor, listId, (view) => {
    const removed = view.removed()
    const page = Math.min(asked.page, Math.max(1, Math.ceil(removed.length / asked.size)))
    const satellites = new Map(view.satellites().map((one) => [one.index, one]))
    return {
      total: view.length,
      paging: { page, size: asked.size, total: removed.length },
      rows: removed.slice((page - 1) * asked.size, page * asked.size).map(({ id, name, type, satellite, sid }) => ({
        id,
        name: shortened(name),
        type,
        sid,
        satellite: shortened(satellites.get(satellite)?.name ?? ''),
        angle: satellites.get(satellite)?.angle ?? null,
      })),
    }
  })

const restoreForm = z.object({ ...versionFields, id: many, to: typed })
export const answerDeleted = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, restoreForm)
  if (form instanceof Response) return form
  const ids = idsOf(form.value.id)
  if (ids.length === 0)
    return refuseForm([fail('C1106', { field: 'id', data: { reason: 'nothing-selected' } })], form.values)
  const place = readPlace(form)
  if (!place.ok) return place.answer
  return answerForm(form, {
    operations: [{ op: 'restore', ids, ...(place.to === undefined ? {} : { to: place.to }) }],
    to: `${listPathOf(form.list.id)}/deleted`,
    done: {
      key: 'tables:done.restored',
      params: { channels: form.t('lists:channels.count', { count: ids.length }) },
    },
  })
}
