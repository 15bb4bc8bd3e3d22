/**
 * npm run soak: the random suites at length, 10 000 sequences per model, 100 000 damaged files and every other property
 * as many times longer, for hours rather than minutes. A number on the command line sets another count: `npm run soak
 * -- 2000`. Failures print their seed.
 */
import './lib/runtime.mjs'
import fs from 'node:fs'
import { readOptions } from './lib/options.mjs'
import { build, install, run, say } from './lib/steps.mjs'

const count = Number(readOptions({}, 1).words[0] ?? 10_000)
if (!Number.isSafeInteger(count) || count < 1) {
  console.error('usage: npm run soak -- [SEQUENCES]')
  process.exit(2)
}
try {
  await install()
  await build()
  say(`${count} sequences a model`)
  const models = [
    'tests/engine/edit.test.ts',
    'tests/engine/cells.property.test.ts',
    'tests/engine/satcodx-fuzz.test.ts',
    'tests/unit/editor/store.property',
    'tests/unit/verification/code-model.test.ts',
  ]
  const properties = fs.globSync('tests/**/*.test.ts').filter((file) => /\btimes\(/.test(fs.readFileSync(file, 'utf8')))
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...models, ...properties, '--testTimeout=0'], {
    label: 'soak',
    // The usual length is 300 sequences per model.
    env: {
      PROPERTY_TIMES: String(Math.max(1, Math.ceil(count / 300))),
      ENGINE_RUNS: String(count),
      ENGINE_FUZZ: String(10 * count),
      EDITOR_RUNS: String(count),
      VERIFICATION_RUNS: String(count),
    },
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
