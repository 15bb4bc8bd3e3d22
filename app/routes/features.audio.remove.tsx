/** Asks before audio sources are deleted. */
import type { LinksFunction } from '@remix-run/node'
import listStyles from '~/styles/lists.css'
import { handleOf } from '~/ui/mylink/words'

export { RemovePage as default } from '~/ui/mylink/remove-page'
export { actOnRemoval as action, loadRemoval as loader } from '~/web/mylink/pages.server'
export const handle = handleOf('audio', 'remove')
export const links: LinksFunction = () => [listStyles].map((href) => ({ rel: 'stylesheet', href }))
