/**
 * Matches the channels of two lists: by satellite, polarisation and SID, on transponders at most 2 MHz apart. Pure
 * functions over columns.
 */
import { gather } from '../gather'
import { bestNamed } from '../name-finder'
import type { ToolColumns } from './columns'

/** Two lists may give the same transponder's frequency with up to this difference. */
export const toleranceKHz = 2000

/** Results besides a place: nothing found, several that match equally well, nothing to match by. */
export const noMatch = -1
export const manyMatches = -2
export const noIdentity = -3

/** Beyond this many channels with one satellite and SID near one frequency, they are not told apart. */
const crowd = 32

/** True if a channel can be found in another list: it has a satellite, a frequency and a SID. */
export const hasIdentity = ({ satellite, frequencyKHz, sid }: ToolColumns, at: number): boolean =>
  (satellite[at] ?? -1) >= 0 && (frequencyKHz[at] ?? -1) >= 0 && (sid[at] ?? -1) >= 0

const serviceKey = (satellite: number, sid: number): number => satellite * 0x20000 + sid

export type PlaceIndex = {
  columns: ToolColumns
  /** Indexes of satellites by their key. */
  satellites: ReadonlyMap<string, number[]>
  /** Places by satellite and SID, ascending by frequency. */
  services: ReadonlyMap<number, number[]>
}

/** Prepares a list for searching. */
export function indexOf(columns: ToolColumns): PlaceIndex {
  const satellites = new Map<string, number[]>()
  columns.satelliteKeys.forEach((key, index) => {
    gather(satellites, key, index)
  })
  // Records that name one satellite in two ways belong to one satellite.
  const first = columns.satelliteKeys.map((key) => satellites.get(key)?.[0] ?? -1)
  const services = new Map<number, number[]>()
  for (let at = 0; at < columns.length; at++) {
    if (!hasIdentity(columns, at)) continue
    const key = serviceKey(first[columns.satellite[at] ?? -1] ?? -1, columns.sid[at] ?? 0)
    gather(services, key, at)
  }
  for (const there of services.values())
    if (there.length > 1) there.sort((a, b) => (columns.frequencyKHz[a] ?? 0) - (columns.frequencyKHz[b] ?? 0) || a - b)
  return { columns, satellites, services }
}

const mayBeSame = (a: number, b: number): boolean => a === 0 || b === 0 || a === b

/** Places of the other list that are the same service, nearest frequency first. Null: more than can be told apart. */
const candidates = (mine: ToolColumns, at: number, theirs: PlaceIndex): number[] | null => {
  const satellite = theirs.satellites.get(mine.satelliteKeys[mine.satellite[at] ?? -1] ?? '')?.[0]
  if (satellite === undefined) return []
  const there = theirs.services.get(serviceKey(satellite, mine.sid[at] ?? -1))
  if (there === undefined) return []
  const frequency = mine.frequencyKHz[at] ?? 0
  const { frequencyKHz, polarisation } = theirs.columns
  let low = 0
  for (let high = there.length; low < high;) {
    const middle = (low + high) >> 1
    if ((frequencyKHz[there[middle] ?? 0] ?? 0) < frequency - toleranceKHz) low = middle + 1
    else high = middle
  }
  const found: number[] = []
  // Skip other polarisations, but not a whole list of them for each channel.
  const end = low + crowd * 8
  for (; low < there.length; low++) {
    const place = there[low] ?? 0
    if ((frequencyKHz[place] ?? 0) > frequency + toleranceKHz) break
    if (low >= end) return null
    if (!mayBeSame(mine.polarisation[at] ?? 0, polarisation[place] ?? 0)) continue
    if (found.length === crowd) return null
    found.push(place)
  }
  const distance = (place: number): number => Math.abs((frequencyKHz[place] ?? 0) - frequency)
  return found.sort((a, b) => distance(a) - distance(b) || a - b)
}

/** True if the other list has this channel at all. */
export const isThere = (mine: ToolColumns, at: number, theirs: PlaceIndex): boolean =>
  hasIdentity(mine, at) && candidates(mine, at, theirs)?.length !== 0

/**
 * The place of each channel in the other list, or `noMatch`, `manyMatches`, `noIdentity`. Among several at the nearest
 * frequency, takes the one whose name matches best; channels that differ only in their place are not told apart.
 */
export function matchLists(mine: ToolColumns, theirs: PlaceIndex): Int32Array {
  const matched = new Int32Array(mine.length).fill(noIdentity)
  for (let at = 0; at < mine.length; at++) {
    if (!hasIdentity(mine, at)) continue
    const found = candidates(mine, at, theirs)
    if (found === null) {
      matched[at] = manyMatches
      continue
    }
    const [first] = found
    if (first === undefined) {
      matched[at] = noMatch
      continue
    }
    const frequencyOf = (place: number): number => theirs.columns.frequencyKHz[place] ?? 0
    const apart = (place: number): number => Math.abs(frequencyOf(place) - (mine.frequencyKHz[at] ?? 0))
    const nearest = found.filter((place) => apart(place) === apart(first))
    const nameOf = (place: number): string => theirs.columns.names[place] ?? ''
    const named = nearest.length > 1 ? bestNamed(nearest, nameOf, mine.names[at] ?? '') : []
    const alike = named.length > 0 ? named : nearest
    // Channels that differ only in their place have the same name to give.
    const isOne = alike.every((place) => nameOf(place) === nameOf(alike[0] ?? first))
    matched[at] = isOne ? (alike[0] ?? first) : manyMatches
  }
  return matched
}
