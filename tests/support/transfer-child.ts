/**
 * A separate process that sends Mango in the database of DATA_DIR. `node --import tsx transfer-child.ts FROM TO COUNT
 * PASSWORD` waits for a line, then sends 1 Mango COUNT times at once. It reports how many were sent and which other
 * answers came.
 */
import { transfer } from '~/modules/wallet/wallet.server'
import { closeDatabase } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'

const [, , from = '', to = '', count = '0', paymentPassword = ''] = process.argv
const visit = { address: '192.0.2.1', binding: 'visitor:child', userAgent: null, language: 'en' }
const say = (text: string): void => void process.stdout.write(`${text}\n`)

say('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
const send = async (): Promise<string> => {
  const order = { recipient: to, amount: '1', note: '', fee: '0', paymentPassword, batch: makeId() }
  const sent = await transfer(from, order, visit)
  return sent.ok ? 'ok' : sent.code
}
const answers = await Promise.all(Array.from({ length: Number(count) }, send))
const counted: Record<string, number> = {}
for (const answer of answers) counted[answer] = (counted[answer] ?? 0) + 1
say(JSON.stringify(counted))
await closeDatabase()
process.exit(0)
