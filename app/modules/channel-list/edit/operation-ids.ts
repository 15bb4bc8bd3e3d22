/**
 * Finds the channels that an operation names, and rewrites an operation for other ids. Pure code, for server and
 * browser.
 */
import type { Operation, OperationName } from '~/engine/types'

/** How each operation names channels: one, two that belong together, many, or many with a value each. */
const places: Readonly<Record<OperationName, readonly [key: string, how: 'one' | 'two' | 'many' | 'pairs'] | null>> = {
  rename: ['id', 'one'],
  swap: ['ids', 'two'],
  move: ['ids', 'many'],
  step: ['ids', 'many'],
  sort: ['ids', 'many'],
  lock: ['ids', 'many'],
  skip: ['ids', 'many'],
  favourite: ['ids', 'many'],
  delete: ['ids', 'many'],
  restore: ['ids', 'many'],
  set: ['ids', 'many'],
  'group-order': ['order', 'many'],
  names: ['names', 'pairs'],
  'names-in': ['names', 'pairs'],
  numbers: ['numbers', 'pairs'],
  values: ['values', 'pairs'],
  add: null,
  remove: null,
  arrange: null,
  order: null,
  encoding: null,
}
/** Null if it names no channels: it is about the whole list, or about a satellite or the like. */
const placeIn = (operation: Operation) => {
  const [key, how] = places[operation.op] ?? []
  const value = key === undefined ? undefined : (operation as Readonly<Record<string, unknown>>)[key]
  return key === undefined || value === undefined
    ? null
    : { key, how, entries: (how === 'one' ? [value] : value) as readonly (number | readonly [number, unknown])[] }
}
const idOf = (entry: number | readonly [number, unknown]): number => (typeof entry === 'number' ? entry : entry[0])

/** The channels that an operation edits. The channels of a whole order, or of a group's order, don't count as named. */
export const channelsOf = (operation: Operation): readonly number[] =>
  operation.op === 'group-order' ? [] : (placeIn(operation)?.entries.map(idOf) ?? [])

/**
 * The operation with its channels' ids replaced; channels without a replacement are left out. Null if none is left.
 * Operations that name no single channels are returned unchanged.
 */
export const withChannels = (operation: Operation, to: (id: number) => number | undefined): Operation | null => {
  const place = placeIn(operation)
  if (place === null) return operation
  const { key, how, entries } = place
  const others = entries.flatMap((entry) => {
    const id = to(idOf(entry))
    return id === undefined ? [] : [typeof entry === 'number' ? id : ([id, entry[1]] as const)]
  })
  if (others.length === 0 || (how === 'two' && others.length < entries.length)) return null
  return { ...operation, [key]: how === 'one' ? others[0] : others }
}
