/** Runs a measurement in its own process, on an empty, migrated database, and returns its tables. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { deploy } from '../migrate.mjs'
import { runProgram } from './portal'
import type { Table } from './table'

/** `name`: the program next to this file, without `.ts`. It prints its tables as JSON. */
export const benchApart = async (name: string): Promise<Table[]> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'))
  try {
    await deploy(path.join(folder, 'portal.db'))
    const env = { DATA_DIR: folder, DATABASE_FILE: undefined, PORTAL_MODE: 'demo', LOG_LEVEL: 'warn' }
    return JSON.parse(await runProgram(`${name}.ts`, [], env)) as Table[]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
