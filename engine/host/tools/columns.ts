/**
 * A list as plain columns, for tools that work on a whole list at once. They read nothing else, so the same functions
 * work on an open list, one read before, and test data.
 */
import type { OpenList } from '../contract'
import { foldText } from '../fold'
import { polarisations } from '../types'

/**
 * Columns by place (0-based, in list order). `satellite`: an index of `satelliteKeys`, -1 if the record has none.
 * `frequencyKHz` and `sid`: -1 if unreadable. `polarisation`: 1 H, 2 V, 3 L, 4 R, 0 unknown. `type`: 0 TV, 1 radio, 2
 * data, 3 other.
 */
export type ToolColumns = {
  length: number
  id: ArrayLike<number>
  names: readonly string[]
  satellite: ArrayLike<number>
  frequencyKHz: ArrayLike<number>
  polarisation: ArrayLike<number>
  sid: ArrayLike<number>
  type: ArrayLike<number>
  /** Bit n set means member of favourite group n. */
  favourites: ArrayLike<number>
  /** Identifies the same satellite in two lists: its angle, or without one its name without case and accents. */
  satelliteKeys: readonly string[]
}

/** The key of a satellite, equal in two lists. */
export const satelliteKey = ({ name, angle }: { name: string; angle: number | null }): string =>
  angle === null ? `n${nameKey(name)}` : `a${angle}`

/** The form for comparing two names: without case, accents and the width of spaces. */
export const nameKey = (name: string): string => foldText(name).replace(/\s+/g, ' ').trim()

/** Reads a list's columns; the arrays are the list's own and valid until the next edit. */
export function columnsOf(list: OpenList): ToolColumns {
  const { length, id, satellite, transponder, sid, type, favourites } = list.columns()
  const transponders = list.transponders()
  const frequencyKHz = new Int32Array(length).fill(-1)
  const polarisation = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    const one = transponders[transponder[at] ?? -1]
    if (!one) continue
    frequencyKHz[at] = one.frequencyKHz ?? -1
    polarisation[at] = one.polarisation === null ? 0 : polarisations.indexOf(one.polarisation) + 1
  }
  return {
    length,
    id,
    names: list.names(),
    satellite,
    frequencyKHz,
    polarisation,
    sid,
    type,
    favourites,
    satelliteKeys: list.satellites().map(satelliteKey),
  }
}
