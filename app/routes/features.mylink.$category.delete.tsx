/** Asks before a category of MyLink is deleted, and says how many channels go with it. */
import type { LinksFunction } from '@remix-run/node'
import styles from '~/styles/lists.css'
import { handleOf } from '~/ui/mylink/words'

export { RemovePage as default } from '~/ui/mylink/remove-page'
export { answerCategoryRemoval as action } from '~/web/mylink/categories-action.server'
export { loadCategoryRemoval as loader } from '~/web/mylink/pages.server'
export const handle = handleOf('mylink', 'mylink:category.delete')
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
