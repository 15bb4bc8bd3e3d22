/** Help: the settings of CHMax on the box. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { boxSettingsDrawings } from '~/ui/guide/drawings/box-settings'
import { GuidePage } from '~/ui/guide/guide-page'
import { getT } from '~/request/language.server'

export const handle = {
  i18n: ['help', 'guide-box-settings'],
  title: 'help:guide.box-settings.title',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export { describedMeta as meta } from '~/ui/described-meta'

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json({ description: (await getT(request, context))('guide-box-settings:description') })

const BoxSettingsGuide = () => <GuidePage name="box-settings" drawings={boxSettingsDrawings} />
export default BoxSettingsGuide
