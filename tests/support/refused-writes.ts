/**
 * A database that refuses one kind of write, as a failing disk or a rule of its own would: what was to be stored was
 * not.
 */
import { db } from '~/platform/db.server'

/** `when`: only of rows of which this holds, in SQL. */
export type Write = readonly [table: string, act: 'INSERT' | 'UPDATE' | 'DELETE', when?: string]

/** What a caller of the database is thrown then. */
export const wasRefused = /constraint|refused by the test/i

/** Does this work while the database refuses those writes. */
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

/** How many rows some tables have, and a digest of what is in them: to see that nothing was kept. */
export const contentOf = async (tables: readonly string[]): Promise<string> => {
  const all: unknown[] = []
  for (const table of tables) all.push(await db.$queryRawUnsafe(`SELECT * FROM "${table}" ORDER BY 1`))
  return JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
