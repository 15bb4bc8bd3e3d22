/**
 * The database. `db` is the Prisma client; its queries and transactions take turns on one connection. Inside a
 * transaction use only `tx`, and await nothing else.
 */
import fs from 'node:fs'
import path from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import Database from 'better-sqlite3'
import { Prisma, PrismaClient } from '~/generated/prisma/client.ts'
import { env } from './env.server'
import { isInTransaction } from './scope.server'
import { keepStatements } from './statements'
import { isDatabaseDamaged, isStorageFull } from './storage'
import { nextTurn } from './timer.server'

/** So many queries, or one transaction, may follow each other before other work has its turn: a few milliseconds. */
const queriesAtOnce = 20
/**
 * Counts queries, and lets other work have its turn after so many. SQLite answers at once and promises settle before
 * anything else is looked at, so a long row of queries (a job over all boxes) would keep every request waiting.
 */
const makeFairness = (): ((cost: number) => Promise<void>) => {
  let spent = 0
  const renew = (): void => {
    spent = 0
  }
  return async (cost) => {
    if (spent >= queriesAtOnce) await nextTurn()
    if (spent === 0) setImmediate(renew)
    spent += cost
  }
}

/**
 * Serialises queries and transactions on the adapter's one connection.
 *
 * Without it, a plain query that is issued during another request's transaction would join that transaction. It would
 * be rolled back with it, although its promise had resolved. A transaction keeps the connection until it commits or
 * rolls back. Queries through `tx` go to the open transaction and do not wait.
 */
export const serialise = (factory: SqlMigrationAwareDriverAdapterFactory): SqlMigrationAwareDriverAdapterFactory => {
  const wrap = (adapter: SqlDriverAdapter): SqlDriverAdapter => {
    let tail: Promise<unknown> = Promise.resolve()
    const spend = makeFairness()
    const turn = <T>(work: () => Promise<T>, cost = 1): Promise<T> => {
      const result = tail.then(() => spend(cost)).then(work)
      tail = result.catch(() => undefined)
      return result
    }
    return {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      getConnectionInfo: adapter.getConnectionInfo?.bind(adapter),
      queryRaw: (query) => turn(() => adapter.queryRaw(query)).catch(noteDamage),
      executeRaw: (query) => turn(() => adapter.executeRaw(query)).catch(noteDamage),
      executeScript: (script) => turn(() => adapter.executeScript(script)),
      startTransaction: (isolation) =>
        new Promise((resolve, reject) => {
          void turn(async () => {
            let ended: () => void = () => undefined
            const end = new Promise<void>((done) => {
              ended = done
            })
            try {
              const tx = await adapter.startTransaction(isolation)
              const commit = tx.commit.bind(tx)
              const rollback = tx.rollback.bind(tx)
              tx.commit = () => commit().finally(ended)
              // A refused commit (a full disk, a broken reference) leaves its transaction open, and no other could
              // begin. So it is rolled back. If it is over already, SQLite reports that.
              tx.rollback = async () => {
                try {
                  await adapter.executeScript('ROLLBACK')
                } catch {
                  // No transaction is open.
                }
                return rollback().finally(ended)
              }
              resolve(tx)
            } catch (error) {
              reject(error)
              return
            }
            await end
          }, queriesAtOnce)
        }),
      dispose: () => adapter.dispose(),
    }
  }
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => wrap(await factory.connect()),
    connectToShadowDb: () => factory.connectToShadowDb(),
  }
}

/**
 * The file holds money, and a saved list must survive a power cut: a commit is on the disk before its promise resolves.
 */
const prepareFile = (file: string): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  // The files that SQLite creates beside it get the same permissions.
  fs.closeSync(fs.openSync(file, 'a', 0o600))
  const connection = new Database(file)
  connection.pragma('journal_mode = WAL')
  connection.close()
}

/**
 * Marks a raw statement that may be lost in a power cut without harm, such as the counter of a limit. It does not wait
 * for the disk, which would make everything else in the process wait. It survives the end of the process, and the next
 * full commit writes it to the disk.
 */
export const unsynced = '/* unsynced */'

/**
 * The adapter makes its connection prepare each query anew. The connection is an untyped internal field of the adapter.
 * If it ever disappears, queries get slower and a test fails.
 */
