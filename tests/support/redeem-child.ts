/**
 * A separate process that exchanges codes on the database of DATA_DIR. `node --import tsx redeem-child.ts USER CODE…`
 * waits for a line, then tries each code and reports each answer: 0 or an error code.
 */
import { redeemCode } from '~/modules/redeem-code/redeem-code.server'
import { closeDatabase } from '~/platform/db.server'

const [, , userId = '', ...codes] = process.argv
const visit = { binding: userId, address: '10.2.0.1', userAgent: 'child', knownBrowser: null, language: 'en' } as never
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
const answers: string[] = []
for (const code of codes) {
  const done = await redeemCode(userId, { code }, visit)
  answers.push(done.ok ? '0' : done.code)
}
process.stdout.write(`${answers.join(' ')}\n`)
await closeDatabase()
process.exit(0)
