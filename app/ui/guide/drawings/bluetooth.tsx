/** Drawings of the Bluetooth guide: pairing on the screen, what can be paired, and where to place the box. */
import type { Drawings } from '../guide-page'
import { Box, Cross, Screen, Tick } from './parts'

const Remote = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="30" height="84" rx="10" className="d-body" />
    <circle cx="15" cy="22" r="9" className="d-wash" />
    <path d="M10 44h.01M20 44h.01M10 56h.01M20 56h.01M10 68h.01M20 68h.01" strokeWidth="4" className="d-soft" />
  </g>
)

export const bluetoothDrawings: Drawings<'bluetooth'> = {
  pair: (
    <>
      <Remote x={44} y={52} />
      <path d="M88 78a26 26 0 0 1 0 34M98 70a40 40 0 0 1 0 50" className="d-way" />
      <Screen x={134} y={40}>
        <path d="M18 18h40M18 62h56" className="d-light" />
        <rect x="14" y="28" width="100" height="22" rx="3" className="d-ripe" />
        <path d="M24 39h44" className="d-on-ripe" strokeWidth="4" />
        <path d="m90 39 5 5 9-11" className="d-on-ripe d-sign" strokeWidth="3" />
      </Screen>
    </>
  ),
  kinds: (
    <>
      <Remote x={34} y={48} />
      <path d="M104 112V96a36 36 0 0 1 72 0v16" strokeWidth="3" />
      <rect x="96" y="104" width="18" height="32" rx="7" className="d-ripe" />
      <rect x="166" y="104" width="18" height="32" rx="7" className="d-ripe" />
      <rect x="206" y="82" width="88" height="50" rx="6" className="d-body" />
      <path
        d="M218 95h.01M230 95h.01M242 95h.01M254 95h.01M266 95h.01M282 95h.01M218 107h.01M230 107h.01M242 107h.01M254 107h.01M266 107h.01M282 107h.01M232 120h36"
        strokeWidth="5"
        className="d-soft"
      />
    </>
  ),
  place: (
    <>
      <rect x="24" y="50" width="116" height="86" rx="4" className="d-body" />
      <path d="M24 66h116" className="d-soft" />
      <g transform="translate(44 92)">
        <Box x={0} y={0} />
      </g>
      <path d="M82 66v-16" className="d-soft" />
      <Cross x={82} y={34} />
      <path d="M180 136h116" strokeWidth="3" />
      <g transform="translate(200 104)">
        <Box x={0} y={0} />
      </g>
      <path d="M216 88a32 32 0 0 1 44 0M226 96a18 18 0 0 1 24 0" className="d-way" />
      <Tick x={238} y={50} />
    </>
  ),
}
