/**
 * Every test file runs in `npm run test:all`, and the gate (`npm test`) runs a subset: both runners are asked. Takes 10
 * s.
 */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/paths'

const run = (depth: 'gate' | 'all', args: string[]): string => {
  const { FORCE_COLOR: _, ...inherited } = process.env
  return execFileSync(process.execPath, args, {
    cwd: root,
    env: { ...inherited, TEST_DEPTH: depth, NO_COLOR: '1' },
    encoding: 'utf8',
  })
}
const vitestFiles = (depth: 'gate' | 'all'): string[] =>
  run(depth, ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly'])
    .split('\n')
    .filter((line) => line.startsWith('tests/'))
    .sort()
const browserTests = (depth: 'gate' | 'all'): string[] =>
  run(depth, ['node_modules/playwright/cli.js', 'test', '--list'])
    .split('\n')
    .filter((line) => /^\s+\[(?:js|no-js)\] ›/.test(line))
    // A listing names lines; they are the same in both runs.
    .map((line) => line.trim())
    .sort()
const onDisk = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort()

test('vitest runs every test file in test:all, and in the gate all but the long ones', () => {
  const all = vitestFiles('all')
  expect(all).toEqual(onDisk('tests/**/*.test.{ts,tsx}'))
  expect(vitestFiles('gate')).toEqual(all.filter((file) => !/\.long\.test\.tsx?$/.test(file)))
})

test('Playwright runs every browser test in test:all, and in the gate those with a core tag', () => {
  const all = browserTests('all')
  const files = new Set(all.map((line) => /› (\S+\.spec\.ts):/.exec(line)?.[1]))
  expect([...files].map((file) => `tests/${file ?? ''}`).sort()).toEqual(onDisk('tests/**/*.spec.ts'))
  const gate = browserTests('gate')
  expect(gate.filter((line) => !all.includes(line))).toEqual([])
  for (const [project, other] of [
    ['js', 'no-js'],
    ['no-js', 'js'],
  ]) {
    const start = `[${project ?? ''}] ›`
    const tagged = new RegExp(`@core(?!-${other ?? ''}\\b)`)
    expect(gate.filter((line) => line.startsWith(start))).toEqual(
      all.filter((line) => line.startsWith(start) && tagged.test(line)),
    )
  }
})
