/** Help: the VPN client of the companion app. */
import type { LinksFunction } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { vpnDrawings } from '~/ui/guide/drawings/vpn'
import { GuidePage } from '~/ui/guide/guide-page'

export const handle = {
  i18n: ['help', 'guide-vpn'],
  title: 'help:guide.vpn.title',
  description: 'guide-vpn:description',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const VpnGuide = () => <GuidePage name="vpn" drawings={vpnDrawings} />
export default VpnGuide
