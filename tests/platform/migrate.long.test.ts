/**
 * Migrations of a process killed at any moment: the next start finds the database before or after a migration. The
 * repair finishes what older programs left half done.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, watch } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, inject, it } from 'vitest'
import {
  applyMigrations,
  holdDatabase,
  nameHolder,
  readMigrations,
  readStatus,
  repairMigrations,
  splitStatements,
} from '../../scripts/lib/migrations.mjs'
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
})

describe('the repair of a half-migrated database', () => {
  const migrations = readMigrations()
  /**
   * A database as a killed older program left it: some migrations applied, and `done` statements of the next one.
   */
  const halfDone = (index: number, done: number): string => {
    const file = path.join(newFolder(), 'portal.db')
    const table = query(inject('emptyDatabase'), (connection) =>
      connection.prepare(`SELECT sql FROM sqlite_master WHERE name = '_prisma_migrations'`).pluck().get(),
    ) as string
    query(file, (connection) => {
      connection.pragma('foreign_keys = OFF')
      connection.pragma('synchronous = OFF')
      connection.exec(table)
      const row = connection.prepare(
        'INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES (?, ?, ?, ?)',
      )
      for (const [at, one] of migrations.slice(0, index).entries()) {
        connection.exec(one.sql)
        row.run(String(at), 'c', 'now', one.name)
      }
      if (connection.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'Session'`).get() !== undefined) {
        connection.exec(`INSERT INTO "User" (id, userName, userNameKey, passwordHash) VALUES ('u', 'n', 'n', 'h')`)
        connection.exec(`INSERT INTO "Session" (id, tokenHash, userId) VALUES ('s', 't', 'u')`)
      }
      const one = migrations[index]
      row.run('half', 'c', null, one?.name)
      for (const statement of splitStatements(one?.sql ?? '').slice(0, done)) connection.exec(statement)
    })
    return file
  }
  const cases = migrations.flatMap(({ sql }, index) => {
    const statements = splitStatements(sql)
    const anew = statements.flatMap((one, at) => (one.includes('"new_') ? [at, at + 1] : []))
    // Every step in which a table is rebuilt; of the others the ends.
    const steps = [
      ...new Set([
        ...(index < 2 || anew.length > 0 ? [0, Math.floor(statements.length / 2)] : []),
        ...anew,
        statements.length,
      ]),
    ]
    return steps.map((done) => ({ index, done }))
  })

  it('finishes every migration from every step, and keeps its rows', { timeout: 240_000 }, () => {
    const wanted = shape(inject('emptyDatabase'))
    expect(cases.length).toBeGreaterThan(15)
    for (const { index, done } of cases) {
      const file = halfDone(index, done)
      const sessions = query(file, (connection) =>
        connection.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'User'`).get() !== undefined && index > 0 ? 1 : 0,
      )
      expect(() => applyMigrations(file), `${migrations[index]?.name} after ${done}`).toThrow(
        /npm run migrate -- repair/,
      )
      const { copy, finished } = repairMigrations(file)
      expect(finished.map((one) => one.name)).toEqual([migrations[index]?.name])
      expect(statSync(copy ?? '').mode & 0o777).toBe(0o600)
      applyMigrations(file)
      expect(readStatus(file)).toMatchObject({ missing: [], failed: [], unknown: [] })
      expect(shape(file)).toEqual(wanted)
      expect(
        query(file, (connection) => connection.prepare('SELECT COUNT(*) FROM "Session"').pluck().get()),
        `${migrations[index]?.name} after ${done}`,
      ).toBe(sessions)
      expect(query(file, (connection) => connection.pragma('foreign_key_check'))).toEqual([])
      rmSync(path.dirname(file), { recursive: true, force: true })
    }
  })

  it('changes nothing in tables that no half-done migration explains', () => {
    const file = halfDone(3, 0)
    query(file, (connection) => connection.exec('DROP TABLE "ListRevision"'))
    const before = shape(file)
    expect(() => repairMigrations(file)).toThrow(/in no state that the migration .* goes through/)
    expect(shape(file)).toEqual(before)
  })

  it('splits scripts with triggers, comments and quoted semicolons into their statements', () => {
    expect(
      splitStatements(
        `-- one; two\nCREATE TABLE a (x TEXT DEFAULT ';');\n\nCREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; DELETE FROM a; END;\n/* ; */ INSERT INTO a VALUES ('it''s;')`,
      ),
    ).toEqual([
      `-- one; two\nCREATE TABLE a (x TEXT DEFAULT ';');`,
      '\n\nCREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; DELETE FROM a; END;',
      `\n/* ; */ INSERT INTO a VALUES ('it''s;')`,
    ])
  })
})
