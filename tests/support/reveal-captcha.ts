/**
 * Prints right answers of challenges in a test's database, by the server's own key and the module's own code. A process
 * of its own, because settings are read once: a line in names a challenge's key ("newest": the newest), a line out
 * answers.
 */
import { createInterface } from 'node:readline'
import { revealAnswer, revealNewestAnswer } from '~/modules/captcha/captcha.server'

for await (const key of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(key === 'newest' ? await revealNewestAnswer() : await revealAnswer(key))}\n`)
}
process.exit(0)
