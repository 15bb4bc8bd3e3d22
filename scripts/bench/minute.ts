/**
 * Measures 10 000 boxes that ask within a minute. Each is the simulator (scripts/stb) with its own serial number and
 * token: over a new connection it asks for its list, which it already has, and checks the signature; then the same with
 * the index first. Meanwhile somebody turns pages. The reference is a bare node:http server under the same load.
 * `fleet`: 50 000 boxes, each of which asks for its settings, services and list, while somebody reads /home.
 */
import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { BenchPortal } from './portal'
import { median, percentile, type Table } from './table'

export const boxesInMinute = 10_000
export const boxesInFleet = 50_000
const minuteMs = 60_000
const bareMs = 15_000
const alonePages = 40

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
  asksIndex: boolean
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

/** Boxes in the database, bound to the demo's user, with tokens that their owner has confirmed. */
const fill = (
  databaseFile: string,
  prefix: string,
  listId: string,
  { boxes = boxesInMinute, firstSn = 300_000_000_000 } = {},
): void => {
  const database = new Database(databaseFile)
  database.pragma('busy_timeout = 10000')
  const at = new Date().toISOString()
  const { modelId } = database.prepare('SELECT modelId FROM RegisteredBox LIMIT 1').get() as { modelId: string }
  const { id: userId } = database.prepare("SELECT id FROM User WHERE userName = 'demo-user'").get() as { id: string }
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
        box.run(sn, modelId, at)
        device.run(sn, userId, at, listId, at)
        const hash = createHash('sha256').update(tokenOf(prefix, one)).digest('hex')
        token.run(`bench-${sn}`, sn, hash, at, at)
      }
    })()
  database.close()
}

