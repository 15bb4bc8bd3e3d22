/** Migrations of a process killed at any moment: the next start finds the database before or after a migration. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, watch } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { applyMigrations, holdDatabase, nameHolder, readMigrations, readStatus } from '../../scripts/lib/migrations.mjs'
import { root } from '../support/paths'
import { limitMs, times } from '../support/runs'

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-migrate-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const clean = { missing: [], unknown: [], edited: [], failed: [] }
const migrate = (folder: string, command: string): { status: number | null; text: string } => {
  const ended = spawnSync(process.execPath, ['scripts/migrate.mjs', command], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8',
  })
  return { status: ended.status, text: ended.stdout + ended.stderr }
}
const query = <T>(file: string, work: (connection: Database.Database) => T): T => {
  const connection = new Database(file)
  try {
    return work(connection)
  } finally {
    connection.close()
  }
}
const shape = (file: string): unknown =>
  query(file, (connection) =>
    connection
      .prepare(
        `SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@' ORDER BY type, name`,
      )
      .all(),
  )

/** Kills `migrate deploy` with SIGKILL at its n-th file change in the data folder. Returns the number of changes. */
const killAtChange = (folder: string, wanted: number): Promise<number> =>
  new Promise((resolve) => {
    let changes = 0
    const watcher = watch(folder)
    const child = spawn(process.execPath, ['scripts/migrate.mjs', 'deploy'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: folder },
      stdio: 'ignore',
    })
    watcher.on('change', () => {
      changes += 1
      if (changes === wanted) child.kill('SIGKILL')
    })
    child.once('exit', () => {
      watcher.close()
      resolve(changes)
    })
  })

const kills = times(10)

describe('a start killed while it migrates', () => {
  it(
    'leaves a database that the next start fully migrates, wherever the kill fell',
    { timeout: limitMs(240_000) },
    async () => {
      const whole = newFolder()
      const all = await killAtChange(whole, Number.POSITIVE_INFINITY)
      expect(all).toBeGreaterThan(10)
      const wantedShape = shape(path.join(whole, 'portal.db'))
      let cut = 0
      for (let kill = 1; kill <= kills; kill += 1) {
        const folder = newFolder()
        await killAtChange(folder, Math.max(1, Math.round((kill * all) / (kills + 1))))
        const file = path.join(folder, 'portal.db')
        if (!existsSync(file) || readStatus(file).missing.length > 0) cut += 1
        const again = migrate(folder, 'deploy')
        expect(again.text).not.toContain('failed')
        expect(again.status).toBe(0)
        expect(readStatus(file)).toEqual(clean)
        expect(shape(file)).toEqual(wantedShape)
        expect(query(file, (connection) => connection.pragma('integrity_check', { simple: true }))).toBe('ok')
      }
      // The kills fell into the work, not after it.
      expect(cut).toBeGreaterThan(kills / 2)
    },
  )

  it('undoes a failing migration, and names it', () => {
    const folder = newFolder()
    const file = path.join(folder, 'portal.db')
    query(file, (connection) => connection.exec('CREATE TABLE "Vno" (x TEXT)'))
    const ended = migrate(folder, 'deploy')
    expect(ended.status).toBe(2)
    expect(ended.text).toMatch(/the migration \d+_init failed and was taken back: table "Vno" already exists/)
    expect(query(file, (connection) => connection.prepare('SELECT name FROM sqlite_master').pluck().all())).toEqual([
      'Vno',
    ])
  })
})

describe('a database that can’t be migrated', () => {
  it('is left untouched if it is newer than the program, with a message and exit code 78', () => {
    const folder = newFolder()
    const file = path.join(folder, 'portal.db')
    applyMigrations(file)
    query(file, (connection) =>
      connection.exec(
        `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('n', 'c', 'now', '29990101000000_later')`,
      ),
    )
    const ended = migrate(folder, 'deploy')
    expect(ended.status).toBe(78)
    expect(ended.text).toContain('is newer than this program: it has the migrations 29990101000000_later')
  })

  it('reports which applied migrations have a different text, in a message', () => {
    const folder = newFolder()
    const file = path.join(folder, 'portal.db')
    applyMigrations(file)
    const [{ name } = { name: '' }] = readMigrations()
    query(file, (connection) =>
      connection.prepare('UPDATE _prisma_migrations SET checksum = ? WHERE migration_name = ?').run('other', name),
    )
    const said = `${name} was applied from another text than this program has`
    const status = migrate(folder, 'status')
    expect([status.status, status.text.includes(said)]).toEqual([1, true])
    const deploy = migrate(folder, 'deploy')
    expect([deploy.status, deploy.text.includes(said)]).toEqual([0, true])
  })

  it('is left untouched while another process locks it, and the lock ends with that process', () => {
    const folder = newFolder()
    const file = path.join(folder, 'portal.db')
    const letGo = holdDatabase(file)
    expect(letGo).not.toBeNull()
    expect(holdDatabase(file)).toBeNull()
    expect(nameHolder(file)).toBe(` (process ${process.pid})`)
    const refused = migrate(folder, 'deploy')
    expect(refused.status).toBe(78)
    expect(refused.text).toContain(`another migration (process ${process.pid}), holds the database`)
    const seed = spawnSync(process.execPath, ['--import', 'tsx', 'prisma/seed.ts'], {
      cwd: root,
      env: { ...process.env, PORTAL_MODE: 'demo', DATA_DIR: folder },
      encoding: 'utf8',
    })
    expect([seed.status, seed.stderr]).toEqual([
      1,
      expect.stringContaining(`another process (process ${process.pid}) holds the database`),
    ])
    letGo?.()
    // A process that dies without releasing leaves no lock.
    const holder = `import('${path.join(root, 'scripts/lib/migrations.mjs')}').then((m) => { m.holdDatabase(${JSON.stringify(file)}); process.kill(process.pid, 'SIGKILL') })`
    expect(spawnSync(process.execPath, ['-e', holder]).signal).toBe('SIGKILL')
    expect(migrate(folder, 'deploy').status).toBe(0)
  })

  it('gets files that only their owner can read, in a folder that only their owner can enter', () => {
    const folder = path.join(newFolder(), 'data')
    expect(migrate(folder, 'deploy').status).toBe(0)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(folder, 'portal.db')).mode & 0o777).toBe(0o600)
  })

  it('is refused while one of its migrations is half done', () => {
    const file = path.join(newFolder(), 'portal.db')
    applyMigrations(file)
    query(file, (connection) => connection.exec('UPDATE _prisma_migrations SET finished_at = NULL'))
    expect(() => applyMigrations(file)).toThrow(/half done\. Restore a backup/)
  })
})
