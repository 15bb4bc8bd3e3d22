/**
 * A cache of recently written list files by revision and format. A revision never changes, so an entry is never wrong;
 * a list's files are only dropped to free memory. A file that was evicted, or is too long to be cached, can still be
 * found while a response reads it: no file is in memory twice.
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

/** Files whose bytes are still in memory: in this cache, or in a response in progress. */
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

/** Finds a file by its key, which begins with the list's id. The most recently used is evicted last. */
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

/** The number of cached bytes. */
export const heldExportBytes = (): number => heldBytes

listChanged.listen(({ listId }) => {
  for (const key of [...held.keys()]) if (key.startsWith(`${listId} `)) drop(key)
})
