/**
 * npm test, the gate: the short, repeatable checks that every change must pass. npm run test:all runs everything.
 * `--quick` (npm run check) omits what needs a build or a browser; `--samples` runs only the tests that read real files
 * next to the project. vitest.config.ts and playwright.config.ts choose the tests by TEST_DEPTH.
 */
import './lib/runtime.mjs'
import { readOptions } from './lib/options.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { describeFailure, readPlaywright, readVitest } from './lib/results.mjs'
import { build, buildBackupLibrary, buildParts, install, root, run, say, seconds } from './lib/steps.mjs'
import { installSystemPackages } from './lib/system.mjs'

const {
  all = false,
  quick = false,
  samples = false,
} = readOptions({ all: { type: 'boolean' }, quick: { type: 'boolean' }, samples: { type: 'boolean' } })
process.chdir(root)

const outputs = path.join(root, '.cache/results')
fs.mkdirSync(outputs, { recursive: true })
const results = []
const report = (name, { passed, failed, flaky = [], failures = [], files = [] }, ms) => {
  results.push({ name, passed, failed, flaky, failures, files, ms })
  say(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${seconds(ms)}`)
}
const failure = (name, text) => ({
  passed: 0,
  failed: 1,
  failures: [{ name, file: '', line: null, error: text.trimEnd().split('\n').slice(0, 12) }],
})

/** Runs a program that passes or fails as a whole: it counts as one test. */
const check = async (name, args) => {
  const at = performance.now()
  const found = await run(process.execPath, args, { quiet: true, label: name }).then(
    () => ({ passed: 1, failed: 0 }),
    (error) => failure(name, error.output || error.message),
  )
  report(name, found, performance.now() - at)
}

/** Runs a test runner and reads its JSON. No tests at all, and skipped tests, are failures. */
const suite = async (name, args, env, read) => {
  say(name)
  const at = performance.now()
  const file = path.join(outputs, `${name.replaceAll(/\W+/g, '-')}.json`)
  fs.rmSync(file, { force: true })
  const ended = await run(process.execPath, args(file), {
    label: name,
    tell: () => undefined,
    env: {
      // Lines for a log, not for a terminal. Playwright sets FORCE_COLOR itself, and Node complains when both are set.
      FORCE_COLOR: undefined,
      CI: undefined,
      NODE_COMPILE_CACHE: path.join(root, '.cache/tests/compiled-runners'),
      TEST_DEPTH: all ? 'all' : 'gate',
      ...env(file),
    },
  }).then(
    () => null,
    (error) => error.message,
  )
  const found = fs.existsSync(file) ? read(JSON.parse(fs.readFileSync(file, 'utf8'))) : failure(name, 'left no results')
  const problem =
    found.skipped > 0
      ? `${found.skipped} skipped; a test may not be skipped`
      : found.passed + found.failed === 0
        ? 'no test ran'
        : ended !== null && found.failed === 0
          ? `ended with an error though no test failed: ${ended}`
          : null
  if (problem !== null) {
    found.failed += 1
    found.failures.push(...failure(name, problem).failures)
  }
  report(name, found, performance.now() - at)
}
const vitest = (name, files = []) =>
  suite(
    name,
    (file) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    () => ({ NO_COLOR: '1' }),
    readVitest,
  )
const playwright = (name, args = [], depth = {}) =>
  suite(
    name,
    () => ['node_modules/playwright/cli.js', 'test', ...args, '--reporter=list,json'],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...depth }),
    readPlaywright,
  )

/** The checks end before the tests begin, so that the tests have the machine to themselves. */
const checks = async () => {
  await check('types and lint', ['node_modules/oxlint/bin/oxlint'])
  await check('format', ['node_modules/oxfmt/bin/oxfmt', '--check'])
  await check('arrows', ['--import', 'tsx', 'scripts/arrows.ts'])
  await check('migrations', ['scripts/migrate.mjs', 'check'])
}

/** Test files that read real files. */
const readingSamples = () =>
  fs
    .globSync('tests/{engine,unit,http,e2e}/**/*.{test,spec}.ts')
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\bsamplesDir\b/.test(fs.readFileSync(file, 'utf8')))

try {
  if (!quick) await installSystemPackages({ withCompilers: all })
  await install()
  await (quick ? buildParts() : build())
  // Only backups use it, and only tests outside the gate make backups.
  if (all) await buildBackupLibrary()
  if (!fs.existsSync(path.resolve(process.env.SAMPLES_DIR ?? '../shared/samples')))
    say('no folder of sample files here (SAMPLES_DIR): the tests of the project’s own files run alone')
  if (samples) {
    const files = readingSamples()
    await vitest(
      'tests of real files',
      files.filter((file) => file.endsWith('.test.ts')),
    )
    await playwright(
      'browser tests of real files',
      [...files.filter((file) => file.endsWith('.spec.ts')), '--grep=\\.sdx'],
      { TEST_DEPTH: 'all' },
    )
  } else {
    await checks()
    await vitest('tests', quick ? ['tests/unit', 'tests/engine', 'tests/platform'] : [])
    if (!quick) await playwright('browser tests')
  }
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  console.error(text)
  report('preparation', failure('preparation', text), 0)
}

const times = results.flatMap(({ files }) => files).sort((a, b) => b.ms - a.ms)
const lines = times.map(({ file, ms }) => `${seconds(ms).padStart(9)}  ${file}`)
fs.writeFileSync(path.join(outputs, `times${samples ? '-samples' : ''}.txt`), `${lines.join('\n')}\n`)
console.log('\nThe dearest files (all in .cache/results/times.txt):')
for (const line of lines.slice(0, 20)) console.log(line)
for (const { name, failures } of results) {
  if (failures.length === 0) continue
  console.log(`\nFAILED in ${name}:`)
  for (const found of failures) console.log(`  ${describeFailure(found).replaceAll('\n', '\n  ')}`)
}
console.log('')
for (const { name, passed, failed, ms } of results)
  console.log(
    `  ${name.padEnd(32)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds(ms).padStart(9)}`,
  )
for (const found of results.flatMap(({ flaky }) => flaky))
  console.log(`  FLAKY ${describeFailure({ ...found, error: [] })}: failed once, then passed`)
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
