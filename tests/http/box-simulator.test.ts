/**
 * The box simulator against the built portal: it pairs, is bound, loads over a line that cuts, saves, updates itself
 * with a clock that begins in 1970, and speaks HTTP/1.0.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Box, GaveUp } from '../../scripts/stb/box'
import { startProxy } from '../../scripts/stb/check/proxy'
import { tryPortal } from '../../scripts/stb/conformance'
import { ask } from '../../scripts/stb/http'
import { isUpdateDue, msToUpdate, pauseBefore, type Moment, type Settings } from '../../scripts/stb/rules'
import { makeList } from '../support/fixtures/satcodx'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'
import { times } from '../support/runs'

let portal: Portal
let listId = ''
const file = Buffer.from(makeList({ seed: 31, records: 400, variant: '103' }).bytes)
const other = Buffer.from(makeList({ seed: 32, records: 400, variant: '103' }).bytes)
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
  const made = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Simulated', {
    token: portal.tokens.customer,
    raw: { type: 'application/octet-stream', bytes: file },
  })
  listId = made.data.id
})
afterAll(() => portal.stop())

const makeSystemList = async (): Promise<string> => {
  const raw = { type: 'application/octet-stream', bytes: other }
  const token = portal.tokens.administrator
  return (await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?kind=system&name=Tried', { token, raw }))
    .data.id
}

/** A clock that begins in 1970 and advances as the box waits. */
const makePlace = () => {
  let atMs = 0
  const said: string[] = []
  return {
    said,
    advance: (ms: number) => {
      atMs += ms
    },
    place: {
      steadyMs: () => atMs,
      pause: (ms: number) => {
        atMs += ms
        return Promise.resolve()
      },
      chance: () => 0,
      say: (text: string) => void said.push(text),
    },
  }
}
type Kind = { version?: '1.1' | '1.0'; secret?: string | null }
const makeBox = (sn: string, { version = '1.1', secret = null }: Kind = {}) => {
  const { place, ...time } = makePlace()
  const box = new Box(
    { sn, model: 'Mango S1', softwareVersion: '2.15.0', secret },
    { origin: portal.origin, version, silenceMs: 20_000, cutAfterBytes: null },
    place,
  )
  return { box, ...time }
}
const typeCode = async ({ maker: { sn } }: Box, userCode: string): Promise<void> => {
  const user = await portal.visitor().signIn('demo-user', 'mango-demo')
  expect((await user.post('/terminal/bind', { sn, repeatSn: sn, code: userCode })).status).toBe(303)
  expect((await user.post(`/terminal/${sn}`, { intent: 'list', list: listId })).status).toBe(303)
}
const bind = async (box: Box): Promise<void> => {
  const { userCode } = await box.pair()
  await typeCode(box, userCode)
  expect(await box.waitUntilBound()).toBe(true)
}
const edit = async (): Promise<number> => {
  const address = `/chmax/lists/${listId}`
  const token = portal.tokens.customer
  const { data } = await portal.visitor().api<{ revision: number }>('GET', address, { token })
  const operations = [{ op: 'rename', id: 3, name: `Edited ${data.revision}` }]
  const edited = await portal
    .visitor()
    .api<{ revision: number }>('POST', `${address}/operations`, { token, json: { base: data.revision, operations } })
  return edited.data.revision
}

