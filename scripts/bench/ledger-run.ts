/**
 * The process that measures the ledger on the database of DATA_DIR, and prints its tables as JSON. First an empty
 * ledger, then one of a million entries, half of them on one account.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import {
  balanceOf,
  hold,
  house,
  listEntries,
  mangoPart,
  post,
  postHold,
  trialBalance,
  wallet,
} from '~/modules/ledger/ledger.server'
import { closeDatabase, db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { transact } from '~/platform/transact.server'
import { median, percentile, type Table } from './table'
import { depositPaysOrder } from '../../tests/support/movements'

const rounds = 500
const entries = 1_000_000
const userId = 'bench'
const endsAt = new Date('2126-01-01')

/** Microseconds of each call; the first tenth warms up. */
const timed = async (times: number, work: (index: number) => Promise<unknown>): Promise<number[]> => {
  const took: number[] = []
  const warm = Math.ceil(times / 10)
  for (let index = -warm; index < times; index++) {
    const start = performance.now()
    await work(index + warm)
    if (index >= 0) took.push((performance.now() - start) * 1000)
  }
  return took
}
const row = (what: string, took: number[]): Table['rows'][number] => [what, median(took), percentile(took, 0.95)]

let ids = 0
const journeys = async (ledger: string): Promise<Table['rows']> => {
  const two = { ...depositPaysOrder({ provider: 'stripe', usd: 10_000n }), actor: 'bench' }
  const four = { ...mangoPart({ userId, mango: 1n, usd: 1n }), actor: 'bench' }
  const alone = await timed(rounds, () => transact((tx) => post(tx, { ...two, id: `bench/${++ids}` })))
  const mango = await timed(rounds, () => transact((tx) => post(tx, { ...four, id: `bench/${++ids}` })))
  const held = await timed(rounds, () =>
    transact(async (tx): Promise<{ ok: boolean }> => {
      const id = `bench/${++ids}`
      const set = await hold(tx, { id: `${id}/hold`, account: wallet(userId), amount: 1n, endsAt })
      return set.ok ? postHold(tx, `${id}/hold`, { ...four, id }) : set
    }),
  )
  const inside: number[] = []
  await transact(async (tx) => {
    inside.push(...(await timed(rounds, () => post(tx, { ...two, id: `bench/${++ids}` }))))
    return { ok: true }
  })
  return [
    row(`${ledger}: a transfer of 2 lines, its own transaction on the disk`, alone),
    row(`${ledger}: the same within a transaction`, inside),
    row(`${ledger}: the Mango part of an order (4 lines)`, mango),
    row(`${ledger}: the same, held first`, held),
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

await db.user.create({ data: { id: userId, userName: userId, userNameKey: userId, passwordHash: '', language: 'en' } })
const start = {
  id: 'bench/start',
  kind: 'bench',
  actor: 'bench',
  lines: [
    { account: wallet(userId), amount: 1_000_000n },
    { account: house('exchange', 'MANGO'), amount: -1_000_000n },
  ],
}
await transact((tx) => post(tx, start))
const empty = await journeys('empty')
fillUp()
const full = await journeys('a million entries')
const account = house('revenue')
const read = [
  row('the balance of an account', await timed(rounds, () => balanceOf(account))),
  row('the first page of half a million entries (10)', await timed(rounds, () => listEntries(account, { size: 10 }))),
  row(
    'a page in their middle (10)',
    await timed(rounds, () => listEntries(account, { before: entries / 4, size: 10 })),
  ),
  row('the last page (10)', await timed(rounds, () => listEntries(account, { before: 11, size: 10 }))),
  row('the trial balance', await timed(50, () => trialBalance())),
]
const tables: Table[] = [
  { title: 'A transfer of the ledger (µs)', columns: ['what', 'median', 'p95'], rows: [...empty, ...full] },
  { title: 'Reading a ledger of a million entries (µs)', columns: ['what', 'median', 'p95'], rows: read },
  { title: 'The invariants of a million entries (ms)', columns: ['check', 'took'], rows: invariants() },
]
await closeDatabase()
process.stdout.write(JSON.stringify(tables), () => process.exit(0))
