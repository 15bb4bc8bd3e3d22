/** Runs before each test file: gives it its own data folder and database, before any module reads the settings. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, inject } from 'vitest'

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-test-'))
copyFileSync(inject('emptyDatabase'), path.join(folder, 'portal.db'))
process.env.DATA_DIR = folder
delete process.env.DATABASE_FILE
afterAll(() => rmSync(folder, { recursive: true, force: true }))
