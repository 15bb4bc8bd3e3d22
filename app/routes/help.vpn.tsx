/** Help: the VPN client of the companion app. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { vpnDrawings } from '~/ui/guide/drawings/vpn'
import { GuidePage } from '~/ui/guide/guide-page'
import { getT } from '~/request/language.server'

export const handle = { i18n: ['help', 'guide-vpn'], title: 'help:guide.vpn.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export { describedMeta as meta } from '~/ui/described-meta'

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json({ description: (await getT(request, context))('guide-vpn:description') })

const VpnGuide = () => <GuidePage name="vpn" drawings={vpnDrawings} />
export default VpnGuide
