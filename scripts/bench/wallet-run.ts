/**
 * The process that measures a long wallet: it writes a million entries into the database of DATA_DIR, starts the built
 * server on it, asks as a browser does, and prints its tables as JSON. A wrong answer ends it with an error.
 */
import { get, type IncomingMessage } from 'node:http'
import { demoAccounts, seedAccounts } from '~/modules/account/account.seed.server'
import { openWallet } from '~/modules/wallet/wallet.server'
import { closeDatabase } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { fillWallet } from '../../tests/support/long-wallet'
import { memoryMb, read, serve, signIn } from './portal'
import { measureEach, spread, type Table } from './table'

const entries = 1_000_000
const times = 60
const [user] = demoAccounts

await seedAccounts()
await openWallet(user.id)
await closeDatabase()
fillWallet(env.databaseFile, user.id, entries)

const server = await serve(process.env.DATA_DIR ?? '', { LIMITS: 'off' })
const cookie = await signIn(server.origin)

const addresses = {
  'the wallet': '/wallet',
  'its middle, 10': `/wallet?before=${entries / 2}`,
  'its end, 100': '/wallet?before=101&size=100',
  expense: '/wallet?direction=expense',
  'cashback, one in a thousand': '/wallet?type=3',
  'a day': '/wallet?from=2024-12-01&to=2024-12-01',
  'expense of a type and a month': '/wallet?type=0&direction=expense&from=2025-03-01&to=2025-03-31',
}
const open = async (address: string): Promise<void> => {
  const page = new TextDecoder().decode(await read(server.origin + address, { cookie, accept: 'text/html' }))
  if (!page.includes('/wallet/transactions/')) throw new Error(`${address} shows no entries`)
}
const pages: Table['rows'] = []
for (const [what, address] of Object.entries(addresses))
  pages.push([what, ...spread(await measureEach(times, () => open(address), 10))])

/** The app and its gateway, which passes the file on. */
const pids = [server.appPid, server.process.pid ?? 0]
/** Saves a statement; returns its size and time, and how much the two processes grew in the meantime. */
const save = async (what: string, search = ''): Promise<Table['rows'][number]> => {
  const before = pids.map(memoryMb)
  const most = [...before]
  const look = setInterval(() => pids.forEach((pid, at) => (most[at] = Math.max(most[at] ?? 0, memoryMb(pid)))), 50)
  const start = performance.now()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.origin}/wallet/statement.csv${search}`, { headers: { cookie }, agent: false }, resolve).on(
      'error',
      reject,
    )
  })
  let [bytes, lines] = [0, -1]
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines++
  }
  const ms = performance.now() - start
  clearInterval(look)
  if (search === '' && lines !== entries) throw new Error(`a statement has ${lines} lines`)
  return [what, lines, bytes / 1024 / 1024, ms / 1000, ...most.map((mb, at) => mb - (before[at] ?? 0))]
}
// The second run must not profit from what the first compiled and cached.
await save('a part', '?from=2025-01-01&to=2025-01-10')
const files = [await save('all of it'), await save('all of it, once more')]
await server.stop()

const tables: Table[] = [
  { title: 'A wallet of a million entries over HTTP (ms)', columns: ['what', 'median', 'p95', 'most'], rows: pages },
  {
    title: 'Its statement as CSV',
    columns: ['what', 'lines', 'MB', 's', 'MB more, app', 'MB more, gateway'],
    rows: files,
  },
]
process.stdout.write(JSON.stringify(tables), () => process.exit(0))
