/** Unit and http tests. The engine's wasm is imported as a path; every test file has a database of its own. */
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The gate (`npm test`) leaves out files named *.long.test.ts; `npm run test:all` and `npm run soak` run all. */
const isGate = (process.env.TEST_DEPTH ?? 'gate') === 'gate'

/** Longer files first, and before them those that take long, so that no worker is left without work at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.includes('.long.')
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

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
    exclude: isGate ? ['**/*.long.test.*'] : [],
    environment: 'node',
    globalSetup: ['tests/support/prepare.ts'],
    setupFiles: ['tests/support/fresh.ts', 'tests/support/setup.ts'],
    pool: 'forks',
    // Three processes take all files: on two cores, one of them mostly waits for a server. The own modules are
    // loaded anew for each file (fresh.ts).
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst, setupFiles: 'list' },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    retry: 0,
    // The next run of one module's tests begins within three seconds: most modules are transformed already.
    experimental: { fsModuleCache: true, fsModuleCachePath: path.resolve(import.meta.dirname, '.cache/tests/modules') },
    // The usual second is short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Tests make faults on purpose, by the hundred: their log lines would hide what a run says.
    env: { PORTAL_MODE: 'demo', NODE_ENV: 'test', LOG_LEVEL: 'fatal' },
  },
})
