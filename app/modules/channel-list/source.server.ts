/**
 * Sources: the bytes of files as they came, immutable, named by their SHA-256. Because a name always means the same
 * bytes, those read lately are held in memory without any need to drop them.
 */
import { db, type Transaction } from '~/platform/db.server'
import { sha256 } from '~/platform/random.server'
import { sourceCacheBytes } from './limits'

export type Source = { id: string; bytes: Uint8Array }

const cached = new Map<string, Uint8Array>()
let cachedBytes = 0

const keep = (id: string, bytes: Uint8Array): void => {
  if (bytes.length > sourceCacheBytes / 4) return
  const before = cached.get(id)
  if (before !== undefined) {
    cached.delete(id)
    cachedBytes -= before.length
  }
  cached.set(id, bytes)
  cachedBytes += bytes.length
  for (const [oldest, old] of cached) {
    if (cachedBytes <= sourceCacheBytes) break
    cached.delete(oldest)
    cachedBytes -= old.length
  }
}

/** Names some bytes. The bytes are copied: nobody else can change them afterwards. */
export const makeSource = (bytes: Uint8Array): Source => ({ id: sha256(bytes), bytes: new Uint8Array(bytes) })

/** Stores a source within the transaction that first uses it, unless it is there. */
export const putSource = async (tx: Transaction, source: Source): Promise<void> => {
  const there = await tx.listSource.findUnique({ where: { id: source.id }, select: { id: true } })
  if (there === null) await tx.listSource.create({ data: { id: source.id, bytes: new Uint8Array(source.bytes), size: source.bytes.length } })
}

/** The bytes of a source that a revision names. Not to be written to. */
export const getSource = async (id: string): Promise<Source> => {
  const known = cached.get(id)
  if (known !== undefined) {
    keep(id, known)
    return { id, bytes: known }
  }
  const row = await db.listSource.findUniqueOrThrow({ where: { id }, select: { bytes: true } })
  keep(id, row.bytes)
  return { id, bytes: row.bytes }
}
