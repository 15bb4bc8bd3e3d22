/**
 * Prepared statements of one connection, kept by their text: SQLite reads and plans a statement once, where Prisma's
 * adapter would have it done again for every question. SQLite itself plans one anew when the schema has changed.
 */
import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'

/** Prisma writes a few hundred texts; lists of unlike lengths (`IN (?, ?)`) and filters make more. */
export const keptStatements = 500

/** What the adapter does with a statement: it binds once, then reads or runs. */
type Bound = Pick<Database.Statement, 'reader' | 'columns' | 'run'> & {
  raw(): { all(): unknown[] }
}

/**
 * A statement that is bound again for each question; better-sqlite3 binds its own for good. The columns are told after
 * the rows were read: SQLite notices a changed schema by then.
 */
const boundTo = (statement: Database.Statement, values: unknown[]): Bound => {
  let rows: unknown[] | undefined
  const read = (): unknown[] => (rows ??= statement.raw().all(values))
  return {
    reader: statement.reader,
    columns: () => {
      read()
      return statement.columns()
    },
    run: () => statement.run(values),
    raw: () => ({ all: read }),
  }
}

/** Makes a connection keep the statements that it was asked last. */
export const keepStatements = (connection: Pick<Database.Database, 'prepare'>): void => {
  const kept = new LRUCache<string, Database.Statement>({ max: keptStatements })
  const prepare = connection.prepare.bind(connection)
  const keeping = (text: string): Pick<Bound, 'run'> & { bind(values: unknown[]): Bound } => {
    const known = kept.get(text)
    const statement = known ?? prepare(text)
    if (known === undefined) kept.set(text, statement)
    return { run: () => statement.run(), bind: (values) => boundTo(statement, values) }
  }
  Object.defineProperty(connection, 'prepare', { value: keeping })
}
