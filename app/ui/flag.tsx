/** Flags from one sprite, each in its country's proportions. They are decoration; the country's name is beside them. */
import sprite from './flag.svg'

/** Width and height of each flag's drawing, keyed by ISO 3166 code. */
const sizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  IR: [630, 360],
  CD: [400, 300],
  SD: [360, 180],
  YE: [300, 200],
  CU: [360, 180],
  ML: [300, 200],
  SY: [300, 200],
  GW: [360, 180],
  HT: [300, 180],
  NI: [300, 180],
  ZW: [360, 180],
  LY: [360, 180],
  KP: [360, 180],
  MM: [300, 200],
  LB: [300, 200],
  VE: [300, 200],
  RU: [300, 200],
  IQ: [300, 200],
}

/** Renders nothing if there is no drawing. */
export const Flag = ({ code }: { code: string }) => {
  const size = sizes[code]
  if (size === undefined) return null
  return (
    <svg
      className="flag"
      viewBox={`0 0 ${size[0]} ${size[1]}`}
      width={size[0] / 10}
      height={size[1] / 10}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${sprite}#${code.toLowerCase()}`} />
    </svg>
  )
}
