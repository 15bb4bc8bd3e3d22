/**
 * npm test: types, lint, arrows, unit, http and browser tests, each with its time, closed by "N passed, N failed".
 * `--quick` (npm run check) omits what needs a build or a browser; `--samples` runs only the tests on real files beside
 * the project. Nothing is skipped: what is missing on the machine is installed (Debian as root) or named in a sentence.
 */
import './lib/runtime.mjs'
import { readOptions } from './lib/options.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { forgive, readPlaywright, readVitest, describeFailure } from './lib/results.mjs'
import { build, buildBackupLibrary, buildParts, install, root, run, say, seconds } from './lib/steps.mjs'
import { installSystemPackages } from './lib/system.mjs'

const { quick = false, samples = false } = readOptions({ quick: { type: 'boolean' }, samples: { type: 'boolean' } })
process.chdir(root)

/**
 * Colours and moving lines suit a person at a terminal; here every line stays. The browser runner sets FORCE_COLOR
 * itself, and Node complains when both are set.
 */
const plainOutput = { NO_COLOR: '1', FORCE_COLOR: undefined, CI: undefined }
const playwrightOutput = { NO_COLOR: undefined }
/** Tests start many processes, and each would compile the packages that the last one has compiled. */
const compiled = { NODE_COMPILE_CACHE: path.join(root, '.cache/tests/compiled-runners') }

const results = []
/**
 * A check counts as one; a suite has its own counts. Failures are repeated at the end, so that a log's last lines
 * contain them.
 */
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
  report(
    name,
    said === null ? 1 : 0,
    said === null ? 0 : 1,
    ms,
    said === null ? [] : [{ name, file: '', line: null, error: said.trimEnd().split('\n').slice(0, 12) }],
  )
}

const outputs = path.join(root, '.cache/results')
/** Runs a test runner that writes its results as JSON: returns them, and errors of the run outside of the tests. */
const runSuite = async (name, args, env) => {
  fs.mkdirSync(outputs, { recursive: true })
  const file = path.join(outputs, `${name.replaceAll(/\W+/g, '-')}.json`)
  fs.rmSync(file, { force: true })
  const ok = await run(process.execPath, args(file), {
    label: name,
    tell: () => undefined,
    env: { ...plainOutput, ...compiled, ...env(file) },
  }).then(
    () => true,
    () => false,
  )
  try {
    return { ok, json: JSON.parse(fs.readFileSync(file, 'utf8')) }
  } catch (error) {
    return { ok, json: null, wrong: `left no results (${error.message})` }
  }
}
/** Reports a part of a run: having no tests, or a skipped one, is a failure too. */
const reportPart = (
  name,
  { passed, failed, skipped, failures, files },
  wrong = passed + failed + skipped === 0
    ? 'no test ran'
    : skipped > 0
      ? `${skipped} skipped; a test may not be skipped`
      : '',
) => {
  if (wrong !== '') console.error(`${name}: ${wrong}`)
  const bad = failed + skipped
  report(
    name,
    passed,
    bad === 0 && wrong !== '' ? 1 : bad,
    files.reduce((sum, one) => sum + one.ms, 0),
    wrong === '' ? failures : [...failures, { name: wrong, file: '', line: null, error: [] }],
  )
  for (const { file: slow, ms: took } of files.slice(0, 10))
    console.log(`          ${seconds(took).padStart(8)}  ${slow}`)
}
const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

/** One run for all parts, so that no core waits for the slowest file of one of them. */
const vitest = async (parts, folders = []) => {
  const names = Object.keys(parts).join(' and ')
  say(names)
  const { ok, json, wrong } = await runSuite(
    names,
    (file) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...folders,
      '--reporter=./scripts/lib/report-vitest.mjs',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    () => ({}),
  )
  let failed = 0
  for (const [name, wanted] of Object.entries(parts)) {
    const found = json === null ? nothing : readVitest(json, wanted)
    failed += found.failed
    reportPart(name, found, wrong)
  }
  if (json !== null && !ok && failed === 0)
    report(names, 0, 1, 0, [
      { name: 'the runner ended with an error though no test failed', file: '', line: null, error: [] },
    ])
}

const flaky = []
/** More failures than this are not explained by a busy machine. */
const mostAgain = 10
const timesAgain = 3
/**
 * Both kinds of browser in one run. A test that failed is repeated three times alone: if it passes every time, it
 * counts as passed and is listed.
 */
