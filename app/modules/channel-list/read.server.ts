/**
 * Reading a list's channels: the engine opens one revision, a synchronous reader takes from it what a page needs, and
 * the engine is free again before anything else happens.
 */
import { withEngine } from '~/engine/engine.server'
import type { Channel, Encoding, OpenList, Problem, Query } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { countTypes, openStored } from './opened'
import { getSource } from './source.server'
import { findNewest, findState, findVisible, tellWithSteps } from './store.server'
import type { Actor, EncodingPreview, Facets, ListDetails, ListReport, ListView, Paged, Paging, Row, RowQuery, RowSort } from './types'

const flagScrambled = 1
const flagUnknown = 2
const flagLock = 4
const flagSkip = 8
const flagProblem = 32

const pageOf = <T>(items: ArrayLike<T>, { page, size }: Paging): T[] => Array.prototype.slice.call(items, (page - 1) * size, page * size) as T[]

const facetsOf = (list: OpenList): Facets => {
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

/** The order of ids under the engine's own collation, without changing the list for anybody: its state is put back. */
const idsByName = (list: OpenList, mode: 'az' | 'za'): Uint32Array => {
  const before = list.state()
  const sorted = list.apply([{ op: 'sort', mode }])
  const { id, length } = list.columns()
  const ids = id.slice(0, length)
  list.load(before)
  if (!sorted.ok) throw new Error(`sorting for show failed: ${sorted.code}`)
  return ids
}

/** 0-based places in the order to show. */
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

/** The channels at these places, in their order; a row of neighbours is asked for in one call. */
const channelsAt = (list: OpenList, places: readonly number[]): Channel[] => {
  const found: Channel[] = []
  for (let from = 0, to = 0; from < places.length; from = to) {
    const first = places[from] ?? 0
    for (to = from + 1; places[to] === first + to - from; ) to++
    found.push(...list.channels(first, to - from))
  }
  return found
}

const makeView = (list: OpenList, revision: number, guard: () => void): ListView => {
  let satellites: ReturnType<OpenList['satellites']> | undefined
  let transponders: ReturnType<OpenList['transponders']> | undefined
  const getSatellites = () => (satellites ??= list.satellites())
  const getTransponders = () => (transponders ??= list.transponders())
  const tellRow = (channel: Channel, flags: number): Row => {
    const satellite = getSatellites()[channel.satellite]
    const transponder = getTransponders()[channel.transponder]
    return {
      ...channel, satelliteName: satellite?.name ?? null, angle: satellite?.angle ?? null, frequencyKHz: transponder?.frequencyKHz ?? null,
      polarisation: transponder?.polarisation ?? null, symbolRate: transponder?.symbolRate ?? null, hasProblem: (flags & flagProblem) !== 0,
    }
  }
  const atAngle = (places: Uint32Array, angle: number): Uint32Array => {
    const wanted = new Set(getSatellites().filter((satellite) => satellite.angle === angle).map(({ index }) => index))
    const { satellite } = list.columns()
    return places.filter((place) => wanted.has(satellite[place] ?? -1))
  }
  const guarded = <A extends unknown[], T>(work: (...args: A) => T) => (...args: A): T => {
    guard()
    return work(...args)
  }
  return {
    revision, dialect: list.dialect, version: list.version, encoding: list.encoding, pristine: list.pristine(), length: list.length(),
    satellites: guarded(getSatellites),
    transponders: guarded(getTransponders),
    favouriteGroups: guarded(() => list.favouriteGroups()),
    facets: guarded(() => facetsOf(list)),
    problems: guarded(() => list.problems()),
    rows: guarded(({ sort = 'position', angle, ...query }: RowQuery, paging: Paging): Paged<Row> => {
      const found = list.find(query).slice()
      const places = sortPlaces(list, angle === undefined ? found : atAngle(found, angle), sort)
      const shown = pageOf(places, paging)
      const channels = channelsAt(list, shown)
      const { flags } = list.columns()
      return { items: channels.map((channel, at) => tellRow(channel, flags[shown[at] ?? 0] ?? 0)), total: places.length, ...paging }
    }),
    ids: guarded((query: Query) => {
      const { id } = list.columns()
      return Array.from(list.find(query), (place) => id[place] ?? 0)
    }),
    channel: guarded((id: number) => list.channel(id)),
    row: guarded((id: number) => {
      const place = list.positionOf(id) - 1
      const channel = place < 0 ? undefined : list.channels(place, 1)[0]
      return channel === undefined ? null : tellRow(channel, list.columns().flags[place] ?? 0)
    }),
    neighbours: guarded((id: number) => {
      const place = list.positionOf(id) - 1
      if (place < 0) return { previous: null, next: null }
      const { id: ids, length } = list.columns()
      return { previous: place > 0 ? (ids[place - 1] ?? null) : null, next: place + 1 < length ? (ids[place + 1] ?? null) : null }
    }),
  }
}

const readOpened = async <T>(actor: Actor, id: string, asked: { revision?: number }, read: (list: OpenList, revision: number) => T): Promise<Result<T>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const revision = asked.revision === undefined ? await findNewest(id) : await findState(id, asked.revision)
  if (revision === null) return fail('C1101')
  const source = await getSource(revision.sourceId)
  return ok(await withEngine((engine) => read(openStored(engine, source.bytes, revision.state), revision.number)))
}

