/** Turns the forms of the channel pages into operations: one form with several named buttons, all or nothing. */
import { redirect } from '@remix-run/node'
import type { Operation, ViewSort } from '~/engine/types'
import { parseNumber } from '~/i18n/number'
import { getList, readList, redo, undo, type Actor, type ListDetails } from '~/modules/channel-list/channel-list.server'
import { fail } from '~/errors/table'
import { groupName } from '~/ui/channel-list/group-name'
import { operationText } from '~/ui/channel-list/operation-text'
import { filterParams, type ChannelFilter } from '~/ui/channel-list/query'
import { redirectWithFlash } from '~/request/flash.server'
import { answerEdit, keyOfForm, listPathOf, refuseForm, requireValue, type ListAsk } from './answer.server'
import type { ChannelsForm } from './forms.server'

/** How many ticked rows stay ticked on the next page. More would make the address too long. */
const maxSelectedKept = 100

type Ask = ListAsk & {
  form: ChannelsForm
  filter: ChannelFilter
  /** The order that the page showed; null for the list's own. */
  sort: ViewSort | null
  url: URL
  values: Record<string, string | string[]>
}

/** The next page: the same one, with its rows still ticked, scrolled to the first of them. */
const samePage = (url: URL, form: ChannelsForm, keepsRows: boolean): string => {
  const params = new URLSearchParams(url.search)
  params.delete('selected')
  params.delete('source')
  params.delete('index')
  params.delete('_data')
  // "Everything that matches" is meant for one action: if it stayed ticked, the next action would affect all rows
  // again.
  if (keepsRows && form.all === undefined && form.id.length > 0 && form.id.length <= maxSelectedKept) {
    params.set('selected', form.id.join('.'))
    if (form.source !== undefined) params.set('source', form.source)
  }
  const query = params.toString()
  return `${url.pathname}${query === '' ? '' : `?${query}`}#channels`
}

/**
 * The page below the list's address from which Undo was pressed, or the one above it where what it showed is gone.
 * Null for any other address.
 */
const pageBelow = async (actor: Actor, listId: string, from: string | undefined): Promise<string | null> => {
  const path = `${listPathOf(listId)}/`
  if (from?.startsWith(path) !== true) return null
  const page = from.slice(path.length)
  if (/^[a-z-]+(?:\/[a-z-]+)?$/.test(page)) return from
  const [, kind, digits] = /^(channels|satellites|transponders|groups|categories)\/(\d{1,10})$/.exec(page) ?? []
  if (kind === undefined) return null
  const id = Number(digits)
  const read = await readList(actor, listId, {}, (view) => {
    if (kind === 'channels') return view.channel(id) !== null
    const entries = {
      satellites: () => view.satellites(),
      transponders: () => view.transponders(),
      groups: () => view.favouriteGroups(),
      categories: () => view.categories(),
    }
    return entries[kind as keyof typeof entries]().some((entry) => entry.id === id)
  })
  if (read.ok && read.value) return from
  if (kind === 'channels') return null
  return path + (kind === 'transponders' ? 'satellites' : kind)
}

const stepBack = async ({ actor, context, t, list, form, url }: Ask, kind: 'undo' | 'redo'): Promise<Response> => {
  const result = await (kind === 'undo' ? undo : redo)(actor, list.id, {
    base: form.base,
    batch: keyOfForm(form.batch, kind),
  })
  const to = (await pageBelow(actor, list.id, form.from)) ?? samePage(url, form, false)
  if (!result.ok) {
    if (result.code === 'C1101') requireValue(result)
    return redirectWithFlash(context, to, { kind: 'problem', key: `errors:${result.code}` })
  }
  const step = kind === 'undo' ? list.undoes : list.redoes
  // Name the step only if the list is still at the page's version; otherwise another step may have been undone.
  return redirectWithFlash(
    context,
    to,
    step === null || list.revision !== form.base
      ? { kind: 'done', key: `lists:operation.${kind}` }
      : {
          kind: 'done',
          key: kind === 'undo' ? 'lists:done.undone' : 'lists:done.redone',
          params: { what: operationText(step, t) },
        },
  )
}

/** Makes the displayed order the list's own: the shown channels are ordered among the places that they have. */
const takeOrder = async (ask: Ask): Promise<Response> => {
  const { actor, list, form, filter, sort, url, values } = ask
  const params = new URLSearchParams(url.search)
  for (const name of ['sort', 'page', 'index', '_data']) params.delete(name)
  const query = params.toString()
  const order = requireValue(
    await readList(actor, list.id, {}, (view) => {
      if (view.source !== form.source) return null
      const all = view.ids({})
      const shown = new Set(view.ids(filter))
      const sorted = view.ids(filter, sort ?? 'position').values()
      return all.map((id) => (shown.has(id) ? (sorted.next().value ?? id) : id))
    }),
  )
  if (order === null) return refuseForm(fail('C1106', { data: { reason: 'order-invalid' } }), values)
  return answerEdit({
    ...ask,
    base: form.base,
    source: form.source,
    batch: keyOfForm(form.batch, order),
    operations: [{ op: 'order', order }],
    to: `${url.pathname}${query === '' ? '' : `?${query}`}#channels`,
    done: { key: 'lists:done.order' },
  })
}

