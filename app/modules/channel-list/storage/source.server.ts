/**
 * Sources: the unchanged bytes of files, named by their SHA-256. A name always means the same bytes, so recently read
 * sources are cached without invalidation.
 */
import { LRUCache } from 'lru-cache'
import { isForeign, type ForeignDialect } from '~/engine/types'
import { packBytes, unpackBytes, type Packed } from '~/platform/compress.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { digestOf } from '~/platform/random.server'
import type { Stored } from '../engine/stored'
import { keepBytes } from './kept-bytes'
import { sourceCacheBytes } from '../limits'
import { keyOf, type StateRow } from './store.server'

/**
 * `bytes` are what the engine opens. `origin` names the uploaded file if they were converted from another dialect; null
 * if they are the upload itself.
 */
export type Source = { id: string; bytes: Uint8Array; origin: Origin | null }
export type Origin = { id: string; dialect: ForeignDialect }

const cached = new LRUCache<string, Source>({
  maxSize: sourceCacheBytes,
  maxEntrySize: sourceCacheBytes / 4,
  // The size must not be 0.
  sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
})

/** Names bytes by their digest. The bytes are copied, so that callers can't change them afterwards. */
export const makeSource = async (bytes: Uint8Array): Promise<Source> => {
  const source = { id: await digestOf(bytes), bytes: keepBytes(bytes), origin: null }
  // A new file is usually read next.
  cached.set(source.id, source)
  return source
}

/**
 * The source converted from an upload in another dialect, by the digest of its bytes; the caller must keep no reference
 * to them. The text contains the upload's digest, so that no other upload makes the same bytes.
 */
export const makeSourceFrom = (
  upload: Source,
  { id, bytes, dialect }: { id: string; bytes: Uint8Array; dialect: ForeignDialect },
): Source => {
  const source = { id, bytes, origin: { id: upload.id, dialect } }
  cached.set(source.id, source)
  return source
}

/** A source as it is stored, with the upload that it was converted from; `packed` is null if it was already stored. */
export type PackedSource = { source: Source; packed: Packed | null; original: PackedSource | null }

/** The bytes that storing a source adds. */
export const packedBytes = ({ packed, original }: PackedSource): number =>
  (packed?.bytes.length ?? 0) + (original === null ? 0 : packedBytes(original))

/** Prepares a source for storage, outside the event loop and before the transaction that stores it. */
export const packSource = async (source: Source): Promise<PackedSource> => {
  const there = await db.listSource.findUnique({ where: { id: source.id }, select: { id: true } })
  if (there !== null) return { source, packed: null, original: null }
  const original = source.origin === null ? null : await packSource(await getSource(source.origin.id))
  return { source, packed: await packBytes(source.bytes), original }
}

/** Stores a source within the transaction that first uses it, unless it exists. */
export const putSource = async (tx: Transaction, { source, packed, original }: PackedSource): Promise<void> => {
  const there = await tx.listSource.findUnique({ where: { id: source.id }, select: { id: true } })
  if (there !== null) return
  if (original !== null) await putSource(tx, original)
  // It may have been removed since the check; then store it uncompressed.
  const { bytes, codec } = packed ?? { bytes: new Uint8Array(source.bytes), codec: null }
  await tx.listSource.create({
    data: {
      id: source.id,
      bytes,
      codec,
      stored: codec === null ? null : bytes.length,
      size: source.bytes.length,
      originalId: source.origin?.id ?? null,
      dialect: source.origin?.dialect ?? null,
    },
  })
}

/** The bytes of a source that a revision uses. They must not be written to. */
export const getSource = async (id: string): Promise<Source> => {
  const known = cached.get(id)
  if (known !== undefined) return known
  const row = await db.listSource.findUniqueOrThrow({
    where: { id },
    select: { bytes: true, codec: true, size: true, originalId: true, dialect: true },
  })
  const origin =
    row.originalId === null || row.dialect === null || !isForeign(row.dialect)
      ? null
      : { id: row.originalId, dialect: row.dialect }
  const source = { id, bytes: keepBytes(await unpackBytes(row, row.size)), origin }
  cached.set(id, source)
  return source
}

/**
 * Removes unused sources among those that match: first converted ones, then uploads that only these were converted
 * from. Returns how many.
 */
export const dropSources = async (
  tx: Pick<Transaction, 'listSource'>,
  where: Prisma.ListSourceWhereInput,
): Promise<number> => {
  const unused = {
    revisions: { none: {} },
    publications: { none: {} },
    madeFrom: { none: {} },
  } satisfies Prisma.ListSourceWhereInput
  const made = await tx.listSource.findMany({
    where: { ...where, ...unused, originalId: { not: null } },
    select: { originalId: true },
  })
  const gone = await tx.listSource.deleteMany({ where: { ...where, ...unused } })
  const originals = made.flatMap(({ originalId }) => originalId ?? [])
  if (originals.length === 0) return gone.count
  return gone.count + (await tx.listSource.deleteMany({ where: { id: { in: originals }, ...unused } })).count
}

/** A revision with its source, as input to the engine's work. */
export const storedWith = (row: StateRow, { bytes }: Source): Stored => ({
  key: keyOf(row),
  source: bytes,
  state: row.state,
})
export const storedOf = async (row: StateRow): Promise<Stored> => storedWith(row, await getSource(row.sourceId))
