/**
 * Caches the prepared statements of one connection by their text. SQLite then parses and plans a statement once;
 * Prisma's adapter would repeat that for every query. SQLite itself plans a statement again when the schema has
 * changed.
 */
import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'

/** Prisma writes a few hundred texts; lists of different lengths (`IN (?, ?)`) and filters add more. */
export const keptStatements = 500

/** How the adapter uses a statement: it binds once, then reads or runs. */
type Bound = Pick<Database.Statement, 'reader' | 'columns' | 'run'> & {
  raw(): { all(): unknown[] }
}

type Columns = ReturnType<Database.Statement['columns']>
/** A statement with its last known columns: asking for them takes longer than reading a short row. */
type Kept = { statement: Database.Statement; columns: Columns | undefined }

/**
 * A statement that can be bound again for each query; better-sqlite3 binds its own for good. Columns are read after the
 * rows, when SQLite has noticed a changed schema. If a row's width differs from the cached columns, they are read
 * again. A text that names its columns fails if one of them is gone.
 */
const boundTo = (kept: Kept, values: unknown[]): Bound => {
  const { statement } = kept
  let rows: unknown[] | undefined
  const read = (): unknown[] => (rows ??= statement.raw().all(values))
  return {
    reader: statement.reader,
    columns: () => {
      const [row] = read()
      if (kept.columns === undefined || (Array.isArray(row) && row.length !== kept.columns.length))
        kept.columns = statement.columns()
      return kept.columns
    },
    run: () => statement.run(values),
    raw: () => ({ all: read }),
  }
}

/** Makes a connection cache the statements that it used last. */
export const keepStatements = (connection: Pick<Database.Database, 'prepare'>): void => {
  const kept = new LRUCache<string, Kept>({ max: keptStatements })
  const prepare = connection.prepare.bind(connection)
  const keeping = (text: string): Pick<Bound, 'run'> & { bind(values: unknown[]): Bound } => {
    const known = kept.get(text)
    const one = known ?? { statement: prepare(text), columns: undefined }
    if (known === undefined) kept.set(text, one)
    return { run: () => one.statement.run(), bind: (values) => boundTo(one, values) }
  }
  Object.defineProperty(connection, 'prepare', { value: keeping })
}
