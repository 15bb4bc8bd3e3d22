/** The channels of a category of MyLink, a page at a time. */
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { LinksPage as default } from '~/ui/mylink/links-page'
export { actOnLinks as action, loadLinks as loader } from '~/web/mylink/links-action.server'
export const handle = handleOf('mylink', 'links')
export const links = sheetsOf(listStyles, styles)
