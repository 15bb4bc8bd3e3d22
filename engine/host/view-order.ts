/**
 * Orders a list for display without changing it: by one column, upward or downward. Ties keep the list's own order in
 * both directions. Channels without a value (a name, a SID, a place, a group) come last in both.
 */
import type { OpenList } from './contract'
import type { ViewColumn, ViewSort } from './types'

type Ordered = Pick<OpenList, 'columns' | 'transponders' | 'positionOf' | 'apply' | 'state' | 'load' | 'length'>

const last = Number.MAX_SAFE_INTEGER
const polarisationRanks: Readonly<Record<string, number>> = { H: 0, V: 1, L: 2, R: 3 }

/** Places by name in the engine's own collation; the list's state is restored afterwards. */
const placesByName = (list: Ordered, mode: 'az' | 'za'): Uint32Array => {
  const places = new Map<number, number>()
  const { id, length } = list.columns()
  for (let place = 0; place < length; place++) places.set(id[place] ?? 0, place)
  const before = list.state()
  const sorted = list.apply([{ op: 'sort', mode }])
  const ids = list.columns().id.slice(0, length)
  list.load(before)
  if (!sorted.ok) throw new Error(`sorting for show failed: ${sorted.code}`)
  return Uint32Array.from(ids, (one) => places.get(one) ?? 0)
}

/** A number for each place by which a column orders it; `last` if it has no value. */
const rankOf = (list: Ordered, column: Exclude<ViewColumn, 'position' | 'name'>): ((place: number) => number) => {
  const { satellite, sid, type, favourites, transponder } = list.columns()
  switch (column) {
    case 'satellite':
      return (place) => ((satellite[place] ?? -1) < 0 ? last : (satellite[place] ?? 0))
    case 'frequency': {
      const ranks = list
        .transponders()
        .map(({ frequencyKHz, polarisation }) =>
          frequencyKHz === null ? last : frequencyKHz * 8 + (polarisationRanks[polarisation ?? ''] ?? 7),
        )
      return (place) => ranks[transponder[place] ?? -1] ?? last
    }
    case 'type':
      return (place) => type[place] ?? last
    case 'favourite':
      // By the lowest group: the number of zero bits below it.
      return (place) => {
        const bits = favourites[place] ?? 0
        return bits === 0 ? last : 31 - Math.clz32(bits & -bits)
      }
    case 'sid':
      return (place) => ((sid[place] ?? -1) < 0 ? last : (sid[place] ?? 0))
  }
}

/** The same places (0-based) in display order. */
export const viewPlaces = (list: Ordered, places: Uint32Array | null, sort: ViewSort): Uint32Array => {
  const isDown = sort.startsWith('-')
  const column = (isDown ? sort.slice(1) : sort) as ViewColumn
  const own = places ?? Uint32Array.from({ length: list.length() }, (_, place) => place)
  if (column === 'position') return isDown ? own.slice().reverse() : own
  if (column === 'name') {
    const all = placesByName(list, isDown ? 'za' : 'az')
    if (!places) return all
    const wanted = new Set(places)
    return all.filter((place) => wanted.has(place))
  }
  const rank = rankOf(list, column)
  const sign = isDown ? -1 : 1
  return own.slice().sort((a, b) => {
    const [one, other] = [rank(a), rank(b)]
    if (one === other) return a - b
    if (one === last || other === last) return one === last ? 1 : -1
    return sign * (one - other)
  })
}
