/**
 * The process that measures what one customer's expensive requests cost everybody else: the longest turn of the event
 * loop, and the bytes that are stored. Prints its tables as JSON.
 */
import { longestTurn } from '../../tests/support/longest-turn'
import type { Table } from './table'

const { db, closeDatabase } = await import('~/platform/db.server')
const { randomBytes } = await import('~/platform/random.server')
const { applyOperations, exportFile, findListRoom, readList, saveFromBox, stopEngineThreads } =
  await import('~/modules/channel-list/channel-list.server')
const { longSdxFile, makeActor, makeBox } = await import('../../tests/unit/channel-list/people')

const channels = 99_900
const owner = await makeActor()
const box = await makeBox(owner)
/** A box's list with new names each time. */
const makeFile = (): Uint8Array => {
  const bytes = new Uint8Array(longSdxFile(channels))
  const length = bytes.length / channels
  const noise = randomBytes(channels * 3).toString('hex')
  for (let record = 0; record < channels; record++)
    bytes.set(Buffer.from(noise.slice(6 * record, 6 * record + 6), 'latin1'), record * length + 43)
  return bytes
}
const rows: Table['rows'] = []
const measure = async <T extends { ok: boolean; code?: string }>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const { value, longestMs } = await longestTurn(work)
  rows.push([`${what}${value.ok ? '' : ` (${String(value.code)})`}`, performance.now() - began, longestMs])
  return value
}
const file = makeFile()
const saved = await measure('a box saves it', () => saveFromBox(box, { listId: null, name: 'Long', bytes: file }))
if (!saved.ok) throw new Error(saved.code)
const { id } = saved.value
await measure('export as .chl', () => exportFile(owner, id, { format: 'chl' }))
await measure('the same again', () => exportFile(owner, id, { format: 'chl' }))
await measure('export as .sdx', () => exportFile(owner, id))
await measure('a page by name', () =>
  readList(owner, id, {}, (view) => view.rows({ sort: 'name' }, { page: 2, size: 50 })),
)
await measure('sort', () => applyOperations(owner, id, { base: 1, operations: [{ op: 'sort', mode: 'az' }] }))

const stored = async (): Promise<number> => {
  const [row] = await db.$queryRaw<
    { bytes: bigint | number | null }[]
  >`SELECT (SELECT COALESCE(SUM(LENGTH("bytes")), 0) FROM "ListSource") + (SELECT COALESCE(SUM(LENGTH("state")), 0) FROM "ListRevision") AS "bytes"`
  return Number(row?.bytes ?? 0)
}
let sent = 0
const codes = new Map<string, number>()
for (let n = 0; n < 40; n++) {
  const bytes = makeFile()
  sent += bytes.length
  const again = await saveFromBox(box, { listId: id, name: 'Long', bytes })
  const code = again.ok ? 'stored' : again.code
  codes.set(code, (codes.get(code) ?? 0) + 1)
}
const room = await findListRoom(owner.userId)
const storedBytes = await stored()

await stopEngineThreads()
await closeDatabase()

const tables: Table[] = [
  {
    title: `One customer's list of ${channels} channels: ms until it is answered, and the longest turn of everybody's loop`,
    columns: ['', 'ms', 'longest turn'],
    rows,
  },
  {
    title: `40 saves of such a list by a box (${[...codes].map(([code, count]) => `${count} ${code}`).join(', ')}): MB`,
    columns: ['sent', 'in the database', 'of a room of'],
    rows: [[sent / 1e6, storedBytes / 1e6, room.limitBytes / 1e6]],
  },
]
console.log(JSON.stringify(tables))
