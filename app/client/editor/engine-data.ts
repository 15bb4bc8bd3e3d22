/**
 * What opens the scripted editor, read from the channel-list module's packed answer: the source's bytes and the newest
 * edit state.
 */
import { unpack } from '~/modules/channel-list/pack.schema'

export type Beside = { revision: number; sn: string; nickname: string | null; earlier: number | null }
export type EngineData = {
  listId: string
  name: string
  revision: number
  /** SHA-256 of the source file: a browser that has it asks for the state alone. */
  sourceId: string
  /** The name that the source file came with. */
  fileName: string | null
  undoTo: number | null
  redoTo: number | null
  canEdit: boolean
  /** A box's save that waits beside the newest revision for its owner's choice. */
  beside: Beside | null
  /** Null where the browser said that it has this source already. */
  source: Uint8Array | null
  state: Uint8Array
}

/** Unpacks the answer. Throws RangeError when the bytes are not a whole answer. */
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
    canEdit: head.canChange,
    beside: head.beside,
    state: packed.state,
    source: packed.source.length > 0 ? packed.source : null,
  }
}
