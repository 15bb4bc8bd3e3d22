/**
 * Proves that a backup can be restored: copies it, compares the copy with its manifest, and checks it with SQLite, the
 * invariants of prisma/checks and the digests of every list's file and of every upload next to the backup. The backup
 * itself is never opened for writing.
 *
 *   node scripts/ops/restore-check.mjs [FILE] [--from FOLDER] [--to FILE] [--uploads-to FOLDER]
 *
 * Without FILE it checks the newest backup. With --to it leaves the checked copy there, ready to be the database; with
 * --uploads-to the uploaded files, each verified by its row's digest. Prints one JSON object; exit 1 if anything is
 * wrong.
 */
import '../lib/runtime.mjs'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { readOptions } from '../lib/options.mjs'

const asked = readOptions({ from: { type: 'string' }, to: { type: 'string' }, 'uploads-to': { type: 'string' } }, 1)
const { all, close, countRows, databaseFile, each, keptFiles, open, root, sha256, sha256OfFile, sync, uploadPlace } =
  await import('./sqlite.mjs')

/**
 * The digest of a list's original file; a compressed one is unpacked first. A file that can't be unpacked has no
 * digest.
 */
const digestOfSource = ({ bytes, codec }) => {
  try {
    return sha256(codec === 'br' ? brotliDecompressSync(bytes) : bytes)
  } catch {
    return null
  }
}

const newest = (folder) => {
  const names = fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((one) => /^portal-.*\.db$/.test(one))
        .sort()
    : []
  const last = names.at(-1)
  if (last === undefined) throw new Error(`there is no backup in ${folder}`)
  return path.join(folder, last)
}

/** Runs the invariants: each file of prisma/checks is a query that returns no rows. */
const runChecks = async (connection, problems) => {
  const folder = path.join(root, 'prisma/checks')
  const names = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  for (const name of names) {
    const rows = await all(connection, fs.readFileSync(path.join(folder, name), 'utf8'))
    if (rows.length > 0) problems.push(`${name}: ${rows.length} rows, the first ${JSON.stringify(rows[0])}`)
  }
  return names.length
}

/**
 * Checks the uploads next to a backup against their rows; returns how many there are, or null for a backup by an older
 * version, which copied none.
 */
const checkUploads = async (connection, manifest, folder, problems) => {
  if (manifest?.uploads === undefined) return null
  const files = await keptFiles(connection)
  const wrong = []
  for (const { id, size, sha256: wanted } of files) {
    const place = uploadPlace(folder, id)
    const found = fs.statSync(place, { throwIfNoEntry: false })
    if (found === undefined) wrong.push(`upload ${id} is missing`)
    else if (found.size !== size || (await sha256OfFile(place)) !== wanted)
      wrong.push(`upload ${id} has other bytes than its row says`)
  }
  problems.push(
    ...wrong.slice(0, 10),
    ...(wrong.length > 10 ? [`${wrong.length - 10} more uploads are missing or spoilt`] : []),
  )
  return files.length
}
/** Copies the checked uploads to where the portal will look for them. */
const restoreUploads = async (connection, from, to) => {
  for (const { id } of await keptFiles(connection)) {
    const target = uploadPlace(to, id)
    fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    fs.copyFileSync(uploadPlace(from, id), target)
    fs.chmodSync(target, 0o600)
  }
}

/** Throws if the restored database would replace a file. SQLite would apply an old write-ahead log to it. */
const requireFree = (target) => {
  for (const end of ['', '-wal', '-journal'])
    if (fs.existsSync(target + end)) throw new Error(`${target}${end} exists: move it away first`)
}
/** Copies the database whole or not at all: a cut copy never has the database's name. */
const restoreDatabase = (copy, target) => {
  fs.mkdirSync(path.dirname(path.resolve(target)), { recursive: true, mode: 0o700 })
  const partial = `${target}.partial`
  try {
    fs.copyFileSync(copy, partial)
    fs.chmodSync(partial, 0o600)
    sync(partial)
    fs.renameSync(partial, target)
  } finally {
    fs.rmSync(partial, { force: true })
  }
}

const main = async () => {
  const [named] = asked.words
  const target = asked.to
  if (target !== undefined) requireFree(target)
  const backup = path.resolve(
    named ?? newest(path.resolve(asked.from ?? path.join(path.dirname(databaseFile()), 'backups'))),
  )
  if (!fs.existsSync(backup)) throw new Error(`there is no file ${backup}`)
  const problems = []
  const manifestFile = backup.replace(/\.db$/, '.json')
  const manifest = fs.existsSync(manifestFile) ? JSON.parse(fs.readFileSync(manifestFile, 'utf8')) : null
  if (manifest === null) problems.push('the manifest is missing')
  else if ((await sha256OfFile(backup)) !== manifest.sha256)
    problems.push('the file is not the one that the manifest describes')

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-restore-'))
  const copy = path.join(folder, 'portal.db')
  let checks = 0
  let sources = 0
  let uploads = null
  try {
    fs.copyFileSync(backup, copy)
    fs.chmodSync(copy, 0o600)
    const connection = await open(copy)
    const integrity = await all(connection, 'PRAGMA integrity_check')
    if (integrity.length !== 1 || integrity[0].integrity_check !== 'ok')
      problems.push(...integrity.map((row) => `integrity: ${row.integrity_check}`))
    const orphans = await all(connection, 'PRAGMA foreign_key_check')
    for (const row of orphans.slice(0, 10))
      problems.push(`foreign key: ${row.table} row ${row.rowid} points to nothing in ${row.parent}`)
    checks = await runChecks(connection, problems)
    sources = await each(connection, 'SELECT id, bytes, codec FROM ListSource', (row) => {
      if (digestOfSource(row) !== row.id) problems.push(`list source ${row.id} has other bytes than its name says`)
    })
    const rows = await countRows(connection)
    for (const [table, count] of Object.entries(manifest?.rows ?? {}))
      if (rows[table] !== count) problems.push(`${table}: ${rows[table] ?? 'no'} rows, the manifest says ${count}`)
    const uploadsFolder = path.join(path.dirname(backup), 'uploads')
    uploads = await checkUploads(connection, manifest, uploadsFolder, problems)
    if (asked['uploads-to'] !== undefined && problems.length === 0)
      await restoreUploads(connection, uploadsFolder, path.resolve(asked['uploads-to']))
    await close(connection)
    if (target !== undefined && problems.length === 0) restoreDatabase(copy, target)
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  console.log(JSON.stringify({ backup, ok: problems.length === 0, checks, sources, uploads, problems }))
  return problems.length === 0 ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`restore-check: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  },
)