describe('a box', () => {
  it.each([
    ['1.1', '100000000002', null],
    ['1.0', '100000000003', 'demo-device-secret-0003'],
  ] as const)(
    'by HTTP/%s pairs, loads, learns its services, saves, and has the newest list',
    async (version, sn, secret) => {
      const { box } = makeBox(sn, { version, secret })
      await bind(box)
      await box.report({ cpu: 'simulated' })
      const services = await box.learnServices()
      expect(services.find(({ key }) => key === 'chmax')?.on).toBe(true)
      expect(await box.learnServices()).toEqual(services)
      const { data } = await portal
        .visitor()
        .api<{ revision: number }>('GET', `/chmax/lists/${listId}`, { token: portal.tokens.customer })
      const loaded = await box.update()
      expect(loaded).toMatchObject({ was: 'new', file: { listId, revision: data.revision } })
      expect(await box.update()).toMatchObject({ was: 'same' })
      // Its own edits go back as the next version of the list that it loaded.
      const mine = Buffer.from(version === '1.1' ? other : file)
      const saved = await box.save(mine)
      expect(saved).toMatchObject({ id: listId, saved: saved.revision, revision: data.revision + 1 })
      expect(await box.update()).toMatchObject({ was: 'new', file: { revision: saved.revision } })
      expect(box.kept.file?.bytes.equals(mine)).toBe(true)
      // The list has changed since, so its save becomes a conflict copy beside it.
      await edit()
      const aside = await box.save(Buffer.from(version === '1.1' ? file : other))
      expect(aside.saved).toBeLessThan(aside.revision)
    },
  )
  it('asks for its owners again if it was bound since its last poll', async () => {
    const { box } = makeBox('100000000004')
    const { userCode } = await box.pair()
    expect((await box.poll()).state).toBe('pending')
    await typeCode(box, userCode)
    expect(await box.update()).toMatchObject({ was: 'new', file: { listId } })
    expect(box.kept.isBound).toBe(true)
  })
  it('reports an unchanged list at most once a day', async () => {
    const { box } = makeBox('100000000005', { secret: 'demo-device-secret-0005' })
    await bind(box)
    const reports: string[] = []
    box.line.heard = ({ path }) => void (path === '/api/stb/report' && reports.push(path))
    const update = async () => [(await box.update({ isAuto: true }))?.was, reports.length]
    expect([await update(), await update(), await update()]).toEqual([
      ['new', 1],
      ['same', 2],
      ['same', 2],
    ])
    box.kept.lastSameMs = (box.kept.lastSameMs ?? 0) - 86_400_000
    expect(await update()).toEqual(['same', 3])
  })
  it('resumes each cut download to the same bytes with a valid signature', async () => {
    const { box, said } = makeBox('100000000007')
    await bind(box)
    await box.learnKeys()
    box.line.cutAfterBytes = 5000
    const loaded = await box.fetchList(listId)
    box.line.cutAfterBytes = null
    const whole = await ask(box.line, {
      ...{ method: 'GET', path: `/api/stb/lists/${listId}` },
      headers: { authorization: `Bearer ${box.kept.token ?? ''}` },
    })
    expect(loaded).toMatchObject({ was: 'new' })
    expect(box.kept.file?.bytes.equals(whole.body)).toBe(true)
    expect(said.filter((line) => line.startsWith('cut')).length).toBeGreaterThan(5)
    expect(box.kept.part).toBeNull()
  })
  it('resumes after being switched off, and reloads a list that changed meanwhile', async () => {
    const { box } = makeBox('100000000008')
    await bind(box)
    box.line.cutAfterBytes = 5000
    const { place } = box
    const off = new Error('switched off')
    /** Switches itself off at the third message. */
    const dying = (): Box => {
      let left = 3
      const say = (): void => {
        left -= 1
        if (left === 0) throw off
      }
      return new Box(box.maker, box.line, { ...place, say }, structuredClone(box.kept))
    }
    const first = dying()
    await expect(first.fetchList(listId)).rejects.toBe(off)
    expect(first.kept.part?.bytes.length).toBeGreaterThan(0)
    const revision = await edit()
    const again = new Box(box.maker, { ...box.line, cutAfterBytes: null }, place, first.kept)
    expect(await again.fetchList(listId)).toMatchObject({ was: 'new', file: { revision } })
  })
  it('keeps its list when an answer has expired', async () => {
    const { box } = makeBox('100000000006')
    await bind(box)
    await box.fetchList(listId)
    const had = structuredClone(box.kept)
    // The broadcast clock is three days ahead, so today's answer of the portal has expired.
    const later = new Box(box.maker, box.line, { ...box.place, knownMs: () => Date.now() + 3 * 86_400_000 }, box.kept)
    expect(await later.fetchList(listId)).toEqual({ was: 'expired' })
    await edit()
    expect(await later.fetchList(listId)).toEqual({ was: 'expired' })
    const { newestIssued, counts, file } = later.kept
    expect({ newestIssued, counts, etag: file?.etag }).toEqual({
      ...{ newestIssued: had.newestIssued, counts: had.counts, etag: had.file?.etag },
    })
    // Without a trusted clock, or with one of 1970, it compares versions.
    expect(await new Box(box.maker, box.line, box.place, later.kept).fetchList(listId)).toMatchObject({ was: 'new' })
    const early = new Box(box.maker, box.line, { ...box.place, knownMs: () => 0 }, later.kept)
    expect(await early.fetchList(listId)).toMatchObject({ was: 'same' })
  })
  it('updates itself after ten minutes of standby, once a day, with a clock of 1970', async () => {
    const { box, advance } = makeBox('100000000010')
    await bind(box)
    // Set on the portal too, whose settings name the list to follow.
    await portal.visitor().api('PUT', '/stb/settings', {
      ...{ token: box.kept.token ?? '', json: { enabled: true, autoUpdate: 'cloud' } },
    })
    const settings: Settings = {
      ...{ enabled: true, autoUpdate: 'cloud', standbySeconds: 600, everySeconds: 86_400, offsetSeconds: 3600 + 120 },
    }
    box.kept.settings = settings
    // Its own clock is at the beginning of 1970; the portal's answers give the time.
    expect([box.place.steadyMs() < 86_400_000, Math.abs((box.nowMs() ?? 0) - Date.now()) < 60_000]).toEqual([
      true,
      true,
    ])
    expect(await box.updateIfDue()).toBeUndefined()
    box.standbySinceMs = box.place.steadyMs()
    advance(600_000)
    expect(await box.updateIfDue()).toBeUndefined()
    advance(120_000)
    expect(await box.updateIfDue()).toMatchObject({ was: 'new' })
    box.kept.settings = settings
    advance(86_000_000)
    expect(await box.updateIfDue()).toBeUndefined()
    const set = (json: object) => portal.visitor().api('PUT', '/stb/settings', { token: box.kept.token ?? '', json })
    await set({ autoUpdate: 'off' })
    box.kept.settings = { ...settings, autoUpdate: 'off' }
    advance(86_400_000)
    expect([await box.updateIfDue(), box.kept.settings.autoUpdate]).toEqual([undefined, 'off'])
    // Once a day it asks whether to update itself again.
    await set({ autoUpdate: 'cloud' })
    box.kept.lastUpdateMs = null
    expect([await box.updateIfDue(), box.kept.settings.autoUpdate]).toEqual([undefined, 'cloud'])
    box.kept.settings = settings
    box.kept.lastUpdateMs = null
    expect(await box.updateIfDue()).toMatchObject({ was: 'same' })
    // While CHMax is off, nothing loads, automatically or by hand; the index tells when it is on again.
    await set({ enabled: false })
    expect(await box.update()).toEqual({ was: 'off' })
    advance(2 * 86_400_000)
    expect([await box.updateIfDue(), box.msToUpdate()]).toEqual([undefined, null])
    await set({ enabled: true })
    expect(await box.update()).toMatchObject({ was: 'same' })
  })
  it('waits twice, then four times as long for an automatic update while nobody answers, and never longer', async () => {
    const { box, advance } = makeBox('100000000001')
    await box.pair()
    box.kept.settings = {
      ...{ enabled: true, autoUpdate: 'system', standbySeconds: 600, everySeconds: 86_400, offsetSeconds: 0 },
    }
    box.standbySinceMs = box.place.steadyMs()
    const days: number[] = []
    const update = async (): Promise<void> => {
      advance((box.msToUpdate() ?? Number.NaN) + 1000)
      const startedMs = box.place.steadyMs()
      await expect(box.updateIfDue()).rejects.toBeInstanceOf(GaveUp)
      days.push(Math.round((box.place.steadyMs() - startedMs + (box.msToUpdate() ?? Number.NaN)) / 86_400_000))
    }
    box.line.origin = 'http://127.0.0.1:9'
    for (let times = 0; times < 4; times++) await update()
    box.line.origin = portal.origin
    expect(days).toEqual([2, 4, 4, 4])
    advance((box.msToUpdate() ?? Number.NaN) + 1000)
    await box.updateIfDue()
    expect(box.kept.missed).toBe(0)
  })
  it('retries after silence with growing pauses, then gives up', async () => {
    const { box, said } = makeBox('100000000001')
    const nowhere = new Box(box.maker, { ...box.line, origin: 'http://127.0.0.1:9' }, box.place)
    await expect(nowhere.pair()).rejects.toThrow('/api/stb/pair')
    expect(said.map((line) => Number(/again in (\d+) s/.exec(line)?.[1]))).toEqual([3, 5, 10, 20, 40, 80, 160])
  })
})