/** Lends a view to a reader; it is dead afterwards, and says so. */
const lendView = <T>(list: OpenList, revision: number, read: (view: ListView) => T): T => {
  let open = true
  const view = makeView(list, revision, () => {
    if (!open) throw new TypeError('a list view is used after its reader has returned')
  })
  try {
    return read(view)
  } finally {
    open = false
  }
}

/**
 * Opens a list for a synchronous reader and answers what it returns. The view is dead afterwards.
 * C1101 when there is no such list or revision for this actor.
 */
export const readList = <T>(actor: Actor, id: string, asked: { revision?: number }, read: (view: ListView) => T): Promise<Result<T>> =>
  readOpened(actor, id, asked, (list, revision) => lendView(list, revision, read))

/** Reads a list's newest revision and tells the list with it, both of the same moment. C1101 as above. */
export const readWithDetails = async <T>(actor: Actor, id: string, read: (view: ListView) => T): Promise<Result<{ details: ListDetails; value: T }>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  const [details, source] = await Promise.all([tellWithSteps(actor, found.value, newest), getSource(newest.sourceId)])
  const value = await withEngine((engine) => lendView(openStored(engine, source.bytes, newest.state), newest.number, read))
  // A change may have come between the two queries; the page is told by the revision that it shows.
  return ok({ details: { ...details, revision: newest.number }, value })
}

/** What was read of the file: dialect, encoding and how it was found, counts, and the problems by record, paged. */
export const reportOf = (actor: Actor, id: string, asked: Paging & { severity?: Problem['severity'] }): Promise<Result<ListReport>> =>
  readOpened(actor, id, {}, (list) => {
    const all = list.problems()
    const errors = all.filter(({ severity }) => severity === 'error').length
    const shown = asked.severity === undefined ? all : all.filter(({ severity }) => severity === asked.severity)
    return {
      dialect: list.dialect, version: list.version, encoding: list.encoding, encodingSource: list.encodingSource, records: list.records,
      channels: list.length(), ...countTypes(list), scrambled: facetsOf(list).scrambled, satellites: list.satellites(), transponders: list.transponders().length,
      errors, warnings: all.length - errors,
      problems: { items: pageOf(shown, asked), total: shown.length, page: asked.page, size: asked.size },
    }
  })

/** Names shown in an encoding preview. */
const samplesMax = 12
const hasOtherLetters = /[^\u0020-\u007e]/

/** How names would read in another encoding: those that differ first, else some with letters beyond ASCII. Stores nothing. */
export const previewEncoding = (actor: Actor, id: string, encoding: Encoding): Promise<Result<EncodingPreview>> =>
  readOpened(actor, id, {}, (list) => {
    const present = list.names().slice()
    const ids = list.columns().id.slice(0, present.length)
    const before = list.state()
    const applied = list.apply([{ op: 'encoding', encoding }])
    if (!applied.ok) throw new Error(`an encoding of the table was refused: ${applied.code}`)
    const preview = list.names().slice()
    list.load(before)
    const differing: number[] = []
    const others: number[] = []
    for (let at = 0; at < present.length; at++) {
      if (present[at] !== preview[at]) differing.push(at)
      else if (others.length < samplesMax && hasOtherLetters.test(present[at] ?? '')) others.push(at)
    }
    const chosen = [...differing.slice(0, samplesMax), ...others].slice(0, samplesMax)
    return {
      encoding, differing: differing.length,
      samples: chosen.map((at) => ({ id: ids[at] ?? 0, position: at + 1, present: present[at] ?? '', preview: preview[at] ?? '' })),
    }
  })

