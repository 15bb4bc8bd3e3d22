/** Asks before a category of MyLink is deleted, and says how many channels are deleted with it. */
import styles from '~/styles/lists.css'
import { handleOf, sheetsOf } from '~/ui/mylink/words'

export { RemovePage as default } from '~/ui/mylink/remove-page'
export { answerCategoryRemoval as action, loadCategoryRemoval as loader } from '~/web/mylink/categories-action.server'
export const handle = handleOf('mylink', 'mylink:category.delete')
export const links = sheetsOf(styles)
