/**
 * A copy of the running portal's database, by SQLite's own backup interface in a process of its own; the server goes on
 * serving and writing.
 *
 *   node scripts/ops/backup.mjs [--to FOLDER] [--keep 14]
 *
 * Writes portal-<time>.db and, beside it, a manifest with its digest and row counts. Nothing half-made ever has the
 * final name. The oldest beyond `--keep` are removed. Exit 1 when there is no new backup.
 */
import '../lib/runtime.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { all, close, countRows, databaseFile, open, option, sha256OfFile, sqlite3 } from './sqlite.mjs'

const pagesAtOnce = 512
/** A writer that goes on restarts the copy; the whole of it may take this long. */
const limitMs = 10 * 60_000

const copy = (connection, target) =>
  new Promise((resolve, reject) => {
    const startedAt = Date.now()
    const backup = connection.backup(target)
    backup.retryErrors = [sqlite3.BUSY, sqlite3.LOCKED]
    const finish = (error) => backup.finish(() => (error ? reject(error) : resolve()))
    const next = () => {
      backup.step(pagesAtOnce, (error) => {
        if (error && error.errno !== sqlite3.BUSY && error.errno !== sqlite3.LOCKED) finish(error)
        else if (backup.completed) finish(null)
        else if (Date.now() - startedAt > limitMs) finish(new Error(`the copy was not done after ${limitMs / 60_000} minutes`))
        else if (error) setTimeout(next, 50)
        else setImmediate(next)
      })
    }
    next()
  })

/** What was written must be on the disk before it gets its name. */
const sync = (file) => {
  const handle = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

const main = async () => {
  const source = databaseFile()
  if (!fs.existsSync(source)) throw new Error(`there is no database ${source}`)
  const folder = path.resolve(option('to') ?? path.join(path.dirname(source), 'backups'))
  const keep = Number(option('keep') ?? 14)
  if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep takes a whole number from 1')
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })

  const takenAt = new Date()
  const name = `portal-${takenAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const partial = path.join(folder, `.${name}.partial`)
  fs.rmSync(partial, { force: true })
  // The copy holds people's data: readable by its owner only, from its first byte on.
  fs.writeFileSync(partial, '', { mode: 0o600 })
  try {
    const connection = await open(source)
    await copy(connection, partial)
    await close(connection)
    const copied = await open(partial, sqlite3.OPEN_READWRITE)
    // One file that can be read from any medium: a write-ahead log would ask for files beside it.
    await all(copied, 'PRAGMA journal_mode = DELETE')
    const rows = await countRows(copied)
    const migrations = (await all(copied, 'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY name')).map((row) => row.name)
    await close(copied)
    sync(partial)
    const manifest = { takenAt: takenAt.toISOString(), source, bytes: fs.statSync(partial).size, sha256: await sha256OfFile(partial), migrations, rows }
    const file = path.join(folder, `${name}.db`)
    fs.writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(partial, file)
    sync(folder)
    const old = fs.readdirSync(folder).filter((one) => /^portal-\d{8}T\d{6}Z\.db$/.test(one)).sort().slice(0, -keep)
    for (const one of old) for (const end of ['.db', '.json']) fs.rmSync(path.join(folder, one.replace(/\.db$/, end)), { force: true })
    console.log(JSON.stringify({ backup: file, bytes: manifest.bytes, removed: old.length }))
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) fs.rmSync(partial + end, { force: true })
  }
}

main().catch((error) => {
  console.error(`backup: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
