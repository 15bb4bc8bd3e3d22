/**
 * Runs before each test file: gives it its own data folder and database before any module reads the settings. At the
 * end the database must satisfy prisma/checks.
 */
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, inject } from 'vitest'
import { askLeftDatabase, findUnmet, markOf } from './invariants'
import { makeDataFolder } from './paths'
import { seed, times } from './runs'

fc.configureGlobal({ seed, numRuns: times(100) })

const folder = makeDataFolder('portal-test-')
const file = path.join(folder, 'portal.db')
copyFileSync(inject('emptyDatabase'), file)
const mark = markOf(file)
process.env.DATA_DIR = folder
delete process.env.DATABASE_FILE
afterAll(() => {
  const wrong = markOf(file) === mark ? [] : askLeftDatabase(file)
  rmSync(folder, { recursive: true, force: true })
  expect(wrong, 'the invariants of prisma/checks, after these tests').toEqual([])
  expect(findUnmet(), 'invariants that these tests may break and did not').toEqual([])
})
