/**
 * The app's cache of what boxes ask for. An entry is invalidated the moment its source changes, and a read that began
 * before that is never stored after it. A mirror (the gateway in front) receives every entry and every invalidation, in
 * order.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { boxMaySee, exportForBox } from '~/modules/channel-list/channel-list.server'
import { findDeviceToken } from '~/modules/device/device.server'
import { fail, ok, type Result } from '~/errors/table'
import { isTooLong, makeBoxMemory, type BoxFacts, type ListFormat, type ReadyFile, type ReadyList } from './memory'

export type { BoxFacts, ListFormat, ReadyFile, ReadyList } from './memory'

const compress = promisify(gzip)
/** Below this, gzip saves no packet. */
const leastCompressedBytes = 1400

const memory = makeBoxMemory()
/** Where copies of the entries are held. */
export type BoxMirror = Pick<typeof memory, 'keepBox' | 'keepList' | 'forgetBox' | 'forgetAllBoxes' | 'forgetList'>
let mirror: BoxMirror | null = null
/** Called once at start, before the first entry. */
export const provideBoxMirror = (one: BoxMirror): void => {
  mirror = one
}

let tokenEpoch = 0
/** Forgets a box's tokens: it was bound, unbound, paired again or changed its brand. */
export const forgetBox = (sn: string): void => {
  tokenEpoch++
  memory.forgetBox(sn)
  mirror?.forgetBox(sn)
}

/** Forgets all tokens: an account was disabled or enabled. */
export const forgetAllBoxes = (): void => {
  tokenEpoch++
  memory.forgetAllBoxes()
  mirror?.forgetAllBoxes()
}

/** The box of a token, from the cache only. */
export const { peekBox, peekList } = memory

/** The box of a token. I1304 forged, I1305 revoked. */
export const readBox = async (token: string): Promise<Result<BoxFacts>> => {
  const known = memory.peekBox(token)
  if (known !== undefined) {
    // A mirror that drops its oldest entries, or was restarted, gets it once more.
    mirror?.keepBox(token, known)
    return ok(known)
  }
  const epoch = tokenEpoch
  const found = await findDeviceToken(token)
  if (found === null) return fail('I1304')
  if (found.revoked) return fail('I1305')
  const { revoked: _, ...box } = found
  if (epoch === tokenEpoch) {
    memory.keepBox(token, box)
    mirror?.keepBox(token, box)
  }
  return ok(box)
}

let listEpoch = 0
/** Forgets a list's files: it has changed or is gone. */
export const forgetList = (listId: string): void => {
  listEpoch++
  memory.forgetList(listId)
  mirror?.forgetList(listId)
}

/**
 * The gzip of files by their bytes, made once for all readers while those are in memory; null where it saves nothing.
 */
const zipped = new WeakMap<ArrayBufferLike, Promise<Uint8Array | null>>()
const zip = (bytes: Uint8Array): Promise<Uint8Array | null> => {
  if (bytes.length < leastCompressedBytes) return Promise.resolve(null)
  // Only a buffer that contains nothing but this file identifies it.
  const known = bytes.length === bytes.buffer.byteLength ? zipped.get(bytes.buffer) : undefined
  if (known !== undefined) return known
  const made = compress(bytes, { level: 6 }).then((packed) => (packed.length < bytes.length ? packed : null))
  if (bytes.length === bytes.buffer.byteLength) {
    zipped.set(bytes.buffer, made)
    made.catch(() => zipped.delete(bytes.buffer))
  }
  return made
}

/** A list's file for a box. C1101 when there is none that it may see. */
export const readList = async (
  box: BoxFacts,
  listId: string,
  format: ListFormat | null,
): Promise<Result<ReadyList>> => {
  const known = memory.peekList(box, listId, format)
  if (known !== undefined) {
    mirror?.keepList(known, format)
    return ok(known)
  }
  const epoch = listEpoch
  const exported = await exportForBox(listId, format)
  if (!exported.ok) return exported
  const { bytes, type, fileName, etag, lastModified, revision, audience } = exported.value
  if (!boxMaySee(box, audience)) return fail('C1101')
  const gzip = await zip(bytes)
  const file: ReadyFile = { bytes, type, fileName, etag, lastModified, ...(gzip === null ? {} : { gzip }) }
  const list: ReadyList = { listId, revision, audience, file }
  if (epoch === listEpoch && !isTooLong(list)) {
    memory.keepList(list, format)
    mirror?.keepList(list, format)
  }
  return ok(list)
}
