/** The forms of favourite groups and categories as operations. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { defaultCategoryNames, type Operation } from '~/engine/types'
import { fail } from '~/errors/table'
import { parseNumber } from '~/i18n/number'
import { logoBytesMax, storeLogo, type SourcedView } from '~/modules/channel-list/channel-list.server'
import { groupName } from '~/ui/channel-list/group-name'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { redirectWithFlash } from '~/request/flash.server'
import { newBatch, readForm } from '~/web/form/form.server'
import { requireUser } from '~/request/caller.server'
import { getT } from '~/request/language.server'
import { listPathOf, refuseForm } from '../answer.server'
import { requireList } from '../channels-action.server'
import { many } from '../forms.server'
import {
  absent,
  addedId,
  answerForm,
  idOf,
  idsOf,
  makeReader,
  openForm,
  readNewest,
  readShown,
  stepEntry,
  stepped,
  typed,
  versionFields,
  type OpenForm,
} from './table.server'

const tableForm = z.object({
  ...versionFields,
  intent: z.enum(['arrange', 'add', 'defaults', 'save', 'step', 'logo', 'no-logo']),
  /** What to do with the ticked channels of a group; without it a row's own button was pressed. */
  act: z.enum(['move', 'remove']).optional().catch(undefined),
  up: typed,
  down: typed,
  name: typed,
  to: typed,
  id: many,
  pick: many,
})
type Form = OpenForm<z.output<typeof tableForm>>
type Table = 'group' | 'category'
const pageOf = { group: 'groups', category: 'categories' } as const

const entriesOf = (view: SourcedView, table: Table): { id: number; index: number; name: string }[] =>
  table === 'group'
    ? view.favouriteGroups().map(({ id, index, name }) => ({ id, index, name }))
    : view.categories().map(({ id, name }, index) => ({ id, index, name }))
const titleOf = ({ name, index }: { name: string; index: number }, table: Table, { t }: Pick<Form, 't'>): string =>
  table === 'group' ? groupName(name, index, t) : categoryName(name, t)

const arrange = async (form: Form, table: Table): Promise<Response> => {
  const to = `${listPathOf(form.list.id)}/${pageOf[table]}`
  const step = await stepEntry(form, (view) => entriesOf(view, table))
  if (step === null) return redirectWithFlash(form.context, to, { kind: 'note', key: 'lists:done.nothing' })
  return answerForm(form, {
    operations: [{ op: 'arrange', target: table, order: step.order }],
    base: form.list.revision,
    to,
    done: { key: 'tables:done.moved', params: { name: titleOf(step.entry, table, form) } },
  })
}

const add = (form: Form, table: Table): Promise<Response> => {
  const values = { name: makeReader(form.values).text('name') }
  const id = addedId(form.value.batch, values)
  return answerForm(form, {
    operations: [
      table === 'group'
        ? { op: 'add', target: 'group', id, values }
        : { op: 'add', target: 'category', id, values: { ...values, logo: null } },
    ],
    to: `${listPathOf(form.list.id)}/${pageOf[table]}`,
    done: { key: 'tables:done.added', params: { name: values.name } },
  })
}

const save = async (form: Form, table: Table, id: number): Promise<Response> => {
  const here = `${listPathOf(form.list.id)}/${pageOf[table]}/${id}`
  const name = makeReader(form.values).text('name')
  const before = await readShown(form, (view) => entriesOf(view, table).find((one) => one.id === id) ?? null)
  // A default name is shown in the reader's language; if it was left like that, it was not changed.
  if (before !== null && (before.name === name || titleOf(before, table, form) === name))
    return redirectWithFlash(form.context, here, { kind: 'note', key: 'lists:done.nothing' })
  return answerForm(form, {
    operations: [{ op: 'set', target: table, id, values: { name } }],
    to: here,
    done: { key: 'tables:done.saved', params: { name } },
  })
}

/** The forms of the page of all groups. */
export const answerGroups = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, tableForm)
  if (form instanceof Response) return form
  return form.value.intent === 'arrange' ? arrange(form, 'group') : add(form, 'group')
}

