/**
 * Copies channels of a ready-made list into the user's own list: at most 100 at once, and none that it already has. The
 * copy tool does it; the page marks what the list has.
 */
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { limits } from '~/engine/types'
import { fail } from '~/errors/table'
import { findLists, planToolEdit, previewTool, readList, type Actor } from '~/modules/channel-list/channel-list.server'
import { sourceIdSchema } from '~/modules/channel-list/channel-list.schema'
import { redirectWithFlash } from '~/request/flash.server'
import { requireValue, refuseForm } from '../answer.server'
import { many } from '../forms.server'
import { readPlace } from './channel-forms.server'
import { answerForm, idsOf, openForm, readTable, typed, versionFields } from './table.server'

/** How many names a message lists. */
const maxNamesShown = 3

/** Ready-made lists that the account may see. */
const findReadyMade = async (actor: Actor) => {
  const [system, vno] = await Promise.all(
    (['system', 'vno'] as const).map((kind) => findLists(actor, { page: 1, size: 100, kind })),
  )
  return [...(system?.items ?? []), ...(vno?.items ?? [])]
}

/** What the copy tool is asked for: these channels, without those that the list has under any name. */
const copyOf = (ids: number[], to?: number) => ({ tool: 'copy', ids, to, skip: true }) as const

type Asked = { from: string | null; search: string; page: number; size: number }
/** The ready-made lists, and a page of the channels of one of them, with marks for those that the user's list has. */
export const readSystemPage = async (actor: Actor, listId: string | undefined, asked: Asked) => {
  const page = await readTable(actor, listId, (view) => ({ total: view.length }))
  const lists = (await findReadyMade(actor)).filter((one) => one.id !== page.list.id)
  const chosen = lists.find((one) => one.id === asked.from) ?? lists[0]
  if (chosen === undefined) return { ...page, lists: [], chosen: null, search: '', found: null }
  const { search, ...paging } = asked
  const { ids, ...found } = requireValue(
    await readList(actor, chosen.id, {}, (view) => {
      const { items, total } = view.rows(search === '' ? {} : { search }, paging)
      return { source: view.source, revision: view.revision, total, ids: items.map(({ id }) => id) }
    }),
  )
  const others = { from: chosen.id, lists: [{ id: chosen.id, revision: found.revision }] }
  const { rows } = requireValue(
    await previewTool(actor, page.list.id, copyOf(ids), others, { page: 1, size: paging.size }),
  )
  return {
    ...page,
    lists: lists.map(({ id, name }) => ({ id, name })),
    chosen: { id: chosen.id, name: chosen.name },
    search,
    found: {
      ...{ source: found.source, total: found.total, page: paging.page, size: paging.size },
      rows: rows.map((row) => ({ ...row, satellite: row.satelliteName ?? '', isThere: row.refusal === 'there' })),
    },
  }
}

const systemForm = z.object({ ...versionFields, from: typed, fromSource: sourceIdSchema, id: many, to: typed })

/** "A, B, C and 2 more": names for a message, which a cookie carries. */
const listNames = (names: readonly string[], t: (key: string, values?: Record<string, unknown>) => string): string => {
  const shownNames = names
    .slice(0, maxNamesShown)
    .map((name) => `\u2068${name === '' ? t('lists:row.unnamed') : name}\u2069`)
  const more = names.length - shownNames.length
  return [...shownNames, ...(more > 0 ? [t('lists:remove.more', { number: more })] : [])].join(t('tables:and'))
}

export const answerSystemAdd = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, systemForm)
  if (form instanceof Response) return form
  const { actor, list, context, value, values, request } = form
  const t = (key: string, more: Record<string, unknown> = {}): string => String(form.t(key, more))
  const ids = idsOf(value.id)
  if (ids.length === 0)
    return refuseForm([fail('C1106', { field: 'id', data: { reason: 'nothing-selected' } })], values)
  if (ids.length > limits.itemsPerAdd)
    return refuseForm([fail('N1001', { field: 'id', data: { limit: limits.itemsPerAdd } })], values)
  const place = readPlace(form)
  if (!place.ok) return place.answer
  const from = requireValue(
    await readList(actor, value.from, {}, ({ source, revision }) => ({ source, id: value.from, revision })),
  )
  const back = `${new URL(request.url).pathname}${new URL(request.url).search}`
  if (from.source !== value.fromSource)
    return redirectWithFlash(context, back, { kind: 'problem', key: 'lists:done.replaced' })
  const others = { from: value.from, lists: [from] }
  const planned = await planToolEdit(actor, list.id, copyOf(ids, place.to), others, value, {
    page: 1,
    size: limits.itemsPerAdd,
  })
  if (!planned.ok && planned.code === 'Q2202') return refuseForm([planned], values)
  const { operations, count, rows } = requireValue(planned)
  const refused = rows.filter(({ refusal }) => refusal !== null)
  const [there, left] = [true, false].map((isThere) =>
    refused.filter(({ refusal }) => (refusal === 'there') === isThere).map(({ name }) => name),
  ) as [string[], string[]]
  const params = {
    channels: t('lists:channels.count', { count }),
    there: listNames(there, t),
    left: listNames(left, t),
  }
  if (operations.length === 0)
    return redirectWithFlash(context, back, {
      kind: 'note',
      key: `tables:done.${there.length === 0 ? 'noneUsable' : 'noneNew'}`,
      params,
    })
  const key =
    there.length > 0 ? (left.length > 0 ? 'systemBoth' : 'systemThere') : left.length > 0 ? 'systemLeft' : 'system'
  return answerForm(form, { operations, to: back, done: { key: `tables:done.${key}`, params } })
}
