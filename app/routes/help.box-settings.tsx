/** Help: the settings of CHMax on the box. */
import type { LinksFunction } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { boxSettingsDrawings } from '~/ui/guide/drawings/box-settings'
import { GuidePage } from '~/ui/guide/guide-page'

export const handle = {
  i18n: ['help', 'guide-box-settings'],
  title: 'help:guide.box-settings.title',
  description: 'guide-box-settings:description',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const BoxSettingsGuide = () => <GuidePage name="box-settings" drawings={boxSettingsDrawings} />
export default BoxSettingsGuide
