/**
 * The `sqlite3` package with promises, for the processes of scripts/ops. Never load it together with another SQLite
 * library in one process: the two break each other's file locks.
 */
import '../lib/runtime.mjs'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buildBackupLibrary } from '../lib/steps.mjs'

// Standard output is reserved for the command's JSON object.
await buildBackupLibrary(console.error)
export const { default: sqlite3 } = await import('sqlite3')

export { root } from '../lib/steps.mjs'
export { databaseFile, uploadsDir } from '../lib/data.mjs'

/** An uploaded file's place in the folder of uploads. */
export const uploadPlace = (folder, id) => path.join(folder, id.slice(-2), id)
/** The complete files of a database, with their digests. */
export const keptFiles = (connection) =>
  all(connection, `SELECT id, size, sha256 FROM StoredFile WHERE state = 'kept' ORDER BY id`)

/** Opens a file that exists. */
export const open = (file, mode = sqlite3.OPEN_READONLY) =>
  new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(file, mode, (error) =>
      error ? reject(new Error(`${file}: ${error.message}`)) : resolve(connection),
    )
  })
export const all = (connection, sql, parameters = []) =>
  new Promise((resolve, reject) =>
    connection.all(sql, parameters, (error, rows) => (error ? reject(error) : resolve(rows))),
  )
export const each = (connection, sql, onRow) =>
  new Promise((resolve, reject) =>
    connection.each(
      sql,
      (error, row) => (error ? reject(error) : onRow(row)),
      (error, count) => (error ? reject(error) : resolve(count)),
    ),
  )
export const close = (connection) =>
  new Promise((resolve, reject) => connection.close((error) => (error ? reject(error) : resolve())))

/** Rows in each table; 64-bit values are read as text, because this package rounds them. */
export const countRows = async (connection) => {
  const tables = await all(
    connection,
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  )
  const counts = {}
  for (const { name } of tables) {
    const [row] = await all(connection, `SELECT CAST(COUNT(*) AS TEXT) AS count FROM "${name.replaceAll('"', '""')}"`)
    counts[name] = row.count
  }
  return counts
}

/** The data must be on the disk before the file is renamed. */
export const sync = (file) => {
  const handle = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

export const sha256OfFile = (file) =>
  new Promise((resolve, reject) => {
    const hash = createHash('sha256')
    fs.createReadStream(file)
      .on('data', (chunk) => hash.update(chunk))
      .on('error', reject)
      .on('end', () => resolve(hash.digest('hex')))
  })
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
