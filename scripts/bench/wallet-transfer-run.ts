/**
 * The process that measures transfers between wallets: it fills the database of DATA_DIR with customers who have Mango
 * and a payment password, starts the built server on it with all limits on, and prints its tables as JSON. Every
 * account sends less than a day allows. A wrong answer, and Mango that is missing in the end, end it with an error.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { demoVno, hashOrBusy, seedAccounts } from '~/modules/account/account.server'
import { operatorCreditsMango, post } from '~/modules/ledger/ledger.server'
import { seedRegistry } from '~/modules/registry/registry.seed.server'
import { createApiToken } from '~/modules/session/session.server'
import { openWallet, setPaymentPassword } from '~/modules/wallet/wallet.server'
import { connectModules } from '~/server/wiring'
import { closeDatabase, db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { startServer } from '../../tests/support/server'
import { processorMicros } from './portal'
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
const server = await startServer({
  dataDir: folder,
  logFile: path.join(folder, 'log.jsonl'),
  // The measuring program sends its bodies unencrypted.
  env: { TRUSTED_PROXIES: '127.0.0.1', PLAIN_BODIES: 'on' },
})

type Answer<D> = { status: number; code: string; data: D }
const call = async <D>(method: string, address: string, token: string, json?: object): Promise<Answer<D>> => {
  const answer = await fetch(`${server.origin}/api${address}`, {
    method,
    headers: {
      'x-forwarded-for': `10.0.${holders.findIndex((one) => one.token === token)}.1`,
      authorization: `Bearer ${token}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return { status: answer.status, ...((await answer.json()) as { code: string; data: D }) }
}
const expectThat = (holds: boolean, what: string, found: unknown): void => {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(found)}`)
}

type Took = { ms: number[]; processorMs: number }
const processorMs = (): number => (processorMicros(server.appPid) + processorMicros(server.process.pid ?? 0)) / 1000
/** Milliseconds of each task with `workers` running at once, and of the server's CPU per task. */
const timed = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>, workers = 1): Promise<Took> => {
  const took: number[] = []
  const before = processorMs()
  const rest = [...all]
  const worker = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
      const start = performance.now()
      await work(one)
      took.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return { ms: took.sort((a, b) => a - b), processorMs: (processorMs() - before) / took.length }
}
const row = (what: string, { ms, processorMs: used }: Took): Table['rows'][number] => [
  what,
  ms.length,
  ms[ms.length >> 1] ?? 0,
  ms[Math.floor(ms.length * 0.95)] ?? 0,
  ms.at(-1) ?? 0,
  used,
]

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
const look = async ({ from, to }: { from: Holder; to: Holder }): Promise<void> => {
  const json = { recipient: to.userName, amount: '0.5' }
  const { code } = await call('POST', '/wallet/customer/transfers/preview', from.token, json)
  expectThat(code === '0', 'a preview was refused', code)
}
const read = ({ from }: { from: Holder }): Promise<unknown> => call('GET', '/wallet/customer/account', from.token)
const miss = async ({ from, to }: { from: Holder; to: Holder }): Promise<void> => {
  const json = { recipient: to.userName, amount: '0.5', paymentPassword: '314159', batch: `transfer-${++sent}` }
  const { code } = await call('POST', '/wallet/customer/transfers', from.token, json)
  expectThat(code === 'MC1106', 'a wrong payment password', code)
}
/** The machine's own share: writing a page to disk, as at the end of each transaction. */
const measureDisk = async (): Promise<Took> => {
  const file = openSync(path.join(folder, 'reference'), 'w')
  const page = Buffer.alloc(4096)
  const places = Array.from({ length: 300 }, (_, at) => at)
  const took = await timed(places, (at) => {
    writeSync(file, page, 0, page.length, at * page.length)
    fsyncSync(file)
    return Promise.resolve()
  })
  closeSync(file)
  return took
}

const rows = [row('reference: 4 KB written and on the disk', await measureDisk())]
// A server that is already warm.
await timed(rounds(1), send)
rows.push(
  row('reference: a wallet read', await timed(rounds(5), read)),
  row('what a transfer would do', await timed(rounds(5), look)),
  row('a transfer', await timed(rounds(times), send)),
  row(`a transfer, ${together} at once`, await timed(rounds(togetherTimes), send, together)),
  row('a wrong payment password', await timed(rounds(2), miss)),
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
  columns: ['what', 'times', 'median', 'p95', 'most', 'processor'],
  rows,
}
report(JSON.stringify([table]))
