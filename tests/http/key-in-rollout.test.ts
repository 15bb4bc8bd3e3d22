/**
 * A key that ends in the middle of a roll-out, for simulated boxes that have learned the old keys: the operator changes
 * it before the next stage, long too late, or after the next stage. No box is left behind or loses its list.
 */
import { createHmac } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeChl } from '~/modules/channel-list/seed/file'
import { Box } from '../../scripts/stb/box'
import { startProxy, type Answer, type Proxy } from '../../scripts/stb/check/proxy'
import { root } from '../support/paths'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'

const dayMs = 86_400_000
/** The clock's step, a day more than boxes must know the next key. */
const stepDays = 8
const sns = Array.from({ length: 24 }, (_, at) => String(100_000_019_000 + at))
const secretOf = (sn: string): string => createHmac('sha256', 'boxes').update(sn).digest('hex')
const bytes = new Uint8Array(writeChl(buildSeedList({ seed: 47, channels: 12 })))
let portal: Portal
let proxy: Proxy
let aheadDays = 0

/** Every client of the portal and the portal itself are this much later from now on. */
const wait = async (): Promise<void> => {
  const steps = () => portal.log.filter(({ msg }) => msg === 'the clock is ahead').length
  const before = steps()
  for (const pid of [portal.process.pid ?? 0, portal.appPid]) process.kill(pid, 'SIGUSR2')
  await expect.poll(steps).toBe(before + 2)
  aheadDays += stepDays
}
beforeAll(async () => {
  portal = await startPortal({
    env: {
      LIMITS: 'off',
      CLOCK_AHEAD_MINUTES: String((stepDays * dayMs) / 60_000),
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'tests/support/clock-ahead.mjs')).href}`,
    },
  })
  proxy = await startProxy(portal.port, { port: 0, steadyMs: () => 0, tell: async () => {} })
  const csv = ['sn,model,secret', ...sns.map((sn) => `${sn},Mango S1,${secretOf(sn)}`)].join('\n')
  const raw = { type: 'text/csv', bytes: csv }
  await portal.visitor().api('POST', '/operator/boxes', { token: portal.tokens.operator, raw })
})
afterAll(async () => {
  await proxy.close()
  await portal.stop()
})

const operate = (method: string, address: string, json: object) =>
  portal.visitor().api<{ id: string }>(method, `/operator/${address}`, { token: portal.tokens.operator, json })
const makeNext = async (): Promise<string> => {
  const made = await operate('POST', 'list-keys', { why: 'a roll-out' })
  expect(made.code).toBe('0')
  return made.data.id
}
const switchKeys = (how: object = {}) => operate('POST', 'list-keys/switch', { why: 'a roll-out', ...how })
const act = async (id: string, json: object): Promise<void> =>
  expect((await operate('POST', `lists/${id}/publications`, json)).code).toBe('0')

/** A box that knows the time, as from a broadcast; it has paired, and proven its secret. */
const makeBox = async (sn: string): Promise<Box> => {
  let steadyMs = 0
  const pause = (ms: number) => Promise.resolve(void (steadyMs += ms))
  const box = new Box(
    { sn, model: 'Mango S1', softwareVersion: '2.15.0', secret: secretOf(sn) },
    { origin: `http://127.0.0.1:${proxy.port}`, version: '1.1', silenceMs: 20_000, cutAfterBytes: null },
    {
      ...{ steadyMs: () => steadyMs, pause, chance: () => 0, say: () => {} },
      knownMs: () => Date.now() + aheadDays * dayMs,
    },
  )
  await box.pair()
  return box
}
/** All boxes have version 1 of a new list, and know the key that signs; version 2 goes to 10 %, who load it. */
const begin = async () => {
  const token = portal.tokens.administrator
  const client = portal.visitor()
  const raw = { type: 'application/octet-stream', bytes }
  const made = await client.api<{ id: string }>('POST', `/chmax/lists?kind=system&name=K${Date.now()}`, { token, raw })
  const { id } = made.data
  await putOut(client, token, id)
  const boxes = await Promise.all(sns.map(makeBox))
  /** What the boxes have, after each has asked once: how many have which version, by which keys. */
  const ask = async (some = boxes) => {
    const counts: Record<string, number> = {}
    for (const box of some) {
      const had = box.kept.file?.revision ?? 0
      const { was } = await box.fetchList(id, { isAuto: true })
      expect([box.maker.sn, was]).toEqual([box.maker.sn, expect.stringMatching(/^(new|same)$/)])
      const revision = box.kept.file?.revision ?? 0
      expect(revision).toBeGreaterThanOrEqual(had)
      const what = `version ${revision} by ${box.kept.keys.map((key) => key.id).join(', ')}`
      counts[what] = (counts[what] ?? 0) + 1
    }
    return counts
  }
  const [first = ''] = Object.keys(await ask())
  const key = first.replace('version 1 by ', '')
  const operations = [{ op: 'rename', id: 1, name: 'Version 2' }]
  await client.api('POST', `/chmax/lists/${id}/operations`, { token, json: { base: 1, operations } })
  await act(id, { act: 'publish', percent: 10 })
  await ask()
  return { id, boxes, ask, key }
}

