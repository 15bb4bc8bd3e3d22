/**
 * The sky in small: every satellite of a list at its angle, its size by its channels. East is on the left in every
 * language. It shows no names, because the list of satellites is below it.
 */
import { arcWindow, fullCircle } from '~/ui/sky-arc/window'

export type SkyDot = {
  key: string
  /** Tenths of a degree eastward, 0–3599. */
  angle: number
  channels: number
  href: string
  chosen: boolean
}

const size = { width: 208, height: 56, drop: 30, top: 14, radius: [4, 9] } as const
const round = (value: number): number => Math.round(value * 10) / 10

export const RailSky = ({ dots }: { dots: readonly SkyDot[] }) => {
  if (dots.length === 0) return null
  const { east, west } = arcWindow(dots.map(({ angle }) => angle))
  const { width, height, drop, top, radius } = size
  const most = Math.max(1, ...dots.map(({ channels }) => channels))
  const xOf = (angle: number): number => {
    let unwrapped = angle
    while (unwrapped > east) unwrapped -= fullCircle
    while (unwrapped < west) unwrapped += fullCircle
    return radius[1] + ((east - unwrapped) / (east - west)) * (width - 2 * radius[1])
  }
  const yOf = (x: number): number => top + drop * ((x - width / 2) / (width / 2)) ** 2
  return (
    <svg
      className="rail-sky"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      focusable="false"
    >
      <path
        className="sky-belt"
        fill="none"
        stroke="currentColor"
        d={`M0 ${top + drop}Q${width / 2} ${top - drop} ${width} ${top + drop}`}
      />
      {/* Biggest first, so that a small satellite is drawn over a big neighbour. */}
      {[...dots]
        .sort((a, b) => b.channels - a.channels)
        .map(({ key, angle, channels, href, chosen }) => {
          const x = round(xOf(angle))
          return (
            <a key={key} href={href} tabIndex={-1} className={chosen ? 'sky-satellite sky-chosen' : 'sky-satellite'}>
              <circle
                className="sky-dot"
                cx={x}
                cy={round(yOf(x))}
                r={round(radius[0] + (radius[1] - radius[0]) * Math.sqrt(channels / most))}
              />
            </a>
          )
        })}
    </svg>
  )
}
