/**
 * The facts about each kind of operation. Finds the channels that an operation names, and rewrites an operation for
 * other ids. Pure code, for server and browser.
 */
import type { Operation, OperationName } from '~/engine/types'
import type { StepSummary } from '../types'

type Facts = {
  /** How it names channels: one, two that belong together, many, or many with a value each. */
  channels?: readonly [key: string, how: 'one' | 'two' | 'many' | 'pairs']
  /** What it sets of the channels that it names, for a merge. */
  sets?: 'name' | 'lock' | 'skip' | 'deleted' | 'moved'
  /** Its properties that the history shows. */
  told?: readonly (keyof StepSummary)[]
  /** Adjacent ones become one step of the history. */
  joins?: true
  /** It may change the positions of channels. */
  places?: true
}
const many = ['ids', 'many'] as const
export const operationFacts: Readonly<Record<OperationName, Facts>> = {
  rename: { channels: ['id', 'one'], sets: 'name', told: ['name'], joins: true },
  names: { channels: ['names', 'pairs'], sets: 'name' },
  'names-in': { channels: ['names', 'pairs'], told: ['language'] },
  lock: { channels: many, sets: 'lock', told: ['value'], joins: true },
  skip: { channels: many, sets: 'skip', told: ['value'], joins: true },
  favourite: { channels: many, told: ['group', 'value'], joins: true },
  delete: { channels: many, sets: 'deleted', joins: true, places: true },
  restore: { channels: many, places: true },
  move: { channels: many, sets: 'moved', told: ['to'], places: true },
  step: { channels: many, sets: 'moved', told: ['by'], joins: true, places: true },
  swap: { channels: ['ids', 'two'], sets: 'moved', places: true },
  sort: { channels: many, told: ['mode', 'variant'], places: true },
  order: { places: true },
  numbers: { channels: ['numbers', 'pairs'] },
  set: { channels: many, told: ['target', 'field'] },
  values: { channels: ['values', 'pairs'], told: ['field'] },
  add: { told: ['target'], places: true },
  remove: { told: ['target'], places: true },
  arrange: { told: ['target'] },
  'group-order': { channels: ['order', 'many'], told: ['group'] },
  encoding: { told: ['encoding'] },
}
/** Null if it names no channels: it is about the whole list, or about a satellite or the like. */
const placeIn = (operation: Operation) => {
  const [key, how] = operationFacts[operation.op].channels ?? []
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
