/**
 * Prints right answers of challenges in a test's database, with the server's own key and the module's own code. It is a
 * separate process, because settings are read once: an input line names a challenge's key (or "newest"), an output line
 * answers.
 */
import { createInterface } from 'node:readline'
import { revealAnswer, revealNewestAnswer } from '~/modules/captcha/captcha.server'

for await (const key of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(key === 'newest' ? await revealNewestAnswer() : await revealAnswer(key))}\n`)
}
process.exit(0)
