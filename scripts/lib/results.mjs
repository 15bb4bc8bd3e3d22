/**
 * The results of the test runners in one format: counts, each failure with its location and the first lines of its
 * error, and how long each file took. Plain node, for test.mjs.
 */
import path from 'node:path'
import { root } from './steps.mjs'

const mostErrorLines = 6
/** Removes colours, and stack lines inside libraries. */
const firstLines = (text) =>
  text
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*at .*(?:node_modules|node:|<anonymous>)/.test(line))
    .slice(0, mostErrorLines)
    .map((line) => line.slice(0, 300))
const short = (file) => (path.isAbsolute(file) ? path.relative(root, file) : file).replaceAll('\\', '/')
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The first line of this file in an error's stack. */
const lineIn = (file, stack) =>
  new RegExp(`${escaped(short(file))}:(\\d+)`).exec(stack.replaceAll('\\', '/'))?.[1] ?? null
const slowestFirst = (files) => [...files].map(([file, ms]) => ({ file, ms })).sort((a, b) => b.ms - a.ms)

/** Reads the JSON of a vitest run, or of the files in it that `wanted` selects. */
export const readVitest = (json, wanted = () => true) => {
  const failures = []
  const files = new Map()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, status, message, startTime, endTime, assertionResults } of json.testResults) {
    if (!wanted(short(name))) continue
    files.set(short(name), (files.get(short(name)) ?? 0) + endTime - startTime)
    const wrong = assertionResults.filter((one) => one.status === 'failed')
    counts.passed += assertionResults.filter((one) => one.status === 'passed').length
    counts.failed += wrong.length
    for (const one of wrong) {
      const stack = (one.failureMessages ?? []).join('\n')
      failures.push({ name: one.fullName, file: short(name), line: lineIn(name, stack), error: firstLines(stack) })
    }
    counts.skipped += assertionResults.filter((one) => one.status !== 'passed' && one.status !== 'failed').length
    if (status !== 'failed' || wrong.length > 0) continue
    // A file that could not be loaded has no tests to count; one whose teardown failed has no failed ones.
    counts.failed += 1
    failures.push({
      name: 'the file as a whole',
      file: short(name),
      line: lineIn(name, message ?? ''),
      error: firstLines(message ?? ''),
    })
  }
  return { ...counts, failures, files: slowestFirst(files) }
}

/** Reads the JSON of a Playwright run, or of one project in it; errors outside of any test count in every project. */
export const readPlaywright = (json, project = null) => {
  const failures = []
  const files = new Map()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const passed = []
  const folder = json.config?.rootDir ?? root
  const visit = (suite, titles) => {
    for (const { title, file, line, tests } of suite.specs ?? []) {
      const place = short(path.resolve(folder, file))
      for (const { status, results, projectName } of tests) {
        if (project !== null && projectName !== project) continue
        files.set(
          place,
          results.reduce((sum, { duration }) => sum + duration, files.get(place) ?? 0),
        )
        const name = [...titles, title].join(' › ')
        const key = `[${projectName ?? ''}] ${place} ${name}`
        counts[status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed'] += 1
        if (status === 'expected') passed.push(key)
        if (status === 'expected' || status === 'skipped') continue
        const errors = results.flatMap((one) => one.errors ?? [])
        failures.push({
          key,
          name,
          file: place,
          line: errors[0]?.location?.line ?? line,
          error: errors.flatMap(({ message }) => firstLines(message ?? '')).slice(0, 2 * mostErrorLines),
        })
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title])
  }
  for (const suite of json.suites) visit(suite, [])
  for (const { message, location } of json.errors) {
    counts.failed += 1
    failures.push({
      name: 'outside any test',
      file: location === undefined ? '' : short(location.file),
      line: location?.line ?? null,
      error: firstLines(message ?? ''),
    })
  }
  return { ...counts, failures, files: slowestFirst(files), passedKeys: passed }
}

/**
 * A run's results after its failed tests were repeated alone: a test that then passed every time counts as passed and
 * is listed as flaky. Errors outside of any test can't be repeated.
 */
export const forgive = (results, again) => {
  const isFlaky = ({ key }) =>
    key !== undefined && again.length > 0 && again.every((one) => one.passedKeys.includes(key))
  const flaky = results.failures.filter(isFlaky)
  return {
    ...results,
    passed: results.passed + flaky.length,
    failed: results.failed - flaky.length,
    failures: results.failures.filter((one) => !isFlaky(one)),
    flaky,
  }
}

/** A failure as lines to print. */
export const describeFailure = ({ name, file, line, error }) =>
  [[file, line].filter((part) => part !== null && part !== '').join(':'), name]
    .filter((part) => part !== '')
    .join('  ') + error.map((one) => `\n    ${one}`).join('')
