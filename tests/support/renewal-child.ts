/**
 * A separate process that runs due renewals in the database of DATA_DIR. It prints `ready`, waits for a line, runs them
 * and reports how many services it renewed.
 */
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { connectPayment } from '~/modules/payment/payment.server'
import { renewFromMango } from '~/modules/renewal/renewal.server'
import { closeDatabase } from '~/platform/db.server'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
connectEntitlement()
connectPayment()
say('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
say(String(await renewFromMango()))
await closeDatabase()
process.exit(0)
