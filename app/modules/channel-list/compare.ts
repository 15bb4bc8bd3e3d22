/**
 * Lists the differences between two versions of a list for a person who decides between them: channels that only one of
 * them has, and what differs in the others. It returns complete counts and one page of rows. It only displays, so where
 * several channels fit equally well they are paired in order. Pure work of the engine, on either thread.
 */
import type { ChannelType, OpenList, Polarisation } from '~/engine/types'
import { fitTogether, nameKeyOf } from './identity'
import {
  differenceFields,
  type Difference,
  type DifferenceCounts,
  type DifferenceField,
  type DifferenceKind,
  type DifferenceSide,
  type Paging,
} from './types'
import type { Host, Stored } from './work'

type One = {
  id: number
  position: number
  name: string
  /** Satellite and SID; null where the record has none. */
  place: string | null
  frequencyKHz: number | null
  polarisation: Polarisation | null
  symbolRate: number | null
  type: ChannelType
  scrambled: boolean | null
  lock: boolean
  skip: boolean
  favourites: number
}
type Version = { channels: One[]; groups: string[] }

const types = ['tv', 'radio', 'data', 'other'] as const
const flag = { scrambled: 1, unknown: 2, lock: 4, skip: 8 } as const

/** Returns plain data, because the engine holds one list at a time. */
const readVersion = (list: OpenList): Version => {
  const satellites = list.satellites().map(({ name, angle }) => (angle === null ? `n${nameKeyOf(name)}` : `a${angle}`))
  const transponders = list.transponders()
  const groups = list.favouriteGroups().map(({ name }) => name)
  const names = list.names()
  const { length, id, satellite, transponder, sid, type, flags, favourites } = list.columns()
  const channels = Array.from({ length }, (_, at): One => {
    const { frequencyKHz = null, polarisation = null, symbolRate = null } = transponders[transponder[at] ?? -1] ?? {}
    const where = satellites[satellite[at] ?? -1]
    const service = sid[at] ?? -1
    const bits = flags[at] ?? 0
    return {
      id: id[at] ?? 0,
      position: at + 1,
      name: names[at] ?? '',
      place: where === undefined || service < 0 ? null : `${where} ${service}`,
      frequencyKHz,
      polarisation,
      symbolRate,
      type: types[type[at] ?? 3] ?? 'other',
      scrambled: (bits & flag.unknown) !== 0 ? null : (bits & flag.scrambled) !== 0,
      lock: (bits & flag.lock) !== 0,
      skip: (bits & flag.skip) !== 0,
      favourites: favourites[at] ?? 0,
    }
  })
  return { channels, groups }
}

/**
 * For channels that share a place and a name, how many candidates are examined for each: nothing distinguishes more.
 */
const crowd = 16

/** Pairs the remaining channels that have the same key on both sides, in order. Null means no key. */
const pairBy = (
  mine: readonly One[],
  theirs: readonly One[],
  pairs: Map<One, One>,
  keyOf: (one: One) => string | number | null,
  fits: (a: One, b: One) => boolean,
): void => {
  const taken = new Set(pairs.values())
  const waiting = new Map<string | number, One[]>()
  for (const one of theirs) {
    const key = taken.has(one) ? null : keyOf(one)
    if (key === null) continue
    const there = waiting.get(key)
    if (there === undefined) waiting.set(key, [one])
    else there.push(one)
  }
  // Reversed, because removing from the end moves nothing.
  for (const there of waiting.values()) there.reverse()
  for (const one of mine) {
    const key = pairs.has(one) ? null : keyOf(one)
    const there = key === null ? undefined : waiting.get(key)
    if (there === undefined) continue
    for (let at = there.length - 1; at >= Math.max(0, there.length - crowd); at--) {
      const other = there[at]
      if (other === undefined || !fits(one, other)) continue
      pairs.set(one, other)
      there.splice(at, 1)
      break
    }
  }
}

/**
 * Pairs the channels that both versions have: by id within one file, else by place and name, then by place alone, which
 * reveals a new name.
 */
const pairUp = (mine: Version, theirs: Version, sameFile: boolean): Map<One, One> => {
  const pairs = new Map<One, One>()
  if (sameFile)
    pairBy(
      mine.channels,
      theirs.channels,
      pairs,
      ({ id }) => id,
      () => true,
    )
  else {
    pairBy(mine.channels, theirs.channels, pairs, ({ place, name }) => `${place ?? ''} ${nameKeyOf(name)}`, fitTogether)
    pairBy(mine.channels, theirs.channels, pairs, ({ place }) => place, fitTogether)
  }
  return pairs
}

/** The indexes of a longest increasing run of numbers: what keeps its order, however far another was moved. */
const risingOf = (numbers: readonly number[]): Set<number> => {
  /** By run length: the index of the run's last number, as low as possible. */
  const ends: number[] = []
  const before = new Int32Array(numbers.length).fill(-1)
  numbers.forEach((number, at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = at
  })
  const rising = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rising.add(at)
  return rising
}

