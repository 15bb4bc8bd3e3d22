/** A database that refuses one kind of write, as a failing disk or a constraint would: nothing of it is stored. */
import { db } from '~/platform/db.server'

/** `when`: only rows for which this SQL condition holds. */
export type Write = readonly [table: string, act: 'INSERT' | 'UPDATE' | 'DELETE', when?: string]

/** The error that a caller of the database gets. */
export const wasRefused = /constraint|refused by the test/i

/** Runs the work while the database refuses those writes. */
export const whileRefused = async <T>([table, act, when]: Write, work: () => Promise<T>): Promise<T> => {
  await db.$executeRawUnsafe(
    `CREATE TRIGGER "refused_by_the_test" BEFORE ${act} ON "${table}"${when === undefined ? '' : ` WHEN ${when}`} BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
  )
  try {
    return await work()
  } finally {
    await db.$executeRawUnsafe('DROP TRIGGER "refused_by_the_test"')
  }
}

/** The row counts of some tables, and a digest of their contents: to check that nothing was stored. */
export const contentOf = async (tables: readonly string[]): Promise<string> => {
  const all: unknown[] = []
  for (const table of tables) all.push(await db.$queryRawUnsafe(`SELECT * FROM "${table}" ORDER BY 1`))
  return JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
