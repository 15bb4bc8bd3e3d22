/** The backup of a running portal, the check of its restore, and the faults that this check finds. */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../support/paths'
import { startServer, type TestServer } from '../support/server'

type Ran = { code: number | null; out: string; error: string }
const run = (script: string, args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/ops', script), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
    })
    let out = ''
    let error = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
    child.on('close', (code) => resolve({ code, out, error }))
  })
const checked = async (
  file: string,
): Promise<{
  code: number | null
  ok: boolean
  problems: string[]
  checks: number
  sources: number
  uploads: number
}> => {
  const { code, out } = await run('restore-check.mjs', [file])
  return {
    code,
    ...(JSON.parse(out) as { ok: boolean; problems: string[]; checks: number; sources: number; uploads: number }),
  }
}

const uploadsIn = (place: string): string[] =>
  readdirSync(place).flatMap((part) => readdirSync(path.join(place, part)).map((id) => path.join(place, part, id)))

let server: TestServer
let folder: string
let backup: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'portal-backup-'))
  server = await startServer({ env: { LIMITS: 'off' } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('is taken while the portal writes, and holds everything confirmed before it began', async () => {
    const register = (userName: string): Promise<Response> =>
      fetch(`${server.origin}/register`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ userName, password: 'pass-0001', repeatPassword: 'pass-0001' }),
      })
    expect((await register('before-backup')).status).toBe(303)
    const [taken] = await Promise.all([
      run('backup.mjs', ['--to', folder], { DATA_DIR: server.dataDir }),
      ...Array.from({ length: 6 }, (_, index) => register(`during-backup-${index}`)),
    ])
    expect(taken.error).toBe('')
    expect(taken.code).toBe(0)
    backup = (JSON.parse(taken.out) as { backup: string }).backup
    const connection = new Database(backup, { readonly: true })
    expect(connection.prepare('SELECT COUNT(*) FROM User WHERE userName = ?').pluck().get('before-backup')).toBe(1)
    connection.close()
  })

  it('is readable by its owner only and leaves no partial files', () => {
    expect(statSync(backup).mode & 0o077).toBe(0)
    expect(readdirSync(folder).filter((name) => !/^portal-\d{8}T\d{6}Z\.(db|json)$/.test(name))).toEqual(['uploads'])
    expect(
      uploadsIn(path.join(folder, 'uploads')).filter(
        (file) => (statSync(file).mode & 0o077) !== 0 || file.endsWith('.partial'),
      ),
    ).toEqual([])
  })

  it('passes the restore check, and a portal starts from the restored data', async () => {
    const found = await checked(backup)
    expect(found.problems).toEqual([])
    expect(found.code).toBe(0)
    expect(found.checks).toBe(
      readdirSync(path.join(root, 'prisma/checks')).filter((name) => name.endsWith('.sql')).length,
    )
    expect(found.sources).toBeGreaterThan(0)
    expect(found.uploads).toBeGreaterThan(0)
    expect(uploadsIn(path.join(folder, 'uploads'))).toHaveLength(found.uploads)
    const restored = mkdtempSync(path.join(os.tmpdir(), 'portal-restored-'))
    try {
      expect(
        (
          await run('restore-check.mjs', [
            backup,
            '--to',
            path.join(restored, 'portal.db'),
            '--uploads-to',
            path.join(restored, 'uploads'),
          ])
        ).code,
      ).toBe(0)
      // A backup has no secret; the demo keeps its secret in a file of the data folder.
      copyFileSync(path.join(server.dataDir, 'demo-secret'), path.join(restored, 'demo-secret'))
      const again = await startServer({ dataDir: restored })
      const answer = await fetch(`${again.origin}/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ identifier: 'before-backup', password: 'pass-0001' }),
      })
      expect(answer.status).toBe(303)
      expect(uploadsIn(path.join(restored, 'uploads'))).toHaveLength(found.uploads)
      await again.stop()
    } finally {
      rmSync(restored, { recursive: true, force: true })
    }
  })

  it('deletes the oldest ones beyond the number to keep', async () => {
    const many = mkdtempSync(path.join(os.tmpdir(), 'portal-backups-'))
    try {
      for (const day of ['01', '02', '03'])
        for (const end of ['db', 'json']) writeFileSync(path.join(many, `portal-202001${day}T000000Z.${end}`), '')
      expect((await run('backup.mjs', ['--to', many, '--keep=2'], { DATA_DIR: server.dataDir })).code).toBe(0)
      const left = readdirSync(many)
        .filter((name) => name.endsWith('.db'))
        .sort()
      expect(left).toHaveLength(2)
      expect(left[0]).toBe('portal-20200103T000000Z.db')
      expect(existsSync(path.join(many, 'portal-20200102T000000Z.json'))).toBe(false)
    } finally {
      rmSync(many, { recursive: true, force: true })
    }
  })

  it('is kept even if the clock was ahead when others were taken', async () => {
    const many = mkdtempSync(path.join(os.tmpdir(), 'portal-backups-'))
    try {
      for (const day of ['01', '02'])
        for (const end of ['db', 'json']) writeFileSync(path.join(many, `portal-299901${day}T000000Z.${end}`), '')
      const taken = await run('backup.mjs', ['--to', many, '--keep=2'], { DATA_DIR: server.dataDir })
      const { backup: own } = JSON.parse(taken.out) as { backup: string }
      expect(readdirSync(many).filter((name) => name.endsWith('.db'))).toEqual([
        path.basename(own),
        'portal-29990102T000000Z.db',
      ])
    } finally {
      rmSync(many, { recursive: true, force: true })
    }
  })

  it('removes what killed backups left behind, but not the work of another that runs', async () => {
    const many = mkdtempSync(path.join(os.tmpdir(), 'portal-backups-'))
    try {
      for (const name of ['.portal-20200101T000000Z.partial', '.portal-20200102T000000Z.partial'])
        writeFileSync(path.join(many, name), '')
      utimesSync(path.join(many, '.portal-20200101T000000Z.partial'), 0, 0)
      expect((await run('backup.mjs', ['--to', many], { DATA_DIR: server.dataDir })).code).toBe(0)
      expect(readdirSync(many).filter((name) => name.startsWith('.'))).toEqual(['.portal-20200102T000000Z.partial'])
    } finally {
      rmSync(many, { recursive: true, force: true })
    }
  })

  it('refuses unknown options, as the other scripts do', async () => {
    for (const [script, ...words] of [
      ['backup.mjs', '--too', folder],
      ['restore-check.mjs', '--form', folder],
      ['backup.mjs', folder],
      ['../serve.mjs', '--port', '1'],
      ['../build.mjs', '--fast'],
      ['../migrate.mjs', 'deploy', '--dry-run'],
      ['operator-way-back.mjs', '--wy', 'x'],
    ] as const) {
      const ran = await run(script, words, { DATA_DIR: path.join(folder, 'nowhere') })
      expect([script, ran.code, ran.out]).toEqual([script, 2, ''])
      expect(ran.error).toMatch(/option '--|no use for|takes no/)
    }
  })

  it('fails with a message when there is no database', async () => {
    const ran = await run('backup.mjs', [], { DATA_DIR: path.join(folder, 'nowhere') })
    expect(ran.code).toBe(1)
    expect(ran.error).toMatch(/there is no database/)
    expect((await run('restore-check.mjs', ['--from', path.join(folder, 'nowhere')])).code).toBe(1)
  })
})

describe('the restore check', () => {
  const spoilt = async (spoil: (file: string) => void): Promise<string[]> => {
    const file = path.join(folder, 'portal-spoilt.db')
    copyFileSync(backup, file)
    copyFileSync(backup.replace(/db$/, 'json'), file.replace(/db$/, 'json'))
    spoil(file)
    const { code, problems } = await checked(file)
    expect(code).toBe(1)
    return problems
  }
  const sql = (file: string, statement: string): void => {
    const connection = new Database(file)
    connection.pragma('journal_mode = DELETE')
    connection.pragma('foreign_keys = OFF')
    connection.exec(statement)
    connection.close()
  }

  it('finds a file that is cut, longer or not a database, and a missing manifest', async () => {
    expect(await spoilt((file) => writeFileSync(file, readFileSync(file).subarray(0, 50_000)))).not.toEqual([])
    expect(await spoilt((file) => appendFileSync(file, 'x'))).toContain(
      'the file is not the one that the manifest describes',
    )
    expect(await spoilt((file) => writeFileSync(file, 'no database'))).not.toEqual([])
    expect(await spoilt((file) => rmSync(file.replace(/db$/, 'json')))).toContain('the manifest is missing')
  })

  it('finds uploads that are missing or have changed bytes, and the backup names the lost ones', async () => {
    const [first = '', second = ''] = uploadsIn(path.join(folder, 'uploads'))
    const kept = [first, second].map((file) => readFileSync(file))
    const found = await spoilt(() => {
      rmSync(first)
      writeFileSync(second, Buffer.alloc(kept[1]?.length ?? 0))
    })
    expect(found).toEqual(
      expect.arrayContaining([
        `upload ${path.basename(first)} is missing`,
        `upload ${path.basename(second)} has other bytes than its row says`,
      ]),
    )
    for (const [index, file] of [first, second].entries()) writeFileSync(file, kept[index] ?? '', { mode: 0o600 })
  })

  it('restores nothing beside a write-ahead log or a database, which it would spoil or replace', async () => {
    const place = mkdtempSync(path.join(os.tmpdir(), 'portal-restored-'))
    try {
      for (const end of ['', '-wal', '-journal']) {
        const left = path.join(place, `portal.db${end}`)
        writeFileSync(left, 'old')
        const ran = await run('restore-check.mjs', [
          backup,
          '--to',
          path.join(place, 'portal.db'),
          '--uploads-to',
          path.join(place, 'uploads'),
        ])
        expect([ran.code, ran.error]).toEqual([1, `restore-check: ${left} exists: move it away first\n`])
        expect(readdirSync(place)).toEqual([path.basename(left)])
        rmSync(left)
      }
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  })

  it('finds missing rows, changed bytes and broken invariants', async () => {
    expect((await spoilt((file) => sql(file, 'DELETE FROM Session'))).join('\n')).toMatch(/Session: 0 rows/)
    expect(
      (await spoilt((file) => sql(file, `UPDATE ListSource SET bytes = zeroblob(LENGTH(bytes))`))).join('\n'),
    ).toMatch(/has other bytes than its name says/)
    expect((await spoilt((file) => sql(file, `UPDATE ChannelList SET revision = 99`))).join('\n')).toMatch(
      /list-newest-revision\.sql/,
    )
    expect((await spoilt((file) => sql(file, `UPDATE ListRevision SET sourceId = 'gone'`))).join('\n')).toMatch(
      /foreign key: ListRevision/,
    )
  })
})
