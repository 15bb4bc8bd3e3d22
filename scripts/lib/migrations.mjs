/**
 * Applies the SQL of prisma/migrations and keeps Prisma's own table of applied migrations. A migration and its row are
 * one transaction: a killed process leaves either the earlier or the later state.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))
export const migrationsDir = path.join(root, 'prisma/migrations')

/** The table as Prisma creates it. */
const tableSql = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`

/**
 * Thrown if a database can't be used as it is. The message is a whole sentence for the person who starts the program.
 */
export class DatabaseRefused extends Error {}

const checksum = (sql) => createHash('sha256').update(sql).digest('hex')
const timeText = () => new Date().toISOString().replace('Z', '+00:00')

/** The migrations in a folder, in order. */
export const readMigrations = (folder = migrationsDir) =>
  fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'migration.sql')))
    .sort()
    .map((name) => ({ name, sql: fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8') }))

const readRows = (connection) => {
  const known = connection
    .prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'`)
    .get()
  return known === undefined
    ? []
    : connection
        .prepare(
          'SELECT migration_name AS name, checksum, finished_at AS finishedAt FROM _prisma_migrations WHERE rolled_back_at IS NULL',
        )
        .all()
}

/**
 * Compares a database with the migrations: `missing` ones, `unknown` ones that only the database has, `edited` ones
 * applied from another text, and half-done ones (`failed`).
 */
export const compare = (connection, migrations) => {
  const rows = readRows(connection)
  const finished = new Map(rows.filter((row) => row.finishedAt !== null).map((row) => [row.name, row.checksum]))
  const names = new Set(migrations.map((one) => one.name))
  return {
    missing: migrations.map((one) => one.name).filter((name) => !finished.has(name)),
    unknown: [...finished.keys()].filter((name) => !names.has(name)).sort(),
    edited: migrations
      .filter((one) => finished.has(one.name) && finished.get(one.name) !== checksum(one.sql))
      .map((one) => one.name),
    failed: rows
      .filter((row) => row.finishedAt === null && !finished.has(row.name))
      .map((row) => row.name)
      .sort(),
  }
}

const holderFile = (databaseFile) => `${databaseFile}.holder`
/** " (process 123)": the process that holds the database, if it could write its id and still runs. */
export const nameHolder = (databaseFile) => {
  try {
    const pid = Number(fs.readFileSync(holderFile(databaseFile), 'utf8'))
    if (!Number.isSafeInteger(pid) || pid <= 0) return ''
    process.kill(pid, 0)
    return ` (process ${pid})`
  } catch {
    return ''
  }
}

/**
 * SQLite gives its journal the permissions of the database file, and a new database file those of its creator. An
 * existing file is not opened: closing it again would end this process's own lock.
 */
const makeLockFile = (databaseFile) => {
  const file = `${databaseFile}.lock`
  try {
    if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'wx', 0o600))
    if ((fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, 0o600)
  } catch {
    // No disk space, or the file belongs to another user: opening it reports that if it matters.
  }
}
const isFull = (error) => ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(error.code)
/** Keeps the connections referenced: the garbage collector would close them and release the lock. */
const holds = new Set()
/**
 * Locks a database for one process through the lock of a small file next to it. The system releases that lock when the
 * process ends, in whatever way. Returns a function that releases it; null if another process has it. `pid` is the
 * process to stop in order to free it. A full disk stops nothing: the lock, or the process's number, is then missing.
 */
