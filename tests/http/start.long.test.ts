/**
 * The start of the built server: failures that end it with a message, its health reports, and restarts after a kill.
 */
import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { root } from '../support/paths'
import { startServer } from '../support/server'
import { copyTemplate } from '../support/template'
import { canMount, mountReadOnly } from '../support/small-disk'

const folders: string[] = []
/** A data folder with a migrated database. */
const newFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-start-'))
  folders.push(folder)
  copyFileSync(inject('emptyDatabase'), path.join(folder, 'portal.db'))
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Ended = { code: number | null; text: string }
/** A start that is expected to end by itself. */
const refusal = (dataDir: string, env: Record<string, string> = {}, words = ['build/index.js']): Promise<Ended> =>
  new Promise((resolve) => {
    const { DATABASE_FILE: _, ...inherited } = process.env
    const child = spawn(process.execPath, words, {
      cwd: root,
      env: {
        ...inherited,
        NODE_ENV: 'production',
        PORTAL_MODE: 'demo',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'info',
        DATA_DIR: dataDir,
        ...env,
      },
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    child.once('close', (code) => resolve({ code, text }))
  })
/** A server that answers every address, as a portal in another folder would. */
const answerEverything = async (): Promise<{ port: number; stop: () => void }> => {
  const other = createServer((_req, res) => res.end('{"status":"ok"}'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  return { port: (other.address() as AddressInfo).port, stop: () => void other.close() }
}
const secret = 'a-secret-of-more-than-32-characters-1'

describe('a start', () => {
  it('on the database of a running server ends with a message and disturbs nothing; after a kill the next start works', async () => {
    const dataDir = newFolder()
    const server = await startServer({ dataDir })
    expect(await refusal(dataDir)).toMatchObject({
      code: 78,
      text: expect.stringContaining('holds the database') as string,
    })
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    for (const file of ['portal.db', 'portal.db-wal', 'portal.db-shm'])
      expect(statSync(path.join(dataDir, file)).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    await server.kill()
    await (await startServer({ dataDir })).stop()
  })
  it('by npm start on the port of another program never says that it is ready', async () => {
    const other = await answerEverything()
    const dataDir = copyTemplate()
    folders.push(dataDir)
    try {
      const { code, text } = await refusal(dataDir, { PORT: String(other.port) }, ['scripts/start.mjs'])
      expect({ code, text }).toMatchObject({
        code: 78,
        text: expect.stringContaining(`port ${other.port} is taken`) as string,
      })
      expect(text).not.toContain('is ready')
    } finally {
      other.stop()
    }
  })
  it('with wrong settings changes nothing and applies no missing migration', async () => {
    const dataDir = path.join(newFolder(), 'new')
    const wrong = await refusal(dataDir, { PORTAL_MODE: 'production', SECRET: secret, TRUSTED_PROXIES: 'foo' }, [
      'scripts/serve.mjs',
    ])
    expect(wrong).toMatchObject({
      code: 78,
      text: expect.stringContaining('TRUSTED_PROXIES: "foo" is no address') as string,
    })
    expect(statSync(dataDir, { throwIfNoEntry: false })).toBeUndefined()
  })
  it('on a newer, damaged or lost database ends with a message', async () => {
    const dataDir = newFolder()
    const file = path.join(dataDir, 'portal.db')
    const connection = new Database(file)
    connection.exec(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('n', 'c', 'now', '29990101000000_later')`,
    )
    connection.close()
    expect(await refusal(dataDir)).toMatchObject({
      code: 78,
      text: expect.stringContaining('is newer than this program') as string,
    })
    writeFileSync(file, 'not a database at all, but a letter')
    expect(await refusal(dataDir)).toMatchObject({
      code: 78,
      text: expect.stringContaining('is no SQLite database') as string,
    })
    rmSync(file)
    writeFileSync(path.join(dataDir, 'database-was-here'), '')
    expect(await refusal(dataDir, { PORTAL_MODE: 'production', SECRET: secret, MAX_CONNECTIONS: '100' })).toMatchObject(
      { code: 78, text: expect.stringContaining('is missing or empty, but there was one') as string },
    )
  })
})

/**
 * Makes a file unwritable for this user; returns the undo function. Root ignores permissions, so it needs a read-only
 * disk.
 */
const closeFile = (file: string): (() => void) => {
  if (process.getuid?.() === 0) return mountReadOnly(file)
  chmodSync(file, 0o400)
  return () => chmodSync(file, 0o600)
}
// tests/platform/start-checks.test.ts is its twin for everywhere.
if (canMount || process.getuid?.() !== 0)
  it('a start on a read-only database ends with a message, and the next one on the same file serves', async () => {
    const dataDir = newFolder()
    const open = closeFile(path.join(dataDir, 'portal.db'))
    try {
      for (const words of [['build/index.js'], ['scripts/serve.mjs']])
        expect(await refusal(dataDir, {}, words)).toMatchObject({
          code: 78,
          text: expect.stringMatching(
            /^Mango Portal can't start: the database .*portal\.db can't be written/m,
          ) as string,
        })
    } finally {
      open()
    }
    await (await startServer({ dataDir })).stop()
  })

describe('health checks of a server', () => {
  type Ready = { status: string; parts: Record<string, { status: string; why?: string }> }
  const ready = async (origin: string): Promise<{ status: number; body: Ready }> => {
    const answer = await fetch(`${origin}/readyz`)
    return { status: answer.status, body: (await answer.json()) as Ready }
  }
  it('report that it is alive, and the state of each part', async () => {
    const server = await startServer({ dataDir: newFolder(), env: { MIN_FREE_DISK_BYTES: '1' } })
    const health = await fetch(`${server.origin}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    const { status, body } = await ready(server.origin)
    expect([status, body.status, Object.keys(body.parts)]).toEqual([
      200,
      'ok',
      ['database', 'disk', 'engine', 'uploads', 'outbox'],
    ])
    await server.stop()
  })
  it('report not ready but alive if uploads is not a folder', async () => {
    const dataDir = newFolder()
    const server = await startServer({ dataDir, env: { MIN_FREE_DISK_BYTES: '1' } })
    const uploads = path.join(dataDir, 'uploads')
    renameSync(uploads, `${uploads}-away`)
    writeFileSync(uploads, 'a file')
    const { status, body } = await ready(server.origin)
    expect([status, body.status, body.parts.uploads?.status, body.parts.database?.status]).toEqual([
      503,
      'failing',
      'failing',
      'ok',
    ])
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    rmSync(uploads)
    mkdirSync(uploads)
    chmodSync(uploads, 0o700)
    await server.stop()
  })
})
