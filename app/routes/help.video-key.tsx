/** Help: a video site’s API key for the box. */
import type { LinksFunction } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { videoKeyDrawings } from '~/ui/guide/drawings/video-key'
import { GuidePage } from '~/ui/guide/guide-page'

export const handle = {
  i18n: ['help', 'guide-video-key'],
  title: 'help:guide.video-key.title',
  description: 'guide-video-key:description',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const VideoKeyGuide = () => <GuidePage name="video-key" drawings={videoKeyDrawings} />
export default VideoKeyGuide