it('a box leaves a call that has to wait for long until its next update', async () => {
  const proxy = await startProxy(Number(new URL(portal.origin).port), {
    port: 0,
    steadyMs: () => 0,
    tell: async () => {},
  })
  try {
    const { box, said } = makeBox('100000000001')
    box.line.origin = `http://127.0.0.1:${proxy.port}`
    await box.pair()
    proxy.spoil({
      ...{ name: 'busy', fits: ({ path }) => path === '/api/stb/report', isBefore: true, times: 1 },
      spoil: () => ({ status: 429, headers: { 'retry-after': '3500' }, body: Buffer.from('{"code":"I1009"}') }),
    })
    await expect(box.report({ cpu: 'simulated' })).rejects.toBeInstanceOf(GaveUp)
    expect(said).toEqual([])
  } finally {
    await proxy.close()
  }
})

describe('the check of another portal', () => {
  const tryIt = async (origin: string, sn = '100000000009') => {
    const line = { origin, version: '1.1' as const, silenceMs: 20_000, cutAfterBytes: null }
    const maker = { sn, model: 'Mango S1', softwareVersion: '2.15.0', secret: null }
    return tryPortal(line, maker, () => {})
  }
  it('says of a box that can’t pair only that, and what needs no token', async () => {
    const rulings = await tryIt(portal.origin, '999999999999')
    const [failed, ...more] = rulings.filter(({ result }) => result === 'failed')
    expect([failed?.why, more]).toEqual([expect.stringContaining('404 S1000'), []])
    expect(rulings.filter(({ result }) => result === 'passed').map(({ name }) => name)).toEqual([
      'a forged token is 401 I1304',
      '/api/stb/keys has an ETag, and If-None-Match answers 304',
      'the id of each key is its digest, and introductions lead to the current key',
    ])
  })
  it('finds no fault here, and every fault of a bad portal', async () => {
    await putOut(portal.visitor(), portal.tokens.administrator, await makeSystemList())
    const good = await tryIt(portal.origin)
    expect(good.filter(({ result }) => result !== 'passed')).toEqual([])
    const proxy = await startProxy(Number(new URL(portal.origin).port), {
      ...{ port: 0, steadyMs: () => 0, tell: () => Promise.resolve() },
    })
    try {
      // Ignores ETags and ranges, signs nothing, and answers everything with 200.
      proxy.spoil({
        ...{ name: 'bad', times: 1000 },
        fits: (asked) => {
          for (const name of ['if-none-match', 'range', 'if-range']) delete asked.headers[name]
          return asked.path !== '/api/stb/pair' && asked.path !== '/api/stb/keys'
        },
        spoil: ({ headers: { 'chmax-signature': _, etag: __, ...headers }, body }) => ({ status: 200, headers, body }),
      })
      const bad = await tryIt(`http://127.0.0.1:${proxy.port}`)
      expect(bad.filter(({ result }) => result === 'passed').map(({ name }) => name)).toEqual([
        'a box pairs, and gets a token, a code of eight letters and an address',
        'the index names lists',
        'the id of each key is its digest, and introductions lead to the current key',
      ])
    } finally {
      await proxy.close()
    }
  })
})

