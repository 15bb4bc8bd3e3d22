/**
 * The process that measures MyLink at its longest: it starts the built server on the database of DATA_DIR, imports
 * twenty categories of two thousand channels over HTTP, works on them, and prints its tables as JSON. A wrong answer
 * ends it with an error.
 */
import { seedAccounts } from '~/modules/account/account.seed.server'
import { closeDatabase, db } from '~/platform/db.server'
import { longTable } from '../../tests/support/fixtures/link-tables'
import { read, serve, signIn } from './portal'
import { measureBeside, measureEach, spread, type Table } from './table'

const folder = process.env.DATA_DIR ?? ''
await seedAccounts()
await db.service.updateMany({ where: { key: { in: ['mylink', 'audio'] } }, data: { grantedToAll: true } })
await closeDatabase()

const server = await serve(folder, { LIMITS: 'off' })
const cookie = await signIn(server.origin)
const headers = { cookie, origin: server.origin, 'sec-fetch-site': 'same-origin' }

const get = (address: string): Promise<ArrayBuffer> => read(server.origin + address, headers)
const getJson = async <T>(address: string): Promise<T> =>
  (JSON.parse(new TextDecoder().decode(await get(address))) as { data: T }).data
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

const rowOf = (what: string, took: number[]): Table['rows'][number] => [what, ...spread(took)]

const csv = longTable(20, 2000)
const take = async (file: Uint8Array): Promise<void> => {
  const { channels } = await send('import?mode=replace', file)
  if (channels !== 40_000) throw new Error(`${channels} channels were imported`)
}
await take(csv)
const xlsx = new Uint8Array(await get('/api/mylink/export?format=xlsx'))
const homes = await measureBeside(take(csv), () => read(`${server.origin}/home`))
const tables: Table['rows'] = [
  // The first warms up: a thread starts with its first question.
  rowOf(`import, CSV of ${(csv.length / 1e6).toFixed(1)} MB`, await measureEach(5, () => take(csv), 1)),
  rowOf(`import, .xlsx of ${(xlsx.length / 1e6).toFixed(1)} MB`, await measureEach(5, () => take(xlsx), 1)),
  rowOf('/home while one is imported', homes.ms),
]
const categories = await getJson<{ id: string }[]>('/api/mylink/categories')
const category = categories[7]?.id ?? ''
const channels = `/api/mylink/channels?category=${category}`
const some = await getJson<{ items: { id: string }[] }>(`${channels}&size=100&page=3`)
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
for (const [what, work] of Object.entries(works)) pages.push(rowOf(what, await measureEach(40, work, 1)))
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
