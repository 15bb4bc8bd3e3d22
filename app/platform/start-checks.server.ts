/**
 * Checks the machine before the program touches its database. Folders are writable, only one process uses the database,
 * the file belongs to this program and is intact, the secret is the one that encrypted its contents, and enough files
 * can be opened. A failure is reported as one sentence to the person who starts the program. Nothing has been changed
 * at that point.
 */
import { hkdfSync } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { Settings } from './env.server'
import { decryptWith } from './encryption.server'

/** Why the program can't start: the rest of a sentence that begins "Mango Portal can't start: …". */
export class StartRefused extends Error {}

type Files = Pick<Settings, 'demo' | 'dataDir' | 'databaseFile' | 'uploadsDir'>

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
/** A full disk does not prevent a start: boxes and readers are still served. */
const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(codeOf(error))
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Creates folders one by one: Node's recursive mkdir loops forever on file systems such as /proc. */
const makeFolder = (folder: string): void => {
  if (fs.existsSync(folder)) return
  makeFolder(path.dirname(folder))
  fs.mkdirSync(folder, { mode: 0o700 })
}

/** Creates a folder for its owner only, and checks that files can be written in it. */
const requireFolder = (folder: string, setting: string): void => {
  const probe = path.join(folder, `.start-${process.pid}`)
  try {
    makeFolder(folder)
    fs.writeFileSync(probe, 'x', { mode: 0o600 })
  } catch (error) {
    if (!isFull(error))
      throw new StartRefused(`the folder ${folder} (${setting}) can't be written: ${messageOf(error)}`)
  } finally {
    try {
      fs.rmSync(probe, { force: true })
    } catch {
      // The file never existed.
    }
  }
}

/** A folder in place of the file is a mistake in the settings. It would end the start later with a system error. */
const requireNoFolder = (file: string): void => {
  if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new StartRefused(`${file} is a folder, and the portal needs a file there. Move it away`)
}
/** Suffixes of the files that may stand beside the database. */
const besideDatabase = ['', '-wal', '-shm', '-journal', '.lock', '.lock-journal', '.holder', '.reserve']

export const checkFolders = ({ dataDir, databaseFile, uploadsDir }: Files): void => {
  requireFolder(dataDir, 'DATA_DIR')
  requireFolder(path.dirname(databaseFile), 'DATABASE_FILE')
  requireFolder(uploadsDir, 'UPLOADS_DIR')
  for (const end of besideDatabase) requireNoFolder(databaseFile + end)
  requireNoFolder(markOf(dataDir))
}

/** Restricts existing files to their owner. False if something belongs to another user; that is left unchanged. */
export const closeFiles = ({ dataDir, databaseFile, uploadsDir }: Files): boolean => {
  const wanted = [
    [dataDir, 0o700],
    [uploadsDir, 0o700],
    ...besideDatabase.map((end) => [databaseFile + end, 0o600] as const),
  ] as const
  return wanted
    .map(([file, mode]) => {
      try {
        if ((fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, mode)
        return true
      } catch (error) {
        return codeOf(error) === 'ENOENT'
      }
    })
    .every((done) => done)
}

/** Room reserved for starting on a full disk: the files that SQLite creates when it opens the database. */
const reservedBytes = 1_048_576
const reserveOf = (databaseFile: string): string => `${databaseFile}.reserve`
/** Releases the reserve before the database is opened. */
export const releaseReserve = (databaseFile: string): void => fs.rmSync(reserveOf(databaseFile), { force: true })
/** Reserves the room again if there is some, for the next start. */
export const takeReserve = (databaseFile: string): void => {
  try {
    fs.writeFileSync(reserveOf(databaseFile), Buffer.alloc(reservedBytes), { mode: 0o600 })
  } catch (error) {
    releaseReserve(databaseFile)
    if (!isFull(error)) throw error
  }
}

/**
 * A marker file in the data folder: a database has existed here. From then on an empty database is a loss, not a first
 * start.
 */
const markOf = (dataDir: string): string => path.join(dataDir, 'database-was-here')
export const markDatabase = ({ dataDir, databaseFile }: Pick<Files, 'dataDir' | 'databaseFile'>): void => {
  const mark = markOf(dataDir)
  if (fs.existsSync(mark)) return
  try {
    fs.writeFileSync(
      mark,
      `The portal's database stands in ${databaseFile}. Where it is gone or empty, the portal does not begin anew: restore a backup, or remove this file.\n`,
      { mode: 0o600 },
    )
  } catch (error) {
    if (!isFull(error)) throw error
  }
}

const magic = 'SQLite format 3\0'
/**
 * Reading a large database completely takes long. Above this size only its beginning is read; the backup check reads
 * the rest.
 */
const fullyReadBytes = 512 * 1024 * 1024
const readMagic = (file: string): string => {
  const handle = fs.openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(magic.length)
    fs.readSync(handle, bytes, 0, magic.length, 0)
    return bytes.toString('latin1')
  } finally {
    fs.closeSync(handle)
  }
}