describe('the timing rules', () => {
  it('keep to Retry-After, back off without it, and add random jitter', () => {
    expect(pauseBefore(1, '30', () => 0)).toBe(30_000)
    expect(pauseBefore(9, '30', () => 0.5)).toBe(30_500)
    expect(pauseBefore(1, 'Fri, 27 Nov 2026 10:00:00 GMT', () => 0)).toBe(2500)
    expect(pauseBefore(1, undefined, () => 0.999)).toBeGreaterThan(4990)
    expect(pauseBefore(40, undefined, () => 1)).toBe(15 * 60_000)
  })
  it('spread boxes over the day by their offset, and those that missed it over an hour', () => {
    const settings: Settings = {
      ...{ enabled: true, autoUpdate: 'system', standbySeconds: 600, everySeconds: 86_400, offsetSeconds: 40_000 },
    }
    const midnight = Date.parse('2026-11-27T00:00:00Z')
    const due = (standbyForSeconds: number, secondOfDay: number | null, lastSeconds: number | null = null): boolean =>
      isUpdateDue(settings, {
        steadyMs: 1e9,
        standbySinceMs: 1e9 - standbyForSeconds * 1000,
        lastMs: lastSeconds === null ? null : 1e9 - lastSeconds * 1000,
        nowMs: secondOfDay === null ? null : midnight + secondOfDay * 1000,
      })
    // Its moment is 40 000 s after midnight; otherwise 400 s (40 000 modulo 3600) more of standby than ten minutes.
    expect([due(600, 40_000), due(601, 40_000), due(700, 39_999), due(700, 40_050), due(1000, 50_000)]).toEqual([
      false,
      true,
      false,
      true,
      true,
    ])
    expect([
      due(999, 50_000),
      due(999, null),
      due(1000, null),
      due(1e5, 40_000, 86_399),
      due(1e5, 40_000, 86_400),
    ]).toEqual([false, false, true, false, true])
  })
  it('predict the next automatic update: due then, and not before', () => {
    const arbitrary = fc.record({
      settings: fc.record({
        enabled: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
        autoUpdate: fc.constantFrom('off', 'system', 'cloud', 'cloud'),
        standbySeconds: fc.nat(1200),
        everySeconds: fc.constantFrom(3600, 86_400),
        offsetSeconds: fc.nat(86_399),
      }),
      standbyForMs: fc.option(fc.nat(3e6)),
      lastForMs: fc.option(fc.nat(1e8)),
      sinceMidnightMs: fc.option(fc.nat(2e8)),
    })
    fc.assert(
      fc.property(arbitrary, ({ settings, standbyForMs, lastForMs, sinceMidnightMs }) => {
        const steadyMs = 1e9
        const inMs = (ms: number): Moment => ({
          steadyMs: steadyMs + ms,
          standbySinceMs: standbyForMs === null ? null : steadyMs - standbyForMs,
          lastMs: lastForMs === null ? null : steadyMs - lastForMs,
          nowMs: sinceMidnightMs === null ? null : Date.parse('2026-11-27T00:00:00Z') + sinceMidnightMs + ms,
        })
        const ms = msToUpdate(settings, inMs(0))
        if (ms === null) expect([0, 1e6, 1e8, 2e8].some((at) => isUpdateDue(settings, inMs(at)))).toBe(false)
        else {
          // The moment of the day counts in whole seconds.
          expect(isUpdateDue(settings, inMs(ms + 1000))).toBe(true)
          if (ms > 1000) expect(isUpdateDue(settings, inMs(ms - 1001))).toBe(false)
        }
      }),
      { numRuns: times(3000) },
    )
  })
})
