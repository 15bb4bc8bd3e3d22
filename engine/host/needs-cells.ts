/** Tells which operations and states need the cells, so that a plain list never loads them. Pure code. */
import type { Operation, OperationName } from './types'

const cellOperations: ReadonlySet<OperationName> = new Set([
  'set',
  'values',
  'names-in',
  'add',
  'remove',
  'arrange',
  'group-order',
  'numbers',
])

/** True if one of the operations edits what no state of version 1 can hold. */
export const needsCells = (operations: readonly Operation[]): boolean =>
  operations.some(({ op }) => cellOperations.has(op))

/** True for an edit state of version 2 ("MES2"). */
export const isCellState = (state: Uint8Array): boolean =>
  state[0] === 0x4d && state[1] === 0x45 && state[2] === 0x53 && state[3] === 0x32
