/** Drawings of the guide to MyLink and audio: links on their way to the box, and a table before it is imported. */
import type { Drawings } from '../guide-page'
import { Screen, Tick, Way, Window } from './parts'

export const mylinkDrawings: Drawings<'mylink'> = {
  way: (
    <>
      <Window x={20} y={38}>
        <path d="M16 38h26M16 56h26M16 74h26" className="d-line" />
        <path d="M54 38h70M54 56h50M54 74h60" className="d-words" />
      </Window>
      <Way x={178} y={90} length={24} />
      <g transform="translate(212 52) scale(.72)">
        <Screen x={0} y={0}>
          <path d="M14 20h40M14 36h48M14 52h34" className="d-light" />
        </Screen>
      </g>
    </>
  ),
  table: (
    <>
      <Window x={20} y={38}>
        <path d="M14 34h122M14 50h122M14 66h122M14 82h122M54 34v64M100 34v64" className="d-line" />
        <path d="M20 42h24M62 42h28M20 58h18M62 58h24" className="d-words" />
      </Window>
      <Way x={186} y={90} length={24} />
      <rect x="222" y="46" width="78" height="88" rx="6" className="d-body" />
      <path d="M252 68h36M252 90h28M252 112h34" className="d-words" />
      <Tick x={238} y={68} />
      <Tick x={238} y={90} />
      <Tick x={238} y={112} />
    </>
  ),
}
