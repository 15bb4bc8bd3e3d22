/** A change of points, with its sign. */
import { useFormat } from '~/i18n/format'
import { directionOf } from '~/i18n/languages'

export const useSigned = (): ((points: string) => string) => {
  const format = useFormat()
  // Without the direction mark, a right-to-left line separates the sign from its digits.
  const mark = directionOf(format.language) === 'rtl' ? '\u200e' : ''
  return (points) => {
    const units = BigInt(points)
    return `${mark}${units < 0n ? '−' : '+'}${format.number(units < 0n ? -units : units)}`
  }
}
