/**
 * A list as plain rows, so that two of them can be held at once: an engine holds one. What the tools for two lists
 * (compare, merge, order, three-way merge) read, and nothing that they don't.
 */
import type { OpenList } from '../contract'
import { longestKeptName } from '../name'
import { keptName, refuseName } from '../rules'
import { type ChannelType, type Polarisation, channelTypes, limits } from '../types'

export type ListRow = {
  id: number
  /** From 1. */
  position: number
  name: string
  /** The name as it is compared, see `nameKeyOf`. */
  key: string
  /** The satellite as it is compared; null where the record has none. */
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
/** `groups` and `groupIds`: by bit, the groups' names (empty where there is none) and what operations call them. */
export type ListRows = { rows: ListRow[]; groups: string[]; groupIds: number[] }

/** A name as it is compared: without case, width of letters and spacing. */
export function nameKeyOf(name: string): string {
  return plainName.test(name) ? name.toLowerCase() : name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}
/** A name that comparing only lowers: printable ASCII, single spaces inside. */
const plainName = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** True for a name that may be given here; a file may hold others, which nobody can type. */
export const isNameAllowed = (name: string): boolean => refuseName(keptName(name), limits.nameCharacters) === null

/** True for a name of a file that an edit can give back, however long; not for none at all. */
export const isNameKept = (name: string): boolean => {
  const kept = keptName(name)
  return kept.length <= longestKeptName && refuseName(kept, longestKeptName) === null
}

const flag = { scrambled: 1, unknown: 2, lock: 4, skip: 8 } as const

/** The live channels of a list in its order. */
export function readRows(list: OpenList): ListRows {
  const satellites = list.satellites().map(({ name, angle }) => ({
    angle,
    key: angle === null ? `n${nameKeyOf(name)}` : `a${angle}`,
  }))
  const transponders = list.transponders()
  const names = list.names()
  const { length, id, satellite, transponder, sid, type, flags, favourites } = list.columns()
  const rows = Array.from({ length }, (_, at): ListRow => {
    const at1 = satellites[satellite[at] ?? -1]
    const carrier = transponders[transponder[at] ?? -1]
    const service = sid[at] ?? -1
    const bits = flags[at] ?? 0
    const name = names[at] ?? ''
    return {
      id: id[at] ?? 0,
      position: at + 1,
      name,
      key: nameKeyOf(name),
      satellite: at1?.key ?? null,
      angle: at1?.angle ?? null,
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

/** For each group of `theirs` the number of the group of this name in `mine`; −1 where there is none. */
export function mapGroups(mine: readonly string[], theirs: readonly string[]): number[] {
  const keys = mine.map(groupKeyOf)
  return theirs.map((name, index) => keys.indexOf(groupKeyOf(name, index)))
}

/** Favourites in the numbers of the other list's groups; null where it has not all of them. */
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
