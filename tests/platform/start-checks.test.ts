/** What stops a start before the database is touched, and what does not. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appliedSentence, applyMigrations, holdDatabase, nameHolder } from '../../scripts/lib/migrations.mjs'
import { parseSettings, type Settings } from '~/platform/env.server'
import { encryptWith } from '~/platform/encryption.server'
import {
  checkDatabaseFile,
  checkFolders,
  checkOpenFiles,
  checkSecret,
  closeFiles,
  markDatabase,
  takeReserve,
} from '~/platform/start-checks.server'

let folder: string
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'portal-start-')), 'data')
})
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }))

const first = 'the-first-secret-of-this-portal-0001'
const production = (more: Record<string, string> = {}): Settings => {
  const parsed = parseSettings({ DATA_DIR: folder, SECRET: first, ...more })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.settings
}
/** A migrated database at its usual place. */
const prepare = (settings = production()): Settings => {
  checkFolders(settings)
  applyMigrations(settings.databaseFile)
  return settings
}
const ask = <T>(file: string, work: (connection: Database.Database) => T): T => {
  const connection = new Database(file)
  try {
    return work(connection)
  } finally {
    connection.close()
  }
}

describe('a folder', () => {
  it('that can’t be created or written stops the start, and the error names its setting', () => {
    writeFileSync(path.dirname(folder) + '/file', '')
    const within = path.join(path.dirname(folder), 'file', 'data')
    expect(() => checkFolders(production({ DATA_DIR: within }))).toThrow(/the folder .*\(DATA_DIR\) can't be written/)
    expect(() => checkFolders(production({ UPLOADS_DIR: within }))).toThrow(
      /the folder .*\(UPLOADS_DIR\) can't be written/,
    )
    expect(() => checkFolders(production({ UPLOADS_DIR: '/proc/uploads' }))).toThrow(/UPLOADS_DIR/)
  })
  it('is created for its owner only, and anything that others could read there is closed', () => {
    const settings = prepare()
    execFileSync('chmod', ['-R', 'a+rX', folder])
    expect(closeFiles(settings)).toBe(true)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(settings.uploadsDir).mode & 0o777).toBe(0o700)
    expect(statSync(settings.databaseFile).mode & 0o777).toBe(0o600)
    const lock = `${settings.databaseFile}.lock`
    expect(statSync(lock).mode & 0o777).toBe(0o600)
    takeReserve(settings.databaseFile)
    expect(statSync(`${settings.databaseFile}.reserve`).mode & 0o777).toBe(0o600)
  })
})

