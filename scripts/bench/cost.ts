/**
 * Measures what one customer's expensive requests cost everybody else: the longest turn of the event loop, the bytes
 * that stay in memory, and how long another customer's picture takes.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Table } from './table'

/** Measured in a separate process, on its own data. */
export const benchCost = async (): Promise<Table[]> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-cost-'))
  try {
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, 'cost-run.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATA_DIR: folder, DATABASE_FILE: undefined, PORTAL_MODE: 'demo', LOG_LEVEL: 'warn' },
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    if (code !== 0) throw new Error(`measuring what costs ended with ${code}`)
    return JSON.parse(out) as Table[]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
