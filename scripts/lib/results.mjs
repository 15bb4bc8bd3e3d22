/**
 * Reads the JSON of both test runners into one format: counts, failures with their places, and each file's time. Plain
 * node, for test.mjs.
 */
import path from 'node:path'
import { root } from './steps.mjs'

const maxErrorLines = 6
/** Removes colours, and stack lines inside libraries. */
const firstLines = (text) =>
  text
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*at .*(?:node_modules|node:|<anonymous>)/.test(line))
    .slice(0, maxErrorLines)
    .map((line) => line.slice(0, 300))
const short = (file) => (path.isAbsolute(file) ? path.relative(root, file) : file).replaceAll('\\', '/')
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The first line of this file in an error's stack. */
const lineIn = (file, stack) =>
  new RegExp(`${escaped(short(file))}:(\\d+)`).exec(stack.replaceAll('\\', '/'))?.[1] ?? null
const slowestFirst = (files) => [...files].map(([file, ms]) => ({ file, ms })).sort((a, b) => b.ms - a.ms)

/** Reads the JSON of a vitest run. */
export const readVitest = (json) => {
  const failures = []
  const files = new Map()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, status, message, startTime, endTime, assertionResults } of json.testResults) {
    files.set(short(name), endTime - startTime)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const passed = assertionResults.filter((test) => test.status === 'passed')
    counts.passed += passed.length
    counts.failed += failed.length
    counts.skipped += assertionResults.length - passed.length - failed.length
    for (const test of failed) {
      const stack = (test.failureMessages ?? []).join('\n')
      failures.push({ name: test.fullName, file: short(name), line: lineIn(name, stack), error: firstLines(stack) })
    }
    if (status !== 'failed' || failed.length > 0) continue
    // A file that did not load has no tests to count; a file whose teardown failed has no failed tests.
    counts.failed += 1
    failures.push({
      name: 'the file as a whole',
      file: short(name),
      line: lineIn(name, message ?? ''),
      error: firstLines(message ?? ''),
    })
  }
  return { ...counts, flaky: [], failures, files: slowestFirst(files) }
}

/** Reads the JSON of a Playwright run. A test that passed only in a repeat counts as passed and is listed as flaky. */
export const readPlaywright = (json) => {
  const failures = []
  const flaky = []
  const files = new Map()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const folder = json.config?.rootDir ?? root
  const visit = (suite, titles) => {
    for (const { title, file, line, tests } of suite.specs ?? []) {
      for (const { status, results, projectName } of tests) {
        const place = `${short(path.resolve(folder, file))} (${projectName})`
        const ms = results.reduce((sum, { duration }) => sum + duration, files.get(place) ?? 0)
        files.set(place, ms)
        const isPassed = status === 'expected' || status === 'flaky'
        counts[isPassed ? 'passed' : status === 'skipped' ? 'skipped' : 'failed'] += 1
        if (status === 'expected' || status === 'skipped') continue
        const errors = results.flatMap((result) => result.errors ?? [])
        const found = {
          name: [...titles, title].join(' › '),
          file: place,
          line: errors[0]?.location?.line ?? line,
          error: errors.flatMap(({ message }) => firstLines(message ?? '')).slice(0, 2 * maxErrorLines),
        }
        if (isPassed) flaky.push(found)
        else failures.push(found)
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
  return { ...counts, flaky, failures, files: slowestFirst(files) }
}

/** A failure as lines to print. */
export const describeFailure = ({ name, file, line, error }) =>
  [[file, line].filter((part) => part !== null && part !== '').join(':'), name]
    .filter((part) => part !== '')
    .join('  ') + error.map((text) => `\n    ${text}`).join('')
