/** What a full disk looks like: an error of the system, or of the database, by itself or inside of Prisma's. */

type Coded = { code?: unknown; cause?: unknown; meta?: { driverAdapterError?: unknown }; originalCode?: unknown }
const full: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
/** As deep as errors are wrapped here. */
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

/** True when something could not be stored because there is no room: it may be tried again later. */
export const isStorageFull = (error: unknown): boolean => has(error, (code) => full.has(code), deepest)
/** True when the database's file is damaged. */
export const isDatabaseDamaged = (error: unknown): boolean =>
  has(error, (code) => typeof code === 'string' && /^SQLITE_(?:CORRUPT|NOTADB)/.test(code), deepest)

/** When a client may come again, in seconds: somebody must make room first. */
export const fullRetrySeconds = 60
