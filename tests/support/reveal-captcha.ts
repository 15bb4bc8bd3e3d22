/**
 * Prints the right answer of a challenge in a test's database, by the server's own key and the module's own code. A
 * process of its own, because settings are read once. Arguments: the challenge's key, or nothing for the newest.
 */
import { revealAnswer, revealNewestAnswer } from '~/modules/captcha/captcha.server'
import { closeDatabase } from '~/platform/db.server'

const key = process.argv[2]
process.stdout.write(JSON.stringify(key === undefined ? await revealNewestAnswer() : await revealAnswer(key)))
await closeDatabase()
