/** The boxes of minute.ts, in their own process. Argument: their task, as JSON; prints what they received. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Box, emptyKept, GaveUp } from '../stb/box'
import { ask, type Line } from '../stb/http'
import type { Crowd, Heard } from './minute'

const crowd = JSON.parse(process.argv[2] ?? '{}') as Crowd
const bytes = readFileSync(crowd.bodyFile)
const heard: Heard = { list: [], index: [], settings: [], services: [], refused: {}, wrong: 0 }
const line: Line = {
  ...{ origin: crowd.origin, version: '1.1', silenceMs: 30_000, cutAfterBytes: null },
  heard: ({ path }, status, tookMs) => {
    if (status >= 400) heard.refused[status] = (heard.refused[status] ?? 0) + 1
    else if (path.startsWith('/api/stb/lists/')) heard.list.push(tookMs)
    else if (path.startsWith('/api/stb/lists')) heard.index.push(tookMs)
    else if (path === '/api/stb/settings') heard.settings.push(tookMs)
    else if (path === '/api/stb/services') heard.services.push(tookMs)
  },
}
const place = {
  ...{ steadyMs: () => performance.now(), chance: Math.random, say: () => {}, maxTries: 1 },
  pause: (ms: number) => pause(ms),
}
const path = `/api/stb/lists/${crowd.listId}`

/** The boxes share what one has learnt: which keys sign, whose lists it may get, and the list's file. */
const learn = async (): Promise<ReturnType<typeof emptyKept>> => {
  const kept = { ...emptyKept(), token: `${crowd.prefix}${'0'.repeat(10)}` }
  const box = new Box(
    { sn: '', model: 'Bench', softwareVersion: '1', secret: null },
    { ...line, heard: () => {} },
    place,
    kept,
  )
  await box.poll()
  await box.learnKeys()
  kept.file = { listId: crowd.listId, etag: crowd.etag, revision: null, bytes }
  return kept
}
const known = crowd.isBare ? null : await learn()

const askOnce = async (number: number): Promise<void> => {
  try {
    if (known === null) {
      await ask(line, { method: 'GET', path, headers: { 'if-none-match': crowd.etag } })
      return
    }
    const token = `${crowd.prefix}${String(number).padStart(10, '0')}`
    const maker = { sn: String(300_000_000_000 + number), model: 'Bench', softwareVersion: '1', secret: null }
    const box = new Box(maker, line, place, { ...known, token })
    if (crowd.asksServices === true) {
      await box.learnSettings()
      await box.learnServices()
    }
    const fetched = await (crowd.asksIndex === true ? box.update() : box.fetchList(crowd.listId, { isAuto: true }))
    if (fetched?.was !== 'same') heard.wrong += 1
  } catch (error) {
    // A refusal has been counted already; only a missing answer counts here.
    if (!(error instanceof GaveUp && /: \d{3}$/.test(error.message))) heard.wrong += 1
  }
}

const atOnce = 8
const startedMs = performance.now()
let next = 0
const all: Promise<void>[] = []
const askAllSoon = async (): Promise<void> => {
  while (next < crowd.boxes) await askOnce(next++)
}
if (crowd.durationMs === null) for (let line = 0; line < atOnce; line++) all.push(askAllSoon())
else
  for (; next < crowd.boxes; next++) {
    const waitMs = startedMs + (crowd.durationMs * next) / crowd.boxes - performance.now()
    if (waitMs > 1) await pause(waitMs)
    all.push(askOnce(next))
  }
await Promise.all(all)
process.stdout.write(JSON.stringify(heard))
