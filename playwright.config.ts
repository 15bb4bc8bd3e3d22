/**
 * Browser tests: every journey twice, with scripts (`js`) and without (`no-js`). A file named *.js.spec.ts or
 * *.no-js.spec.ts runs in that project only. Each worker starts the built server with its own data.
 */
import { defineConfig, devices } from 'playwright/test'
import { findTestBrowser } from './scripts/lib/chromium.mjs'

const desktop = devices['Desktop Chrome']
const browser = findTestBrowser()

export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'security/**/*.spec.ts', 'budgets/**/*.spec.ts'],
  outputDir: 'test-results',
  // One more than the cores that CI has: while a test waits for an upload or a clock, another one works.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // A slow machine that also does other work takes three times as long as a quick one.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  globalSetup: './tests/support/prepare-browser.ts',
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A recording is made of every test before it is known which one fails: a third of the processor's work.
    // `--trace=on` makes one of a test that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser === null ? {} : { executablePath: browser }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-gpu-rasterization',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'js', testIgnore: '**/*.no-js.spec.ts', use: { userAgent: desktop.userAgent, javaScriptEnabled: true } },
    { name: 'no-js', testIgnore: '**/*.js.spec.ts', use: { userAgent: desktop.userAgent, javaScriptEnabled: false } },
  ],
})
