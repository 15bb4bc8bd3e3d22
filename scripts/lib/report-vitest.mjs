/**
 * Vitest's output in `npm test`: one line per file, and the names of failed tests; their errors are printed at the end
 * (test.mjs).
 */
import path from 'node:path'
import { seconds } from './steps.mjs'

export default class LineReporter {
  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed')
    const ok = module.state() === 'passed'
    console.log(
      `          ${ok ? 'ok    ' : 'FAILED'} ${path.relative(process.cwd(), module.moduleId)}: ${tests.length} tests, ${seconds(module.diagnostic().duration)}`,
    )
    for (const test of failed) console.log(`                 ${test.fullName}`)
  }

  onUserConsoleLog({ content }) {
    if (content.trim() !== '') console.log(content.trimEnd())
  }

  onTestRunEnd(_modules, errors) {
    for (const { message, stack } of errors) console.error(`outside any test: ${stack ?? message}`)
  }
}
