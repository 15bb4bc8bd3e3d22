/** One audio source: its name, where it comes from, its picture. */
import type { LinksFunction } from '@remix-run/node'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { linkHandle } from '~/ui/mylink/link-page'

export { LinkPage as default } from '~/ui/mylink/link-page'
export { actOnLink as action, loadLink as loader } from '~/web/mylink/pages.server'
export const handle = linkHandle('audio')
export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }))
