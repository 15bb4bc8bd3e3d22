/**
 * A fleet of simulated boxes, each with its own serial number and token, through the stages of a System list. A
 * version reaches exactly the allowed boxes at 1, 10 and 50 %, paused, through a roll-back, a kill of the app under
 * load, and a power cut. Each box checks every signature and never goes back to an older version. TEST_DEPTH=soak
 * SOAK_FACTOR=5 uses 10 000 boxes and prints what they have.
 */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeChl } from '~/modules/channel-list/seed/file'
import { isInStage } from '~/modules/channel-list/publication/stage.schema'
import { Box, emptyKept } from '../../scripts/stb/box'
import type { Line } from '../../scripts/stb/http'
import { startPortal, type Portal } from '../support/portal'
import { isAlive } from '../support/alive'
import { depth, limitMs, times } from '../support/runs'
import { startServer, type TestServer } from '../support/server'
import { HttpClient } from '../support/http-client'

const count = times(2000)
const atOnce = 16
const env = { LIMITS: 'off', MIN_FREE_DISK_BYTES: '1' }
const prefix = `mpd_${'s'.repeat(33)}`
const bytes = new Uint8Array(writeChl(buildSeedList({ seed: 43, channels: 12 })))

let portal: Portal
let server: TestServer
let listId = ''
const fleet: Box[] = []
const line: Line = { origin: '', version: '1.1', silenceMs: 60_000, cutAfterBytes: null }
/** Boxes that retry soon, and often enough to outlast a start of the app. */
const place = {
  ...{ steadyMs: () => performance.now(), chance: Math.random, say: () => undefined, maxTries: 200 },
  pause: () => new Promise<void>((resolve) => setTimeout(resolve, 250)),
}
const readRow = <T>(sql: string): T => {
  const database = new Database(portal.databaseFile, { readonly: true })
  try {
    return database.prepare(sql).get() as T
  } finally {
    database.close()
  }
}

/** Trusted boxes, inserted as rows to save 10 000 identical pairings. */
const fill = (): void => {
  const database = new Database(portal.databaseFile)
  database.pragma('busy_timeout = 10000')
  const at = new Date().toISOString()
  const { modelId } = database.prepare('SELECT modelId FROM RegisteredBox LIMIT 1').get() as { modelId: string }
  const box = database.prepare('INSERT INTO RegisteredBox (sn, modelId, createdAt) VALUES (?, ?, ?)')
  const device = database.prepare('INSERT INTO Device (sn, createdAt) VALUES (?, ?)')
  const row = database.prepare(
    'INSERT INTO DeviceToken (id, sn, tokenHash, createdAt, trustedAt) VALUES (?, ?, ?, ?, ?)',
  )
  database.transaction(() => {
    for (let number = 0; number < count; number++) {
      const sn = String(320_000_000_000 + number)
      const token = `${prefix}${String(number).padStart(10, '0')}`
      box.run(sn, modelId, at)
      device.run(sn, at)
      row.run(`fleet-${sn}`, sn, createHash('sha256').update(token).digest('hex'), at, at)
      const kept = { ...emptyKept(), token, owners: ['system'] }
      fleet.push(new Box({ sn, model: 'Fleet', softwareVersion: '1', secret: null }, line, place, kept))
    }
  })()
  database.close()
}

beforeAll(async () => {
  portal = await startPortal({ env })
  server = portal
  line.origin = server.origin
  fill()
  const token = portal.tokens.administrator
  const client = portal.visitor()
  listId = (
    await client.api<{ id: string }>('POST', '/chmax/lists?kind=system&name=Fleet', {
      ...{ token, raw: { type: 'application/octet-stream', bytes } },
    })
  ).data.id
  for (const base of [1, 2, 3])
    await client.api('POST', `/chmax/lists/${listId}/operations`, {
      ...{ token, json: { base, operations: [{ op: 'rename', id: base, name: `Version ${base + 1}` }] } },
    })
}, limitMs(120_000))
afterAll(() => server.stop())

const act = async (json: object): Promise<void> => {
  const answer = await new HttpClient(server.origin).api('POST', `/chmax/lists/${listId}/publications`, {
    ...{ token: portal.tokens.administrator, json },
  })
  expect([json, answer.code]).toEqual([json, '0'])
}
type Stage = { id: string; salt: string; percent: number; revision: number }
const stageNow = (): Stage =>
  readRow<Stage>(
    `SELECT p.id, p.salt, p.percent, p.revision FROM ChannelList l JOIN ListPublication p ON p.id = l.stagedId WHERE l.id = '${listId}'`,
  )
const takenOf = async () =>
  (
    await new HttpClient(server.origin).api<{ taken: { revision: number; boxes: number }[] }>(
      ...(['GET' as const, `/chmax/lists/${listId}/publications`, { token: portal.tokens.administrator }] as const),
    )
  ).data.taken