describe('a key that ends between two stages', () => {
  it('and was changed in time is followed by all boxes, on and off', async () => {
    const { id, boxes, ask } = await begin()
    const next = await makeNext()
    const early = await switchKeys()
    expect(early).toMatchObject({
      ...{ status: 409, code: 'A0409', data: { context: 'next-key-new' } },
      message: expect.stringMatching(
        /^Boxes have not known the next key for seven days yet. Switch after .*\d/,
      ) as string,
    })
    await wait()
    expect((await switchKeys()).code).toBe('0')
    const off = boxes.slice(0, 8)
    await ask(boxes.slice(8))
    await act(id, { act: 'widen', percent: 50 })
    const counts = await ask()
    expect(Object.keys(counts).sort()).toEqual([`version 1 by ${next}`, `version 2 by ${next}`])
    // Boxes that were off during all that know the next key from its introduction.
    await makeNext()
    await wait()
    expect((await switchKeys()).code).toBe('0')
    await act(id, { act: 'widen', percent: 100 })
    expect(Object.values(await ask(off))).toEqual([off.length])
    expect(Object.values(await ask())).toEqual([boxes.length])
  })

  it('and was not changed goes on signing, with an alert, until the operator changes it', async () => {
    const { id, boxes, ask, key } = await begin()
    const database = new Database(portal.databaseFile)
    const since = new Date(Date.now() - 400 * dayMs).toISOString()
    database.prepare("UPDATE ListKey SET currentAt = ? WHERE state = 'current'").run(since)
    database.close()
    await wait()
    expect(await portal.waitForLog(({ alert }) => alert === 'list-key-old')).toMatchObject({ key, level: 'error' })
    expect(portal.takeErrors().every(({ alert }) => alert === 'list-key-old')).toBe(true)
    await act(id, { act: 'widen', percent: 50 })
    expect(Object.keys(await ask()).sort()).toEqual([`version 1 by ${key}`, `version 2 by ${key}`])
    // Too late for a week's notice: boxes are led to the next key anyway.
    const next = await makeNext()
    expect((await switchKeys({ atOnce: true })).code).toBe('0')
    await act(id, { act: 'widen', percent: 100 })
    expect(await ask()).toEqual({ [`version 2 by ${next}`]: boxes.length })
  })

  it('and was changed after the next stage lets nobody go back to what it had signed', async () => {
    const { id, boxes, ask, key } = await begin()
    const [one, other] = boxes
    if (one === undefined || other === undefined) throw new Error('no boxes')
    /** What the portal answers at this moment; a thief of the line gives it again later. */
    let old: Answer | null = null
    const isLoad = ({ method, path: at }: { method: string; path: string }) =>
      method === 'GET' && at === `/api/stb/lists/${id}`
    const spoil = (replay: boolean, times: number) =>
      proxy.spoil({
        ...{ name: 'replay', fits: isLoad, times },
        spoil: (answer) => {
          if (replay) return old ?? answer
          old = answer
          return answer
        },
      })
    const kept = one.kept.file
    one.kept.file = null
    spoil(false, 1)
    expect((await one.fetchList(id)).was).toBe('new')
    one.kept.file = kept
    await act(id, { act: 'widen', percent: 50 })
    await ask(boxes.slice(2))
    const next = await makeNext()
    await wait()
    // Withheld until it has expired: no newer list, never no list.
    spoil(true, 2)
    const has = (box: Box) => [box.kept.file?.revision, box.kept.keys.map(({ id: own }) => own)]
    const before = [has(one), has(other)]
    expect([await one.fetchList(id), await other.fetchList(id)]).toEqual([{ was: 'expired' }, { was: 'expired' }])
    expect([has(one), has(other)]).toEqual(before)
    expect(has(one)[1]).toContain(key)
    expect((await switchKeys()).code).toBe('0')
    await ask()
    // Boxes that have met the next key don't know the old one any more.
    spoil(true, 1)
    const after = has(one)
    expect([await one.fetchList(id), has(one)]).toEqual([{ was: 'refused', why: 'unknown-key' }, after])
    await act(id, { act: 'widen', percent: 100 })
    expect(await ask()).toEqual({ [`version 2 by ${next}`]: boxes.length })
  })
})
