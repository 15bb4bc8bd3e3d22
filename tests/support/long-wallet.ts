/**
 * A wallet with this many entries, written directly to the database: the program would need half an hour for a million.
 * The invariants of the ledger hold afterwards.
 */
import Database from 'better-sqlite3'

/** A day in 2024; entries are a minute apart. */
const firstMs = Date.parse('2024-01-01T00:00:00Z')
const minuteMs = 60_000
const exchange = 'exchange/MANGO'

type Account = { balance: number; lastSeq: number }
/**
 * Types in turn. Transfers have a note; one entry in a thousand is a cashback, and no purchase is income: these filters
 * match few entries.
 */
const kindOf = (index: number): { type: number; amount: number; note: string | null } => {
  if (index % 1000 === 999) return { type: 3, amount: 2500, note: null }
  const amount = 10_000 + (index % 7) * 1250
  switch (index % 4) {
    case 0:
      return { type: 4, amount: amount * 3, note: null }
    case 1:
      return { type: 2, amount: -amount, note: null }
    case 2:
      return { type: 0, amount: -amount, note: `for the rooftop, no. ${index}` }
    default:
      return { type: 5, amount, note: null }
  }
}

export const fillWallet = (databaseFile: string, userId: string, entries: number): void => {
  const raw = new Database(databaseFile)
  const triggers = raw.prepare(`SELECT "name", "sql" FROM sqlite_master WHERE "type" = 'trigger'`).all() as {
    name: string
    sql: string
  }[]
  const wallet = `wallet/MANGO/${userId}`
  const open = raw.prepare(
    `INSERT INTO "LedgerAccount" ("id", "kind", "ownerKey", "currency", "userId", "floor", "createdAt")
     VALUES (?, ?, ?, 'MANGO', ?, ?, '2024-01-01T00:00:00.000+00:00') ON CONFLICT DO NOTHING`,
  )
  const accountOf = (id: string): Account =>
    raw.prepare('SELECT "balance", "lastSeq" FROM "LedgerAccount" WHERE "id" = ?').get(id) as Account
  const transfer = raw.prepare(
    `INSERT INTO "LedgerTransfer" ("id", "kind", "at", "lines", "digest", "actor", "note", "number")
     VALUES (?, 'filled', ?, 2, '', 'test', ?, ?)`,
  )
  const entry = raw.prepare(
    `INSERT INTO "LedgerEntry" ("transferId", "line", "accountId", "seq", "amount", "balanceAfter", "at", "type")
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  raw.transaction(() => {
    for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`)
    open.run(wallet, 'wallet', userId, userId, 0)
    open.run(exchange, 'exchange', '', null, null)
    const [own, other] = [accountOf(wallet), accountOf(exchange)]
    for (let index = 0; index < entries; index++) {
      const { type, amount, note } = kindOf(index)
      const at = new Date(firstMs + index * minuteMs).toISOString().replace('Z', '+00:00')
      const id = `filled/${userId}/${index}`
      transfer.run(id, at, note, `FILLED-${userId.slice(-4)}-${index}`.toUpperCase())
      own.balance += amount
      other.balance -= amount
      entry.run(id, 1, wallet, ++own.lastSeq, amount, own.balance, at, type)
      entry.run(id, 2, exchange, ++other.lastSeq, -amount, other.balance, at, null)
    }
    const update = raw.prepare('UPDATE "LedgerAccount" SET "balance" = ?, "lastSeq" = ? WHERE "id" = ?')
    update.run(own.balance, own.lastSeq, wallet)
    update.run(other.balance, other.lastSeq, exchange)
    for (const { sql } of triggers) raw.exec(sql)
  })()
  raw.close()
}
