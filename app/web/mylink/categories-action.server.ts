/** The forms of MyLink's categories: order, adding, name, place, picture. */
import { json } from '@remix-run/node'
import { parseNumber } from '~/i18n/number'
import { addShelf, categoriesMax, deleteShelf, editShelf, findShelves, moveShelf } from '~/modules/link/link.server'
import { requireUser } from '~/request/caller.server'
import type { RemoveView } from '~/ui/mylink/remove-page'
import { homeOf } from '~/ui/mylink/view'
import { keyOfForm } from '~/web/lists/answer.server'
import { invalid, newBatch, readForm } from '~/web/form/form.server'
import { answerPicture, broken, countText, done, refuseLink } from './answer.server'
import { answerRestore } from './links-action.server'
import { linkForm, oneForm } from './forms.server'
import { categoryPath, requireCategory, requireShelf, viewOf, type Args } from './shelf.server'

const home = homeOf('mylink')

/** The page of all categories. */
export const answerCategories = async ({ request, context }: Args): Promise<Response> => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, oneForm('arrange', 'add', 'restore'))
  if (!read.ok) return invalid(read)
  const { intent, up, down, drop, name, batch, deleted } = read.value
  if (intent === 'restore') return answerRestore({ request, context }, 'mylink', { deleted, batch, back: home })
  if (intent === 'add') {
    const added = await addShelf(user, 'mylink', { name, batch: keyOfForm(batch, ['add', name]) })
    if (!added.ok) return refuseLink(added.code === 'Q2102' ? { ...added, field: 'name' } : added, read.values)
    // The next step is to put links into it.
    return done(context, categoryPath(added.value.id), 'mylink:done.added', { name: added.value.name })
  }
  const [dropped = '', place = ''] = drop.split('.')
  const category = await requireCategory(user, dropped || up || down)
  const at = parseNumber(place, { min: 1, max: categoriesMax }) ?? category.position
  const to = dropped !== '' ? at : up === '' ? 'down' : 'up'
  const moved = await moveShelf(user, 'mylink', category.id, to, { batch: keyOfForm(batch, [to, category.id]) })
  if (!moved.ok) return refuseLink(moved, read.values)
  return moved.value.position === category.position
    ? done(context, home, 'mylink:done.nothing', {}, 'note')
    : done(context, home, 'mylink:done.moved', { name: category.name })
}

/** The page of one category: its name, its place among the others, its picture. */
export const answerCategory = async ({ request, context, params }: Args): Promise<Response> => {
  const user = await requireUser(request, context)
  const category = await requireCategory(user, params['category'])
  const here = `${categoryPath(category.id)}/edit`
  const read = await readForm(request, context, oneForm('save', 'move', 'picture', 'no-picture'))
  if (context.upload !== null)
    return answerPicture(context, { actor: user, service: 'mylink', here }, read, (logo) =>
      editShelf(user, 'mylink', category.id, { logo }),
    )
  if (!read.ok) return invalid(read)
  const { intent, name, to, batch } = read.value
  if (intent === 'no-picture') {
    const edited = await editShelf(user, 'mylink', category.id, { logo: null })
    return edited.ok ? done(context, here, 'mylink:done.noPicture') : refuseLink(edited, read.values)
  }
  if (intent === 'move') {
    const total = (await findShelves(user, 'mylink')).length
    const place = parseNumber(to, { min: 1, max: categoriesMax })
    if (place === null || place > total) return refuseLink(broken('to', 'range', { max: total }), read.values)
    const moved = await moveShelf(user, 'mylink', category.id, place, { batch: keyOfForm(batch, ['move', place]) })
    return moved.ok ? done(context, home, 'mylink:done.moved', { name: category.name }) : refuseLink(moved, read.values)
  }
  const edited = await editShelf(user, 'mylink', category.id, { name, batch: keyOfForm(batch, ['name', name]) })
  if (!edited.ok) return refuseLink(edited, read.values)
  return edited.value.name === category.name
    ? done(context, home, 'mylink:done.nothing', {}, 'note')
    : done(context, home, 'mylink:done.saved', { name: edited.value.name })
}

/** Asks before a category is deleted. */
export const loadCategoryRemoval = async (args: Args) => {
  const shelf = await requireShelf(args)
  const { path: back, channels: count } = shelf
  const ways = { here: `${back}/delete`, back, shelf: viewOf(shelf), batch: newBatch() }
  return json<RemoveView>({ ...ways, isCategory: true, count, names: [] })
}

/** Deletes a category with its channels. Pressed twice, it is deleted once, and both presses report that. */
export const answerCategoryRemoval = async ({ request, context, params }: Args): Promise<Response> => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, linkForm)
  if (!read.ok) return invalid(read)
  const id = params['category'] ?? ''
  const removed = await deleteShelf(user, 'mylink', id, { batch: keyOfForm(read.value.batch, ['delete', id]) })
  if (!removed.ok) return refuseLink(removed, read.values)
  const { name, channels } = removed.value
  if (channels === 0) return done(context, home, 'mylink:done.deleted', { name })
  const counted = await countText({ request, context }, 'mylink', channels)
  return done(context, home, 'mylink:done.deletedWith', { name, channels: counted })
}
