/** Adds channels of MyLink to a channel list. */
import styles from '~/styles/lists.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { ToListPage as default } from '~/ui/mylink/to-list-page'
export { actOnToList as action, loadToList as loader } from '~/web/mylink/to-list.server'
export const handle = handleOf('mylink', 'mylink:toList.title')
export const links = sheetsOf(styles)
