/**
 * Estimates what a piece of work costs, in bytes read. All input counts, so that no piece looks cheap and runs long. A
 * stored list counts with what the engine derives from it, not just its source.
 */
import { isOwnText } from '~/engine/formats'
import { isCellState, needsCells } from '~/engine/needs-cells'
import { weighState } from '~/engine/weigh.server'
import { isForeignFormat, type Operation } from '~/engine/types'
import { archiveKindOf } from '~/platform/archive.server'
import { isWholeOperation } from '../channel-list.schema'
import { foreignInlineBytes, inlineBytes, pieceWeights } from '../limits'
import type { PieceInput, PieceName } from './work'
import type { Stored } from './stored'

/** One character takes up to this many bytes in a file. */
const bytesOfLetter = 6
/** A new channel is written, and read again at every addition in its batch. */
const bytesOfNewChannel = 8192
/** A number, or the slot of a value in an object. */
const valueBytes = 8

/** The cost of reading a stored list once. */
export const storedCost = ({ source, state }: { source: Uint8Array; state: Uint8Array | null }): number =>
  source.length + (state === null ? 0 : weighState(state, source.length, inlineBytes))

const isStored = (input: object): input is { source: Uint8Array; state: Uint8Array | null } =>
  'source' in input &&
  'state' in input &&
  input.source instanceof Uint8Array &&
  (input.state === null || input.state instanceof Uint8Array)

/** The cost of all input. Counting stops once it exceeds what the server's own thread may do. */
export const costOfInput = (input: unknown): number => {
  if (typeof input === 'string') return valueBytes + input.length
  if (typeof input !== 'object' || input === null) return valueBytes
  // A small archive may unpack to any size.
  if (input instanceof Uint8Array) return archiveKindOf(input) === null ? input.length : Number.MAX_SAFE_INTEGER
  if (isStored(input)) return storedCost(input)
  let bytes = valueBytes
  for (const value of Array.isArray(input) ? (input as unknown[]) : Object.values(input)) {
    bytes += costOfInput(value)
    if (bytes > inlineBytes) break
  }
  return bytes
}

/** The share of the list that an operation touches: all of it, or a table or some of its columns. */
const shareOf = (operation: Operation): number =>
  isWholeOperation(operation) ? 1 : needsCells([operation]) ? 1 / 16 : 1 / 64

/** The bytes that an operation writes into the derived file: a value for many channels is written into each of them. */
const writtenBy = (operation: Operation): number =>
  operation.op === 'add' && operation.target === 'channel'
    ? operation.channels.length * bytesOfNewChannel
    : operation.op === 'set' && operation.target === 'channel' && typeof operation.value === 'object'
      ? JSON.stringify(operation.value).length * bytesOfLetter * operation.ids.length
      : 0

/** The cost of applying a batch's operations to a list. */
const costOfOperations = (stored: Stored, operations: readonly Operation[]): number => {
  const reading = storedCost(stored)
  // The first operation that needs cells builds them from the whole source.
  const upgrade = !isCellState(stored.state) && needsCells(operations) ? 2 * stored.source.length : 0
  return upgrade + operations.reduce((sum, one) => sum + reading * shareOf(one) + writtenBy(one), 0)
}

/** The weight of a byte in another dialect, relative to SatcoDX. */
const foreignWeight = inlineBytes / foreignInlineBytes
/**
 * True for work that the readers and writers of other dialects do, or may do; for an upload, its first bytes decide.
 */
const isForeign = (name: PieceName, input: object): boolean => {
  if (name === 'write') {
    const { format, original } = input as PieceInput<'write'>
    return isForeignFormat(format) || original !== null
  }
  if (name === 'reread') return true
  return name === 'importBytes' && !isOwnText((input as PieceInput<'importBytes'>).bytes)
}

/** The cost of a piece of work, in bytes read once. `weight` overrides the piece's usual weight. */
export const costOf = <N extends PieceName>(
  name: N,
  input: PieceInput<N>,
  weight: number = pieceWeights[name],
): number => {
  const bytes = costOfInput(input)
  const cost = bytes * (bytes > foreignInlineBytes && isForeign(name, input) ? foreignWeight : weight)
  if (cost > inlineBytes || name !== 'prepare') return cost
  const { stored, operations } = input as PieceInput<'prepare'>
  return cost + costOfOperations(stored, operations)
}
