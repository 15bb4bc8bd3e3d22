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

type Columns = ReturnType<Database.Statement['columns']>
/** A statement with its columns as they were told last: telling them takes longer than reading a short row. */
type Kept = { statement: Database.Statement; columns: Columns | undefined }

/**
 * A statement that is bound again for each question; better-sqlite3 binds its own for good. The columns are told after
 * the rows were read: SQLite notices a changed schema by then, and rows of another width than the kept columns have
 * them told anew. A text that names its columns fails where one of them is gone.
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

/** Makes a connection keep the statements that it was asked last. */
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
