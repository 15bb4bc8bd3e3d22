/**
 * Sources: the bytes of files as they came, immutable, named by their SHA-256. A name always means the same bytes, so
 * recently read sources are cached without invalidation.
 */
import { LRUCache } from 'lru-cache'
import { packBytes, unpackBytes, type Packed } from '~/platform/compress.server'
import { db, type Transaction } from '~/platform/db.server'
import { digestOf } from '~/platform/random.server'
import { sharedBytesMin, sourceCacheBytes } from './limits'

export type Source = { id: string; bytes: Uint8Array }

const cached = new LRUCache<string, Uint8Array>({
  maxSize: sourceCacheBytes,
  maxEntrySize: sourceCacheBytes / 4,
  // The size must not be 0.
  sizeCalculation: (bytes) => Math.max(1, bytes.length),
})

/**
 * Copies bytes; long ones into shared memory that the engine's threads read too, so that they are not copied again for
 * each piece of work.
 */
const ownCopy = (bytes: Uint8Array): Uint8Array => {
  const copy = new Uint8Array(
    bytes.length < sharedBytesMin ? new ArrayBuffer(bytes.length) : new SharedArrayBuffer(bytes.length),
  )
  copy.set(bytes)
  return copy
}

/** Names some bytes by their digest. The bytes are copied, so that nobody can change them afterwards. */
export const makeSource = async (bytes: Uint8Array): Promise<Source> => {
  const source = { id: await digestOf(bytes), bytes: ownCopy(bytes) }
  // A new file is usually read next.
  cached.set(source.id, source.bytes)
  return source
}

/** A source as it is stored; `packed` is null where it was already stored. */
export type PackedSource = { source: Source; packed: Packed | null }

/** Prepares a source for storing, outside of the event loop and before the transaction that stores it. */
export const packSource = async (source: Source): Promise<PackedSource> => {
  const there = await db.listSource.findUnique({ where: { id: source.id }, select: { id: true } })
  return { source, packed: there === null ? await packBytes(source.bytes) : null }
}

/** Stores a source within the transaction that first uses it, unless it exists. */
export const putSource = async (tx: Transaction, { source, packed }: PackedSource): Promise<void> => {
  const there = await tx.listSource.findUnique({ where: { id: source.id }, select: { id: true } })
  if (there !== null) return
  // It may have been removed since the check; then it is stored uncompressed.
  const { bytes, codec } = packed ?? { bytes: new Uint8Array(source.bytes), codec: null }
  await tx.listSource.create({
    data: { id: source.id, bytes, codec, stored: codec === null ? null : bytes.length, size: source.bytes.length },
  })
}

/** The bytes of a source that a revision refers to. They must not be written to. */
export const getSource = async (id: string): Promise<Source> => {
  const known = cached.get(id)
  if (known !== undefined) return { id, bytes: known }
  const row = await db.listSource.findUniqueOrThrow({ where: { id }, select: { bytes: true, codec: true, size: true } })
  const bytes = ownCopy(await unpackBytes(row, row.size))
  cached.set(id, bytes)
  return { id, bytes }
}
