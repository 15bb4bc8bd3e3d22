/**
 * What npm test tells of a run at its end: each failure with its place, whatever runner it comes from, and the slowest
 * files first.
 */
import path from 'node:path'
import { expect, test } from 'vitest'
import { forgive, readPlaywright, readVitest, describeFailure } from '../../scripts/lib/results.mjs'
import { root } from '../support/paths'

const file = (name: string): string => path.join(root, 'tests', name)

test('a failed vitest test is told with its line and error, a file that did not load as a failure of its own', () => {
  const stack = `AssertionError: expected 1 to be 2\n    at ${file('unit/a.test.ts')}:12:5\n    at ${path.join(root, 'node_modules/vitest/x.js')}:1:1`
  const results = readVitest({
    testResults: [
      {
        name: file('unit/a.test.ts'),
        status: 'failed',
        message: '',
        startTime: 1000,
        endTime: 1500,
        assertionResults: [
          { fullName: 'group says one', status: 'failed', failureMessages: [stack] },
          { fullName: 'fine', status: 'passed' },
        ],
      },
      {
        name: file('unit/b.test.ts'),
        status: 'failed',
        message: 'Cannot find module',
        startTime: 0,
        endTime: 0,
        assertionResults: [],
      },
      {
        name: file('unit/c.test.ts'),
        status: 'passed',
        message: '',
        startTime: 0,
        endTime: 2000,
        assertionResults: [{ fullName: 'fine', status: 'passed' }],
      },
    ],
  })
  expect(results).toMatchObject({ passed: 2, failed: 2, skipped: 0 })
  expect(results.failures.map(describeFailure)).toEqual([
    'tests/unit/a.test.ts:12  group says one\n    AssertionError: expected 1 to be 2\n        at ' +
      file('unit/a.test.ts') +
      ':12:5',
    'tests/unit/b.test.ts  the file as a whole\n    Cannot find module',
  ])
  expect(results.files.map((one) => one.file)).toEqual([
    'tests/unit/c.test.ts',
    'tests/unit/a.test.ts',
    'tests/unit/b.test.ts',
  ])
})

test('a part of a run is the files that belong to it, and what was skipped is counted', () => {
  const json = {
    testResults: [
      {
        name: file('unit/a.test.ts'),
        status: 'passed',
        startTime: 0,
        endTime: 10,
        assertionResults: [
          { fullName: 'a', status: 'passed' },
          { fullName: 'b', status: 'pending' },
        ],
      },
      {
        name: file('http/b.test.ts'),
        status: 'passed',
        startTime: 0,
        endTime: 20,
        assertionResults: [{ fullName: 'c', status: 'passed' }],
      },
    ],
  }
  expect(readVitest(json, (name) => name.startsWith('tests/http/'))).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: 0,
    files: [{ file: 'tests/http/b.test.ts', ms: 20 }],
  })
  expect(readVitest(json, (name) => !name.startsWith('tests/http/'))).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: 1,
  })
})

test('a browser test that failed counts where it then passed every time by itself, and is named; any other failure stays', () => {
  const outcome = (title: string, status: 'expected' | 'unexpected', projectName = 'js') => ({
    title,
    file: 'e2e/a.spec.ts',
    line: 3,
    tests: [
      {
        projectName,
        status,
        results: [{ duration: 1, errors: status === 'expected' ? [] : [{ message: 'Error: no' }] }],
      },
    ],
  })
  const run = (...specs: object[]) =>
    readPlaywright({
      config: { rootDir: path.join(root, 'tests') },
      suites: [{ title: 'e2e/a.spec.ts', specs }],
      errors: [],
      stats: {},
    })
  const first = run(
    outcome('sound', 'expected'),
    outcome('shaky', 'unexpected'),
    outcome('broken', 'unexpected'),
    outcome('shaky', 'expected', 'no-js'),
  )
  const again = [
    run(outcome('shaky', 'expected'), outcome('broken', 'expected')),
    run(outcome('shaky', 'expected'), outcome('broken', 'unexpected')),
    run(outcome('shaky', 'expected'), outcome('broken', 'expected')),
  ]
  const results = forgive(first, again)
  expect(results).toMatchObject({ passed: 3, failed: 1 })
  expect(results.flaky.map((one) => one.name)).toEqual(['shaky'])
  expect(results.failures.map((one) => one.name)).toEqual(['broken'])
  expect(forgive(first, [])).toMatchObject({ passed: 2, failed: 2, flaky: [] })
  // What failed in one project is not forgiven by the other's.
  expect(
    forgive(first, [run(outcome('shaky', 'expected', 'no-js'), outcome('broken', 'expected', 'no-js'))]),
  ).toMatchObject({ failed: 2, flaky: [] })
})

test('a failed browser test is told with its groups, and what failed outside any test too', () => {
  const results = readPlaywright({
    config: { rootDir: path.join(root, 'tests') },
    suites: [
      {
        title: 'e2e/a.spec.ts',
        specs: [
          {
            title: 'passes',
            file: 'e2e/a.spec.ts',
            line: 3,
            tests: [{ status: 'expected', results: [{ duration: 40, errors: [] }] }],
          },
        ],
        suites: [
          {
            title: 'group',
            specs: [
              {
                title: 'breaks',
                file: 'e2e/a.spec.ts',
                line: 9,
                tests: [
                  {
                    status: 'unexpected',
                    results: [
                      {
                        duration: 60,
                        errors: [
                          {
                            message: '\u001b[31mError\u001b[39m: no heading',
                            location: { file: file('e2e/a.spec.ts'), line: 11 },
                          },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    errors: [{ message: 'the port is taken', location: { file: file('support/server.ts'), line: 7 } }],
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
  })
  expect(results).toMatchObject({ passed: 1, failed: 2, skipped: 0, files: [{ file: 'tests/e2e/a.spec.ts', ms: 100 }] })
  expect(results.failures.map(describeFailure)).toEqual([
    'tests/e2e/a.spec.ts:11  group › breaks\n    Error: no heading',
    'tests/support/server.ts:7  outside any test\n    the port is taken',
  ])
})
