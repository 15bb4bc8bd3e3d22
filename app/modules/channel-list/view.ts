/**
 * What a reader sees of an opened list: rows, ids, filter values, single channels. Pure work of the engine, on the
 * server's thread or the engine's own.
 */
import type { Channel, OpenList, Query } from '~/engine/types'
import { countTypes } from './opened'
import type { Facets, ListView, Paged, Paging, Row, RowQuery, RowSort } from './types'

const flagScrambled = 1
const flagUnknown = 2
const flagLock = 4
const flagSkip = 8
const flagProblem = 32

export const pageOf = <T>(items: ArrayLike<T>, { page, size }: Paging): T[] =>
  Array.prototype.slice.call(items, (page - 1) * size, page * size) as T[]

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

/** Sorts ids by the engine's own collation without changing the list: its state is restored afterwards. */
const idsByName = (list: OpenList, mode: 'az' | 'za'): Uint32Array => {
  const before = list.state()
  const sorted = list.apply([{ op: 'sort', mode }])
  const { id, length } = list.columns()
  const ids = id.slice(0, length)
  list.load(before)
  if (!sorted.ok) throw new Error(`sorting for show failed: ${sorted.code}`)
  return ids
}

/** 0-based places in display order. */
const sortPlaces = (list: OpenList, places: Uint32Array, sort: RowSort): Uint32Array => {
  if (sort === 'position') return places
  const rank = new Float64Array(list.length())
  if (sort === 'name' || sort === 'name-down') {
    const byName = idsByName(list, sort === 'name' ? 'az' : 'za')
    byName.forEach((id, at) => {
      rank[list.positionOf(id) - 1] = at
    })
  } else {
    const { transponder, sid, length } = list.columns()
    const frequencies = list.transponders().map(({ frequencyKHz }) => frequencyKHz ?? Number.MAX_SAFE_INTEGER)
    for (let at = 0; at < length; at++) {
      const value = sort === 'sid' ? (sid[at] ?? -1) : (frequencies[transponder[at] ?? -1] ?? Number.MAX_SAFE_INTEGER)
      rank[at] = sort === 'sid' && value < 0 ? Number.MAX_SAFE_INTEGER : value
    }
  }
  return Uint32Array.from(places).sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0) || a - b)
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

/** Makes a view of an opened list. `guard` is called before each call. */
export const makeView = (list: OpenList, revision: number, guard: () => void): ListView => {
  let satellites: ReturnType<OpenList['satellites']> | undefined
  let transponders: ReturnType<OpenList['transponders']> | undefined
  const getSatellites = () => (satellites ??= list.satellites())
  const getTransponders = () => (transponders ??= list.transponders())
  const describeRow = (channel: Channel, flags: number): Row => {
    const satellite = getSatellites()[channel.satellite]
    const transponder = getTransponders()[channel.transponder]
    return {
      ...channel,
      satelliteName: satellite?.name ?? null,
      angle: satellite?.angle ?? null,
      frequencyKHz: transponder?.frequencyKHz ?? null,
      polarisation: transponder?.polarisation ?? null,
      symbolRate: transponder?.symbolRate ?? null,
      hasProblem: (flags & flagProblem) !== 0,
    }
  }
  const atAngle = (places: Uint32Array, angle: number): Uint32Array => {
    const wanted = new Set(
      getSatellites()
        .filter((satellite) => satellite.angle === angle)
        .map(({ index }) => index),
    )
    const { satellite } = list.columns()
    return places.filter((place) => wanted.has(satellite[place] ?? -1))
  }
  const guarded =
    <A extends unknown[], T>(work: (...args: A) => T) =>
    (...args: A): T => {
      guard()
      return work(...args)
    }
  return {
    revision,
    dialect: list.dialect,
    version: list.version,
    encoding: list.encoding,
    pristine: list.pristine(),
    length: list.length(),
    satellites: guarded(getSatellites),
    satellitesOf: guarded(({ index, most }: Parameters<ListView['satellitesOf']>[0]) => {
      const all = getSatellites()
      if (all.length <= most) return all
      const kept = new Set([...all].sort((a, b) => b.channels - a.channels || a.index - b.index).slice(0, most))
      return all.filter((satellite) => kept.has(satellite) || satellite.index === index)
    }),
    transponders: guarded(getTransponders),
    transpondersOf: guarded(({ satellite, index, most }: Parameters<ListView['transpondersOf']>[0]) => {
      const all = getTransponders()
      const wanted = satellite === undefined ? all : all.filter((entry) => entry.satellite === satellite)
      return {
        total: all.length,
        items: wanted.length <= most ? wanted : wanted.filter((entry) => entry.index === index),
      }
    }),
    favouriteGroups: guarded(() => list.favouriteGroups()),
    facets: guarded(() => facetsOf(list)),
    problems: guarded(() => list.problems()),
    problemsOf: guarded((record: number) => list.problems().filter((problem) => problem.record === record)),
    rows: guarded(({ sort = 'position', angle, ...query }: RowQuery, paging: Paging): Paged<Row> => {
      const found = list.find(query).slice()
      const places = sortPlaces(list, angle === undefined ? found : atAngle(found, angle), sort)
      const shown = pageOf(places, paging)
      const channels = channelsAt(list, shown)
      const { flags } = list.columns()
      return {
        items: channels.map((channel, at) => describeRow(channel, flags[shown[at] ?? 0] ?? 0)),
        total: places.length,
        ...paging,
      }
    }),
    ids: guarded((query: Query) => {
      const { id } = list.columns()
      return Array.from(list.find(query), (place) => id[place] ?? 0)
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
