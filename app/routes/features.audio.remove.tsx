/** Asks before audio sources are deleted. */
import listStyles from '~/styles/lists.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { RemovePage as default } from '~/ui/mylink/remove-page'
export { actOnRemoval as action, loadRemoval as loader } from '~/web/mylink/chosen.server'
export const handle = handleOf('audio', 'remove')
export const links = sheetsOf(listStyles)
