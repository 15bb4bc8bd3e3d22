/** Help: Bluetooth remotes, headphones and keyboards. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/help.css'
import { bluetoothDrawings } from '~/ui/guide/drawings/bluetooth'
import { GuidePage } from '~/ui/guide/guide-page'
import { getT } from '~/request/language.server'

export const handle = { i18n: ['help', 'guide-bluetooth'], title: 'help:guide.bluetooth.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export { describedMeta as meta } from '~/ui/described-meta'

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json({ description: (await getT(request, context))('guide-bluetooth:description') })

const BluetoothGuide = () => <GuidePage name="bluetooth" drawings={bluetoothDrawings} />
export default BluetoothGuide
