/**
 * What /readyz reports of a built server that is alive but partly broken: a missing engine, a damaged page, mail that
 * is not delivered.
 */
import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
import { mayBreak } from '../support/invariants'
import { root } from '../support/paths'
import { startServer, type ServerOptions, type TestServer } from '../support/server'
import { startSmtp } from '../support/smtp'
import { copyTemplate } from '../support/template'

mayBreak('unreadable', 'a page of a database is overwritten here, and stays so')

const undone: (() => void)[] = []
afterEach(() => {
  for (const undo of undone.splice(0)) undo()
})
const kept = (folder: string): string => {
  undone.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const start = async (options: ServerOptions): Promise<TestServer> => {
  const server = await startServer(options)
  // Stops a server that a failed test left running.
  undone.push(() => void (server.process.exitCode ?? server.process.kill()))
  return server
}
const env = { LIMITS: 'off', MIN_FREE_DISK_BYTES: '1' }

type Part = { status: string; why?: string }
const failing = async (server: TestServer): Promise<[number, Record<string, string>]> => {
  const answer = await fetch(`${server.origin}/readyz`)
  const { parts } = (await answer.json()) as { parts: Record<string, Part> }
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  return [
    answer.status,
    Object.fromEntries(
      Object.entries(parts)
        .filter(([, part]) => part.status !== 'ok')
        .map(([name, { status, why }]) => [name, `${status}: ${why ?? ''}`]),
    ),
  ]
}

it('a missing engine is reported; pages are served', async () => {
  // The project without the engine's build.
  const folder = kept(mkdtempSync(path.join(os.tmpdir(), 'portal-lame-')))
  for (const name of ['build', 'public', 'scripts', 'prisma', 'app', 'node_modules', 'package.json'])
    symlinkSync(path.join(root, name), path.join(folder, name))
  const server = await start({ projectDir: folder, env })
  expect(await failing(server)).toEqual([503, { engine: 'failing: ENOENT' }])
  expect((await fetch(`${server.origin}/home`)).status).toBe(200)
  await server.stop()
})

it('a damaged database page is reported once it is read; requests that do not need it are served', async () => {
  const dataDir = kept(copyTemplate())
  const server = await start({ dataDir, env })
  expect(await failing(server)).toEqual([200, {}])
  const connection = new Database(server.databaseFile)
  connection.pragma('wal_checkpoint(TRUNCATE)')
  const pageSize = connection.pragma('page_size', { simple: true }) as number
  const pages = connection
    .prepare(`SELECT rootpage FROM sqlite_master WHERE tbl_name = 'Feedback'`)
    .pluck()
    .all() as number[]
  connection.close()
  const handle = openSync(server.databaseFile, 'r+')
  for (const page of pages) writeSync(handle, Buffer.alloc(pageSize, 0xaa), 0, pageSize, (page - 1) * pageSize)
  closeSync(handle)
  const user = await new HttpClient(server.origin).signIn('demo-user', 'mango-demo')
  expect((await user.request('/news/feedback')).status).toBe(500)
  await expect
    .poll(() => failing(server), { timeout: 10_000 })
    .toEqual([503, { database: 'failing: a page of the database is damaged' }])
  expect((await fetch(`${server.origin}/home`)).status).toBe(200)
  expect(server.takeErrors().length).toBeGreaterThan(0)
  await server.stop()
})

it('mail waiting for more than ten minutes is reported, until it is sent', async () => {
  const outbox = await import('~/modules/outbox/outbox.server')
  const { makeMailSender } = await import('~/platform/mail.server')
  const { closeDatabase, db } = await import('~/platform/db.server')
  const smtp = await startSmtp({ tls: 'none' })
  const nowhere = makeMailSender({
    host: '127.0.0.1',
    port: 9,
    implicitTls: false,
    startTls: 'off',
    user: null,
    password: null,
    from: 'a@b.example',
  })
  const back = outbox.replaceSenders({ mail: nowhere, sms: null })
  for (let n = 0; n < 4; n++)
    await outbox.enqueueMail({
      template: 'code',
      values: { purpose: 'sign-in', code: '482913', minutes: 10 },
      to: `viewer-${n}@example.test`,
      language: 'en',
    })
  back()
  nowhere.close()
  await db.outboxMessage.updateMany({ data: { nextTryAt: new Date(Date.now() - 11 * 60_000) } })
  await closeDatabase()
  // Three are in flight on a slow mail server; the fourth has waited since long ago.
  smtp.next('hold', 'hold', 'hold')
  const server = await start({
    dataDir: process.env.DATA_DIR ?? '',
    env: { ...env, SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_TLS: 'off', MAIL_FROM: 'portal@mango.example' },
  })
  await smtp.waitForTries(3)
  expect(await failing(server)).toEqual([503, { outbox: 'failing: a message has been due for 11 minutes' }])
  smtp.release()
  await smtp.waitFor(4)
  await expect.poll(() => failing(server), { timeout: 10_000 }).toEqual([200, {}])
  await server.stop()
  await smtp.stop()
})