/** Answers a posted form of the channel table. */
export const answerChannelsForm = async (ask: Ask): Promise<Response> => {
  const { actor, t, list, form, filter, sort, url, values } = ask
  if (form.intent === 'undo' || form.intent === 'redo') return stepBack(ask, form.intent)

  const refuseWith = (field: string | null, reason: string, more: Record<string, number> = {}): Response =>
    refuseForm(fail('C1106', { ...(field === null ? {} : { field }), data: { reason, ...more } }), values)

  if (form.intent === 'take-order') return takeOrder(ask)
  let ids = [...new Set([...form.id, ...form.also])]
  if (form.all !== undefined) {
    const read = await readList(actor, list.id, { revision: form.base }, (view) => view.ids(filter))
    // If the revision that the user saw is gone, use the current matches, if they are of the same file.
    ids = read.ok
      ? read.value
      : requireValue(
          await readList(actor, list.id, {}, (view) => (view.source === form.source ? view.ids(filter) : [])),
        )
  }
  if (ids.length === 0) return refuseWith(null, 'nothing-selected')

  const path = listPathOf(list.id)
  const onward = (page: 'sort' | 'remove' | 'fields' | 'tools'): Response => {
    const params = form.all !== undefined ? filterParams(filter) : new URLSearchParams({ ids: ids.join('.') })
    if (form.all !== undefined) params.set('all', '1')
    params.set('base', String(form.base))
    if (form.source !== undefined) params.set('source', form.source)
    const back = new URLSearchParams(url.search)
    back.delete('selected')
    back.delete('source')
    if (back.size > 0) params.set('back', back.toString())
    return redirect(`${path}/${page}?${params.toString()}`, { status: 303 })
  }
  if (form.intent === 'delete') return onward('remove')
  if (form.intent === 'sort' || form.intent === 'fields' || form.intent === 'tools') return onward(form.intent)

  const channels = t('lists:channels.count', { count: ids.length })
  const to = samePage(url, form, true)
  const answer = (operation: Operation, key: string, params: Record<string, string | number> = {}): Promise<Response> =>
    answerEdit({
      ...ask,
      base: form.base,
      source: form.source,
      batch: keyOfForm(form.batch, operation),
      operations: [operation],
      to,
      done: { key: `lists:done.${key}`, params: { channels, ...params } },
    })

  switch (form.intent) {
    case 'move':
    case 'top':
    case 'bottom': {
      const ends = { top: 1, bottom: list.channels }
      const position =
        form.intent === 'move' ? parseNumber(form.to ?? '', { min: 1, max: list.channels }) : ends[form.intent]
      if (position === null) return refuseWith('to', 'position-range', { number: list.channels })
      // The block can't begin so late that it passes the end.
      const from = Math.max(1, Math.min(position, list.channels - ids.length + 1))
      const move: Operation = { op: 'move', ids, to: position }
      return ids.length === 1
        ? answer(move, 'move', { to: position })
        : answer(move, 'moveRange', { from, to: from + ids.length - 1 })
    }
    case 'up':
    case 'down':
      // One place up in a display order means nothing in the list's own.
      if (sort !== null) return refuseWith(null, 'view-order')
      return form.intent === 'up'
        ? answer({ op: 'step', ids, by: -1 }, 'up')
        : answer({ op: 'step', ids, by: 1 }, 'down')
    case 'lock':
    case 'unlock':
      return answer({ op: 'lock', ids, value: form.intent === 'lock' }, form.intent)
    case 'skip':
    case 'unskip':
      return answer({ op: 'skip', ids, value: form.intent === 'skip' }, form.intent)
    case 'favourite-add':
    case 'favourite-remove': {
      if (form.group === undefined) return refuseWith('group', 'unknown-group')
      const groups = requireValue(await readList(actor, list.id, {}, (view) => view.favouriteGroups()))
      const named = groups.find(({ id }) => id === form.group)
      const value = form.intent === 'favourite-add'
      return answer({ op: 'favourite', ids, group: form.group, value }, value ? 'favouriteAdd' : 'favouriteRemove', {
        group: groupName(named?.name ?? '', named?.index ?? 0, t),
      })
    }
  }
}

/** The list of an action: it must exist and be visible to the actor; the module decides what may be changed. */
export const requireList = async (actor: Actor, id: string | undefined): Promise<ListDetails> =>
  requireValue(await getList(actor, id ?? ''))
