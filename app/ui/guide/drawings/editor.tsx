/** Drawings of the editor guide: a file that becomes a list, moving rows, their marks, and the box that loads them. */
import type { Drawings } from '../guide-page'
import { Box, Way } from './parts'

type RowProps = { y: number; width?: number; chosen?: boolean }
const Row = ({ y, width = 64, chosen = false }: RowProps) => (
  <g transform={`translate(0 ${y})`}>
    {chosen ? <rect x="-8" y="-11" width="196" height="22" rx="5" className="d-chosen" /> : null}
    <path d="M4-3h.01M4 3h.01M10-3h.01M10 3h.01" strokeWidth="3" className="d-soft" />
    <path d={`M30 0h${width}`} className={chosen ? 'd-words' : 'd-line'} />
  </g>
)

const Star = ({ x, y }: { x: number; y: number }) => (
  <path
    transform={`translate(${x} ${y})`}
    d="m0-8 2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8z"
    className="d-ripe"
  />
)

export const editorDrawings: Drawings<'editor'> = {
  upload: (
    <>
      <path d="M34 50h38l18 18v62H34z" className="d-body" />
      <path d="M72 50v18h18" />
      <path d="M46 84h30M46 97h30M46 110h18" className="d-words" />
      <Way x={108} y={90} length={50} />
      <rect x="176" y="34" width="112" height="112" rx="8" className="d-body" />
      <path d="M190 56h40" className="d-words" />
      <rect x="176" y="70" width="112" height="24" className="d-chosen" />
      <path d="M190 82h58M190 108h70M190 128h46" className="d-line" />
      <circle cx="270" cy="54" r="7" className="d-ripe" />
    </>
  ),
  order: (
    <>
      <rect x="52" y="22" width="216" height="136" rx="8" className="d-body" />
      <g transform="translate(72 0)">
        <Row y={44} width={84} />
        <Row y={68} width={58} />
        <path d="M-4 84h184" className="d-way" strokeDasharray="2 6" />
        <Row y={102} width={72} />
        <Row y={132} width={64} chosen />
        <path d="M152 124V88m-7 8 7-8 7 8" className="d-way" />
      </g>
    </>
  ),
  marks: (
    <>
      <rect x="52" y="30" width="216" height="120" rx="8" className="d-body" />
      <path d="M52 70h216M52 110h216" className="d-soft" strokeWidth="1" />
      <path d="M72 50h84M72 90h64M72 130h92" className="d-line" />
      <Star x={236} y={50} />
      <g className="d-sign">
        <rect x="228" y="88" width="16" height="12" rx="2.5" className="d-wash" />
        <path d="M231 88v-4a5 5 0 0 1 10 0v4" className="d-way" />
      </g>
      <path d="m228 122 8 8-8 8m8-16 8 8-8 8m11-16v16" className="d-way" />
    </>
  ),
  box: (
    <>
      <rect x="30" y="34" width="108" height="112" rx="8" className="d-body" />
      <path d="M44 56h60M44 104h70M44 126h46" className="d-line" />
      <rect x="30" y="68" width="108" height="24" className="d-chosen" />
      <path d="M44 80h52" className="d-words" />
      <Way x={154} y={90} length={44} />
      <Box x={214} y={92} />
      <path d="M232 76a26 26 0 0 1 40 0M242 82a13 13 0 0 1 20 0" className="d-way" />
    </>
  ),
}
