/** Help: sharing the phone’s internet with the box over a USB cable. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { usbNetworkDrawings } from '~/ui/guide/drawings/usb-network'
import { GuidePage } from '~/ui/guide/guide-page'
import { getT } from '~/request/language.server'

export const handle = {
  i18n: ['help', 'guide-usb-network'],
  title: 'help:guide.usb-network.title',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export { describedMeta as meta } from '~/ui/described-meta'

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json({ description: (await getT(request, context))('guide-usb-network:description') })

const UsbNetworkGuide = () => <GuidePage name="usb-network" drawings={usbNetworkDrawings} />
export default UsbNetworkGuide
