/**
 * Playwright's output in `npm test`: one line per file and project, and the names of failed tests; their errors are
 * printed at the end (test.mjs).
 */
import path from 'node:path'
import { seconds } from './steps.mjs'

export default class LineReporter {
  /** The outstanding and the finished tests of each file. */
  parts = new Map()

  keyOf(test) {
    return `${path.relative(process.cwd(), test.location.file)} (${test.parent.project()?.name ?? ''})`
  }

  onBegin(_config, suite) {
    for (const test of suite.allTests()) {
      const part = this.parts.get(this.keyOf(test)) ?? { left: 0, tests: 0, failed: 0, ms: 0 }
      this.parts.set(this.keyOf(test), { ...part, left: part.left + 1 })
    }
  }

  onTestEnd(test, result) {
    const key = this.keyOf(test)
    const part = this.parts.get(key)
    part.left -= 1
    part.tests += 1
    part.ms += result.duration
    if (result.status !== test.expectedStatus) {
      part.failed += 1
      console.log(`                 failed: ${test.titlePath().slice(3).join(' › ')}`)
    }
    if (part.left === 0)
      console.log(
        `          ${part.failed === 0 ? 'ok    ' : 'FAILED'} ${key}: ${part.tests} tests, ${seconds(part.ms)}`,
      )
  }

  onStdOut(chunk) {
    process.stdout.write(chunk)
  }

  onStdErr(chunk) {
    process.stderr.write(chunk)
  }

  onError({ message, stack }) {
    console.error(`outside any test: ${stack ?? message}`)
  }

  printsToStdio() {
    return true
  }
}
