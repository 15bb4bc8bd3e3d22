/**
 * The shared parts of the guides' drawings: screens, phones, boxes, switches, arrows. Units are those of a 320 by 180
 * picture.
 */
import type { ReactNode } from 'react'

type Place = { x: number; y: number }

/** A television that contains shapes; its glass is 116 by 70 and starts 6 units inside its corner. */
export const Screen = ({ x, y, children }: Place & { children?: ReactNode }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M44 92h40M64 82v10" />
    <rect width="128" height="82" rx="6" className="d-body" />
    <rect x="6" y="6" width="116" height="70" rx="2" className="d-night" />
    {children}
  </g>
)

/** A set-top box, 76 by 26, its light on. */
export const Box = ({ x, y }: Place) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="76" height="26" rx="6" className="d-body" />
    <path d="M10 30h6M60 30h6M26 13h24" className="d-soft" />
    <circle cx="13" cy="13" r="3" className="d-ripe" />
    <path d="M60 13h.01M66 13h.01" strokeWidth="3" />
  </g>
)

/** A phone, 60 by 108. */
export const Phone = ({ x, y, children }: Place & { children?: ReactNode }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="60" height="108" rx="9" className="d-body" />
    <path d="M24 100h12" className="d-soft" />
    {children}
  </g>
)

/** A window of a browser, 150 by 104. */
export const Window = ({ x, y, children }: Place & { children?: ReactNode }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="150" height="104" rx="7" className="d-body" />
    <path d="M0 20h150" />
    <path d="M11 10h.01M20 10h.01M29 10h.01" strokeWidth="4" className="d-soft" />
    {children}
  </g>
)

export const Switch = ({ x, y, on = false }: Place & { on?: boolean }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="24" height="14" rx="7" className={on ? 'd-ripe' : 'd-body'} />
    <circle cx={on ? 17 : 7} cy="7" r="4" className={on ? 'd-dot' : 'd-soft'} />
  </g>
)

/** An arrow in reading direction. */
export const Way = ({ x, y, length }: Place & { length: number }) => (
  <path d={`M${x} ${y}h${length}m-8-7 8 7-8 7`} className="d-way" />
)

export const Globe = ({ x, y }: Place) => (
  <g transform={`translate(${x} ${y})`} className="d-wash">
    <circle r="24" />
    <path d="M-24 0h48M0-24c15 13 15 35 0 48M0-24c-15 13-15 35 0 48" />
  </g>
)

/** A key, 56 long, pointing to the end of the line, its ring in mango. */
export const Key = ({ x, y }: Place) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M12 0h44M46 0v9M37 0v7" strokeWidth="4" />
    <circle r="12" className="d-ripe" />
    <circle r="4.5" className="d-body" />
  </g>
)

export const Tick = ({ x, y }: Place) => <path d={`m${x - 8} ${y} 6 6 11-13`} className="d-leaf d-sign" />
export const Cross = ({ x, y }: Place) => <path d={`m${x - 6} ${y - 6} 12 12m0-12-12 12`} className="d-bad" />
