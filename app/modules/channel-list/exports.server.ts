/**
 * Files of lists that were written lately, held by the revision and format that they are of. A revision never changes,
 * so what is held is never wrong; a list's files are dropped with it only so that memory is for those that live. What
 * was given up, or is too long to be held, is found for as long as somebody still reads it: no file is twice in memory.
 */
import { listChanged } from './changed.server'
import { exportCacheBytes } from './limits'
import type { Written } from './work'

const held = new Map<string, Written>()
let heldBytes = 0

const drop = (key: string): void => {
  const file = held.get(key)
  if (file === undefined) return
  held.delete(key)
  heldBytes -= file.bytes.length
}

/** Files whose bytes are in memory somewhere: here, or in an answer under way. */
type Living = Omit<Written, 'bytes'> & { buffer: WeakRef<ArrayBufferLike>; offset: number; length: number }
const living = new Map<string, Living>()
const gone = new FinalizationRegistry((key: string) => {
  if (living.get(key)?.buffer.deref() === undefined) living.delete(key)
})

const findLiving = (key: string): Written | undefined => {
  const known = living.get(key)
  if (known === undefined) return undefined
  const { buffer, offset, length, ...facts } = known
  const bytes = buffer.deref()
  return bytes === undefined ? undefined : { ...facts, bytes: new Uint8Array(bytes, offset, length) }
}

/** A file by its key, which begins with the list's id. The one asked for last is given up last. */
export const findExport = (key: string): Written | undefined => {
  const file = held.get(key)
  if (file === undefined) return findLiving(key)
  held.delete(key)
  held.set(key, file)
  return file
}

export const keepExport = (key: string, file: Written): void => {
  const { bytes, ...facts } = file
  living.set(key, { ...facts, buffer: new WeakRef(bytes.buffer), offset: bytes.byteOffset, length: bytes.length })
  gone.register(bytes.buffer, key)
  if (file.bytes.length > exportCacheBytes / 2) return
  drop(key)
  held.set(key, file)
  heldBytes += file.bytes.length
  for (const oldest of held.keys()) {
    if (heldBytes <= exportCacheBytes) break
    drop(oldest)
  }
}

/** Bytes held now. */
export const heldExportBytes = (): number => heldBytes

listChanged.listen(({ listId }) => {
  for (const key of [...held.keys()]) if (key.startsWith(`${listId} `)) drop(key)
})