/** The forms of one group's page: its name, and its channels in its own order. */
export const answerGroup = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, tableForm)
  if (form instanceof Response) return form
  const id = idOf(args.params['group'])
  if (id === null) throw absent('C1118')
  const { value, values, list, context, t, request } = form
  if (value.intent === 'save') return save(form, 'group', id)
  const to = `${listPathOf(list.id)}/groups/${id}${new URL(request.url).search}#channels`
  const { index, order } = await readNewest(form, (view) => {
    const group = view.favouriteGroups().find((one) => one.id === id)
    return { index: group?.index ?? -1, order: group === undefined ? [] : view.groupOrder(id) }
  })
  if (index < 0) throw absent('C1118')
  const step = idOf(value.up || value.down)
  if (value.act === undefined && step !== null) {
    const next = stepped(order, step, value.up === '' ? 1 : -1)
    if (next === null) return redirectWithFlash(context, to, { kind: 'note', key: 'lists:done.nothing' })
    return answerForm(form, {
      operations: [{ op: 'group-order', group: id, order: next }],
      base: list.revision,
      to,
      done: { key: 'tables:done.order' },
    })
  }
  const there = new Set(order)
  const ids = idsOf(value.id).filter((one) => there.has(one))
  const channels = t('lists:channels.count', { count: ids.length })
  if (ids.length === 0)
    return refuseForm([fail('C1106', { field: 'id', data: { reason: 'nothing-selected' } })], values)
  if (value.act === 'remove')
    return answerForm(form, {
      operations: [{ op: 'favourite', ids, group: index, value: false }],
      to,
      done: { key: 'tables:done.fromGroup', params: { channels } },
    })
  const position = parseNumber(value.to, { min: 1, max: order.length })
  if (position === null)
    return refuseForm(
      [fail('C1106', { field: 'to', data: { reason: 'position-range', number: order.length } })],
      values,
    )
  const chosen = new Set(ids)
  const rest = order.filter((one) => !chosen.has(one))
  const moved = order.filter((one) => chosen.has(one))
  // At most the last place where the block still fits.
  const at = Math.min(position - 1, rest.length)
  return answerForm(form, {
    operations: [{ op: 'group-order', group: id, order: [...rest.slice(0, at), ...moved, ...rest.slice(at)] }],
    base: list.revision,
    to,
    done: { key: 'lists:done.move', params: { channels, to: at + 1 } },
  })
}

/** The forms of the page of all categories: order, adding one, and adding deleted defaults again. */
export const answerCategories = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, tableForm)
  if (form instanceof Response) return form
  if (form.value.intent === 'arrange') return arrange(form, 'category')
  if (form.value.intent !== 'defaults') return add(form, 'category')
  const picked = defaultCategoryNames.filter((name) => form.value.pick.includes(name))
  if (picked.length === 0)
    return refuseForm([fail('C1106', { field: 'pick', data: { reason: 'nothing-chosen' } })], form.values)
  return answerForm(form, {
    operations: picked.map((name): Operation => ({
      op: 'add',
      target: 'category',
      id: addedId(form.value.batch, name),
      values: { name, logo: null },
    })),
    to: `${listPathOf(form.list.id)}/categories`,
    done: {
      key: 'tables:done.added',
      params: { name: picked.map((name) => categoryName(name, form.t)).join(form.t('tables:and')) },
    },
  })
}

/** Stores the picture of a form and gives it to the category. */
const answerLogo = async (args: ActionFunctionArgs, id: number): Promise<Response> => {
  const actor = await requireUser(args.request, args.context)
  const [t, list, read] = await Promise.all([
    getT(args.request, args.context),
    requireList(actor, args.params['id']),
    readForm(args.request, args.context, tableForm),
  ])
  if (id < 0) throw absent('Q2103')
  const tooLarge = fail('A0413', { field: 'file', data: { reason: 'logo-too-large', limitBytes: logoBytesMax } })
  if (!read.ok)
    return refuseForm(
      read.failure.errors[0]?.code === 'A0413' ? [tooLarge] : [fail('A0422', { field: 'file' })],
      read.failure.values,
    )
  const { file, value, values } = read
  if (file === null || file.bytes.length === 0)
    return refuseForm([fail('A0422', { field: 'file', data: { reason: 'no-logo' } })], values)
  const stored = await storeLogo(actor, list.id, file.bytes)
  if (!stored.ok) return refuseForm([stored.code === 'A0413' ? tooLarge : stored], values)
  const form: Form = {
    actor,
    context: args.context,
    t,
    list,
    value: { ...value, batch: value.batch ?? newBatch() },
    values,
    params: args.params,
    request: args.request,
  }
  return answerForm(form, {
    operations: [{ op: 'set', target: 'category', id, values: { logo: stored.value.id } }],
    to: `${listPathOf(list.id)}/categories/${id}`,
    done: { key: 'tables:done.logo' },
  })
}

/** The forms of one category's page: its name and its picture. */
export const answerCategory = async (args: ActionFunctionArgs): Promise<Response> => {
  const id = idOf(args.params['category'])
  if (args.context.upload !== null) return answerLogo(args, id ?? -1)
  const form = await openForm(args, tableForm)
  if (form instanceof Response) return form
  if (id === null) throw absent('Q2103')
  if (form.value.intent === 'save') return save(form, 'category', id)
  const here = `${listPathOf(form.list.id)}/categories/${id}`
  if (form.value.intent !== 'no-logo') return redirect(here, { status: 303 })
  return answerForm(form, {
    operations: [{ op: 'set', target: 'category', id, values: { logo: null } }],
    to: here,
    done: { key: 'tables:done.noLogo' },
  })
}
