/**
 * The process that measures transfers between wallets: it fills the database of DATA_DIR with customers who have Mango
 * and a payment password, starts the built server on it with all limits on, and prints its tables as JSON. Every
 * account sends less than a day allows. A wrong answer, and Mango that is missing in the end, end it with an error.
 */
import { demoVno, hashOrBusy, seedAccounts } from '~/modules/account/account.server'
import { operatorCreditsMango, post } from '~/modules/ledger/ledger.server'
import { seedRegistry } from '~/modules/registry/registry.seed.server'
import { createApiToken } from '~/modules/session/session.server'
import { openWallet, setPaymentPassword } from '~/modules/wallet/wallet.server'
import { connectModules } from '~/server/wiring'
import { closeDatabase, db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { columns, expectThat, makeRun, row } from './http-run'
import { serve } from './portal'
import type { Table } from './table'

const accounts = 20
/** How often each account sends, below the 50 of a day. */
const times = 20
const togetherTimes = 10
const together = 4
const paymentPassword = '271828'
const accountPassword = 'correct horse'
const folder = process.env.DATA_DIR ?? ''
const report = process.stdout.write.bind(process.stdout)

type Holder = { token: string; userName: string }
const makeHolders = async (): Promise<Holder[]> => {
  connectModules()
  await seedAccounts()
  await seedRegistry(demoVno.id)
  const hashed = await hashOrBusy(accountPassword, { who: 'bench' })
  if (!hashed.ok) throw new Error(hashed.code)
  const visit = { address: '192.0.2.1', binding: 'visitor:bench', userAgent: null, language: 'en' }
  const holders: Holder[] = []
  for (let n = 0; n < accounts; n++) {
    const userId = `bench${String(n).padStart(21, '0')}`
    const userName = `holder-${n}`
    await db.user.create({ data: { id: userId, userName, userNameKey: userName, passwordHash: hashed.value } })
    await openWallet(userId)
    const asked = { newPassword: paymentPassword, password: accountPassword }
    const set = await setPaymentPassword(userId, asked, visit)
    if (!set.ok) throw new Error(set.code)
    const [worth, id] = [1_000_000n, `bench/${n}`]
    await transact((tx) =>
      post(tx, { id, actor: 'bench', ...operatorCreditsMango({ userId, mango: worth, usd: worth }) }),
    )
    const scopes = ['wallet:read', 'wallet:spend'] as const
    const made = await createApiToken(userId, { name: 'bench', scopes: [...scopes], expiresInDays: null })
    if (!made.ok) throw new Error(`no token: ${made.code}`)
    holders.push({ token: made.value.token, userName })
  }
  await closeDatabase()
  return holders
}

const holders = await makeHolders()
// The measuring program sends its bodies unencrypted.
const server = await serve(folder, { TRUSTED_PROXIES: '127.0.0.1', PLAIN_BODIES: 'on' })

const { call, timed, measureDisk } = makeRun(server, folder)
/** The pairs of sender and recipient: each sends to the next. */
const rounds = (count: number): { from: Holder; to: Holder }[] =>
  Array.from({ length: count * accounts }, (_, at) => ({
    from: holders[at % accounts] as Holder,
    to: holders[(at + 1) % accounts] as Holder,
  }))
let sent = 0
const send = async ({ from, to }: { from: Holder; to: Holder }): Promise<void> => {
  const json = { recipient: to.userName, amount: '0.5', note: 'for the box', fee: '0', paymentPassword }
  const { status, code } = await call('POST', '/wallet/customer/transfers', from.token, {
    ...json,
    batch: `transfer-${++sent}`,
  })
  expectThat(status === 201, 'a transfer was refused', { status, code })
}
const rows = [row('reference: 4 KB written and on the disk', await measureDisk())]
// A server that is already warm.
await timed(rounds(1), send)
rows.push(
  row('a transfer', await timed(rounds(times), send)),
  row(`a transfer, ${together} at once`, await timed(rounds(togetherTimes), send, together)),
)
let sum = 0
for (const { token } of holders) {
  const { data } = await call<{ balance: string }>('GET', '/wallet/customer/account', token)
  sum += Number(data.balance)
}
expectThat(sum === accounts * 100, 'all Mango is there', sum)
await server.stop()
const table: Table = {
  title: 'A transfer between wallets over HTTP, all limits on (ms; to reach: p95 40)',
  columns,
  rows,
}
report(JSON.stringify([table]))
