/**
 * A separate process that takes money from ledger accounts in the database of DATA_DIR. `node --import tsx
 * ledger-child.ts take NAME USER COUNT` waits for a line, then takes 1 Mango unit COUNT times, alternating holds and
 * transfers, and reports how many it got. `… hang USER` stops inside a transfer's transaction and says so. `… on NAME
 * USER` takes units one after another and reports each, until it is killed.
 */
import { hold, mangoPart, post, postHold, wallet } from '~/modules/ledger/ledger.server'
import { closeDatabase } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'

const [, , way = '', ...rest] = process.argv
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const one = { mango: 1n, usd: 1n }
const endsAt = new Date('2126-01-01')

/** Takes 1 unit: at odd positions by a hold that is posted, at others directly. */
const take = (name: string, userId: string, index: number): Promise<{ ok: boolean }> => {
  const transfer = { id: `${name}/${index}`, actor: name, ...mangoPart({ userId, ...one }) }
  if (index % 2 === 0) return transact((tx) => post(tx, transfer))
  return transact(async (tx): Promise<{ ok: boolean }> => {
    const holdId = `${name}/hold/${index}`
    const held = await hold(tx, { id: holdId, account: wallet(userId), amount: 1n, endsAt })
    return held.ok ? postHold(tx, holdId, transfer) : held
  })
}

if (way === 'hang') {
  const [userId = ''] = rest
  await transact(async (tx) => {
    await post(tx, { id: 'hanging', actor: 'child', ...mangoPart({ userId, ...one }) })
    say('inside')
    return new Promise<{ ok: boolean }>(() => setInterval(() => undefined, 2 ** 30))
  })
}
if (way === 'on') {
  const [name = '', userId = ''] = rest
  for (let index = 0; (await take(name, userId, index)).ok; index++) say(`${index}`)
}
if (way === 'take') {
  const [name = '', userId = '', count = '0'] = rest
  say('ready')
  await new Promise((resolve) => process.stdin.once('data', resolve))
  let got = 0
  for (let index = 0; index < Number(count); index++) if ((await take(name, userId, index)).ok) got++
  say(`${got}`)
  await closeDatabase()
  process.exit(0)
}
