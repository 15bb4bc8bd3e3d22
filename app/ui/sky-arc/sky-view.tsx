/**
 * Draws a computed sky arc: the belt of satellites as a dish sees it, with east on the left in every language. It is an
 * SVG with links that work without scripts. The list below repeats everything as text, so the drawing is hidden from
 * assistive technology. Texts are in the namespace `lists`.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { DrawnWords } from '../drawn-words'
import { angleText, titleOf } from './angle'
import type { ArcLayout } from './layout'

export type SkySatellite = {
  key: string
  name: string
  /** Tenths of a degree eastward, 0–3599; null if the file has none. */
  angle: number | null
  channels: number
  /** The address of its channels. */
  href: string
}

/** The layouts for desktop and phone. */
export type SkyDrawings = { wide: ArcLayout; narrow: ArcLayout }

export type SkyViewProps = {
  satellites: readonly SkySatellite[]
  drawings: SkyDrawings
  /** The accessible name of the list of satellites. */
  label: string
}

type DrawingProps = {
  variant: 'wide' | 'narrow'
  layout: ArcLayout
  satellites: ReadonlyMap<string, SkySatellite>
  tickText: (degrees: number) => string
}

const Drawing = ({ variant, layout, satellites, tickText }: DrawingProps) => {
  const { curve, width, height } = layout
  const path = `M${curve.from.join(' ')}Q${curve.control.join(' ')} ${curve.to.join(' ')}`
  return (
    <svg
      className={`sky sky-${variant}`}
      viewBox={`0 0 ${width} ${height}`}
      width={320}
      height={Math.round((320 * height) / width)}
      aria-hidden="true"
      focusable="false"
    >
      <path className="sky-air" d={`${path}V${height}H0Z`} />
      <path className="sky-belt" d={path} />
      {layout.ticks.map((tick) => (
        <g key={tick.degrees} className="sky-tick">
          <path d={`M${tick.x} ${tick.y}v8`} />
          {tick.label && (
            <DrawnWords x={tick.x} y={tick.y + 24} anchor="middle" size={12}>
              {tickText(tick.degrees)}
            </DrawnWords>
          )}
        </g>
      ))}
      {layout.dots.map(
        ({ key, label }) =>
          label?.leader && (
            <path key={key} className="sky-leader" d={`M${label.leader.x} ${label.leader.from}V${label.leader.to}`} />
          ),
      )}
      {layout.dots.map(({ key, x, y, radius, label }) => (
        <a key={key} href={satellites.get(key)?.href} tabIndex={-1} className="sky-satellite">
          <circle className="sky-reach" cx={x} cy={y} r={Math.max(radius, 14)} />
          <circle className="sky-dot" cx={x} cy={y} r={radius} />
          {label && (
            <DrawnWords x={label.x} y={label.y} anchor="middle">
              {label.text}
            </DrawnWords>
          )}
        </a>
      ))}
    </svg>
  )
}

export const SkyView = ({ satellites, drawings, label }: SkyViewProps) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const byKey = new Map(satellites.map((satellite) => [satellite.key, satellite]))
  const tickText = (degrees: number): string => {
    const angle = format.number(Math.abs(degrees))
    return degrees === 0
      ? t('lists:angle.middle', { angle })
      : t(degrees < 0 ? 'lists:angle.west' : 'lists:angle.east', { angle })
  }
  return (
    <div className="sky-view">
      <Drawing variant="wide" layout={drawings.wide} satellites={byKey} tickText={tickText} />
      <Drawing variant="narrow" layout={drawings.narrow} satellites={byKey} tickText={tickText} />
      <ul className="sky-list" aria-label={label}>
        {satellites.map((satellite) => (
          <li key={satellite.key}>
            <a href={satellite.href} className="chip">
              <bdi>{titleOf(satellite, t, format)}</bdi>{' '}
              <span className="muted">
                {satellite.angle !== null && (
                  <>
                    <bdi>{angleText(satellite.angle, t, format)}</bdi> ·{' '}
                  </>
                )}
                {t('lists:channels.count', { count: satellite.channels, number: format.number(satellite.channels) })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
