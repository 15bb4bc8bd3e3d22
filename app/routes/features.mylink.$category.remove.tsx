/** Asks before channels of MyLink, or audio sources, are deleted. */
import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import listStyles from '~/styles/lists.css'
import { removalTitle, type RemoveView } from '~/ui/mylink/remove-page'
import { linkHandle, sheetsOf } from '~/ui/mylink/view'
import { findChosen, maxNamesShown, parseChosen } from '~/web/mylink/chosen.server'
import { readShelf, viewOf } from '~/web/mylink/shelf.server'

export { RemovePage as default } from '~/ui/mylink/remove-page'
export { actOnRemoval as action } from '~/web/mylink/chosen.server'
export const handle = linkHandle(removalTitle)
export const links = sheetsOf(listStyles)

/** Asks about the links that still exist; if none does, leads back to their page. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { shelf, batch } = await readShelf(args)
  const { ids, back, here } = parseChosen(args.request, shelf)
  const chosen = await findChosen(shelf, ids)
  if (chosen.length === 0) throw redirect(shelf.path)
  const names = chosen.slice(0, maxNamesShown).map(({ name }) => name)
  const view: RemoveView = { shelf: viewOf(shelf), isCategory: false, count: chosen.length, names, here, back, batch }
  return json(view)
}