const playwright = async (projects, files = []) => {
  const arguments_ = [
    'node_modules/playwright/cli.js',
    'test',
    ...files,
    '--reporter=./scripts/lib/report-playwright.mjs,json',
  ]
  const lastRun = path.join(outputs, 'last-run.json')
  say(Object.keys(projects).join(' and '))
  const { ok, json, wrong } = await runSuite(
    'browser tests',
    () => arguments_,
    (file) => ({ ...playwrightOutput, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: lastRun }),
  )
  const again = []
  const failed = json === null ? 0 : readPlaywright(json).failed
  if (failed > 0 && failed <= mostAgain && fs.existsSync(lastRun)) {
    for (let time = 1; time <= timesAgain; time++) {
      say(`what failed again, by itself, ${time} of ${timesAgain}`)
      const copy = path.join(outputs, 'last-run-again.json')
      fs.copyFileSync(lastRun, copy)
      const { json: more } = await runSuite(
        'browser tests again',
        () => [...arguments_, '--last-failed', '--workers=1'],
        (file) => ({ ...playwrightOutput, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: copy }),
      )
      const found = more === null ? { passedKeys: [] } : readPlaywright(more)
      again.push(found)
      // Only what passes every time counts: when nothing passed, further repetitions change nothing.
      if (found.passedKeys.length === 0) break
    }
  }
  for (const [name, project] of Object.entries(projects)) {
    const found = json === null ? { ...nothing, flaky: [] } : forgive(readPlaywright(json, project), again)
    flaky.push(...found.flaky)
    reportPart(name, found, wrong)
  }
  if (json !== null && !ok && failed === 0)
    report('browser tests', 0, 1, 0, [
      { name: 'the runner ended with an error though no test failed', file: '', line: null, error: [] },
    ])
}

try {
  if (!quick) await installSystemPackages()
  await install()
  // Compiled during the build, which keeps one core busy; an error is reported where the result is awaited.
  const library = quick || samples ? Promise.resolve() : buildBackupLibrary()
  library.catch(() => undefined)
  await (quick ? buildParts() : build())

  if (!fs.existsSync(path.resolve(process.env.SAMPLES_DIR ?? '../shared/samples')))
    say('no folder of sample files here (SAMPLES_DIR): the tests of the project’s own files run alone')
  const isHttp = (file) => /^tests\/(?:http|security)\//.test(file)
  const checks = () =>
    check('arrows', ['--import', 'tsx', 'scripts/arrows.ts'])
      .then(() => check('migrations', ['scripts/migrate.mjs', 'check']))
      .then(() => check('format', ['node_modules/prettier/bin/prettier.cjs', '--check', '.']))
  // Types and lint take longest and hold up nothing: the tests begin beside them. Only the backup tests need the library.
  const types = samples ? Promise.resolve() : check('types and lint', ['scripts/lint/types-and-lint.mjs'])
  if (!samples) await Promise.all([library, checks()])
  if (samples) {
    const readsSamples = (file) =>
      /\.(?:test|spec)\.tsx?$/.test(file) && /\bsamplesDir\b/.test(fs.readFileSync(file, 'utf8'))
    const files = fs
      .globSync('tests/{engine,unit,http,e2e}/**/*')
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter(readsSamples)
    await vitest(
      { 'tests of real files': () => true },
      files.filter((file) => file.endsWith('.test.ts')),
    )
    await playwright({ 'browser tests of real files': undefined }, [
      ...files.filter((file) => file.endsWith('.spec.ts')),
      '--grep=\\.sdx',
    ])
  } else if (quick) await vitest({ 'unit tests': () => true }, ['tests/unit', 'tests/engine', 'tests/platform'])
  else {
    await vitest({ 'unit tests': (file) => !isHttp(file), 'http tests': isHttp })
    await playwright({ 'browser tests with scripts': 'js', 'browser tests without scripts': 'no-js' })
  }
  await types
} catch (error) {
  const said = error instanceof Error ? error.message : String(error)
  console.error(said)
  report('preparation', 0, 1, 0, [{ name: 'preparation', file: '', line: null, error: said.split('\n').slice(0, 12) }])
}

for (const { name, failures } of results) {
  if (failures.length === 0) continue
  console.log(`\nFAILED in ${name}:`)
  for (const failure of failures) console.log(`  ${describeFailure(failure).replaceAll('\n', '\n  ')}`)
}
console.log('')
for (const { name, passed, failed, ms } of results)
  console.log(
    `  ${name.padEnd(32)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds(ms).padStart(9)}`,
  )
for (const one of flaky)
  console.log(
    `  FLAKY ${describeFailure({ ...one, error: [] })}: failed once, then passed ${timesAgain} times by itself`,
  )
const sum = (key) => results.reduce((total, one) => total + one[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
