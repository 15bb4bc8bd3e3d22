/**
 * Drawings of the guide to a video site's key: where it is created, how it gets onto the box, and that it stays
 * private.
 */
import type { Drawings } from '../guide-page'
import { Cross, Key, Screen, Way, Window } from './parts'

export const videoKeyDrawings: Drawings<'video-key'> = {
  console: (
    <Window x={85} y={38}>
      <path d="M14 36h30M14 50h22M14 64h26M14 78h18" className="d-line" />
      <path d="M52 20v84" className="d-soft" />
      <rect x="64" y="34" width="74" height="30" rx="5" className="d-chosen" />
      <g transform="translate(82 49) scale(.8)">
        <Key x={0} y={0} />
      </g>
      <path d="M64 80h52M64 92h36" className="d-words" />
    </Window>
  ),
  enter: (
    <>
      <g transform="translate(46 66)">
        <Key x={0} y={0} />
      </g>
      <Way x={40} y={104} length={60} />
      <Screen x={144} y={22}>
        <path d="M18 20h44" className="d-light" />
        <rect x="16" y="30" width="96" height="18" rx="3" className="d-body" />
        <path d="M26 39h.01M36 39h.01M46 39h.01M56 39h.01M66 39h.01" strokeWidth="5" />
        <path d="M76 34v10" className="d-way" />
        <rect x="72" y="56" width="40" height="14" rx="3" className="d-ripe" />
      </Screen>
      <rect x="136" y="128" width="144" height="36" rx="6" className="d-body" />
      <path
        d="M150 140h.01M164 140h.01M178 140h.01M192 140h.01M206 140h.01M220 140h.01M234 140h.01M248 140h.01M264 140h.01M178 153h62"
        strokeWidth="5"
        className="d-soft"
      />
    </>
  ),
  secret: (
    <>
      <path d="M112 40 60 56v32c0 26 20 46 52 58 32-12 52-32 52-58V56z" className="d-body" />
      <g transform="translate(94 92)">
        <Key x={0} y={0} />
      </g>
      <path d="M206 50h78v48h-40l-18 16V98h-20z" className="d-body" />
      <path d="M220 66h50M220 82h30" className="d-words" />
      <Cross x={284} y={122} />
    </>
  ),
}
