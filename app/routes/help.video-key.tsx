/** Help: a video site’s API key for the box. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { videoKeyDrawings } from '~/ui/guide/drawings/video-key'
import { GuidePage } from '~/ui/guide/guide-page'
import { getT } from '~/request/language.server'

export const handle = { i18n: ['help', 'guide-video-key'], title: 'help:guide.video-key.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export { describedMeta as meta } from '~/ui/described-meta'

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json({ description: (await getT(request, context))('guide-video-key:description') })

const VideoKeyGuide = () => <GuidePage name="video-key" drawings={videoKeyDrawings} />
export default VideoKeyGuide
