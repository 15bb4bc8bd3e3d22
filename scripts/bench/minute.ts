/**
 * Measures 10 000 boxes that ask within a minute. Each is the simulator (scripts/stb) with its own serial number and
 * token: over a new connection it asks for its list, which it already has, and checks the signature; then the same with
 * the index first. Meanwhile somebody turns pages. The reference is a bare node:http server under the same load.
 * `fleet`: 50 000 boxes, each of which asks for its settings, services and list, while somebody reads /home.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { read, runProgram, startBare, type BenchPortal } from './portal'
import { measureBeside, measureEach, percentile, type Table } from './table'

const boxesInMinute = 10_000
const boxesInFleet = 50_000
const minuteMs = 60_000
const bareMs = 15_000
const alonePages = 40
const answerColumns = ['answer', 'answers', 'refused', 'middle', '95 %', '99 %', 'last']

/** The task of a process of boxes (minute-run.ts). */
export type Crowd = {
  origin: string
  /** Tokens begin with this; each box's number follows. */
  prefix: string
  boxes: number
  /** They ask one after the other within this time; null: eight at a time, as fast as they are answered. */
  durationMs: number | null
  etag: string
  bodyFile: string
  listId: string
  /** The bare server knows one address. */
  isBare: boolean
  /** Each asks for the index first. */
  asksIndex?: boolean
  /** Each asks for its settings and its services first. */
  asksServices?: boolean
}
export type Heard = {
  list: number[]
  index: number[]
  settings: number[]
  services: number[]
  refused: Record<string, number>
  wrong: number
}

const tokenOf = (prefix: string, number: number): string => `${prefix}${String(number).padStart(10, '0')}`

/** Almost the most that an account may have. The first account is the demo's user, who reads the pages. */
const boxesOfAccount = 90
/** Boxes in the database, bound to accounts, with tokens that their owners have confirmed. */
const fill = (databaseFile: string, prefix: string, listId: string, boxes: number, firstSn: number): void => {
  const database = new Database(databaseFile)
  database.pragma('busy_timeout = 10000')
  const at = new Date().toISOString()
  const { modelId } = database.prepare('SELECT modelId FROM RegisteredBox LIMIT 1').get() as { modelId: string }
  const { id: demoId } = database.prepare("SELECT id FROM User WHERE userName = 'demo-user'").get() as { id: string }
  const user = database.prepare(
    "INSERT INTO User (id, userName, userNameKey, passwordHash, createdAt) VALUES (?, ?, ?, '', ?)",
  )
  const box = database.prepare('INSERT INTO RegisteredBox (sn, modelId, createdAt) VALUES (?, ?, ?)')
  const device = database.prepare(
    'INSERT INTO Device (sn, userId, boundAt, activeListId, createdAt) VALUES (?, ?, ?, ?, ?)',
  )
  const token = database.prepare(
    'INSERT INTO DeviceToken (id, sn, tokenHash, createdAt, trustedAt) VALUES (?, ?, ?, ?, ?)',
  )
  for (let number = 0; number < boxes; number += 500)
    database.transaction(() => {
      for (let one = number; one < Math.min(number + 500, boxes); one++) {
        const sn = String(firstSn + one)
        const userId = one < boxesOfAccount ? demoId : `bench-${firstSn + one - (one % boxesOfAccount)}`
        if (userId !== demoId && one % boxesOfAccount === 0) user.run(userId, userId, userId, at)
        box.run(sn, modelId, at)
        device.run(sn, userId, at, listId, at)
        const hash = createHash('sha256').update(tokenOf(prefix, one)).digest('hex')
        token.run(`bench-${sn}`, sn, hash, at, at)
      }
    })()
  database.close()
}

