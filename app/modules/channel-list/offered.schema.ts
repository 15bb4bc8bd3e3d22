/** The transponders that a channel may be put on, the same for pages and the editor. Pure code. */
import type { Satellite, Transponder } from '~/engine/types'

type Parts = { satellites: readonly Satellite[]; transponders: readonly Transponder[] }
export type OfferedAsked = { satellite: number | null; id?: number | null; most: number }
export type Offered = {
  left: number
  satellites: { name: string; angle: number | null; transponders: Transponder[] }[]
}
/**
 * Transponders that a channel may be put on, by satellite: all if there are at most `most`; otherwise those of
 * `satellite`, plus the one with this id. `left`: how many more the list has.
 */
export const offered = ({ satellites, transponders }: Parts, { satellite, id, most }: OfferedAsked): Offered => {
  const first =
    transponders.length <= most
      ? transponders
      : transponders.filter((one) => one.satellite === satellite).slice(0, Math.max(0, most))
  const named = transponders.find((one) => one.id === id)
  const shown = named === undefined || first.includes(named) ? first : [...first, named]
  return {
    left: transponders.length - shown.length,
    satellites: satellites.flatMap(({ index, name, angle }) => {
      const own = shown.filter((one) => one.satellite === index)
      return own.length === 0 ? [] : [{ name, angle, transponders: own }]
    }),
  }
}
