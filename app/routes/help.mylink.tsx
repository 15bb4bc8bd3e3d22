/** Help: MyLink and audio sources. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { mylinkDrawings } from '~/ui/guide/drawings/mylink'
import { GuidePage } from '~/ui/guide/guide-page'
import { getT } from '~/request/language.server'

export const handle = { i18n: ['help', 'guide-mylink'], title: 'help:guide.mylink.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export { describedMeta as meta } from '~/ui/described-meta'

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json({ description: (await getT(request, context))('guide-mylink:description') })

const MyLinkGuide = () => <GuidePage name="mylink" drawings={mylinkDrawings} />
export default MyLinkGuide
