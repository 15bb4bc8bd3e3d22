/**
 * The demo's accounts, brand and boxes in this test file's database. The accounts are made once per state of the
 * sources and then copied: hashing six passwords takes longer than many a test. Boxes are not copied, as their secrets
 * are encrypted with their data folder's key.
 */
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/** Seeds the database; an empty one is replaced by the cached seeded one, if there is one. */
export const seedPeople = async (): Promise<void> => {
  const file = path.join(process.env.DATA_DIR ?? '', 'portal.db')
  const kept = inject('seededDatabase')
  const isEmpty = readFileSync(file).equals(readFileSync(inject('emptyDatabase')))
  const isKept = existsSync(kept)
  if (isEmpty && isKept) copyFileSync(kept, file)
  const { seedAccounts } = await import('~/modules/account/account.server')
  const { seedRegistry } = await import('~/modules/registry/registry.server')
  const { now } = await import('~/platform/clock.server')
  const { db } = await import('~/platform/db.server')
  await seedAccounts()
  // As old as accounts made by this test, whose clock may differ from that of the one that made them.
  if (isEmpty && isKept) await db.user.updateMany({ data: { createdAt: now() } })
  if (isEmpty && !isKept) {
    const making = `${kept}.${process.pid}`
    await db.$executeRaw`VACUUM INTO ${making}`
    renameSync(making, kept)
  }
  await seedRegistry()
}
