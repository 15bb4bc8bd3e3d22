/**
 * Takes pictures of pages for people to look at; shown.shots.ts and every-page.shots.ts say how to run them. Nothing is
 * compared, and it is not part of `npm test`.
 */
import path from 'node:path'
import base from '../../playwright.config'
import { root } from '../../tests/support/paths'

const [scripted] = base.projects ?? []

export default {
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: path.join(root, 'test-results/screens'),
  globalSetup: path.join(root, 'tests/support/prepare-browser.ts'),
  reporter: [['list']],
  use: { ...base.use, trace: 'off', screenshot: 'off' },
  // The gate's selection of tests doesn't apply to pictures.
  projects: scripted === undefined ? [] : [{ ...scripted, name: 'screens', testIgnore: [], grep: /./ }],
} satisfies typeof base
