/** Asks before channels of MyLink are deleted. */
import listStyles from '~/styles/lists.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { RemovePage as default } from '~/ui/mylink/remove-page'
export { actOnRemoval as action, loadRemoval as loader } from '~/web/mylink/chosen.server'
export const handle = handleOf('mylink', 'remove')
export const links = sheetsOf(listStyles)
