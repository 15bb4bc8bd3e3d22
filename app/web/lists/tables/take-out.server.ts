/** Deletes a satellite, a transponder, a group or a category after a confirmation. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { limits } from '~/engine/types'
import type { Code } from '~/errors/table'
import type { Actor, SourcedView } from '~/modules/channel-list/channel-list.server'
import { groupName } from '~/ui/channel-list/group-name'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import { shortened } from '~/text/graphemes'
import { listPathOf } from '../answer.server'
import { absent, answerForm, idOf, openForm, readShown, readTable, versionFields } from './table.server'

export const kinds = ['satellite', 'transponder', 'group', 'category'] as const
export type EntryKind = (typeof kinds)[number]
export const parseKind = (text: string | undefined): EntryKind | null => kinds.find((kind) => kind === text) ?? null

/** The page of all entries of a kind, and the code for a missing one. */
export const tableOfKind = {
  satellite: { page: 'satellites', missing: 'C1113' },
  transponder: { page: 'satellites', missing: 'C1115' },
  group: { page: 'groups', missing: 'C1118' },
  category: { page: 'categories', missing: 'Q2103' },
} as const satisfies Record<EntryKind, { page: string; missing: Code }>

type Entry = {
  id: number
  name: string
  index: number
  angle: number | null
  channels: number
  transponders: number
  /** One of the box's own groups, which can't be deleted. */
  isDefault: boolean
  /** Channels that are deleted with it. */
  names: { id: number; name: string }[]
}

const findEntry = (view: SourcedView, kind: EntryKind, id: number | null): Entry | null => {
  const plain = { index: 0, angle: null, transponders: 0, isDefault: false, names: [] }
  /** The confirmation names the first ones. */
  const namesOf = (query: { satellite?: number; transponder?: number }) =>
    view.rows(query, { page: 1, size: 10 }).items.map((row) => ({ id: row.id, name: shortened(row.name) }))
  if (kind === 'satellite') {
    const found = id === null ? null : view.satellite(id)
    return found === null ? null : { ...plain, ...found, names: namesOf({ satellite: found.index }) }
  }
  if (kind === 'transponder') {
    const found = id === null ? null : view.transponder(id)
    return found === null
      ? null
      : { ...plain, ...found, name: transponderTitle(found), names: namesOf({ transponder: found.index }) }
  }
  if (kind === 'group') {
    const found = view.favouriteGroups().find((one) => one.id === id)
    return found === undefined ? null : { ...plain, ...found, isDefault: found.id < limits.defaultFavouriteGroups }
  }
  const found = view.categories().find((one) => one.id === id)
  return found === undefined ? null : { ...plain, ...found }
}

export const readEntry = (actor: Actor, listId: string | undefined, kind: EntryKind, id: number | null) =>
  readTable(actor, listId, (view) => ({ entry: findEntry(view, kind, id) }))

const takeOutForm = z.object(versionFields)

export const answerTakeOut = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, takeOutForm)
  if (form instanceof Response) return form
  const kind = parseKind(args.params['kind'])
  const id = idOf(args.params['entry'])
  if (kind === null || id === null) throw absent('A0404')
  const entry = await readShown(form, (view) => findEntry(view, kind, id))
  const channels = kind === 'satellite' || kind === 'transponder' ? (entry?.channels ?? 0) : 0
  return answerForm(form, {
    operations: [{ op: 'remove', target: kind, id }],
    to: `${listPathOf(form.list.id)}/${tableOfKind[kind].page}`,
    done: {
      key: channels === 0 ? 'tables:done.deleted' : 'tables:done.deletedWith',
      params: {
        name:
          entry === null
            ? ''
            : kind === 'group'
              ? groupName(entry.name, entry.index, form.t)
              : kind === 'category'
                ? categoryName(entry.name, form.t)
                : entry.name,
        channels: form.t('lists:channels.count', { count: channels }),
      },
    },
  })
}
