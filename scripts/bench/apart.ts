/** Runs a measurement in its own process, on an empty, migrated database, and prints its tables. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { deploy } from '../migrate.mjs'
import type { Table } from './table'

/** `name`: the program next to this file, without `.ts`. Its last line of output is its tables as JSON. */
export const benchApart = async (name: string): Promise<Table[]> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'))
  try {
    await deploy(path.join(folder, 'portal.db'))
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, `${name}.ts`)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATA_DIR: folder, DATABASE_FILE: undefined, PORTAL_MODE: 'demo', LOG_LEVEL: 'warn' },
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    if (code !== 0) throw new Error(`measuring (${name}) ended with ${code}\n${out}`)
    return JSON.parse(out) as Table[]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
