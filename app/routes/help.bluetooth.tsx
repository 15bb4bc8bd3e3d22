/** Help: Bluetooth remotes, headphones and keyboards. */
import type { LinksFunction } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { bluetoothDrawings } from '~/ui/guide/drawings/bluetooth'
import { GuidePage } from '~/ui/guide/guide-page'

export const handle = {
  i18n: ['help', 'guide-bluetooth'],
  title: 'help:guide.bluetooth.title',
  description: 'guide-bluetooth:description',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const BluetoothGuide = () => <GuidePage name="bluetooth" drawings={bluetoothDrawings} />
export default BluetoothGuide
