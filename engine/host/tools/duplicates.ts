/** Finds channels that occur more than once in a list, by identity or by name. Pure functions over columns. */
import { gather } from '../gather'
import { nameKey, type ToolColumns } from './columns'
import { qualityOf, removeMarkers } from './markers'
import { hasIdentity, toleranceKHz } from './match'

/**
 * - `identity`: the same satellite, polarisation and SID, on transponders at most 2 MHz apart.
 * - `name`: the same name without case and accents, and the same type.
 * - `name-quality`: like `name`, ignoring HD, 4K and the like.
 */
export const duplicateKinds = ['identity', 'name', 'name-quality'] as const
export type DuplicateKind = (typeof duplicateKinds)[number]

/** Which one of a group stays: the first, the one in most favourite groups, the one with the best picture. */
export const keepers = ['first', 'favourite', 'quality'] as const
export type Keeper = (typeof keepers)[number]

/**
 * Groups of places, each with at least two in ascending order; ordered by first place. Any two of an `identity` group
 * are at most 2 MHz apart, so that no chain of small steps joins two transponders. Only the places in `among` are
 * examined.
 */
export function findDuplicates(
  columns: ToolColumns,
  kind: DuplicateKind,
  among: ((place: number) => boolean) | null = null,
): number[][] {
  const groups = kind === 'identity' ? byIdentity(columns, among) : byName(columns, kind === 'name-quality', among)
  for (const group of groups) group.sort((a, b) => a - b)
  return groups.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

const byIdentity = (columns: ToolColumns, among: ((place: number) => boolean) | null): number[][] => {
  const { satellite, frequencyKHz, polarisation, sid, satelliteKeys } = columns
  const firstOf = new Map<string, number>()
  const satellites = satelliteKeys.map((key, index) => {
    const first = firstOf.get(key)
    if (first === undefined) firstOf.set(key, index)
    return first ?? index
  })
  const buckets = new Map<number, number[]>()
  for (let at = 0; at < columns.length; at++) {
    if (!hasIdentity(columns, at) || (among !== null && !among(at))) continue
    const service = (satellites[satellite[at] ?? -1] ?? 0) * 8 + (polarisation[at] ?? 0)
    gather(buckets, service * 0x20000 + (sid[at] ?? 0), at)
  }
  const groups: number[][] = []
  const frequencyOf = (place: number): number => frequencyKHz[place] ?? 0
  for (const bucket of buckets.values()) {
    if (bucket.length < 2) continue
    bucket.sort((a, b) => frequencyOf(a) - frequencyOf(b) || a - b)
    let from = 0
    for (let at = 1; at <= bucket.length; at++) {
      const isNear = at < bucket.length && frequencyOf(bucket[at] ?? 0) - frequencyOf(bucket[from] ?? 0) <= toleranceKHz
      if (isNear) continue
      if (at - from > 1) groups.push(bucket.slice(from, at))
      from = at
    }
  }
  return groups
}

const byName = (
  columns: ToolColumns,
  isQualityIgnored: boolean,
  among: ((place: number) => boolean) | null,
): number[][] => {
  const { names, type } = columns
  const buckets = new Map<string, number[]>()
  for (let at = 0; at < columns.length; at++) {
    if (among !== null && !among(at)) continue
    const name = names[at] ?? ''
    const key = nameKey(isQualityIgnored ? removeMarkers(name) : name)
    if (key !== '') gather(buckets, `${type[at] ?? 0}${key}`, at)
  }
  return [...buckets.values()].filter((bucket) => bucket.length > 1)
}

const countBits = (bits: number): number => {
  let count = 0
  for (let left = bits >>> 0; left !== 0; left &= left - 1) count++
  return count
}

/** A record's picture quality, from `videoType` and SatcoDX's system: 2 HEVC, 1 H.264, 0 older or unknown. */
export const codecRank = (word: string | null): number =>
  word === null ? 0 : /hevc|265/i.test(word) ? 2 : /h\.?264|avc|mpe?g-?4/i.test(word) ? 1 : 0
/** The lines of the picture in a word such as 1080i or 3840x2160; 0 if it has none. */
export const linesOfPicture = (word: string | null): number =>
  word === null ? 0 : Number(/(\d{3,4})[ip]\b|\d{3,4}x(\d{3,4})\b/i.exec(word)?.slice(1).find(Boolean) ?? 0)

/**
 * The place of the one that stays: the first of the best. `pictureOf` rates the picture of the record at a place, for
 * names that promise the same.
 */
export function keeperOf(
  { names, favourites }: ToolColumns,
  group: readonly number[],
  keep: Keeper,
  pictureOf: (place: number) => number = () => 0,
): number {
  const [first = -1] = group
  if (keep === 'first') return first
  const worth = (place: number): readonly [number, number] =>
    keep === 'favourite' ? [countBits(favourites[place] ?? 0), 0] : [qualityOf(names[place] ?? ''), pictureOf(place)]
  const isBetter = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]): boolean =>
    a > c || (a === c && b > d)
  return group.reduce((best, place) => (isBetter(worth(place), worth(best)) ? place : best), first)
}
