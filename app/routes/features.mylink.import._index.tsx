/** The choice of a table of MyLink to be imported. */
import type { LinksFunction } from '@remix-run/node'
import styles from '~/styles/mylink.css'
import { handleOf } from '~/ui/mylink/words'

export { ImportPage as default } from '~/ui/mylink/import-page'
export { actOnImport as action, loadImport as loader } from '~/web/mylink/pages.server'
export const handle = handleOf('mylink', 'mylink:import.title')
export const links: LinksFunction = () => [styles].map((href) => ({ rel: 'stylesheet', href }))
