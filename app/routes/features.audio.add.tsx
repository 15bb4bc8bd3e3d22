/** Adds audio sources: one, or several at once. */
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { AddPage as default } from '~/ui/mylink/add-page'
export { actOnAdd as action, loadAdd as loader } from '~/web/mylink/links-action.server'
export const handle = handleOf('audio', 'add')
export const links = sheetsOf(listStyles, styles)
