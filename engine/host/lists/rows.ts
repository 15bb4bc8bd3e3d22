/**
 * A list as plain rows, so that two lists can be in memory at once: an engine holds one. The rows have exactly what the
 * tools for two lists (compare, merge, order, three-way merge) read.
 */
import type { OpenList } from '../contract'
import { maxKeptNameLength } from '../name'
import { keptName, refuseName } from '../rules'
import { type ChannelType, type Polarisation, type Satellite, channelTypes, limits } from '../types'
import { normalForm } from '../normal-form'

export type ListRow = {
  id: number
  /** From 1. */
  position: number
  name: string
  /** The name in the form for comparing, see `nameKeyOf`. */
  key: string
  /** The satellite in the form for comparing; null if the record has none. */
  satellite: string | null
  /** Tenths of a degree eastward. */
  angle: number | null
  frequencyKHz: number | null
  polarisation: Polarisation | null
  symbolRate: number | null
  sid: number | null
  type: ChannelType
  scrambled: boolean | null
  lock: boolean
  skip: boolean
  /** Bit n: a member of group n of its own list. */
  favourites: number
}
/** By bit: `groups` are the groups' names (empty if there is none), `groupIds` their ids in operations. */
export type ListRows = { rows: ListRow[]; groups: string[]; groupIds: number[] }

/** A name for comparing: without case, width of letters and spacing. */
export function nameKeyOf(name: string): string {
  return plainName.test(name) ? name.toLowerCase() : normalForm(name, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}
/** The key to find a satellite in two lists: its angle, else its name. */
export const satelliteKeyOf = ({ name, angle }: Pick<Satellite, 'name' | 'angle'>): string =>
  angle === null ? `n${nameKeyOf(name)}` : `a${angle}`
/** Names that only need lowering to compare: printable ASCII with single spaces inside. */
const plainName = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** True for a name that may be set; a file may hold names that the rules refuse. */
export const isNameAllowed = (name: string): boolean => refuseName(keptName(name), limits.nameCharacters) === null

/** True for a file's name that an edit can restore, however long; false for an empty one. */
export const isNameKept = (name: string): boolean => {
  const kept = keptName(name)
  return kept.length <= maxKeptNameLength && refuseName(kept, maxKeptNameLength) === null
}

const flag = { scrambled: 1, unknown: 2, lock: 4, skip: 8 } as const

/** The live channels of a list in its order. */
export function readRows(list: OpenList): ListRows {
  const satellites = list.satellites().map(({ name, angle }) => ({
    angle,
    key: satelliteKeyOf({ name, angle }),
  }))
  const transponders = list.transponders()
  const names = list.names()
  const { length, id, satellite, transponder, sid, type, flags, favourites } = list.columns()
  const rows = Array.from({ length }, (_, at): ListRow => {
    const place = satellites[satellite[at] ?? -1]
    const carrier = transponders[transponder[at] ?? -1]
    const service = sid[at] ?? -1
    const bits = flags[at] ?? 0
    const name = names[at] ?? ''
    return {
      id: id[at] ?? 0,
      position: at + 1,
      name,
      key: nameKeyOf(name),
      satellite: place?.key ?? null,
      angle: place?.angle ?? null,
      frequencyKHz: carrier?.frequencyKHz ?? null,
      polarisation: carrier?.polarisation ?? null,
      symbolRate: carrier?.symbolRate ?? null,
      sid: service < 0 ? null : service,
      type: channelTypes[type[at] ?? 3] ?? 'other',
      scrambled: (bits & flag.unknown) !== 0 ? null : (bits & flag.scrambled) !== 0,
      lock: (bits & flag.lock) !== 0,
      skip: (bits & flag.skip) !== 0,
      favourites: favourites[at] ?? 0,
    }
  })
  const groups: string[] = []
  const groupIds: number[] = []
  for (const group of list.favouriteGroups()) {
    while (groups.length <= group.index) groups.push('')
    while (groupIds.length <= group.index) groupIds.push(groupIds.length)
    groups[group.index] = group.name
    groupIds[group.index] = group.id
  }
  return { rows, groups, groupIds }
}

const groupKeyOf = (name: string, index: number): string => (name.trim() === '' ? `#${index}` : nameKeyOf(name))

/** For each group of `theirs` the number of the group of this name in `mine`; −1 if there is none. */
export function mapGroups(mine: readonly string[], theirs: readonly string[]): number[] {
  const keys = mine.map(groupKeyOf)
  return theirs.map((name, index) => keys.indexOf(groupKeyOf(name, index)))
}

/** Favourites by the other list's group numbers; null if it lacks one of the groups. */
export function translateFavourites(favourites: number, groups: readonly number[]): number | null {
  let found = 0
  for (let group = 0; group < 32; group++) {
    if (((favourites >>> group) & 1) === 0) continue
    const to = groups[group] ?? -1
    if (to < 0) return null
    found |= 1 << to
  }
  return found >>> 0
}
