/**
 * npm test: types, lint, arrows, unit, http and browser tests, each with its time, closed by "N passed, N failed".
 * `--quick` (npm run check) leaves out what needs a build or a browser. Nothing is skipped: what is missing on the
 * machine is installed (Debian as root) or named in a sentence.
 */
import './lib/runtime.mjs'
import { readOptions } from './lib/options.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { readPlaywright, readVitest, tellFailure } from './lib/results.mjs'
import { build, buildBackupLibrary, buildParts, install, root, run, say, seconds } from './lib/steps.mjs'
import { installSystemPackages } from './lib/system.mjs'

const { quick = false } = readOptions({ quick: { type: 'boolean' } })
process.chdir(root)

const results = []
/** A check counts as one; a suite brings its own counts. What failed is told once more at the end, so that a log's last lines say it. */
const report = (name, passed, failed, ms, failures = []) => {
  results.push({ name, passed, failed, ms, failures })
  say(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${seconds(ms)}`)
}
const timed = async (work) => {
  const at = performance.now()
  const value = await work()
  return [value, performance.now() - at]
}

const check = async (name, args) => {
  say(name)
  const [said, ms] = await timed(() =>
    run(process.execPath, args, { quiet: true, label: name }).then(
      () => null,
      (error) => error.output || error.message,
    ),
  )
  if (said !== null) console.error(said)
  report(name, said === null ? 1 : 0, said === null ? 0 : 1, ms, said === null ? [] : [{ name, file: '', line: null, error: said.trimEnd().split('\n').slice(0, 12) }])
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
  let counts = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
  let wrong = ''
  try {
    counts = read(JSON.parse(fs.readFileSync(file, 'utf8')))
    if (counts.passed + counts.failed === 0) wrong = 'no test ran'
    else if (!ok && counts.failed === 0) wrong = 'the runner ended with an error though no test failed'
  } catch (error) {
    wrong = `left no results (${error.message})`
  }
  if (counts.skipped > 0) wrong = `${counts.skipped} skipped; a test may not be skipped`
  if (wrong !== '') console.error(`${name}: ${wrong}`)
  const failed = counts.failed + counts.skipped
  report(name, counts.passed, failed === 0 && wrong !== '' ? 1 : failed, ms, wrong === '' ? counts.failures : [...counts.failures, { name: wrong, file: '', line: null, error: [] }])
  for (const { file: slow, ms: took } of counts.files.slice(0, 10)) console.log(`          ${seconds(took).padStart(8)}  ${slow}`)
}

const vitest = (name, folders) =>
  suite(
    name,
    (file) => ['node_modules/vitest/vitest.mjs', 'run', ...folders, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    () => ({}),
    readVitest,
  )

const playwright = (name, project) =>
  suite(
    name,
    () => ['node_modules/playwright/cli.js', 'test', `--project=${project}`],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    readPlaywright,
  )

const tsc = 'node_modules/typescript/bin/tsc'
try {
  if (!quick) await installSystemPackages()
  await install()
  await (quick ? buildParts() : build())

  if (!fs.existsSync(path.resolve(process.env.SAMPLES_DIR ?? '../shared/samples'))) say('no folder of sample files here (SAMPLES_DIR): the tests of the project’s own files run alone')
  // Each of these keeps one core busy: lint runs beside the others. Only the tests of backups need their library.
  await Promise.all([
    quick ? undefined : buildBackupLibrary(),
    check('lint', ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0']),
    check('types', [tsc, '-p', '.']).then(() => check('arrows', ['--import', 'tsx', 'scripts/arrows.ts'])).then(() => check('migrations', ['scripts/migrate.mjs', 'check'])),
  ])
  if (quick) await vitest('unit tests', ['tests/unit', 'tests/engine', 'tests/platform'])
  else {
    await vitest('unit tests', fs.readdirSync('tests').filter((name) => !['http', 'security', 'e2e', 'support'].includes(name)).map((name) => `tests/${name}`))
    await vitest('http tests', ['tests/http', 'tests/security'])
    await playwright('browser tests with scripts', 'js')
    await playwright('browser tests without scripts', 'no-js')
  }
} catch (error) {
  const said = error instanceof Error ? error.message : String(error)
  console.error(said)
  report('preparation', 0, 1, 0, [{ name: 'preparation', file: '', line: null, error: said.split('\n').slice(0, 12) }])
}

for (const { name, failures } of results) {
  if (failures.length === 0) continue
  console.log(`\nFAILED in ${name}:`)
  for (const failure of failures) console.log(`  ${tellFailure(failure).replaceAll('\n', '\n  ')}`)
}
console.log('')
for (const { name, passed, failed, ms } of results) console.log(`  ${name.padEnd(32)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds(ms).padStart(9)}`)
const sum = (key) => results.reduce((total, one) => total + one[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
