/** Adds channels of MyLink to a channel list. */
import type { LinksFunction } from '@remix-run/node'
import styles from '~/styles/lists.css'
import { handleOf } from '~/ui/mylink/words'

export { ToListPage as default } from '~/ui/mylink/to-list-page'
export { actOnToList as action, loadToList as loader } from '~/web/mylink/pages.server'
export const handle = handleOf('mylink', 'mylink:toList.title')
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
