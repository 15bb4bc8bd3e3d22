/**
 * Sorts by satellites and transponders if they differ from the derived file's own: same modes as the engine, ties keep
 * their order.
 */
import type { OpenList } from '../contract'
import { type OperationOf, sortModes } from '../types'

const last = Number.MAX_SAFE_INTEGER
const polarisationRanks: Readonly<Record<string, number>> = { H: 1, V: 2, L: 3, R: 4 }

/** The list as shown, and the engine's list with rows instead of ids. */
type Base = Pick<OpenList, 'columns' | 'apply' | 'state' | 'load' | 'positionOf'>

/** The engine's rows in their new order; null if this is not a sort, or names rows that are not in the list. */
export const sortedOrder = (
  list: Pick<OpenList, 'columns' | 'transponders'>,
  base: Base,
  { mode, variant = 1, ids }: OperationOf<'sort'>,
): number[] | null => {
  if (!sortModes.includes(mode) || (variant !== 1 && variant !== 2)) return null
  if (ids && (!Array.isArray(ids) || ids.length === 0 || ids.some((row) => base.positionOf(row) === 0))) return null
  const present = Array.from(base.columns().id)
  const columns = list.columns()
  const places = new Map(present.map((row, place) => [row, place]))
  const transponders = list.transponders()
  const ranks = transponders.map(({ frequencyKHz, polarisation }, index) =>
    variant === 2 ? index : (frequencyKHz ?? 0xffffffff) * 8 + (polarisationRanks[polarisation ?? ''] ?? 7),
  )
  const byTransponder = mode === 'transponder' || mode.startsWith('satellite-frequency')
  const orLast = (value: number | undefined): number => (value === undefined || value < 0 ? last : value)
  const keysOf = (row: number): number[] => {
    const place = places.get(row) ?? 0
    const keys = [orLast(columns.satellite[place])]
    if (byTransponder) keys.push(ranks[columns.transponder[place] ?? -1] ?? last)
    if (mode === 'satellite-frequency-sid') keys.push(orLast(columns.sid[place]))
    return keys
  }
  let sequence = present
  if (mode.endsWith('name')) {
    // Sort by name first, ties in the current order; the stable sort below keeps that inside each place.
    const before = base.state()
    base.apply([{ op: 'sort', mode: 'az' }])
    sequence = Array.from(base.columns().id)
    base.load(before)
  }
  const chosen = ids ? new Set(ids) : null
  const sorted = sequence
    .filter((row) => !chosen || chosen.has(row))
    .map((row, at) => ({ row, at, keys: keysOf(row) }))
    .sort((a, b) => {
      for (let key = 0; key < a.keys.length; key++) {
        const difference = (a.keys[key] ?? 0) - (b.keys[key] ?? 0)
        if (difference !== 0) return difference
      }
      return a.at - b.at
    })
    .map(({ row }) => row)
  if (!chosen) return sorted
  let next = 0
  return present.map((row) => (chosen.has(row) ? (sorted[next++] ?? row) : row))
}
