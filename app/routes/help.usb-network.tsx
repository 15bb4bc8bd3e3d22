/** Help: sharing the phone’s internet with the box over a USB cable. */
import type { LinksFunction } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { usbNetworkDrawings } from '~/ui/guide/drawings/usb-network'
import { GuidePage } from '~/ui/guide/guide-page'

export const handle = {
  i18n: ['help', 'guide-usb-network'],
  title: 'help:guide.usb-network.title',
  description: 'guide-usb-network:description',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const UsbNetworkGuide = () => <GuidePage name="usb-network" drawings={usbNetworkDrawings} />
export default UsbNetworkGuide
