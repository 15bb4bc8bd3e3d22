/**
 * The process that measures MyLink at its longest: it starts the built server on the database of DATA_DIR, imports
 * twenty categories of two thousand channels over HTTP, works on them, and prints its tables as JSON. A wrong answer
 * ends it with an error.
 */
import path from 'node:path'
import { seedAccounts } from '~/modules/account/account.seed.server'
import { closeDatabase, db } from '~/platform/db.server'
import { startServer } from '../../tests/support/server'
import { longTable } from '../../tests/support/fixtures/link-tables'
import { signIn } from './portal'
import { spread, type Table } from './table'

const folder = process.env.DATA_DIR ?? ''
await seedAccounts()
await db.service.updateMany({ where: { key: { in: ['mylink', 'audio'] } }, data: { grantedToAll: true } })
await closeDatabase()

const server = await startServer({ dataDir: folder, logFile: path.join(folder, 'log.jsonl'), env: { LIMITS: 'off' } })
const cookie = await signIn(server.origin)
const headers = { cookie, origin: server.origin, 'sec-fetch-site': 'same-origin' }

const get = async (address: string): Promise<ArrayBuffer> => {
  const answer = await fetch(server.origin + address, { headers })
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`)
  return answer.arrayBuffer()
}
const send = async (address: string, body: Uint8Array | Record<string, unknown>): Promise<{ channels?: number }> => {
  const isFile = body instanceof Uint8Array
  const answer = await fetch(`${server.origin}/api/mylink/${address}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': isFile ? 'application/octet-stream' : 'application/json' },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
  })
  const { code, data } = (await answer.json()) as { code: string; data: { channels?: number } }
  if (code !== '0') throw new Error(`${address}: ${code} ${JSON.stringify(data)}`)
  return data
}

const timed = async (times: number, work: (round: number) => Promise<unknown>): Promise<number[]> => {
  const took: number[] = []
  for (let round = -1; round < times; round++) {
    const start = performance.now()
    await work(round)
    // The first warms up: a thread starts with its first question.
    if (round >= 0) took.push(performance.now() - start)
  }
  return took
}
const rowOf = (what: string, took: number[]): Table['rows'][number] => [what, ...spread(took)]

const csv = longTable(20, 2000)
const take = async (file: Uint8Array): Promise<void> => {
  const { channels } = await send('import?mode=replace', file)
  if (channels !== 40_000) throw new Error(`${channels} channels were imported`)
}
/** How long another user's page takes meanwhile. */
const beside = async (work: () => Promise<unknown>): Promise<number[]> => {
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  const took: number[] = []
  while (!isOver) {
    const start = performance.now()
    await (await fetch(`${server.origin}/home`)).text()
    took.push(performance.now() - start)
  }
  await working
  return took
}
await take(csv)
const xlsx = new Uint8Array(await get('/api/mylink/export?format=xlsx'))
const tables: Table['rows'] = [
  rowOf(`import, CSV of ${(csv.length / 1e6).toFixed(1)} MB`, await timed(5, () => take(csv))),
  rowOf(`import, .xlsx of ${(xlsx.length / 1e6).toFixed(1)} MB`, await timed(5, () => take(xlsx))),
  rowOf('looked at only, CSV', await timed(5, () => send('import?mode=replace&look=true', csv))),
  rowOf('export, CSV', await timed(5, () => get('/api/mylink/export?format=csv'))),
  rowOf('export, .xlsx', await timed(5, () => get('/api/mylink/export?format=xlsx'))),
  rowOf('/home while one is imported', await beside(() => take(csv))),
]
const { data: categories } = JSON.parse(new TextDecoder().decode(await get('/api/mylink/categories'))) as {
  data: { id: string }[]
}
const category = categories[7]?.id ?? ''
const channels = `/api/mylink/channels?category=${category}`
const { data: some } = JSON.parse(new TextDecoder().decode(await get(`${channels}&size=100&page=3`))) as {
  data: { items: { id: string }[] }
}
const idOf = (round: number): string => some.items[round + 1]?.id ?? ''
const works: Record<string, (round: number) => Promise<unknown>> = {
  categories: () => get('/api/mylink/categories'),
  'a page of 10': (round) => get(`${channels}&size=10&page=${round + 2}`),
  'a page of 100, the last': () => get(`${channels}&size=100&page=20`),
  'a page of 100, A–Z': () => get(`${channels}&size=100&sort=az`),
  'a search': () => get(`${channels}&size=100&search=1999`),
  'a page of each category in turn': (round) =>
    get(`/api/mylink/channels?category=${categories[(round + 1) % 20]?.id}`),
  'the web page of a category, 100': () => get(`/features/mylink/${category}?size=100`),
  'sorted A–Z for good': () => send('sortChannels', { category, order: 'az' }),
  'sorted by adding for good': () => send('sortChannels', { category, order: 'added' }),
  'one moved to the top': (round) => send('moveChannel', { category, ids: idOf(round), to: 1 }),
  'one renamed': (round) => send('editChannel', { category, id: idOf(round), name: `Renamed ${round}` }),
}
const pages = []
for (const [what, work] of Object.entries(works)) pages.push(rowOf(what, await timed(40, work)))
await server.stop()

const columns = ['what', 'median', 'p95', 'most']
console.log(
  JSON.stringify([
    {
      title: 'MyLink of 20 categories of 2000 channels, ms over HTTP (to reach: an import in 2000)',
      columns,
      rows: tables,
    },
    { title: 'One of its categories, ms over HTTP', columns, rows: pages },
  ] satisfies Table[]),
)
