/**
 * Measures /home for a signed-in user while somebody else sends the most expensive requests: long lists by share links,
 * pictures, spreadsheets, imports, late pages. With production limits, and without any, because limits hide what a
 * request costs.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { zipOf } from '../../tests/support/fixtures/xlsx'
import { longTable } from '../../tests/support/fixtures/link-tables'
import { cutPng, manyScansJpeg } from '../../tests/support/media'
import type { TestServer } from '../../tests/support/server'
import { longSdxFile } from '../../tests/unit/channel-list/people'
import { read, runProgram, serve, signIn, type BenchData } from './portal'
import { msOf, spread, type Table } from './table'

const attackMs = 5000
const warmMs = 1000

type Sent = { method: string; path: string; headers: Record<string, string>; bodyFile?: string }
type Attack = { connections: number; requests: Sent[] }

/** A spreadsheet of one sheet with these rows. */
const sheetOf = (rows: string): Uint8Array =>
  zipOf({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` })
const textRow = (text: string): string => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`

/** A satellites.xml of 13 MB. */
const manySatellites = (): string => {
  const transponders = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) =>
        `<transponder frequency="${10_700_000 + at * 2000}" symbol_rate="27500000" polarization="${at % 2}" fec_inner="4" system="1" modulation="2"/>\n`,
    ).join('')
  const all = transponders(600)
  const satellites = Array.from(
    { length: 190 },
    (_, at) => `<sat name="Sat ${at}" position="${at * 9}">\n${all}</sat>\n`,
  )
  return `<?xml version="1.0"?>\n<satellites>\n${satellites.join('')}</satellites>\n`
}

/** Gives the attacker a list of 5000 channels and one of 90 000, saved by boxes, each with twenty links. */
const makeLists = async (
  origin: string,
  headers: Record<string, string>,
): Promise<{ id: string; links: string[] }[]> => {
  const call = async <D>(method: string, address: string, body: unknown, own = headers): Promise<D> => {
    const answer = await fetch(`${origin}/api${address}`, {
      method,
      headers: { ...own, ...(body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }) },
      body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
    })
    const { code, data } = (await answer.json()) as { code: string; data: D }
    if (code !== '0') throw new Error(`${address} answered ${code}`)
    return data
  }
  const lists = []
  for (const [sn, channels] of [
    ['100000000001', 5000],
    ['100000000002', 90_000],
  ] as const) {
    type Paired = { deviceToken: string; userCode: string }
    const { deviceToken, userCode } = await call<Paired>('POST', '/stb/pair', { sn, model: 'Mango S1' }, {})
    const fields = new URLSearchParams({ sn, repeatSn: sn, code: userCode })
    await fetch(`${origin}/terminal/bind`, { method: 'POST', redirect: 'manual', headers, body: fields })
    const box = { authorization: `Bearer ${deviceToken}`, 'content-type': 'application/octet-stream' }
    const { id } = await call<{ id: string }>('PUT', `/stb/lists?name=L${channels}`, longSdxFile(channels), box)
    const links = []
    for (let made = 0; made < 20; made++) {
      const { link } = await call<{ link: string }>('POST', `/chmax/lists/${id}/shares`, {})
      links.push(new URL(link).pathname)
    }
    lists.push({ id, links })
  }
  return lists
}