/** Runs the boxes in a separate process. */
const crowd = async (asked: Crowd): Promise<Heard> => {
  const file = path.join(import.meta.dirname, 'minute-run.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(asked)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the boxes ended with ${code}`)
  return JSON.parse(out) as Heard
}

/** Turns pages, one after the other, until stopped; returns the milliseconds of each. */
const turnPages = async (
  portal: BenchPortal,
  isOver: (turned: number) => boolean,
  page = `/features/lists/${portal.listId}?size=100`,
): Promise<number[]> => {
  const times: number[] = []
  while (!isOver(times.length)) {
    const startedMs = performance.now()
    const answer = await fetch(`${portal.server.origin}${page}`, { headers: { cookie: portal.cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`a page answered ${answer.status}`)
    times.push(performance.now() - startedMs)
  }
  return times
}

export const benchMinute = async (portal: BenchPortal, folder: string): Promise<Table[]> => {
  const listId = portal.systemListId
  const prefix = `mpd_${'b'.repeat(33)}`
  fill(portal.server.databaseFile, prefix, listId)
  const list = await fetch(`${portal.server.origin}/api/stb/lists/${listId}`, {
    headers: { authorization: `Bearer ${portal.boxToken}`, 'accept-encoding': 'identity' },
  })
  const bodyFile = path.join(folder, 'minute.bin')
  writeFileSync(bodyFile, new Uint8Array(await list.arrayBuffer()))
  const etag = list.headers.get('etag') ?? ''
  const common = { prefix, etag, bodyFile, listId }
  const rows: Table['rows'] = []
  const row = (name: string, times: readonly number[], heard: Heard | null, pages: readonly number[]): void => {
    const refused = heard === null ? 0 : Object.values(heard.refused).reduce((sum, one) => sum + one, 0) + heard.wrong
    const cells =
      times.length === 0 ? ['', '', ''] : [median([...times]), percentile(times, 0.99), percentile(times, 1)]
    rows.push([
      name,
      times.length,
      heard === null ? '' : refused,
      ...cells,
      pages.length === 0 ? '' : median([...pages]),
    ])
  }
  row('nobody asks', [], null, await turnPages(portal, (turned) => turned >= alonePages))
  const bare = spawn(process.execPath, [path.join(import.meta.dirname, 'bare.mjs'), bodyFile, etag], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(bare.stdout, 'data')) as [Buffer]
    const origin = `http://127.0.0.1:${Number(line.toString())}`
    const boxes = Math.round((boxesInMinute * bareMs) / minuteMs)
    const heard = await crowd({ ...common, origin, boxes, durationMs: bareMs, isBare: true, asksIndex: false })
    row('bare node:http, 304, as often', heard.list, heard, [])
  } finally {
    bare.kill('SIGTERM')
  }
  for (const [name, durationMs, asksIndex] of [
    // After a start the portal knows no token yet: the app looks each up once.
    ['a list, 304, the first time, 8 at once', null, false],
    ['a list, 304', minuteMs, false],
    ['a list, 304, after the index', minuteMs, true],
  ] as const) {
    let isOver = false
    const [heard, pages] = await Promise.all([
      crowd({
        ...{
          ...common,
          origin: portal.server.origin,
          boxes: boxesInMinute,
          durationMs,
          isBare: false,
          asksIndex,
        },
      }).finally(() => {
        isOver = true
      }),
      turnPages(portal, () => isOver),
    ])
    row(name, heard.list, heard, pages)
    if (asksIndex) row('the index', heard.index, null, [])
  }
  return [
    {
      title: `${boxesInMinute} boxes ask within a minute, ms (to reach: none refused, 99 % of a list’s 304 within 100)`,
      columns: ['answer', 'answers', 'refused', 'middle', '99 %', 'last', 'a page beside'],
      rows,
    },
  ]
}

/**
 * 50 000 boxes with a token each that ask for their settings, services and list over new connections: first as fast as
 * they are answered, after a restart of the portal with an empty cache, then within a minute.
 */
export const benchFleet = async (portal: BenchPortal, folder: string): Promise<Table[]> => {
  const listId = portal.systemListId
  const prefix = `mpd_${'f'.repeat(33)}`
  fill(portal.server.databaseFile, prefix, listId, { boxes: boxesInFleet, firstSn: 310_000_000_000 })
  const list = await fetch(`${portal.server.origin}/api/stb/lists/${listId}`, {
    headers: { authorization: `Bearer ${portal.boxToken}`, 'accept-encoding': 'identity' },
  })
  const bodyFile = path.join(folder, 'fleet.bin')
  writeFileSync(bodyFile, new Uint8Array(await list.arrayBuffer()))
  const asked = { prefix, etag: list.headers.get('etag') ?? '', bodyFile, listId, origin: portal.server.origin }
  const rows: Table['rows'] = []
  for (const [name, durationMs] of [
    ['the first time, 8 at once', null],
    ['within a minute', minuteMs],
  ] as const) {
    let isOver = false
    const boxes = { boxes: boxesInFleet, durationMs, isBare: false, asksIndex: false, asksServices: true }
    const [heard, pages] = await Promise.all([
      crowd({ ...asked, ...boxes }).finally(() => {
        isOver = true
      }),
      turnPages(portal, () => isOver, '/home'),
    ])
    const refused = Object.values(heard.refused).reduce((sum, one) => sum + one, 0) + heard.wrong
    for (const [what, times] of [
      ['settings', heard.settings],
      ['services', heard.services],
      ['list, 304', heard.list],
      ['/home', pages],
    ] as const)
      rows.push([
        `${what}, ${name}`,
        times.length,
        what === '/home' ? '' : refused,
        ...[0.5, 0.95, 0.99, 1].map((part) => percentile(times, part)),
      ])
  }
  return [
    {
      title: `${boxesInFleet} boxes ask within a minute, ms (to reach: all answered, 99 % within 50; /home 95 % within 100)`,
      columns: ['answer', 'answers', 'refused', 'middle', '95 %', '99 %', 'last'],
      rows,
    },
  ]
}
