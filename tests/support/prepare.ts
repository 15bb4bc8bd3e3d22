/** Runs once before the tests: a migrated, empty database that every test file copies. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { deploy } from '../../scripts/migrate.mjs'
import { testCache } from './paths'

declare module 'vitest' {
  export interface ProvidedContext {
    emptyDatabase: string
  }
}

const prepare = async (project: TestProject): Promise<() => void> => {
  mkdirSync(testCache, { recursive: true })
  const folder = mkdtempSync(path.join(testCache, 'empty-'))
  const file = path.join(folder, 'portal.db')
  await deploy(file)
  project.provide('emptyDatabase', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
export default prepare
