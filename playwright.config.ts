/**
 * Browser tests: every journey twice, with scripts (`js`) and without (`no-js`). A file named *.js.spec.ts or
 * *.no-js.spec.ts runs in that project only. Each worker starts the built server with its own data.
 */
import { defineConfig, devices } from 'playwright/test'
import { findTestBrowser } from './scripts/lib/chromium.mjs'
import { depth } from './tests/support/runs'

const desktop = devices['Desktop Chrome']
const browser = findTestBrowser()

/** The gate runs tests tagged `@core`, and with one kind of browser those tagged `@core-js` or `@core-no-js`. */
const isGate = depth === 'gate'
const chosen = (tags: RegExp) => (isGate ? { grep: tags } : {})

export default defineConfig({
  testDir: 'tests',
  testMatch: 'e2e/**/*.spec.ts',
  outputDir: 'test-results',
  // The gate has two cores. In a long run a third worker goes on while another waits for an upload or a clock.
  workers: isGate ? 2 : 3,
  fullyParallel: false,
  // Tests of money and rights may not pass on a second try: their files configure 0.
  retries: 1,
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
    // Recording takes a third of the processor's time, so only a second try is recorded.
    trace: 'on-first-retry',
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
        // A page is left before optimizing its scripts pays: without it the browser takes a quarter less time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  projects: [
    {
      name: 'js',
      testIgnore: '**/*.no-js.spec.ts',
      ...chosen(/@core(?!-no-js)/),
      use: { userAgent: desktop.userAgent, javaScriptEnabled: true },
    },
    {
      name: 'no-js',
      testIgnore: '**/*.js.spec.ts',
      ...chosen(/@core(?!-js)/),
      use: { userAgent: desktop.userAgent, javaScriptEnabled: false },
    },
  ],
})
