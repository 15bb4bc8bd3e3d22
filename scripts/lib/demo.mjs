/** The settings of the demo, and its database, which is migrated and seeded before the server starts. */
import fs from 'node:fs'
import path from 'node:path'
import { databaseFile } from './data.mjs'
import { digest, root, run, say } from './steps.mjs'

/** The environment that start, dev and the tests pass to their server. The user's own settings take precedence. */
export const demoEnvironment = () => ({
  ...process.env,
  NODE_ENV: 'production',
  PORTAL_MODE: process.env.PORTAL_MODE?.trim() || 'demo',
})

/**
 * A digest of everything that determines the demo data. It is stored in the database, to detect a new seed or a new
 * database.
 */
export const seedDigest = () => {
  const modules = path.join(root, 'app/modules')
  const seeds = fs
    .readdirSync(modules, { recursive: true })
    .filter((name) => /seed[^/]*\.ts$/.test(name))
    .map((name) => `app/modules/${name}`)
  return digest(['prisma/seed.ts', ...seeds.sort()])
}

const knownSeed = async (file) => {
  const { default: Database } = await import('better-sqlite3')
  const connection = new Database(file, { readonly: true })
  try {
    return connection.prepare(`SELECT value FROM Setting WHERE key = 'demo-seed'`).pluck().get()
  } catch {
    return undefined
  } finally {
    connection.close()
  }
}

/** Applies missing migrations, then the demo data if it is new. */
export const prepareDatabase = async (environment) => {
  const file = databaseFile(environment)
  const { deploy } = await import('../migrate.mjs')
  const applied = await deploy(file)
  const { appliedSentence } = await import('./migrations.mjs')
  if (applied.length > 0) say(`database: ${appliedSentence(applied)}`)
  if (environment.PORTAL_MODE !== 'demo') return
  const wanted = seedDigest()
  if ((await knownSeed(file)) === wanted) return
  say('seeding the demo data')
  await run(process.execPath, ['--import', 'tsx', 'prisma/seed.ts'], {
    quiet: true,
    label: 'seed',
    // The demo's data is a megabyte; the minimum keeps room from its users' files only.
    env: { ...environment, LOG_LEVEL: 'warn', MIN_FREE_DISK_BYTES: '0', DEMO_SEED: wanted },
  })
}
