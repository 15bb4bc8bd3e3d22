/**
 * Computes the layout of a list's sky for both drawings. It is a separate file, so that the server can do it for a page
 * whose sky never changes.
 */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import { titleOf } from './angle'
import { arcSizes, layoutArc, type ArcLayout } from './layout'
import type { SkyDrawings, SkySatellite } from './sky-view'

const fsi = '\u2068'
const pdi = '\u2069'

const shorten = (text: string, letters: number): string => {
  const whole = Array.from(text)
  return whole.length <= letters
    ? text
    : `${whole
        .slice(0, letters - 1)
        .join('')
        .trimEnd()}…`
}

/** `t` must have the namespace `lists`. */
export const drawSky = (satellites: readonly SkySatellite[], t: TFunction, format: Formats): SkyDrawings => {
  const layoutFor = (variant: 'wide' | 'narrow'): ArcLayout =>
    layoutArc(
      satellites.flatMap((satellite) => {
        if (satellite.angle === null) return []
        const title = shorten(titleOf(satellite, t, format), variant === 'wide' ? 24 : 14)
        return [
          {
            key: satellite.key,
            angle: satellite.angle,
            channels: satellite.channels,
            label: `${fsi}${title}${pdi} · ${format.number(satellite.channels)}`,
          },
        ]
      }),
      arcSizes[variant],
    )
  return { wide: layoutFor('wide'), narrow: layoutFor('narrow') }
}