const groupKeyOf = (name: string, index: number): string => (name.trim() === '' ? `#${index}` : name)
/**
 * Converts their favourites to my group numbers, so that two bit sets can be compared; a group that I don't have counts
 * as a difference.
 */
const favouritesIn = (mine: readonly string[], theirs: readonly string[]): ((favourites: number) => number | null) => {
  const keys = mine.map(groupKeyOf)
  const to = theirs.map((name, index) => keys.indexOf(groupKeyOf(name, index)))
  if (to.every((group, index) => group === index)) return (favourites) => favourites
  return (favourites) => {
    let found = 0
    for (let group = 0; group < 32; group++) {
      if (((favourites >>> group) & 1) === 0) continue
      const mapped = to[group] ?? -1
      if (mapped < 0) return null
      found |= 1 << mapped
    }
    return found >>> 0
  }
}

/** What a file does not say is not a difference. */
const unlike = (a: string | number | boolean | null, b: string | number | boolean | null): boolean =>
  a !== null && b !== null && a !== b
/** Dialects store the same transponder in whole MHz or in kHz. */
const megahertz = (frequencyKHz: number | null): number | null =>
  frequencyKHz === null ? null : Math.round(frequencyKHz / 1000)

const fieldsOf = (
  a: One,
  b: One,
  moved: boolean,
  favouritesOf: (favourites: number) => number | null,
): DifferenceField[] => {
  const is: Record<DifferenceField, boolean> = {
    name: a.name !== b.name,
    position: moved,
    lock: a.lock !== b.lock,
    skip: a.skip !== b.skip,
    favourites: a.favourites !== favouritesOf(b.favourites),
    reception:
      unlike(megahertz(a.frequencyKHz), megahertz(b.frequencyKHz)) ||
      unlike(a.polarisation, b.polarisation) ||
      unlike(a.symbolRate, b.symbolRate) ||
      unlike(a.type, b.type) ||
      unlike(a.scrambled, b.scrambled),
  }
  return differenceFields.filter((field) => is[field])
}

const describeSide = (
  { name, position, frequencyKHz, polarisation, symbolRate, type, scrambled, lock, skip, favourites }: One,
  groups: readonly string[],
): DifferenceSide => ({
  name,
  position,
  frequencyKHz,
  polarisation,
  symbolRate,
  type,
  scrambled,
  lock,
  skip,
  groups: groups.flatMap((group, index) => (((favourites >>> index) & 1) === 1 ? [{ index, name: group }] : [])),
})

export type Compared = { counts: DifferenceCounts; total: number; items: Difference[] }

type Row = { kind: DifferenceKind; mine: One | null; theirs: One | null; fields: DifferenceField[] }
const isShown = ({ kind, fields }: Row, show: DifferenceKind | DifferenceField | null): boolean =>
  show === null || kind === show || fields.some((field) => field === show)

/**
 * Compares `mine` with `theirs`; `show` keeps one kind of rows or those that differ in one field. Rows of mine come
 * first, in its order.
 */
export const compareVersions = (
  host: Host,
  {
    mine,
    theirs,
    sameFile,
    show,
    paging,
  }: { mine: Stored; theirs: Stored; sameFile: boolean; show: DifferenceKind | DifferenceField | null; paging: Paging },
): Compared => {
  const a = readVersion(host.open(mine))
  const b = readVersion(host.open(theirs))
  const pairs = pairUp(a, b, sameFile)
  const both = a.channels.filter((one) => pairs.has(one))
  const kept = risingOf(both.map((one) => pairs.get(one)?.position ?? 0))
  const moved = new Set(both.filter((_, at) => !kept.has(at)))
  const favouritesOf = favouritesIn(a.groups, b.groups)
  const rows: Row[] = []
  for (const one of a.channels) {
    const other = pairs.get(one) ?? null
    const fields = other === null ? [] : fieldsOf(one, other, moved.has(one), favouritesOf)
    if (other === null || fields.length > 0)
      rows.push({ kind: other === null ? 'removed' : 'changed', mine: one, theirs: other, fields })
  }
  const known = new Set(pairs.values())
  for (const other of b.channels)
    if (!known.has(other)) rows.push({ kind: 'added', mine: null, theirs: other, fields: [] })
  const count = (show: DifferenceKind | DifferenceField): number => rows.filter((row) => isShown(row, show)).length
  const shown = rows.filter((row) => isShown(row, show))
  const from = (paging.page - 1) * paging.size
  return {
    counts: {
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      name: count('name'),
      position: count('position'),
      lock: count('lock'),
      skip: count('skip'),
      favourites: count('favourites'),
      reception: count('reception'),
    },
    total: shown.length,
    items: shown.slice(from, from + paging.size).map(({ kind, mine: one, theirs: other, fields }) => ({
      kind,
      fields,
      mine: one === null ? null : describeSide(one, a.groups),
      theirs: other === null ? null : describeSide(other, b.groups),
    })),
  }
}
