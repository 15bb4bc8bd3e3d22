/** Finds vanished channels: those that none of the newest published lists has any more. Pure functions. */
import { nameKey, type ToolColumns } from './columns'
import { hasIdentity, isThere, type PlaceIndex } from './match'

export type Vanished = {
  /** Places of channels that no list has, ascending. */
  places: number[]
  /** Satellites (by index) that at least one of the lists carries; nothing is known about the others. */
  covered: boolean[]
  /** How many channels are on satellites that no list carries. */
  uncovered: number
  /** How many channels of covered satellites have no transponder or SID, so that they can't be looked up. */
  unknown: number
}

/** A published list, prepared: its places by identity, and the names on each satellite. */
export type SkyIndex = { places: PlaceIndex; names: ReadonlySet<string> }

const onSatellite = (key: string, name: string): string => `${key} ${nameKey(name)}`

/** The names of a list with their satellites. */
export const skyNames = ({ length, names, satellite, satelliteKeys }: ToolColumns): Set<string> => {
  const found = new Set<string>()
  for (let at = 0; at < length; at++) {
    const key = satelliteKeys[satellite[at] ?? -1]
    if (key !== undefined && (names[at] ?? '') !== '') found.add(onSatellite(key, names[at] ?? ''))
  }
  return found
}

/**
 * The channels of a list that none of `sky` has, neither by satellite, transponder and SID nor by name anywhere on that
 * satellite, as they may have moved to another transponder. Channels that can't be looked up are never included.
 */
export function findVanished(
  mine: ToolColumns,
  sky: readonly SkyIndex[],
  among: ((place: number) => boolean) | null = null,
): Vanished {
  const carriers = mine.satelliteKeys.map((key) =>
    sky.filter(({ places }) => (places.satellites.get(key) ?? []).some((index) => isUsed(places.columns, index))),
  )
  const vanished: Vanished = {
    places: [],
    covered: carriers.map((lists) => lists.length > 0),
    uncovered: 0,
    unknown: 0,
  }
  for (let at = 0; at < mine.length; at++) {
    if (among !== null && !among(at)) continue
    const satellite = mine.satellite[at] ?? -1
    const lists = carriers[satellite] ?? []
    if (lists.length === 0) vanished.uncovered++
    else if (!hasIdentity(mine, at)) vanished.unknown++
    else {
      const name = mine.names[at] ?? ''
      const key = onSatellite(mine.satelliteKeys[satellite] ?? '', name)
      if (!lists.some(({ places, names }) => isThere(mine, at, places) || (name !== '' && names.has(key))))
        vanished.places.push(at)
    }
  }
  return vanished
}

const usedSatellites = new WeakMap<ToolColumns, Set<number>>()
/** True if a list has at least one channel on a satellite: an empty satellite proves nothing. */
const isUsed = (columns: ToolColumns, index: number): boolean => {
  let known = usedSatellites.get(columns)
  if (known === undefined) {
    known = new Set()
    for (let at = 0; at < columns.length; at++) known.add(columns.satellite[at] ?? -1)
    usedSatellites.set(columns, known)
  }
  return known.has(index)
}
