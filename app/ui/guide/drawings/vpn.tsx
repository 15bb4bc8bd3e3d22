/** Drawings of the VPN guide: the app with its switch and servers, and the tunnel to a server. */
import type { Drawings } from '../guide-page'
import { Globe, Phone } from './parts'

export const vpnDrawings: Drawings<'vpn'> = {
  app: (
    <g transform="translate(100 16)">
      <rect width="120" height="150" rx="14" className="d-body" />
      <g transform="translate(36 20)">
        <rect width="48" height="26" rx="13" className="d-ripe" />
        <circle cx="35" cy="13" r="9" className="d-body" />
      </g>
      <rect x="12" y="62" width="96" height="24" rx="5" className="d-chosen" />
      <circle cx="26" cy="74" r="5" className="d-wash" />
      <path d="M40 74h40" className="d-words" />
      <circle cx="26" cy="104" r="5" className="d-soft" />
      <circle cx="26" cy="128" r="5" className="d-soft" />
      <path d="M40 104h52M40 128h34" className="d-line" />
    </g>
  ),
  tunnel: (
    <>
      <Phone x={24} y={36}>
        <path d="M30 36 16 41v11c0 8 5 14 14 18 9-4 14-10 14-18V41z" className="d-wash" />
        <circle cx="30" cy="53" r="4" className="d-ripe" />
      </Phone>
      <rect x="96" y="74" width="78" height="32" rx="16" className="d-night" />
      <path d="M108 90h52m-9-7 9 7-9 7" className="d-light" />
      <g transform="translate(186 62)">
        <rect width="44" height="56" rx="5" className="d-body" />
        <path d="M10 14h14M10 28h14M10 42h14" className="d-words" />
        <path d="M34 14h.01M34 28h.01M34 42h.01" strokeWidth="5" className="d-leaf" />
      </g>
      <path d="M240 90h12" className="d-way" />
      <Globe x={282} y={90} />
    </>
  ),
}
