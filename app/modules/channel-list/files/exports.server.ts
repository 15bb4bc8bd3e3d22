/**
 * Caches recently written list files by revision and format. A revision never changes, so an entry is never wrong;
 * dropping a list's files only frees memory. A file that was evicted, or is too long to cache, is still found while a
 * response reads it, so that no file is in memory twice.
 */
import { LRUCache } from 'lru-cache'
import { listChanged } from '../storage/changed.server'
import { exportCacheBytes } from '../limits'
import type { Written } from '../engine/work'

const held = new LRUCache<string, Written>({
  maxSize: exportCacheBytes,
  maxEntrySize: exportCacheBytes / 2,
  // The size must not be 0.
  sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
})

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

/** Finds a file by its key, which begins with the list's id, and marks it as recently used. */
export const findExport = (key: string): Written | undefined => held.get(key) ?? findLiving(key)

export const keepExport = (key: string, file: Written): void => {
  const { bytes, ...facts } = file
  living.set(key, { ...facts, buffer: new WeakRef(bytes.buffer), offset: bytes.byteOffset, length: bytes.length })
  gone.register(bytes.buffer, key)
  held.set(key, file)
}

/** The number of cached bytes. */
export const heldExportBytes = (): number => held.calculatedSize

listChanged.listen(({ listId, isDraft = false }) => {
  // A draft doesn't outdate the version that boxes still ask for.
  if (isDraft) return
  for (const key of [...held.keys()]) if (key.startsWith(`${listId} `)) held.delete(key)
})
