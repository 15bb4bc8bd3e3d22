/** The links that a page asks about before it deletes them, or adds them to a channel list. */
import { redirect } from '@remix-run/node'
import { deleteLinks, findLinks, linksMax, type LinkEntry } from '~/modules/link/link.server'
import { linksHref, parseLinkQuery } from '~/ui/mylink/view'
import { keyOfForm, requireValue } from '~/web/lists/answer.server'
import { invalid, readForm } from '~/web/form/form.server'
import { countText, done, refuseLink } from './answer.server'
import { linkForm } from './forms.server'
import { requireShelf, type Args, type Shelf } from './shelf.server'

/** How many names a confirmation lists. */
export const maxNamesShown = 40

/** The links that a confirmation is about, from the address, and the way back to the rows. */
export const parseChosen = (request: Request, shelf: Shelf): { ids: string[]; back: string; here: string } => {
  const { searchParams, search, pathname } = new URL(request.url)
  const asked = [...new Set((searchParams.get('ids') ?? '').split('.'))].filter((id) => /^\d{1,9}$/.test(id))
  return {
    ids: asked.slice(0, 100),
    back: linksHref(shelf.path, parseLinkQuery(new URLSearchParams(searchParams.get('back') ?? ''))),
    here: pathname + search,
  }
}

/** Those that still exist, in the chosen order. */
export const findChosen = async (shelf: Shelf, ids: readonly string[]): Promise<LinkEntry[]> => {
  const { items } = requireValue(await findLinks(shelf, { page: 1, size: linksMax }))
  return items.filter(({ id }) => ids.includes(id))
}

/** Deletes the confirmed links. */
export const actOnRemoval = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const shelf = await requireShelf(args)
  const read = await readForm(request, context, linkForm)
  if (!read.ok) return invalid(read)
  const { ids, back } = parseChosen(request, shelf)
  if (ids.length === 0) return redirect(back, { status: 303 })
  const removed = await deleteLinks(shelf, ids, { batch: keyOfForm(read.value.batch, ids) })
  if (!removed.ok && removed.code === 'C1102') return done(context, back, 'mylink:done.nothing', {}, 'note')
  if (!removed.ok) return refuseLink(removed, read.values)
  return done(context, back, 'mylink:done.removed', {
    what: await countText(args, shelf.service, removed.value.deleted),
  })
}
