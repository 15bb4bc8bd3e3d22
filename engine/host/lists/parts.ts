/**
 * Pairs the satellites, transponders, groups and categories of two versions of a list, as `pair.ts` does for channels.
 * A part with another name or place in one version is found by its channels.
 */
import { type PartKind, type Satellite, type Transponder, type partFields, partTables } from '../types'
import { findCarrier } from './copy-channels'
import { nameKeyOf, satelliteKeyOf } from './rows'
import { wholeFields, type ListParts, type WholeList } from './whole'

export type PartField = { [K in PartKind]: `${K}.${(typeof partFields)[K][number]}` }[PartKind]
export type PartValue = string | number | null

type Part = { id: number }
/** Maps ids of the first list to ids of the second. */
export type Pairs = ReadonlyMap<number, number>
export type PartPairs = Record<PartKind, Pairs>
/** Indexes of channels that both lists have: [in the first, in the second]. */
export type ChannelPairs = readonly (readonly [a: number, b: number])[]

export const partsOf = (parts: ListParts, kind: PartKind): readonly Part[] => parts[partTables[kind]]

/** Pairs the remaining parts by a key; a key that occurs twice in a list is ignored. */
function pairBy<T extends Part>(
  pairs: Map<number, number>,
  a: readonly T[],
  b: readonly T[],
  keyOf: (one: T) => string,
) {
  const taken = new Set(pairs.values())
  const waiting = new Map<string, T | null>()
  for (const one of b) if (!taken.has(one.id)) waiting.set(keyOf(one), waiting.has(keyOf(one)) ? null : one)
  const asking = new Map<string, number>()
  const left = a.filter(({ id }) => !pairs.has(id))
  for (const one of left) asking.set(keyOf(one), (asking.get(keyOf(one)) ?? 0) + 1)
  for (const one of left) {
    const other = waiting.get(keyOf(one))
    if (other && asking.get(keyOf(one)) === 1) pairs.set(one.id, other.id)
  }
}

/** Pairs the remaining parts of two lists if they have most of their channels in common. A vote is one channel. */
function pairByVotes(pairs: Map<number, number>, votes: readonly (readonly [a: number | null, b: number | null])[]) {
  const taken = new Set(pairs.values())
  const counts = new Map<number, Map<number, number>>()
  const sums = new Map<number, number>()
  const others = new Map<number, number>()
  for (const [a, b] of votes) {
    if (a === null || b === null) continue
    const of = counts.get(a) ?? new Map<number, number>()
    counts.set(a, of.set(b, (of.get(b) ?? 0) + 1))
    sums.set(a, (sums.get(a) ?? 0) + 1)
    others.set(b, (others.get(b) ?? 0) + 1)
  }
  for (const [a, of] of counts) {
    if (pairs.has(a)) continue
    for (const [b, count] of of)
      if (!taken.has(b) && 2 * count > (sums.get(a) ?? 0) && 2 * count > (others.get(b) ?? 0)) {
        pairs.set(a, b)
        taken.add(b)
        break
      }
  }
}

const byId = (a: readonly Part[], b: readonly Part[]): Map<number, number> => {
  const there = new Set(b.map(({ id }) => id))
  return new Map(a.flatMap(({ id }) => (there.has(id) ? [[id, id] as const] : [])))
}

/** Pairs satellites by angle, then by name, before any channel is paired. */
export function pairSatellites(
  a: readonly Satellite[],
  b: readonly Satellite[],
  sameFile: boolean,
): Map<number, number> {
  if (sameFile) return byId(a, b)
  const pairs = new Map<number, number>()
  pairBy(pairs, a, b, satelliteKeyOf)
  pairBy(pairs, a, b, ({ name }) => nameKeyOf(name))
  return pairs
}

const carrierAt = /* @__PURE__ */ wholeFields.indexOf('transponder')
const carrierOf = ({ values }: WholeList, at: number): number | null =>
  (values[at]?.[carrierAt] ?? null) as number | null

function pairTransponders(a: WholeList, b: WholeList, satellites: Pairs, channels: ChannelPairs): Map<number, number> {
  const pairs = new Map<number, number>()
  const placed = new Map<number, Transponder[]>()
  for (const one of b.parts.transponders) {
    const id = b.parts.satellites[one.satellite]?.id ?? -1
    placed.set(id, [...(placed.get(id) ?? []), one])
  }
  const taken = new Set<number>()
  for (const one of a.parts.transponders) {
    const satellite = satellites.get(a.parts.satellites[one.satellite]?.id ?? -1)
    const near = satellite === undefined ? [] : (placed.get(satellite) ?? [])
    const other = findCarrier(
      near.filter(({ id }) => !taken.has(id)),
      one,
    )
    if (other === undefined) continue
    taken.add(other.id)
    pairs.set(one.id, other.id)
  }
  pairByVotes(
    pairs,
    channels.map(([x, y]) => [carrierOf(a, x), carrierOf(b, y)] as const),
  )
  return pairs
}

/**
 * Pairs every kind of part. `sameFile`: the ids come from one source, so equal ids are the same part; so are groups and
 * categories that both sides added under one name.
 */
export function pairParts(a: WholeList, b: WholeList, channels: ChannelPairs, sameFile: boolean): PartPairs {
  const group = sameFile ? byId(a.parts.groups, b.parts.groups) : new Map<number, number>()
  pairBy(group, a.parts.groups, b.parts.groups, ({ name, index }) =>
    name.trim() === '' ? `#${index}` : nameKeyOf(name),
  )
  // Items that a list took from another one keep their ids.
  const category = byId(a.parts.categories, b.parts.categories)
  pairBy(category, a.parts.categories, b.parts.categories, ({ name }) => nameKeyOf(name))
  if (sameFile)
    return {
      satellite: byId(a.parts.satellites, b.parts.satellites),
      transponder: byId(a.parts.transponders, b.parts.transponders),
      group,
      category,
    }
  const satellite = pairSatellites(a.parts.satellites, b.parts.satellites, false)
  const placesIn = ({ parts }: WholeList): ReadonlyMap<number | null, number> =>
    new Map(parts.transponders.map(({ id, satellite: at }) => [id, parts.satellites[at]?.id ?? -1]))
  const isWhole = satellite.size === a.parts.satellites.length || satellite.size === b.parts.satellites.length
  if (!isWhole) {
    const [ofA, ofB] = [placesIn(a), placesIn(b)]
    pairByVotes(
      satellite,
      channels.map(([x, y]) => [ofA.get(carrierOf(a, x)) ?? null, ofB.get(carrierOf(b, y)) ?? null] as const),
    )
  }
  // A group that was renamed in one of them keeps its index.
  pairBy(group, a.parts.groups, b.parts.groups, ({ index }) => String(index))
  return { satellite, transponder: pairTransponders(a, b, satellite, channels), group, category }
}
