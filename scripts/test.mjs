/**
 * npm test: types, lint, arrows, unit, http and browser tests, each with its time, closed by "N passed, N failed".
 * `--quick` (npm run check) leaves out what needs a build or a browser. Nothing is skipped: what is missing on the
 * machine is installed (Debian as root) or named in a sentence.
 */
import fs from 'node:fs'
import path from 'node:path'
import { build, install, requireNode, root, run, say, seconds } from './lib/steps.mjs'
import { installSystemPackages } from './lib/system.mjs'

const quick = process.argv.includes('--quick')
requireNode()
process.chdir(root)

const results = []
/** A check counts as one; a suite brings its own counts. */
const report = (name, passed, failed, ms) => {
  results.push({ name, passed, failed, ms })
  say(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${seconds(ms)}`)
}
const timed = async (work) => {
  const at = performance.now()
  const value = await work()
  return [value, performance.now() - at]
}

const check = async (name, args) => {
  say(name)
  const [ok, ms] = await timed(() =>
    run(process.execPath, args, { quiet: true, label: name }).then(
      () => true,
      (error) => {
        console.error(error.output || error.message)
        return false
      },
    ),
  )
  report(name, ok ? 1 : 0, ok ? 0 : 1, ms)
}

const outputs = path.join(root, '.cache/results')
/** Runs a suite that writes its counts as JSON; a suite that leaves no counts has failed as a whole. */
const suite = async (name, args, env, read) => {
  say(name)
  fs.mkdirSync(outputs, { recursive: true })
  const file = path.join(outputs, `${name.replaceAll(/\W+/g, '-')}.json`)
  fs.rmSync(file, { force: true })
  const [ok, ms] = await timed(() =>
    run(process.execPath, args(file), { label: name, env: env(file) }).then(
      () => true,
      () => false,
    ),
  )
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = read(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch {
    console.error(`${name} left no results`)
  }
  if (counts.skipped > 0) console.error(`${name}: ${counts.skipped} skipped; a test may not be skipped`)
  const failed = counts.failed + counts.skipped
  report(name, counts.passed, !ok && failed === 0 ? 1 : counts.passed + failed === 0 ? 1 : failed, ms)
}

const vitest = (name, folders) =>
  suite(
    name,
    (file) => ['node_modules/vitest/vitest.mjs', 'run', ...folders, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    () => ({}),
    // A file that could not be loaded has no tests to count.
    (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests + json.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length, skipped: json.numPendingTests + json.numTodoTests }),
  )

const playwright = (name, project) =>
  suite(
    name,
    () => ['node_modules/playwright/cli.js', 'test', `--project=${project}`],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    (json) => ({ passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky + json.errors.length, skipped: json.stats.skipped }),
  )

const tsc = 'node_modules/typescript/bin/tsc'
try {
  if (!quick) await installSystemPackages()
  await install()
  if (!quick) await build()
  else await run(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], { quiet: true, label: 'prisma generate', env: { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' } })

  if (!fs.existsSync(process.env.SAMPLES_DIR ?? '../shared/samples')) say('no folder of sample files here (SAMPLES_DIR): their twins on the project’s own fixtures run alone')
  await check('types', [tsc, '-p', '.'])
  await check('lint', ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'])
  await check('arrows', ['--import', 'tsx', 'scripts/arrows.ts'])
  await check('migrations', ['scripts/migrate.mjs', 'check'])
  if (quick) await vitest('unit tests', ['tests/unit', 'tests/engine', 'tests/platform'])
  else {
    await vitest('unit tests', fs.readdirSync('tests').filter((name) => !['http', 'security', 'e2e', 'support'].includes(name)).map((name) => `tests/${name}`))
    await vitest('http tests', ['tests/http', 'tests/security'])
    await playwright('browser tests with scripts', 'js')
    await playwright('browser tests without scripts', 'no-js')
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  report('preparation', 0, 1, 0)
}

console.log('')
for (const { name, passed, failed, ms } of results) console.log(`  ${name.padEnd(32)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds(ms).padStart(9)}`)
const sum = (key) => results.reduce((total, one) => total + one[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
