/**
 * Runs once before the tests: makes a migrated, empty database that every test file copies, and sets where the one with
 * the demo's accounts is cached (seeded.ts). After the tests it stops the servers that test files shared
 * (shared-portal.ts).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { digest } from '../../scripts/lib/steps.mjs'
import { deploy } from '../../scripts/migrate.mjs'
import { askLeftDatabase } from './invariants'
import { testCache } from './paths'
import { removeOldTemplates } from './template'

declare module 'vitest' {
  export interface ProvidedContext {
    emptyDatabase: string
    /** A file with a line of JSON for each shared server: pid, dataDir. */
    sharedServers: string
    seededDatabase: string
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Stops the server of a worker that has ended; false if it had to be killed. */
const stopServer = async (pid: number): Promise<boolean> => {
  if (isRunning(pid)) process.kill(pid, 'SIGTERM')
  for (let tries = 0; tries < 300 && isRunning(pid); tries++) await setTimeout(50)
  if (!isRunning(pid)) return true
  process.kill(pid, 'SIGKILL')
  return false
}

const prepare = async (project: TestProject): Promise<() => Promise<void>> => {
  mkdirSync(testCache, { recursive: true })
  removeOldTemplates()
  const folder = mkdtempSync(path.join(testCache, 'empty-'))
  const file = path.join(folder, 'portal.db')
  await deploy(file)
  project.provide('emptyDatabase', file)
  const kept = `accounts-${digest(['prisma/migrations', 'app/modules', 'app/platform', 'app/text']).slice(0, 16)}.db`
  for (const old of readdirSync(testCache))
    if (old.startsWith('accounts-') && !old.startsWith(kept)) rmSync(path.join(testCache, old))
  project.provide('seededDatabase', path.join(testCache, kept))
  const shared = path.join(folder, 'shared-servers')
  writeFileSync(shared, '')
  project.provide('sharedServers', shared)
  return async () => {
    const wrong: string[] = []
    for (const line of readFileSync(shared, 'utf8').split('\n').filter(Boolean)) {
      const { pid, dataDir } = JSON.parse(line) as { pid: number; dataDir: string }
      if (!(await stopServer(pid))) wrong.push(`the shared server ${pid} had to be killed`)
      wrong.push(...askLeftDatabase(path.join(dataDir, 'portal.db')))
      rmSync(dataDir, { recursive: true, force: true })
    }
    rmSync(folder, { recursive: true, force: true })
    if (wrong.length > 0) throw new Error(`shared servers ended wrongly:\n${wrong.join('\n')}`)
  }
}
export default prepare
