/**
 * The list object that a caller holds. Behind it is a plain list until the first operation or state needs cells, then
 * one with cells. The caller's object stays the same.
 */
import type { OpenList } from './contract'
import type { List } from './list'
import { isCellState, needsCells } from './needs-cells'

const calls = [
  'length',
  'satellites',
  'transponders',
  'favouriteGroups',
  'categories',
  'problems',
  'names',
  'columns',
  'channels',
  'channel',
  'removed',
  'numbers',
  'ownNumbers',
  'namesIn',
  'groupOrder',
  'cells',
  'positionOf',
  'find',
  'choices',
  'ordered',
  'state',
  'pristine',
  'write',
] as const satisfies readonly (keyof OpenList)[]
const facts = [
  'dialect',
  'version',
  'encoding',
  'encodingSource',
  'records',
] as const satisfies readonly (keyof OpenList)[]

/** `upgrade` turns the plain list into one with cells. */
export const makeHandle = (plain: List, upgrade: (plain: List) => OpenList): OpenList => {
  let list: OpenList = plain
  const withCells = (needed: boolean): OpenList => {
    if (needed && list === plain) list = upgrade(plain)
    return list
  }
  const handle: Record<string, unknown> = {
    apply: (operations: Parameters<OpenList['apply']>[0]) =>
      withCells(Array.isArray(operations) && needsCells(operations)).apply(operations),
    load: (state: Uint8Array) => withCells(isCellState(state)).load(state),
  }
  for (const name of calls)
    handle[name] = (...args: readonly unknown[]): unknown =>
      (list[name] as (...args: readonly unknown[]) => unknown)(...args)
  for (const name of facts) Object.defineProperty(handle, name, { enumerable: true, get: () => list[name] })
  // All calls and properties of a list are named above; each forwards to the list behind it.
  return handle as OpenList
}
