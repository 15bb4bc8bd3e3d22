/** Unit and http tests. The engine's wasm is imported as a path; every test file has a database of its own. */
import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    {
      name: 'wasm-as-path',
      enforce: 'pre',
      load: (id) => (id.endsWith('.wasm') ? `export default ${JSON.stringify(id)}` : null),
    },
  ],
  resolve: { alias: { '~': path.resolve(import.meta.dirname, 'app') } },
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    environment: 'node',
    globalSetup: ['tests/support/prepare.ts'],
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
    // Tests make faults on purpose, by the hundred: their log lines would hide what a run says.
    env: { PORTAL_MODE: 'demo', NODE_ENV: 'test', LOG_LEVEL: 'fatal' },
  },
})
