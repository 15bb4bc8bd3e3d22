/** Adds channels of the account’s lists to a category of MyLink. */
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { PickPage as default } from '~/ui/mylink/pick-page'
export { actOnPick as action, loadPick as loader } from '~/web/mylink/pick.server'
export const handle = handleOf('mylink', 'mylink:pick.title')
export const links = sheetsOf(listStyles, styles)
