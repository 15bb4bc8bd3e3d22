/**
 * The process that measures the ledger on the database of DATA_DIR, and prints its tables as JSON. First an empty
 * ledger, then one of a million entries, half of them on one account.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { post } from '~/modules/ledger/ledger.server'
import { closeDatabase } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { transact } from '~/platform/transact.server'
import { measureEach, median, percentile, type Table } from './table'
import { depositPaysOrder } from '../../tests/support/movements'

const rounds = 500
const entries = 1_000_000

let ids = 0
const transfers = async (ledger: string): Promise<Table['rows']> => {
  const two = { ...depositPaysOrder({ provider: 'stripe', usd: 10_000n }), actor: 'bench' }
  const alone = await measureEach(rounds, () => transact((tx) => post(tx, { ...two, id: `bench/${++ids}` })), 50)
  const inside = await transact(async (tx) => ({
    ok: true as const,
    ms: await measureEach(rounds, () => post(tx, { ...two, id: `bench/${++ids}` }), 50),
  }))
  const row = (what: string, ms: number[]): Table['rows'][number] => [what, median(ms), percentile(ms, 0.95)]
  return [
    row(`${ledger}: a transfer of 2 lines, its own transaction on the disk`, alone),
    row(`${ledger}: the same within a transaction`, inside.ms),
  ]
}

/** Written past the program, since a million entries by it would take half an hour; then proved by the invariants. */
const fillUp = (): void => {
  const raw = new Database(env.databaseFile)
  const triggers = raw.prepare(`SELECT "name", "sql" FROM sqlite_master WHERE "type" = 'trigger'`).all() as {
    name: string
    sql: string
  }[]
  for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`)
  const accountOf = (id: string) =>
    raw.prepare('SELECT "balance", "lastSeq" FROM "LedgerAccount" WHERE "id" = ?').get(id) as {
      balance: number
      lastSeq: number
    }
  const transfer = raw.prepare(
    `INSERT INTO "LedgerTransfer" ("id", "kind", "at", "lines", "digest", "actor") VALUES (?, 'bench', '2026-11-22T00:00:00.000+00:00', 2, '', 'bench')`,
  )
  const entry =
    raw.prepare(`INSERT INTO "LedgerEntry" ("transferId", "line", "accountId", "seq", "amount", "balanceAfter", "at")
     VALUES (?, ?, ?, ?, ?, ?, '2026-11-22T00:00:00.000+00:00')`)
  const [one, other] = ['clearing/USD/stripe', 'revenue/USD']
  const [a, b] = [accountOf(one), accountOf(other)]
  raw.transaction(() => {
    for (let index = 1; index <= entries / 2; index++) {
      const id = `filled/${index}`
      transfer.run(id)
      entry.run(id, 1, one, a.lastSeq + index, -1, a.balance - index)
      entry.run(id, 2, other, b.lastSeq + index, 1, b.balance + index)
    }
    const update = raw.prepare('UPDATE "LedgerAccount" SET "balance" = ?, "lastSeq" = ? WHERE "id" = ?')
    update.run(a.balance - entries / 2, a.lastSeq + entries / 2, one)
    update.run(b.balance + entries / 2, b.lastSeq + entries / 2, other)
  })()
  for (const { sql } of triggers) raw.exec(sql)
  raw.close()
}

/** Each invariant of the ledger, in milliseconds. */
const invariants = (): Table['rows'] => {
  const raw = new Database(env.databaseFile, { readonly: true })
  const folder = path.resolve(import.meta.dirname, '../../prisma/checks')
  const names = readdirSync(folder).filter((name) => name.startsWith('ledger-'))
  const rows = names.map((name) => {
    const start = performance.now()
    const found = raw.prepare(readFileSync(path.join(folder, name), 'utf8')).all()
    if (found.length > 0) throw new Error(`${name}: ${JSON.stringify(found[0])}`)
    return [name.replace('.sql', ''), performance.now() - start]
  })
  raw.close()
  return rows
}

const empty = await transfers('empty')
fillUp()
const full = await transfers('a million entries')
const tables: Table[] = [
  { title: 'A transfer of the ledger (ms)', columns: ['what', 'median', 'p95'], rows: [...empty, ...full] },
  { title: 'The invariants of a million entries (ms)', columns: ['check', 'took'], rows: invariants() },
]
await closeDatabase()
process.stdout.write(JSON.stringify(tables), () => process.exit(0))
