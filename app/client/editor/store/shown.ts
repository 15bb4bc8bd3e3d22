/**
 * The rows that pass a filter, by their index among themselves, in the list's order or in another display order. A
 * place in the list counts from 0, a position from 1 over the whole list.
 */
import type { Columns, OpenList } from '~/engine/types'

export type Shown = {
  /** Places (0-based, whole list) of the rows that pass the filter, as shown; null shows the list unchanged. */
  readonly rows: Uint32Array | null
  count(): number
  /** The channel of a visible row; null beyond them. */
  idAt(index: number): number | null
  /** The index of a channel among the visible rows; −1 if the filter hides it. */
  indexOf(id: number): number
  has(id: number): boolean
  /** The channels of the visible rows between two indexes, inclusive. */
  range(from: number, to: number): number[]
  /** The position of the first of `ids` if they are placed before the visible row `index` (or after the last). */
  positionBefore(ids: readonly number[], index: number): number
}

/** The index of a place among ascending places; −1 if it is not among them. */
const indexIn = (places: Uint32Array, place: number): number => {
  let low = 0
  let high = places.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const here = places[middle] ?? 0
    if (here === place) return middle
    if (here < place) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The index of each place among places in any order; −1 if it is not among them. */
const indexesOf = (places: Uint32Array, length: number): Int32Array => {
  const indexes = new Int32Array(length).fill(-1)
  places.forEach((place, index) => {
    indexes[place] = index
  })
  return indexes
}

/** `isOrdered`: the rows are in another order than the list's. */
export const showRows = (
  rows: Uint32Array | null,
  columns: () => Pick<Columns, 'length' | 'id'>,
  positionOf: OpenList['positionOf'],
  isOrdered = false,
): Shown => {
  const indexes = rows && isOrdered ? indexesOf(rows, columns().length) : null
  const count = (): number => (rows ? rows.length : columns().length)
  const idAt = (index: number): number | null => {
    if (index < 0 || index >= count()) return null
    const place = rows ? rows[index] : index
    return place === undefined ? null : (columns().id[place] ?? null)
  }
  const indexOf = (id: number): number => {
    const place = positionOf(id) - 1
    if (place < 0 || !rows) return place
    return indexes ? (indexes[place] ?? -1) : indexIn(rows, place)
  }
  return {
    rows,
    count,
    idAt,
    indexOf,
    has: (id) => indexOf(id) >= 0,
    range: (from, to) => {
      const ids: number[] = []
      for (let i = Math.min(from, to); i <= Math.max(from, to); i++) {
        const id = idAt(i)
        if (id !== null) ids.push(id)
      }
      return ids
    },
    positionBefore: (ids, index) => {
      const at = idAt(index)
      const last = idAt(count() - 1)
      const before = at !== null ? positionOf(at) : last !== null ? positionOf(last) + 1 : 1
      const ahead = ids.reduce((sum, id) => (positionOf(id) < before ? sum + 1 : sum), 0)
      return before - ahead
    },
  }
}
