/** docs/security.md names existing tests for every threat. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/paths'

/** What a row names besides test files. */
const isOther = (name: string): boolean => name === 'engine/'
const endings = ['.test.ts', '.long.test.ts', '.spec.ts', '.js.spec.ts']

it('names at least one existing test in each row of the table of threats', () => {
  const rows = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!threat|---)/.test(line))
  expect(rows.length).toBeGreaterThan(40)
  const missing: string[] = []
  for (const row of rows) {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    expect([row, cells.length]).toEqual([row, 4])
    for (const name of cells[3]?.split(',').map((one) => one.trim()) ?? []) {
      if (!isOther(name) && !endings.some((ending) => existsSync(path.join(root, 'tests', name + ending))))
        missing.push(`${cells[0] ?? ''}: ${name}`)
    }
  }
  expect(missing).toEqual([])
})
