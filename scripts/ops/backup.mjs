/**
 * Backs up the running portal's database, with SQLite's own backup interface in a separate process, and the uploaded
 * files; the server continues to serve and write.
 *
 *   node scripts/ops/backup.mjs [--to FOLDER] [--keep 14]
 *
 * Writes portal-<time>.db and, next to it, a manifest with its digest and row counts. Files go to uploads/, each once
 * for all backups that contain it. An incomplete file never has the final name. Removes the oldest backups beyond
 * `--keep`, and the files that no kept backup contains. Exit 1 if there is no new backup, or a file was missing or
 * damaged.
 */
import '../lib/runtime.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { readOptions } from '../lib/options.mjs'

const asked = readOptions({ to: { type: 'string' }, keep: { type: 'string' } })
const { all, close, countRows, databaseFile, keptFiles, open, sha256OfFile, sqlite3, sync, uploadPlace, uploadsDir } =
  await import('./sqlite.mjs')

const pagesAtOnce = 512
/** Continuous writing restarts the copy; the whole backup may take this long. */
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
        else if (Date.now() - startedAt > limitMs)
          finish(new Error(`the copy was not done after ${limitMs / 60_000} minutes`))
        else if (error) setTimeout(next, 50)
        else setImmediate(next)
      })
    }
    next()
  })

/**
 * Copies the files that are not there yet; returns the ids of missing files and of those whose bytes differ from their
 * row.
 */
const copyUploads = async (files, folder) => {
  const from = uploadsDir()
  const lost = []
  for (const { id, size, sha256 } of files) {
    const target = uploadPlace(folder, id)
    if (fs.statSync(target, { throwIfNoEntry: false })?.size === size) continue
    fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    const partial = `${target}.partial`
    try {
      fs.copyFileSync(uploadPlace(from, id), partial)
      fs.chmodSync(partial, 0o600)
      if ((await sha256OfFile(partial)) !== sha256) throw new Error('other bytes')
      sync(partial)
      fs.renameSync(partial, target)
    } catch (error) {
      fs.rmSync(partial, { force: true })
      if (error.code === 'ENOSPC') throw error
      lost.push(id)
    }
  }
  return lost
}

/** A killed backup leaves a copy; none takes a day. */
const abandonedMs = 86_400_000
const removeAbandoned = (folder) => {
  for (const name of fs.readdirSync(folder).filter((one) => /^\.portal-\d{8}T\d{6}Z\.partial/.test(one))) {
    const { mtimeMs } = fs.statSync(path.join(folder, name), { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > abandonedMs) fs.rmSync(path.join(folder, name), { force: true })
  }
}

/** Removes files that none of these backups refers to. */
const removeUnknown = async (folder, backups) => {
  const known = new Set()
  for (const backup of backups) {
    const connection = await open(backup)
    for (const { id } of await keptFiles(connection)) known.add(id)
    await close(connection)
  }
  for (const part of fs.existsSync(folder) ? fs.readdirSync(folder) : [])
    for (const id of fs.readdirSync(path.join(folder, part)))
      if (!known.has(id)) fs.rmSync(path.join(folder, part, id), { force: true })
}

const main = async () => {
  const source = databaseFile()
  if (!fs.existsSync(source)) throw new Error(`there is no database ${source}`)
  const folder = path.resolve(asked.to ?? path.join(path.dirname(source), 'backups'))
  const keep = Number(asked.keep ?? 14)
  if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep takes a whole number from 1')
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeAbandoned(folder)

  const takenAt = new Date()
  const name = `portal-${takenAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const partial = path.join(folder, `.${name}.partial`)
  fs.rmSync(partial, { force: true })
  // The copy contains personal data, so only its owner may read it, from its first byte on.
  fs.writeFileSync(partial, '', { mode: 0o600 })
  try {
    const connection = await open(source)
    await copy(connection, partial)
    await close(connection)
    const copied = await open(partial, sqlite3.OPEN_READWRITE)
    // A single file that can be read from any medium: a write-ahead log would need more files next to it.
    await all(copied, 'PRAGMA journal_mode = DELETE')
    const rows = await countRows(copied)
    const migrations = (
      await all(
        copied,
        'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY name',
      )
    ).map((row) => row.name)
    const files = await keptFiles(copied)
    await close(copied)
    sync(partial)
    // After the database, so that every row's file exists.
    const uploads = path.join(folder, 'uploads')
    const lost = await copyUploads(files, uploads)
    const manifest = {
      takenAt: takenAt.toISOString(),
      source,
      bytes: fs.statSync(partial).size,
      sha256: await sha256OfFile(partial),
      migrations,
      rows,
      uploads: { files: files.length, lost },
    }
    const file = path.join(folder, `${name}.db`)
    fs.writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(partial, file)
    sync(folder)
    const sorted = fs
      .readdirSync(folder)
      .filter((one) => /^portal-\d{8}T\d{6}Z\.db$/.test(one))
      .sort()
    // This backup is the newest; the clock was ahead when those with a later name were taken.
    const own = sorted.indexOf(`${name}.db`) + 1
    const present = [...sorted.slice(own), ...sorted.slice(0, own)]
    const old = present.slice(0, -keep)
    for (const one of old)
      for (const end of ['.db', '.json']) fs.rmSync(path.join(folder, one.replace(/\.db$/, end)), { force: true })
    if (old.length > 0)
      await removeUnknown(
        uploads,
        present
          .slice(-keep)
          .map((one) => path.join(folder, one))
          .filter((one) => fs.statSync(one).size > 0),
      )
    console.log(
      JSON.stringify({ backup: file, bytes: manifest.bytes, uploads: files.length, lost, removed: old.length }),
    )
    if (lost.length > 0) process.exitCode = 1
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) fs.rmSync(partial + end, { force: true })
  }
}

main().catch((error) => {
  console.error(`backup: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
