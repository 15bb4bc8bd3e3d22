/**
 * Random kills of the app and of the gateway under load: boxes fetch, people sign in, lists are edited. No confirmed
 * change is lost, the app comes back behind its gateway, a start after a kill works, and nothing is left behind. A
 * soak prints its counts.
 */
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { isAlive } from '../support/alive'
import { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'
import { depth, limitMs, seed, times } from '../support/runs'
import { startServer, type TestServer } from '../support/server'

const kills = times(10)
const env = { LIMITS: 'off', MIN_FREE_DISK_BYTES: '1' }
const writers = 3
const channelsOfOne = 10

let state = seed
/** A random integer below `below`. */
const roll = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return Math.floor(((state >>> 8) / 2 ** 24) * below)
}

let portal: Portal
let server: TestServer
let appPid = 0
let list = ''
let boxList = ''
let box = ''
const bytes = writeSatcodx(buildSeedList({ seed: 77, channels: writers * channelsOfOne }), { version: '103' })
const raw = { type: 'application/octet-stream', bytes }

beforeAll(async () => {
  portal = await startPortal({ env })
  server = portal
  appPid = portal.appPid
  const client = portal.visitor()
  list = (await client.api<{ id: string }>('POST', '/chmax/lists?name=Edited', { token: portal.tokens.customer, raw }))
    .data.id
  boxList = (
    await client.api<{ id: string }>('POST', '/chmax/lists?kind=system&name=All', {
      token: portal.tokens.administrator,
      raw,
    })
  ).data.id
  await putOut(client, portal.tokens.administrator, boxList)
  box = (
    await client.api<{ deviceToken: string }>('POST', '/stb/pair', { json: { sn: '100000000001', model: 'Mango S1' } })
  ).data.deviceToken
})
afterAll(() => server.stop())

/** Confirmed changes, which must persist. */
const names = new Map<number, string>()
let cookie: [string, string] | null = null
let base = 1
let turn = 0

type Seen = { fetches: number; signIns: number; edits: number; refused: number }
/**
 * Load until `over`: each kind runs until its connection breaks or it is asked to retry. All other answers must be
 * good.
 */
const load = (seen: Seen, told: () => void): { over: () => void; done: Promise<unknown> } => {
  let going = true
  const { origin } = server
  const isRefused = (status: number): boolean => {
    if (status !== 503) return false
    seen.refused++
    return true
  }
  const repeat = async (work: () => Promise<boolean>, tell: () => void = () => undefined): Promise<void> => {
    while (going) {
      const answered = await work().catch((error: unknown) => {
        // Ignores a broken connection; rethrows a failed expectation.
        if (error instanceof TypeError) return false
        throw error
      })
      if (!answered) return
      tell()
    }
  }
  const fetches = () =>
    repeat(async () => {
      const answer = await fetch(`${origin}/api/stb/lists/${boxList}`, {
        headers: { authorization: `Bearer ${box}`, 'accept-encoding': 'identity' },
      })
      const body = Buffer.from(await answer.arrayBuffer())
      if (isRefused(answer.status)) return false
      expect([answer.status, Buffer.compare(body, bytes)]).toEqual([200, 0])
      seen.fetches++
      return true
    })
  const signIns = () =>
    repeat(async () => {
      const person = new HttpClient(origin)
      const answer = await person.post('/login', { identifier: 'demo-friend', password: 'mango-friend' })
      if (isRefused(answer.status)) return false
      expect(answer.status).toBe(303)
      cookie = [...person.cookies].find(([name]) => name.endsWith('portal-session')) ?? null
      seen.signIns++
      return true
    }, told)
  const edits = (writer: number) =>
    repeat(async () => {
      const id = writer * channelsOfOne + (turn % channelsOfOne)
      const name = `w${writer} t${String(turn++).padStart(5, '0')}`
      const answer = await new HttpClient(origin).api<{ revision: number }>('POST', `/chmax/lists/${list}/operations`, {
        token: portal.tokens.customer,
        json: { base, operations: [{ op: 'rename', id, name }] },
      })
      if (isRefused(answer.status)) return false
      expect(answer.code).toBe('0')
      base = Math.max(base, answer.data.revision)
      names.set(id, name)
      seen.edits++
      return true
    }, told)
  const done = Promise.all([
    fetches(),
    fetches(),
    signIns(),
    ...Array.from({ length: writers }, (_, writer) => edits(writer)),
  ])
  return {
    over: () => {
      going = false
    },
    done,
  }
}

/** Checks that every confirmed change is there. */
const proveKept = async (): Promise<void> => {
  const client = new HttpClient(server.origin)
  const { data } = await client.api<{ items: { id: number; name: string }[] }>(
    'GET',
    `/chmax/lists/${list}/channels?size=100`,
    { token: portal.tokens.customer },
  )
  const stored = new Map(data.items.map((one) => [one.id, one.name]))
  expect(stored.size).toBe(writers * channelsOfOne)
  // One unconfirmed rename may be stored, an older name never.
  for (const [id, name] of names) expect([id, (stored.get(id) ?? '') >= name]).toEqual([id, true])
  if (cookie === null) throw new Error('nobody has signed in yet')
  client.cookies.set(...cookie)
  expect((await client.request('/personal')).status).toBe(200)
  const connection = new Database(server.databaseFile, { readonly: true })
  expect([connection.pragma('quick_check', { simple: true }), connection.pragma('foreign_key_check')]).toEqual([
    'ok',
    [],
  ])
  connection.close()
}

it('random kills lose no confirmed change', { timeout: limitMs(360_000) }, async () => {
  const lines: string[] = []
  const ended = new Set<number>()
  for (let kill = 0; kill < kills; kill++) {
    const seen: Seen = { fetches: 0, signIns: 0, edits: 0, refused: 0 }
    const what = kill % 2 === 0 ? 'app' : 'gateway'
    let left = 5 + roll(40)
    let now: () => void = () => undefined
    const moment = new Promise<void>((resolve) => {
      now = resolve
    })
    const { over, done } = load(seen, () => {
      // By now each kind has an answer.
      if (--left <= 0 && seen.signIns > 0 && seen.edits > 0 && seen.fetches > 0) now()
    })
    await Promise.race([moment, done])
    const before = appPid
    ended.add(before)
    const at = performance.now()
    if (what === 'app') {
      process.kill(appPid, 'SIGKILL')
      const again = await server.waitForLog(
        (line) => line.msg === 'the app serves again' && !ended.has(Number(line.appPid)),
      )
      appPid = Number(again.appPid)
    } else {
      await server.kill()
      server = await startServer({ dataDir: portal.dataDir, env })
      appPid = server.appPid
    }
    const backMs = Math.round(performance.now() - at)
    over()
    await done
    await expect.poll(() => isAlive(before), { timeout: 10_000 }).toBe(false)
    await proveKept()
    if (what === 'app') server.takeErrors()
    lines.push(
      `${what}: ${seen.fetches} fetches, ${seen.signIns} sign-ins, ${seen.edits} edits answered, ${seen.refused} asked to come again; back after ${backMs} ms`,
    )
  }
  // A start by itself, with nothing to repair.
  await server.stop()
  server = await startServer({ dataDir: portal.dataDir, env })
  await proveKept()
  if (depth === 'soak') process.stdout.write(`${lines.join('\n')}\n`)
})
