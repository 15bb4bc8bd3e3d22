/**
 * What a reader sees of an open list: rows, ids, filter values, single channels. Pure engine code; runs on the main or
 * worker thread.
 */
import { nameLanguages, type Channel, type OpenList, type Query, type ViewSort } from '~/engine/types'
import { offered, type OfferedAsked } from '../offered.schema'
import { countTypes } from './opened'
import type { Facets, ListView, Paged, Paging, Row, RowQuery, SourcedView } from '../types'

const flagScrambled = 1
const flagUnknown = 2
const flagLock = 4
const flagSkip = 8
const flagProblem = 32

export const pageOf = <T>(items: ArrayLike<T>, { page, size }: Paging): T[] =>
  Array.prototype.slice.call(items, (page - 1) * size, page * size) as T[]

const paged = <T>(all: readonly T[], paging: Paging): Paged<T> => ({
  items: pageOf(all, paging),
  total: all.length,
  ...paging,
})

export const facetsOf = (list: OpenList): Facets => {
  const { length, flags } = list.columns()
  const facets: Facets = { types: countTypes(list), scrambled: 0, free: 0, unknown: 0, locked: 0, skipped: 0 }
  for (let at = 0; at < length; at++) {
    const bits = flags[at] ?? 0
    if ((bits & flagUnknown) !== 0) facets.unknown++
    else if ((bits & flagScrambled) !== 0) facets.scrambled++
    else facets.free++
    if ((bits & flagLock) !== 0) facets.locked++
    if ((bits & flagSkip) !== 0) facets.skipped++
  }
  return facets
}

/** The channels at these places, in order; consecutive places are read in one call. */
const channelsAt = (list: OpenList, places: readonly number[]): Channel[] => {
  const found: Channel[] = []
  for (let from = 0, to = 0; from < places.length; from = to) {
    const first = places[from] ?? 0
    for (to = from + 1; places[to] === first + to - from;) to++
    found.push(...list.channels(first, to - from))
  }
  return found
}

/** Those of these places whose satellite is at this angle. */
const placesAt = (list: OpenList, places: Uint32Array, angle: number): Uint32Array => {
  const wanted = new Set(
    list
      .satellites()
      .filter((satellite) => satellite.angle === angle)
      .map(({ index }) => index),
  )
  const { satellite } = list.columns()
  return places.filter((place) => wanted.has(satellite[place] ?? -1))
}

/** For lists that are not stored revision. */
const unstored = { revision: 0, source: '' }

/** What a view says of the list itself. */
export const headOf = (list: OpenList) => ({
  dialect: list.dialect,
  version: list.version,
  encoding: list.encoding,
  pristine: list.pristine(),
  length: list.length(),
})

