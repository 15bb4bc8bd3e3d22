/**
 * The one binary response that the editor in a browser loads: everything the engine needs to open a list. Layout:
 * "MPL1", length of the JSON head (u32, little endian), head, edit state, source file. Pure code without dependencies.
 */
import type { NameLanguage } from '~/engine/types'
export type PackHead = {
  id: string
  name: string
  revision: number
  undoTo: number | null
  redoTo: number | null
  /** Descriptions of what Undo and Redo would do. */
  undoes?: string | null
  redoes?: string | null
  canChange: boolean
  /** SHA-256 (hex) of the source: the same id means the same bytes. */
  sourceId: string
  stateBytes: number
  sourceBytes: number
  /** The original file name, for an export made in the browser. */
  fileName: string | null
  /** A box's save that waits for its owner's choice. */
  beside: { revision: number; sn: string; nickname: string | null; earlier: number | null } | null
  /** The language in which the user wants the channel names. */
  names?: NameLanguage | null
}
export type Pack = { head: PackHead; state: Uint8Array; source: Uint8Array }

const magic = [0x4d, 0x50, 0x4c, 0x31] as const
const prefixBytes = 8
/** The head holds a few names and numbers; a longer one is invalid. */
const headBytesMax = 65_536

/** Builds the response in pieces: state and source may be long, and are not copied. */
export const packPieces = (
  head: Omit<PackHead, 'stateBytes' | 'sourceBytes'>,
  state: Uint8Array,
  source: Uint8Array,
): [front: Uint8Array, state: Uint8Array, source: Uint8Array] => {
  const full: PackHead = { ...head, stateBytes: state.length, sourceBytes: source.length }
  const text = new TextEncoder().encode(JSON.stringify(full))
  const front = new Uint8Array(prefixBytes + text.length)
  front.set(magic)
  new DataView(front.buffer).setUint32(4, text.length, true)
  front.set(text, prefixBytes)
  return [front, state, source]
}

/** Parses the response; null for anything invalid or truncated. */
export const unpack = (bytes: Uint8Array): Pack | null => {
  if (bytes.length < prefixBytes || magic.some((byte, at) => bytes[at] !== byte)) return null
  const headBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true)
  if (headBytes > headBytesMax || prefixBytes + headBytes > bytes.length) return null
  let head: PackHead
  try {
    head = JSON.parse(new TextDecoder().decode(bytes.subarray(prefixBytes, prefixBytes + headBytes))) as PackHead
  } catch {
    return null
  }
  const stateAt = prefixBytes + headBytes
  const sourceAt = stateAt + head.stateBytes
  if (sourceAt + head.sourceBytes !== bytes.length) return null
  return { head, state: bytes.subarray(stateAt, sourceAt), source: bytes.subarray(sourceAt) }
}
