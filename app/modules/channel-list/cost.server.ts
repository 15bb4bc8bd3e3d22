/**
 * What a piece of work costs, in bytes read: all that goes in counts, whatever it is, so that none can be small in one
 * place and long in another. A stored list counts by what the engine makes of it, not by its source alone.
 */
import { isOwnText } from '~/engine/formats'
import { isCellState, needsCells } from '~/engine/needs-cells'
import { weighState } from '~/engine/weigh.server'
import { isForeignFormat, type Operation } from '~/engine/types'
import { archiveKindOf } from '~/platform/archive.server'
import { isWholeOperation } from './channel-list.schema'
import { foreignInlineBytes, inlineBytes, pieceWeights } from './limits'
import type { PieceInput, PieceName } from './work'
import type { Stored } from './stored'

/** A letter takes up to this many bytes in a file. */
const bytesOfLetter = 6
/** A new channel is written and read again with every addition of its batch. */
const bytesOfNewChannel = 8192
/** A number, or the place that a value takes in an object. */
const valueBytes = 8

/** What reading a stored list once takes. */
export const storedCost = ({ source, state }: { source: Uint8Array; state: Uint8Array | null }): number =>
  source.length + (state === null ? 0 : weighState(state, source.length, inlineBytes))

const isStored = (input: object): input is { source: Uint8Array; state: Uint8Array | null } =>
  'source' in input &&
  'state' in input &&
  input.source instanceof Uint8Array &&
  (input.state === null || input.state instanceof Uint8Array)

/** All that goes into a piece of work; what is more than fits on the server's own thread isn't counted to its end. */
export const costOfInput = (input: unknown): number => {
  if (typeof input === 'string') return valueBytes + input.length
  if (typeof input !== 'object' || input === null) return valueBytes
  // A small archive may unpack to anything.
  if (input instanceof Uint8Array) return archiveKindOf(input) === null ? input.length : Number.MAX_SAFE_INTEGER
  if (isStored(input)) return storedCost(input)
  let bytes = valueBytes
  for (const value of Array.isArray(input) ? (input as unknown[]) : Object.values(input)) {
    bytes += costOfInput(value)
    if (bytes > inlineBytes) break
  }
  return bytes
}

/** How much of the list an operation goes over: all of it, or a table or a part of its columns. */
const shareOf = (operation: Operation): number =>
  isWholeOperation(operation) ? 1 : needsCells([operation]) ? 1 / 16 : 1 / 64

/** What an operation writes into the file that is derived: a value that many channels get stands in each of them. */
const writtenBy = (operation: Operation): number =>
  operation.op === 'add' && operation.target === 'channel'
    ? operation.channels.length * bytesOfNewChannel
    : operation.op === 'set' && operation.target === 'channel' && typeof operation.value === 'object'
      ? JSON.stringify(operation.value).length * bytesOfLetter * operation.ids.length
      : 0

/** What the operations of a batch cost on a list. */
const costOfOperations = (stored: Stored, operations: readonly Operation[]): number => {
  const reading = storedCost(stored)
  // The first operation that needs cells makes them of the whole source.
  const upgrade = !isCellState(stored.state) && needsCells(operations) ? 2 * stored.source.length : 0
  return upgrade + operations.reduce((sum, one) => sum + reading * shareOf(one) + writtenBy(one), 0)
}

/** A byte of another dialect, in bytes of SatcoDX. */
const foreignWeight = inlineBytes / foreignInlineBytes
/** True for what the readers and writers of other dialects do, or may do: of an upload its beginning says so. */
const isForeign = (name: PieceName, input: object): boolean => {
  if (name === 'write') {
    const { format, original } = input as PieceInput<'write'>
    return isForeignFormat(format) || original !== null
  }
  if (name === 'reread') return true
  return name === 'importBytes' && !isOwnText((input as PieceInput<'importBytes'>).bytes)
}

/** What a piece of work costs, in bytes read once. `weight`: where it isn't the piece's usual one. */
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
