/** One channel of MyLink: its name, where it comes from, its picture. */
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { LinkPage as default } from '~/ui/mylink/link-page'
export { actOnLink as action, loadLink as loader } from '~/web/mylink/links-action.server'
export const handle = handleOf('mylink', 'edit')
export const links = sheetsOf(listStyles, styles)
