/**
 * The data folder that test servers start with: migrated and seeded once per state of migrations and seeds, then copied
 * for each use. It is made in a temporary place and moved, so that concurrent runs do not collide.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { seedDigest } from '../../scripts/lib/demo.mjs'
import { digest } from '../../scripts/lib/steps.mjs'
import { makeDataFolder, root, testCache } from './paths'

const dayMs = 86_400_000
/**
 * Removes templates that are not from the last day: the demo's offers and services end some hours or days after they
 * were made. Runs once, before the tests.
 */
export const removeOldTemplates = (): void => {
  if (!existsSync(testCache)) return
  for (const name of readdirSync(testCache).filter((one) => one.startsWith('template-'))) {
    const place = path.join(testCache, name)
    if (Math.abs(Date.now() - statSync(place).mtimeMs) > dayMs) rmSync(place, { recursive: true, force: true })
  }
}

/** The template's folder, made if it does not exist. */
export const prepareTemplate = (): string => {
  const mark = digest([
    'prisma/migrations',
    'prisma/seed.ts',
    'app/modules',
    'app/platform',
    'engine/build/engine.wasm',
  ]).slice(0, 16)
  const place = path.join(testCache, `template-${mark}`)
  if (existsSync(place)) return place
  mkdirSync(testCache, { recursive: true })
  for (const old of readdirSync(testCache))
    if (old.startsWith('template-') && !old.includes('.'))
      rmSync(path.join(testCache, old), { recursive: true, force: true })
  // The compile cache of servers of older builds (server.ts).
  rmSync(path.join(testCache, 'compiled'), { recursive: true, force: true })
  const making = mkdtempSync(path.join(testCache, 'making-'))
  const { DATABASE_FILE: _, ...inherited } = process.env
  const environment = {
    ...inherited,
    DATA_DIR: making,
    PORTAL_MODE: 'demo',
    NODE_ENV: 'production' as const,
    LOG_LEVEL: 'warn',
    DEMO_SEED: seedDigest(),
  }
  for (const command of [
    ['scripts/migrate.mjs', 'deploy'],
    ['--import', 'tsx', 'prisma/seed.ts'],
  ]) {
    const made = spawnSync(process.execPath, command, { cwd: root, env: environment, encoding: 'utf8' })
    if (made.status !== 0) {
      rmSync(making, { recursive: true, force: true })
      throw new Error(`${command.join(' ')} failed while preparing the tests' data:\n${made.stdout}${made.stderr}`)
    }
  }
  try {
    renameSync(making, place)
  } catch {
    // Another run was first; its folder is the same.
    rmSync(making, { recursive: true, force: true })
  }
  return place
}

/** A fresh data folder: a copy of the template. */
export const copyTemplate = (): string => {
  const folder = makeDataFolder('portal-data-')
  cpSync(prepareTemplate(), folder, { recursive: true })
  return folder
}
