/** The channels of a category of MyLink, a page at a time. */
import type { LinksFunction } from '@remix-run/node'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { linksHandle } from '~/ui/mylink/links-page'

export { LinksPage as default } from '~/ui/mylink/links-page'
export { actOnLinks as action, loadLinks as loader } from '~/web/mylink/pages.server'
export const handle = linksHandle('mylink')
export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }))
