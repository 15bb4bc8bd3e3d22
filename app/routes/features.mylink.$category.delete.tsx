/** Asks before a category of MyLink is deleted, and says how many channels are deleted with it. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { deleteShelf } from '~/modules/link/link.server'
import { requireUser } from '~/request/caller.server'
import styles from '~/styles/lists.css'
import { removalTitle, type RemoveView } from '~/ui/mylink/remove-page'
import { homeOf, linkHandle, sheetsOf } from '~/ui/mylink/view'
import { invalid, readForm } from '~/web/form/form.server'
import { keyOfForm } from '~/web/lists/answer.server'
import { countText, done, refuseLink } from '~/web/mylink/answer.server'
import { linkForm } from '~/web/mylink/forms.server'
import { readShelf, viewOf } from '~/web/mylink/shelf.server'

export { RemovePage as default } from '~/ui/mylink/remove-page'
export const handle = linkHandle(removalTitle)
export const links = sheetsOf(styles)

export const loader = async (args: LoaderFunctionArgs) => {
  const { shelf, batch } = await readShelf(args)
  const { path: back, channels: count } = shelf
  const view: RemoveView = {
    shelf: viewOf(shelf),
    isCategory: true,
    count,
    names: [],
    here: `${back}/delete`,
    back,
    batch,
  }
  return json(view)
}

/** Deletes a category with its channels. Pressed twice, it is deleted once, and both presses report that. */
export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, linkForm)
  if (!read.ok) return invalid(read)
  const id = params['category'] ?? ''
  const removed = await deleteShelf(user, 'mylink', id, { batch: keyOfForm(read.value.batch, ['delete', id]) })
  if (!removed.ok) return refuseLink(removed, read.values)
  const { name, channels } = removed.value
  if (channels === 0) return done(context, homeOf('mylink'), 'mylink:done.deleted', { name })
  const counted = await countText({ request, context }, 'mylink', channels)
  return done(context, homeOf('mylink'), 'mylink:done.deletedWith', { name, channels: counted })
}
