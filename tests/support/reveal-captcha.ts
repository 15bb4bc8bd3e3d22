/**
 * Prints the right answers of challenges in a test's database, with the server's key and the module's code. It is a
 * separate process, because settings are read once. Each input line is a challenge's key (or "newest"), each output
 * line its answer.
 */
import { createInterface } from 'node:readline'
import { revealAnswer } from '~/modules/captcha/captcha.server'

for await (const key of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await revealAnswer(key))}\n`)
}
process.exit(0)
