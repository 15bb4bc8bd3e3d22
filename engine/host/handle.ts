/**
 * The list that a caller holds: a plain one until the first operation or state needs cells, then one that has them. The
 * caller's object stays the same.
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

/** `upgrade` makes the list that has cells of the plain one. */
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
  // Every call and fact of a list is named above; each does what the list behind it does.
  return handle as OpenList
}