/** Makes a view of an opened list. `guard` is called before each call. */
// oxlint-disable-next-line max-lines-per-function -- each of its many calls has a line or two of its own
export const makeView = (list: OpenList, of = unstored, guard: () => void = () => undefined): SourcedView => {
  let satellites: ReturnType<OpenList['satellites']> | undefined
  let transponders: ReturnType<OpenList['transponders']> | undefined
  const getSatellites = () => (satellites ??= list.satellites())
  const getTransponders = () => (transponders ??= list.transponders())
  let numbers: Int32Array | undefined
  const describeRow = (channel: Channel, flags: number): Row => {
    const category = list.cells().get('channel.category')?.get(channel.id)
    numbers ??= list.numbers()
    const satellite = getSatellites()[channel.satellite]
    const transponder = getTransponders()[channel.transponder]
    return {
      ...channel,
      satelliteName: satellite?.name ?? null,
      angle: satellite?.angle ?? null,
      frequencyKHz: transponder?.frequencyKHz ?? null,
      polarisation: transponder?.polarisation ?? null,
      symbolRate: transponder?.symbolRate ?? null,
      fec: transponder?.fec ?? null,
      transponderId: transponder?.id ?? null,
      number: numbers[channel.position - 1] ?? channel.position,
      category: typeof category === 'number' ? category : null,
      hasProblem: (flags & flagProblem) !== 0,
    }
  }
  const guarded =
    <A extends unknown[], T>(work: (...args: A) => T) =>
    (...args: A): T => {
      guard()
      return work(...args)
    }
  return {
    ...of,
    ...headOf(list),
    satellites: guarded(getSatellites),
    satellitesOf: guarded(({ index, most }: Parameters<ListView['satellitesOf']>[0]) => {
      const all = getSatellites()
      if (all.length <= most) return all
      const kept = new Set([...all].sort((a, b) => b.channels - a.channels || a.index - b.index).slice(0, most))
      return all.filter((satellite) => kept.has(satellite) || satellite.index === index)
    }),
    satellite: guarded((id: number) => getSatellites().find((one) => one.id === id) ?? null),
    satellitesOn: guarded((paging: Paging) => paged(getSatellites(), paging)),
    transponders: guarded(getTransponders),
    transponder: guarded((id: number) => getTransponders().find((one) => one.id === id) ?? null),
    transpondersOn: guarded((satellite: number, paging: Paging) =>
      paged(
        getTransponders().filter((one) => one.satellite === satellite),
        paging,
      ),
    ),
    offered: guarded((asked: OfferedAsked) =>
      offered({ satellites: getSatellites(), transponders: getTransponders() }, asked),
    ),
    transpondersOf: guarded(({ satellite, index, most }: Parameters<ListView['transpondersOf']>[0]) => {
      const all = getTransponders()
      const wanted = satellite === undefined ? all : all.filter((entry) => entry.satellite === satellite)
      return {
        total: all.length,
        items: wanted.length <= most ? wanted : wanted.filter((entry) => entry.index === index),
      }
    }),
    favouriteGroups: guarded(() => list.favouriteGroups()),
    groupOrder: guarded((group: number) => list.groupOrder(group)),
    categories: guarded(() => list.categories()),
    inCategory: guarded((category: number, most: number) => {
      const inIt = [...(list.cells().get('channel.category') ?? [])].flatMap(([id, value]) => {
        const place = value === category ? list.positionOf(id) - 1 : -1
        return place < 0 ? [] : [place]
      })
      return channelsAt(list, inIt.sort((a, b) => a - b).slice(0, most)).map(({ id, name }) => ({ id, name }))
    }),
    removed: guarded(() => list.removed()),
    facets: guarded(() => facetsOf(list)),
    problems: guarded(() => list.problems()),
    problemsOf: guarded((record: number) => list.problems().filter((problem) => problem.record === record)),
    rows: guarded(({ sort = 'position', angle, ...query }: RowQuery, paging: Paging): Paged<Row> => {
      const found = list.find(query).slice()
      const places = list.ordered(sort, angle === undefined ? found : placesAt(list, found, angle))
      const shown = pageOf(places, paging)
      const channels = channelsAt(list, shown)
      const { flags } = list.columns()
      return {
        items: channels.map((channel, at) => describeRow(channel, flags[shown[at] ?? 0] ?? 0)),
        total: places.length,
        ...paging,
      }
    }),
    ids: guarded((query: Query, sort: ViewSort = 'position') => {
      const { id } = list.columns()
      return Array.from(list.ordered(sort, list.find(query).slice()), (place) => id[place] ?? 0)
    }),
    choices: guarded(() => list.choices()),
    nameCounts: guarded(() =>
      nameLanguages.flatMap((language) => {
        const channels = list.namesIn(language).filter((name) => name !== null).length
        return channels === 0 ? [] : [{ language, channels }]
      }),
    ),
    numbers: guarded(() => Array.from(list.numbers())),
    seen: guarded((query: Query, ids: readonly number[]) => {
      const { id } = list.columns()
      const shown = new Set(Array.from(list.find(query), (place) => id[place] ?? 0))
      return ids.filter((one) => shown.has(one))
    }),
    channel: guarded((id: number) => list.channel(id)),
    row: guarded((id: number) => {
      const place = list.positionOf(id) - 1
      const channel = place < 0 ? undefined : list.channels(place, 1)[0]
      return channel === undefined ? null : describeRow(channel, list.columns().flags[place] ?? 0)
    }),
    neighbours: guarded((id: number) => {
      const place = list.positionOf(id) - 1
      if (place < 0) return { previous: null, next: null }
      const { id: ids, length } = list.columns()
      return {
        previous: place > 0 ? (ids[place - 1] ?? null) : null,
        next: place + 1 < length ? (ids[place + 1] ?? null) : null,
      }
    }),
  }
}