/** Throws if the file is not a database, is damaged, can't be written, or is empty although there was one before. */
export const checkDatabaseFile = ({ demo, dataDir, databaseFile }: Files): void => {
  const size = fs.statSync(databaseFile, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) {
    if (!demo && fs.existsSync(markOf(dataDir)))
      throw new StartRefused(
        `the database ${databaseFile} is missing or empty, but there was one. Restore a backup (docs/operations.md), or remove ${markOf(dataDir)} to begin anew`,
      )
    return
  }
  if (readMagic(databaseFile) !== magic)
    throw new StartRefused(`${databaseFile} is no SQLite database. Restore a backup (docs/operations.md)`)
  let connection: Database.Database | undefined
  try {
    connection = new Database(databaseFile, { timeout: 5000 })
    const found =
      size <= fullyReadBytes
        ? connection.pragma('quick_check(1)', { simple: true })
        : connection.prepare('SELECT COUNT(*) FROM sqlite_master').get() && 'ok'
    if (found !== 'ok')
      throw new StartRefused(
        `the database ${databaseFile} is damaged (${String(found)}). Restore a backup (docs/operations.md)`,
      )
    // SQLite opens a read-only file and begins this as a read transaction; only an actual write fails.
    connection.exec('BEGIN IMMEDIATE')
    connection.pragma(`user_version = ${String(connection.pragma('user_version', { simple: true }))}`)
    connection.exec('ROLLBACK')
    const tables = connection.prepare(`SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'`).pluck().get()
    if (!demo && tables === 0 && fs.existsSync(markOf(dataDir)))
      throw new StartRefused(
        `the database ${databaseFile} is empty, but there was one. Restore a backup (docs/operations.md), or remove ${markOf(dataDir)} to begin anew`,
      )
  } catch (error) {
    if (error instanceof StartRefused) throw error
    const code = codeOf(error)
    if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code))
      throw new StartRefused(
        `the database ${databaseFile} is damaged (${messageOf(error)}). Restore a backup (docs/operations.md)`,
      )
    if (/^SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)/.test(code))
      throw new StartRefused(`the database ${databaseFile} can't be written: ${messageOf(error)}`)
    if (/^SQLITE_BUSY/.test(code))
      throw new StartRefused(`another process is writing to the database ${databaseFile}. Stop it first`)
    if (!isFull(error) && !code.startsWith('SQLITE_IOERR')) throw error
  } finally {
    connection?.close()
  }
}

const fingerprintKey = 'secret-fingerprint'
const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, 'mango-portal', 'fingerprint', 16)).toString('hex')

/**
 * Throws if SECRET is not the one that encrypted the database's contents. Its fingerprint is stored there. A database
 * from before fingerprints is checked by decrypting a stored value.
 */
export const checkSecret = ({ secret, databaseFile }: Pick<Settings, 'secret' | 'databaseFile'>): void => {
  if (secret === null) return
  const connection = new Database(databaseFile, { timeout: 5000 })
  try {
    const kept = connection.prepare('SELECT value FROM Setting WHERE key = ?').pluck().get(fingerprintKey)
    const own = fingerprintOf(secret)
    if (kept === own) return
    const sealed =
      kept === undefined
        ? (connection
            .prepare('SELECT secretSealed FROM RegisteredBox WHERE secretSealed IS NOT NULL LIMIT 1')
            .pluck()
            .get() as string | undefined)
        : undefined
    if (kept !== undefined || (sealed !== undefined && decryptWith(secret, 'device-secret', sealed) === null)) {
      throw new StartRefused(
        'SECRET is not the one that sealed what is in the database: device secrets, authenticators and waiting mails could not be read. Set the one that was used before',
      )
    }
    connection
      .prepare('INSERT INTO Setting (key, value, updatedAt) VALUES (?, ?, ?)')
      .run(fingerprintKey, own, new Date().toISOString())
  } catch (error) {
    if (!isFull(error)) throw error
  } finally {
    connection.close()
  }
}

/** Returns how many files this process may open; null if the limit is unknown. */
export const findOpenFileLimit = (): number | null => {
  let text: string
  try {
    text = fs.readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return null
  }
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(text)?.[1]
  return soft === undefined ? null : soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}
/** Open files other than connections: database, log, engine, uploads and others. */
const ownFiles = 200
/** The demo serves one person. */
const demoFiles = 256
export const checkOpenFiles = (
  { demo, maxConnections }: Pick<Settings, 'demo' | 'maxConnections'>,
  limit = findOpenFileLimit(),
): void => {
  const needed = demo ? demoFiles : maxConnections + ownFiles
  if (limit !== null && limit < needed)
    throw new StartRefused(
      `the system allows ${limit} open files, ${demo ? '' : `MAX_CONNECTIONS=${maxConnections} needs `}${needed}${demo ? ' are needed' : ''}. Raise the limit (ulimit -n, LimitNOFILE)${demo ? '' : ' or lower MAX_CONNECTIONS'}`,
    )
}
