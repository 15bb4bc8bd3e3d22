/**
 * The migration takes over the keys that older programs stored in separate columns: each is recognised, with any input,
 * for as long as a new one.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { applyMigrations, migrationsDir, readMigrations } from '../../scripts/lib/migrations.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-before-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const insert = (connection: Database.Database, table: string, row: Record<string, unknown>): void => {
  const names = Object.keys(row)
  connection
    .prepare(
      `INSERT INTO "${table}" (${names.map((n) => `"${n}"`).join(',')}) VALUES (${names.map(() => '?').join(',')})`,
    )
    .run(Object.values(row))
}

it('recognises edits, uploads, feedback, replies and answers of an older program', () => {
  const before = path.join(folder, 'migrations')
  const names = readMigrations().map(({ name }) => name)
  const own = names.find((name) => name.endsWith('_idempotency_key')) ?? ''
  for (const name of names)
    if (name < own) cpSync(path.join(migrationsDir, name), path.join(before, name), { recursive: true })
  const file = path.join(folder, 'portal.db')
  applyMigrations(file, { folder: before })
  const connection = new Database(file)
  connection.pragma('foreign_keys = OFF')
  const at = '2026-11-01T00:00:00.000+00:00'
  const user = { passwordHash: '-', role: 'customer', createdAt: at }
  insert(connection, 'User', { id: 'one', userName: 'one', userNameKey: 'one', ...user })
  insert(connection, 'User', { id: 'operator', userName: 'op', userNameKey: 'op', ...user })
  const list = { kind: 'user', ownerId: 'one', revision: 2, dialect: 'satcodx', encoding: 'utf-8', updatedAt: at }
  const counts = { channels: 3, tv: 3, radio: 0, satellites: 1, transponders: 1 }
  insert(connection, 'ChannelList', { id: 'list', name: 'a', nameKey: 'a', createdAt: at, ...list, ...counts })
  const gone = { id: 'gone', name: 'b', nameKey: 'b', deletedAt: at, createdAt: at }
  insert(connection, 'ChannelList', { ...gone, ...list, ...counts })
  insert(connection, 'ListSource', { id: 's1', bytes: Buffer.alloc(1), size: 1 })
  const revision = { state: Buffer.alloc(1), channels: 3, authorId: 'one', createdAt: at }
  const made = { ...revision, number: 1, kind: 'import', sourceId: 's1', batch: 'the-upload' }
  insert(connection, 'ListRevision', { ...made, listId: 'list' })
  insert(connection, 'ListRevision', { ...made, listId: 'gone' })
  insert(connection, 'ListRevision', {
    ...revision,
    listId: 'list',
    number: 2,
    kind: 'edit',
    sourceId: 's1',
    summary: JSON.stringify({ steps: [], merged: true }),
    undoTo: 1,
    batch: 'the-edit',
  })
  const feedback = { userId: 'one', category: 'idea', text: 'x', language: 'en', createdAt: at, updatedAt: at }
  insert(connection, 'Feedback', { id: 'f', ...feedback, batch: 'the-feedback' })
  insert(connection, 'Feedback', { id: 'g', ...feedback })
  const reply = { feedbackId: 'f', text: 'x', createdAt: at }
  insert(connection, 'FeedbackReply', { ...reply, id: 'r', side: 'customer', authorId: 'one', batch: 'the-reply' })
  insert(connection, 'FeedbackReply', {
    ...reply,
    id: 'a',
    side: 'provider',
    authorId: 'operator',
    batch: 'the-answer',
  })
  connection.close()

  applyMigrations(file)
  const after = new Database(file)
  const rows = after.prepare('SELECT * FROM "IdempotencyKey" ORDER BY "key"').all() as Record<string, string | null>[]
  after.close()
  expect(rows.map(({ owner, purpose, key, answer }) => [owner, purpose, key, JSON.parse(answer ?? '')])).toEqual([
    ['operator', 'feedback.answer f', 'the-answer', { id: 'a', mailed: false }],
    [
      'one',
      'list.change list',
      'the-edit',
      { revision: 2, source: 's1', merged: true, undoTo: 1, redoTo: null, channels: 3, warnings: [] },
    ],
    ['one', 'feedback.send', 'the-feedback', { id: 'f' }],
    ['one', 'feedback.reply f', 'the-reply', { id: 'r' }],
    ['one', 'list.create', 'the-upload', { id: 'list' }],
  ])
  for (const { digest, createdAt, expiresAt } of rows) {
    expect([digest, createdAt]).toEqual([null, at])
    // In the portal's own time format, so that they compare as text.
    expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    expect(Math.round((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000)).toBe(30)
  }
})
