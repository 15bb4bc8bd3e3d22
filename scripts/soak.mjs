/**
 * npm run soak: runs the random tests for hours from a new seed: 10 000 sequences per model, 100 000 damaged files, 333
 * kills, and every other property proportionally longer. `npm run soak -- 2000` makes 2000 sequences per model;
 * `TEST_SEED=n npm run soak` repeats a seed.
 */
import './lib/runtime.mjs'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import { readOptions } from './lib/options.mjs'
import { build, install, run, say } from './lib/steps.mjs'

/** Sequences per model in `npm run test:all`. */
const usual = 300
const count = Number(readOptions({}, 1).words[0] ?? 10_000)
const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31))
if (!Number.isSafeInteger(count) || count < usual || !Number.isSafeInteger(seed)) {
  console.error(`usage: [TEST_SEED=n] npm run soak -- [SEQUENCES], at least ${usual}`)
  process.exit(2)
}
const isRandom = (file) => /from '(?:fast-check|[./]+support\/runs)'/.test(fs.readFileSync(file, 'utf8'))
try {
  await install()
  await build()
  const files = fs.globSync('tests/**/*.test.{ts,tsx}').filter(isRandom)
  say(`TEST_SEED=${seed}: ${count} sequences per model, ${files.length} files`)
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files, '--testTimeout=0'], {
    label: `soak, TEST_SEED=${seed}`,
    env: { TEST_DEPTH: 'soak', TEST_SEED: String(seed), SOAK_FACTOR: String(count / usual) },
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