const makeAttacks = async (folder: string, origin: string, cookie: string): Promise<Record<string, Attack>> => {
  const own = { cookie, origin, 'sec-fetch-site': 'same-origin' }
  await fetch(`${origin}/wallet/open`, { method: 'POST', redirect: 'manual', headers: own })
  const [long, longest] = await makeLists(origin, own)
  if (long === undefined || longest === undefined) throw new Error('the lists are missing')
  const file = (name: string, bytes: Uint8Array | string): string => {
    const made = path.join(folder, name)
    writeFileSync(made, bytes)
    return made
  }
  const get = (address: string, headers: Record<string, string> = own): Sent => ({
    method: 'GET',
    path: address,
    headers,
  })
  const post = (address: string, bodyFile: string, type = 'application/octet-stream'): Sent => ({
    method: 'POST',
    path: address,
    headers: { ...own, 'content-type': type },
    bodyFile,
  })
  const by = (links: readonly string[], rest: string): Sent[] => links.map((link) => get(`${link}${rest}`, {}))
  const look = '/api/mylink/import?look=true&mode=replace'
  return {
    'nobody attacks': { connections: 0, requests: [] },
    '5000 channels to print, by 20 links': { connections: 20, requests: by(long.links, '/print') },
    '90 000 channels, searched by 20 links': {
      connections: 40,
      requests: by(longest.links, '?search=a&size=100&page=3'),
    },
    '5000 channels as PDF, by 20 links': { connections: 20, requests: by(long.links, '/print/pdf') },
    '5000 channels to print, by their owner': { connections: 8, requests: [get(`/features/lists/${long.id}/print`)] },
    'logos: a PNG of 4850 × 4850 in 23 KB': {
      connections: 8,
      requests: [post('/api/mylink/logos', file('a.png', cutPng(4850, 4850)))],
    },
    'logos: a JPEG of 4800 × 4900 in 146 KB': {
      connections: 8,
      requests: [post('/api/mylink/logos', file('a.jpg', manyScansJpeg(1, 4800, 4900)))],
    },
    'imports of 20 × 2000 links': {
      connections: 4,
      requests: [post('/api/mylink/import?mode=replace', file('links.csv', longTable(20, 2000)))],
    },
    'spreadsheets of characters as numbers': {
      connections: 4,
      requests: [post(look, file('numbers.xlsx', sheetOf(textRow('&#65;'.repeat(6_500_000)))))],
    },
    'spreadsheets of 800 000 rows': {
      connections: 4,
      requests: [post(look, file('rows.xlsx', sheetOf('<row><c><v>1</v></c></row>'.repeat(800_000))))],
    },
    'a satellites.xml of 13 MB, four at once': {
      connections: 4,
      requests: [
        post('/api/chmax/lists?name=Sky{n}&fileName=satellites.xml', file('satellites.xml', manySatellites())),
      ],
    },
    'pages far back, and searches': {
      connections: 16,
      requests: [
        get('/wallet?page=100000&size=100'),
        get('/order?page=100000'),
        get('/news?page=99999'),
        get(`/features/lists/${long.id}?page=50&size=100&search=a`),
        get(`/features/lists/${longest.id}?page=900&size=100&search=a&sort=name`),
      ],
    },
    'names looked for in 90 000 channels': {
      connections: 8,
      requests: [post(`/api/chmax/lists/${longest.id}/matches`, file('text.json', '{"text":"a"}'), 'application/json')],
    },
  }
}

/** The milliseconds of /home for somebody signed in, while this goes on. */
const measureBeside = async (
  server: TestServer,
  folder: string,
  cookie: string,
  { connections, requests }: Attack,
): Promise<{ home: number[]; answers: string }> => {
  const asked = path.join(folder, 'flood.json')
  writeFileSync(asked, JSON.stringify({ port: server.port, connections, requests, durationMs: attackMs + warmMs }))
  const flood = connections > 0 ? runProgram('flood.mjs', [asked]) : Promise.resolve('{"statuses":{}}')
  await pause(warmMs)
  const home: number[] = []
  const endsAt = performance.now() + attackMs
  while (performance.now() < endsAt) {
    home.push(await msOf(() => read(`${server.origin}/home`, { cookie })))
    await pause(20)
  }
  const { statuses } = JSON.parse(await flood) as { statuses: Record<string, number> }
  return {
    home,
    answers: Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
  }
}

const measureAll = async (from: string, limits: 'on' | 'off'): Promise<Table> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-costly-'))
  cpSync(from, folder, { recursive: true })
  const server = await serve(folder, limits === 'off' ? { LIMITS: 'off' } : {})
  try {
    const attacker = await signIn(server.origin)
    const person = await signIn(server.origin, 'demo-friend', 'mango-friend')
    const rows: Table['rows'] = []
    for (const [name, attack] of Object.entries(await makeAttacks(folder, server.origin, attacker))) {
      const { home, answers } = await measureBeside(server, folder, person, attack)
      rows.push([name, home.length, ...spread(home), answers])
    }
    return {
      title: `/home of somebody signed in beside costly requests of another, limits ${limits}, ms (to reach: 95 % within 150)`,
      columns: ['requests', 'pages', 'middle', '95 %', 'longest', 'answers'],
      rows,
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const benchCostly = async ({ folder }: BenchData): Promise<Table[]> => {
  const { db, closeDatabase } = await import('~/platform/db.server')
  await db.service.updateMany({ where: { key: 'mylink' }, data: { grantedToAll: true } })
  await closeDatabase()
  return [await measureAll(folder, 'on'), await measureAll(folder, 'off')]
}
