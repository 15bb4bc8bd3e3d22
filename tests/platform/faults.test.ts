/** What happens to a process when something fails without a caller to catch it. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/paths'

const run = (fault: string) => {
  const child = path.join(root, 'tests/support/fault-child.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', child, fault], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'info' },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

describe('a process', () => {
  it('survives an unhandled rejection, and logs it', () => {
    const { status, said } = run('rejection')
    expect(status).toBe(0)
    expect(said).toContain('lives on')
    expect(said).toMatch(/nobody waited/)
    expect(said).toMatch(/unhandled-rejection/)
  })

  it('ends at an uncaught exception', () => {
    const { status, said } = run('error')
    expect(status).toBe(1)
    expect(said).not.toContain('lives on')
    expect(said).toMatch(/nobody caught/)
  })
})
