/**
 * Runs once before the tests: a migrated, empty database that every test file copies, and where the one with the demo's
 * accounts is kept (seeded.ts).
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { digest } from '../../scripts/lib/steps.mjs'
import { deploy } from '../../scripts/migrate.mjs'
import { testCache } from './paths'

declare module 'vitest' {
  export interface ProvidedContext {
    emptyDatabase: string
    seededDatabase: string
  }
}

const prepare = async (project: TestProject): Promise<() => void> => {
  mkdirSync(testCache, { recursive: true })
  const folder = mkdtempSync(path.join(testCache, 'empty-'))
  const file = path.join(folder, 'portal.db')
  await deploy(file)
  project.provide('emptyDatabase', file)
  const kept = `accounts-${digest(['prisma/migrations', 'app/modules', 'app/platform', 'app/text']).slice(0, 16)}.db`
  for (const old of readdirSync(testCache))
    if (old.startsWith('accounts-') && !old.startsWith(kept)) rmSync(path.join(testCache, old))
  project.provide('seededDatabase', path.join(testCache, kept))
  return () => rmSync(folder, { recursive: true, force: true })
}
export default prepare
