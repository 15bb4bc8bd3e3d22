/** Recognises a full disk: an error of the system or of the database, by itself or wrapped by Prisma. */

type Coded = { code?: unknown; cause?: unknown; meta?: { driverAdapterError?: unknown }; originalCode?: unknown }
const full: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
/** How deep errors may be wrapped. */
const deepest = 6

const has = (error: unknown, codes: (code: unknown) => boolean, depth: number): boolean => {
  if (typeof error !== 'object' || error === null || depth <= 0) return false
  const { code, originalCode, cause, meta } = error as Coded
  return (
    codes(code) ||
    codes(originalCode) ||
    has(cause, codes, depth - 1) ||
    has(meta?.driverAdapterError, codes, depth - 1)
  )
}

/** True if something could not be stored because the disk is full; retrying later may help. */
export const isStorageFull = (error: unknown): boolean => has(error, (code) => full.has(code), deepest)
/** True if the database file is damaged. */
export const isDatabaseDamaged = (error: unknown): boolean =>
  has(error, (code) => typeof code === 'string' && /^SQLITE_(?:CORRUPT|NOTADB)/.test(code), deepest)

/** When a client may try again, in seconds: somebody must make room first. */
export const fullRetrySeconds = 60