/** Versions by content, so that 10 000 boxes share one copy of each. */
const copies = new Map<string, Buffer>()
/** All boxes ask once, in random order; returns the 99th percentile in milliseconds. */
const askAll = async (during?: () => Promise<void>): Promise<number> => {
  const tookMs: number[] = []
  let next = 0
  const begun = during?.()
  const work = async (): Promise<void> => {
    for (let box = fleet[next++]; box !== undefined; box = fleet[next++]) {
      const startedMs = performance.now()
      const fetched = await box.fetchList(listId, { isAuto: true })
      tookMs.push(performance.now() - startedMs)
      if (fetched.was === 'refused') throw new Error(`${box.maker.sn} refused it: ${fetched.why}`)
      const { file } = box.kept
      if (fetched.was === 'gone') box.kept.file = null
      else if (file !== null) {
        const same = copies.get(file.etag) ?? file.bytes
        copies.set(file.etag, same)
        box.kept.file = { ...file, bytes: same }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await begun
  return tookMs.sort((a, b) => a - b)[Math.floor(tookMs.length * 0.99)] ?? 0
}
/** Compares what each box has with what it is allowed to have. */
const check = (what: string, mayHave: (sn: string) => number | null, p99Ms = 0): void => {
  const has = (box: Box): number | null => box.kept.file?.revision ?? null
  const wrong = fleet.filter((box) => has(box) !== mayHave(box.maker.sn)).map(({ maker }) => maker.sn)
  const counts = new Map<number | null, number>()
  for (const box of fleet) counts.set(has(box), (counts.get(has(box)) ?? 0) + 1)
  const told = [...counts].map(([revision, boxes]) => `${revision === null ? 'none' : `version ${revision}`}: ${boxes}`)
  if (depth === 'soak') console.log(`${what}: ${told.join(', ')}; 99 % within ${Math.round(p99Ms)} ms`)
  expect([what, wrong]).toEqual([what, []])
}
const inStage = (stage: Stage, other: number | null) => (sn: string) => (isInStage(sn, stage) ? stage.revision : other)

it('a fleet has exactly what each stage allows', { timeout: limitMs(600_000) }, async () => {
  await act({ act: 'publish', revision: 1, percent: 100 })
  check('version 1 to all', () => 1, await askAll())
  await act({ act: 'publish', revision: 2, percent: 100 })
  check('version 2 to all', () => 2, await askAll())

  // Rolling back in the middle of a stage withdraws the version.
  await act({ act: 'publish', revision: 3, percent: 10 })
  check('version 3 to 10 %', inStage(stageNow(), 2), await askAll())
  await act({ act: 'roll-back' })
  check('rolled back', () => 1, await askAll())

  await act({ act: 'publish', revision: 4, percent: 1 })
  check('version 4 to 1 %', inStage(stageNow(), 1), await askAll())
  await act({ act: 'widen', percent: 10 })
  const tenth = stageNow()
  check('to 10 %', inStage(tenth, 1), await askAll())

  // Paused after half of the boxes have asked: no other box gets it.
  await act({ act: 'widen', percent: 50 })
  const half = stageNow()
  const asked = new Set(fleet.filter((_, at) => at % 2 === 0).map(({ maker }) => maker.sn))
  const others = fleet.splice(0, fleet.length).filter((box) => (asked.has(box.maker.sn) ? void fleet.push(box) : true))
  await askAll()
  await act({ act: 'pause' })
  fleet.push(...others)
  const paused = (sn: string) => (asked.has(sn) ? inStage(half, 1)(sn) : inStage(tenth, 1)(sn))
  check('paused at 50 %', paused, await askAll())
  await act({ act: 'resume' })

  // The app is killed while boxes ask; the gateway starts another.
  const killed = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    process.kill(server.appPid, 'SIGKILL')
  }
  check('to 50 %, the app killed', inStage(half, 1), await askAll(killed))
  expect(isAlive(server.appPid)).toBe(false)
  // Until then boxes are served from memory, and what they load is not noted.
  await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(200)
  check('to 50 %, once more', inStage(half, 1), await askAll())
  const taken = Object.fromEntries((await takenOf()).map(({ revision, boxes }) => [revision, boxes]))
  const inHalf = fleet.filter(({ maker }) => isInStage(maker.sn, half)).length
  expect(taken).toMatchObject({ 4: inHalf, 1: count - inHalf })

  // A power cut: a new start on the stored data.
  await act({ act: 'pause' })
  await server.kill()
  server = await startServer({ dataDir: portal.dataDir, env })
  line.origin = server.origin
  check('paused, after a power cut', inStage(half, 1), await askAll())
  await act({ act: 'resume' })
  await act({ act: 'widen', percent: 100 })
  check('version 4 to all', () => 4, await askAll())
  await act({ act: 'roll-back' })
  check('rolled back to version 1', () => 1, await askAll())
})
