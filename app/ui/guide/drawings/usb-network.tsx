/** Drawings of the USB tethering guide: the connection, the switch on the phone, and the box that confirms it. */
import type { Drawings } from '../guide-page'
import { Box, Globe, Phone, Screen, Switch, Tick, Way } from './parts'

export const usbNetworkDrawings: Drawings<'usb-network'> = {
  way: (
    <>
      <Globe x={46} y={78} />
      <path d="M80 78h.01M88 78h.01M96 78h.01" strokeWidth="5" className="d-way" />
      <Phone x={108} y={28}>
        <path d="M18 56a17 17 0 0 1 24 0M24 63a8 8 0 0 1 12 0" className="d-way" />
        <circle cx="30" cy="70" r="4" className="d-ripe" />
      </Phone>
      <path d="M138 136v10a10 10 0 0 0 10 10h92a10 10 0 0 0 10-10v-22" strokeWidth="3" />
      <path d="M244 118h12v10h-12z" className="d-ripe" />
      <Box x={212} y={86} />
    </>
  ),
  phone: (
    <>
      <g transform="translate(40 22)">
        <rect width="128" height="140" rx="12" className="d-body" />
        <path d="M16 22h52" className="d-words" />
        <path d="M16 52h58M16 116h44" className="d-line" />
        <Switch x={90} y={45} />
        <rect x="8" y="68" width="112" height="30" rx="5" className="d-chosen" />
        <path d="M18 83h54" className="d-words" />
        <Switch x={88} y={76} on />
        <Switch x={90} y={109} />
      </g>
      <Way x={184} y={106} length={34} />
      <path d="M232 96h22v20h-22zM254 101h22v10h-22z" className="d-body" />
      <path d="M276 106h16" strokeWidth="3" />
      <path d="M238 102v8M244 102v8" className="d-soft" />
    </>
  ),
  check: (
    <>
      <Screen x={44} y={36}>
        <circle cx="64" cy="34" r="20" className="d-body" />
        <Tick x={64} y={34} />
        <path d="M40 66h48" className="d-light" />
      </Screen>
      <path d="M172 96h14a10 10 0 0 0 10-10v-2a10 10 0 0 1 10-10h2" strokeWidth="3" className="d-soft" />
      <Box x={208} y={61} />
      <path d="M226 46a26 26 0 0 1 40 0M236 53a13 13 0 0 1 20 0" className="d-way" />
    </>
  ),
}
