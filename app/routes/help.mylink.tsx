/** Help: MyLink and audio sources. */
import type { LinksFunction } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { mylinkDrawings } from '~/ui/guide/drawings/mylink'
import { GuidePage } from '~/ui/guide/guide-page'

export const handle = {
  i18n: ['help', 'guide-mylink'],
  title: 'help:guide.mylink.title',
  description: 'guide-mylink:description',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const MyLinkGuide = () => <GuidePage name="mylink" drawings={mylinkDrawings} />
export default MyLinkGuide
