/** Drawings of the guide to CHMax on the box: its menu, the two styles of a list, and the update in standby. */
import type { Drawings } from '../guide-page'
import { Box, Screen, Switch, Way } from './parts'

export const boxSettingsDrawings: Drawings<'box-settings'> = {
  open: (
    <>
      <Screen x={40} y={34}>
        <rect x="14" y="14" width="100" height="18" rx="3" className="d-ripe" />
        <path d="M22 23h40" className="d-on-ripe" strokeWidth="4" />
        <path d="M22 43h52M22 61h34" className="d-light" />
        <Switch x={84} y={36} on />
        <Switch x={84} y={54} />
      </Screen>
      <g transform="translate(226 48)">
        <rect width="38" height="92" rx="12" className="d-body" />
        <circle cx="19" cy="26" r="11" className="d-wash" />
        <circle cx="19" cy="26" r="3.5" className="d-dot" />
        <path
          d="M12 52h.01M19 52h.01M26 52h.01M12 64h.01M19 64h.01M26 64h.01M12 76h.01M19 76h.01M26 76h.01"
          strokeWidth="4"
          className="d-soft"
        />
      </g>
    </>
  ),
  styles: (
    <>
      <Screen x={22} y={40}>
        <rect x="12" y="14" width="46" height="54" rx="3" className="d-wash" />
        <path d="M20 26h28M20 38h22M20 50h30M20 60h16" className="d-words" />
        <rect x="66" y="14" width="50" height="34" rx="3" className="d-ripe" />
        <path d="M66 56h44M66 66h30" className="d-light" />
      </Screen>
      <Screen x={170} y={40}>
        <rect x="14" y="12" width="100" height="13" rx="2" className="d-ripe" />
        <path d="M20 34h76M20 46h60M20 58h82M20 69h48" className="d-light" />
      </Screen>
    </>
  ),
  update: (
    <>
      <circle cx="76" cy="78" r="38" className="d-body" />
      <path d="M76 78V52M76 78l18 10" />
      <path d="M76 40v4M114 78h-4M76 116v-4M38 78h4" className="d-soft" />
      <path d="M102 28a15 15 0 1 0 15 20 12 12 0 0 1-15-20z" className="d-ripe" />
      <Way x={130} y={92} length={50} />
      <g className="d-wash">
        <path d="M222 62a15 15 0 0 1 3-29 20 20 0 0 1 38 4 13 13 0 0 1-2 25z" />
      </g>
      <path d="M242 70v16m-6-7 6 7 6-7" className="d-way" />
      <Box x={204} y={100} />
    </>
  ),
}
