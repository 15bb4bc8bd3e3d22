/** The end of a test run's output: each failure with its place, from either runner, and the slowest files. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeFailure, readPlaywright, readVitest } from '../../scripts/lib/results.mjs'
import { root } from '../support/paths'

const file = (name: string): string => path.join(root, 'tests', name)

test('names a failed vitest test with its line and error, and a file that did not load', () => {
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

test('counts a skipped test as skipped', () => {
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
    ],
  }
  expect(readVitest(json)).toMatchObject({ passed: 1, failed: 0, skipped: 1 })
})

test('counts a browser test that passed only on retry as passed, and names it', () => {
  const results = readPlaywright({
    config: { rootDir: path.join(root, 'tests') },
    suites: [
      {
        title: 'e2e/a.spec.ts',
        specs: [
          {
            title: 'shaky',
            file: 'e2e/a.spec.ts',
            line: 3,
            tests: [
              {
                projectName: 'js',
                status: 'flaky',
                results: [
                  { duration: 5, errors: [{ message: 'Error: no' }] },
                  { duration: 4, errors: [] },
                ],
              },
            ],
          },
        ],
      },
    ],
    errors: [],
  })
  expect(results).toMatchObject({ passed: 1, failed: 0, failures: [] })
  expect(results.flaky.map((test) => `${test.file} ${test.name}`)).toEqual(['tests/e2e/a.spec.ts (js) shaky'])
  expect(results.files).toEqual([{ file: 'tests/e2e/a.spec.ts (js)', ms: 9 }])
})

test('names a failed browser test with its groups, and an error outside any test', () => {
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
            tests: [{ projectName: 'js', status: 'expected', results: [{ duration: 40, errors: [] }] }],
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
                    projectName: 'js',
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
  expect(results).toMatchObject({
    passed: 1,
    failed: 2,
    skipped: 0,
    files: [{ file: 'tests/e2e/a.spec.ts (js)', ms: 100 }],
  })
  expect(results.failures.map(describeFailure)).toEqual([
    'tests/e2e/a.spec.ts (js):11  group › breaks\n    Error: no heading',
    'tests/support/server.ts:7  outside any test\n    the port is taken',
  ])
})
