/**
 * The data that opens the scripted editor, read from the channel-list module's packed response: the source's bytes and
 * the newest edit state.
 */
import type { NameLanguage } from '~/engine/types'
import { unpack } from '~/modules/channel-list/files/pack.schema'
import type { ConflictCopy } from '~/modules/channel-list/types'

export type EngineData = {
  listId: string
  name: string
  revision: number
  /** SHA-256 of the source file: a browser that has it requests only the state. */
  sourceId: string
  /** The original name of the source file. */
  fileName: string | null
  undoTo: number | null
  redoTo: number | null
  /** What Undo and Redo would do, in words; null if there is nothing. */
  undoes?: string | null
  redoes?: string | null
  canEdit: boolean
  /** A box's save that waits for the owner's choice. */
  beside: ConflictCopy | null
  /** The language in which the person wants the channels to be named; null for the list's own names. */
  names?: NameLanguage | null
  /** Null if the browser said that it already has this source. */
  source: Uint8Array | null
  state: Uint8Array
}

/** Unpacks the response. Throws RangeError if it is incomplete or invalid. */
export const decodeEngineData = (bytes: Uint8Array): EngineData => {
  const packed = unpack(bytes)
  if (!packed) throw new RangeError('engine data: not a whole answer')
  const { head } = packed
  return {
    listId: head.id,
    name: head.name,
    revision: head.revision,
    sourceId: head.sourceId,
    fileName: head.fileName,
    undoTo: head.undoTo,
    redoTo: head.redoTo,
    undoes: head.undoes ?? null,
    redoes: head.redoes ?? null,
    canEdit: head.canChange,
    beside: head.beside,
    names: head.names ?? null,
    state: packed.state,
    source: packed.source.length > 0 ? packed.source : null,
  }
}
