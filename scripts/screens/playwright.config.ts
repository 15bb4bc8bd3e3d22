/**
 * Takes pictures of every page for people to look at: `npx playwright test -c scripts/screens`. Nothing is compared,
 * and it is not part of `npm test`.
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
  projects: scripted === undefined ? [] : [{ ...scripted, name: 'screens', testIgnore: [] }],
} satisfies typeof base
