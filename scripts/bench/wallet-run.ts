/**
 * The process that measures a long wallet: it writes a million entries into the database of DATA_DIR, starts the built
 * server on it, asks as a browser does, and prints its tables as JSON. A wrong answer ends it with an error.
 */
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccounts, seedAccounts } from '~/modules/account/account.seed.server'
import { openWallet, beginStatement, listTransactions } from '~/modules/wallet/wallet.server'
import { closeDatabase } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { fillWallet } from '../../tests/support/long-wallet'
import { startServer } from '../../tests/support/server'
import { memoryMb, signIn } from './portal'
import { spread, type Table } from './table'

const entries = 1_000_000
const times = 60
const [user] = demoAccounts
const folder = process.env.DATA_DIR ?? ''

await seedAccounts()
await openWallet(user.id)
await closeDatabase()
const filling = performance.now()
fillWallet(env.databaseFile, user.id, entries)
console.error(`filled in ${Math.round(performance.now() - filling)} ms`)

const all = { type: null, direction: null, from: null, before: null }
const inside = async (): Promise<Table['rows']> => {
  const searches = {
    'all, the newest': [all, {}],
    'all, from the middle on': [all, { before: entries / 2 }],
    'all, the oldest': [all, { before: 11 }],
    'a type': [{ ...all, type: 2 }, {}],
    'a type that one in a thousand has': [{ ...all, type: 3 }, {}],
    'a type that none has': [{ ...all, type: 6 }, {}],
    expense: [{ ...all, direction: 'expense' }, {}],
    'income of a type that has none': [{ ...all, type: 2, direction: 'income' }, {}],
    'a day in the middle': [{ ...all, from: new Date('2024-12-01'), before: new Date('2024-12-02') }, {}],
    'cashback before a day': [{ ...all, type: 3, before: new Date('2024-06-01') }, {}],
    'expense of a month, from its middle on': [
      { ...all, direction: 'expense', from: new Date('2025-03-01'), before: new Date('2025-04-01') },
      { before: 635_000 },
    ],
  } as const
  const rows: Table['rows'] = []
  for (const [what, [search, place]] of Object.entries(searches)) {
    const took: number[] = []
    for (let index = -5; index < times; index++) {
      const start = performance.now()
      await listTransactions(user.id, search, { size: 10, ...place })
      if (index >= 0) took.push(performance.now() - start)
    }
    rows.push([what, ...spread(took)])
  }
  return rows
}
const searched = await inside()

const readAll = async (): Promise<{ lines: number; ms: number }> => {
  const start = performance.now()
  const begun = await beginStatement(user.id, all)
  if (!begun.ok) throw new Error(begun.code)
  let lines = 0
  for await (const chunk of begun.value) lines += chunk.length
  return { lines, ms: performance.now() - start }
}
const read = await readAll()
await closeDatabase()

const server = await startServer({
  dataDir: folder,
  logFile: path.join(folder, 'log.jsonl'),
  env: { LIMITS: 'off' },
})
const cookie = await signIn(server.origin)
const headers = { cookie, accept: 'text/html' }

const timed = async (address: string): Promise<number[]> => {
  const took: number[] = []
  for (let index = -10; index < times; index++) {
    const start = performance.now()
    const answer = await fetch(server.origin + address, { headers })
    const text = await answer.text()
    const ms = performance.now() - start
    if (answer.status !== 200 || !text.includes('/wallet/transactions/'))
      throw new Error(`${address}: ${answer.status}`)
    if (index >= 0) took.push(ms)
  }
  return took
}
const addresses = {
  'the wallet': '/wallet',
  'its middle, 10': `/wallet?before=${entries / 2}`,
  'its end, 100': '/wallet?before=101&size=100',
  expense: '/wallet?direction=expense',
  'cashback, one in a thousand': '/wallet?type=3',
  'a day': '/wallet?from=2024-12-01&to=2024-12-01',
  'expense of a type and a month': '/wallet?type=0&direction=expense&from=2025-03-01&to=2025-03-31',
}
const pages: Table['rows'] = []
for (const [what, address] of Object.entries(addresses)) pages.push([what, ...spread(await timed(address))])

/** The app's gateway, which passes the file on. */
const gateway = server.process.pid ?? 0
const watch = () => {
  const most = { app: 0, gateway: 0 }
  const look = (): void => {
    most.app = Math.max(most.app, memoryMb(server.appPid))
    most.gateway = Math.max(most.gateway, memoryMb(gateway))
  }
  const timer = setInterval(look, 50)
  return {
    end: () => {
      look()
      clearInterval(timer)
      return most
    },
  }
}
const ask = (search = ''): Promise<{ answer: IncomingMessage; leave: () => void }> =>
  new Promise((resolve, reject) => {
    const asked = get(
      `${server.origin}/wallet/statement.csv${search}`,
      { headers: { cookie }, agent: false },
      (answer) => resolve({ answer, leave: () => asked.destroy() }),
    )
    asked.on('error', reject)
  })
const save = async (search = '') => {
  const start = performance.now()
  const { answer } = await ask(search)
  if (answer.statusCode !== 200) throw new Error(`the statement answered ${answer.statusCode}`)
  let [bytes, lines] = [0, 0]
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines++
  }
  return { bytes, lines: lines - 1, ms: performance.now() - start }
}
const files: Table['rows'] = []
const measure = async (what: string, work: () => Promise<{ bytes: number; lines: number; ms: number }>) => {
  const [app, front] = [memoryMb(server.appPid), memoryMb(gateway)]
  const watched = watch()
  const { bytes, lines, ms } = await work()
  const most = watched.end()
  files.push([what, lines, bytes / 1024 / 1024, ms / 1000, most.app - app, most.gateway - front])
}
// The second run must not profit from what the first compiled and cached.
await save('?from=2025-01-01&to=2025-01-10')
await measure('a hundredth of it', () => save('?from=2025-01-01&to=2025-01-07'))
await measure('all of it', save)
await measure('all of it, once more', save)
await measure('by a reader that stops after the first piece, 5 s', async () => {
  const start = performance.now()
  const { answer, leave } = await ask()
  let bytes = 0
  answer.once('data', (chunk: Buffer) => {
    bytes += chunk.length
    answer.pause()
  })
  await sleep(5000)
  leave()
  return { bytes, lines: 0, ms: performance.now() - start }
})
const beside: number[] = []
await measure('all of it, while others open their pages', async () => {
  let isOver = false
  const saving = save().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await (await fetch(`${server.origin}/wallet`, { headers })).text()
    beside.push(performance.now() - start)
  }
  return saving
})
pages.push(['the wallet, while a statement is saved', ...spread(beside)])
if (files.some(([what, lines]) => String(what).startsWith('all') && lines !== entries))
  throw new Error(`a statement is not whole: ${JSON.stringify(files)}`)
await server.stop()

const columns = ['what', 'median', 'p95', 'most']
const tables: Table[] = [
  { title: 'Ten of a million entries of a wallet, in the process (ms)', columns, rows: searched },
  { title: 'Its pages over HTTP (ms)', columns, rows: pages },
  {
    title: `Its statement as CSV (read alone, without a file: ${(read.ms / 1000).toFixed(1)} s)`,
    columns: ['what', 'lines', 'MB', 's', 'MB more, app', 'MB more, gateway'],
    rows: files,
  },
]
process.stdout.write(JSON.stringify(tables), () => process.exit(0))
