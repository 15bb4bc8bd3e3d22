/**
 * The demo's accounts, brand and boxes in this test file's database. The accounts are made once for each state of the
 * sources and copied from then on: hashing six passwords takes longer than many a test. Boxes are not, as their secrets
 * are sealed by the key of their data folder.
 */
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/** A database that something was written to before is seeded as it is. */
export const seedPeople = async (): Promise<void> => {
  const file = path.join(process.env.DATA_DIR ?? '', 'portal.db')
  const kept = inject('seededDatabase')
  const isEmpty = readFileSync(file).equals(readFileSync(inject('emptyDatabase')))
  const isKept = existsSync(kept)
  if (isEmpty && isKept) copyFileSync(kept, file)
  const { seedAccounts } = await import('~/modules/account/account.server')
  const { seedRegistry } = await import('~/modules/registry/registry.server')
  await seedAccounts()
  if (isEmpty && !isKept) {
    const { db } = await import('~/platform/db.server')
    const making = `${kept}.${process.pid}`
    await db.$executeRaw`VACUUM INTO ${making}`
    renameSync(making, kept)
  }
  await seedRegistry()
}
