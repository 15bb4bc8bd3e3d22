/**
 * Restores access for an operator who lost everything: password, authenticator and recovery codes, with no other
 * operator left. Anybody who may write the database on the machine itself can do this; nobody can over the network.
 *
 *   node scripts/ops/operator-way-back.mjs --why TEXT
 *
 * The portal must be stopped. Writes a one-time token to DATA_DIR/first-operator-token, valid for a day. After the next
 * start `npm run operator -- claim --user NAME` creates a new operator account with it. The audit log records both.
 */
import '../lib/runtime.mjs'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { databaseFile, dataDir } from '../lib/data.mjs'
import { readOptions } from '../lib/options.mjs'

const { why } = readOptions({ why: { type: 'string' } })
const { default: Database } = await import('better-sqlite3')
const { holdDatabase } = await import('../lib/migrations.mjs')

const dayMs = 86_400_000
const fail = (sentence) => {
  console.error(`operator-way-back: ${sentence}`)
  process.exit(1)
}
// Such as a read-only disk.
process.on('uncaughtException', (error) => fail(error.message))
if (why === undefined || why.trim().length < 3) fail('--why TEXT is missing: the audit log keeps the reason')
const file = databaseFile()
if (!fs.existsSync(file)) fail(`there is no database ${file}`)
const letGo = holdDatabase(file)
if (letGo === null) fail('the portal is running: stop it first')

const token = `mpf_${randomBytes(32).toString('base64url')}`
const at = new Date()
const tokenFile = path.join(dataDir(), 'first-operator-token')
const connection = new Database(file)
try {
  const set = connection.prepare(
    'INSERT INTO Setting (key, value, updatedAt) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, updatedAt = excluded.updatedAt',
  )
  connection.transaction(() => {
    set.run('first-operator-token', createHash('sha256').update(token).digest('hex'), at.toISOString())
    set.run('operator-way-back', new Date(at.getTime() + dayMs).toISOString(), at.toISOString())
    connection
      .prepare('INSERT INTO AuditEntry (id, at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?)')
      .run(
        randomBytes(13).toString('hex'),
        at.toISOString(),
        'machine',
        'operator.way-back',
        'operator',
        `why: ${why.trim().slice(0, 500)}`,
      )
  })()
  fs.rmSync(tokenFile, { force: true })
  fs.writeFileSync(tokenFile, `${token}\n`, { mode: 0o600, flag: 'wx' })
} finally {
  connection.close()
  letGo()
}
console.log(`Start the portal, then within a day: npm run operator -- claim --user NAME (the token is in ${tokenFile})`)