export const holdDatabase = (databaseFile, pid = process.pid) => {
  makeLockFile(databaseFile)
  // A server that was killed a moment ago may still be exiting.
  const lock = new Database(`${databaseFile}.lock`, { timeout: 3000 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    holds.add(lock)
    fs.writeFileSync(holderFile(databaseFile), String(pid), { mode: 0o600 })
  } catch (error) {
    if (error.code === 'SQLITE_BUSY') {
      lock.close()
      return null
    }
    if (error.code === 'SQLITE_NOTADB')
      throw new DatabaseRefused(`${databaseFile}.lock is damaged. It holds no data: remove it and start again`)
    if (!isFull(error)) throw error
  }
  return () => {
    holds.delete(lock)
    lock.close()
  }
}

/**
 * Rebuilding a table drops it in between, so rows may have missing references until it is back: check before the
 * commit.
 */
const requireForeignKeys = (connection, one) => {
  if (!/foreign_keys\s*=\s*off/i.test(one.sql)) return
  const [orphan] = connection.pragma('foreign_key_check')
  if (orphan !== undefined)
    throw new Error(`it leaves rows of ${orphan.table} that point to nothing in ${orphan.parent}`)
}

const applyOne = (connection, one) => {
  const startedAt = timeText()
  try {
    connection.exec('BEGIN IMMEDIATE')
    connection.exec(tableSql)
    connection.exec(one.sql)
    requireForeignKeys(connection, one)
    connection
      .prepare(
        'INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)',
      )
      .run(randomUUID(), checksum(one.sql), timeText(), one.name, startedAt)
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    if (error.code === 'SQLITE_FULL' || error.code === 'ENOSPC')
      throw new DatabaseRefused(
        `the disk has no room for the migration ${one.name}, which was taken back: nothing is changed. Make room and start again`,
      )
    throw new Error(
      `the migration ${one.name} failed and was taken back: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

const open = (databaseFile) => {
  const connection = new Database(databaseFile, { timeout: 5000 })
  // The program enforces foreign keys. A migration that rebuilds a table needs them off, and the switch has no effect
  // inside a transaction.
  connection.pragma('foreign_keys = OFF')
  return connection
}

/** Throws if no migrations may be applied to this database. */
export const requireKnown = (databaseFile, found) => {
  if (found.failed.length > 0)
    throw new DatabaseRefused(
      `in the database ${databaseFile} the migration ${found.failed.join(', ')} is half done. Restore a backup from before it`,
    )
  if (found.unknown.length > 0)
    throw new DatabaseRefused(
      `the database ${databaseFile} is newer than this program: it has the migrations ${found.unknown.join(', ')}. Start the newer program, or restore a backup of this one’s time`,
    )
}

/**
 * Applies missing migrations; returns their names. Creates the file and its folder if they don't exist. `held`: the
 * caller has already locked the database.
 */
export const applyMigrations = (databaseFile, { held = false, folder = migrationsDir } = {}) => {
  fs.mkdirSync(path.dirname(path.resolve(databaseFile)), { recursive: true, mode: 0o700 })
  const letGo = held ? () => undefined : holdDatabase(databaseFile)
  if (letGo === null)
    throw new DatabaseRefused(
      `a running portal, or another migration${nameHolder(databaseFile)}, holds the database ${databaseFile}. Stop it first`,
    )
  const connection = open(databaseFile)
  try {
    const migrations = readMigrations(folder)
    const found = compare(connection, migrations)
    requireKnown(databaseFile, found)
    const missing = migrations.filter((one) => found.missing.includes(one.name))
    for (const one of missing) applyOne(connection, one)
    return missing.map((one) => one.name)
  } finally {
    connection.close()
    letGo()
  }
}

/** What a database file lacks; a file that doesn't exist lacks everything. */
export const readStatus = (databaseFile, { folder = migrationsDir } = {}) => {
  const migrations = readMigrations(folder)
  if (!fs.existsSync(databaseFile))
    return { missing: migrations.map((one) => one.name), unknown: [], edited: [], failed: [] }
  // Not read-only: the next process that opens the file rolls back what a killed one had not committed.
  const connection = open(databaseFile)
  try {
    return compare(connection, migrations)
  } finally {
    connection.close()
  }
}

/** The message about applied migrations: a new database applies dozens, and their names would fill the screen. */
export const appliedSentence = (names) =>
  names.length <= 3 ? `applied ${names.join(', ')}` : `applied ${names.length} migrations, the last is ${names.at(-1)}`

/** The message about migrations that were applied from another text than the current one. */
export const editedSentence = (edited) =>
  `${edited.join(', ')} was applied from another text than this program has: the tables may not be those that it expects. Compare the program with the release, or restore a backup of this one’s time`