describe('a database', () => {
  it('whose file or lock file is a folder stops the start with a message', () => {
    for (const name of ['portal.db', 'portal.db-wal', 'portal.db.lock', 'portal.db.holder', 'portal.db.reserve']) {
      const settings = production()
      checkFolders(settings)
      mkdirSync(path.join(folder, name))
      expect(() => checkFolders(settings), name).toThrow(`${path.join(folder, name)} is a folder, and the portal needs`)
      rmSync(folder, { recursive: true })
    }
  })
  it('is locked by a file that only its owner can read, whoever created it', () => {
    const settings = production()
    checkFolders(settings)
    const before = process.umask(0o022)
    try {
      holdDatabase(settings.databaseFile)?.()
      const lock = `${settings.databaseFile}.lock`
      expect(statSync(lock).mode & 0o777).toBe(0o600)
      chmodSync(lock, 0o644)
      holdDatabase(settings.databaseFile)?.()
      expect(statSync(lock).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(before)
    }
  })
  it('whose lock file is damaged stops the start with a message', () => {
    const settings = production()
    checkFolders(settings)
    const lock = `${settings.databaseFile}.lock`
    writeFileSync(lock, 'no lock '.repeat(100))
    expect(() => holdDatabase(settings.databaseFile)).toThrow(`${lock} is damaged. It holds no data: remove it`)
  })
  it('in use by another server stops the start', () => {
    const settings = prepare()
    const letGo = holdDatabase(settings.databaseFile)
    expect(holdDatabase(settings.databaseFile)).toBeNull()
    expect(nameHolder(settings.databaseFile)).toBe(` (process ${process.pid})`)
    expect(() => applyMigrations(settings.databaseFile)).toThrow(/holds the database/)
    letGo?.()
    holdDatabase(settings.databaseFile)?.()
  })
  it('that is missing or empty is new, unless there was one before', () => {
    const settings = production()
    checkFolders(settings)
    checkDatabaseFile(settings)
    prepare(settings)
    checkDatabaseFile(settings)
    markDatabase(settings)
    checkDatabaseFile(settings)
    const losses: (() => void)[] = [
      () => undefined,
      () => writeFileSync(settings.databaseFile, ''),
      () => ask(settings.databaseFile, (connection) => connection.exec('CREATE TABLE a (b); DROP TABLE a')),
    ]
    for (const lose of losses) {
      rmSync(settings.databaseFile, { force: true })
      lose()
      expect(() => checkDatabaseFile(settings)).toThrow(/empty, but there was one/)
    }
    // A demo starts again.
    checkDatabaseFile({ ...settings, demo: true })
  })
  it('that is read-only stops the start, and stays unchanged', () => {
    const settings = prepare()
    const bytes = readFileSync(settings.databaseFile)
    // A file format that this version can't write: SQLite reads it and writes nothing.
    const closed = Buffer.from(bytes)
    closed[18] = 9
    writeFileSync(settings.databaseFile, closed)
    expect(() => checkDatabaseFile(settings)).toThrow(/the database .*portal\.db can't be written/)
    expect(readFileSync(settings.databaseFile).equals(closed)).toBe(true)
    writeFileSync(settings.databaseFile, bytes)
    checkDatabaseFile(settings)
  })
  it('that is invalid or damaged stops the start and stays unchanged', () => {
    const settings = prepare()
    const bytes = readFileSync(settings.databaseFile)
    const spoilt = Buffer.from(bytes)
    for (let page = 2; page < 30; page++) spoilt.fill(0xaa, page * 4096, page * 4096 + 200)
    for (const [content, says] of [
      [Buffer.from('not a database at all, but a letter'), /is no SQLite database/],
      [spoilt, /is damaged/],
      [bytes.subarray(0, 20_000), /is damaged/],
    ] as const) {
      writeFileSync(settings.databaseFile, content)
      expect(() => checkDatabaseFile(settings)).toThrow(says)
      expect(readFileSync(settings.databaseFile).equals(content)).toBe(true)
    }
  })
})

describe('migrations applied at a start', () => {
  it('are named if they are few, and counted if they are many', () => {
    expect(appliedSentence(['a'])).toBe('applied a')
    expect(appliedSentence(['a', 'b', 'c'])).toBe('applied a, b, c')
    expect(appliedSentence(['a', 'b', 'c', 'd'])).toBe('applied 4 migrations, the last is d')
  })
})

describe('SECRET', () => {
  it('is recognised by a fingerprint, and a different one stops the start', () => {
    const settings = prepare()
    checkSecret(settings)
    checkSecret(settings)
    const kept = ask(settings.databaseFile, (connection) =>
      connection.prepare(`SELECT value FROM Setting WHERE key = 'secret-fingerprint'`).pluck().get(),
    ) as string
    expect(kept).toMatch(/^[0-9a-f]{32}$/)
    expect(first).not.toContain(kept)
    expect(() => checkSecret(production({ SECRET: 'another-secret-of-this-portal-00002' }))).toThrow(
      /SECRET is not the one that sealed/,
    )
  })
  it('is proved by encrypted values when the database is older than fingerprints', () => {
    const settings = prepare()
    ask(settings.databaseFile, (connection) => {
      connection.exec(`INSERT INTO BoxModel (id, name) VALUES ('m', 'M')`)
      connection
        .prepare(`INSERT INTO RegisteredBox (sn, modelId, secretSealed) VALUES ('1', 'm', ?)`)
        .run(encryptWith(first, 'device-secret', 'a box’s secret'))
    })
    expect(() => checkSecret(production({ SECRET: 'another-secret-of-this-portal-00002' }))).toThrow(
      /SECRET is not the one that sealed/,
    )
    checkSecret(settings)
  })
})

describe('settings', () => {
  it('with an invalid proxy address are refused with the entry’s name', () => {
    for (const wrong of ['foo', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/x', 'proxy.example']) {
      const parsed = parseSettings({ SECRET: first, TRUSTED_PROXIES: `127.0.0.1,${wrong}` })
      expect(parsed).toMatchObject({
        ok: false,
        problems: [`TRUSTED_PROXIES: "${wrong}" is no address and no block such as 10.0.0.0/8`],
      })
    }
    expect(parseSettings({ SECRET: first, TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.0.2.7, 2001:db8::/32' }).ok).toBe(true)
  })
  it('that need more open files than the system allows stop the start', () => {
    expect(() => checkOpenFiles({ demo: false, maxConnections: 10_000 }, 4096)).toThrow(
      'the system allows 4096 open files, MAX_CONNECTIONS=10000 needs 10200. Raise the limit (ulimit -n, LimitNOFILE) or lower MAX_CONNECTIONS',
    )
    checkOpenFiles({ demo: false, maxConnections: 3000 }, 4096)
    checkOpenFiles({ demo: true, maxConnections: 10_000 }, 1024)
    checkOpenFiles({ demo: false, maxConnections: 10_000 }, null)
  })
})
