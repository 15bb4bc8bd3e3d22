/** Shared work on an open list: opening a stored revision, counting, reading one state for a merge. */
import { addedIdMin, type Engine, type OpenList } from '~/engine/types'
import type { Cell, Snapshot } from '../merge/merge'
import type { More } from '../merge/merge-cells'
import { placeName } from '../place-name'

/** The counts on a list's row. */
export type Counts = { channels: number; tv: number; radio: number; satellites: number; transponders: number }

/** Opens a stored revision. It was read before, so a refusal is a bug in this program and throws. */
export const openStored = (engine: Engine, source: Uint8Array, state: Uint8Array): OpenList => {
  const opened = engine.open(source, { state })
  if (!opened.ok) throw new Error(`a stored source was refused: ${opened.refusal}`)
  return opened.list
}

/** Counts the live channels by type. */
export const countTypes = (list: OpenList): { tv: number; radio: number; data: number; other: number } => {
  const counts: [number, number, number, number] = [0, 0, 0, 0]
  const { type, length } = list.columns()
  for (let at = 0; at < length; at++) counts[(type[at] ?? 3) as 0 | 1 | 2 | 3]++
  return { tv: counts[0], radio: counts[1], data: counts[2], other: counts[3] }
}

export const countsOf = (list: OpenList): Counts => {
  const { tv, radio } = countTypes(list)
  return {
    channels: list.length(),
    tv,
    radio,
    satellites: list.satellites().length,
    transponders: list.transponders().length,
  }
}

/** What a list's row stores besides its number. */
export type Facts = Counts & { dialect: string; version: string | null; encoding: string }
export const factsOf = (list: OpenList): Facts => ({
  ...countsOf(list),
  dialect: list.dialect,
  version: list.version,
  encoding: list.encoding,
})

/** Errors and warnings that the reader found in the source. */
export const countProblems = (list: OpenList): { errors: number; warnings: number } => {
  let errors = 0
  const problems = list.problems()
  for (const problem of problems) if (problem.severity === 'error') errors++
  return { errors, warnings: problems.length - errors }
}

const flagLock = 4
const flagSkip = 8
const flagRenamed = 16

/** What a state holds besides order and the engine's own cells. */
const readMore = (list: OpenList): More => {
  const named = (rows: readonly { id: number; name: string }[]): Map<number, string> =>
    new Map(rows.map(({ id, name }) => [id, name]))
  const groups = list.favouriteGroups()
  return {
    values: list.cells(),
    parts: {
      satellite: named(list.satellites()),
      transponder: new Map(
        list.transponders().map(({ id, frequencyKHz, polarisation }) => [id, placeName(frequencyKHz, polarisation)]),
      ),
      group: named(groups),
      category: named(list.categories()),
    },
    groups: new Map(groups.map(({ id, index }) => [id, index])),
  }
}

/**
 * Reads one state of a list as plain data, comparable with another state of the same source. Cells are read for the
 * named channels only.
 */
export const takeSnapshot = (list: OpenList, named: ReadonlySet<number>): Snapshot => {
  const { length, id, flags, favourites } = list.columns()
  const order = id.slice(0, length)
  const cells = new Map<number, Cell>()
  const places: number[] = []
  for (let at = 0; at < length; at++) if (named.has(order[at] ?? -1)) places.push(at)
  const bits = places.map((at) => flags[at] ?? 0)
  const groups = places.map((at) => favourites[at] ?? 0)
  places.forEach((place, at) => {
    const flag = bits[at] ?? 0
    cells.set(order[place] ?? 0, {
      name: list.channels(place, 1)[0]?.name ?? '',
      // Only the state holds an added channel's name, so setting it counts as a rename.
      renamed: (flag & flagRenamed) !== 0 || (order[place] ?? 0) >= addedIdMin,
      lock: (flag & flagLock) !== 0,
      skip: (flag & flagSkip) !== 0,
      favourites: groups[at] ?? 0,
    })
  })
  return {
    order,
    favourites: favourites.slice(0, length),
    live: new Set(order),
    cells,
    encoding: list.encoding,
    ...readMore(list),
  }
}