const keepStatementsOf = (adapter: object): void => {
  const connection: unknown = 'client' in adapter ? adapter.client : null
  if (connection instanceof Database) keepStatements(connection)
}

/**
 * If the database can't begin a transaction (beginning reads, and the disk may fail), the adapter's own lock would stay
 * taken and no transaction could begin again. So the transaction is begun formally, ended and then refused.
 */
const releaseFailed = (adapter: SqlDriverAdapter): void => {
  const connection: unknown = 'client' in adapter ? adapter.client : null
  if (!(connection instanceof Database)) return
  let refusal: { error: unknown } | null = null
  const prepare = connection.prepare.bind(connection)
  const careful = (text: string): Pick<Database.Statement, 'run'> => {
    const statement = prepare(text)
    if (text !== 'BEGIN') return statement
    const run = (): Database.RunResult => {
      try {
        return statement.run()
      } catch (error) {
        refusal = { error }
        return { changes: 0, lastInsertRowid: 0 }
      }
    }
    return { run }
  }
  Object.defineProperty(connection, 'prepare', { value: careful, configurable: true })
  const startTransaction = adapter.startTransaction.bind(adapter)
  adapter.startTransaction = async (isolation) => {
    refusal = null
    const tx = await startTransaction(isolation)
    const failed = refusal as { error: unknown } | null
    if (failed === null) return tx
    await tx.rollback()
    throw failed.error
  }
}

const openClient = (file: string): PrismaClient => {
  const base = new PrismaBetterSqlite3({ url: `file:${file}`, timeout: 5000 })
  const strict: SqlMigrationAwareDriverAdapterFactory = {
    provider: base.provider,
    adapterName: base.adapterName,
    connect: async () => {
      // The file is opened at the first query; start-checks.server.ts has checked it at start.
      prepareFile(file)
      const adapter = await base.connect()
      releaseFailed(adapter)
      keepStatementsOf(adapter)
      await adapter.executeScript('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
      const queryRaw = adapter.queryRaw.bind(adapter)
      // A statement outside transactions waits for its turn on the connection. Statements inside transactions
      // don't pass through here.
      adapter.queryRaw = async (query) => {
        if (!query.sql.startsWith(unsynced)) return queryRaw(query)
        await adapter.executeScript('PRAGMA synchronous = NORMAL')
        try {
          return await queryRaw(query)
        } finally {
          await adapter.executeScript('PRAGMA synchronous = FULL')
        }
      }
      return adapter
    },
    connectToShadowDb: () => base.connectToShadowDb(),
  }
  return new PrismaClient({
    adapter: serialise(strict),
    // A transaction waits for earlier ones; under load that can take longer than Prisma's default of 2 s.
    transactionOptions: { maxWait: 15_000, timeout: 15_000 },
  })
}

/**
 * Throws for a query inside a transaction that doesn't use `tx`: it would wait for the transaction, which waits for it,
 * and everybody else would wait too. The check looks at the caller, not at the adapter, because Prisma sends the
 * queries of one tick in the context of the first of them.
 */
const outsideTransactions = (client: PrismaClient): PrismaClient =>
  new Proxy(client, {
    get: (target, name) => {
      if (isInTransaction()) throw new Error('inside a transaction only its own tx may be asked')
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

export const db: PrismaClient = outsideTransactions(openClient(env.databaseFile))
export { Prisma }
export type Transaction = Prisma.TransactionClient

let damaged = false
/** True once a query of this process has found a damaged database page. */
export const wasDamaged = (): boolean => damaged
const noteDamage = (error: unknown): never => {
  damaged ||= isDatabaseDamaged(error)
  throw error
}

/**
 * Writes something that may be lost without harm, such as the time of last use. If the disk is full, the request
 * continues without it.
 */
export const noteIfRoom = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write()
  } catch (error) {
    if (!isStorageFull(error)) throw error
  }
}

/** True for a failed unique constraint. `fields` names some of its columns, for callers with several constraints. */
export const isUniqueViolation = (error: unknown): error is Prisma.PrismaClientKnownRequestError =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

/** Closes the connection. No query is possible afterwards. */
export const closeDatabase = async (): Promise<void> => {
  await db.$disconnect()
}