/** Fills in the boxes; returns the part of their task that all runs share. */
const prepare = async (
  portal: BenchPortal,
  folder: string,
  prefix: string,
  boxes: number,
  firstSn: number,
): Promise<Omit<Crowd, 'durationMs' | 'isBare'>> => {
  const listId = portal.systemListId
  fill(portal.server.databaseFile, prefix, listId, boxes, firstSn)
  const { origin } = portal.server
  const list = await fetch(`${origin}/api/stb/lists/${listId}`, {
    headers: { authorization: `Bearer ${portal.boxToken}`, 'accept-encoding': 'identity' },
  })
  const bodyFile = path.join(folder, 'crowd.bin')
  writeFileSync(bodyFile, new Uint8Array(await list.arrayBuffer()))
  return { origin, prefix, boxes, etag: list.headers.get('etag') ?? '', bodyFile, listId }
}
/** Runs the boxes in a separate process. */
const crowd = async (asked: Crowd): Promise<Heard> =>
  JSON.parse(await runProgram('minute-run.ts', [JSON.stringify(asked)])) as Heard
const refusedOf = ({ refused, wrong }: Heard): number =>
  Object.values(refused).reduce((sum, one) => sum + one, 0) + wrong
const percentiles = (times: readonly number[]): (string | number)[] =>
  [0.5, 0.95, 0.99, 1].map((part) => (times.length === 0 ? '' : percentile(times, part)))

export const benchMinute = async (portal: BenchPortal, folder: string): Promise<Table[]> => {
  const common = await prepare(portal, folder, `mpd_${'b'.repeat(33)}`, boxesInMinute, 300_000_000_000)
  const turnPage = () =>
    read(`${portal.server.origin}/features/lists/${portal.listId}?size=100`, { cookie: portal.cookie })
  const rows: Table['rows'] = []
  const row = (name: string, times: readonly number[], heard: Heard | null, pages: readonly number[]): void => {
    const refused = heard === null ? '' : refusedOf(heard)
    rows.push([name, times.length, refused, ...percentiles(times), pages.length === 0 ? '' : percentile(pages, 0.5)])
  }
  row('nobody asks', [], null, await measureEach(alonePages, turnPage, 0))
  const bare = await startBare(common.bodyFile, common.etag)
  try {
    const boxes = Math.round((boxesInMinute * bareMs) / minuteMs)
    const origin = `http://127.0.0.1:${bare.port}`
    const heard = await crowd({ ...common, origin, boxes, durationMs: bareMs, isBare: true })
    row('bare node:http, 304, as often', heard.list, heard, [])
  } finally {
    bare.stop()
  }
  for (const [name, durationMs, asksIndex] of [
    // After a start the portal knows no token yet: the app looks each up once.
    ['a list, 304, the first time, 8 at once', null, false],
    ['a list, 304', minuteMs, false],
    ['a list, 304, after the index', minuteMs, true],
  ] as const) {
    const asking = crowd({ ...common, durationMs, isBare: false, asksIndex })
    const { ms: pages, value: heard } = await measureBeside(asking, turnPage)
    row(name, heard.list, heard, pages)
    if (asksIndex) row('the index', heard.index, null, [])
  }
  return [
    {
      title: `${boxesInMinute} boxes ask within a minute, ms (to reach: none refused, 99 % of a list’s 304 within 100)`,
      columns: [...answerColumns, 'a page beside'],
      rows,
    },
  ]
}

/**
 * 50 000 boxes with a token each that ask for their settings, services and list over new connections: first as fast as
 * they are answered, after a restart of the portal with an empty cache, then within a minute.
 */
export const benchFleet = async (portal: BenchPortal, folder: string): Promise<Table[]> => {
  const common = await prepare(portal, folder, `mpd_${'f'.repeat(33)}`, boxesInFleet, 310_000_000_000)
  const home = () => read(`${portal.server.origin}/home`, { cookie: portal.cookie })
  const rows: Table['rows'] = []
  for (const [name, durationMs] of [
    ['the first time, 8 at once', null],
    ['within a minute', minuteMs],
  ] as const) {
    const asking = crowd({ ...common, durationMs, isBare: false, asksServices: true })
    const { ms: pages, value: heard } = await measureBeside(asking, home)
    for (const [what, times] of [
      ['settings', heard.settings],
      ['services', heard.services],
      ['list, 304', heard.list],
      ['/home', pages],
    ] as const)
      rows.push([`${what}, ${name}`, times.length, what === '/home' ? '' : refusedOf(heard), ...percentiles(times)])
  }
  return [
    {
      title: `${boxesInFleet} boxes ask within a minute, ms (to reach: all answered, 99 % within 50; /home 95 % within 100)`,
      columns: answerColumns,
      rows,
    },
  ]
}
